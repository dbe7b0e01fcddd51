// Precision and recall are dragged, and their three means part.
import { decimal, line, worked } from "./numbers.js";
import { drag, follow, frame, html, plane, slider } from "./shared.js";

const STEP = 0.01;

function render({ model, el }) {
  const { words, names, x, y, bars, formulas } = model.get("content");
  const { body, tell } = frame(el, model);
  const state = follow(model);
  const round = (part) => Number(Math.min(Math.max(part, 0), 1).toFixed(2));
  const share = (value) => (typeof value === "number" && value >= 0 && value <= 1 ? value : 0);

  const place = plane({ title: words["means.plane"], x, y });
  place.path("chance", [0, 1], [0, 1]);
  const point = place.dot("here", 8);
  drag(place.node, (event) => {
    const [u, v] = place.under(event);
    state.move({ recall: round(u), precision: round(v) });
  });
  const rows = { label: "", from: 0, to: names.length + 0.5, ticks: [] };
  const levels = plane({ title: words["means.bars"], x: bars, y: rows });
  const drawn = names.map((name, k) => {
    levels.name(0, k + 0.72, name, "name");
    return levels.segment(k < formulas.length ? "bar" : "bar given");
  });
  const sliders = ["precision", "recall"].map((rate) => [rate, slider({
    label: words[rate], from: 0, to: 1, step: STEP, onmove: (value) => state.move({ [rate]: value }),
  })]);
  const lines = formulas.map(() => html("li", {}));
  body.append(...sliders.map(([, { node }]) => node),
    html("div", { class: "views" }, place.figure, levels.figure,
      html("section", { class: "broad" }, html("ul", { class: "workings" }, ...lines))));

  state.each((now) => {
    const terms = { precision: share(now.precision), recall: share(now.recall) };
    for (const [rate, { show }] of sliders) show(terms[rate]);
    point.move(terms.recall, terms.precision);
    const means = formulas.map((formula) => worked(formula, terms).value);
    formulas.forEach((formula, k) => { lines[k].textContent = line(formula, terms); });
    const values = [...means].reverse().concat(terms.recall, terms.precision);
    values.forEach((value, k) => drawn[k].move(0, k + 0.45, value === null ? 0 : Number(value), k + 0.45));
    tell(formulas.map(({ symbol }, k) => `${symbol} ${means[k] === null ? words.undefined : decimal(means[k].valueOf())}`).join(", "));
  });
}

export default { render };
