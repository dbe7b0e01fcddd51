// What all instruments are made of: elements, axes, sliders, and how they speak.
import { fill } from "./numbers.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 260, WIDTH = 320; // of a plane, before it is scaled
const EDGE = { left: 46, right: 14, top: 12, bottom: 40 };
const QUIET = 600; // milliseconds without a move before a screen reader is told

function grown(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const html = (tag, attributes = {}, ...children) =>
  grown(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) =>
  grown(document.createElementNS(SVG, tag), attributes, children);

// The state that is moved: told to all who follow it, and to Python at once, since what isn't sent
// yet would be overwritten by the echo of what was sent before.
export function follow(model) {
  const followers = [];
  model.on("change:state", () => followers.forEach((tell) => tell(model.get("state"))));
  return {
    get now() { return model.get("state"); },
    move(change) {
      model.set("state", { ...model.get("state"), ...change });
      model.save_changes();
    },
    each(tell) { followers.push(tell); tell(model.get("state")); },
  };
}

// The frame around an instrument: its title, its tools, what is said of it.
export function frame(el, model) {
  const { script, words, title, language } = model.get("content");
  const said = html("p", { class: "said", role: "status", "aria-live": "polite" });
  const tools = html("div", { class: "tools" });
  const body = html("div", { class: "body" });
  const root = html("section", { class: `mm-live ${script}`, lang: language, "aria-label": title },
    html("header", {}, html("h3", {}, title), tools), body, said);
  const say = (key, values = {}) => fill(words[key], values);
  let timer = null;
  root.addEventListener("keydown", (event) => event.stopPropagation()); // a notebook has its own
  shade(root);
  el.replaceChildren(root);
  if (document.fullscreenEnabled) {
    const full = () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen());
    tools.append(button(words.full, full));
  }
  if (model.link) {
    const copied = () => navigator.clipboard.writeText(model.link()).then(() => tell(words.copied));
    tools.append(button(words.link, copied));
  }
  function tell(text) {
    clearTimeout(timer);
    timer = setTimeout(() => { said.textContent = text; }, QUIET);
  }
  return { root, tools, body, say, tell };
}

export const button = (text, onclick, more = {}) =>
  html("button", { type: "button", onclick, ...more }, text);

// Dark where the page around is dark, and when it changes.
function shade(root) {
  let page = document;
  try {
    page = window.frameElement?.ownerDocument ?? document;
  } catch { /* a page of another origin around this one keeps its colours to itself */ }
  const prefers = matchMedia("(prefers-color-scheme: dark)");
  const look = () => {
    const { jpThemeLight, vscodeThemeKind = "" } = page.body.dataset;
    const dark = jpThemeLight ? jpThemeLight === "false"
      : vscodeThemeKind ? vscodeThemeKind.includes("dark") : page.body.dataset.mmPage === "" && prefers.matches;
    root.classList.toggle("dark", dark);
  };
  new MutationObserver(look).observe(page.body, { attributes: true });
  prefers.addEventListener("change", look);
  look();
}

// The table of right and wrong, truth in rows; `cell` gives what stands in each.
export const SQUARE = [["TN", "FP"], ["FN", "TP"]];
export function square({ predicted, truth }, classes, cell, look = "matrix") {
  const head = (scope, what, which) => html("th", { scope }, `${what} ${which}`);
  return html("table", { class: look },
    html("tr", {}, html("td", {}), ...classes.map((which) => head("col", predicted, which))),
    ...SQUARE.map((row, k) => html("tr", {}, head("row", truth, classes[k]),
      ...row.map((name) => html("td", {}, cell(name))))));
}

// Lines of working, of which one is chosen: by a click, or while it is pointed at or has the focus.
export function choosing(many, onlight, onpin = () => {}) {
  let pinned = 0, lit = 0;
  const light = (which = lit) => {
    lit = which;
    nodes.forEach((node, k) => node.setAttribute("aria-pressed", String(k === lit)));
    onlight(lit);
  };
  const nodes = Array.from({ length: many }, (_, k) => {
    const node = html("button", { type: "button", class: "line", onclick: () => { pinned = k; light(k); onpin(k); } });
    for (const event of ["pointerenter", "focus"]) node.addEventListener(event, () => light(k));
    for (const event of ["pointerleave", "blur"]) node.addEventListener(event, () => light(pinned));
    return node;
  });
  return { nodes, light, list: html("ul", { class: "workings" }, ...nodes.map((node) => html("li", {}, node))) };
}

// Arrow keys go through the chips of a box, of which Tab meets one.
export function roving(box) {
  box.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = [...box.querySelectorAll(".chip")];
    const next = by && all[all.indexOf(event.target) + by];
    if (!next) return;
    all.forEach((one) => { one.tabIndex = one === next ? 0 : -1; });
    next.focus();
    event.preventDefault();
  });
}

// A slider over stops or numbers, with its value beside it; `write` gives its text.
export function slider({ label, from = 0, to, step = 1, write = String, onmove }) {
  const shown = html("output", {});
  const input = html("input", {
    type: "range", min: from, max: to, step, "aria-label": label, oninput: () => onmove(Number(input.value)),
  });
  const node = html("label", { class: "slider" }, html("span", {}, label), input, shown);
  return {
    node,
    show(value) {
      input.value = value;
      shown.textContent = write(value);
      input.setAttribute("aria-valuetext", shown.textContent);
    },
  };
}

// Drag with a mouse, a pen or a finger: `onmove` gets each event from the first touch on.
export function drag(node, onmove) {
  node.classList.add("drag");
  node.addEventListener("pointerdown", (event) => {
    const own = event.target.closest("input, select, button");
    if (own && own !== node) return; // what is typed into inside it
    node.setPointerCapture(event.pointerId);
    onmove(event);
    event.preventDefault();
  });
  node.addEventListener("pointermove", (event) => {
    if (node.hasPointerCapture(event.pointerId)) onmove(event);
  });
}

// Axes: from `x: {label, from, to, ticks: [[value, text], …]}`, and `y` likewise; `equal` where one
// unit is as long on both.
export function plane({ title, x, y, paths = [], equal = false, high = equal ? asLong(x, y) : HEIGHT }) {
  const left = x.from, right = x.to, low = y.from, top = y.to;
  const wide = WIDTH - EDGE.left - EDGE.right, tall = high - EDGE.top - EDGE.bottom;
  const at = (u, v) => [
    EDGE.left + (wide * (u - left)) / (right - left),
    EDGE.top + tall - (tall * (v - low)) / (top - low),
  ];
  const node = svg("svg", { viewBox: `0 0 ${WIDTH} ${high}`, role: "img", "aria-label": title });
  const figure = html("figure", { class: "plane" }, html("figcaption", {}, title), node);
  for (const [value, text] of x.ticks) {
    const [px] = at(value, low);
    node.append(stroke(px, EDGE.top, px, high - EDGE.bottom, "grid"),
      word(px, high - EDGE.bottom + 16, text, "tick middle"));
  }
  for (const [value, text] of y.ticks) {
    const [, py] = at(left, value);
    node.append(stroke(EDGE.left, py, WIDTH - EDGE.right, py, "grid"),
      word(EDGE.left - 6, py + 4, text, "tick end"));
  }
  node.append(word(EDGE.left + wide / 2, high - 6, x.label, "label middle"));
  const turned = word(0, 0, y.label, "label middle");
  turned.setAttribute("transform", `translate(9 ${EDGE.top + tall / 2}) rotate(-90)`);
  node.append(turned);
  const drawn = {
    node, figure, at,
    add(tag, attributes, ...children) {
      const made = svg(tag, attributes, ...children);
      node.append(made);
      return made;
    },
    // The place of a pointer, in the units of the axes.
    under(event) {
      // Where a plane is lower than it could be, it is narrower than its node, too.
      const { x: px, y: py } = new DOMPoint(event.clientX, event.clientY).matrixTransform(node.getScreenCTM().inverse());
      return [left + ((px - EDGE.left) / wide) * (right - left), low + ((EDGE.top + tall - py) / tall) * (top - low)];
    },
    path(look, xs = [], ys = []) {
      const made = drawn.add("path", { class: look });
      const draw = (us, vs) => made.setAttribute("d", track(us, vs, at));
      draw(xs, ys);
      return { node: made, draw };
    },
    dot(look, radius = 6) {
      const made = drawn.add("circle", { class: look, r: radius, visibility: "hidden" });
      return { node: made, move: (u, v) => place(made, u, v, (px, py) => ({ cx: px, cy: py })) };
    },
    segment(look) {
      const made = drawn.add("line", { class: look, visibility: "hidden" });
      return {
        node: made,
        move(u, v, u2, v2) {
          const [px2, py2] = at(u2, v2);
          place(made, u, v, (px, py) => ({ x1: px, y1: py, x2: px2, y2: py2 }));
        },
      };
    },
    name: (u, v, text, look = "") => node.append(word(...at(u, v), text, look)),
  };
  function place(made, u, v, attributes) {
    const there = u !== null && v !== null && u !== undefined && v !== undefined;
    made.setAttribute("visibility", there ? "visible" : "hidden");
    if (there) for (const [name, value] of Object.entries(attributes(...at(u, v)))) made.setAttribute(name, value);
  }
  for (const path of paths) {
    drawn.path(path.look, path.x, path.y);
    if (path.label) drawn.name(...path.label.at, path.label.text, "name");
  }
  return drawn;
}

// A line through points; where one is missing, it breaks.
function track(xs, ys, at) {
  let pen = "M";
  return xs.map((x, i) => {
    if (x === null || ys[i] === null) { pen = "M"; return ""; }
    const [px, py] = at(x, ys[i]);
    const step = `${pen}${px.toFixed(1)} ${py.toFixed(1)}`;
    pen = "L";
    return step;
  }).join("");
}

const stroke = (x1, y1, x2, y2, look) => svg("line", { x1, y1, x2, y2, class: look });
export const word = (x, y, text, look) => svg("text", { x, y, class: look }, text);

// The nearest of some points on a plane to a pointer, by its place in the list.
export function nearest(plane, event, xs, ys) {
  const [u, v] = plane.under(event);
  const [px, py] = plane.at(u, v);
  let best = 0, least = Infinity;
  xs.forEach((x, i) => {
    if (x === null || ys[i] === null) return;
    const [qx, qy] = plane.at(x, ys[i]);
    const far = Math.hypot(px - qx, py - qy);
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

// Names of boxes find their places one after the other, where they hide the fewest others: above
// their box, below it, or inside; at its left end, or on the right of the picture at its right end.
export function apart(labels) {
  const sizes = labels.map(({ node }) => node.getBBox());
  const placed = [];
  labels.forEach(({ node, box: [left, top, right, bottom] }, i) => {
    const { width, height } = sizes[i];
    const heights = [[top - 4, 0], [bottom + 11, 0], [top + 11, 3], [bottom - 4, 3]];
    const ends = left < WIDTH / 2 ? [false, true] : [true, false];
    const spots = ends.flatMap((end) => heights.map(([y, by]) => ({ y, x: end ? right - by : left + by, end })))
      .map((spot) => ({ ...spot, width, height, from: spot.end ? spot.x - width : spot.x, to: spot.end ? spot.x : spot.x + width }))
      .filter(({ from, to }, k) => k < heights.length || (from > 0 && to < WIDTH));
    const hides = (a) => placed.filter((b) => a.from < b.to && b.from < a.to && a.y - a.height < b.y && b.y - b.height < a.y).length;
    const spot = spots.reduce((best, one) => (hides(one) < hides(best) ? one : best));
    node.setAttribute("x", spot.x);
    node.setAttribute("y", spot.y);
    node.classList.toggle("end", spot.end);
    placed.push(spot);
  });
}

// A number to type, or to step with the arrow keys.
export function field({ label, from = 0, to, step = 1, onmove }) {
  const node = html("input", {
    type: "number", min: from, max: to, step, "aria-label": label,
    oninput: () => { if (node.value !== "") onmove(Number(node.value)); },
  });
  return {
    node,
    // What somebody is typing stays as it is: "0." is on its way to 0.5.
    show(value) { if (node.value === "" || Number(node.value) !== value) node.value = value; },
  };
}

// A handle at the edge of a box, dragged along one side: a share of it, counted `from` one end.
export function grip({ label, from, within, step = 0.01, onmove }) {
  const upright = from === "bottom";
  const node = html("button", { type: "button", class: `grip from-${from}`, role: "slider", "aria-label": label, "aria-valuemin": 0, "aria-valuemax": 1, "aria-orientation": upright ? "vertical" : "horizontal" }, upright ? "↕" : "↔");
  const inside = (part) => Math.min(Math.max(part, 0), 1);
  let at = 0;
  drag(node, (event) => {
    const box = within.getBoundingClientRect();
    const way = { bottom: box.bottom - event.clientY, left: event.clientX - box.left, right: box.right - event.clientX }[from];
    onmove(inside(way / (upright ? box.height : box.width)));
  });
  const keys = { ArrowUp: 1, ArrowDown: -1, ArrowRight: from === "right" ? -1 : 1, ArrowLeft: from === "right" ? 1 : -1, PageUp: 10, PageDown: -10 };
  node.addEventListener("keydown", (event) => {
    const by = { ...keys, Home: -1 / step, End: 1 / step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onmove(inside(at + by * step));
  });
  return {
    node,
    show(part, text) {
      at = part;
      node.style[from] = `${100 * part}%`;
      node.setAttribute("aria-valuenow", part);
      node.setAttribute("aria-valuetext", text);
    },
  };
}

// How high a plane is on which both axes have one unit.
const asLong = (x, y) => EDGE.top + EDGE.bottom
  + Math.abs((y.to - y.from) / (x.to - x.from)) * (WIDTH - EDGE.left - EDGE.right);

// A plane with marks, as page.py describes them: each seen from a step on, perhaps until another.
export function marked({ marks, ...axes }) {
  const paper = plane(axes);
  const pieces = marks.map(({ kind, look, points, from, until = Infinity, label }) => {
    const node = PIECES[kind](paper, look, ...points, label);
    if (label && kind !== "word") node.append(svg("title", {}, label));
    return { node, from, until };
  });
  return {
    node: paper.figure,
    show: (k) => pieces.forEach(({ node, from, until }) => node.classList.toggle("unseen", k < from || k > until)),
  };
}

const PIECES = {
  path: (drawn, look, xs, ys) => drawn.path(look, xs, ys).node,
  dot: (drawn, look, [x], [y]) => placed(drawn.dot(look), x, y),
  segment: (drawn, look, [x, x2], [y, y2]) => placed(drawn.segment(look), x, y, x2, y2),
  rect(drawn, look, xs, ys) {
    const [[px, py], [qx, qy]] = [drawn.at(xs[0], ys[0]), drawn.at(xs[1], ys[1])];
    return drawn.add("rect", {
      class: look, x: Math.min(px, qx), y: Math.min(py, qy), width: Math.abs(qx - px), height: Math.abs(qy - py),
    });
  },
  word(drawn, look, [x], [y], label) {
    const [px, py] = drawn.at(x, y);
    const dx = !look.includes("near") ? 0 : look.includes("end") ? -8 : 8;
    const dy = look.includes("above") ? -7 : look.includes("below") ? 15 : 0;
    const made = word(px + dx, py + dy, label, look);
    drawn.node.append(made);
    return made;
  },
};

function placed({ node, move }, ...place) {
  move(...place);
  node.removeAttribute("visibility");
  return node;
}

const AROUND = 4; // rows of a long table that are seen above and below the one of the step

// A table with a row for each step; of many, those around the step are seen.
export function tabulated({ columns, rows }, label) {
  const aligned = ([, align]) => ({ class: align === "right" ? "end" : undefined });
  const lines = rows.map((cells) => html("tr", {}, ...cells.map((text, i) => html("td", aligned(columns[i]), text))));
  const head = html("tr", {}, ...columns.map((column) => html("th", { scope: "col", ...aligned(column) }, column[0])));
  const shown = 2 * AROUND + 1;
  return {
    node: html("div", { class: "rows", tabindex: 0, role: "region", "aria-label": label },
      html("table", {}, html("thead", {}, head), html("tbody", {}, ...lines))),
    show(k) {
      const top = Math.min(Math.max(k - AROUND, 0), Math.max(lines.length - shown, 0));
      lines.forEach((line, i) => {
        line.classList.toggle("folded", i < top || i >= top + shown);
        line.classList.toggle("marked", i === k);
        if (i === k) line.setAttribute("aria-current", "step"); else line.removeAttribute("aria-current");
      });
    },
  };
}

// One of several, chosen in a list.
export function choice({ label, options, onmove }) {
  const input = html("select", { onchange: () => onmove(input.selectedIndex) }, ...options.map((one) => html("option", {}, one)));
  return { node: html("label", { class: "row" }, html("span", {}, label), input), show: (k) => { input.selectedIndex = k; } };
}

// Lines of working, one below the other.
export function workings(many, look = "") {
  const lines = Array.from({ length: many }, () => html("li", {}));
  return { node: html("ul", { class: `workings ${look}` }, ...lines), show: (texts) => lines.forEach((one, k) => { one.textContent = texts[k]; }) };
}
