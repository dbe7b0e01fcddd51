// A page that stands alone: what a widget's model does, without Python behind it.
{
  const { content, state } = JSON.parse(document.getElementById("content").textContent);
  const followers = [];
  let settled = null;
  const values = { content, state: { ...state, ...read(location.hash) } };
  const model = {
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      followers.filter(([event]) => event === `change:${name}`).forEach(([, tell]) => tell());
    },
    on: (event, tell) => followers.push([event, tell]),
    off: () => {},
    save_changes() {
      clearTimeout(settled);
      // Browsers refuse an address that changes all the time.
      if (alone) settled = setTimeout(() => history.replaceState(null, "", model.link()), 200);
    },
  };
  const alone = window.frameElement === null && location.protocol.startsWith("http")
    || location.protocol === "file:";
  if (alone) {
    model.link = () => `${location.href.split("#")[0]}#${encodeURIComponent(JSON.stringify(values.state))}`;
    document.body.dataset.mmPage = "";
    addEventListener("hashchange", () => model.set("state", { ...values.state, ...read(location.hash) }));
  }

  // What a link holds; whoever changed it by hand starts anew. Only what is known is taken.
  function read(hash) {
    try {
      const held = JSON.parse(decodeURIComponent(hash.slice(1)) || "{}");
      const known = Object.entries(held).filter(([name, value]) =>
        name in state && (typeof value === typeof state[name] || value === null || state[name] === null));
      return Object.fromEntries(known);
    } catch {
      return {};
    }
  }

  const here = document.getElementById("here");
  render({ model, el: here });

  const frame = window.frameElement; // in a notebook: as high as what is in it
  if (frame) {
    const fit = () => { frame.style.height = `${here.getBoundingClientRect().height + 12}px`; };
    frame.previousElementSibling?.remove(); // the picture for where nothing moves
    new ResizeObserver(fit).observe(here);
    fit();
  }
}
