// A walk, step by step: marks that are seen from one step to another, a row, a sentence.
import { follow, frame, html, marked, slider, svg, tabulated } from "./shared.js";

const SECONDS = 1.6; // that a step stays, at single speed
const ICONS = {
  first: "M5 5h3v14H5zM20 5v14L9 12z", back: "M17 5v14L6 12z", play: "M7 4v16l13-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z", forward: "M7 5v14l11-7z", last: "M16 5h3v14h-3zM4 5v14l11-7z",
};

function render({ model, el }) {
  const { panels, table, sentences, words } = model.get("content");
  const { root, body } = frame(el, model);
  const state = follow(model);
  const last = sentences.length - 1;
  let now = 0, timer = null;

  const move = (k) => state.move({ step: Math.min(Math.max(k, 0), last) });
  const go = (k) => { pause(); move(k); };
  const to = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => last };
  const icon = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
  const control = (name, onclick) => html("button", {
    type: "button", onclick, class: `control ${name}`, "aria-label": words[`player.${name}`], title: words[`player.${name}`],
  }, icon(name));
  const ways = Object.fromEntries(Object.keys(to).map((name) => [name, control(name, () => go(to[name]()))]));
  const playing = control("play", toggle);
  const bar = slider({
    label: words["player.step"], from: 1, to: last + 1, write: (k) => `${k} / ${last + 1}`, onmove: (k) => go(k - 1),
  });
  const slowly = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const speed = html("select", { onchange: () => timer !== null && wait() }, ...[["0.5", "½ ×"], ["1", "1 ×"], ["2", "2 ×"], ["4", "4 ×"]]
    .map(([value, text]) => html("option", { value, selected: value === (slowly ? "0.5" : "1") }, text)));

  function toggle() {
    if (timer !== null) { pause(); return; }
    if (now === last) move(0);
    wait();
    named("pause");
  }
  function pause() {
    clearTimeout(timer);
    timer = null;
    named("play");
  }
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      move(now + 1);
      if (now === last) pause(); else wait();
    }, (1000 * SECONDS) / Number(speed.value));
  }
  function named(name) {
    playing.replaceChildren(icon(name));
    for (const attribute of ["aria-label", "title"]) playing.setAttribute(attribute, words[`player.${name}`]);
  }

  const shown = panels.map((panel) => (panel.counts ? counted(panel, words) : panel.chips ? lined(panel) : marked(panel)));
  const rows = tabulated(table, words["player.rows"]);
  const said = html("p", { class: "sentence", "aria-live": "polite" });
  const fold = html("details", {}, html("summary", {}, words["player.all"]), html("ol", {}, ...sentences.map((text) => html("li", {}, text))));
  body.append(
    html("div", { class: "row controls" }, ways.first, ways.back, playing, ways.forward, ways.last,
      html("div", { class: "grow" }, bar.node), html("label", {}, words["player.speed"], " ", speed)),
    html("div", { class: "caption" }, ...sentences.map((text) => html("p", { class: "room", "aria-hidden": "true" }, text)), said),
    html("div", { class: "walk" }, ...shown.map(({ node }) => node), rows.node), fold);

  const keys = {
    ArrowLeft: to.back, ArrowDown: to.back, ArrowRight: to.forward, ArrowUp: to.forward, Home: to.first, End: to.last,
  };
  root.tabIndex = 0; // so that keys have a place to go to, wherever somebody has clicked
  root.addEventListener("keydown", (event) => {
    const on = event.target.tagName;
    if (event.ctrlKey || event.metaKey || event.altKey || on === "SELECT" || event.target === rows.node) return;
    if (event.key === " " && on !== "BUTTON" && on !== "SUMMARY") toggle();
    else if (event.key in keys) go(keys[event.key]());
    else return;
    event.preventDefault();
  });

  state.each(({ step }) => {
    now = Number.isInteger(step) ? Math.min(Math.max(step, 0), last) : 0;
    bar.show(now + 1);
    said.textContent = sentences[now];
    // Not `disabled`: that would take the focus away from who stands on the button.
    for (const name of Object.keys(to)) {
      ways[name].setAttribute("aria-disabled", String(now === (name === "first" || name === "back" ? 0 : last)));
    }
    for (const part of [...shown, rows]) part.show(now);
  });
  return pause; // whoever takes the player away stops it
}

// The four counts of each step, and lines below them.
function counted({ counts, lines, classes: [negative, positive] }, words) {
  const numbers = Object.fromEntries(Object.keys(counts).map((cell) => [cell, html("b", {})]));
  const cell = (name) => html("td", {}, html("div", { class: `cell ${name}` }, name, numbers[name] ?? html("b", {}, "?")));
  const side = (text, scope) => html("th", { scope }, text);
  const below = (lines[0] ?? []).map(() => html("li", {}));
  return {
    node: html("section", {}, html("h4", {}, words.matrix), html("table", { class: "matrix" },
      html("tr", {}, html("td", {}), side(`${words.predicted} ${negative}`, "col"), side(`${words.predicted} ${positive}`, "col")),
      html("tr", {}, side(`${words.truth} ${negative}`, "row"), cell("TN"), cell("FP")),
      html("tr", {}, side(`${words.truth} ${positive}`, "row"), cell("FN"), cell("TP"))), html("ul", { class: "workings" }, ...below)),
    show(k) {
      for (const [name, number] of Object.entries(numbers)) number.textContent = counts[name][k];
      below.forEach((line, i) => { line.textContent = lines[k][i]; });
    },
  };
}

// Samples in a row, each with what it is before and after it is let in.
function lined({ title, chips }) {
  const made = chips.map(({ name, score, positive, from, signs }) => {
    const sign = html("b", {});
    return { node: html("li", { class: positive ? "chip true" : "chip" }, name, html("small", {}, score), sign), sign, from, signs };
  });
  return {
    node: html("section", { class: "wide" }, html("h4", {}, title), html("ul", { class: "chips all" }, ...made.map(({ node }) => node))),
    show: (k) => made.forEach(({ node, sign, from, signs }) => {
      sign.textContent = signs[Number(k >= from)];
      node.classList.toggle("in", k >= from);
      node.classList.toggle("lit", k === from);
    }),
  };
}

export default { render };
