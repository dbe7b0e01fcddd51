// Two normal populations are dragged; curves, areas, rates and a sample follow.
import { decimal, filledIn, inFloats, inOrder, line, tabled } from "./numbers.js";
import { button, drag, follow, frame, html, plane, slider } from "./shared.js";

const SIDES = ["positive", "negative"];
const FINE = Array.from({ length: 81 }, (_, k) => (k - 40) / 10); // standard deviations: where curves are drawn
const ROWS = { positive: -0.08, negative: -0.18 }; // where the dots of a class lie
const NEAR = 26; // pixels around what can be dragged

function render({ model, el }) {
  const content = model.get("content");
  const { words, trees, axes, limits, draws, sizes, symbols, most, step } = content;
  const { body, tell } = frame(el, model);
  const state = follow(model);
  const logarithm = tabled({ ...content.phi, below: -Infinity });
  const upTo = (z) => Math.exp(logarithm(z)); // Φ
  const density = tabled(content.density); // φ
  const digits = Math.max(0, -Math.round(Math.log10(step)));
  let now = {}, drawnFor = ""; // curves don't hang on the threshold

  // What a link holds is looked at before it is drawn.
  const known = (moved) => {
    const inside = (name, [low, high]) => Math.min(Math.max(Number(moved[name]) || 0, low), high);
    const places = Object.fromEntries(Object.entries(limits).map(([name, ends]) => [name, inside(name, ends)]));
    return { ...places, prevalence: inside("prevalence", [0, 1]), n: Math.round(inside("n", [0, most])), seed: Math.round(inside("seed", [0, draws.length - 1])) };
  };
  const move = (name, value) => {
    const [low, high] = limits[name] ?? [0, 1];
    state.move({ ...now, [name]: Number(Math.min(Math.max(value, low), high).toFixed(name in limits ? digits : 3)) });
  };
  const of = (side) => ({ mean: now[`mean_${side}`], sd: now[`sd_${side}`] });
  const above = (side, threshold) => upTo(inFloats(trees.z, { ...of(side), threshold }));
  const score = (side, z) => inFloats(trees.score, { ...of(side), draw: z });
  const bell = (side, threshold) => {
    const phi = density(inFloats(trees.z, { ...of(side), threshold }));
    return inFloats(trees.density, { ...of(side), phi });
  };
  const rates = (threshold) => {
    const found = { fpr: above("negative", threshold), recall: above("positive", threshold), prevalence: now.prevalence };
    return { ...found, precision: inFloats(trees.precision, found) };
  };

  const densities = plane({ title: words["bells.densities"], x: axes.score, y: axes.density, high: 250 });
  const fills = { positive: densities.path("fill missed"), negative: densities.path("fill alarm") };
  const outlines = { positive: densities.path("bars"), negative: densities.path("bars other") };
  const names = Object.fromEntries(SIDES.map((side) => [side, densities.add("text", { class: "name" }, words[side])]));
  const cut = densities.segment("cut");
  const dots = SIDES.flatMap((side) => Array.from({ length: most }, (_, k) =>
    ({ side, k, dot: densities.dot(side === "positive" ? "sample true" : "sample", 3.6) })));
  const knobs = SIDES.flatMap((side) => [[`mean_${side}`, 0], [`sd_${side}`, 1]].map(([name, z]) =>
    ({ name, side, z, dot: densities.dot(`knob ${side}`, 7), at: [0, 0] })));
  const curve = (title, x, y, paths) => {
    const drawn = plane({ title, x, y, paths });
    return { drawn, truth: drawn.path("curve"), sample: drawn.path("drawn"), here: drawn.dot("here") };
  };
  const roc = curve(words.roc, axes.fpr, axes.tpr, content.chance);
  const pr = curve(words.pr, axes.recall, axes.precision, []);

  let held = null;
  drag(densities.node, (event) => {
    const [x, y] = densities.under(event);
    if (event.type === "pointerdown") held = nearestKnob(x, y);
    if (held === null) move("threshold", x);
    else if (held.z === 0) move(held.name, x);
    else move(held.name, Math.abs(x - now[`mean_${held.side}`]));
  });
  function nearestKnob(x, y) {
    const [px, py] = densities.at(x, y);
    const far = ({ at }) => { const [qx, qy] = densities.at(...at); return Math.hypot(px - qx, py - qy); };
    const best = knobs.reduce((one, other) => (far(other) < far(one) ? other : one));
    return far(best) < NEAR ? best : null;
  }

  const sliders = Object.fromEntries([...Object.keys(limits), "prevalence"].map((name) => {
    const [low, high] = limits[name] ?? [0, 1];
    return [name, slider({ label: words[`bells.${name}`] ?? words[name], from: low, to: high, step: name in limits ? step : 0.001, onmove: (value) => move(name, value), write: (value) => String(Number(value.toPrecision(6))).replace("-", "−") })];
  }));
  const size = slider({ label: words["bells.n"], from: 0, to: most, onmove: (value) => state.move({ ...now, n: value }) });
  const again = button(words["bells.draw"], () => state.move({ ...now, seed: (now.seed + 1) % draws.length }));

  const list = (length) => Array.from({ length }, () => html("li", {}));
  const truths = list(4), drawns = list(1 + content.of_sample.length);
  const workings = (title, lines) => html("section", {}, html("h4", {}, title), html("ul", { class: "workings" }, ...lines));
  const how = html("p", { class: "hint" }, words["bells.how"]);
  body.append(html("div", { class: "views broad" },
    html("div", {}, densities.figure, how), roc.drawn.figure, pr.drawn.figure,
    html("section", {}, ...Object.values(sliders).map(({ node }) => node), size.node, again),
    workings(words["bells.of_population"], truths), workings(words["bells.of_sample"], drawns)));

  function showBells() {
    const thresholds = { positive: [], negative: [] };
    for (const side of SIDES) thresholds[side] = FINE.map((z) => score(side, z));
    const heights = Object.fromEntries(SIDES.map((side) => [side, thresholds[side].map((x) => bell(side, x))]));
    const tallest = Math.max(...heights.positive, ...heights.negative);
    const tall = (values) => values.map((value) => value / tallest);
    for (const side of SIDES) {
      outlines[side].draw(thresholds[side], tall(heights[side]));
      const wrong = (x) => (side === "positive" ? x < now.threshold : x >= now.threshold);
      const edge = Math.min(Math.max(now.threshold, thresholds[side][0]), thresholds[side].at(-1));
      const xs = [...thresholds[side].filter(wrong), edge].sort((a, b) => a - b);
      fills[side].draw([xs[0], ...xs, xs.at(-1)], [0, ...tall(xs.map((x) => bell(side, x))), 0]);
    }
    for (const knob of knobs) {
      const x = score(knob.side, knob.z);
      knob.at = [x, bell(knob.side, x) / tallest];
      knob.dot.move(...knob.at);
    }
    for (const [side, other] of [SIDES, [...SIDES].reverse()]) { // names stand away from each other
      const right = now[`mean_${side}`] > now[`mean_${other}`] || (side === "positive" && now.mean_positive === now.mean_negative);
      const [px, py] = densities.at(...knobs.find((knob) => knob.side === side).at);
      for (const [name, value] of Object.entries({ x: px + (right ? 11 : -11), y: py + 1, "text-anchor": right ? "start" : "end" })) names[side].setAttribute(name, value);
    }
    cut.move(now.threshold, axes.density.from, now.threshold, axes.density.to);
  }
  function showCurves(scores) {
    const thresholds = SIDES.flatMap((side) => FINE.map((z) => score(side, z))).sort((a, b) => b - a);
    const along = thresholds.map(rates), sample = rankedSample(scores);
    const column = (points, name) => points.map((one) => (Number.isNaN(one[name]) ? null : one[name]));
    for (const [{ truth, sample: drawn }, x, y] of [[roc, "fpr", "recall"], [pr, "recall", "precision"]]) {
      truth.draw(column(along, x), column(along, y));
      drawn.draw(column(sample, x), column(sample, y));
    }
    drawns[0].textContent = line(content.pairs, pairs(scores));
  }
  // The sample at each of its scores: who is there or above, and the library's rates of that.
  function rankedSample(scores) {
    const cuts = [Infinity, ...new Set([...scores.positive, ...scores.negative].sort((a, b) => b - a))];
    return cuts.map((t) => {
      const counts = countsAt(scores, t);
      return Object.fromEntries(content.of_sample.map(({ name, tree }) => [name, inFloats(tree, counts)]));
    });
  }
  function countsAt({ positive, negative }, t) {
    const called = (s) => s >= t, left = (s) => s < t;
    return {
      TP: positive.filter(called).length, FP: negative.filter(called).length,
      FN: positive.filter(left).length, TN: negative.filter(left).length,
    };
  }
  function pairs({ positive, negative }) {
    const count = (meets) => positive.reduce((sum, p) => sum + negative.filter((q) => meets(p, q)).length, 0);
    return { won: count((p, q) => p > q), tied: count((p, q) => p === q), positives: positive.length, negatives: negative.length };
  }

  state.each((moved) => {
    now = known(moved);
    for (const name of Object.keys(sliders)) sliders[name].show(now[name]);
    size.show(now.n);
    const drawn = inOrder(sizes, { n: String(now.n), prevalence: String(now.prevalence) });
    const scores = Object.fromEntries(SIDES.map((side, k) =>
      [side, draws[now.seed][k].slice(0, Number(drawn[`${side}s`])).map((z) => score(side, z))]));
    for (const { side, k, dot } of dots) {
      dot.node.classList.toggle("wrong", (scores[side][k] >= now.threshold) !== (side === "positive"));
    }
    showBells();
    const places = JSON.stringify({ ...now, threshold: 0 });
    if (places !== drawnFor) {
      showCurves(scores);
      for (const { side, k, dot } of dots) dot.move(scores[side][k], ROWS[side]);
    }
    drawnFor = places;
    const here = rates(now.threshold);
    roc.here.move(here.fpr, here.recall);
    pr.here.move(Number.isNaN(here.precision) ? null : here.recall, here.precision);
    const share = (symbol, value, formula, terms) => `${symbol} = Φ(z) ≈ ${decimal(value)}, ${line(formula, terms)}`;
    const { overlap, precision } = content;
    const auc = upTo(inFloats(overlap.tree, now));
    const shown = Number.isNaN(here.precision) ? words.undefined : decimal(here.precision);
    truths[0].textContent = share(symbols.auc, auc, overlap, now);
    for (const [k, side, name] of [[1, "positive", "recall"], [2, "negative", "fpr"]]) {
      truths[k].textContent = share(symbols[name], here[name], content.z_of[side], { ...of(side), threshold: now.threshold });
    }
    truths[3].textContent = `${precision.symbol} = ${precision.text} = ${filledIn(precision.numbers, here)} ≈ ${shown}`;
    const counts = countsAt(scores, now.threshold);
    content.of_sample.forEach((formula, k) => { drawns[k + 1].textContent = line(formula, counts); });
    const said = [symbols.auc, decimal(auc), symbols.recall, decimal(here.recall), symbols.fpr, decimal(here.fpr), precision.symbol, shown];
    tell(said.join(" "));
  });
}

export default { render };
