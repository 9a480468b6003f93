"""The parts of a replay that show an analysis: a chart, remarks in the moves, and the story of each seat.

The site and the HTML file both use these parts. They show expected scores and costs in hundredths: 0 means behind all
other seats, 100 means ahead of all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from arena.analysis import Analysis, Judgement, LuckEvent, StoryLine, StoryWords, story_lines
from arena.analysis.story import SameDeal, hundredths
from arena.games.pictures import SEATS
from arena.games.stories import tile_in_words
from arena.languages import say
from arena.languages.prose import chance_in_words, prose
from arena.replay.fragments import Shown, called, ends, safe
from arena.replay.retelling import Positions, Retelling, option_in_words

FELT: Final = 0.03  # the least change of a seat's value by a luck event that is shown
EVENTS: Final = 20  # of luck that are listed
HIGH: Final = 100  # of the curve
TICK: Final = 60.0  # of the curve's height, for luck that changes a value from 0 to 1
SHORTEST: Final = 8  # of the curve's height, for a tick


@dataclass(frozen=True, slots=True)
class Review:
    """An analysis to show beside a replay.

    `mark` is a text that differs for each analysis. `others` has, for each seat, the results of that seat in the other
    matches with the same deal.
    """

    analysis: Analysis
    mark: str = ""
    others: tuple[tuple[SameDeal, ...], ...] = ()

    def fits(self, told: Retelling) -> bool:
        """True if the analysis and the record have equal numbers of seats."""
        return len(self.analysis.seats) == len(told.names)

    def others_of(self, seat: int) -> Sequence[SameDeal]:
        """Return the results of a seat in the other matches with the same deal: its bot, points and place in each."""
        return self.others[seat] if seat < len(self.others) else ()


@dataclass(frozen=True, slots=True)
class PlainWords:
    """Puts the values of an analysis into words for a page: options and events into sentences, seats into letters."""

    told: Retelling
    places: Positions

    def option(self, judged: Judgement, option: str) -> str:
        """Return an option of a decision as a sentence without its subject.

        If the chosen option and the best one give equal sentences, the option's text follows in brackets.
        """
        said = option_in_words(self.told, self.places, judged.answers, option)
        if said == option:
            return option
        other = judged.option if option == judged.best else judged.best
        alike = other != option and said == option_in_words(self.told, self.places, judged.answers, other)
        return f"{said} ({option})" if alike else said

    def what(self, event: LuckEvent) -> str:
        """Return in words what an event of chance showed, such as a drawn tile."""
        return chance_in_words(event.what, self._part)

    def _part(self, name: str, value: str) -> str:
        """Return one value of an event of chance in words. `name` says what the value is.

        The words for a tile are its name, and for a seat its letter. For another value, return its translation if there
        is one; if not, the value itself.
        """
        rules = self.told.rules()
        if name == "tile" and rules is not None:
            return tile_in_words(rules, value)
        return letter(int(value)) if name == "seat" else prose(value)

    def of_story(self) -> StoryWords:
        """Return three functions that put options, seats and events of chance into words, as a StoryWords.

        The function `story` needs them for its sentences about the game of a seat.
        """
        return StoryWords(lambda judged, option: f"“{self.option(judged, option)}”", letter, self.what)


def letter(seat: int) -> str:
    """Return the letter of a seat, or its number if it has no letter."""
    return SEATS[seat] if seat < len(SEATS) else str(seat)


def reviewed(shown: Shown, review: Review | None, places: Positions | None = None) -> Shown:
    """Return the shown position with the chart of an analysis, and, if `places` is given, with remarks on decisions.

    `places` are the positions of the match. Return the shown position unchanged if there is no analysis, if it has
    another number of seats than the record, or if no answer of the record can be played.
    """
    if review is None or not review.fits(shown.told) or shown.told.playable < 1:
        return shown
    words = None if places is None else PlainWords(shown.told, places)
    found = {} if words is None else remarks(review.analysis, words)
    return replace(shown, outlook=outlook(shown, review.analysis), remarks=found)


# Marks in the moves --------------------------------------------------------------------------------------------------


def remarks(analysis: Analysis, words: PlainWords) -> dict[int, str]:
    """Return a mapping from an answer's number to an HTML remark, for each decision that cost more than the noise.

    The noise is the error that the cost may have.
    """
    return {each.answers + 1: remark(each, words) for each in analysis.decisions if each.is_blunder}


def remark(judged: Judgement, words: PlainWords) -> str:
    """Return an HTML remark with the cost of a decision and with its best option."""
    cost = say("cost %(cost)s ± %(noise)s", cost=hundredths(judged.cost), noise=hundredths(judged.noise))
    best = say("best: %(option)s", option=words.option(judged, judged.best))
    return f' <span class="cost">(<b><span aria-hidden="true">▼</span> {safe(cost)}</b>; {safe(best)})</span>'


# The curve -----------------------------------------------------------------------------------------------------------


def outlook(shown: Shown, analysis: Analysis) -> str:
    """Return an SVG chart of each seat's expected score over the course of the match.

    Ticks at the bottom show events of luck, ticks at the top show blunders.
    """
    last, seats = shown.told.playable, range(len(analysis.seats))
    lines = "".join(line_of(analysis, seat, last) for seat in seats)
    lucky = "".join(luck_tick(each) for each in felt(analysis) if each.answers <= last)
    blunders = "".join(
        f'<path class="dear" d="M{each.answers + 1} 0V{SHORTEST * 2}"/>'
        for each in analysis.decisions
        if each.is_blunder and each.answers < last
    )
    final = [mark.values for mark in analysis.curve if mark.answers <= last][-1:]
    return (
        f'<svg class="curve outlook" role="img" aria-label="{safe(title_of(analysis))}">'
        f'<svg viewBox="0 0 {last} {HIGH}" preserveAspectRatio="none"><path class="mean" d="M0 {HIGH // 2}H{last}"/>'
        f"{lines}{lucky}{blunders}"
        f'<path class="here" d="M{max(shown.at, 0)} 0V{HIGH}"/></svg>'
        f"{ends([1 - value for value in final[0]]) if final else ''}</svg>"
    )


def title_of(analysis: Analysis) -> str:
    """Return the description of the chart of expected scores, as text for screen readers."""
    starts = ", ".join(
        f"{SEATS[seat]} {name} {hundredths(analysis.curve[0].values[seat])}"
        for seat, name in enumerate(analysis.seats)
        if analysis.curve and seat < len(SEATS)
    )
    if len(analysis.seats) == 2:
        return say("The probability of each seat to win, over the answers; at the start: %(values)s", values=starts)
    return say(
        "The share of the other seats that each seat is expected to come out ahead of, over the answers; at the start: "
        "%(values)s",
        values=starts,
    )


def line_of(analysis: Analysis, seat: int, last: int) -> str:
    """Return SVG paths with the curve of a seat's expected score; empty if the analysis has no points."""
    points = [(mark.answers, HIGH - round(HIGH * mark.values[seat])) for mark in analysis.curve if mark.answers <= last]
    path = "L".join(f"{answers} {height}" for answers, height in points)
    return f'<path class="edge" d="M{path}"/><path class="points seat-{seat}" d="M{path}"/>' if points else ""


def felt(analysis: Analysis) -> list[LuckEvent]:
    """Return the events of chance that changed a seat's expected score enough to be shown, in the order of the game."""
    return [each for each in analysis.luck if max(map(abs, each.luck)) >= FELT]


def luckiest(event: LuckEvent) -> int:
    """Return the seat that gained most from an event of chance."""
    return event.luck.index(max(event.luck))


def luck_tick(event: LuckEvent) -> str:
    """Return the SVG tick for an event of chance, in the colour of the seat that gained most from it."""
    high = max(SHORTEST, round(TICK * max(map(abs, event.luck))))
    return f'<path class="luck seat-{luckiest(event)}" d="M{event.answers} {HIGH}V{HIGH - high}"/>'


# Where the game turned -----------------------------------------------------------------------------------------------


def section(shown: Shown, review: Review | None, places: Positions) -> str:
    """Return HTML with sentences on each seat's game, and a table of the events of chance with a large effect.

    Return an empty text without an analysis, or if it has another number of seats than the record.
    """
    if review is None or not review.fits(shown.told):
        return ""
    analysis, words = review.analysis, PlainWords(shown.told, places)
    order = sorted(range(len(analysis.seats)), key=lambda seat: (-analysis.placements[seat], seat))
    stories = "".join(story_of(shown, review, seat, words, is_open=place == 0) for place, seat in enumerate(order))
    return (
        f'<section class="review" id="review" aria-labelledby="turned"><h2 id="turned">'
        f"{safe(say('Where the game turned'))}</h2>\n<p>{safe(how_to_read(analysis))}</p>\n"
        f"{stories}{luck_table(shown, analysis, words)}</section>\n"
    )


def how_to_read(analysis: Analysis) -> str:
    """Return a paragraph about the numbers of the analysis: the search that made them, and their meaning."""
    if not analysis.by:
        return say(
            "Luck alone was looked at. All numbers are points of a hundred: 0 is behind all other seats, 100 is ahead "
            "of all of them. On the upper curve, the ticks at the bottom are luck."
        )
    return say(
        "Decisions were judged by %(search)s. All numbers are points of a hundred: 0 is behind all other seats, 100 is "
        "ahead of all of them. On the upper curve, the marks at the top are decisions that cost more than the noise, "
        "and the ticks at the bottom are luck.",
        search=analysis.by,
    )


def story_of(shown: Shown, review: Review, seat: int, words: PlainWords, *, is_open: bool) -> str:
    """Return the story of a seat (sentences about its game) as an HTML element that the reader can open and close.

    With `is_open`, it is open at first.
    """
    found = story_lines(review.analysis, seat, review.others_of(seat), words.of_story())
    lines = "".join(f"<li>{in_html(shown, line)}</li>" for line in found)
    opened = " open" if is_open else ""
    return f"<details{opened}><summary>{called(shown.told, seat)}</summary><ul>{lines}</ul></details>\n"


def in_html(shown: Shown, line: StoryLine) -> str:
    """Return a line of a story in HTML. A line about a decision links to the position after the decision."""
    if line.at is None or line.at > shown.told.playable:
        return safe(line.text)
    return f'<a class="to" href="{shown.href(line.at)}" rel="nofollow">{safe(line.text)}</a>'


def luck_table(shown: Shown, analysis: Analysis, words: PlainWords) -> str:
    """Return an HTML table of the events of chance that changed expected scores most; empty if none changed much."""
    events = sorted(felt(analysis), key=lambda event: -max(map(abs, event.luck)))[:EVENTS]
    if not events:
        return ""
    title = safe(say("Luck that changed 3 of 100 or more"))
    heads = "".join(f'<th scope="col" class="n">{called(shown.told, seat)}</th>' for seat in range(len(analysis.seats)))
    rows = "".join(luck_row(shown, event, words) for event in sorted(events, key=lambda event: event.answers))
    return (
        f'<details><summary>{title}</summary><div class="scroll" role="region" aria-label="{title}" tabindex="0">'
        f'<table><caption>{title}</caption><thead><tr><th scope="col" class="n">{safe(say("Answer"))}</th>'
        f'<th scope="col">{safe(say("What chance showed"))}</th><th scope="col" class="n">{safe(say("Likely"))}</th>'
        f"{heads}</tr></thead><tbody>{rows}</tbody></table></div></details>\n"
    )


def luck_row(shown: Shown, event: LuckEvent, words: PlainWords) -> str:
    """Return an event of chance as an HTML table row: what it showed, its probability, and what each seat gained."""
    answer = str(event.answers)
    if event.answers <= shown.told.playable:
        answer = f'<a class="to" href="{shown.href(event.answers)}" rel="nofollow">{answer}</a>'
    gains = "".join(f'<td class="n">{hundredths(luck, sign=True)}</td>' for luck in event.luck)
    what, likely = safe(words.what(event)), escape(f"{event.probability:.0%}")
    return f'<tr><td class="n">{answer}</td><th scope="row">{what}</th><td class="n">{likely}</td>{gains}</tr>'
