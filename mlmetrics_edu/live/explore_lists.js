// People move in and out of the model's list; the counts, and every rate made of them, follow.
import { fill, line, told } from "./numbers.js";
import { choosing, follow, frame, html, roving, square } from "./shared.js";

const ZONES = ["FP", "TP", "FN", "TN"];
const HEADS = { TP: "both", TN: "neither" };

function render({ model, el }) {
  const { words, heads, names, positive, classes, formulas } = model.get("content");
  const { body, say, tell } = frame(el, model);
  const state = follow(model);
  const everybody = names.map((_, k) => k);
  const known = (asked) => (Array.isArray(asked) ? everybody.filter((k) => asked.includes(k)) : []);
  let place = [], now = {};

  const move = (k) => {
    const called = known(state.now.called);
    state.move({ called: known(called.includes(k) ? called.filter((one) => one !== k) : [...called, k]) });
  };
  const signs = names.map(() => html("b", {}));
  const chips = names.map((name, k) => html("button", { type: "button", class: positive[k] ? "chip true" : "chip", onclick: () => move(k) },
    html("span", {}, name), signs[k]));
  const zones = Object.fromEntries(ZONES.map((cell) => {
    const head = html("p", { class: "head" }), role = html("small", { class: "role" }), people = html("div", { class: "people" });
    return [cell, { head, role, people, node: html("div", { class: `zone at-${cell}`, role: "group" }, head, role, people) }];
  }));
  const lists = Object.fromEntries(["collector", "accountant"].map((who) => {
    const size = html("span", {});
    return [who, { size, node: html("div", { class: `heading ${who}` }, html("h4", {}, heads[who]), size) }];
  }));
  const box = html("div", { class: "lists" },
    lists.collector.node, zones.FP.node, zones.TP.node, zones.FN.node, lists.accountant.node, zones.TN.node,
    html("i", { class: "frame collector" }), html("i", { class: "frame accountant" }));
  roving(box);
  box.addEventListener("focusin", ({ target }) => chips.forEach((chip) => { chip.tabIndex = chip === target ? 0 : -1; }));

  const counts = {}, parts = {};
  const table = square(words, classes, (cell) => {
    counts[cell] = html("b", {});
    parts[cell] = html("small", { class: "role" });
    return html("div", { class: `cell ${cell}` }, html("span", {}, cell, counts[cell]), parts[cell]);
  }, "matrix even");

  const people = (cells) => everybody.filter((k) => cells.includes(place[k])).map((k) => names[k]);
  // Who is counted above the fraction bar, and who below it; or who takes part in what has none.
  const counted = ({ roles }) => {
    const inRoles = (...some) => people(ZONES.filter((cell) => some.includes(roles[cell])));
    const sides = [["lists.above", inRoles("above", "both")], ["lists.below", inRoles("below", "both")], ["lists.part", inRoles("part")]];
    const divides = !Object.values(roles).includes("part");
    return sides.filter(([key]) => (key === "lists.part") !== divides).map(([key, who]) => `${words[key]} (${who.length}): ${who.join(", ") || "–"}`);
  };
  const who = html("div", { class: "who" });
  const choice = choosing(formulas.length, (lit) => {
    const roles = formulas[lit]?.roles ?? {};
    for (const cell of ZONES) {
      const text = cell in roles ? words[`lists.${roles[cell]}`] : "";
      for (const node of [zones[cell].role, parts[cell]]) node.textContent = text;
      for (const node of [zones[cell].node, parts[cell].parentNode]) node.dataset.role = roles[cell] ?? "";
    }
    who.replaceChildren(...(formulas[lit] ? counted(formulas[lit]).map((text) => html("p", {}, text)) : []));
  }, (pinned) => tell(`${formulas[pinned].symbol}. ${counted(formulas[pinned]).join(". ")}`));

  body.append(html("p", { class: "hint" }, words["lists.how"]), box, html("div", { class: "views" },
    html("section", {}, html("h4", {}, words.matrix), table),
    html("section", { class: "broad" }, html("h4", {}, words.working), choice.list, html("p", { class: "hint" }, words["lists.pick"]), who)));
  chips.forEach((chip, k) => { chip.tabIndex = k ? -1 : 0; });

  state.each(({ called: asked }) => {
    const called = new Set(known(asked)), before = place;
    place = everybody.map((k) => (called.has(k) ? (positive[k] ? "TP" : "FP") : positive[k] ? "FN" : "TN"));
    const focus = el.getRootNode().activeElement;
    for (const cell of ZONES) {
      const here = everybody.filter((k) => place[k] === cell);
      now[cell] = here.length;
      counts[cell].textContent = here.length;
      const head = fill(heads[HEADS[cell] ?? "one"], { cell, n: here.length });
      zones[cell].head.textContent = head;
      zones[cell].node.setAttribute("aria-label", head);
      if (here.some((k) => before[k] !== cell) || here.length !== zones[cell].people.childElementCount) {
        zones[cell].people.replaceChildren(...here.map((k) => chips[k]));
      }
    }
    chips.forEach((chip, k) => {
      signs[k].textContent = place[k];
      chip.classList.remove(...ZONES);
      chip.classList.add(place[k]);
      chip.setAttribute("aria-pressed", String(called.has(k)));
      const said = [`${words.truth} ${classes[Number(positive[k])]}`, `${words.predicted} ${classes[Number(called.has(k))]}`];
      chip.setAttribute("aria-label", `${names[k]} ${place[k]}: ${said.join(", ")}`);
    });
    if (chips.includes(focus)) focus.focus(); // it has gone to another list
    const sizes = { collector: called.size, accountant: positive.filter(Boolean).length };
    for (const [one, n] of Object.entries(sizes)) lists[one].size.textContent = fill(heads[`of_${one}`], { name: classes[1], n });
    formulas.forEach((formula, k) => { choice.nodes[k].textContent = line(formula, now); });
    choice.light();
    const moved = everybody.filter((k) => before[k] && before[k] !== place[k]).map((k) => say("lists.moved", { name: names[k], from: before[k], to: place[k] }));
    tell([...moved, ZONES.map((cell) => `${cell} ${now[cell]}`).join(", "), formulas.map((formula) => told(formula, now, words.undefined)).join(", ")].join(". "));
  });
}

export default { render };
