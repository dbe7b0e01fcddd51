// Six rules of AP on one ranking: samples move, and what each rule adds up follows.
import { both, decimal, evaluate, inFloats } from "./numbers.js";
import { button, choice, follow, frame, html, plane, roving, svg } from "./shared.js";

const BENT = 16; // pieces of an arc
const WIDE = 0.8; // of a bar: it stands apart from the next one
const NAMED = 3; // samples of a row
const FEW = 12; // rows of a working that need no folding
const MANY = 20; // levels; of more, those that are reached at one sample stand together
const TWENTIETHS = 20; // the scale of the dots ends at one
const BROKEN = ["negatives-first", "positives-first"]; // the worst order of ties, and the best

// Rows of a ranking: how many of both are counted, and who has come in.
function walked({ order, labels, tied, ties }) {
  const groups = [];
  order.forEach((k, place) => (place && tied[place - 1] ? groups.at(-1).push(k) : groups.push([k])));
  const first = (group, which) => [...group.filter((k) => labels[k] === which), ...group.filter((k) => labels[k] !== which)];
  const alone = { "in-order": (g) => g, "positives-first": (g) => first(g, true), "negatives-first": (g) => first(g, false) }[ties];
  const steps = alone ? groups.flatMap((group) => alone(group).map((k) => [k])) : groups;
  const count = (who, which) => who.filter((k) => labels[k] === which).length;
  const rows = [{ TP: 0, FP: 0, who: [], come: [] }];
  for (const who of steps) {
    const last = rows.at(-1), come = [...last.come, ...who];
    rows.push({ TP: count(come, true), FP: count(come, false), TP0: last.TP, FP0: last.FP, gained: count(who, true), who, come });
  }
  return { groups, rows };
}

// What a rule adds up, part by part, and the sum; numbers are fractions, or floats where none is exact.
function added(rule, rows, positives, missed, highest) {
  const work = rule.exact ? (tree, terms) => evaluate(tree, terms).value : inFloats;
  const high = rows.slice(1).map((row, i) => (row.gained || rule.down ? work(rule.heights[i ? 1 : 0], row) : null));
  if (rule.down) for (let i = high.length - 2; i >= 0; i -= 1) high[i] = work(highest, { here: high[i], after: high[i + 1] });
  const looked = rule.levels && rule.needed[positives - missed].map((n) => rows.findIndex((row, i) => i && row.TP >= n));
  const parts = looked
    ? looked.map((row, k) => ({ row, level: rule.levels[k], height: row < 0 ? work("0", {}) : high[row - 1] }))
    : rows.flatMap((row, i) => (row.gained ? [{ row: i, gained: row.gained, height: high[i - 1] }] : []));
  const terms = { positives, levels: parts.length };
  let total = work("0", {});
  for (const part of parts) {
    const adds = work(rule.adds, part);
    part.area = work(rule.whole, { ...terms, total: adds });
    total = work(["+", "total", "adds"], { total, adds });
    part.sofar = work(rule.whole, { ...terms, total });
  }
  return { parts, high, value: work(rule.whole, { ...terms, total }) };
}

const written = (value, digits = 3) => (typeof value === "number" ? decimal(value, digits) : both(value, digits));

// The upper edge of each part: from left to right, recall and precision.
function edges({ rule, rows, parts, recall, content }) {
  const bar = (from, to, height) => [[from, height], [to, height]];
  const half = 0.5 / parts.length;
  const arc = (row) => Array.from({ length: BENT + 1 }, (_, k) => between(content, row, k / BENT, recall));
  const before = (row) => { // where nothing is predicted positive, a customary value
    const height = inFloats(content.precision, { TP: row.TP0, FP: row.FP0 });
    return Number.isNaN(height) ? content.customary : height;
  };
  const slope = (row) => [[recall(row.TP0), before(row)], [recall(row.TP), inFloats(content.precision, row)]];
  const usual = (row, height) => bar(recall(row.TP0), recall(row.TP), Number(height));
  const shape = { trapezoid: slope, "davis-goadrich": arc }[rule.name] ?? usual;
  return parts.map(({ row, level, height }) => (level === undefined ? shape(rows[row], height)
    : bar(level - WIDE * half, level + WIDE * half, Number(height))));
}

// A point on the way from one row to the next: both counts grow in proportion.
function between({ between: way, precision }, row, part, recall) {
  const at = (from, to) => inFloats(way, { from, to, part });
  const counts = { TP: at(row.TP0, row.TP), FP: at(row.FP0, row.FP) };
  const height = inFloats(precision, counts);
  return [recall(counts.TP), Number.isNaN(height) ? inFloats(precision, row) : height];
}

// The parts as a table: a line for each gain in recall, or for the levels reached at one sample.
function lines(rule, rows, parts, positives, who, words) {
  if (!rule.levels) {
    const heads = [words["ap.adds"], "TP", "FP", ...["width", "height", "area", "so_far"].map((one) => words[`ap.${one}`])];
    return [heads, parts.map(({ row, gained, height, area, sofar }) => [who(rows[row]), rows[row].TP, rows[row].FP,
      `${gained}/${positives}`, ...[height, area, sofar].map((one) => written(one))])];
  }
  const many = parts.length > MANY, near = ({ level }) => String(Number(level.toPrecision(3)));
  const spans = many ? [...new Set(parts.map(({ row }) => row))].map((row) => parts.filter((part) => part.row === row)) : parts.map((part) => [part]);
  return [[words["ap.levels"], ...(many ? ["×"] : []), words["ap.reached"], words.recall, words["ap.highest"], words["ap.so_far"]],
    spans.map((span) => [[...new Set([span[0], span.at(-1)].map(near))].join(" … "), ...(many ? [span.length] : []),
      ...(span[0].row < 0 ? [words["ap.never"], "–"] : [who(rows[span[0].row]), `${rows[span[0].row].TP}/${positives}`]), written(span[0].height), written(span.at(-1).sofar)])];
}

// The strip of samples, and the buttons for the one that is chosen.
function strip({ words, names }, say, move) {
  let chosen = 0, before = 0, now = null;
  const flip = (k) => move({ labels: now.labels.map((one, i) => (i === k ? !one : one)) });
  const shift = (by) => {
    const order = [...now.order], at = order.indexOf(chosen), other = at + by;
    if (!(other in order)) return;
    [order[at], order[other]] = [order[other], order[at]];
    move({ order });
  };
  const tie = () => {
    const at = now.order.indexOf(chosen);
    if (at < now.tied.length) move({ tied: now.tied.map((one, i) => (i === at ? !one : one)) });
  };
  const box = html("div", { class: "ranking", role: "group", "aria-label": words.samples });
  const chips = names.map((name, k) => html("button", {
    type: "button", onpointerdown: () => { before = chosen; }, onfocus: () => pick(k),
    onclick: ({ detail }) => { if (!detail || before === k) flip(k); pick(k); },
    onkeydown: (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.shiftKey && by) shift(by);
      else if (event.key === "=") tie();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  }, html("b", {}), html("span", {}, name), html("small", {})));
  const name = html("output", {}), tying = button(words["ap.tie"], tie);
  const tools = html("div", { class: "row tools", role: "group" }, name, button(`◀ ${words["ap.up"]}`, () => shift(-1)),
    button(`${words["ap.down"]} ▶`, () => shift(1)), button(words["ap.flip"], () => flip(chosen)), tying);
  roving(box);
  function pick(k) {
    chosen = k;
    chips.forEach((chip, i) => { chip.classList.toggle("lit", i === k); chip.tabIndex = i === k ? 0 : -1; });
    name.textContent = names[k];
    tools.setAttribute("aria-label", names[k]);
    const at = now.order.indexOf(k);
    tying.setAttribute("aria-pressed", String(now.tied[at] ?? false));
    tying.disabled = at >= now.tied.length;
  }
  return { box, tools, show(state, groups) {
    const focus = chips.find((chip) => chip === chip.getRootNode().activeElement);
    now = state;
    let place = 1;
    box.replaceChildren(...groups.map((group) => {
      const where = group.length > 1 ? `${place}–${place + group.length - 1}` : String(place);
      place += group.length;
      for (const k of group) {
        const [sign, , at] = chips[k].children, truth = state.labels[k];
        sign.textContent = truth ? "+" : "−";
        at.textContent = where;
        chips[k].className = truth ? "chip true" : "chip";
        chips[k].setAttribute("aria-label", `${names[k]}: ${words[truth ? "positive" : "negative"]}, ${say("ap.place", { place: where })}`);
      }
      return html("div", { class: group.length > 1 ? "tie tied" : "tie" }, ...group.map((k) => chips[k]));
    }));
    pick(chosen);
    focus?.focus();
  } };
}

// The six values, each with its place on one scale; where ties matter, the worst and the best order.
function listed({ rules, words }, say, move) {
  const scale = html("p", { class: "hint" });
  const nodes = rules.map(({ name, text, tools }) => {
    const value = html("output", {}), dot = html("i", { class: "dot" }), reach = html("i", { class: "reach" }), broken = html("small", {});
    const node = html("button", { type: "button", class: "line six", onclick: () => move({ rule: name }) },
      html("b", {}, name), value, html("span", { class: "scale", "aria-hidden": "true" }, reach, dot), html("small", {}, `${text} · ${tools}`), broken);
    return { node, value, dot, reach, broken };
  });
  return { node: html("div", {}, html("ul", { class: "workings values" }, ...nodes.map(({ node }) => html("li", {}, node))), scale), show(values, ranges, rule) {
    const all = [...values, ...ranges.flat()].map(Number);
    const [low, high] = [Math.floor(Math.min(...all) * TWENTIETHS) / TWENTIETHS, Math.min(1, (Math.floor(Math.max(...all) * TWENTIETHS) + 1) / TWENTIETHS)];
    const at = (value) => (high > low ? (100 * (Number(value) - low)) / (high - low) : 100);
    scale.textContent = values.length ? say("ap.scale", { low: decimal(low, 2), high: decimal(high, 2) }) : words["ap.none"];
    nodes.forEach(({ node, value, dot, reach, broken }, k) => {
      node.setAttribute("aria-pressed", String(rules[k].name === rule));
      value.textContent = values.length ? written(values[k], 4) : words.undefined;
      dot.hidden = !values.length;
      if (values.length) dot.style.left = `${at(values[k])}%`;
      reach.hidden = !ranges.length;
      broken.textContent = "";
      if (!ranges.length) return;
      const [worst, best] = ranges[k];
      Object.assign(reach.style, { left: `${at(worst)}%`, width: `${at(best) - at(worst)}%` });
      broken.textContent = say("ap.broken", { low: written(worst, 4), high: written(best, 4) });
    });
  } };
}

function render({ model, el }) {
  const content = model.get("content");
  const { words, opening, names, missed, rules, axes, ties } = content;
  const { body, say, tell } = frame(el, model);
  const state = follow(model);
  const is = (list, n, type) => Array.isArray(list) && list.length === n && list.every((one) => typeof one === type);
  const known = ({ order, labels, tied, ties: policy, rule }) => { // whoever changed a link by hand starts anew
    const n = names.length, whole = is(order, n, "number") && names.every((_, k) => order.includes(k));
    const fits = whole && is(labels, n, "boolean") && is(tied, n - 1, "boolean");
    return {
      ...(fits ? { order, labels, tied } : opening),
      ties: ties.some(([name]) => name === policy) ? policy : opening.ties,
      rule: rules.some(({ name }) => name === rule) ? rule : opening.rule,
    };
  };
  const move = (change) => state.move({ ...known(state.now), ...change });
  const samples = strip(content, say, move), six = listed(content, say, move);
  const policy = choice({ label: words["ap.ties"], options: ties.map(([, text]) => text), onmove: (k) => move({ ties: ties[k][0] }) });
  const paper = plane({ title: "", x: axes[0], y: axes[1], equal: true });
  const areas = paper.path("part"), dots = paper.add("g", {});
  const table = html("table", { class: "rules" }), summary = html("summary", {}), floats = html("p", { class: "hint" }, words["ap.floats"]), total = html("p", { class: "verdict" });
  const fold = html("details", { open: true }, summary, html("div", { class: "tall", tabindex: 0, role: "region", "aria-label": words.working }, table));
  body.append(html("p", { class: "hint" }, words["ap.how"]), samples.box, samples.tools, policy.node,
    html("div", { class: "views" }, html("div", { class: "broad" }, paper.figure), html("section", { class: "broad" }, html("h4", {}, words["ap.rules"]), six.node)),
    html("h4", {}, words.working), total, floats, fold);

  function draw(now, rule, rows, parts, positives) {
    const recall = (TP) => inFloats(content.recall, { TP, FN: inFloats(content.missing, { TP, positives }) });
    const shapes = positives ? edges({ rule, rows, parts, recall, content }) : [];
    const around = shapes.flatMap((edge) => [[edge[0][0], 0], ...edge, [edge.at(-1)[0], 0], [edge[0][0], 0], [null, null]]);
    areas.draw(around.map(([x]) => x), around.map(([, y]) => y));
    areas.node.setAttribute("class", parts.length > MANY && rule.levels ? "part fine" : "part");
    const points = positives ? rows.slice(1).map((row) => [recall(row.TP), inFloats(content.precision, row)]) : [];
    const dot = (look, r) => ([x, y]) => { const [cx, cy] = paper.at(x, y); return svg("circle", { class: look, r, cx, cy }); };
    const inside = rule.name === "davis-goadrich" && positives ? rows.flatMap((row) => Array.from({ length: Math.max((row.gained ?? 0) - 1, 0) },
      (_, k) => between(content, row, (k + 1) / row.gained, recall))) : [];
    dots.replaceChildren(...points.map(dot("point", 3.5)), ...inside.map(dot("inside", 3.5)));
    const title = say("ap.plane", { rule: rule.name });
    paper.figure.firstChild.textContent = title;
    paper.node.setAttribute("aria-label", title);
  }

  let shown = null; // which rule the working is of: another one is folded anew
  state.each((moved) => {
    const now = known(moved), { groups, rows } = walked(now);
    const positives = now.labels.filter(Boolean).length + missed, rule = rules.find(({ name }) => name === now.rule);
    const sums = (some) => (positives ? rules.map((one) => added(one, some, positives, missed, content.highest)) : []);
    const found = sums(rows), at = rules.indexOf(rule);
    const matters = groups.some((group) => new Set(group.map((k) => now.labels[k])).size > 1);
    const broken = matters ? BROKEN.map((way) => sums(walked({ ...now, ties: way }).rows)) : [[], []];
    samples.show(now, groups);
    policy.show(ties.findIndex(([name]) => name === now.ties));
    six.show(found.map(({ value }) => value), broken[0].map(({ value }, k) => [value, broken[1][k].value]), now.rule);
    const parts = found[at]?.parts ?? [];
    draw(now, rule, rows, parts, positives);
    const who = (row) => {
      const all = row.who.filter((k) => rule.levels || now.labels[k]), more = all.length - NAMED;
      return all.slice(0, NAMED).map((k) => names[k]).join(", ") + (more > 0 ? `, … (${more} more)` : "");
    };
    const [heads, cells] = lines(rule, rows, parts, positives, who, words);
    table.replaceChildren(html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head))),
      ...cells.map((row) => html("tr", {}, ...row.map((text) => html("td", {}, text)))));
    summary.textContent = say("ap.parts", { n: cells.length });
    if (shown !== rule.name) fold.open = cells.length <= FEW;
    shown = rule.name;
    floats.hidden = !rule.levels;
    total.textContent = positives ? `AP = ${rule.text} ${rule.exact ? "=" : "≈"} ${written(found[at].value, 4)}` : words["ap.none"];
    tell(positives ? rules.map(({ name }, k) => `${name} ${decimal(Number(found[k].value))}`).join(", ") : words["ap.none"]);
  });
}

export default { render };
