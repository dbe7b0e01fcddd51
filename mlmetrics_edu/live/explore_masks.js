// A prediction is painted pixel by pixel: the overlap of a class with the truth, and all means, follow.
import { decimal, divided, evaluate, line, mean, worked } from "./numbers.js";
import { button, choice, drag, follow, frame, html, workings } from "./shared.js";

const THREE = ["TP", "FP", "FN"];
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const clamp = (value, many) => Math.min(Math.max(value, 0), many - 1);
const within = ([i, j], rows) => [clamp(i, rows.length), clamp(j, rows[0].length)];
const role = (truth, guess, label) => (truth === label ? (guess === label ? "TP" : "FN") : guess === label ? "FP" : "TN");

function render({ model, el }) {
  const content = model.get("content");
  const { words, names, codes, truth, first, policies, rates, means, accuracy } = content;
  const { body, tools, say, tell } = frame(el, model);
  const state = follow(model), absences = Object.keys(policies);
  const isClass = (k) => Number.isInteger(k) && k in names;
  const known = ({ pixels, label, absent }) => ({ // whoever changed a link by hand starts anew
    pixels: truth.map((row, i) => row.map((_, j) => (isClass(pixels?.[i]?.[j]) ? pixels[i][j] : first.pixels[i][j]))),
    label: isClass(label) ? label : first.label,
    absent: absences.includes(absent) ? absent : first.absent,
  });
  let now = known(state.now), found = null, at = [0, 0], brush = now.label;

  const paint = (places, k) => {
    const { pixels } = known(state.now);
    const other = places.filter(([i, j]) => pixels[i][j] !== k);
    for (const [i, j] of other) pixels[i][j] = k;
    if (other.length) state.move({ pixels });
  };
  const take = (k) => {
    brush = k;
    brushes[k].checked = true;
  };
  const choose = (label) => { take(label); state.move({ label }); };
  const heads = names.map((name, k) => button(name, () => choose(k)));
  const brushes = names.map((_, k) => html("input", { type: "radio", name: "brush", onchange: () => take(k) }));
  const signed = names.map((name, k) => html("label", { class: "brush" }, brushes[k], html("span", { class: `px k${k}`, "aria-hidden": "true" }, codes[k]), name));

  const told = ([i, j]) => {
    const [t, p] = [truth[i][j], now.pixels[i][j]];
    return say("masks.pixel", { i, j, truth: names[t], predicted: names[p], cell: role(t, p, now.label), name: names[now.label] });
  };
  const here = html("p", { class: "here" }), table = ofPixels(content);
  const point = (place) => {
    at = within(place, truth);
    const [i, j] = at, [t, p] = [truth[i][j], now.pixels[i][j]];
    for (const one of [real, painted, overlap]) one.light(at);
    table.light(t, p);
    here.textContent = `${told(at)}. ${say("masks.here", { truth: names[t], predicted: names[p], n: found.terms[`c${t}_${p}`] })}`;
  };
  const real = grid(content, words["masks.true"], point), overlap = grid(content, words["masks.overlap"], point);
  const painted = grid(content, words["masks.painted"], point, (place) => { point(place); painted.cells[at[0]][at[1]].focus(); });
  strokes(painted, () => at, (places, k = brush) => paint(places, k), (key) => keyed(codes, key));
  painted.node.addEventListener("picked", ({ detail }) => take(detail));

  const policy = choice({ label: words["masks.absent"], options: absences.map((one) => words[`masks.${one}`]), onmove: (k) => state.move({ absent: absences[k] }) });
  const title = html("h4", {}), one = workings(2, "one"), all = workings(1 + means.length, "means");
  const legend = THREE.map((cell) => html("li", {}));
  const report = ofClasses(content);
  tools.prepend(button(words["masks.again"], () => { take(first.label); state.move(first); }));
  const group = (tag, key, parts) => html(tag, { class: "row", role: "group", "aria-label": words[key] }, html("span", {}, words[key]), ...parts);
  body.append(group("div", "masks.whose", heads), group("form", "masks.brush", signed),
    html("div", { class: "masks" }, real.figure, painted.figure, html("div", {}, overlap.figure, html("ul", { class: "legend" }, ...legend))),
    here, html("p", { class: "hint" }, words["masks.how"]), html("div", { class: "pair" },
      html("section", {}, title, one.node, html("h4", {}, words["masks.all"]), all.node, policy.node),
      html("section", {}, html("h4", {}, words.matrix), table.node, report.node)));
  take(brush);

  state.each((moved) => {
    now = known(moved);
    found = counted(content, now.pixels);
    const { pixels, label, absent } = now, own = found.classes[label], name = names[label];
    const roles = pixels.map((row, i) => row.map((p, j) => role(truth[i][j], p, label)));
    real.show(truth.map((row) => row.map((k) => [codes[k], `k${k}`])));
    painted.show(pixels.map((row) => row.map((k) => [codes[k], `k${k}`])), (i, j) => told([i, j]));
    overlap.show(roles.map((row) => row.map((cell) => [cell === "TN" ? "" : cell, cell])));
    overlap.caption.textContent = say("masks.overlap", { name });
    overlap.node.setAttribute("aria-label", `${overlap.caption.textContent}: ${THREE.map((cell) => `${cell} ${own[cell]}`).join(", ")}`);
    legend.forEach((node, k) => node.replaceChildren(html("span", { class: `px ${THREE[k]}` }, html("b", {}, THREE[k])), `${own[THREE[k]]} · ${words[`masks.${THREE[k]}`]}`));
    heads.forEach((head, k) => head.setAttribute("aria-pressed", String(k === label)));
    policy.show(absences.indexOf(absent));
    title.textContent = say("masks.chosen", { name });
    one.show(rates.slice(0, 2).map((rate) => line({ ...rate, symbol: `${rate.symbol} of ${name}` }, own)));
    const over = means.map(({ symbol, rate, weigh, trees }) => mean(symbol, ["class", "classes"],
      found.classes.map((each, i) => ({ name: names[i], weight: weigh ? each.support : 1, ...worked(rates[rate], each) })), policies[absent], trees));
    all.show([line(accuracy, found.terms), ...over.map((each) => each.line)].map((text, k) => `${words[[accuracy, ...means][k].name]}: ${text}`));
    table.show(found.terms, label);
    report.show(found.classes, label);
    point(at);
    const short = (symbol, value) => `${symbol} ${value === null ? words.undefined : decimal(value.valueOf())}`;
    tell([told(at), `${name}: ${THREE.map((cell) => `${cell} ${own[cell]}`).join(", ")}`, rates.slice(0, 2).map((rate) => short(rate.symbol, worked(rate, own).value)).join(", "),
      [short(accuracy.symbol, worked(accuracy, found.terms).value), ...over.map(({ value }, k) => short(means[k].symbol, value))].join(", ")].join(". "));
  });
}

// The class of a key: its own sign, or else its place, from 1 on.
function keyed(codes, key) {
  const own = codes.findIndex((code) => code.toLowerCase() === key.toLowerCase());
  return own >= 0 || codes.some((code) => /\d/.test(code)) || !/^[1-9]$/.test(key) ? own : codes.findIndex((_, k) => String(k + 1) === key);
}

// The pixels are counted in the cells of the matrix; what is made of these has a formula.
function counted({ names, truth, folds, support, right }, pixels) {
  const terms = Object.fromEntries(names.flatMap((_, i) => names.map((__, j) => [`c${i}_${j}`, 0])));
  truth.forEach((row, i) => row.forEach((t, j) => { terms[`c${t}_${pixels[i][j]}`] += 1; }));
  terms.right = Number(evaluate(right, terms).value);
  terms.pixels = truth.flat().length;
  const classes = folds.map((fold) => [...fold, ["support", support]].reduce(
    (own, [name, tree]) => ({ ...own, [name]: Number(evaluate(tree, own).value) }), terms));
  return { terms, classes };
}

// A picture of pixels; where `onfocus` is given, they can be reached by keys, one at a time.
function grid({ truth }, title, onpoint, onfocus) {
  const parts = onfocus ? { role: "gridcell", tabindex: -1 } : {};
  const cells = truth.map((row) => row.map(() => html("div", { class: "px", ...parts })));
  const rows = cells.map((row) => html("div", onfocus ? { class: "line-of", role: "row" } : { class: "line-of", "aria-hidden": "true" }, ...row));
  const node = html("div", { class: "mask", role: onfocus ? "grid" : "img", "aria-label": title, style: `--n: ${truth[0].length}` }, ...rows);
  const caption = html("figcaption", {}, title);
  let shown = null, lit = cells[0][0];
  const place = (event) => {
    const box = node.getBoundingClientRect();
    return within([Math.floor(((event.clientY - box.top) / box.height) * truth.length), Math.floor(((event.clientX - box.left) / box.width) * truth[0].length)], truth);
  };
  node.addEventListener("pointermove", (event) => onpoint(place(event)));
  cells.forEach((row, i) => row.forEach((cell, j) => { if (onfocus) cell.addEventListener("focus", () => onpoint([i, j])); }));
  return {
    node, cells, place, caption, focus: onfocus, figure: html("figure", {}, caption, node),
    light([i, j]) {
      lit.classList.remove("lit");
      if (onfocus) lit.tabIndex = -1;
      lit = cells[i][j];
      lit.classList.add("lit");
      if (onfocus) lit.tabIndex = 0;
    },
    show(looks, say) {
      cells.forEach((row, i) => row.forEach((cell, j) => {
        const [text, look] = looks[i][j];
        if (say) cell.setAttribute("aria-label", say(i, j));
        if (shown?.[i][j].join() === looks[i][j].join()) return;
        cell.className = `px ${look}`;
        cell.replaceChildren(html("b", {}, text));
      }));
      shown = looks;
    },
  };
}

// A mouse, a finger or keys paint; on a fast way no pixel is left out.
function strokes({ node, place, focus }, where, paint, keyOf) {
  let from = null;
  drag(node, (event) => {
    const to = place(event), start = event.type === "pointerdown" ? to : from;
    const steps = Math.max(...to.map((one, k) => Math.abs(one - start[k])));
    const along = (k, step) => (steps ? Math.round(start[k] + ((to[k] - start[k]) * step) / steps) : to[k]);
    focus(to);
    paint(Array.from({ length: steps + 1 }, (_, step) => [along(0, step), along(1, step)]));
    from = to;
  });
  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [i, j] = where(), way = WAYS[event.key], k = keyOf(event.key);
    if (way) focus([i + way[0], j + way[1]]);
    if (k >= 0) node.dispatchEvent(new CustomEvent("picked", { detail: k }));
    if (!way && k < 0 && event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!way || event.shiftKey) paint([where()]);
  });
}

// The matrix of pixels, small, with the cells of one class marked.
function ofPixels({ words, names, codes }) {
  const cells = names.map((_, i) => names.map(() => html("td", {})));
  const head = (k, scope) => html("th", { scope, "aria-label": names[k], title: names[k] }, html("span", { class: `px k${k}` }, codes[k]));
  const node = html("table", { class: "counts" },
    html("tr", {}, html("td", {}, `${words.truth} ↓ ${words.predicted} →`), ...names.map((_, j) => head(j, "col"))),
    ...cells.map((row, i) => html("tr", {}, head(i, "row"), ...row)));
  return {
    node,
    light: (t, p) => cells.forEach((row, i) => row.forEach((cell, j) => cell.classList.toggle("lit", i === t && j === p))),
    show: (terms, label) => cells.forEach((row, i) => row.forEach((cell, j) => {
      cell.className = role(i, j, label);
      cell.replaceChildren(html("span", {}, terms[`c${i}_${j}`]));
    })),
  };
}

// IoU, Dice and accuracy of each class, in rows.
function ofClasses({ words, names, codes, rates }) {
  const rows = names.map((name) => html("tr", {}, html("th", { scope: "row" }, name), ...rates.map(() => html("td", {}))));
  const heads = [words["masks.class"], ...rates.map(({ symbol }) => symbol)];
  return {
    node: html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": words["masks.all"] }, html("table", { class: "rules" },
      html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text))), ...rows)),
    show: (classes, label) => rows.forEach((row, i) => {
      row.classList.toggle("lit", i === label);
      rates.forEach((rate, k) => {
        const { value } = worked(rate, classes[i]), text = divided(rate, classes[i], value);
        row.cells[k + 1].textContent = value === null ? `${words.undefined}: ${text}` : text;
      });
    }),
  };
}

export default { render };
