"""Variants of the tiny game with one defect each, and the laws that each defect breaks."""

import itertools
import json
from dataclasses import asdict, dataclass, replace

from arena.errors import NotationError
from arena.games.chance import Deal
from arena.games.game import SPECTATOR
from tests.games.tiny import rules as tiny
from tests.games.tiny.rules import Sea, TinyRules, TinyView


class TinyCodec:
    """Converts views of the tiny game to JSON and back."""

    def encode_view(self, view):
        return json.dumps(asdict(view)).encode()

    def decode_view(self, data):
        fields = json.loads(data)
        for name in ("hand", "seen"):
            fields[name] = tuple(fields[name])
        for name in ("catch", "scraps"):
            fields[name] = tuple(tuple(halves) for halves in fields[name])
        return TinyView(**fields)


def of(state, rules=TinyRules):
    """Return the tiny game's rules, with the class `state` for its positions."""
    return type("Broken", (rules,), {"state": state})()


class Peeking(TinyRules):
    """Defect: a seat sees its neighbour's hand."""

    def view(self, state, observer):
        hand = tuple(state.hands[observer + 1 - state.seats])
        return PeekingView(**vars(super().view(state, observer)), neighbour=hand if observer >= 0 else ())


@dataclass(frozen=True)
class PeekingView(TinyView):
    neighbour: tuple[int, ...]


class SpectatorWithAHand(TinyRules):
    """Defect: the spectator sees the hand of the last seat, because -1 is the last index of a list."""

    def view(self, state, observer):
        view = super().view(state, observer)
        return replace(view, hand=tuple(state.hands[-1])) if observer == SPECTATOR else view


class LivingView(TinyRules):
    """Defect: a view contains the state's own list, which changes later."""

    def view(self, state, observer):
        return replace(super().view(state, observer), catch=state.catch)


class Curious(TinyRules):
    """Defect: drawing the board throws the die."""

    def view(self, state, observer):
        self.seen = state
        return super().view(state, observer)

    def board(self, view):
        self.seen.die.below(6)
        return super().board(view)


class SharedHands(Sea):
    """Defect: a clone shares the lists of hands with its original."""

    def clone(self):
        copy = super().clone()
        copy.hands = self.hands
        return copy


class Gossip(Sea):
    """Defect: a clone records events."""

    def clone(self):
        copy = super().clone()
        copy.listen()
        return copy


class Generous(Sea):
    """Defect: each score has a point that is not in the ledger."""

    def scores(self):
        return [score + 1 for score in super().scores()]


class Asking(Sea):
    """Defect: a seat is asked even if it has only one card left."""

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
    """Defect: the order of the options depends on the top of the pile."""

    def options(self):
        options = super().options()
        return options[::-1] if self.pile and self.pile[-1] % 2 else options


class ByTheDay(Sea):
    """Defect: the order of the options follows from public knowledge, but changes from day to day."""

    def options(self):
        options = super().options()
        return options[::-1] if self.turn % 2 else options


class HiddenReason(Sea):
    """Defect: the options depend on a card that no seat knows."""

    def options(self):
        options = super().options()
        return options[1:] if len(options) == 3 and self.pile[-1] % 2 else options

    def sample(self, rng):
        options = self.options()
        return options[rng.below(len(options))]


class TwoWaysToPlay(Sea):
    """Defect: `play` has another result than `apply`."""

    def play(self, option):
        super().play(option)
        self.prize += 1


class Trusting(Sea):
    """Defect: `play` plays the first option if the given option is not offered."""

    def play(self, option):
        options = self.options()
        self.apply(option if option in options or not options else options[0])


class AfterHours(Sea):
    """Defect: there is still an option after the end of the game."""

    def options(self):
        return super().options() or [0]


class Loaded(Sea):
    """Defect: `sample` draws the first option far too often."""

    def sample(self, rng):
        return self.options()[0] if rng.below(2) else super().sample(rng)


class Mumbling(TinyRules):
    """Defect: the cards 4 and 5 have the same spelling."""

    def spell(self, state, option):
        return super().spell(state, option if option >= tiny.KEEP else option - option % 2)


class Forgetful(TinyRules):
    """Defect: a position that is read from text loses the number of throws of the die."""

    def from_position(self, text):
        state = super().from_position(text)
        state.die.drawn = 0
        return state


class Credulous(TinyRules):
    """Defect: a text that is not a position gives a new game."""

    def from_position(self, text):
        try:
            return super().from_position(text)
        except ValueError:
            return self.new({}, 2, Deal(b""))


class KeepsTheDie(Sea):
    """Defect: an imagined position has the true position's coming throws of the die."""

    def imagine(self, seat, rng):
        imagined = super().imagine(seat, rng)
        imagined.die = self.die.clone()
        return imagined


class KeepsTheHands(Sea):
    """Defect: an imagined position has the true hands, and the pile in another order."""

    def imagine(self, seat, rng):
        imagined = self.clone()
        rng.shuffle(imagined.pile)
        imagined.die.rekey(rng)
        return imagined


class KeepsThePile(Sea):
    """Defect: an imagined position has the true pile in its true order."""

    def imagine(self, seat, rng):
        imagined = self.clone()
        imagined.die.rekey(rng)
        return imagined


class LosesCards(TinyRules):
    """Defect: a position made from a view has an empty pile."""

    def from_view(self, view, rng):
        made = super().from_view(view, rng)
        made.pile = []
        return made


class TellsThePile(Sea):
    """Defect: the seat that lays a card gets an event with the card on top of the pile."""

    def apply(self, option):
        if self.asking is not tiny.HAUL and self.pile:
            self.tell_only(self.to_move, "gull", [self.pile[-1]])
        super().apply(option)


class TellsTheTable(Sea):
    """Defect: all seats get an event when a seat lays a card face down."""

    def apply(self, option):
        if self.asking is not tiny.HAUL:
            self.tell("thud", [self.to_move])
        super().apply(option)


class Revisionist(Sea):
    """Defect: events are listed in reverse order."""

    def events(self, since, observer):
        return super().events(0, observer)[::-1][since:]


class Moody(TinyRules):
    """Defect: a new game depends on the number of earlier games."""

    def __init__(self):
        self.games = itertools.count()

    def deal_out(self, settings, seats, deal):
        state = super().deal_out(settings, seats, deal)
        state.prize = 1 + next(self.games)
        return state


class Haughty(TinyRules):
    """Defect: reading an option that is not offered raises NotationError."""

    def read(self, state, text):
        try:
            return super().read(state, text)
        except ValueError as reason:
            raise NotationError(text) from reason


class Counting(TinyCodec):
    """Defect: the bytes of a view depend on the number of views encoded before."""

    def __init__(self):
        self.sent = itertools.count(1)

    def encode_view(self, view):
        return super().encode_view(view) + b" " * next(self.sent)


class Lossy(TinyCodec):
    """Defect: a decoded view lacks the value of the catch."""

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
            "positions_read_back",  # cards that a clone has dealt are missing later
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
