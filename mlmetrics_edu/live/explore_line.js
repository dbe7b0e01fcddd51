// Points and a line are dragged; each error is a stick or a square, and all metrics follow.
import { both, decimal, evaluate, line, signed, told } from "./numbers.js";
import { button, drag, follow, frame, html, nearest, plane, workings } from "./shared.js";

const FAR = 10; // steps, with the shift key or by a page
const WAYS = { ArrowUp: 1, ArrowDown: -1, PageUp: FAR, PageDown: -FAR };
const ASIDE = { ArrowLeft: -1, ArrowRight: 1 };
const WRITTEN = /^-?\d{1,200}(\.\d{1,99}|\/0*[1-9]\d{0,199})?$/; // a number of a line, in a link
const HIGH = 290, HANDLE = 7;

function render({ model, el }) {
  const content = model.get("content");
  const { words, opening, x, ends, axes, steps, rules, shows, formulas, chosen } = content;
  const { body, say, tell } = frame(el, model);
  const state = follow(model);
  const many = x.length, [low, high] = [axes[1].from, axes[1].to], pivot = evaluate(content.pivot, {}).value.valueOf();
  const inside = (v) => Math.min(Math.max(v, low), high);
  const snapped = (v, { by, places: digits }) => (Math.round(v / by) * by).toFixed(digits).replace(/^-(?=[0.]*$)/, "");
  let now = known(state.now), picked = null, held = null;

  function known({ y, line: pair, rule, shown }) { // whoever changed a link by hand starts anew
    const points = Array.isArray(y) && y.length === many && y.every((v) => Number.isFinite(v) && v >= low && v <= high && Number(v.toFixed(6)) === v);
    const two = Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string" && WRITTEN.test(text));
    return { y: points ? y : opening.y, line: two ? pair : opening.line, rule: rules.includes(rule) ? rule : opening.rule, shown: shows.includes(shown) ? shown : opening.shown };
  }

  const drawn = plane({ title: words["line.plane"], x: axes[0], y: axes[1], high: HIGH });
  drawn.node.setAttribute("role", "group"); // its points can be focused
  const clip = `mm-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  const edge = [drawn.at(axes[0].from, high), drawn.at(axes[0].to, low)];
  const hole = document.createElementNS(drawn.node.namespaceURI, "rect");
  put(hole, { x: edge[0][0], y: edge[0][1], width: edge[1][0] - edge[0][0], height: edge[1][1] - edge[0][1] });
  drawn.add("clipPath", { id: clip }, hole);
  const squares = x.map(() => drawn.add("rect", { class: "square" }));
  const mean = drawn.segment("chance"), path = drawn.path("curve"), sticks = x.map(() => drawn.segment("stick"));
  path.node.setAttribute("clip-path", `url(#${clip})`);
  const always = drawn.add("text", { class: "name" });
  const said = (label) => ({ tabindex: -1, role: "slider", "aria-orientation": "vertical", "aria-label": label });
  const grasp = (label, step) => ({ node: drawn.add("rect", { class: "grasp", width: 2 * HANDLE, height: 2 * HANDLE, ...said(label) }), step });
  const grasps = [grasp(words["line.height"], steps[0]), grasp(words["line.slope"], steps[1])]; // below the points
  const point = (k) => drawn.add("circle", { class: "point", r: 5.5, ...said(say("line.point", { k: k + 1, x: signed(String(x[k])) })) });
  const handles = [...x.map((_, k) => ({ node: point(k), step: steps[0] })), ...grasps];
  const [HEIGHT, SLOPE] = [many, many + 1];
  const across = [...x, pivot, ends[1]];
  const spots = () => [...now.y, ...[pivot, ends[1]].map((u) => inside(onLine(u)))];
  const onLine = (u) => now.found.height + now.found.slope * (u - pivot);
  const value = (k) => (k < many ? now.y[k] : k === HEIGHT ? now.found.height : now.found.slope);

  function move(k, to) { // a point, the line's height, or its slope
    const text = snapped(k === SLOPE ? to : inside(to), handles[k].step);
    if (k < many) return state.move({ y: now.y.map((v, i) => (i === k ? Number(text) : v)) });
    return state.move({ line: now.line.map((one, i) => (i === k - many ? text : settled(one, many + i))), rule: "own" });
  }
  function settled(text, k) { // a fraction that the best line left goes to the grid; a short decimal stays
    const millionths = Number((value(k) * 1e6).toPrecision(12));
    return Number.isInteger(millionths) ? text : snapped(value(k), handles[k].step);
  }
  function pick(k, focus = false) {
    if (k < many) picked = k;
    handles.forEach(({ node }, i) => { node.setAttribute("tabindex", i === k ? 0 : -1); });
    if (focus) handles[k].node.focus({ preventScroll: true });
    show();
  }
  drag(drawn.node, (event) => {
    const [, v] = drawn.under(event);
    if (event.type === "pointerdown") {
      const k = nearest(drawn, event, across, spots());
      held = { k, by: (k === SLOPE ? spots()[SLOPE] : value(k)) - v };
      return pick(k, true);
    }
    const to = inside(v + held.by);
    return move(held.k, held.k === SLOPE ? (to - now.found.height) / (ends[1] - pivot) : to);
  });
  handles.forEach(({ node, step }, k) => {
    node.addEventListener("focus", () => { if (k < many && k !== picked) pick(k); });
    node.addEventListener("keydown", (event) => {
      const way = WAYS[event.key], aside = ASIDE[event.key];
      if (!way && !aside) return;
      event.preventDefault();
      if (way) move(k, value(k) + way * step.by * (event.shiftKey ? FAR : 1));
      else pick(inOrder[(inOrder.indexOf(k) + aside + inOrder.length) % inOrder.length], true);
    });
  });
  const inOrder = handles.map((_, k) => k).sort((a, b) => across[a] - across[b] || a - b);

  const group = (label, names, text, onpick) => {
    const all = names.map((name) => button(words[text(name)], () => onpick(name)));
    const node = html("div", { class: "row", role: "group", "aria-label": words[label] }, html("span", {}, words[label]), ...all);
    return { node, show: (name) => all.forEach((one, i) => one.setAttribute("aria-pressed", String(names[i] === name))) };
  };
  const which = group("line.rules", rules, (name) => `line.${name}`, (rule) => state.move({ rule, line: now.line }));
  const looks = group("line.shows", shows, (name) => `line.show.${name}`, (shown) => state.move({ shown }));
  const bars = barsOf(content, (k) => pick(k)), sums = workings(formulas.length), own = workings(chosen.length, "own");
  const title = html("h4", {}), equation = html("p", { class: "equation" });
  body.append(html("div", { class: "views" },
    html("div", { class: "broad" }, drawn.figure, which.node, looks.node, html("p", { class: "hint" }, words["line.how"])),
    html("section", { class: "broad" }, html("h4", {}, words.working), equation, sums.node, html("h4", {}, words["line.bars"]), bars.node, html("p", { class: "hint" }, words["line.compared"]), title, own.node)));

  // The name of the mean stands at the end of its line where it hides the fewest points.
  function name(node, height) {
    const { width } = node.getBBox(), [left, right] = [edge[0][0] + 4, edge[1][0] - 4];
    const places = [[left, -5], [right - width, 14], [right - width, -5], [left, 14]].map(([from, by]) => ({ x: from, y: height + by }));
    const spotted = [...across.keys()].map((k) => drawn.at(across[k], spots()[k]));
    const hides = (one) => spotted.filter(([px, py]) => px > one.x - 7 && px < one.x + width + 7 && py > one.y - 18 && py < one.y + 8).length;
    put(node, places.reduce((best, one) => (hides(one) < hides(best) ? one : best)));
  }
  function show() {
    const { found, y, shown } = now, { known: terms, rows } = found;
    const [height] = drawn.at(0, terms.mean_y.valueOf()).slice(1), middle = terms.mean_y.valueOf();
    const from = shown === "mean" ? y.map(() => middle) : rows.map((row) => row.predicted.valueOf());
    path.draw(ends, ends.map(onLine));
    mean.move(axes[0].from, middle, axes[0].to, middle);
    always.textContent = say("line.always", { value: decimal(middle) });
    name(always, height);
    y.forEach((v, k) => {
      sticks[k].move(x[k], from[k], x[k], v);
      const [[px, py], [, qy]] = [drawn.at(x[k], v), drawn.at(x[k], from[k])], side = shown === "residuals" ? 0 : Math.abs(py - qy);
      put(squares[k], { x: px < (edge[0][0] + edge[1][0]) / 2 ? px : px - side, y: Math.min(py, qy), width: side, height: side });
      put(handles[k].node, { cx: px, cy: py });
      for (const node of [handles[k].node, sticks[k].node, squares[k]]) node.classList.toggle("picked", k === picked);
    });
    for (const k of [HEIGHT, SLOPE]) {
      const [px, py] = drawn.at(across[k], spots()[k]);
      put(handles[k].node, { x: px - HANDLE, y: py - HANDLE, transform: k === SLOPE ? `rotate(45 ${px} ${py})` : "" });
    }
    handles.forEach(({ node }, k) => {
      const [least, most] = k === SLOPE ? [low - high, high - low].map((rise) => rise / (ends[1] - pivot)) : [low, high];
      put(node, { "aria-valuemin": least, "aria-valuemax": most, "aria-valuenow": Math.min(Math.max(value(k), least), most), "aria-valuetext": decimal(value(k)) });
    });
    drawn.node.dataset.shown = shown;
    which.show(now.rule);
    looks.show(shown);
    equation.textContent = `predicted = ${written(terms.intercept)} ${terms.slope.compare(0) < 0 ? "−" : "+"} ${written(terms.slope.abs())}·x`;
    sums.show(formulas.map((formula) => line(formula, terms)));
    bars.show(rows, terms, picked);
    title.textContent = say("line.chosen", { k: picked + 1 });
    own.show(chosen.map((formula) => line(formula, { ...terms, ...rows[picked], part: rows[picked][formula.part] })));
  }

  state.each((moved) => {
    now = known(moved);
    now.found = measured(content, now);
    now.line = now.found.line;
    picked ??= now.found.worst;
    if (!handles.some(({ node }) => node.getAttribute("tabindex") === "0")) put(handles[picked].node, { tabindex: 0 });
    show();
    tell(formulas.map((formula) => told(formula, now.found.known, words.undefined)).join(", "));
  });
}

// All that follows from the points and the line, by the plans that Python made: "each" for a point,
// "sum" over all of them, "one" of what is known.
function measured({ x, fit, errors, pivot, total, middle }, { y, line: pair, rule }) {
  let rows = y.map((v, k) => ({ x: String(x[k]), y: String(v) })), known = { pivot, n: x.length };
  const run = (plan) => plan.forEach(([kind, name, from]) => {
    if (kind === "each") rows = rows.map((row) => ({ ...row, [name]: evaluate(from, { ...known, ...row }).value }));
    else known = { ...known, [name]: kind === "one" ? evaluate(from, known).value : evaluate(total, Object.fromEntries(rows.map((row, k) => [`v${k}`, row[from]]))).value };
  });
  run(fit);
  const exactly = (text) => evaluate(text, {}).value;
  const [height, slope] = rule === "own" ? pair.map(exactly) : rule === "mean" ? [known.mean_y, exactly("0")] : [known.height, known.slope];
  known = { ...known, height, slope };
  run(errors);
  const sizes = rows.map((row) => row.absolute_error), sorted = [...sizes].sort((a, b) => a.compare(b)), largest = sorted.at(-1);
  const middles = { lower_middle: sorted[middle[0]], upper_middle: sorted[middle[1]], largest_error: largest };
  const inBrackets = Object.fromEntries(["absolute_errors", "squared_errors", "squared_deviations"].map((name) => [`${name}_`, known[name]]));
  return {
    rows, known: { ...known, ...middles, ...inBrackets }, worst: sizes.findIndex((size) => size.equals(largest)),
    line: [height, slope].map((one) => one.toFraction()), height: height.valueOf(), slope: slope.valueOf(),
  };
}

// Sums as bars, of a piece for each point; the squares of the line and of the mean to one scale.
function barsOf({ x, bars }, onpick) {
  const parts = bars.map(() => x.map((_, k) => html("i", { onclick: () => onpick(k) })));
  const strips = parts.map((pieces) => html("div", { class: "strip", role: "img" }, ...pieces)), names = bars.map(() => html("span", {}));
  return {
    node: html("div", { class: "bars" }, ...bars.map((_, b) => html("div", {}, names[b], html("div", { class: "track" }, strips[b])))),
    show(rows, known, picked) {
      const lengths = bars.map(({ of }) => known[of].valueOf()), longest = Math.max(...lengths.slice(1));
      bars.forEach(({ sum, of }, b) => {
        const text = both(known[of]);
        names[b].textContent = `${sum} ${known[of].d === 1n || text.includes("/") ? "=" : "≈"} ${text}`;
        put(strips[b], { style: `width: ${b ? (100 * lengths[b]) / (longest || 1) : lengths[b] ? 100 : 0}%`, "aria-label": names[b].textContent });
        parts[b].forEach((piece, k) => {
          piece.style.flexGrow = rows[k][of.slice(0, -1)].valueOf() / (lengths[b] || 1);
          piece.classList.toggle("picked", k === picked);
        });
      });
    },
  };
}

const put = (node, attributes) => Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
const written = (value) => { // all of its digits, where they are few
  const number = Number(value.valueOf().toPrecision(12));
  return signed(String(number).length > 7 ? decimal(number) : String(number));
};

export default { render };
