// Exact numbers: the trees that Python made of its formulas are walked here, in fractions.
// Nothing is known here of what they mean, and nothing is written but as Python writes it.
import { Fraction } from "./vendor/fraction.min.js";

const OPERATIONS = {
  "+": (a, b) => a.add(b), "-": (a, b) => a.sub(b), "*": (a, b) => a.mul(b), "^": (a, b) => a.pow(b),
  min: (...all) => all.reduce((a, b) => (b.compare(a) < 0 ? b : a)),
  max: (...all) => all.reduce((a, b) => (b.compare(a) > 0 ? b : a)),
  abs: (a) => a.abs(),
};
const LONG = 15; // signs of a fraction that can still be read …
const SHORT = 12; // … and in the middle of a line

class Undefined extends Error {}

// The value of a tree, and whether it is exact; `terms` are numbers, fractions as text, or both.
export function evaluate(tree, terms) {
  let exact = true;
  const walk = (node) => {
    if (typeof node === "string") {
      const known = node in terms ? terms[node] : node;
      return known instanceof Fraction ? known : new Fraction(known);
    }
    const [sign, first, second, words] = node;
    if (sign === "/") {
      const below = walk(second);
      const above = walk(first);
      if (below.equals(0)) throw new Undefined(`${words} = 0`);
      return above.div(below);
    }
    if (sign === "sqrt" || sign === "log") {
      const inside = walk(first);
      if (inside.compare(0) < (sign === "log" ? 1 : 0)) throw new Undefined(second);
      const root = sign === "sqrt" ? exactRoot(inside) : null;
      if (root !== null) return root;
      exact = false;
      return new Fraction(Math[sign](inside.valueOf()));
    }
    return OPERATIONS[sign](...node.slice(1).map(walk));
  };
  try {
    return { value: walk(tree), exact, reason: "" };
  } catch (error) {
    if (!(error instanceof Undefined)) throw error;
    return { value: null, exact: false, reason: error.message };
  }
}

// The root of a fraction where it is one, else null; `pow(0.5)` looks for prime factors, which takes
// a second where the counts are large.
function exactRoot({ n, d }) {
  const [above, below] = [n, d].map(wholeRoot);
  return above * above === n && below * below === d ? new Fraction(above, below) : null;
}

// Newton's steps from above, down to the largest whole number whose square isn't larger.
function wholeRoot(square) {
  if (square === 0n) return square;
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1), next = root;
  do {
    root = next;
    next = (root + square / root) >> 1n;
  } while (next < root);
  return root;
}

// A number with a few decimals, more where it is small; a half goes to the even digit.
export function decimal(value, digits = 3) {
  const x = Number(Number(value).toPrecision(12));
  if (x && (Math.abs(x) < 1e-4 || Math.abs(x) >= 1e6)) {
    const [, head, tail, sign, power] = x.toExponential(digits - 1).match(/^(.*?)(\.?0*)e([+-])(\d+)$/);
    return `${tail.startsWith(".") || head.includes(".") ? head : head + tail}e${sign}${power.padStart(2, "0")}`;
  }
  if (x && Math.abs(x) < 0.01) return String(Number(x.toPrecision(digits)));
  const halfway = new RegExp(`\\.\\d{${digits - 1}}[02468]50*$`);
  const text = x.toFixed(40);
  return halfway.test(text) ? text.slice(0, text.indexOf(".") + digits + 1) : x.toFixed(digits);
}

// A minus for the sign of a negative number; that of an exponent stays a hyphen.
export const signed = (text) => text.replace(/^-/, "−");

// What stands between the equals signs, from the formula to the decimal.
export function working(formula, terms, exactly = true) {
  const inner = formula.rates.map((rate) => [rate.term, worked(rate, terms)]);
  const known = { ...terms, ...Object.fromEntries(inner.map(([term, { value }]) => [term, value])) };
  const { value, exact, reason } = worked(formula, terms);
  const shown = inner.reduce((text, [term, one]) => filled(text, term, one), formula.numbers);
  const sides = [formula.text, filledIn(shown, terms), formula.divides && !inner.length ? ratio(formula.tree, { ...known, ...formula.fixed }) : ""];
  if (value === null) {
    return { sides: unique(sides), result: `undefined: ${reason}`, value: NaN };
  }
  const fraction = exact && exactly ? value.toFraction() : "";
  if (fraction && fraction.length <= LONG) sides.push(signed(fraction));
  return { sides: unique(sides), result: finished(value, exact && exactly), value: value.valueOf() };
}

// The value of a formula, whose terms may have formulas of their own.
export function worked(formula, terms) {
  const known = { ...terms, ...formula.fixed };
  for (const rate of formula.rates) {
    const { value, exact, reason } = worked(rate, terms);
    if (value === null) return { value, exact, reason };
    known[rate.term] = value;
  }
  const { value, exact, reason } = evaluate(formula.tree, known);
  return { value, exact, reason: value === null && formula.why ? `${reason}: ${formula.why}` : reason };
}

// A rate in the place of its term; only a fraction needs brackets.
function filled(text, term, { value }) {
  const whole = value !== null && value.d === 1n;
  const fraction = value === null ? "nan" : value.toFraction();
  const shown = signed(fraction.length > SHORT ? decimal(value.valueOf(), 4) : fraction);
  const bare = whole || value === null || fraction.length > SHORT;
  const held = new RegExp(`(?<![√\\w])\\(\\{${term}\\}\\)`, "g"); // a root keeps its brackets
  return (bare ? text.replace(held, shown) : text).replaceAll(`{${term}}`, shown);
}

// "=" where the decimal is the whole truth, "≈" where it is rounded.
function finished(value, exact) {
  if (!exact || value.mul(1000).d !== 1n) return `≈ ${signed(decimal(value.valueOf()))}`;
  return `= ${signed(value.valueOf().toFixed(3).replace(/\.?0+$/, ""))}`;
}

// A working on one line, as it is printed.
export function line(formula, terms, exactly = true) {
  const { sides, result } = working(formula, terms, exactly);
  return formula.symbol + unique([...sides.map((side) => ` = ${side}`), ` ${result}`]).join("");
}

// A name and a decimal, as they are read out.
export function told(formula, terms, otherwise) {
  const { value } = worked(formula, terms);
  return `${formula.symbol} ${value === null ? otherwise : decimal(value.valueOf())}`;
}

// One division of whole numbers as it stands, not reduced.
function ratio(tree, terms) {
  const parts = [tree[1], tree[2]].map((part) => evaluate(part, terms));
  const whole = parts.every(({ value, exact }) => exact && value !== null && value.d === 1n);
  return whole ? parts.map(({ value }) => signed(value.toFraction())).join("/") : "";
}


const unique = (sides) => [...new Set(sides)].filter(Boolean);

export const fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (place, name) => (name in values ? values[name] : place));

// The nearest whole number; a half goes up.
export const whole = (value) => value.add("1/2").floor();

// Values that follow from each other, each a whole number before the next is worked out.
export const inOrder = (steps, terms) => steps.reduce(
  (known, [name, tree]) => ({ ...known, [name]: whole(evaluate(tree, known).value) }), terms);

// Numbers in the places of their terms; a negative one after a sign needs brackets.
export const filledIn = (template, terms) => template.replace(/(\(?)\{(\w+)\}/g, (place, open, name) => {
  if (!(name in terms)) return place;
  const text = leaf(terms[name]);
  return text.startsWith("−") && !open ? `(${text})` : open + text;
});

// A number within a working: all of its digits where they are few, four decimals of others.
function leaf(value) {
  if (value instanceof Fraction) {
    const fraction = value.toFraction();
    return fraction.length > SHORT && value.d !== 1n ? signed(decimal(value.valueOf(), 4)) : signed(fraction);
  }
  if (typeof value !== "number" || Number.isInteger(value)) return signed(String(value));
  const settled = String(Number(value.toPrecision(12)));
  return settled.length <= 7 && !settled.includes("e") ? signed(settled) : decimal(value, 4);
}

// The same trees in floats, for what is drawn, and for what no fraction is: NaN where undefined.
const FLOATS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "^": (a, b) => a ** b,
  "/": (a, b) => (b === 0 ? NaN : a / b), sqrt: Math.sqrt, log: Math.log, min: Math.min, max: Math.max, abs: Math.abs,
};
const ARGUMENTS = { "/": 2, sqrt: 1, log: 1 }; // what stands behind them is words
export function inFloats(tree, terms) {
  if (typeof tree === "string") return Number(tree in terms ? terms[tree] : tree);
  const [sign, ...parts] = tree;
  return FLOATS[sign](...parts.slice(0, ARGUMENTS[sign] ?? parts.length).map((part) => inFloats(part, terms)));
}

// A function that Python sends as a table: between two entries a cubic, or without slopes a line.
export const tabled = ({ from, step, values, slopes, below = 0 }) => (x) => {
  const place = (x - from) / step;
  if (!(place >= 0)) return below;
  const k = Math.min(Math.floor(place), values.length - 2);
  const u = Math.min(place - k, 1), v = 1 - u;
  if (!slopes) return values[k] * v + values[k + 1] * u;
  return values[k] * v * v * (1 + 2 * u) + values[k + 1] * u * u * (1 + 2 * v)
    + step * u * v * (slopes[k] * v - slopes[k + 1] * u);
};

// A number as a fraction and a decimal; one of them alone where it says all. Null is undefined.
export function both(value, digits = 3) {
  if (value === null) return null;
  const fraction = value.toFraction(), short = decimal(value.valueOf(), digits);
  if (fraction.length > LONG) return signed(short);
  return value.d === 1n ? signed(fraction) : `${signed(fraction)} = ${signed(short)}`;
}

// One division as it stands, not reduced, and a decimal; `value` stands for what is undefined.
export function divided({ above, below }, terms, value) {
  const parts = [above, below].map((half) => signed(evaluate(half, terms).value.toFraction())).join("/");
  return value === null ? parts : `${parts} = ${decimal(value.valueOf())}`;
}

// A mean of parts {name, weight, value, reason}, by a tree for each number of them. A part without a
// value makes it undefined ("nan"), is left out ("skip"), or counts as a number ("0", "1").
const settled = (policy) => (policy === "nan" || policy === "skip" ? null : evaluate(policy, {}).value);
export function mean(symbol, kinds, parts, policy, trees) {
  const heavy = parts.filter(({ weight }) => weight), lacking = heavy.filter(({ value }) => value === null);
  const kept = policy === "skip" ? heavy.filter(({ value }) => value !== null) : heavy;
  const reason = lacking.length && (policy === "nan" || !kept.length) ? `no value for ${lack(lacking, kinds)}`
    : kept.length ? "" : `there is no ${kinds[0]} with any weight`;
  if (reason) return { value: settled(policy), line: ruled(`${symbol} undefined: ${reason}`, policy) };
  const rates = kept.map(({ value }, i) => ({ term: `v${i}`, tree: (value ?? settled(policy)).toFraction(), fixed: {}, rates: [] }));
  const terms = Object.fromEntries(kept.map(({ weight }, i) => [`s${i}`, weight]));
  const formula = { ...trees[kept.length - 1], symbol, rates };
  return { value: worked(formula, terms).value, line: line(formula, terms) };
}

// A formula where what is undefined may count as a number.
export function workedBy(policy, formula, terms) {
  const { value } = worked(formula, terms), text = line(formula, terms);
  return { value: value ?? settled(policy), line: value === null ? ruled(text, policy) : text };
}
const ruled = (text, policy) => (settled(policy) === null ? text : `${text} → ${policy} by convention (undefined=${policy})`);

// Name the parts without a value, and say why they have none; one reason is said once.
const ASKED = 6; // so many are asked
function lack(parts, [one, several]) {
  const first = parts.slice(0, ASKED), more = parts.length - first.length;
  const groups = [...new Set(first.map(({ reason }) => reason))].map((reason) => {
    const names = first.filter((part) => part.reason === reason).map(({ name }) => name);
    return `${names.length === 1 ? one : several} ${names.join(", ")} (${reason})`;
  });
  return [...groups, ...(more ? [`… (${more} more)`] : [])].join("; ");
}
