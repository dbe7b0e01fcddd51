// A score, an IoU and a protocol move, and what became of each detection follows.
import { line, worked } from "./numbers.js";
import { apart, button, drag, follow, frame, html, nearest, plane, slider, svg } from "./shared.js";

const LABELLED = 8; // boxes whose names have room for a word
const FEW = 8; // categories whose curves stand together

function render({ model, el }) {
  const content = model.get("content");
  const { words, scores, written, ious, categories, images, protocols, columns, scenes, texts, looks, outcomes, formulas, axes, opening } = content;
  const { body, say, tell } = frame(el, model);
  const state = follow(model);
  const move = (change) => { state.move(change); show(); };
  let at = null, lit = null, drawn = null;

  const place = (list, value, usual) => (list.includes(value) ? list.indexOf(value) : list.indexOf(usual));
  const now = () => {
    const { score, iou, protocol, category, image } = state.now;
    const known = score === null || scores.includes(score) ? score : opening.score;
    return {
      stop: known === null ? scores.length : scores.indexOf(known),
      iou: place(ious, iou, opening.iou),
      judged: protocols[place(protocols.map(({ name }) => name), protocol, opening.protocol)],
      category: category in categories ? category : 0, image: image in images ? image : 0,
    };
  };
  const cut = (stop) => (stop < scores.length ? `≥ ${written[stop]}` : words.top);
  const choose = (label, names, name) => {
    const node = html("select", { "aria-label": label, onchange: () => move({ [name]: Number(node.value) }) },
      ...names.map((one, k) => html("option", { value: k }, one)));
    return { row: html("label", { class: "row" }, label, node), node };
  };
  const image = choose(words["map.image"], images.map(({ name }) => name), "image");
  const category = choose(words["map.category"], categories, "category");
  const turn = (by) => button(by < 0 ? "◀" : "▶", () => move({ image: (now().image + by + images.length) % images.length }),
    { "aria-label": by < 0 ? words["map.previous"] : words["map.next"] });
  const switches = protocols.map(({ name }) => button(name, () => move({ protocol: name })));
  const score = slider({ label: words["map.score"], to: scores.length, write: cut, onmove: (k) => move({ score: k < scores.length ? scores[k] : null }) });
  const iou = slider({ label: words["map.iou"], to: ious.length - 1, write: (k) => `≥ ${ious[k]}`, onmove: (k) => move({ iou: ious[k] }) });

  const left = html("div", {}), right = html("div", {});
  const story = html("ul", { class: "story", "aria-label": words["map.story"] });
  const lines = formulas.map(() => html("li", {}));
  const cells = html("p", {}), ap = html("p", { class: "verdict" });
  const classes = categories.map((name) => html("tr", {}, html("td", {}, name), html("td", {})));
  const table = html("table", { class: "rules" }, html("tr", {}, html("th", { scope: "col" }, words["map.category"]), html("th", { scope: "col" }, "AP")), ...classes);
  const means = html("p", {});
  const curve = plane({ title: words["map.curve"], x: axes[0], y: axes[1] });
  const paths = categories.map(() => curve.path("curve")), point = curve.dot("here"), tracks = new Map();
  right.append(curve.figure, ap, cells, html("h4", {}, words.working), html("ul", { class: "workings" }, ...lines),
    html("h4", {}, words["map.classes"]), html("div", { class: "tall" }, table), means);
  const others = protocols.length > 1 ? html("div", { class: "row", role: "group", "aria-label": words["map.protocol"] }, words["map.protocol"], ...switches) : null;
  body.append(html("div", { class: "row" }, turn(-1), image.row, turn(1), category.row, others),
    html("div", { class: "trio" }, score.node, iou.node),
    html("div", { class: "pair" }, html("div", {}, left, html("h4", {}, words["map.story"]), story), right));

  // Whoever points at a detection, or focuses it, sees the object that it met, and the reverse.
  function points(node, which) {
    for (const event of ["pointerenter", "focus"]) node.addEventListener(event, () => light(which));
    for (const event of ["pointerleave", "blur"]) node.addEventListener(event, () => light(null));
  }
  function light(which) {
    lit = which;
    const { found } = at;
    const met = which?.startsWith("d") ? `o${found.detections[which.slice(1)][1]}` : null;
    for (const [key, nodes] of drawn.nodes) {
      for (const node of nodes) node.classList.toggle("lit", key === which || key === met
        || (which?.startsWith("o") && key[0] === "d" && `o${found.detections[key.slice(1)][1]}` === which && shown(key.slice(1))));
    }
  }
  const shown = (k) => at.stop < scores.length && drawn.image.detections[k].score >= scores[at.stop];

  const terms = (all, row) => Object.fromEntries(Object.entries(all).map(([cell, column]) => [cell, column[row]]));
  const value = (formula, all, row) => worked(formula, terms(all, row)).value?.valueOf() ?? null;
  // Recall and precision in each row of some counts.
  function track(all) {
    if (!tracks.has(all)) tracks.set(all, formulas.map((formula) => all.TP.map((_, row) => value(formula, all, row))).reverse());
    return tracks.get(all);
  }
  drag(curve.node, (event) => {
    const { stops } = columns[at.judged.at[at.iou].columns[at.category]];
    move({ score: scores[nearest(curve, event, ...track(stops))] ?? null });
  });

  function build(k) {
    const scene = images[k];
    const made = plane({ title: words["map.scene"], ...scene.plane });
    drawn = { image: scene, plane: made, nodes: new Map() };
    lit = null;
    const listed = [], names = [];
    for (const [kind, boxes] of [["o", scene.objects], ["d", scene.detections]]) {
      boxes.forEach((box, i) => {
        const rect = made.add("rect", { class: kind === "o" ? "truth" : "found" });
        const name = svg("text", { class: "boxname" });
        names.push(name);
        const row = html("li", { tabindex: 0 });
        const key = `${kind}${i}`;
        drawn.nodes.set(key, [rect, name, row]);
        points(rect, key);
        points(row, key);
        listed.push(row);
      });
    }
    made.node.append(...names); // above all boxes
    left.replaceChildren(made.figure);
    story.replaceChildren(...listed);
  }
  function put(key, { box }, look, name, text) {
    const [rect, label, row] = drawn.nodes.get(key);
    const { more } = at.judged;
    const [[x, y], [u, v]] = [drawn.plane.at(box[0], box[1]), drawn.plane.at(box[2] + more, box[3] + more)];
    for (const [attribute, value] of Object.entries({ x, y, width: u - x, height: v - y })) rect.setAttribute(attribute, value);
    drawn.labels.push({ node: label, box: [x, y, u, v] });
    for (const node of [rect, label, row]) node.dataset.look = look;
    label.textContent = name;
    row.textContent = text;
  }

  function outcomesOf(found) {
    const { objects, detections } = drawn.image;
    drawn.labels = [];
    const roomy = objects.length + detections.length <= LABELLED;
    detections.forEach((box, i) => {
      const [look, , text] = found.detections[i];
      const there = shown(i);
      put(`d${i}`, box, there ? look : "hidden", roomy ? `${box.name} ${box.written} ${looks[look]} ${outcomes[look]}` : `${box.written} ${looks[look]}`,
        there ? `${looks[look]} ${box.written} · ${texts[text]}` : say("map.hidden", { name: box.name, score: box.written }));
    });
    objects.forEach((box, i) => {
      const [outcome, by] = found.objects[i];
      const late = outcome === "found" && !shown(by);
      const look = late ? "missed" : outcome;
      const finder = outcome === "found" ? detections[by] : null;
      put(`o${i}`, box, look, box.name, say("map.object", { name: box.name, outcome: outcomes[look] })
        + (late ? ` ${say("map.below", { name: finder.name, score: finder.written })}` : finder ? ` (${finder.name})` : ""));
    });
    apart(drawn.labels.filter(({ node }) => node.dataset.look !== "hidden"));
    if (lit) light(lit);
  }

  function show() {
    const k = now();
    if (drawn?.image !== images[k.image]) build(k.image);
    const judged = k.judged.at[k.iou];
    at = { ...k, found: scenes[judged.scene][k.image] };
    const many = drawn.image.detections.filter((_, i) => shown(i)).length;
    const seen = [judged.scene, k.judged.more, many].join();
    if (drawn.seen !== seen) outcomesOf(at.found);
    drawn.seen = seen;
    const counts = columns[judged.columns[k.category]].stops;
    paths.forEach((path, i) => {
      const entry = columns[judged.columns[i]];
      const look = i === k.category ? "curve" : paths.length > FEW ? "none" : "faint";
      path.node.setAttribute("class", look);
      if (look === "none" || path.entry === entry) return;
      path.draw(...track(entry.curve));
      path.entry = entry;
    });
    point.move(...track(counts).map((column) => column[k.stop]));
    formulas.forEach((formula, i) => { lines[i].textContent = line(formula, terms(counts, k.stop)); });
    cells.textContent = Object.entries(terms(counts, k.stop)).map(([cell, n]) => `${cell} ${n}`).join(" · ");
    const known = (text) => text || words.undefined;
    ap.textContent = `${say("map.ap", { category: categories[k.category] })} = ${known(judged.ap[k.category])}`;
    classes.forEach((row, i) => {
      row.lastChild.textContent = known(judged.ap[i]);
      row.classList.toggle("lit", i === k.category);
    });
    means.textContent = say("map.mean", { iou: ious[k.iou], map: known(judged.mean) })
      + (ious.length > 1 ? ` ${say("map.over", { n: ious.length, map: known(k.judged.mean) })}` : "");
    image.node.value = k.image;
    category.node.value = k.category;
    switches.forEach((one, i) => one.setAttribute("aria-pressed", String(protocols[i] === k.judged)));
    score.show(k.stop);
    iou.show(k.iou);
    tell(say("map.verdict", { score: cut(k.stop), iou: ious[k.iou], counts: cells.textContent, ap: ap.textContent }));
  }
  state.each(show);
}

export default { render };
