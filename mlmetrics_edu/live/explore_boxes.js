// Two boxes are dragged, and what they share, their IoU and its verdicts follow.
import { decimal, line, worked } from "./numbers.js";
import { button, drag, follow, frame, html, plane } from "./shared.js";

const ENDS = ["left", "top", "right", "bottom"];
const FIELDS = ["x1", "y1", "x2", "y2"];
const CORNERS = [[0, 1], [2, 1], [0, 3], [2, 3]]; // each by its two numbers
const FAR = 10; // steps, with the shift key

function render({ model, el }) {
  const content = model.get("content");
  const { words, size, step, thresholds, conventions, opening } = content;
  const { body, say, tell } = frame(el, model);
  const state = follow(model);
  const called = { a: words["boxes.truth"], b: words["boxes.detection"] };
  const high = 52 + (260 * content.y.from) / content.x.to; // as long a unit downwards as sideways
  const drawn = plane({ title: words["boxes.scene"], x: content.x, y: content.y, high });
  drawn.node.setAttribute("role", "group"); // its boxes can be focused

  const sound = (box) => Array.isArray(box) && box.length === 4 && box.every(Number.isFinite)
    && box.every((value, i) => value >= 0 && value <= size[i % 2]) && box[0] <= box[2] && box[1] <= box[3];
  const now = () => {
    const { a, b, convention } = state.now;
    const known = conventions.find(({ name }) => name === convention);
    return { a: sound(a) ? a : opening.a, b: sound(b) ? b : opening.b, convention: known ?? conventions[0] };
  };
  const tidy = (value) => Number((Math.round(value / step) * step).toPrecision(12));
  const within = (value, low, top) => Math.min(Math.max(tidy(value), low), top);
  const stretched = (box, i, value) =>
    Object.assign([...box], { [i]: i < 2 ? within(value, 0, box[i + 2]) : within(value, box[i - 2], size[i % 2]) });
  const shifted = (box, by) => {
    const at = [0, 1].map((k) => within(box[k] + by[k], 0, tidy(size[k] - (box[k + 2] - box[k]))));
    return [...at, ...at.map((value, k) => tidy(value + box[k + 2] - box[k]))];
  };
  const move = (name, box) => { state.move({ [name]: box }); show(); };

  const parts = ["a", "b"].map((name) => {
    const label = (key, values) => say(key, { name: called[name], ...values });
    const rect = drawn.add("rect", { class: `box ${name}`, tabindex: 0, role: "button", "aria-label": label("boxes.body") });
    let held = null;
    drag(rect, (event) => {
      const under = drawn.under(event);
      if (event.type === "pointerdown") { held = { box: now()[name], under }; rect.focus(); }
      move(name, shifted(held.box, [0, 1].map((k) => under[k] - held.under[k])));
    });
    keys(rect, (by) => move(name, shifted(now()[name], by)));
    const fields = FIELDS.map((field, i) => {
      const input = html("input", { type: "number", min: 0, max: size[i % 2], step, "aria-label": `${called[name]} ${field}`,
        onchange: () => move(name, input.value === "" ? now()[name] : stretched(now()[name], i, Number(input.value))) });
      return input;
    });
    const row = html("div", { class: "row" }, html("b", { class: `key ${name}` }, called[name]),
      ...fields.map((input, i) => html("label", {}, `${FIELDS[i]} `, input)));
    return { name, rect, fields, row };
  });
  const clip = `mm-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  const hole = document.createElementNS(drawn.node.namespaceURI, "rect");
  drawn.add("clipPath", { id: clip }, hole);
  const shared = drawn.add("rect", { class: "shared", "clip-path": `url(#${clip})` });
  for (const part of parts) {
    part.handles = CORNERS.map((corner) => {
      const handle = drawn.add("circle", { class: `handle ${part.name}`, r: 6, tabindex: 0, role: "button",
        "aria-label": say("boxes.corner", { name: called[part.name], x: FIELDS[corner[0]], y: FIELDS[corner[1]] }) });
      const pull = (to) => move(part.name, corner.reduce((box, i) => stretched(box, i, to(box, i)), now()[part.name]));
      drag(handle, (event) => {
        const under = drawn.under(event);
        if (event.type === "pointerdown") handle.focus();
        pull((box, i) => under[i % 2] - (i < 2 ? 0 : now().convention.more));
      });
      keys(handle, (by) => pull((box, i) => box[i] + by[i % 2]));
      return handle;
    });
    part.title = drawn.add("text", { class: `boxname ${part.name}` }, called[part.name]);
  }

  const lines = conventions[0].formulas.map(({ name }) => html("li", { class: name }));
  const verdicts = thresholds.map(() => html("li", {}));
  const switches = conventions.map(({ name, says }) => button(says, () => { state.move({ convention: name }); show(); }));
  body.append(html("div", { class: "pair" }, drawn.figure, html("div", {},
    ...parts.map(({ row }) => row),
    html("div", { class: "row", role: "group", "aria-label": words["boxes.convention"] }, ...switches),
    html("h4", {}, words.working), html("ul", { class: "workings" }, ...lines),
    html("h4", {}, words["boxes.thresholds"]), html("ul", { class: "verdicts" }, ...verdicts))));

  function show() {
    const { convention, ...boxes } = now();
    const { more, formulas } = convention;
    for (const { name, rect, fields, title, handles } of parts) {
      const box = boxes[name];
      const [[left, top], [right, bottom]] = [drawn.at(box[0], box[1]), drawn.at(box[2] + more, box[3] + more)];
      const place = { x: left, y: top, width: right - left, height: bottom - top };
      for (const node of name === "a" ? [rect, shared] : [rect, hole]) put(node, place);
      put(title, name === "a" ? { x: left + 9, y: top > 30 ? top - 8 : top + 17 }
        : { x: right - 9, y: bottom < high - 60 ? bottom + 17 : bottom - 9 });
      handles.forEach((handle, k) => put(handle, { cx: k % 2 ? right : left, cy: k < 2 ? top : bottom }));
      fields.forEach((input, i) => { if (input.value === "" || Number(input.value) !== box[i]) input.value = box[i]; });
    }
    switches.forEach((one, k) => one.setAttribute("aria-pressed", String(conventions[k] === convention)));
    const terms = {};
    for (const name of ["a", "b"]) ENDS.forEach((end, i) => { terms[`${end}_${name}`] = String(boxes[name][i]); });
    formulas.forEach((formula, k) => { lines[k].textContent = line(formula, terms); });
    const iou = worked(formulas.at(-1), terms).value;
    const hits = thresholds.filter((limit, k) => {
      const hit = iou !== null && iou.compare(limit) >= 0;
      verdicts[k].textContent = `≥ ${limit} ${hit ? `✓ ${words["boxes.hit"]}` : `✗ ${words["boxes.miss"]}`}`;
      verdicts[k].classList.toggle("yes", hit);
      return hit;
    });
    const number = iou === null ? words.undefined : decimal(iou.valueOf());
    tell(say("boxes.verdict", { iou: `IoU ${number}`, n: hits.length, all: thresholds.length }));
  }
  state.each(show);

  function put(node, attributes) {
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  }
  // Arrow keys move what is focused.
  function keys(node, onmove) {
    node.addEventListener("keydown", (event) => {
      const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
      if (!way) return;
      event.preventDefault();
      onmove(way.map((one) => one * step * (event.shiftKey ? FAR : 1)));
    });
  }
}

export default { render };
