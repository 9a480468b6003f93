// Keeps parts of a page up to date while it is open: every ten seconds it asks for the page again and replaces the parts
// that have changed. A part that the reader is using stays as it is. It stops when nothing on the page changes any more.
"use strict";
(() => {
  const PAUSE = 10000; // milliseconds
  const parts = () => [...document.querySelectorAll("[data-fresh]")];
  let asking = false;

  function isUsed(part) {
    const chosen = window.getSelection();
    return part.contains(document.activeElement) || (!chosen.isCollapsed && chosen.containsNode(part, true));
  }

  // The address of a board is the same after each answer, so the number of answers makes it another one.
  function withBoards(part) {
    for (const board of part.querySelectorAll("img[data-answers]")) board.src += `?now=${board.dataset.answers}`;
    return part;
  }

  // What the reader has opened, closed and scrolled sideways is as before.
  function put(part, newest) {
    const isOpen = new Map([...part.querySelectorAll("details > summary")].map((each) => [each.textContent, each.parentElement.open]));
    const scrolled = [...part.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
    part.replaceChildren(...document.importNode(withBoards(newest), true).childNodes);
    for (const each of part.querySelectorAll("details > summary")) {
      if (isOpen.has(each.textContent)) each.parentElement.open = isOpen.get(each.textContent);
    }
    part.querySelectorAll(".scroll").forEach((each, number) => (each.scrollLeft = scrolled[number] || 0));
  }

  function replace(page) {
    for (const part of parts()) {
      const newest = page.getElementById(part.id);
      if (!newest || newest.innerHTML === part.shown || isUsed(part)) continue;
      const shown = newest.innerHTML;
      put(part, newest);
      part.shown = shown;
    }
    if (!page.querySelector("script[src*='fresh.js']")) clearInterval(timer); // a tournament that is over
  }

  async function ask() {
    if (asking || document.hidden) return;
    asking = true;
    try {
      const answer = await fetch(location.href, { cache: "no-cache" });
      if (answer.ok) replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
      else if (answer.status < 500) clearInterval(timer);
    } catch {
      // The arena cannot be reached: the page stays as it is, and asks again.
    } finally {
      asking = false;
    }
  }

  for (const part of parts()) part.shown = part.innerHTML;
  const timer = setInterval(ask, PAUSE);
  document.addEventListener("visibilitychange", ask);
})();
