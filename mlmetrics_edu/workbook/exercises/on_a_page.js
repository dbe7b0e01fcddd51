// Exercises on a page: it looks the chosen answer up among the verdicts that Python has stored.
for (const form of document.querySelectorAll("form.exercise")) {
  const stored = JSON.parse(form.querySelector("script").textContent);
  const said = form.querySelector("output");

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = [...new FormData(form).values()].join("");
    const [correct, words] = stored.number ? judgedNumber(stored.number, given) : lookedUp(stored, given);
    said.textContent = words;
    said.className = { true: "right", false: "wrong", null: "" }[correct];
  });
  // What was said of the last answer stays to be read, but no changed answer is called right.
  const changed = () => {
    if (said.className === "right") said.textContent = "";
    said.className = "";
  };
  form.addEventListener("input", changed);
  form.querySelectorAll("ol").forEach((list) => movable(list, (item) => {
    changed();
    const [text, place] = [item.querySelector("span").textContent, [...list.children].indexOf(item)];
    list.nextElementSibling.textContent = `${text}: place ${place + 1} of ${list.children.length}`;
  }));
}

function lookedUp({ sentences, verdicts }, chosen) {
  const [correct, parts] = verdicts.find(([, , answers]) => answers.split(" ").includes(chosen));
  return [correct, parts.map((part) => sentences[part]).join("")];
}

for (const exercise of document.querySelectorAll(".exercise")) {
  const hints = [...exercise.querySelectorAll("details.hint")]; // one after another
  hints.slice(1).forEach((hint) => { hint.hidden = true; });
  hints.forEach((hint, i) => hint.addEventListener("toggle", () => {
    if (hints[i + 1]) hints[i + 1].hidden = false;
  }));
}

// Let the items of a list change places: by their buttons, by arrow keys, by dragging.
function movable(list, tell) {
  let dragged = null;
  const move = (item, way) => {
    const other = way === "up" ? item.previousElementSibling : item.nextElementSibling;
    // The neighbour is what moves: the button that was pressed keeps the focus.
    if (other) way === "up" ? item.after(other) : item.before(other);
    tell(item);
  };
  list.addEventListener("click", ({ target }) => {
    if (target.matches("button")) move(target.closest("li"), target.value);
  });
  list.addEventListener("keydown", (event) => {
    const way = { ArrowUp: "up", ArrowDown: "down" }[event.key];
    if (!way) return;
    event.preventDefault(); // or the page would scroll
    move(event.target.closest("li"), way);
  });
  list.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("li");
    event.dataTransfer.setData("text/plain", dragged.textContent); // or nothing drags in Firefox
  });
  list.addEventListener("dragover", (event) => {
    const over = event.target.closest("li");
    if (!dragged) return;
    event.preventDefault();
    if (!over || over === dragged) return;
    const { top, height } = over.getBoundingClientRect();
    event.clientY < top + height / 2 ? over.before(dragged) : over.after(dragged);
  });
  list.addEventListener("drop", (event) => event.preventDefault());
  list.addEventListener("dragend", () => {
    tell(dragged);
    dragged = null;
  });
}
