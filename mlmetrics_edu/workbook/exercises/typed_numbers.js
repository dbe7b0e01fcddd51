// A typed number, judged as a question's `check` does it; what it's compared with comes from there.

// Return whether an answer is right (null where it doesn't count), and what is said of it.
function judgedNumber(question, text) {
  const { right, known, says } = question;
  if (["", "...", "…"].includes(text.trim())) return [null, says.blank];
  const given = asNumber(text);
  if (given === null) return [null, unread(text, says)];
  const ways = [given];
  if (question.percent) ways.push({ ...given, value: given.value / 100 }); // its sign may be missing
  const isOne = (number) => ways.some((way) => same(way, number));
  const fits = (number) => isOne(number) || ways.some((way) => rounds(way, number, question));
  const found = known.filter(([, number]) => fits(number));
  if (found.length && !same(given, right) && rounds(given, right, question)) return [null, says.unsure];
  if (fits(right)) return [true, isOne(right) ? says.right : says.roughly];
  const told = new Map(found.map(([name, , sentence]) => [name, sentence]));
  const near = slip(question, given);
  const comesFirst = near && (!told.size || near[0] === question.hundredfold);
  const all = comesFirst ? new Map([near, ...told]) : told;
  if (all.size) return [false, named(all, says)];
  return [false, filled(question.placed[place(question, given)], quoted(text))];
}

function same({ value, digits }, known) {
  const number = Number(known.value);
  if (!Number.isFinite(value) || !Number.isFinite(number)) return Object.is(value, number);
  const slack = digits === null && known.exact ? 0 : known.slack;
  return Math.abs(value - number) <= slack + 1e-12 * Math.abs(number);
}

// Tell whether it is a number in two digits; 0, 1 and the like never are.
function rounds(given, known, { whole }) {
  const { value, digits } = given;
  if (digits !== 2 || whole || !Number.isFinite(value)) return false;
  const near = Math.abs(value - known.value) <= 1.000001 * Math.min(half(given), known.half);
  return near && (value >= 10 || value !== Math.trunc(value));
}

// Name what relates an answer to the right one by a slip of the pen, and say so.
function slip(question, given) {
  const right = Number(question.right.value);
  if (!Number.isFinite(right) || !Number.isFinite(given.value)) return null;
  const related = question.near.find(([name, number]) =>
    same(given, number) || (name === question.hundredfold && rounds(given, number, question)));
  if (related) return [related[0], related[2]];
  if (question.cut && given.value === question.cut[1]) return [question.cut[0], question.cut[2]];
  const ratio = right ? Math.abs(given.value / right) : 0;
  const moved = ratio > 0 && ratio < Infinity ? Math.round(Math.log10(ratio)) : 0;
  const back = { ...given, value: given.value / Number(`1e${moved}`) };
  return moved && same(back, question.right) ? question.moved : null;
}

// Tell where a wrong answer lies: below all that it can be, too low, too high, above, or nowhere.
function place({ right, bounds }, { value }) {
  if (!Number.isFinite(Number(right.value)) || !Number.isFinite(value)) return 0;
  if (value < Number(bounds[0])) return 1;
  if (value > Number(bounds[1])) return 4;
  return value > right.value ? 3 : 2;
}

// Say what went wrong; three of several mistakes are explained, and six more are named.
function named(told, says) {
  const [names, sentences] = [[...told.keys()].slice(3), [...told.values()]];
  if (sentences.length === 1) return `${says.wrong} ${sentences[0]}`;
  const others = names.length > 6 ? `, … (${names.length - 6} more)` : "";
  const more = names.length ? [`- or ${names.slice(0, 6).join(", ")}${others}`] : [];
  const listed = sentences.slice(0, 3).map((sentence) => `- ${sentence}`);
  return [`${says.wrong} ${says.several}`, ...listed, ...more].join("\n");
}
