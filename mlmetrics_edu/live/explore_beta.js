// β slides from precision to recall; classifiers change their order by F-beta.
import { decimal, line, worked } from "./numbers.js";
import { button, drag, follow, frame, html, plane, slider, svg } from "./shared.js";

const APART = 15; // pixels between two names …
const LETTERS = 18; // … and signs of one: in the list it stands whole

function render({ model, el }) {
  const content = model.get("content");
  const { words, stops, models, crossings, x, y } = content;
  const { body, say, tell } = frame(el, model);
  const state = follow(model);
  const places = stops.map(Math.log10);
  const nearest = (place) => places.reduce((best, one, k) => (Math.abs(one - place) < Math.abs(places[best] - place) ? k : best), 0);
  const to = (k) => state.move({ beta: stops[Math.min(Math.max(k, 0), stops.length - 1)] });
  const known = ({ beta }) => (typeof beta === "number" && beta >= stops[0] && beta <= stops.at(-1) ? beta : 1);

  const drawn = plane({ title: words["beta.curves"], x, y, high: 300 });
  models.forEach(({ curve }, k) => drawn.path(`series s${k}`, places, curve));
  for (const { beta, f } of crossings) drawn.dot("crossing", 5).move(Math.log10(beta), f);
  nameLines();
  const here = drawn.segment("upright");
  const dots = models.map((_, k) => drawn.dot(`series-dot s${k}`, 6));
  drag(drawn.node, (event) => to(nearest(drawn.under(event)[0])));

  const bar = slider({ label: "β", from: 0, to: stops.length - 1, write: () => String(known(state.now)), onmove: to });
  const snaps = crossings.map(({ beta, says }) => button(says, () => state.move({ beta })));
  const items = models.map(({ name }, k) => {
    const text = html("span", {});
    const tied = html("small", { class: "hint" });
    return { text, tied, node: html("li", {}, swatch(k), html("b", {}, name), tied, html("br"), text) };
  });
  const list = html("ol", { class: "order" });
  const title = html("h4", {});
  body.append(bar.node, html("p", { class: "hint" }, words["beta.how"]),
    html("div", { class: "row", role: "group", "aria-label": words["beta.crossings"] }, ...snaps),
    html("div", { class: "views broad" }, drawn.figure, html("section", {}, title, list)));

  state.each((moved) => {
    const beta = known(moved), text = String(beta), symbol = `F${text}`;
    const exactly = text.replace(/^0\.0*|\./, "").length <= 15;
    const values = models.map(({ formula, terms }) => worked(formula, { ...terms, beta }).value);
    // The undefined come last, and of equal ones the first stays first.
    const better = (a, b) => (values[a] === null || values[b] === null
      ? (values[a] === null) - (values[b] === null) : values[b].compare(values[a]));
    const order = models.map((_, k) => k).sort((a, b) => better(a, b) || a - b);
    title.textContent = say("beta.ranked", { symbol });
    bar.show(nearest(Math.log10(beta)));
    here.move(Math.log10(beta), y.from, Math.log10(beta), y.to);
    order.forEach((k, rank) => {
      const { formula, terms } = models[k];
      items[k].text.textContent = line({ ...formula, symbol }, { ...terms, beta }, exactly);
      items[k].tied.textContent = rank && values[k] !== null && better(order[rank - 1], k) === 0 ? ` ${words["beta.tied"]}` : "";
      dots[k].move(Math.log10(beta), values[k] === null ? null : values[k].valueOf());
    });
    if (order.some((k, rank) => list.children[rank] !== items[k].node)) list.replaceChildren(...order.map((k) => items[k].node));
    snaps.forEach((node, k) => node.setAttribute("aria-pressed", String(crossings[k].beta === beta)));
    const said = order.map((k) => `${models[k].name} ${values[k] === null ? words.undefined : decimal(values[k].valueOf())}`);
    tell(`β ${text}. ${said.join(", ")}`);
  });

  // Names stand at the right end of their lines, pushed apart where these come close.
  function nameLines() {
    const ends = models.map(({ name, curve }, k) => ({ name, k, at: curve.at(-1) })).filter(({ at }) => at !== null)
      .map((one) => ({ ...one, spot: drawn.at(x.to, one.at) })).sort((a, b) => a.spot[1] - b.spot[1]);
    let last = -Infinity;
    for (const { name, k, spot: [px, py] } of ends) {
      last = Math.max(py - 5, last + APART);
      drawn.add("text", { x: px - 3, y: last, class: `name end series-name s${k}` }, name.length > LETTERS ? `${name.slice(0, LETTERS)}…` : name);
    }
  }
  function swatch(k) {
    return svg("svg", { viewBox: "0 0 34 10", class: "swatch", "aria-hidden": "true" }, svg("path", { d: "M1 5H33", class: `series s${k}` }));
  }
}

export default { render };
