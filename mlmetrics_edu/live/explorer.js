// A threshold slides through the scores, and everything that hangs on it follows.
import { line, told, worked } from "./numbers.js";
import { button, drag, follow, frame, html, nearest, plane, roving, slider, square } from "./shared.js";

const CELLS = ["TN", "FP", "FN", "TP"];
const SEEN = 12; // names of a cell

function render({ model, el }) {
  const content = model.get("content");
  const { models, words, formulas } = content;
  const { root, tools, body, say, tell } = frame(el, model);
  const state = follow(model);
  const views = html("div", { class: "views" });
  const parts = []; // what follows the threshold
  let m = models[0], row = 0, lit = new Set();

  const counts = (by = 0) => {
    const at = Math.min(Math.max(row + by, 0), m.threshold.length - 1);
    return Object.fromEntries(CELLS.map((cell) => [cell, m[cell]?.[at] ?? "?"]));
  };
  const cut = () => (state.now.threshold === null ? words.top : say("cut", { threshold: written() }));
  const written = () => (m.number[row] === state.now.threshold ? m.shown[row] : String(state.now.threshold));
  const to = (k) => {
    const stop = Math.min(Math.max(k, 0), m.threshold.length - 1);
    state.move({ threshold: stop ? m.number[stop] : null });
  };
  // The last row whose threshold is still high enough; rows fall from high to low.
  const rowOf = (threshold) => {
    let low = 0, high = m.threshold.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (m.number[middle] >= threshold) low = middle; else high = middle;
    }
    return threshold === null ? 0 : low;
  };
  const outcome = (k) => CELLS[2 * m.samples.positive[k] + (m.samples.row[k] <= row)];
  const inCell = (cell) => m.samples.positive.map((_, k) => k).filter((k) => outcome(k) === cell);
  const light = (which) => {
    lit = new Set(which);
    parts.forEach((part) => part.light?.());
  };
  // Whatever is pointed at, by mouse, finger or keyboard, lights up what belongs to it.
  const points = (node, which, click) => {
    for (const event of ["pointerenter", "focus"]) node.addEventListener(event, () => light(which()));
    for (const event of ["pointerleave", "blur"]) node.addEventListener(event, () => light([]));
    if (click) node.addEventListener("click", click);
  };

  const BUILT = {
    ranking() {
      const { ids, scores, positive, row: enters } = m.samples;
      const names = ids.map((id, k) => {
        const sign = html("b", {});
        const chip = html("button", { type: "button", class: positive[k] ? "chip true" : "chip", tabindex: k ? -1 : 0 },
          id, html("small", {}, scores[k]), sign);
        points(chip, () => [k], () => to(enters[k]));
        return { chip, sign, shown: "" };
      });
      const chips = html("div", { class: "chips", role: "toolbar", "aria-label": words.samples }, ...names.map(({ chip }) => chip));
      roving(chips);
      const show = () => {
        names.forEach(mark);
        const last = names[enters.findLastIndex((enter) => enter <= row)]?.chip ?? chips;
        chips.scrollTop = last === chips ? 0 : last.offsetTop - chips.clientHeight / 2;
      };
      const mark = (name, k) => {
        const now = guessing.hidden ? "?" : outcome(k);
        if (name.shown === now && name.row === (enters[k] <= row)) return;
        Object.assign(name, { shown: now, row: enters[k] <= row });
        name.sign.textContent = now;
        name.chip.classList.toggle("in", name.row);
      };
      return {
        node: html("section", { class: "wide" }, html("h4", {}, words.samples), chips), show,
        light: () => names.forEach(({ chip }, k) => chip.classList.toggle("lit", lit.has(k))),
      };
    },
    matrix() {
      const cells = Object.fromEntries(CELLS.map((cell) => {
        const number = html("b", {});
        const node = html("button", { type: "button", class: `cell ${cell}` }, cell, number);
        const who = () => (m.samples && !guessing.hidden ? inCell(cell) : []);
        points(node, who, () => name(cell, who()));
        node.addEventListener("pointerenter", () => name(cell, who()));
        node.addEventListener("focus", () => name(cell, who()));
        return [cell, { node, number }];
      }));
      const list = html("p", { class: "who" }, words["explorer.who"]);
      const name = (cell, which) => {
        if (!m.samples || guessing.hidden) return;
        const ids = which.slice(0, SEEN).map((k) => m.samples.ids[k]).join(", ");
        const more = which.length > SEEN ? say("explorer.more", { n: which.length }) : "";
        list.textContent = `${cell}: ${ids || "–"}${more}`;
      };
      const table = square(words, content.classes, (cell) => cells[cell].node);
      return {
        node: html("section", {}, html("h4", {}, words.matrix), table, m.samples ? list : null),
        show() {
          const now = counts();
          for (const cell of CELLS) cells[cell].number.textContent = guessing.hidden ? "?" : now[cell];
          list.textContent = words["explorer.who"];
        },
        light() {
          const there = new Set([...lit].map(outcome));
          for (const cell of CELLS) cells[cell].node.classList.toggle("lit", lit.size > 0 && lit.size < 4 && there.has(cell));
        },
      };
    },
    working() {
      const lines = formulas.map(() => html("li", {}));
      return {
        node: html("section", { class: "broad" }, html("h4", {}, words.working), html("ul", { class: "workings" }, ...lines)),
        show() {
          const now = counts();
          formulas.forEach((formula, k) => {
            lines[k].textContent = guessing.hidden ? `${formula.symbol} = ${formula.text} = ?` : line(formula, now, m.exact);
          });
        },
      };
    },
  };
  // A curve, or several, with what moves on it: a point, or a line from here to there.
  const curve = (name) => {
    const spec = m.planes[name];
    const drawn = plane({ ...spec, paths: [] });
    for (const other of models) {
      if (other !== m && other.planes[name].moving === "dot") drawn.path("faint", other.planes[name].at.x, other.planes[name].at.y);
    }
    for (const path of spec.paths) {
      drawn.path(path.look, path.x, path.y);
    }
    const { at } = spec;
    if (spec.moving === "dot") drawn.path("curve", at.x, at.y);
    const moved = spec.moving === "dot" ? drawn.dot("here") : drawn.segment(spec.moving);
    const ghost = spec.moving === "dot" ? drawn.dot("ghost", 8) : null;
    if (spec.moving === "dot") {
      drag(drawn.node, (event) => to(nearest(drawn, event, at.x, at.y)));
      drawn.node.addEventListener("pointermove", (event) => {
        if (!m.samples || event.buttons) return;
        const k = nearest(drawn, event, at.x, at.y);
        light(m.samples.row.map((enters, i) => (enters === k ? i : -1)).filter((i) => i >= 0));
      });
      drawn.node.addEventListener("pointerleave", () => light([]));
    }
    return {
      node: drawn.figure,
      show: () => (spec.moving === "dot" ? moved.move(at.x[row], at.y[row])
        : moved.move(at.x[row], at.y[row], at.x2[row], at.y2[row])),
      light() {
        const k = lit.size === 1 ? m.samples.row[[...lit][0]] : null;
        ghost?.move(at.x[k], at.y[k]);
      },
    };
  };

  const guessing = guess({ content, say, words, counts, exact: () => m.exact, changed: () => parts.forEach((part) => part.show()) });
  const bar = slider({ label: words.threshold, from: 0, to: 1, write: cut, onmove: to });
  const step = (by) => button(by < 0 ? "◀" : "▶", () => to(row + by), { "aria-label": by < 0 ? words["explorer.higher"] : words["explorer.lower"] });
  const which = html("div", { class: "row" });
  const snaps = html("div", { class: "row" });
  tools.prepend(guessing.toggle);
  body.append(which, html("div", { class: "row" }, step(-1), step(1), html("div", { style: "flex:1" }, bar.node)), snaps, guessing.node, views);
  const build = () => {
    parts.splice(0, parts.length, ...content.views.map((view) => (BUILT[view] ?? (() => curve(view)))()));
    views.replaceChildren(...parts.map(({ node }) => node));
    bar.node.querySelector("input").max = m.threshold.length - 1;
    snaps.style.display = m.snaps.length ? "" : "none";
    snaps.replaceChildren(html("span", {}, words["explorer.snap"]), ...m.snaps.map(({ says, rows }) =>
      button(says, () => to(rows[(rows.indexOf(row) + 1) % rows.length]))));
    which.replaceChildren(...(models.length > 1 ? models.map(({ name }, k) =>
      button(name, () => state.move({ model: k }), { "aria-pressed": String(models[k] === m) })) : []));
  };
  for (const one of models) one.number ??= one.threshold.map((text) => (text === "+∞" ? Infinity : Number(text)));
  root.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input[type=text], .chips")) return;
    event.preventDefault();
    to(row + by);
  });
  let built = null;
  state.each(({ threshold, model: chosen }) => {
    m = models[chosen] ?? models[0];
    row = rowOf(threshold);
    if (built !== m) { built = m; build(); }
    guessing.moved();
    bar.show(row);
    parts.forEach((part) => part.show());
    const now = counts();
    const said = guessing.hidden ? "" : ` ${CELLS.map((cell) => `${cell} ${now[cell]}`).join(", ")}. ${formulas.map((formula) => told(formula, now, words.undefined)).join(", ")}`;
    tell(`${cut()}.${said}`);
  });
}

// "Predict first": numbers stay hidden until somebody has said what they will be.
function guess({ content, say, words, counts, exact, changed }) {
  const { formulas } = content;
  const choice = html("select", { "aria-label": words["explorer.asked"] },
    ...formulas.map(({ symbol }, k) => html("option", { value: k }, symbol)));
  const typed = html("input", { type: "text", size: 9, "aria-label": words["explorer.yours"], inputmode: "decimal" });
  const verdict = html("p", { role: "status", class: "verdict" });
  const form = html("form", { class: "row", onsubmit: check }, html("span", {}, words["explorer.predict_what"]), choice, typed,
    html("button", { type: "submit" }, words["explorer.check"]), button(words["explorer.open"], open));
  const node = html("div", { class: "guess", hidden: true }, form, verdict);
  const self = {
    hidden: false, node,
    toggle: button(words["explorer.predict"], () => on(node.hidden), { "aria-pressed": "false" }),
    moved() { if (!node.hidden && !self.hidden) { self.hidden = true; verdict.textContent = ""; typed.value = ""; } },
  };
  function on(wished) {
    node.hidden = !wished;
    self.hidden = wished;
    self.toggle.setAttribute("aria-pressed", String(wished));
    verdict.textContent = "";
    changed();
  }
  function open() { self.hidden = false; changed(); }
  function check(event) {
    event.preventDefault();
    const formula = formulas[choice.value];
    const mine = number(typed.value);
    verdict.textContent = mine === null ? words["explorer.unread"] : judged(formula, mine);
  }
  function judged(formula, { value: mine, digits }) {
    const right = worked(formula, counts()).value?.valueOf() ?? NaN;
    const near = (slack) => Math.abs(right - mine) <= (digits === Infinity ? 1e-12 : slack(right));
    if (!near(digits === 2 ? second : third)) return digits < 3 ? words["explorer.more_digits"] : words["explorer.unknown"];
    open();
    return `${words[near(third) ? "explorer.right" : "explorer.two_digits"]} ${line(formula, counts(), exact())}`;
  }
  return self;
}

// Half a unit of the third digit of a number, and of the second.
const third = (x) => (x ? 0.5001 * 10 ** (Math.floor(Math.log10(Math.abs(x))) - 2) : 0.0005);
const second = (x) => 10 * third(x);

// What people type, 2/5, 0.4, 0,4 or 40 %, and in how many digits; null where it is no number.
function number(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  const [, above, below, percent] = plain.match(/^(-?\d*\.?\d+)(?:\s*\/\s*(\d*\.?\d+))?\s*(%?)$/) ?? [];
  if (above === undefined || (below !== undefined && Number(below) === 0)) return null;
  const value = Number(above) / Number(below ?? 1) / (percent ? 100 : 1);
  const digits = above.replace(/[-.]/g, "").replace(/^0+/, "").length;
  const whole = below !== undefined || value === 0 || (Number.isInteger(value) && !above.includes("."));
  return { value, digits: whole ? Infinity : digits };
}

export default { render };
