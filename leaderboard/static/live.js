// Carries a match that is being played to its page: new moves, boards, points and clocks. replay.js steps through them.
"use strict";
(() => {
  const live = document.getElementById("live"), board = document.getElementById("board");
  if (!live || !window.EventSource) return;
  const byId = (id) => document.getElementById(id);
  const seats = [...live.querySelectorAll("[data-seat]")];
  const toLive = byId("to-live");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const slider = byId("at");
  let at = slider ? Number(slider.value) : 0, last = slider ? Number(slider.max) : 0, asked = performance.now(), over = false;

  // Clocks -----------------------------------------------------------------------------------------------------------

  const mark = document.documentElement.lang === "en" ? "." : ",";

  function face(microseconds) {
    const tenths = Math.floor(Math.max(0, microseconds) / 100000), minutes = Math.floor(tenths / 600), rest = tenths % 600;
    const seconds = String(Math.floor(rest / 10)).padStart(2, "0");
    return minutes ? `${minutes}:${seconds}` : `0:${seconds}${mark}${rest % 10}`;
  }

  function tell(values, toMove) {
    asked = performance.now();
    values.forEach((value, seat) => {
      const clock = seats[seat].querySelector(".clock"), points = seats[seat].querySelector(".points .number");
      if (value.clock_us !== null) {
        clock.dataset.us = value.clock_us;
        clock.querySelector(".number").textContent = face(value.clock_us);
      }
      if (points && value.points !== null) points.textContent = String(value.points).replace("-", "\u2212");
      if (toMove !== undefined) seats[seat].classList.toggle("to-move", seat === toMove);
    });
  }

  function tick() {
    const clock = live.querySelector(".to-move .clock");
    if (!clock || !clock.dataset.us || over || calm.matches) return;
    const left = Number(clock.dataset.us) - 1000 * (performance.now() - asked);
    clock.querySelector(".number").textContent = face(left);
  }

  // What comes -------------------------------------------------------------------------------------------------------

  function again() {
    over = true;
    source.close();
    const earlier = board && at < last;
    if (earlier && location.search) location.reload();
    else location.replace(location.pathname);
  }

  function step(event) {
    const value = JSON.parse(event.data);
    if (!slider) return again();
    tell(value.seats, value.to_move);
    board.dispatchEvent(new CustomEvent("grown", { detail: value }));
  }

  function state(event) {
    const value = JSON.parse(event.data), page = live.dataset;
    const known = page.state === value.state && page.reason === value.reason && (page.adjourned === "1") === value.adjourned;
    if (!known) again();
  }

  function end(event) {
    const value = JSON.parse(event.data);
    if (value.state !== "void") return again();
    over = true;
    source.close();
    byId("live-ruling").textContent = value.ruling;
    byId("live-void").hidden = false;
    for (const seat of seats) seat.classList.remove("to-move");
  }

  // Where the reader is ----------------------------------------------------------------------------------------------

  if (board) {
    board.addEventListener("went", ({ detail }) => {
      ({ at, last } = detail);
      if (toLive) toLive.hidden = at === last;
    });
  }
  if (toLive) {
    toLive.hidden = at === last;
    toLive.addEventListener("click", () => board.dispatchEvent(new CustomEvent("newest")));
  }

  const source = new EventSource(`${location.pathname.replace(/\/$/, "")}/events?after=${live.dataset.last}`);
  source.addEventListener("state", state);
  source.addEventListener("step", step);
  source.addEventListener("end", end);
  source.addEventListener("open", () => (byId("live-broken").hidden = true));
  source.addEventListener("error", () => (byId("live-broken").hidden = over));
  if (live.dataset.ticks) setInterval(tick, 100);
})();
