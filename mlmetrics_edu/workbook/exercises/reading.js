// A number as it is typed: what reading.py does, for a page without Python. A test compares the two.
const UNDEFINED = ["undefined", "nan", "not defined", "0/0", "n/a"];
const NUMBER = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?)(?:\/([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?))?(%|percent)?$/;
const NAME = /^[\p{L}\p{M}_][\p{L}\p{M}\p{N}\s@().{}_-]*$/u; // what may stand before a number: FPR = 3/14

// A number and how many digits of it were typed, null for a fraction; null for what is no number.
function asNumber(answer) {
  const text = bare(plain(answer).replace(/\\[dt]?frac\{([^{}]+)\}\{([^{}]+)\}/g, "$1/$2"));
  const undefinedNumber = { value: NaN, digits: null };
  if (UNDEFINED.includes(text.toLowerCase())) return undefinedNumber;
  const sides = text.split(/[=≈~≃:]/).map(bare);
  const named = sides.length > 1 && (sides[0] === "" || NAME.test(sides[0]));
  const read = (named ? sides.slice(1) : sides).map(oneNumber);
  const values = read.map((side) => side?.value);
  if (read.includes(null) || Math.max(...values) - Math.min(...values) > 1e-3) {
    return named && UNDEFINED.includes(sides[sides.length - 1].toLowerCase()) ? undefinedNumber : null;
  }
  return read.reduce((best, side) => (half(side) < half(best) ? side : best));
}

// Half a unit of the last digit: so far it may lie from what was rounded.
function half({ value, digits }) {
  if (digits === null || !value || !Number.isFinite(value)) return 0;
  return Number(`1e${Math.floor(Math.log10(Math.abs(value))) - digits + 1}`) / 2;
}

function plain(text) {
  return [...text].slice(0, 400).join("").normalize("NFKC").trim();
}

// Take quotation marks and brackets off that stand around all of a text.
function bare(given) {
  const text = given.trim(), inner = text.slice(1, -1);
  const pair = text.slice(0, 1) + text.slice(-1);
  const brackets = ["[]", "()", "{}"].includes(pair) && !/[()[\]{}]/.test(inner);
  const marked = text.length > 1 && /^["'`“”‘’$]{2}$/.test(pair) && !/["'`“”‘’$]/.test(inner);
  return brackets || marked ? bare(inner) : text;
}

function oneNumber(text) {
  const written = text.replace(/\p{Nd}/gu, westernDigit).toLowerCase().replace(/[−–]/g, "-").replace(/\s*([/%])\s*/g, "$1")
    .replace(/\s*(?:per\s?cent|pct)$/, "percent").replace(/\d[\d.,]*/g, withAPoint);
  const [, above, below = "1", percent] = NUMBER.exec(written) ?? [];
  if (above === undefined) return null;
  const [numerator, denominator] = [exact(above), exact(below)];
  if (!numerator || !denominator || !denominator[0]) return null;
  const value = quotient(
    numerator[0] * denominator[1],
    numerator[1] * denominator[0] * (percent ? 100n : 1n),
  );
  if (!Number.isFinite(value)) return null;
  const fraction = !/[.e]/.test(above) && !/^10*$/.test(below);
  const digits = above.split("e")[0].replace(/\D/g, "").replace(/^0+/, "").length;
  return { value, digits: fraction ? null : digits };
}

// Digits of a script follow one another, from 0 to 9.
function westernDigit(digit) {
  const isDigit = (code) => /\p{Nd}/u.test(String.fromCodePoint(code));
  let value = 0;
  while (value < 9 && isDigit(digit.codePointAt(0) - value - 1)) value += 1;
  return value;
}

// Write a decimal comma as a point, and leave the commas between thousands out.
function withAPoint(text) {
  if (/^(?:0,\d+|\d+,(?:\d\d?|\d{4,}))$/.test(text)) return text.replace(",", ".");
  if (/^(?:\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:,\d{3})+\.\d*)$/.test(text)) return text.replace(/,/g, "");
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return text.replace(/\./g, "").replace(",", ".");
  return text;
}

// A decimal as two whole numbers, one above the other; null where its power of ten is too large.
function exact(text) {
  const [mantissa, power = "0"] = text.split("e");
  if (Math.abs(power) > 300) return null;
  const [whole, decimals = ""] = mantissa.replace(/^[-+]/, "").split(".");
  const size = BigInt(whole + decimals) * (mantissa.startsWith("-") ? -1n : 1n);
  const zeros = Number(power) - decimals.length;
  return zeros < 0 ? [size, 10n ** BigInt(-zeros)] : [size * 10n ** BigInt(zeros), 1n];
}

// Divide whole numbers of any size, as exactly as a float can be.
function quotient(above, below) {
  const sign = (above < 0n) === (below < 0n) ? 1 : -1;
  const [n, d] = [above < 0n ? -above : above, below < 0n ? -below : below];
  const shift = 64 + d.toString(2).length - n.toString(2).length;
  const [up, down] = shift > 0 ? [n << BigInt(shift), d] : [n, d << BigInt(-shift)];
  const whole = up / down | (up % down ? 1n : 0n); // a remainder decides what is rounded up
  return sign * Number(whole) * 2 ** -shift;
}

// Say what is unclear about a number that can't be read.
function unread(answer, says) {
  const text = plain(answer);
  const comma = /(?<![\d.,])(\d{1,3}),(\d{3})(?![\d.,])/.exec(text);
  if (comma) return filled(says.comma, quoted(answer), comma[1] + comma[2], `${comma[1]}.${comma[2]}`);
  const known = text.split(/[=≈~≃]/).map(bare).filter((side) => oneNumber(side) !== null);
  if (known.length < 2) return filled(says.unread, quoted(answer));
  return filled(says.two, quoted(answer), known[0], known[known.length - 1]);
}

// Write an answer as Python writes it, short enough for a sentence.
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = [...text].map((sign) => {
    if (sign === "\\" || sign === mark) return `\\${sign}`;
    if (sign === " " || !/[\p{C}\p{Z}]/u.test(sign)) return sign;
    const known = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[sign];
    const code = sign.codePointAt(0), hex = code.toString(16);
    if (known) return known;
    if (code < 256) return `\\x${hex.padStart(2, "0")}`;
    return code < 65536 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  }).join("");
  const signs = [...`${mark}${escaped}${mark}`];
  if (signs.join("").includes(" at 0x")) return "str";
  return signs.length <= 40 ? signs.join("") : `${signs.slice(0, 37).join("")}…`;
}

// Fill the places of a text, one after another.
function filled(text, ...values) {
  return text.replace(/\{\}/g, () => values.shift());
}
