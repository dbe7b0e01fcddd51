// Starts the slides, and makes what is on each fit: data get smaller first, then words, down to
// what is legible from the back of a class; of a table that is still too long, rows are left out.
{
  const DATA = [32, 30, 28, 26, 24, 22, 20], PROSE = [36, 34, 32, 30, 28, 26, 24], LAST = [18, 17, 16];

  const within = (box) =>
    box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;

  const fits = (box) =>
    within(box) && [...box.children].every((part) => part.scrollWidth <= box.clientWidth + 1);

  const shrink = (box, name, sizes) => sizes.some((size) => {
    box.style.setProperty(name, `${size}px`);
    return fits(box);
  });

  // Leaves parts out from the end until all fits; `left` takes one out, where there is one.
  const trim = (box, left, say) => {
    for (let gone = 1; !fits(box) && left(); gone += 1) say(gone);
  };

  const cut = (box) => {
    for (const table of box.querySelectorAll("table")) {
      const rows = [...table.querySelectorAll("tbody tr:not([style])")]; // a marked row stays
      const more = document.createElement("caption");
      more.className = "more";
      trim(box, () => rows.length > 3 && (rows.pop().remove(), true), (gone) => {
        more.textContent = `… and ${gone} more row${gone === 1 ? "" : "s"}`;
        table.append(more);
      });
    }
    for (const text of box.querySelectorAll(":not(.highlight) > pre")) {
      const lines = text.textContent.split("\n");
      trim(box, () => lines.length > 3 && lines.pop() !== undefined, (gone) => {
        text.textContent = [...lines, `… and ${gone} more line${gone === 1 ? "" : "s"}`].join("\n");
      });
    }
  };

  const fit = (slide) => {
    const box = slide?.querySelector(".content");
    if (!box || box.dataset.fits) return;
    box.dataset.fits = "yes";
    if (fits(box) || shrink(box, "--data", DATA) || shrink(box, "--prose", PROSE)) return;
    box.style.removeProperty("--prose");
    box.classList.add("tight"); // long lines of code go on below, options stand side by side
    shrink(box, "--data", DATA) || shrink(box, "--prose", PROSE) ||
      shrink(box, "--data", LAST) || cut(box);
  };

  // A slide is made to fit once: when its pictures have got their sizes.
  addEventListener("load", () => Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: true, transition: "none",
    navigationMode: "linear", slideNumber: "c/t", controlsTutorial: false,
    plugins: typeof RevealNotes === "undefined" ? [] : [RevealNotes],
  }));
  Reveal.on("ready", (event) => fit(event.currentSlide));
  Reveal.on("slidechanged", (event) => fit(event.currentSlide));
}
