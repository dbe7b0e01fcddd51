"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const player = find("player");
  const { pool, frames } = JSON.parse(find("frames").textContent);
  const captions = Array.from(find("words").children, (item) => item.textContent);
  const last = frames.length - 1;
  const SECONDS = 1.6; // that a frame stays, at single speed
  let now = 0;
  let timer = null;

  function show(k) {
    now = Math.min(Math.max(k, 0), last);
    find("picture").innerHTML = frames[now].map((piece) => pool[piece]).join("");
    find("said").textContent = captions[now];
    find("slider").value = now + 1;
    find("place").textContent = `${now + 1} / ${last + 1}`;
    find("slider").setAttribute("aria-valuetext", find("place").textContent);
    // Not `disabled`: that would take the focus away from who stands on the button.
    for (const id of ["first", "back"]) find(id).setAttribute("aria-disabled", now === 0);
    for (const id of ["forward", "last"]) find(id).setAttribute("aria-disabled", now === last);
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    name(false);
  }

  function play() {
    if (now === last) show(0);
    name(true);
    wait();
  }

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      show(now + 1);
      if (now === last) pause();
      else wait();
    }, (1000 * SECONDS) / Number(find("speed").value));
  }

  function name(playing) {
    const text = playing ? player.dataset.pause : player.dataset.play;
    player.classList.toggle("playing", playing);
    find("play").setAttribute("aria-label", text);
    find("play").title = text;
  }

  const toggle = () => (timer === null ? play() : pause());
  const go = (k) => { pause(); show(k()); };
  const to = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => last };
  const keys = {
    ArrowLeft: to.back, ArrowDown: to.back, ArrowRight: to.forward, ArrowUp: to.forward,
    Home: to.first, End: to.last,
  };

  for (const id of Object.keys(to)) find(id).addEventListener("click", () => go(to[id]));
  find("play").addEventListener("click", toggle);
  find("slider").addEventListener("input", (event) => go(() => event.target.value - 1));
  find("speed").addEventListener("change", () => timer !== null && wait());

  player.addEventListener("keydown", (event) => {
    event.stopPropagation(); // a notebook around it has keys of its own
    const on = event.target.tagName;
    if (event.ctrlKey || event.metaKey || event.altKey || on === "SELECT") return;
    if (event.key === " " && on !== "BUTTON" && on !== "SUMMARY") toggle();
    else if (event.key in keys) go(keys[event.key]);
    else return;
    event.preventDefault();
  });

  // Whoever asked for less motion starts with the slowest; nothing ever plays by itself.
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) find("speed").value = "0.5";
  show(0);

  const frame = window.frameElement; // in a notebook: as high as what is in it
  if (frame) {
    const fit = () => { frame.style.height = `${player.getBoundingClientRect().height + 4}px`; };
    new ResizeObserver(fit).observe(player);
    fit();
  }
})();
