// Scores lose bits: fewer thresholds, and what each of them leaves open; and the same samples in shards.
import { choice, follow, frame, html, marked, slider } from "./shared.js";

function render({ model, el }) {
  const content = model.get("content");
  const { words, opening, bits, shards, seeds, levels, deals } = content;
  const { body, tell } = frame(el, model);
  const state = follow(model);
  const known = (moved, name, options) => options.indexOf(options.includes(moved[name]) ? moved[name] : opening[name]);

  const [roc, scores, ranges, areas] = ["roc", "scores", "ranges", "areas"].map((name) => marked(content[name]));
  const resolution = slider({
    label: words["resolution.bits"], to: bits.length - 1, write: (k) => content.bits_in_words[k],
    onmove: (k) => state.move({ resolution: bits[k] }),
  });
  const many = slider({
    label: words["resolution.shards"], to: shards.length - 1, write: (k) => String(shards[k]),
    onmove: (k) => state.move({ shards: shards[k] }),
  });
  const order = choice({
    label: words["resolution.order"], options: content.seeds_in_words, onmove: (k) => state.move({ seed: seeds[k] }),
  });
  const list = (look) => html("ul", { class: `workings ${look}` });
  const [heads, memory, sums] = ["heads", "memory", "sums"].map(list);
  const title = (key) => html("h4", {}, words[key]);
  body.append(resolution.node, html("div", { class: "views" },
    html("div", { class: "broad" }, roc.node, html("p", { class: "hint" }, words["resolution.how"]), title("resolution.memory"), memory),
    html("section", { class: "broad" }, scores.node, title("resolution.numbers"), heads, ranges.node)),
  html("section", { class: "shards" }, title("resolution.sums"), many.node, order.node,
    html("div", { class: "views" }, areas.node, html("section", { class: "broad" }, sums))));

  const write = (node, texts) => node.replaceChildren(...texts.map((text) => html("li", {}, text)));
  let before = [];
  state.each((moved) => {
    const level = known(moved, "resolution", bits), way = known(moved, "shards", shards), seed = known(moved, "seed", seeds);
    const deal = seed * shards.length + way;
    resolution.show(level);
    many.show(way);
    order.show(seed);
    if (level !== before[0]) {
      for (const plane of [roc, scores, ranges]) plane.show(level);
      write(heads, levels[level].heads);
      write(memory, levels[level].memory);
    }
    if (deal !== before[1]) {
      areas.show(deal);
      write(sums, deals[deal]);
    }
    tell((level === before[0] ? deals[deal] : [content.bits_in_words[level], ...levels[level].heads, levels[level].memory[0]]).join(". "));
    before = [level, deal];
  });
}

export default { render };
