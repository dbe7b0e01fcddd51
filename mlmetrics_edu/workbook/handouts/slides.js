// Starts the slides, and makes what is on each fit: data get smaller first, then words, down to
// what is legible from the back of a class; of a table that is still too long, rows are left out.
{
  const DATA = [32, 30, 28, 26, 24, 22, 20, 18], PROSE = [36, 34, 32, 30, 28, 26, 24], LAST = [17, 16];

  const within = (box) =>
    box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;

  const fits = (box) =>
    within(box) && [...box.children].every((part) => part.scrollWidth <= box.clientWidth + 1);

  const shrink = (box, name, sizes) => sizes.some((size) => {
    box.style.setProperty(name, `${size}px`);
    return fits(box);
  });

  const cut = (box) => {
    for (const table of box.querySelectorAll("table")) {
      const rows = [...table.querySelectorAll("tbody tr:not([style])")]; // a marked row stays
      let gone = 0;
      const more = document.createElement("caption");
      more.className = "more";
      more.style.captionSide = "bottom";
      while (!fits(box) && rows.length > 3) {
        rows.pop().remove();
        gone += 1;
        more.textContent = `… and ${gone} more row${gone === 1 ? "" : "s"}`;
        if (!more.parentNode) table.append(more);
      }
    }
  };

  const fit = (slide) => {
    const box = slide?.querySelector(".content");
    if (!box || box.dataset.fits) return;
    box.dataset.fits = "yes";
    if (fits(box) || shrink(box, "--data", DATA)) return;
    box.classList.add("wrapped"); // code that is too wide at its smallest
    shrink(box, "--data", DATA) || shrink(box, "--prose", PROSE) ||
      shrink(box, "--data", LAST) || cut(box);
  };

  Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: true, transition: "none",
    navigationMode: "linear", slideNumber: "c/t", controlsTutorial: false,
    plugins: typeof RevealNotes === "undefined" ? [] : [RevealNotes],
  });
  Reveal.on("ready", (event) => fit(event.currentSlide));
  Reveal.on("slidechanged", (event) => fit(event.currentSlide));
}
