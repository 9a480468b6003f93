"""Tests of the seat of a bot in this process: what the bot gets, what its answers mean, and its failures."""

import threading

import pytest

from arena.bots import house
from arena.errors import BotError
from arena.games import GAMES
from arena.record import ForfeitReason
from arena_sdk import Bot
from arena_sdk.house import as_bot
from tests.games.tiny import TINY
from tests.sdk.table import match_between


class First(Bot):
    def choose(self, turn):
        return turn.options[0]


def answering(answer):
    """Return a class of bot that answers its first turn with the function `answer`, and other turns with option 0."""

    class Answers(Bot):
        def choose(self, turn):
            return answer(turn) if turn.number == 1 else turn.options[0]

    return Answers


@pytest.mark.parametrize("answer", [lambda turn: turn.options[1], lambda _: 1], ids=["an option", "its index"])
async def test_an_option_and_its_index_are_the_same_answer(answer):
    outcome, _ = await match_between(answering(answer), First)
    assert outcome.forfeits == ()
    first_answer = outcome.record.splitlines()[1]
    by_index, _ = await match_between(answering(lambda _: 1), First)
    assert first_answer.partition(b"think")[0] == by_index.record.splitlines()[1].partition(b"think")[0]


@pytest.mark.parametrize(
    "answer",
    [lambda _: None, lambda _: -1, lambda turn: len(turn.options), lambda _: True, lambda turn: turn.options[0].text],
    ids=["None", "-1", "one too many", "True", "a spelling"],
)
async def test_an_option_that_was_not_offered_loses_with_the_position(answer):
    outcome, _ = await match_between(answering(answer), First)
    (lost,) = outcome.forfeits
    assert (lost.seat, lost.reason, lost.decision) == (0, ForfeitReason.ILLEGAL, 1)
    assert "expected one of turn.options" in lost.detail
    assert "the catch is worth" in lost.board
    assert outcome.result.placements == (2, 1)


async def test_an_option_of_an_earlier_turn_is_not_offered_any_more():
    class Stale(Bot):
        def choose(self, turn):
            if turn.number == 1:
                self.kept = turn.options[0]
            return self.kept

    outcome, _ = await match_between(Stale, First)
    assert outcome.forfeits[0].reason == ForfeitReason.ILLEGAL


async def test_a_repr_that_raises_does_no_harm_to_the_arena():
    class Rude:
        def __repr__(self):
            raise RuntimeError

    outcome, _ = await match_between(answering(lambda _: Rude()), First)
    assert "it chose a Rude" in outcome.forfeits[0].detail


@pytest.mark.parametrize("inline", [True, False])
async def test_a_bot_that_raises_loses_and_its_author_sees_where(inline):
    class Raises(Bot):
        def choose(self, turn):
            raise LookupError("no idea")

    outcome, seats = await match_between(First, Raises, inline=inline)
    (lost,) = outcome.forfeits
    assert (lost.seat, lost.reason, lost.detail) == (1, ForfeitReason.CRASHED, "LookupError: no idea")
    assert 'raise LookupError("no idea")' in seats[1].traceback
    assert "arena_sdk" not in seats[1].traceback


async def test_only_the_first_line_of_an_error_message_is_reported():
    class Rambles(Bot):
        def choose(self, turn):
            reason = LookupError("no idea\nand more to say")
            reason.add_note("a note")
            raise reason

    outcome, seats = await match_between(Rambles, First)
    assert outcome.forfeits[0].detail == "LookupError: no idea"
    assert "and more to say\na note" in seats[0].traceback


async def test_a_bot_that_exits_crashes_and_the_arena_goes_on():
    class Leaves(Bot):
        def choose(self, turn):
            raise SystemExit(0)

    outcome, _ = await match_between(Leaves, First)
    assert outcome.forfeits[0].reason == ForfeitReason.CRASHED


async def test_a_bot_that_never_answers_runs_out_of_time():
    leave = threading.Event()
    told = []

    class Dreams(Bot):
        def choose(self, turn):
            leave.wait()
            return 0

        def over(self, over):
            told.append(over)

    try:
        outcome, _ = await match_between(Dreams, First, clock="0.2+0")
    finally:
        leave.set()
    assert outcome.forfeits[0].reason == ForfeitReason.TIME
    assert told == []  # a bot is never in two of its methods at once


@pytest.mark.parametrize("method", ["__init__", "start"])
async def test_a_bot_that_cannot_start_raises_an_error_before_the_match(method):
    def fail(*_):
        raise ValueError("not today")

    broken = type("Broken", (First,), {method: fail})
    with pytest.raises(BotError, match=r"(?s)Broken could not be started: ValueError: not today\n.*in fail") as raised:
        await match_between(First, broken)
    assert raised.value.exit_code == 3


async def test_an_error_of_a_bot_after_the_end_has_no_effect_on_the_result():
    class Sore(First):
        def over(self, over):
            raise ValueError("unfair")

    outcome, _ = await match_between(Sore, First)
    assert outcome.forfeits == ()
    assert "ValueError: unfair" in outcome.remarks[0]


async def test_every_seat_of_every_match_has_a_bot_object_of_its_own():
    made = []

    class Diary(Bot):
        def __init__(self):
            self.lines = []
            made.append(self)

        def start(self, start):
            self.lines.append(f"start {start.seat} {start.game} {start.clock}")

        def choose(self, turn):
            self.lines.append("choose")
            return 0

        def over(self, over):
            self.lines.append(f"over {over.reason}")

    await match_between(Diary, Diary, clock="60+1")
    await match_between(Diary, Diary)
    assert len(made) == 4
    seats = [diary.lines[0] for diary in made]
    assert sorted(seats[:2]) == ["start 0 tiny 60+1", "start 1 tiny 60+1"]
    for diary in made:
        assert set(diary.lines[1:-1]) == {"choose"}
        assert diary.lines[-1] == "over finished"


async def test_decisions_are_counted_and_clocks_given_in_seconds():
    seen = []

    class Watches(First):
        def choose(self, turn):
            seen.append((turn.number, turn.clock))
            return super().choose(turn)

    await match_between(Watches, First, clock="7+1,st=5", inline=True)
    assert [number for number, _ in seen] == list(range(1, len(seen) + 1))
    first = seen[0][1]
    assert (first.left, first.limit, first.seats) == (8.0, 5.0, (8.0, 7.0))


async def test_without_a_clock_no_time_is_given():
    seen = []

    class Watches(First):
        def choose(self, turn):
            seen.append(turn.clock)
            return super().choose(turn)

    await match_between(Watches, First)
    assert (seen[0].left, seen[0].limit, seen[0].seats) == (None, None, (None, None))


async def test_a_bot_gets_the_events_since_its_last_decision():
    heard = []

    class Listens(First):
        def choose(self, turn):
            heard.append([str(event) for event in turn.events])
            return super().choose(turn)

    await match_between(Listens, First)
    assert any(text.startswith("laid ") for events in heard[1:] for text in events)
    everything = [text for events in heard for text in events]
    assert (
        sum(text.startswith("hand ") for text in everything) == 1
    )  # only the second event: the first one is in the view


async def test_the_generator_of_a_bot_repeats_with_the_match_and_differs_between_seats():
    drawn = []

    class Draws(First):
        def start(self, start):
            drawn.append((start.seat, self.rng.random()))

    for _ in range(2):
        await match_between(Draws, Draws, inline=True)
    once, again = sorted(drawn[:2]), sorted(drawn[2:])
    assert once == again
    assert once[0][1] != once[1][1]


@pytest.mark.parametrize("name", ["random", "greedy", "sampler", "mcts-50"])
@pytest.mark.parametrize("rules", [GAMES["cacao"], TINY], ids=lambda rules: rules.name)
async def test_a_house_bot_plays_the_same_inline_and_as_any_other_bot(rules, name):
    bot = as_bot(house(name))
    inline, threaded = [
        (await match_between(bot, bot, rules=rules, inline=inline))[0].result for inline in (True, False)
    ]
    assert inline == threaded
