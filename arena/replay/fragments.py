"""The parts of a page that shows a replay: board, controls, curve and moves. The site and the HTML file both use them.

Every part works without script: each position is a link. With script, `replay.js` moves through the same elements
without loading another page. All text from a record is cleaned and escaped here.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

from arena.games.game import SPECTATOR
from arena.games.pictures import DASH, SEATS
from arena.games.stories import NOBODY, Passage, change
from arena.languages import ENGLISH, catalogue, language, noted, say
from arena.languages.locales import in_decimals
from arena.record.format import Answer
from arena.replay.frames import PREFIX, part_names, parts_of
from arena.replay.retelling import ReplayStep, Retelling, forfeits
from arena.texts import clean

HERE: Final = Path(__file__).parent

Link = Callable[[int, int], str]  # the address of a position, from the number of answers before it and its observer

LETTER: Final = 0.25  # of the height of a curve, for a letter beside it

BEGINNING: Final = noted("Nothing has been played yet.")


def safe(text: object) -> str:
    """Return a text for HTML, cleaned of control characters and escaped."""
    return escape(clean(str(text)))


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows of a match: the position after `at` answers, as the observer sees it.

    `link` makes the addresses of other positions. `remarks` has HTML to show beside answers, by the number of the
    answer. `outlook` is HTML to show above the curve of the lead.
    """

    told: Retelling
    at: int
    observer: int
    link: Link
    remarks: Mapping[int, str] = field(default_factory=dict)
    outlook: str = ""

    def href(self, at: int, observer: int | None = None) -> str:
        """Return the address of a position, escaped for an attribute in HTML."""
        return safe(self.link(at, self.observer if observer is None else observer))


def called(told: Retelling, seat: int) -> str:
    """Return the name of a seat as HTML: its coloured token, its letter and its entrant."""
    letter = SEATS[seat] if seat < len(SEATS) else str(seat)
    name = told.names[seat] if seat < len(told.names) else say("seat %(seat)s", seat=seat)
    if told.playable < 0:
        return f'<span class="letter">{letter}</span> <bdi>{safe(name)}</bdi>'
    token = (
        f'<svg class="token" viewBox="0 0 24 24" aria-hidden="true"><use href="#{PREFIX}s{letter}"></use></svg>'
        f'<span class="unseen">{letter}</span>'
    )
    return f"{token} <bdi>{safe(name)}</bdi>"


def replay(shown: Shown, picture: str, moves: str, *, seats_can_look: bool = True) -> str:
    """Return the board, the controls and the moves of a match as one HTML section."""
    told = shown.told
    pictured = picture or f'<p class="ruling">{safe(say("The board of this position cannot be shown here."))}</p>'
    named = json.dumps(part_names(told.names, parts_of(picture)), ensure_ascii=False)
    controls = (
        f'<div class="controls"><p class="caption" id="caption" aria-live="polite">{caption(told, shown.at)}</p>'
        f"{shown.outlook}{track(shown)}{steps(shown)}</div>"
    )
    return (
        f'<section class="replay" id="board" aria-label="{safe(say("Replay"))}"><div class="stage">'
        f"{eyes(shown) if seats_can_look and told.playable >= 0 else ''}"
        f'<div class="picture" id="picture" role="region" aria-label="{safe(say("The board"))}" tabindex="0" '
        f'data-parts="{safe(named)}">{pictured}</div></div>'
        f'<div class="side">{controls if told.playable >= 0 else ""}'
        f'<a class="skip" href="#after-moves">{safe(say("Skip the moves"))}</a>'
        f'<div class="story" id="story" role="region" aria-label="{safe(say("Moves"))}" tabindex="0">{moves}</div>'
        f'</div><div id="after-moves" tabindex="-1"></div>{script_words()}</section>'
    )


@cache
def script_sentences() -> tuple[str, ...]:
    """Return the English sentences that `replay.js` contains."""
    return tuple(re.findall(r'\bsay\("([^"]+)"', (HERE / "replay.js").read_text(encoding="utf-8")))


def script_words() -> str:
    """Return an HTML element with JSON that maps each English sentence of `replay.js` to the reader's language.

    Return an empty text if that language is English.
    """
    known = {sentence: catalogue.get().gettext(sentence) for sentence in script_sentences()}
    if language() == ENGLISH:
        return ""
    words = json.dumps(known, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="words">{words}</script>'


def trouble(told: Retelling) -> str:
    """Return an HTML paragraph that says what is wrong with a record; empty if the record is complete."""
    if not told.problem:
        return ""
    what, rest = (
        (
            say("No board of this record can be shown: %(problem)s.", problem=told.problem),
            say("The moves stand as the record spells them."),
        )
        if told.playable < 0
        else (
            say("This record cannot be played to its end: %(problem)s.", problem=told.problem),
            say("The later moves stand as it spells them."),
        )
    )
    return f'<p class="ruling">{safe(what)} {safe(rest)}</p>\n'


def eyes(shown: Shown) -> str:
    """Return HTML links to the shown position as the spectator and as each seat sees it."""
    observers = (SPECTATOR, *range(len(shown.told.names)))
    links = "".join(
        f'<li><a href="{shown.href(shown.at, observer)}" rel="nofollow"'
        f"{_current(observer == shown.observer)}>"
        f"{safe(say('Spectator')) if observer == SPECTATOR else called(shown.told, observer)}</a></li>"
        for observer in observers
    )
    return f'<nav class="eyes" id="eyes" aria-label="{safe(say("Seen by"))}"><ul>{links}</ul></nav>'


def _current(is_it: bool) -> str:
    return ' aria-current="true"' if is_it else ""


def caption(told: Retelling, at: int) -> str:
    """Return an HTML sentence about the last answer before a position."""
    step = next((step for step in told.steps if step.at == at and not step.is_forfeit), None)
    if step is None:
        return safe(say(BEGINNING))
    return f"{called(told, step.seat)} {_said(told, step.passages)}"


# The controls --------------------------------------------------------------------------------------------------------


def steps(shown: Shown) -> str:
    """Return HTML links to other positions of the match.

    They lead to the first, last, previous and next position, to the nearest ends of turns before and after this
    position, and to the next event that a reader may want to find, such as an Eclipse.
    """
    told, at, last = shown.told, shown.at, max(shown.told.playable, 0)
    if told.playable < 0:
        return ""
    ends, marks = [end for end in told.ends() if end <= last], [mark for mark in told.marks() if mark <= last]
    places = [
        ("first", say("First"), 0 if at else None),
        ("turn-back", say("Turn back"), max((end for end in (0, *ends) if end < at), default=None)),
        ("back", say("Back"), at - 1 if at else None),
        ("on", say("On"), at + 1 if at < last else None),
        ("turn-on", say("Turn on"), min((end for end in ends if end > at), default=None)),
        *([("mark", say("Next Eclipse"), min((mark for mark in marks if mark > at), default=None))] if marks else []),
        ("last", say("Last"), last if at < last else None),
    ]
    links = "".join(
        f'<li><a id="to-{name}"{_href(shown, place)} rel="nofollow">{safe(words)}</a></li>'
        for name, words, place in places
    )
    counted = safe(say("After %(at)s of %(answers)s answers", at=at, answers=told.answers))
    return (
        f'<nav class="steps" id="steps" aria-label="{safe(say("Positions"))}"><ul>{links}</ul></nav>'
        f'<p class="count" id="count">{counted}</p>'
    )


def _href(shown: Shown, place: int | None) -> str:
    return ' aria-disabled="true"' if place is None else f' href="{shown.href(place)}"'


def track(shown: Shown) -> str:
    """Return HTML with the curves of all seats' leads during the match, and with a slider below them.

    The slider needs the script. To find a seat's lead, subtract the mean points of all seats from its points, and
    multiply the difference by the number of seats.
    """
    last = shown.told.playable
    if last < 1:
        return ""
    return (
        f'<div class="track">{curve(shown)}<input type="range" id="at" min="0" max="{last}" '
        f'value="{max(shown.at, 0)}" aria-label="{safe(say("Answer"))}" hidden></div>'
    )


def curve(shown: Shown) -> str:
    """Return an SVG with a curve for each seat: how far its points were above or below the mean during the match."""
    told, last = shown.told, shown.told.playable
    seats = len(told.names)
    rows = [told.start, *(step.points for step in told.steps if step.points and not step.is_forfeit)]
    leads = [[seats * points - sum(row) for points in row] for row in rows]
    reach = max(1, *(max(map(abs, lead)) for lead in leads))
    drawn = "".join(_curve([lead[seat] for lead in leads], reach, seat) for seat in range(seats))
    lines = "".join(f'<path class="mark" d="M{at} 0V{2 * reach}"/>' for at in told.marks() if at <= last)
    final = ", ".join(f"{SEATS[seat]} {name} {rows[-1][seat]}" for seat, name in enumerate(told.names))
    title = safe(say("The lead of each seat over the answers; points at the end: %(points)s", points=final))
    return (
        f'<svg class="curve" role="img" aria-label="{title}">'
        f'<svg viewBox="0 0 {last} {2 * reach}" preserveAspectRatio="none">'
        f'<path class="mean" d="M0 {reach}H{last}"/>{lines}{drawn}'
        f'<path class="here" id="here" d="M{shown.at} 0V{2 * reach}"/></svg>'
        f"{ends([0.5 - lead / (2 * reach) for lead in leads[-1]])}</svg>"
    )


def ends(heights: Sequence[float]) -> str:
    """Return SVG texts with the letters of the seats, for the right ends of their curves.

    Heights are from 0 at the top to 1 at the bottom. Letters of curves that end close to each other are moved apart.
    """
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    places: list[float] = []
    for seat in order:
        places.append(max(heights[seat], places[-1] + LETTER if places else LETTER / 2))
    for place in reversed(range(len(places))):
        places[place] = min(places[place], 1 - LETTER / 2 if place == len(places) - 1 else places[place + 1] - LETTER)
    return "".join(
        f'<text x="100%" y="{100 * height:.0f}%">{SEATS[seat]}</text>'
        for seat, height in zip(order, places, strict=True)
    )


def _curve(points: Sequence[int], high: int, seat: int) -> str:
    """Return the curve of a seat's lead as two equal SVG paths: an edge, and on it a line in the seat's colour.

    The curve has a step where the lead changes.
    """
    path, before = [f"M0 {high - points[0]}"], points[0]
    for at, now in enumerate(points):
        if now != before:
            path.append(f"H{at}V{high - now}")
        before = now
    path.append(f"H{len(points) - 1}")
    return f'<path class="edge" d="{"".join(path)}"/><path class="points seat-{seat}" d="{"".join(path)}"/>'


# The moves -----------------------------------------------------------------------------------------------------------


def moves(shown: Shown) -> str:
    """Return the moves of a match as an HTML list of sentences, grouped in turns.

    Each move links to the position after it.
    """
    return f'<ol class="turns">{"".join(turns(shown))}</ol>'


def turns(shown: Shown, gone: frozenset[int] = frozenset()) -> list[str]:
    """Return a list of HTML items for the moves of a match: turns, forfeits, and events between turns (headings).

    `gone` has the seats that forfeited before the first shown step.
    """
    steps = shown.told.steps
    before = dict(zip((step.at for step in steps), [shown.told.start, *(step.points for step in steps)], strict=False))
    turns = groupby(steps, key=lambda step: (step.turn, step.seat, step.is_forfeit))
    left = set(gone)  # the house answers for seats that have forfeited
    lines: list[str] = []
    for (_, seat, is_forfeit), played in turns:
        if is_forfeit:
            left.add(seat)
            lines += [_forfeit(shown, step) for step in played]
        else:
            lines += _turn(shown, list(played), before, by_house=seat in left)
    return lines


def _forfeit(shown: Shown, step: ReplayStep) -> str:
    return f'<li class="mark forfeit">{called(shown.told, step.seat)} {safe(step.passages[-1].text)}</li>'


def _turn(
    shown: Shown, steps: Sequence[ReplayStep], before: Mapping[int, Sequence[int]], *, by_house: bool
) -> Iterator[str]:
    first, last = steps[0], steps[-1]
    played = ", ".join(_move(shown, step) for step in steps)
    number = f'<span class="soft">{first.turn + 1}</span> ' if first.points else ""
    house = f' <span class="state">{safe(say("by the house"))}</span>' if by_house else ""
    gained = last.points[first.seat] - before[first.at][first.seat] if last.points and len(steps) > 1 else 0
    is_said = any(
        passage.seat == NOBODY or passage.text.endswith(change(gained)) for step in steps for passage in step.passages
    )
    total = f' <span class="gain">{change(gained)}</span>' if gained and not is_said else ""
    who = f'<span class="who">{called(shown.told, first.seat)}</span>'
    yield f'<li class="turn">{number}{who}{house} {played}{total}</li>'
    for step in steps:
        yield from _headings(shown, step)


def _move(shown: Shown, step: ReplayStep) -> str:
    said = _before_headings(step.passages)
    text = safe("; ".join(passage.text for passage in said if passage.seat == step.seat))
    rest = "".join(
        f'<span class="also">; {called(shown.told, passage.seat)} {safe(passage.text)}</span>'
        for passage in said
        if passage.seat != step.seat
    )
    link = f'<a href="{shown.href(step.at)}" rel="nofollow" title="{safe(step.option)}">{text}</a>'
    said_here = link if step.at <= shown.told.playable else f"<span>{text}</span>"
    remark = shown.remarks.get(step.at, "")
    return f'<span class="said" id="m{step.at}">{said_here}{rest}{remark}</span>'


def _before_headings(told: Iterable[Passage]) -> list[Passage]:
    """Return the passages, which are sentences about one step of the match, up to the first heading among them.

    A heading is a passage that belongs to no seat, such as an Eclipse.
    """
    found: list[Passage] = []
    for passage in told:
        if passage.seat == NOBODY:
            break
        found.append(passage)
    return found


def _headings(shown: Shown, step: ReplayStep) -> Iterator[str]:
    """Yield an HTML list item for each heading in a step: the heading, and the passages up to the next heading.

    A heading is a passage that belongs to no seat, such as an Eclipse.
    """
    rest = step.passages[len(_before_headings(step.passages)) :]
    place = 0
    while place < len(rest):
        until = next((k for k in range(place + 1, len(rest)) if rest[k].seat == NOBODY), len(rest))
        link = f'<a href="{shown.href(step.at)}" rel="nofollow">{safe(rest[place].text)}</a>'
        below = "".join(f" {called(shown.told, each.seat)} {safe(each.text)}." for each in rest[place + 1 : until])
        kind = "mark eclipse" if rest[place].is_mark else "mark"
        yield f'<li class="{kind}">{link}{":" if below else ""}{below}</li>'
        place = until


def _said(told: Retelling, said: Sequence[Passage]) -> str:
    """Return the passages of a step, which are the parts of its sentence, as HTML, joined by semicolons.

    Put the name of its seat before each passage, but not before the first one. A passage without a seat is bold.
    """
    rest = [
        f"<strong>{safe(each.text)}</strong>" if each.seat == NOBODY else f"{called(told, each.seat)} {safe(each.text)}"
        for each in said[1:]
    ]
    return "; ".join([safe(said[0].text), *rest])


# Tables --------------------------------------------------------------------------------------------------------------


def span(microseconds: int) -> str:
    """Return a time in microseconds as a text with a unit and about three significant digits, such as "12.3 ms"."""
    if microseconds < 1000:
        return f"{microseconds} µs"
    if microseconds < 1_000_000:
        return in_decimals(f"{microseconds / 1000:.3g} ms")
    return in_decimals(f"{microseconds / 1_000_000:.3g} s")


def times(shown: Shown) -> str:
    """Return an HTML table with a row for each answer (its text and its times) and each forfeit (its reason)."""
    told, at = shown.told, 0
    rows = []
    for entry in told.record.entries:
        seat = SEATS[entry.seat] if entry.seat < len(SEATS) else str(entry.seat)
        if not isinstance(entry, Answer):
            left = f'<td colspan="6">{safe(forfeits(entry.reason.value))}</td>'
            rows.append(f'<tr class="forfeit"><td></td><td>{seat}</td>{left}</tr>')
            continue
        at += 1
        spans = (entry.think_us, entry.transport_us, entry.held_us, entry.credit_us, entry.stall_us)
        cells = "".join(f'<td class="n">{span(each) if each else DASH}</td>' for each in spans)
        by = f' <span class="state">{safe(say("by the house"))}</span>' if entry.by == "house" else ""
        number = f'<a href="{shown.href(at)}" rel="nofollow">{at}</a>' if at <= told.playable else str(at)
        rows.append(
            f'<tr><td class="n">{number}</td><td>{seat}</td>'
            f'<th scope="row"><code>{safe(entry.option)}</code>{by}</th>{cells}</tr>'
        )
    heads = "".join(
        f'<th scope="col"{more}>{safe(say(words))}</th>'
        for words, more in (
            (noted("Answer"), ' class="n"'),
            (noted("Seat"), ""),
            (noted("Move"), ""),
            (noted("Thinking"), ' class="n"'),
            (noted("Transport"), ' class="n"'),
            (noted("Held"), ' class="n"'),
            (noted("Credited"), ' class="n"'),
            (noted("Stall"), ' class="n"'),
        )
    )
    region, title = say("Moves, with their times"), say("Moves as the record spells them, with their times")
    return (
        f'<div class="scroll" role="region" aria-label="{safe(region)}" tabindex="0"><table class="moves">'
        f"<caption>{safe(title)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
