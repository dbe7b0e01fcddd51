// One class of several against the rest: its four counts light up, and rates and averages follow.
import { both, decimal, divided, evaluate, line, mean, worked, workedBy } from "./numbers.js";
import { choice, drag, field, follow, frame, html, square, workings } from "./shared.js";

const FOUR = ["TP", "FP", "FN", "TN"], AVERAGES = ["macro", "weighted", "micro"];
const POLICIES = ["nan", "skip", "0", "1"]; // what a class without a value does to an average
const SMALLEST = 10; // samples that a whole cell stands for, at least, while it is dragged
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function render({ model, el }) {
  const content = model.get("content");
  const { words, names, most, formulas } = content;
  const { body, say, tell } = frame(el, model);
  const state = follow(model);
  const count = (value) => (Number.isInteger(value) && value >= 0 ? Math.min(value, most) : 0);
  const known = ({ cells, label, undefined: policy }) => ({ // whoever changed a link by hand starts at 0
    cells: names.map((_, i) => names.map((_, j) => count(cells?.[i]?.[j]))),
    label: Number.isInteger(label) && label in names ? label : 0,
    policy: POLICIES.includes(policy) ? policy : "nan",
  });
  const choose = (label) => state.move({ label });
  const put = (i, j, value) => {
    const { cells } = known(state.now);
    if (cells[i][j] === count(value)) return;
    cells[i][j] = count(value);
    state.move({ cells });
  };
  const table = ofAll(content, choose, put), four = html("div", {}), report = ofRates(content);
  const positive = choice({ label: words["classes.positive"], options: names, onmove: choose });
  const policies = choice({
    label: words["classes.undefined"], options: POLICIES.map((one) => words[`classes.${one}`]), onmove: (k) => state.move({ undefined: POLICIES[k] }),
  });
  const title = html("h4", {}), sums = workings(FOUR.length, "sums"), rates = workings(formulas.length, "rates");
  const pooled = workings(content.pools.length, "pools"), means = AVERAGES.map(() => workings(formulas.length, "means"));
  body.append(html("div", { class: "views broad" },
    html("section", { class: "whole", style: `--k: ${names.length}` }, html("h4", {}, words.matrix), positive.node, table.node, html("p", { class: "hint" }, words["classes.how"])),
    html("section", {}, title, four, sums.node, rates.node),
    html("section", { class: "wide" }, html("h4", {}, words["classes.all"]), report.node, policies.node),
    html("div", { class: "trio wide" }, ...AVERAGES.map((how, k) => html("section", {}, html("h4", {}, words[how]),
      html("p", { class: "hint" }, words[`classes.${how}`]), how === "micro" ? pooled.node : null, means[k].node)))));

  state.each((moved) => {
    const { cells, label, policy } = known(moved);
    const classes = counted(content, cells), chosen = classes[label];
    const averages = averaged(content, classes, policy), whole = say("classes.folded", { name: names[label] });
    table.show(cells, label);
    positive.show(label);
    title.textContent = whole;
    four.replaceChildren(square(words, [say("classes.not", { name: names[label] }), names[label]],
      (cell) => html("div", { class: `cell ${cell}` }, html("span", {}, cell, html("b", {}, chosen[cell])))));
    sums.show(content.folds[label].map((sum) => `${line(sum, chosen)} · ${words[`classes.${sum.name}`]}`));
    rates.show(formulas.map((formula) => line(formula, chosen)));
    report.show(classes, averages, label);
    policies.show(POLICIES.indexOf(policy));
    pooled.show(averages.sums);
    AVERAGES.forEach((how, k) => means[k].show(averages[how].map((one) => one.line)));
    const short = (works) => works.map(({ value }, k) => `${formulas[k].symbol} ${value === null ? words.undefined : decimal(value.valueOf())}`).join(", ");
    tell([`${whole}: ${FOUR.map((cell) => `${cell} ${chosen[cell]}`).join(", ")}`, short(formulas.map((formula) => worked(formula, chosen))),
      ...AVERAGES.map((how) => `${words[how]}: ${short(averages[how])}`)].join(". "));
  });
}

// The cells of the table and the four counts of each class, as terms of formulas.
function counted({ total, folds, support }, cells) {
  const terms = Object.fromEntries(cells.flatMap((row, i) => row.map((n, j) => [`c${i}_${j}`, n])));
  terms.n = Number(evaluate(total, terms).value);
  return folds.map((fold) => [...fold, { name: "support", tree: support }].reduce((own, { name, tree }) => {
    own[name] = Number(evaluate(tree, own).value);
    return own;
  }, { ...terms }));
}

// The averages of each rate: their values, how they are written in a table, and their workings.
function averaged({ formulas, means, pools, names }, classes, policy) {
  const all = Object.fromEntries(classes.flatMap((own, i) => FOUR.map((cell) => [`${cell}${i}`, own[cell]])));
  const pooled = Object.fromEntries(pools.map(({ name, tree }) => [name, Number(evaluate(tree, all).value)]));
  const over = (how, weigh) => formulas.map((formula) => {
    const parts = classes.map((own, i) => ({ name: names[i], weight: weigh(own), ...worked(formula, own) }));
    const found = mean(`${how} ${formula.symbol}`, ["class", "classes"], parts, policy, means[how]);
    return { ...found, written: both(found.value) };
  });
  const micro = formulas.map((formula) => {
    const found = workedBy(policy, { ...formula, symbol: `micro ${formula.symbol}` }, pooled);
    return { ...found, written: divided(formula, pooled, found.value) };
  });
  return { macro: over("macro", () => 1), weighted: over("weighted", ({ support }) => support), micro, sums: pools.map((sum) => line(sum, all)) };
}

// The table of all classes: a head chooses its class, a cell is typed or dragged.
function ofAll({ words, names, most }, choose, put) {
  let now = [];
  const heads = (what) => {
    const all = names.map((name, k) => html("button", { type: "button", "aria-label": `${what} ${name}`, onclick: () => choose(k), onkeydown(event) {
      const next = (k + (STEPS[event.key] ?? 0) + names.length) % names.length;
      if (next === k) return;
      event.preventDefault();
      choose(next);
      all[next].focus();
    } }, name));
    return all;
  };
  const above = heads(words.predicted), beside = heads(words.truth);
  const boxes = names.map((truth, i) => names.map((guess, j) => {
    const input = field({ label: `${words.truth} ${truth}, ${words.predicted} ${guess}`, to: most, onmove: (value) => put(i, j, Math.round(value)) });
    const role = html("b", {}), node = html("div", { class: "cell" }, role, input.node);
    let from = null;
    drag(node, (event) => { // as high as a cell is, so many samples as the largest had at first
      if (event.type === "pointerdown") from = { y: event.clientY, n: now[i][j], scale: Math.max(SMALLEST, ...now.flat()) };
      put(i, j, Math.max(0, Math.round(from.n + ((from.y - event.clientY) / node.offsetHeight) * from.scale)));
    });
    return { input, role, node };
  }));
  const node = html("table", { class: "matrix all" },
    html("tr", {}, html("td", {}, html("small", {}, `${words.truth} ↓`), html("small", {}, `${words.predicted} →`)), ...above.map((one) => html("th", { scope: "col" }, one))),
    ...boxes.map((row, i) => html("tr", {}, html("th", { scope: "row" }, beside[i]), ...row.map((one) => html("td", {}, one.node)))));
  return {
    node: html("div", { class: "scroll" }, node),
    show(cells, label) {
      now = cells;
      node.style.setProperty("--digits", String(Math.max(...cells.flat())).length);
      for (const side of [above, beside]) side.forEach((one, k) => { one.setAttribute("aria-pressed", String(k === label)); one.tabIndex = k === label ? 0 : -1; });
      boxes.forEach((row, i) => row.forEach(({ input, role, node: box }, j) => {
        input.show(cells[i][j]);
        role.textContent = i === label ? (j === label ? "TP" : "FN") : j === label ? "FP" : "TN";
        box.className = `cell drag ${role.textContent}`;
      }));
    },
  };
}

// All classes and their averages, in rows.
function ofRates({ words, names, formulas }) {
  const heads = [words["classes.class"], ...formulas.map(({ name }) => words[name]), words.support];
  const row = (name, look) => html("tr", { class: look }, html("th", { scope: "row" }, name), ...heads.slice(1).map(() => html("td", {})));
  const single = names.map((name) => row(name)), several = AVERAGES.map((how) => row(words[how], "mean"));
  const told = (text) => (text === null || text.endsWith("/0") ? `${words.undefined}${text ? `: ${text}` : ""}` : text);
  return {
    node: html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": words["classes.all"] }, html("table", { class: "rules" },
      html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head))), ...single, ...several)),
    show(classes, averages, label) {
      const fill = (line, texts) => texts.forEach((text, k) => { line.cells[k + 1].textContent = text; });
      classes.forEach((own, i) => fill(single[i], [...formulas.map((formula) => told(divided(formula, own, worked(formula, own).value))), own.support]));
      several.forEach((one, k) => fill(one, [...averages[AVERAGES[k]].map(({ written }) => told(written)), classes[0].n]));
      single.forEach((one, i) => one.classList.toggle("lit", i === label));
    },
  };
}

export default { render };
