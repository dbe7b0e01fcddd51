// Four cells are dragged, or the rates that make them; every rate follows.
import { decimal, evaluate, inOrder, line, told } from "./numbers.js";
import { choosing, drag, field, follow, frame, grip, html, slider, square, SQUARE } from "./shared.js";

const KNOBS = ["prevalence", "recall", "specificity"];
const LEAST = 10; // samples that a whole cell stands for, at least, while it is dragged

function render({ model, el }) {
  const content = model.get("content");
  const { words, formulas, steps, sides, most } = content;
  const { body, tell } = frame(el, model);
  const state = follow(model);
  const cells = SQUARE.flat();
  let now = {};

  const share = (text) => { // whoever changed a link by hand starts at 0
    const fits = /^\d{1,20}(\/\d{1,20}|\.\d{1,20})?$/.test(text) && !/\/0+$/.test(text);
    const { value } = evaluate(fits ? text : "0", {});
    return value.compare(1) > 0 ? "1" : fits ? text : "0";
  };
  const count = (value) => (Number.isInteger(value) && value >= 0 ? Math.min(value, most) : 0);
  const asked = () => (state.now.by === "rates"
    ? { n: count(state.now.n), ...Object.fromEntries(KNOBS.map((name) => [name, share(state.now[name])])) }
    : { n: Number(evaluate(content.total, now).value), ...Object.fromEntries(KNOBS.map((name) => [name, text(name)])) });
  const rate = (name) => evaluate(sides[name], now).value;
  const text = (name) => rate(name)?.toFraction() ?? "0";
  const place = (name) => rate(name)?.valueOf() ?? 0;
  const setCell = (cell, value) => {
    if (value !== now[cell]) state.move({ by: "cells", ...now, [cell]: count(value) });
  };
  const setRate = (name, value) => state.move({ ...now, ...asked(), by: "rates", [name]: value });

  const inputs = {}, bars = {}, boxes = {}, roles = {};
  const box = (cell) => {
    inputs[cell] = field({ label: cell, from: 0, to: most, onmove: (value) => setCell(cell, Math.round(value)) });
    bars[cell] = html("i", { class: "level" });
    roles[cell] = html("small", { class: "role" });
    boxes[cell] = html("div", { class: `cell ${cell}` }, html("span", {}, cell), inputs[cell].node, roles[cell], bars[cell]);
    let from = null;
    drag(boxes[cell], (event) => {
      // As high as the box is, so many samples as the largest cell had when the drag began.
      if (event.type === "pointerdown") from = { y: event.clientY, count: now[cell], scale: Math.max(LEAST, ...cells.map((one) => now[one])) };
      const moved = ((from.y - event.clientY) / boxes[cell].offsetHeight) * from.scale;
      setCell(cell, Math.max(0, Math.round(from.count + moved)));
    });
    return boxes[cell];
  };
  const table = square(words, [words.negative, words.positive], box, "matrix even");

  const areas = Object.fromEntries(cells.map((cell) => [cell, html("div", { class: `area ${cell}` }, html("span", {}, cell))]));
  const rows = SQUARE.map((row) => html("div", { class: "strip" }, ...row.map((cell) => areas[cell])));
  const mosaic = html("div", { class: "mosaic", role: "img" }, ...rows);
  const knob = (name, from) => grip({
    label: words[name], from, within: mosaic, onmove: (part) => setRate(name, part.toFixed(2)),
  });
  const grips = { prevalence: knob("prevalence", "bottom"), specificity: knob("specificity", "left"), recall: knob("recall", "right") };
  const map = html("div", { class: "map" }, mosaic, ...KNOBS.map((name) => grips[name].node));

  const size = field({ label: words.n, from: 0, to: most, onmove: (value) => setRate("n", count(Math.round(value))) });
  const sliders = Object.fromEntries(KNOBS.map((name) => [name, slider({
    label: words[name], to: 1, step: 0.001, onmove: (value) => setRate(name, String(value)),
    write: (value) => decimal(value),
  })]));

  const choice = choosing(formulas.length, (lit) => {
    for (const cell of cells) {
      const role = formulas[lit]?.roles[cell];
      roles[cell].textContent = role ? words[`role.${role}`] : "";
      for (const node of [boxes[cell], areas[cell]]) node.dataset.role = role ?? "";
    }
  });
  const section = (title, how, ...parts) => html("section", {}, html("h4", {}, title), ...parts, html("p", { class: "hint" }, how));
  body.append(html("div", { class: "views broad" },
    section(words.matrix, words.cells_how, table),
    section(words.mosaic, words.mosaic_how, map),
    html("section", {}, html("label", { class: "slider" }, html("span", {}, words.n), size.node), ...KNOBS.map((name) => sliders[name].node)),
    html("section", { class: "wide" }, html("h4", {}, words.working),
      choice.list, html("p", { class: "hint" }, words.pick))));

  const percent = (part) => `${100 * part}%`;
  state.each((moved) => {
    const given = moved.by === "rates" ? inOrder(steps, asked()) : moved;
    now = Object.fromEntries(cells.map((cell) => [cell, count(Number(given[cell]))]));
    const most = Math.max(1, ...cells.map((cell) => now[cell]));
    for (const cell of cells) {
      inputs[cell].show(now[cell]);
      bars[cell].style.height = percent(now[cell] / most);
      areas[cell].title = `${cell} ${now[cell]}`;
    }
    rows[1].style.height = percent(place("prevalence"));
    areas.TN.style.width = percent(place("specificity"));
    areas.TP.style.width = percent(place("recall"));
    const wanted = asked();
    size.show(wanted.n);
    for (const name of KNOBS) {
      sliders[name].show(evaluate(wanted[name], {}).value.valueOf());
      grips[name].show(place(name), decimal(place(name)));
    }
    formulas.forEach((formula, k) => { choice.nodes[k].textContent = line(formula, now); });
    const says = cells.map((cell) => `${cell} ${now[cell]}`).join(", ");
    mosaic.setAttribute("aria-label", `${words.mosaic}: ${says}`);
    tell(`${says}. ${formulas.map((formula) => told(formula, now, words.undefined)).join(", ")}`);
    choice.light();
  });
}

export default { render };
