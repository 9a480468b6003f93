// Steps through a match without loading another page. Everything it does is also a link; it needs no other script.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const board = byId("board"), slider = byId("at");
  if (!board) return;
  const picture = byId("picture"), caption = byId("caption"), story = byId("story"), count = byId("count");
  const packed = byId("packed"), source = byId("frames"); // in a file that lasts, on a page of the site
  const live = byId("live"); // the match is still being played: live.js adds to it
  const words = JSON.parse(byId("words")?.textContent || "{}"); // the sentences below in the language of the page
  const say = (sentence, values = {}) =>
    (words[sentence] ?? sentence).replace(/%\((\w+)\)s/g, (_, name) => values[name]);
  let said = [];
  const start = say("Nothing has been played yet.");

  // Where we are -----------------------------------------------------------------------------------------------------

  let last = slider ? Number(slider.max) : 0, ends = [], marks = [];
  const loaded = {};
  const narrow = matchMedia("(max-width: 52rem)").matches;
  const labels = JSON.parse(picture.dataset.parts); // of the parts that the board can be cut to
  let at = 0, eye = "spectator", part = narrow ? 0 : -1, timer = 0, asked = 0; // part -1: the whole board

  function survey() {
    said = [...story.querySelectorAll(".said")];
    ends = [...new Set([0, ...[...story.querySelectorAll(".turn")].map((turn) => number([...turn.querySelectorAll(".said")].pop()))])]
      .filter((at) => at <= last).sort((one, other) => one - other);
    marks = [...story.querySelectorAll(".eclipse > a")].map((link) => place(link).at).filter((at) => at <= last);
  }

  function number(element) {
    return Number(element.id.slice(1));
  }

  function place(link) {
    const address = link.getAttribute("href") || "";
    const asks = new URLSearchParams(packed ? address.replace(/^#/, "") : address.replace(/#.*/, "").replace(/^[^?]*/, ""));
    return { at: asks.has("at") ? Number(asks.get("at")) : last, eye: asks.get("seat") || "spectator" };
  }

  function address(to, seen = eye) {
    const asks = `at=${to}${seen === "spectator" ? "" : `&seat=${seen}`}`;
    return packed ? `#${asks}` : `${location.pathname}?${asks}#board`;
  }

  // Frames -----------------------------------------------------------------------------------------------------------

  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  }

  async function load(seen) {
    if (packed) {
      loaded[""] ||= unpacked(packed.textContent).then((answer) => answer.json());
    } else {
      loaded[seen] ||= fetch(source.href + (seen === "spectator" ? "" : `&seat=${seen}`)).then((answer) => {
        if (!answer.ok) throw new Error(answer.status);
        return answer.json();
      });
    }
    return loaded[packed ? "" : seen];
  }

  async function draw() {
    const mine = ++asked, to = at, seen = eye;
    let found;
    try {
      found = await load(seen);
    } catch {
      delete loaded[packed ? "" : seen];
      if (packed) caption.textContent = say("This browser cannot open the pictures: it has no DecompressionStream.");
      else location.assign(address(to, seen));
      return;
    }
    if (mine !== asked || !found.eyes[seen][to]) return;
    const template = document.createElement("template");
    template.innerHTML = `${found.eyes[seen][to].map((piece) => found.pieces[piece]).join("")}</svg>`;
    cut(template.content.firstElementChild);
    picture.replaceChildren(template.content);
  }

  // A part of the board, for narrow screens --------------------------------------------------------------------------

  const whose = document.createElement("p");

  function cut(svg) {
    const found = svg.dataset.parts?.split(";")[part];
    whose.textContent = "";
    if (!found) return;
    const [, x, y, width, height] = found.split(" ");
    svg.setAttribute("viewBox", [x, y, width, height].join(" "));
    svg.setAttribute("width", 4 * width); // larger than any screen: the sheet limits it, and the shape stays
    svg.setAttribute("height", 4 * height);
    svg.classList.add("part");
    whose.textContent = svg.querySelector("title").textContent.replace(/^[^,]*, /, ""); // the headline is cut off
  }

  function tabs() {
    if (!labels.length) return;
    const list = document.createElement("div");
    list.id = list.className = "parts";
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", say("Part of the board"));
    [say("Whole"), ...labels].forEach((label, number) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.setAttribute("aria-pressed", number - 1 === part);
      button.addEventListener("click", () => {
        part = number - 1;
        for (const each of list.children) each.setAttribute("aria-pressed", each === button);
        draw();
      });
      list.append(button);
    });
    whose.className = "whose";
    picture.before(list, whose);
  }

  // Moving -----------------------------------------------------------------------------------------------------------

  function aim(id, to) {
    const link = byId(id);
    if (!link) return;
    if (to === undefined || to === at) {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
    } else {
      link.setAttribute("href", address(to));
      link.removeAttribute("aria-disabled");
    }
  }

  function tell() {
    const move = said[at - 1], turn = move && move.parentElement;
    caption.replaceChildren();
    if (!move) caption.textContent = start;
    else caption.append(turn.querySelector(".who").cloneNode(true), " ", ...copy(move), ...headings(turn));
    for (const each of story.querySelectorAll(".now")) each.classList.remove("now");
    if (move) move.classList.add("now");
    if (count) count.textContent = count.textContent.replace(/\d+/, at);
    if (slider) {
      slider.value = at;
      slider.setAttribute("aria-valuetext", say("%(at)s of %(last)s: %(what)s", { at, last, what: caption.textContent }));
      byId("here").setAttribute("d", byId("here").getAttribute("d").replace(/M\d+/, `M${at}`));
    }
    if (move) {
      const top = move.getBoundingClientRect().top - story.getBoundingClientRect().top - story.clientHeight / 3;
      story.scrollTop += top;
    } else story.scrollTop = 0;
  }

  function copy(move) {
    const [link, ...rest] = move.cloneNode(true).childNodes;
    return [link.textContent, ...rest];
  }

  function headings(turn) {
    const found = [];
    for (let next = turn.nextElementSibling; next && next.matches(".mark:not(.forfeit)"); next = next.nextElementSibling) {
      if (next.firstElementChild.matches("a") && place(next.firstElementChild).at === at) found.push("; ", next.textContent);
    }
    return found;
  }

  function go(to, seen = eye) {
    at = Math.max(0, Math.min(last, to));
    eye = seen;
    tell();
    aim("to-first", 0);
    aim("to-back", at ? at - 1 : undefined);
    aim("to-on", at < last ? at + 1 : undefined);
    aim("to-last", last);
    for (const line of board.querySelectorAll(".outlook .here")) line.setAttribute("d", `M${at} 0V100`);
    aim("to-turn-back", back(ends));
    aim("to-turn-on", ends.find((end) => end > at));
    aim("to-mark", marks.find((mark) => mark > at));
    for (const link of board.querySelectorAll("#eyes a")) {
      const its = place(link).eye;
      link.setAttribute("href", address(at, its));
      if (its === eye) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    board.dispatchEvent(new CustomEvent("went", { detail: { at, last } }));
    draw();
    clearTimeout(go.later);
    if (go.begun) go.later = setTimeout(keep, 200); // browsers limit how often
    go.begun = true;
  }

  function keep() {
    for (const link of document.querySelectorAll("a[hreflang]")) { // the same position in another language
      const other = new URL(link.href);
      other.searchParams.set("at", at);
      if (eye === "spectator") other.searchParams.delete("seat");
      else other.searchParams.set("seat", eye);
      link.href = other.href;
    }
    try {
      history.replaceState(null, "", live && at === last ? location.pathname : address(at));
    } catch {
      // a frame without an address of its own, as in a notebook
    }
  }

  function back(places) {
    return places.filter((each) => each < at).pop();
  }

  // Play and pause ---------------------------------------------------------------------------------------------------

  const speeds = [[say("Slow"), 2500], [say("Normal"), 1200], [say("Fast"), 500], [say("Very fast"), 150]];
  const play = document.createElement("button"), speed = document.createElement("select");

  function pause() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = say("Play");
    caption.setAttribute("aria-live", "polite");
  }

  function next() {
    if (at >= last) return pause();
    go(at + 1);
    timer = setTimeout(next, Number(speed.value));
  }

  function controls() {
    const item = document.createElement("li"), label = document.createElement("label");
    play.type = "button";
    play.id = "play";
    play.textContent = say("Play");
    play.addEventListener("click", () => {
      if (timer) return pause();
      play.textContent = say("Pause");
      caption.setAttribute("aria-live", "off");
      if (at >= last) go(0);
      timer = setTimeout(next, 300);
    });
    for (const [name, wait] of speeds) speed.append(new Option(name, wait, false, wait === 1200));
    const hidden = document.createElement("span");
    hidden.textContent = say("Speed");
    hidden.className = "unseen";
    label.append(hidden, speed);
    item.append(play, label);
    byId("steps").firstElementChild.prepend(item);
    slider.hidden = false;
    slider.addEventListener("input", () => {
      pause();
      go(Number(slider.value));
    });
  }

  // Clicks and keys --------------------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#board a:not(.skip), .moves a, #review a.to");
    if (!slider || !link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!link.hasAttribute("href")) return;
    pause();
    const to = place(link);
    go(to.at, link.closest("#eyes") ? to.eye : eye);
    if (link.closest(".moves, #review")) board.scrollIntoView();
  });

  document.addEventListener("keydown", (event) => {
    if (!slider || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, .scroll, pre, summary")) return;
    const turn = event.shiftKey;
    const to = {
      ArrowLeft: () => (turn ? back(ends) : at - 1),
      ArrowRight: () => (turn ? ends.find((end) => end > at) : at + 1),
      Home: () => 0,
      End: () => last,
    }[event.key];
    if (!to) return;
    event.preventDefault();
    pause();
    go(to() ?? at);
  });

  // A match that is still being played ---------------------------------------------------------------------------------

  function grow(value) {
    const turns = story.firstElementChild, follows = at === last, svg = board.querySelector(".curve");
    while (turns.children.length > value.stay) turns.lastElementChild.remove();
    turns.insertAdjacentHTML("beforeend", value.turns);
    if (value.curve) svg.outerHTML = value.curve;
    loaded.spectator?.then((found) => {
      found.pieces.splice(value.from, value.pieces.length, ...value.pieces);
      found.eyes.spectator[value.at] = value.frame;
    }).catch(() => {});
    last = Number(slider.max = value.at);
    if (count) count.textContent = count.textContent.replace(/\d+(?=\D*$)/, last);
    survey();
    go(follows && !timer ? last : at);
  }

  if (live && slider) {
    board.addEventListener("grown", ({ detail }) => grow(detail));
    board.addEventListener("newest", () => {
      pause();
      go(last);
    });
  }

  // The chain of the record ------------------------------------------------------------------------------------------

  const chain = byId("chain"), record = byId("record");

  async function lines() {
    const answer = await (packed ? unpacked(record.textContent) : fetch(record.href));
    return new Uint8Array(await answer.arrayBuffer());
  }

  async function linked(bytes) {
    let head = new Uint8Array(32), from = 0;
    const result = new TextEncoder().encode('{"line":"result"');
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      const line = bytes.subarray(from, end), both = new Uint8Array(32 + line.length);
      both.set(head);
      both.set(line, 32);
      head = new Uint8Array(await crypto.subtle.digest("SHA-256", both));
      from = end + 1;
      if (result.every((byte, place) => line[place] === byte)) break;
    }
    return [...head].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function check() {
    if (!globalThis.crypto?.subtle) {
      chain.textContent = say("This browser cannot check the chain here: it has no Web Crypto.");
      return;
    }
    try {
      const found = await linked(await lines()), head = byId("head").textContent.trim();
      chain.textContent = found === head
        ? say("Checked in this browser: the chain of the record ends in this head.")
        : say("Changed: the chain of the record ends in %(found)s, expected the head above.", { found });
    } catch {
      chain.textContent = say("This browser cannot open the record.");
    }
  }

  function offer() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = say("Check in this browser");
    button.addEventListener("click", check);
    chain.replaceChildren(button);
    if (!packed) return;
    check();
    lines().then((bytes) => {
      const link = byId("save");
      link.href = URL.createObjectURL(new Blob([bytes]));
      link.hidden = false;
    }).catch(() => {});
  }

  // Begin ------------------------------------------------------------------------------------------------------------

  survey();
  if (chain && record) offer();
  if (slider) begin();

  function begin() {
    const current = board.querySelector("#eyes [aria-current]");
    const asks = new URLSearchParams(location.hash.slice(1));
    const known = (seen) => [...board.querySelectorAll("#eyes a")].some((link) => place(link).eye === seen);
    controls();
    tabs();
    cut(picture.firstElementChild);
    if (packed && asks.has("at")) go(Number(asks.get("at")) || 0, known(asks.get("seat")) ? asks.get("seat") : eye);
    else go(Number(slider.defaultValue), current ? place(current).eye : eye);
    addEventListener("hashchange", () => {
      const to = new URLSearchParams(location.hash.slice(1));
      if (packed && to.has("at")) go(Number(to.get("at")) || 0, known(to.get("seat")) ? to.get("seat") : "spectator");
    });
  }
})();
