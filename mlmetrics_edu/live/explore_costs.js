// Prices slide, and another threshold rules; a point of the ROC plane is dragged, and its line swings.
import { decimal, evaluate, line, worked } from "./numbers.js";
import { drag, follow, frame, html, nearest, plane, slider } from "./shared.js";

const NEAR = 9; // units of the drawing: so near to the curve, a point settles on it
const FINE = 100; // steps of a free point from 0 to 1

function render({ model, el }) {
  const content = model.get("content");
  const { words, stops, counts, names, fpr, tpr, fnr, stretches, bounds, axes, exact, opening } = content;
  const { body, say, tell } = frame(el, model);
  const state = follow(model);
  const move = (change) => { state.move(change); show(); };

  const sliders = Object.entries({ fp: words["costs.fp"], fn: words["costs.fn"], p: words["costs.p"] }).map(([name, label]) => {
    const values = stops[name];
    const bar = slider({ label, to: values.length - 1, write: () => String(now()[name]), onmove: (k) => move({ [name]: values[k] }) });
    const place = (value) => Math.max(0, values.findLastIndex((stop) => stop <= value));
    return { node: bar.node, show: () => bar.show(place(now()[name])) };
  });
  const along = slider({ label: words["costs.along"], to: names.length - 1, write: () => written(now().row), onmove: (row) => move({ row }) });
  const written = (row) => (row === null ? words["costs.free"] : `≥ ${names[row]}`);

  const costs = plane({ title: words["costs.cost"], x: axes.cost[0], y: axes.cost[1] });
  const ends = content.faint.flatMap((row) => [[0, fpr[row]], [1, fnr[row]], [null, null]]);
  costs.path("faint lines", ends.map(([x]) => x), ends.map(([, y]) => y));
  costs.path("curve", ...content.envelope);
  const here = costs.segment("chance"), ruling = costs.segment("cut"), swung = costs.segment("other"), spot = costs.dot("here");

  const roc = plane({ title: words["costs.roc"], x: axes.roc[0], y: axes.roc[1] });
  roc.node.setAttribute("role", "group"); // its point can be focused
  const clip = `mm-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  const [[x0, y0], [x1, y1]] = [roc.at(0, 1), roc.at(1, 0)];
  const square = document.createElementNS(roc.node.namespaceURI, "rect");
  for (const [name, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 })) square.setAttribute(name, value);
  roc.add("clipPath", { id: clip }, square);
  roc.path("chance", [0, 1], [0, 1]);
  roc.path("faint", fpr, tpr);
  roc.path("curve", ...content.hull);
  const iso = roc.segment("cut");
  iso.node.setAttribute("clip-path", `url(#${clip})`);
  const corner = roc.dot("here");
  const point = roc.dot("handle d", 7);
  for (const [name, value] of Object.entries({ tabindex: 0, role: "button" })) point.node.setAttribute(name, value);
  drag(roc.node, (event) => {
    if (event.type === "pointerdown") point.node.focus();
    const [u, v] = roc.under(event);
    const row = nearest(roc, event, fpr, tpr);
    const [[px, py], [qx, qy]] = [roc.at(u, v), roc.at(fpr[row], tpr[row])];
    if (Math.hypot(px - qx, py - qy) < NEAR) move({ row });
    else free(u, v);
  });
  point.node.addEventListener("keydown", (event) => {
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const at = where(now());
    free(...way.map((by, k) => at[k] + by / FINE));
  });
  const inside = (value) => Math.min(Math.max(Math.round(value * FINE), 0), FINE) / FINE;
  const free = (u, v) => move({ row: null, fpr: inside(u), tpr: inside(v) });
  const where = ({ row, ...at }) => (row === null ? [at.fpr, at.tpr] : [fpr[row], tpr[row]]);

  const rules = html("table", { class: "rules" });
  const rows = stretches.map(({ who, from, to }) => html("tr", {}, html("td", {}, `${from} – ${to}`), html("td", {}, who)));
  rules.append(html("tr", {}, html("th", { scope: "col" }, "P(+)cost"), html("th", { scope: "col" }, words["costs.rules"])), ...rows);
  const verdict = html("p", { class: "verdict" }), cells = html("p", {}), other = html("p", {});
  const lines = ["place", "cost", "normalised", "slope"].map((name) => ({ name, node: html("li", { class: name }) }));
  const moved = html("li", { class: "moved" });
  body.append(html("div", { class: "trio" }, ...sliders.map(({ node }) => node)), verdict,
    html("div", { class: "trio" },
      html("div", {}, costs.figure), html("div", {}, roc.figure, along.node, html("p", {}, html("b", { class: "key d" }, words["costs.other"]), " ", words["costs.moved"])),
      html("section", {}, html("h4", {}, words["costs.who"]), html("div", { class: "tall" }, rules)),
      html("section", { class: "wide" }, cells, html("h4", {}, words.working),
        html("ul", { class: "workings" }, ...lines.map(({ node }) => node), moved))));

  function now() {
    const known = { ...opening };
    for (const [name, [low, high]] of Object.entries(content.ranges)) {
      const value = state.now[name];
      if (Number.isFinite(value) && value >= low && value <= high) known[name] = value;
    }
    const { row } = state.now;
    return row === null || (Number.isInteger(row) && row in names) ? { ...known, row } : known;
  }
  function show() {
    const { fp, fn, p, ...at } = now();
    const prices = { cFP: String(fp), cFN: String(fn), p: String(p) };
    const x = worked(content.place, prices).value;
    const k = bounds.slice(1, -1).filter((bound) => bound <= x.valueOf()).length;
    const { row, who } = stretches[k];
    const terms = (of) => ({ ...prices, ...Object.fromEntries(Object.entries(counts).map(([cell, all]) => [cell, all[of]])) });
    const cost = worked(content.cost, terms(row)).value, height = worked(content.normalised, terms(row)).value;
    const slope = worked(content.slope, prices).value;
    const tilt = (u) => evaluate(content.iso_line.tree, { x: u, slope, fpr: fpr[row], tpr: tpr[row] }).value.valueOf();

    sliders.forEach((one) => one.show());
    along.show(at.row ?? nearestRow(where(at)));
    along.node.querySelector("output").textContent = written(at.row);
    here.move(x.valueOf(), 0, x.valueOf(), 1);
    ruling.move(0, fpr[row], 1, fnr[row]);
    spot.move(x.valueOf(), height.valueOf());
    corner.move(fpr[row], tpr[row]);
    if (slope === null) iso.move(fpr[row], 0, fpr[row], 1);
    else iso.move(0, tilt(0), 1, tilt(1));

    const [u, v] = where(at);
    const own = at.row === null ? [content.of_point, { ...prices, fpr: String(u), tpr: String(v) }] : [content.normalised, terms(at.row)];
    point.move(u, v);
    point.node.setAttribute("aria-label", say("costs.point", { fpr: u, tpr: v }));
    swung.move(0, u, 1, at.row === null ? missed(v) : fnr[at.row]);
    moved.textContent = `${words["costs.other"]}: ${line(...own, exact)}`;

    rows.forEach((one, i) => one.classList.toggle("lit", i === k));
    rows[k].setAttribute("aria-current", "true");
    rows.forEach((one, i) => { if (i !== k) one.removeAttribute("aria-current"); });
    verdict.textContent = say("costs.verdict", { x: decimal(x.valueOf()), who, cost: decimal(cost.valueOf()) });
    cells.textContent = Object.entries(counts).map(([cell, all]) => `${cell} ${all[row]}`).join(" · ");
    for (const { name, node } of lines) node.textContent = line(content[name], terms(row), exact);
    tell(verdict.textContent);
  }
  function missed(v) {
    const [{ tree }] = content.of_point.rates;
    return evaluate(tree, { tpr: String(v) }).value.valueOf();
  }
  function nearestRow([u, v]) {
    const points = fpr.map((x, i) => [x, tpr[i]]);
    const far = points.map(([x, y]) => Math.hypot(x - u, y - v));
    return far.indexOf(Math.min(...far));
  }
  state.each(show);
}

export default { render };
