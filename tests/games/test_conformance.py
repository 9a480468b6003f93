"""The laws hold for every game, and each of them can be broken."""

import itertools
import json
import zlib
from dataclasses import asdict, dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import LawError, NotationError
from arena.games import GAMES, conformance, game
from arena.games.chance import Deal
from arena.games.conformance import ALL_LAWS, Table
from arena.games.game import SPECTATOR
from arena.protocol import games as protocol
from tests.games import tiny
from tests.games.tiny import TINY, Sea, TinyRules, TinyView


class TinyCodec:
    """Views as JSON."""

    def encode_view(self, view):
        return json.dumps(asdict(view)).encode()

    def decode_view(self, data):
        fields = json.loads(data)
        for name in ("hand", "seen"):
            fields[name] = tuple(fields[name])
        for name in ("catch", "scraps"):
            fields[name] = tuple(tuple(halves) for halves in fields[name])
        return TinyView(**fields)


CODECS = {"tiny": TinyCodec(), **protocol.CODECS}
KNOWN = {**GAMES, TINY.name: TINY}


def variants(names):
    """All seat counts and option values of these games."""
    return [
        pytest.param(
            name, seats, options, id=f"{name}-{seats}p-{'-'.join(f'{key}={value}' for key, value in options.items())}"
        )
        for name in names
        for seats, options in conformance.variants(KNOWN[name])
    ]


# Games with many options are long ones, too: to hold one of them to all laws takes seconds.
LONG = [name for name, rules in KNOWN.items() if conformance.combinations(rules) is None]
SHORT = [name for name in KNOWN if name not in LONG]
COMPILED = not game.__file__.endswith(".py")


def test_every_game_has_a_codec_to_be_tried_with():
    assert set(CODECS) == set(KNOWN)


@pytest.mark.parametrize(("name", "seats", "options"), variants(SHORT))
@pytest.mark.parametrize("seed", range(2))
def test_all_laws_hold_for_every_game_seat_count_and_option(name, seats, options, seed):
    conformance.check_game(Table(KNOWN[name], seats, options, seed, CODECS[name]))


# Interpreted, which is the same source, a third of them has to do: it is half of what all these tests take.
@pytest.mark.parametrize(("name", "seats", "options"), variants(LONG)[:: 1 if COMPILED else 3])
def test_all_laws_hold_for_every_long_game_seat_count_and_option(request, name, seats, options):
    seed = zlib.crc32(request.node.callspec.id.encode())  # what is done now and then is done at other moments of each
    conformance.check_game(Table(KNOWN[name], seats, options, seed, CODECS[name]))


@pytest.mark.parametrize(("name", "seats", "options"), variants(SHORT))
@settings(max_examples=2)
@given(seed=st.integers(min_value=2, max_value=2**64))
def test_all_laws_hold_whatever_the_seed(name, seats, options, seed):
    conformance.check_game(Table(KNOWN[name], seats, options, seed, CODECS[name]))


@pytest.mark.parametrize("name", LONG)
@settings(max_examples=2)
@given(seed=st.integers(min_value=2, max_value=2**64), data=st.data())
def test_all_laws_hold_in_long_games_whatever_the_seed(name, seed, data):
    seats, options = data.draw(st.sampled_from(list(conformance.variants(KNOWN[name]))))
    conformance.check_game(Table(KNOWN[name], seats, options, seed, CODECS[name]))


def test_a_check_reports_all_seat_counts_all_options_and_all_laws():
    report = conformance.check(TINY, games=2)
    assert (report.games, report.laws) == (2 * 3 * 2, len(ALL_LAWS))
    assert str(report).startswith("tiny: ")
    assert report.decisions > report.games


# Each law can be broken --------------------------------------------------------------------------------------------


def broken_laws(rules, codec):
    """The laws that a game breaks, each tried by itself."""
    return {law for law in ALL_LAWS if breaks(rules, codec, law)}


def breaks(rules, codec, law):
    for seed in range(4):
        try:
            conformance.check_game(Table(rules, 3, {"scraps": True}, seed, codec), [law])
        except LawError as broken:
            if str(broken).startswith(law.replace("_", " ") + ": "):
                return True
    return False


def of(state, rules=TinyRules):
    """The rules of a tiny game whose positions are of another class."""
    return type("Broken", (rules,), {"state": state})()


def name_of(rules):
    return rules.state.__name__ if rules.state is not Sea else type(rules).__name__


class Peeking(TinyRules):
    """A seat sees its neighbour's hand."""

    def view(self, state, observer):
        hand = tuple(state.hands[observer + 1 - state.seats])
        return PeekingView(**vars(super().view(state, observer)), neighbour=hand if observer >= 0 else ())


@dataclass(frozen=True)
class PeekingView(TinyView):
    neighbour: tuple[int, ...]


class SpectatorWithAHand(TinyRules):
    """-1 is the last seat: the spectator sees its hand."""

    def view(self, state, observer):
        view = super().view(state, observer)
        return replace(view, hand=tuple(state.hands[-1])) if observer == SPECTATOR else view


class LivingView(TinyRules):
    """A view that holds the state's own list."""

    def view(self, state, observer):
        return replace(super().view(state, observer), catch=state.catch)


class Curious(TinyRules):
    """Drawing the board throws the die."""

    def view(self, state, observer):
        self.seen = state
        return super().view(state, observer)

    def board(self, view):
        self.seen.die.below(6)
        return super().board(view)


class SharedHands(Sea):
    """A clone has the very lists of its original."""

    def clone(self):
        copy = super().clone()
        copy.hands = self.hands
        return copy


class Gossip(Sea):
    """A clone goes on keeping events."""

    def clone(self):
        copy = super().clone()
        copy.listen()
        return copy


class Generous(Sea):
    """The scores have a point that is in no ledger."""

    def scores(self):
        return [score + 1 for score in super().scores()]


class Asking(Sea):
    """A last card, too, is asked for."""

    def settle(self):
        while self.pending:
            step = self.pending.pop()
            if isinstance(step, tiny.Lay):
                self.to_move, self.asking = step.seat, step
                return
            if step.begin(self):
                self.asking = step
                return
        super().settle()


class ByTheTopOfThePile(Sea):
    """The order of the options tells something about the pile."""

    def options(self):
        options = super().options()
        return options[::-1] if self.pile and self.pile[-1] % 2 else options


class ByTheDay(Sea):
    """The order of the options is public, but it changes."""

    def options(self):
        options = super().options()
        return options[::-1] if self.turn % 2 else options


class HiddenReason(Sea):
    """What is offered depends on a card that nobody knows."""

    def options(self):
        options = super().options()
        return options[1:] if len(options) == 3 and self.pile[-1] % 2 else options

    def sample(self, rng):
        options = self.options()
        return options[rng.below(len(options))]


class TwoWaysToPlay(Sea):
    """A checked answer does something else than a trusted one."""

    def play(self, option):
        super().play(option)
        self.prize += 1


class Trusting(Sea):
    """Whatever is played, the first option is meant."""

    def play(self, option):
        options = self.options()
        self.apply(option if option in options or not options else options[0])


class AfterHours(Sea):
    """There is something to play when the game is over."""

    def options(self):
        return super().options() or [0]


class Loaded(Sea):
    """The first option is drawn far too often."""

    def sample(self, rng):
        return self.options()[0] if rng.below(2) else super().sample(rng)


class Mumbling(TinyRules):
    """One cannot hear whether a card is 4 or 5."""

    def spell(self, state, option):
        return super().spell(state, option if option >= tiny.KEEP else option - option % 2)


class Forgetful(TinyRules):
    """A position does not remember how often the die was thrown."""

    def from_position(self, text):
        state = super().from_position(text)
        state.die.drawn = 0
        return state


class Credulous(TinyRules):
    """Whatever cannot be read as a position is a new game."""

    def from_position(self, text):
        try:
            return super().from_position(text)
        except ValueError:
            return self.new({}, 2, Deal(b""))


class KeepsTheDie(Sea):
    """An imagined position has the die of the true one."""

    def imagine(self, seat, rng):
        imagined = super().imagine(seat, rng)
        imagined.die = self.die.clone()
        return imagined


class KeepsTheHands(Sea):
    """An imagined position has the true hands, and a pile in another order."""

    def imagine(self, seat, rng):
        imagined = self.clone()
        rng.shuffle(imagined.pile)
        imagined.die.rekey(rng)
        return imagined


class KeepsThePile(Sea):
    """An imagined position has what is left of the true pile, so it knows what comes."""

    def imagine(self, seat, rng):
        imagined = self.clone()
        imagined.die.rekey(rng)
        return imagined


class LosesCards(TinyRules):
    """A position made from a view has an empty pile."""

    def from_view(self, view, rng):
        made = super().from_view(view, rng)
        made.pile = []
        return made


class TellsThePile(Sea):
    """Who lays a card is told which card lies on top of the pile."""

    def apply(self, option):
        if self.asking is not tiny.HAUL and self.pile:
            self.tell_only(self.to_move, "gull", [self.pile[-1]])
        super().apply(option)


class TellsTheTable(Sea):
    """Everybody is told when a card was laid face down."""

    def apply(self, option):
        if self.asking is not tiny.HAUL:
            self.tell("thud", [self.to_move])
        super().apply(option)


class Revisionist(Sea):
    """What happened last is told first."""

    def events(self, since, observer):
        return super().events(0, observer)[::-1][since:]


class Moody(TinyRules):
    """A die of its own, which goes on from game to game."""

    def __init__(self):
        self.games = itertools.count()

    def deal_out(self, settings, seats, deal):
        state = super().deal_out(settings, seats, deal)
        state.prize = 1 + next(self.games)
        return state


class Haughty(TinyRules):
    """What is not offered is nonsense."""

    def read(self, state, text):
        try:
            return super().read(state, text)
        except ValueError as reason:
            raise NotationError(text) from reason


class Counting(TinyCodec):
    """The bytes say how many were sent before."""

    def __init__(self):
        self.sent = itertools.count(1)

    def encode_view(self, view):
        return super().encode_view(view) + b" " * next(self.sent)


class Lossy(TinyCodec):
    """What the catch is worth is lost on the way."""

    def decode_view(self, data):
        return replace(super().decode_view(data), prize=1)


DEFECTS = [
    (Curious(), {"looking_changes_nothing"}),
    (
        of(SharedHands),
        {
            "clones_do_not_feel_each_other",
            "only_a_listening_state_keeps_events",
            "options_are_all_playable",
            "positions_read_back",  # what was dealt out by a clone is missing when the game goes on
        },
    ),
    (of(Gossip), {"only_a_listening_state_keeps_events"}),
    (LivingView(), {"views_are_values", "views_survive_the_wire"}),
    (
        of(Generous),
        {"results_are_consistent", "imagined_games_play_to_the_end", "nobody_is_asked_when_a_game_is_over"},
    ),
    (of(Asking), {"whoever_is_asked_has_a_choice"}),
    (
        of(ByTheTopOfThePile),
        {"options_come_in_the_same_order_however_a_position_was_reached", "any_two_options_stand_in_one_order"},
    ),
    (of(ByTheDay), {"any_two_options_stand_in_one_order"}),
    (of(HiddenReason), {"equal_views_offer_equal_options"}),
    (of(TwoWaysToPlay), {"options_are_all_playable"}),
    (of(Trusting), {"everything_else_is_refused", "nobody_is_asked_when_a_game_is_over"}),
    (of(AfterHours), {"nobody_is_asked_when_a_game_is_over"}),
    (of(Loaded), {"a_sample_is_any_option_with_equal_odds"}),
    (
        Mumbling(),
        {
            "spellings_read_back",
            "a_game_replays_from_its_spelled_answers",  # another card is read, so another one is played
            "any_two_options_stand_in_one_order",  # no spelling stands before itself
        },
    ),
    (Forgetful(), {"positions_read_back"}),
    (Credulous(), {"broken_positions_are_refused"}),
    (Peeking(), {"what_is_imagined_looks_the_same"}),
    (SpectatorWithAHand(), {"a_spectator_sees_what_every_seat_sees", "what_is_imagined_looks_the_same"}),
    (of(KeepsTheDie), {"imagining_deals_anew_what_is_hidden", "equal_views_imagine_equal_positions"}),
    (of(KeepsTheHands), {"imagining_deals_anew_what_is_hidden", "equal_views_imagine_equal_positions"}),
    (of(KeepsThePile), {"imagining_deals_anew_what_is_hidden", "equal_views_imagine_equal_positions"}),
    (
        LosesCards(),
        {"imagined_games_play_to_the_end", "imagining_deals_anew_what_is_hidden", "twins_are_told_the_same"},
    ),
    (of(TellsThePile), {"twins_are_told_the_same"}),
    (of(TellsTheTable), {"an_answer_that_others_cannot_see_is_not_told"}),
    (of(Revisionist), {"events_are_numbered_by_observer"}),
    (Moody(), {"a_game_replays_from_its_spelled_answers"}),
    (Haughty(), {"what_was_offered_before_is_illegal_and_not_nonsense"}),
]
BAD_CODECS = [
    (Counting(), {"equal_views_have_equal_bytes", "twins_are_told_the_same"}),
    (Lossy(), {"views_survive_the_wire"}),
]


def test_the_tiny_game_breaks_no_law():
    assert broken_laws(TINY, TinyCodec()) == set()


@pytest.mark.parametrize(("rules", "laws"), [pytest.param(*defect, id=name_of(defect[0])) for defect in DEFECTS])
def test_a_defect_breaks_the_laws_that_name_it_and_no_others(rules, laws):
    assert broken_laws(rules, None if isinstance(rules, Peeking) else TinyCodec()) == laws


@pytest.mark.parametrize(("codec", "laws"), BAD_CODECS)
def test_a_bad_codec_breaks_the_laws_that_name_it_and_no_others(codec, laws):
    assert broken_laws(TINY, codec) == laws


def test_every_law_can_be_broken():
    assert set().union(*(laws for _, laws in DEFECTS + BAD_CODECS)) == ALL_LAWS


def test_a_game_that_cannot_be_played_on_breaks_a_law_too():
    class Holed(Sea):
        def apply(self, option):
            raise RecursionError(option)

    with pytest.raises(LawError, match="a random answer can be played: RecursionError"):
        conformance.check(of(Holed), laws=[])


def test_chi_square_is_bounded_far_above_what_chance_does():
    # Tables have 10.8 and 149.4 for odds of 1000 to 1.
    assert 40 < conformance.hardly_ever(1) < 80
    assert 180 < conformance.hardly_ever(100) < 240


def test_a_broken_law_says_where_it_broke_and_how_to_see_it_again():
    with pytest.raises(LawError) as broken:
        conformance.check(of(SharedHands), seed=7)
    message = str(broken.value)
    assert message.startswith("clones do not feel each other: playing on a clone changed its original; ")
    assert "tiny, 2 seats, scraps=off, seed 7, decision 0 (seat 0 is asked)" in message
    assert "conformance.check_game(Table(rules, 2, {'scraps': False}, 7))" in message
    assert json.loads(broken.value.__notes__[0].removeprefix("position: "))["seats"] == 2
