"""The story of a game for one seat: ten lines at most, about its result, luck, decisions and turning point."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from arena.analysis.account import Account, Analysis
from arena.analysis.judge import Judgement, dearest
from arena.analysis.luck import LuckEvent
from arena.languages import say, say_counted
from arena.languages.prose import prose

DEAREST: Final = 3
FELT: Final = 0.02  # luck events that changed less are not named
HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class SameDeal:
    """The result of the same seat in another match of the block: the bot that sat there, its points, and its place."""

    match: str
    entrant: str
    score: int
    placement: int


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A sentence of a seat's story, and the decision that the sentence is about; None if it is about no decision.

    `answers` is the number of answers before the position that the sentence is about, if it is about no decision.
    """

    text: str
    decision: Judgement | None = None
    answers: int | None = None

    @property
    def at(self) -> int | None:
        """The number of the answer that the sentence is about, counted from 1; None if it is about no answer."""
        return self.answers if self.decision is None else self.decision.answers + 1


@dataclass(frozen=True, slots=True)
class StoryWords:
    """Three functions that put options, seats and events of chance into words for a story.

    Those in `NOTATION` are for a terminal: they use the same words as records and the arena's commands.
    """

    option: Callable[[Judgement, str], str]
    seat: Callable[[int], str]
    what: Callable[[LuckEvent], str]


NOTATION: Final = StoryWords(
    option=lambda _, option: repr(option),
    seat=str,
    what=lambda event: prose(event.what),
)


def story(analysis: Analysis, seat: int, record: str, others: Sequence[SameDeal] = ()) -> list[str]:
    """Return the story of a seat, which is at most ten lines about its game, as lines for a terminal.

    The commands in these lines name the file `record`.
    """
    return [with_command(line, record) for line in story_lines(analysis, seat, others)]


def with_command(line: StoryLine, record: str) -> str:
    """Return a line of a story as text. If it is about a decision, the command that shows the decision follows."""
    if line.decision is None:
        return line.text
    return f"{line.text}: arena show {record} --at {line.decision.answers} --options"


def story_lines(
    analysis: Analysis, seat: int, others: Sequence[SameDeal] = (), words: StoryWords = NOTATION
) -> list[StoryLine]:
    """Return a seat's story as lines: result, cause, turning point, costliest decisions, luck, other results.

    The other results are those of the same seat in the other matches with this deal.
    """
    account = analysis.accounts[seat]
    mine = [each for each in analysis.decisions if each.seat == seat]
    first = [ended(analysis, seat, words), added_up(account), cause(account, mine)]
    last = [felt(analysis.luck, seat, words), *same_deal(analysis, seat, others, words)]
    costs = [StoryLine(in_words(each, words), each) for each in dearest(mine, DEAREST)]
    return [*map(StoryLine, first), *turned(analysis, seat, words), *costs, *map(StoryLine, last)]


def hundredths(value: float, *, sign: bool = False) -> str:
    """Return a score from 0 to 1 as text, in hundredths; with `sign` it begins with + or -."""
    rounded = round(100 * value) + 0  # no minus before a zero
    return f"{rounded:+d}" if sign and rounded else str(rounded)


def ended(analysis: Analysis, seat: int, words: StoryWords) -> str:
    """Return a sentence with the seat's place, its points, and the points of the other seats."""
    place, places = analysis.placements[seat], analysis.placements
    values = {
        "bot": analysis.seats[seat],
        "seat": words.seat(seat),
        "points": analysis.scores[seat],
        "place": place,
        "rivals": ", ".join(f"{name} {analysis.scores[at]}" for at, name in enumerate(analysis.seats) if at != seat),
    }
    if place == 1 and places.count(1) > 1:
        return say("%(bot)s at seat %(seat)s shared the first place with %(points)s points; %(rivals)s.", **values)
    if place == 1:
        return say("%(bot)s at seat %(seat)s won with %(points)s points; %(rivals)s.", **values)
    if len(places) == 2:
        return say("%(bot)s at seat %(seat)s lost with %(points)s points; %(rivals)s.", **values)
    return say("%(bot)s at seat %(seat)s lost (place %(place)s) with %(points)s points; %(rivals)s.", **values)


def added_up(account: Account) -> str:
    """Return a sentence that explains a seat's final score: its score at the start, and what changed it.

    The changes are luck, decisions, and a part that is not explained. All numbers are in hundredths of a score.
    """
    values = {
        "start": hundredths(account.start),
        "luck": hundredths(account.luck, sign=True),
        "own": hundredths(-(account.cost or 0.0), sign=True),
        "given": hundredths(account.given or 0.0, sign=True),
        "rest": hundredths(account.remainder, sign=True),
        "end": hundredths(account.end),
    }
    if account.cost is not None and account.given is not None:
        return say(
            "It began at %(start)s of 100, luck %(luck)s, own decisions %(own)s, decisions of other seats %(given)s, "
            "not explained %(rest)s: ended at %(end)s.",
            **values,
        )
    if account.cost is not None:
        return say(
            "It began at %(start)s of 100, luck %(luck)s, own decisions %(own)s, not explained %(rest)s: "
            "ended at %(end)s.",
            **values,
        )
    if account.given is not None:
        return say(
            "It began at %(start)s of 100, luck %(luck)s, decisions of other seats %(given)s, not explained %(rest)s: "
            "ended at %(end)s.",
            **values,
        )
    return say(
        "It began at %(start)s of 100, luck %(luck)s, not explained %(rest)s: ended at %(end)s.",
        **values,
    )


def cause(account: Account, mine: Sequence[Judgement]) -> str:
    """Return a text with the main cause of a seat's loss, the number of its costly decisions, and what they cost.

    The text adds the cost that only a player with knowledge of hidden tiles could avoid, if `account` has this cost. It
    names no cause if the seat's score is at least one half. It names luck if luck cost more than each other part of the
    account, and the seat's own decisions if the costly ones alone did.
    """
    if account.cost is None:
        return say("Its decisions were not searched.")
    blunders = [each for each in mine if each.is_blunder]
    lost = sum(each.cost for each in blunders)
    found = counted_blunders(account, len(blunders), len(mine), lost)
    if account.end >= HALF:
        return found
    others = max(-account.remainder, -(account.given or 0.0))
    if -account.luck > max(account.cost, others):
        return say("Mostly luck: %(found)s", found=found)
    if lost > max(-account.luck, others):
        return say("Mostly its own decisions: %(found)s", found=found)
    return found if lost > 0 else say("No decision of its own lost it: %(found)s", found=found)


def counted_blunders(account: Account, blunders: int, decisions: int, lost: float) -> str:
    """Return a sentence with the number of costly decisions (blunders), and their total cost.

    If it is known, the sentence adds the cost that only a player with knowledge of hidden tiles could avoid.
    """
    values = {"blunders": blunders, "lost": hundredths(lost)}
    if account.hidden is None:
        return say_counted(
            "%(blunders)s of its %(num)s decisions cost more than the noise, %(lost)s together.",
            "%(blunders)s of its %(num)s decisions cost more than the noise, %(lost)s together.",
            decisions,
            **values,
        )
    return say_counted(
        "%(blunders)s of its %(num)s decisions cost more than the noise, %(lost)s together; only an oracle could have "
        "saved %(hidden)s more.",
        "%(blunders)s of its %(num)s decisions cost more than the noise, %(lost)s together; only an oracle could have "
        "saved %(hidden)s more.",
        decisions,
        hidden=hundredths(account.hidden),
        **values,
    )


def turned(analysis: Analysis, seat: int, words: StoryWords) -> list[StoryLine]:
    """Return a list with one line: in which turn the seat's expected score changed most, and which seat had this turn.

    The list is empty if the match has only one turn.
    """
    ends = {mark.turn: mark for mark in analysis.curve}  # the last mark of each turn
    steps = [(one, other) for one, other in pairwise(ends[turn] for turn in sorted(ends))]
    if not steps:
        return []
    before, after = max(steps, key=lambda step: abs(step[1].values[seat] - step[0].values[seat]))
    values = {
        "turn": after.turn + 1,
        "low": hundredths(before.values[seat]),
        "high": hundredths(after.values[seat]),
        "answer": after.answers,
    }
    mover = analysis.movers[after.turn] if after.turn < len(analysis.movers) else -1
    if not 0 <= mover < len(analysis.seats):  # a result of an earlier release does not say it
        told = say("It turned most in turn %(turn)s: from %(low)s to %(high)s, up to answer %(answer)s.", **values)
        return [StoryLine(told, answers=after.answers)]
    told = say(
        "It turned most in turn %(turn)s, of %(bot)s at seat %(seat)s: from %(low)s to %(high)s, up to answer "
        "%(answer)s.",
        bot=analysis.seats[mover],
        seat=words.seat(mover),
        **values,
    )
    return [StoryLine(told, answers=after.answers)]


def in_words(judged: Judgement, words: StoryWords) -> str:
    """Return a sentence about a decision: the chosen option, its cost in hundredths of a score, and the best option."""
    values = {
        "answer": judged.answers + 1,
        "turn": judged.turn + 1,
        "option": words.option(judged, judged.option),
        "cost": hundredths(judged.cost),
        "noise": hundredths(judged.noise),
        "best": words.option(judged, judged.best),
    }
    return say("Answer %(answer)s, turn %(turn)s: %(option)s cost %(cost)s ± %(noise)s; best %(best)s", **values)


def felt(events: Sequence[LuckEvent], seat: int, words: StoryWords) -> str:
    """Return a sentence about a seat's luckiest and unluckiest event, or one that says that no event changed much."""
    if not events:
        return say("Chance showed nothing.")
    best, worst = (
        max(events, key=lambda event: event.luck[seat]),
        min(events, key=lambda event: event.luck[seat]),
    )
    values = {
        "best": words.what(best),
        "gain": hundredths(best.luck[seat], sign=True),
        "gained": best.answers,
        "worst": words.what(worst),
        "loss": hundredths(worst.luck[seat], sign=True),
        "lost": worst.answers,
    }
    is_lucky, is_unlucky = best.luck[seat] >= FELT, -worst.luck[seat] >= FELT
    if is_lucky and is_unlucky:
        return say(
            "Luck: best %(best)s (%(gain)s, answer %(gained)s); worst %(worst)s (%(loss)s, answer %(lost)s).",
            **values,
        )
    if is_lucky:
        return say("Luck: best %(best)s (%(gain)s, answer %(gained)s).", **values)
    if is_unlucky:
        return say("Luck: worst %(worst)s (%(loss)s, answer %(lost)s).", **values)
    return say_counted(
        "Luck: none of %(num)s events changed more than 1 of 100.",
        "Luck: none of %(num)s events changed more than 1 of 100.",
        len(events),
    )


def same_deal(analysis: Analysis, seat: int, others: Sequence[SameDeal], words: StoryWords) -> list[str]:
    """Return a list with one sentence: the results at the same seat in the other matches of the block.

    The list is empty if there are none.
    """
    if not others:
        return []
    found = [
        say(
            "%(bot)s %(points)s points, place %(place)s (match %(match)s)",
            bot=each.entrant,
            points=each.score,
            place=each.placement,
            match=each.match,
        )
        for each in others
    ]
    return [
        say(
            "The same deal from seat %(seat)s: %(bot)s %(points)s; %(found)s.",
            seat=words.seat(seat),
            bot=analysis.seats[seat],
            points=analysis.scores[seat],
            found="; ".join(found),
        )
    ]
