"""The laws that all games keep, for whoever writes one: `check(MY_RULES)` tries them over random games.

Every law is a function of its own, named as the sentence it holds a game to. Most are about a moment, a position in
which a seat is asked; some are about a whole game. A broken law raises LawError, which names the law, the game, the
decision, and the call that repeats it. `games_digest` says in one number how a game plays.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise, product
from math import prod, sqrt
from typing import Any, Final, Protocol, TypeVar

from arena.errors import IllegalOptionError, LawError, NotationError, PositionError, UsageError
from arena.games.chance import Deal, Rng, named_rng
from arena.games.game import SPECTATOR, Event, Rules, Scalar, State, playout, spell_value
from arena.games.steps import OVER

NOW_AND_THEN: Final = 4  # what plays every option or to the end, or draws hundreds, is done at every fourth moment
DRAWS: Final = 20  # per option: that one of them is missed by chance has odds of 1 to 10**8
LEAST_DRAWS: Final = 400  # so that a short list, too, shows what is uneven
IMAGINED: Final = 24  # what is re-dealt in half of these or more is kept in none with odds below 1 to 10**5
FEW: Final = 32  # combinations of option values that a sweep takes whole
TWIN_STEPS: Final = 12  # by then two twins have nearly always met something hidden, and look different


class Codec(Protocol):
    """How a game's views become bytes for the wire, and views again."""

    def encode_view(self, view: Any) -> bytes:
        """The bytes that a seat is sent."""

    def decode_view(self, data: bytes) -> Any:
        """The view that a bot makes of them."""


@dataclass(frozen=True)
class Table:
    """One game of a sweep: everything that it takes to play it again."""

    rules: Rules
    seats: int
    options: dict[str, Scalar]
    seed: int
    codec: Codec | None = None

    def new(self) -> State:
        """The game's first position."""
        return self.rules.new(self.options, self.seats, Deal(str(self.seed).encode()))

    def rng(self, name: str) -> Rng:
        """A generator of this game's own."""
        return named_rng(str(self.seed).encode(), name)

    @property
    def observers(self) -> tuple[int, ...]:
        """All seats, and the spectator."""
        return (*range(self.seats), SPECTATOR)

    def encoded(self, view: Any) -> bytes:
        """The bytes of a view; none without a codec."""
        return self.codec.encode_view(view) if self.codec else b""

    def over_the_wire(self, view: Any) -> Any:
        """The view as a bot gets it."""
        return self.codec.decode_view(self.codec.encode_view(view)) if self.codec else view

    def __str__(self) -> str:
        options = ", ".join(f"{name}={spell_value(value)}" for name, value in self.options.items())
        return f"{self.rules.name}, {self.seats} seats, {options or 'no options'}, seed {self.seed}"

    @property
    def again(self) -> str:
        """The call that plays it again."""
        codec = ", codec" if self.codec else ""
        return f"conformance.check_game(Table(rules, {self.seats}, {self.options}, {self.seed}{codec}))"


@dataclass(frozen=True)
class Moment:
    """A position in which a seat is asked. No law changes it: they all play on clones."""

    table: Table
    number: int
    state: State
    options: list[int]
    spellings: list[str]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.table.rules

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        return self.state.to_move

    @property
    def now_and_then(self) -> bool:
        """Whether what takes long is done at this moment; other games of a sweep have it at others."""
        return (self.number + self.table.seed) % NOW_AND_THEN == 0

    def rng(self, name: str) -> Rng:
        """A generator of this moment's own."""
        return self.table.rng(f"{self.number} {name}")

    def lookalikes(self) -> Iterator[tuple[str, State]]:
        """Positions that the seat asked should not be able to tell from this one, and where they come from."""
        view = self.table.over_the_wire(self.state.view(self.asked))
        yield "imagine", self.state.imagine(self.asked, self.rng("first twin"))
        yield "imagine", self.state.imagine(self.asked, self.rng("second twin"))
        yield "from_view", self.rules.from_view(view, self.rng("third twin"))

    @cached_property
    def twins(self) -> list[tuple[str, State]]:
        """Those whose views are indeed equal; that all are is a law of its own. Laws share them, and only look."""
        view = self.state.view(self.asked)
        return [(source, twin) for source, twin in self.lookalikes() if twin.view(self.asked) == view]


@dataclass
class Played:
    """A whole game: what was offered, answered and told, decision by decision."""

    table: Table
    end: State
    positions: list[str] = field(default_factory=list)
    offers: list[list[str]] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    heard: list[list[list[str]]] = field(default_factory=list)  # before each answer, then at the end; by observer


@dataclass
class Report:
    """What was checked; that it exists says that all laws held."""

    game: str
    laws: int
    games: int = 0
    decisions: int = 0

    def __str__(self) -> str:
        return f"{self.game}: {self.laws} laws hold over {self.games} games, {self.decisions} decisions"


Subject = TypeVar("Subject")
MomentLaw = Callable[[Moment], None]
GameLaw = Callable[[Played], None]


def require(holds: bool, broken: str) -> None:
    """Raise unless it holds; the law's name and the moment are added on the way out."""
    if not holds:
        raise LawError(broken)


def told(state: State, observer: int) -> list[str]:
    """What an observer was told, as text that can be compared."""
    return [exact(event) for event in state.events(0, observer)]


def exact(event: Event) -> str:
    """An event with nothing left out."""
    return f"{event.kind}{event.numbers}"


# Positions ---------------------------------------------------------------------------------------------------------


def looking_changes_nothing(moment: Moment) -> None:
    """Options, samples, views, imagined positions, scores and boards leave a position and its events as they were."""
    state = moment.state
    before = state.position()
    heard = [len(state.events(0, observer)) for observer in moment.table.observers]
    rng = moment.rng("look")
    state.options()
    state.sample(rng)
    state.result()
    state.clone()
    for observer in moment.table.observers:
        require(bool(moment.rules.board(state.view(observer))), f"the board of observer {observer} is empty")
    for seat in range(state.seats):
        state.imagine(seat, rng)
    require(state.position() == before, "looking at a position changed it")
    now = [len(state.events(0, observer)) for observer in moment.table.observers]
    require(heard == now, "looking was told as an event")


def clones_do_not_feel_each_other(moment: Moment) -> None:
    """A clone is equal, goes on equally, and what is played on it is felt nowhere else."""
    state = moment.state
    before = state.position()
    clone = state.clone()
    other = clone.clone()
    require(clone.position() == before, "a clone differs from its original")
    playout(clone, moment.rng("clone"))
    require(state.position() == before, "playing on a clone changed its original")
    require(other.position() == before, "playing on a clone changed a clone of it")
    require(other.options() == moment.options, "playing on a clone changed the options of a clone of it")
    playout(other, moment.rng("clone"))
    require(other.position() == clone.position(), "two clones that were played alike ended differently")


def only_a_listening_state_keeps_events(moment: Moment) -> None:
    """Clones, imagined positions and those read from a view or a text keep no events; listening changes no position."""
    if not moment.now_and_then:
        return
    state = moment.state
    view = moment.table.over_the_wire(state.view(moment.asked))
    silent = {
        "clone": state.clone(),
        "imagine": state.imagine(moment.asked, moment.rng("silent")),
        "from_view": moment.rules.from_view(view, moment.rng("silent")),
        "from_position": moment.rules.from_position(state.position()),
    }
    for source, copy in silent.items():
        try:
            copy.events(0, moment.asked)
        except UsageError:
            continue
        raise LawError(f"{source} keeps events")
    deaf = state.clone()
    listening = state.clone()
    listening.listen()
    playout(deaf, moment.rng("deaf"))
    playout(listening, moment.rng("deaf"))
    require(deaf.position() == listening.position(), "a game goes on differently when somebody listens")


def views_are_values(moment: Moment) -> None:
    """Views of a position are equal to each other, and stay as they are when the game goes on."""
    if not moment.now_and_then:
        return
    copy = moment.state.clone()
    views = [copy.view(observer) for observer in moment.table.observers]
    before = [repr(view) for view in views]
    for observer, view in zip(moment.table.observers, views, strict=True):
        require(copy.view(observer) == view, f"two views of observer {observer} of one position differ")
    playout(copy, moment.rng("values"))
    require([repr(view) for view in views] == before, "a view changed when its game went on")


def results_are_consistent(moment: Moment) -> None:
    """The ledger adds up to the scores, and places follow them: 1 for the first, as many below as stand above."""
    check_result(moment.state)


def check_result(state: State) -> None:
    """Raise unless the result of a position agrees with itself."""
    result = state.result()
    require(tuple(result.ledger) == state.rules.categories, f"ledger of {list(result.ledger)}: not the categories")
    for category, seats in result.ledger.items():
        rounds = {len(points) for points in seats}
        require(len(seats) == state.seats, f"ledger {category!r}: {len(seats)} seats")
        require(len(rounds) == 1, f"ledger {category!r}: not equally many scoring rounds for all seats")
    sums = [sum(sum(seats[seat]) for seats in result.ledger.values()) for seat in range(state.seats)]
    require(sums == result.scores, f"the ledger adds up to {sums}, not to the scores {result.scores}")
    places = result.placements
    standard = [1 + sum(other < place for other in places) for place in places]
    require(places == standard, f"placements {places}: a place is 1 and how many stand above")
    ranked = list(zip(result.scores, places, strict=True))
    for score, place in ranked:
        better = all(place > above for points, above in ranked if points > score)
        require(better, f"placements {places} do not follow the scores {result.scores}")


# Options -----------------------------------------------------------------------------------------------------------


def whoever_is_asked_has_a_choice(moment: Moment) -> None:
    """A seat of this game is asked, has two options or more, and each of them once."""
    require(0 <= moment.asked < moment.state.seats, f"seat {moment.asked} is asked")
    require(len(moment.options) >= 2, f"the options are {moment.spellings}: what is forced is nobody's choice")
    require(len(set(moment.options)) == len(moment.options), "an option is offered twice")


def options_come_in_the_same_order_however_a_position_was_reached(moment: Moment) -> None:
    """The same list from the position itself, a clone, its text, and from whatever looks the same to the seat asked."""
    copies = {"clone": moment.state.clone(), "from_position": moment.rules.from_position(moment.state.position())}
    for source, copy in copies.items():
        require(copy.options() == moment.options, f"{source}: other options, or another order")
    for source, twin in moment.twins:
        same = sorted(twin.options()) == sorted(moment.options)
        require(not same or twin.options() == moment.options, f"{source}: the same options in another order")


def options_are_all_playable(moment: Moment) -> None:
    """Every option can be played, checked or not, to the same end; the original does not feel it."""
    if not moment.now_and_then:
        return
    for option, spelling in zip(moment.options, moment.spellings, strict=True):
        checked = moment.state.clone()
        trusted = moment.state.clone()
        checked.play(option)
        trusted.apply(option)
        require(checked.position() == trusted.position(), f"{spelling!r}: play and apply lead elsewhere")


def everything_else_is_refused(moment: Moment) -> None:
    """A number that is not among the options raises IllegalOptionError, and nothing has changed."""
    copy = moment.state.clone()
    before = copy.position()
    rng = moment.rng("refused")
    some = {moment.options[rng.below(len(moment.options))] for _ in range(8)}
    near = {option + step for option in {*some, *moment.options[:1], *moment.options[-1:], 0} for step in (-1, 0, 1)}
    far = {rng.below(2**20) for _ in range(20)} | {-2, 2**31, 2**40, -(2**40)}
    for option in sorted((near | far) - set(moment.options)):
        try:
            copy.play(option)
        except IllegalOptionError:
            continue
        raise LawError(f"option {option} was not offered and could be played")
    require(copy.position() == before, "refusing an option changed the position")


def a_sample_is_any_option_with_equal_odds(moment: Moment) -> None:
    """`sample` draws from exactly the options, so evenly that only a defect could do worse."""
    if not moment.now_and_then:
        return
    rng = moment.rng("sample")
    counts = dict.fromkeys(moment.options, 0)
    draws = max(DRAWS * len(counts), LEAST_DRAWS)
    for _ in range(draws):
        option = moment.state.sample(rng)
        require(option in counts, f"sample drew {option}, which is no option")
        counts[option] += 1
    missed = [spelling for option, spelling in zip(moment.options, moment.spellings, strict=True) if not counts[option]]
    require(not missed, f"sample never draws {missed}")
    expected = draws / len(counts)
    uneven = sum((count - expected) ** 2 for count in counts.values()) / expected
    even = uneven < hardly_ever(max(1, len(counts) - 1))
    require(even, f"sample is uneven: chi-square {uneven:.0f} over {len(counts)} options")


def hardly_ever(freedom: int) -> float:
    """What chi-square stays below with odds of about 10**12 to 1 (Wilson and Hilferty's cube, at seven sigma)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 7 * sqrt(spread)) ** 3


def spellings_read_back(moment: Moment) -> None:
    """Every option has a spelling of its own that reads back to it; nonsense is refused as such."""
    require(len(set(moment.spellings)) == len(moment.spellings), "two options are spelled alike")
    for option, spelling in zip(moment.options, moment.spellings, strict=True):
        require(moment.rules.read(moment.state, spelling) == option, f"{spelling!r} reads back as another option")
    for nonsense in ("", " ", "no such option", "\0", "7" * 40):
        try:
            moment.rules.read(moment.state, nonsense)
        except NotationError:
            continue
        raise LawError(f"{nonsense!r} was read as an option")


def positions_read_back(moment: Moment) -> None:
    """A position's text reads back, in mid-turn too, to a position with the same text that goes on equally."""
    text = moment.state.position()
    copy = moment.rules.from_position(text)
    require(copy.position() == text, "a position reads back as another")
    require(copy.digest() == moment.state.digest(), "a position reads back with another digest")
    require((copy.to_move, copy.turn) == (moment.asked, moment.state.turn), "a position reads back at another point")
    for observer in moment.table.observers:
        same = copy.view(observer) == moment.state.view(observer)
        require(same, f"a position reads back with another view of observer {observer}")
    if not moment.now_and_then:
        return
    original = moment.state.clone()
    playout(original, moment.rng("position"))
    playout(copy, moment.rng("position"))
    require(copy.position() == original.position(), "a position that was read goes on differently")


def broken_positions_are_refused(moment: Moment) -> None:
    """A text that is no position of this game raises PositionError."""
    text = moment.state.position()
    for broken in ("", "{", "{}", "[]", "null", "7", text[: len(text) // 2], text[:-1]):
        try:
            moment.rules.from_position(broken)
        except PositionError:
            continue
        raise LawError(f"{broken[:40]!r} was read as a position")


# What a seat may know ----------------------------------------------------------------------------------------------


def what_is_imagined_looks_the_same(moment: Moment) -> None:
    """No observer can tell an imagined position, or one made from a view, from the true one by its view."""
    state = moment.state
    for seat in range(state.seats):
        imagined = state.imagine(seat, moment.rng("looks"))
        require(imagined.view(seat) == state.view(seat), f"seat {seat} sees that it was imagined")
    for observer in moment.table.observers:
        view = state.view(observer)
        made = moment.rules.from_view(view, moment.rng("looks"))
        require(made.view(observer) == view, f"observer {observer} sees that it was made from a view")


def a_spectator_sees_what_every_seat_sees(moment: Moment) -> None:
    """The spectator's view holds nothing that any seat cannot see: it is the same in all that seats imagine."""
    view = moment.state.view(SPECTATOR)
    for seat in range(moment.state.seats):
        imagined = moment.state.imagine(seat, moment.rng("spectator"))
        require(imagined.view(SPECTATOR) == view, f"the spectator sees what seat {seat} cannot")


def equal_views_offer_equal_options(moment: Moment) -> None:
    """What the seat asked is offered, and how it is spelled, follows from its view."""
    for source, twin in moment.twins:
        require(twin.to_move == moment.asked, f"{source}: an equal view, but another seat is asked")
        require(sorted(twin.options()) == sorted(moment.options), f"{source}: an equal view, but other options")
        spellings = {option: moment.rules.spell(twin, option) for option in twin.options()}
        same = [spellings[option] for option in moment.options] == moment.spellings
        require(same, f"{source}: an equal view, but other spellings")


def equal_views_have_equal_bytes(moment: Moment) -> None:
    """What is sent for a view follows from the view."""
    sent = moment.table.encoded(moment.state.view(moment.asked))
    for source, twin in moment.twins:
        require(moment.table.encoded(twin.view(moment.asked)) == sent, f"{source}: equal views, but other bytes")


def equal_views_imagine_equal_positions(moment: Moment) -> None:
    """What the seat asked imagines follows from its view and the generator, never from the truth."""
    expected = moment.state.imagine(moment.asked, moment.rng("imagine")).digest()
    for source, twin in moment.twins:
        imagined = twin.imagine(moment.asked, moment.rng("imagine")).digest()
        require(imagined == expected, f"{source}: equal views and generators, but another position is imagined")


def views_survive_the_wire(moment: Moment) -> None:
    """A view that was encoded and decoded is the same view."""
    for observer in moment.table.observers:
        view = moment.state.view(observer)
        require(moment.table.over_the_wire(view) == view, f"the view of observer {observer} arrives as another")


def imagined_games_play_to_the_end(moment: Moment) -> None:
    """Whatever a seat imagines is a game: it can be played until it is over, with a consistent result."""
    if not moment.now_and_then:
        return
    for seat in range(moment.state.seats):
        imagined = moment.state.imagine(seat, moment.rng("end"))
        playout(imagined, moment.rng("end"))
        check_result(imagined)
    for observer in moment.table.observers:
        made = moment.rules.from_view(moment.state.view(observer), moment.rng("end"))
        playout(made, moment.rng("end"))
        check_result(made)


def imagining_deals_anew_what_is_hidden(moment: Moment) -> None:
    """`imagine` keeps nothing that `from_view`, which cannot know the truth, deals anew: no hand, no stack, no die."""
    if not moment.now_and_then:
        return
    state = moment.state
    view = state.view(moment.asked)
    rng = moment.rng("anew")
    imagined = [state.imagine(moment.asked, rng) for _ in range(IMAGINED)]
    made = [moment.rules.from_view(view, rng) for _ in range(IMAGINED)]
    for name, part in hidden_parts(moment).items():
        truth = part(state)
        if all(part(each) == truth for each in imagined):
            dealt = sum(part(each) != truth for each in made)
            require(dealt * 2 < IMAGINED, f"imagine keeps {name}, which seat {moment.asked} cannot know")


def hidden_parts(moment: Moment) -> dict[str, Callable[[State], Any]]:
    """What the seat asked may not know: what the others see, what nobody sees, and what one of its answers brings."""
    seat = moment.asked
    option = moment.options[moment.rng("answer").below(len(moment.options))]

    def what_follows(state: State) -> Any:
        after = state.clone()
        if option not in after.options():
            return None  # another law is broken, not this one
        after.apply(option)
        return after.view(seat)

    parts: dict[str, Callable[[State], Any]] = {
        f"the view of seat {other}": partial(seen, other) for other in range(moment.state.seats) if other != seat
    }
    return parts | {"the position": State.digest, "what its answer brings": what_follows}


def seen(observer: int, state: State) -> Any:
    """A view, with the observer first."""
    return state.view(observer)


def twins_are_told_the_same(moment: Moment) -> None:
    """For as long as a seat's views of two games stay equal, it is told the same and sent the same bytes."""
    seat = moment.asked
    true = moment.state.clone()
    twin = moment.state.imagine(seat, moment.rng("twin"))
    true.listen()
    twin.listen()
    rng = moment.rng("answers")
    for _ in range(TWIN_STEPS):
        both = common_options(true, twin)
        if true.view(seat) != twin.view(seat) or not both:
            return
        require(told(true, seat) == told(twin, seat), f"equal views, but seat {seat} is told something else")
        sent = moment.table.encoded(true.view(seat))
        require(sent == moment.table.encoded(twin.view(seat)), f"equal views, but seat {seat} is sent other bytes")
        option = both[rng.below(len(both))]
        true.play(option)
        twin.play(option)


def common_options(one: State, other: State) -> list[int]:
    """What can be answered in both positions; nothing at the end, or where different seats are asked."""
    if one.to_move == OVER or one.to_move != other.to_move:
        return []
    offered = set(other.options())
    return [option for option in one.options() if option in offered]


def an_answer_that_others_cannot_see_is_not_told(moment: Moment) -> None:
    """Whose view does not change when somebody answers, a choice made face down for example, is told nothing."""
    if not moment.now_and_then:
        return
    others = [observer for observer in moment.table.observers if observer != moment.asked]
    before = {observer: moment.state.view(observer) for observer in others}
    for option, spelling in zip(moment.options, moment.spellings, strict=True):
        after = moment.state.clone()
        after.listen()
        after.apply(option)
        for observer in others:
            if after.view(observer) == before[observer]:
                silent = not told(after, observer)
                require(silent, f"{spelling!r}: observer {observer} sees no change, but is told of it")


# Whole games -------------------------------------------------------------------------------------------------------


def any_two_options_stand_in_one_order(game: Played) -> None:
    """Options that meet again meet in the same order: it comes from rule and place, never from a hand or a stack."""
    order: TopologicalSorter[str] = TopologicalSorter()
    for offer in game.offers:
        for earlier, later in pairwise(offer):
            order.add(later, earlier)
    try:
        order.prepare()
    except CycleError as cycle:
        raise LawError(f"no one order holds for {cycle.args[1]}") from cycle


def events_are_numbered_by_observer(game: Played) -> None:
    """What an observer was told stays told, and `events(n)` is all from number n on."""
    for before, after in pairwise(game.heard):
        for earlier, later in zip(before, after, strict=True):
            require(later[: len(earlier)] == earlier, "an event was taken back or renumbered")
    for observer, heard in zip(game.table.observers, game.heard[-1], strict=True):
        for since in range(len(heard) + 1):
            rest = [exact(event) for event in game.end.events(since, observer)]
            require(rest == heard[since:], f"events({since}, {observer}) is not all from number {since} on")
        for event in game.end.events(0, observer):
            require(bool(game.table.rules.spell_event(event)), f"event {exact(event)} has no spelling")


def a_game_replays_from_its_spelled_answers(game: Played) -> None:
    """The same rules, options, deal and answers lead through the same positions to the same end, and tell the same."""
    rules = game.table.rules
    state = game.table.new()
    state.listen()
    for number, (position, answer) in enumerate(zip(game.positions, game.answers, strict=True)):
        require(state.position() == position, f"replayed, decision {number} is asked in another position")
        state.play(rules.read(state, answer))
    require(state.position() == game.end.position(), "replayed, the game ends elsewhere")
    heard = [told(state, observer) for observer in game.table.observers]
    require(heard == game.heard[-1], "replayed, other events are told")


def what_was_offered_before_is_illegal_and_not_nonsense(game: Played) -> None:
    """An option that is not offered now is refused as such: it can be read, but not be played."""
    rules = game.table.rules
    known = {spelling for offer in game.offers[:3] for spelling in offer}
    for position, offer in list(zip(game.positions, game.offers, strict=True))[-3:]:
        state = rules.from_position(position)
        for spelling in sorted(known - set(offer)):
            try:
                rules.read(state, spelling)
            except IllegalOptionError:
                continue
            raise LawError(f"{spelling!r} is not offered, and was read all the same")


def nobody_is_asked_when_a_game_is_over(game: Played) -> None:
    """At the end there are no options, nothing can be played, and position, views and clones work as ever."""
    end = game.end
    rules = game.table.rules
    rng = game.table.rng("over")
    position = end.position()
    scores = end.scores()
    check_result(end)
    require(end.options() == [], "options are offered when the game is over")
    for option in (0, 1, -1):
        try:
            end.play(option)
        except IllegalOptionError:
            continue
        raise LawError(f"option {option} could be played when the game was over")
    copies = {"clone": end.clone(), "from_position": rules.from_position(position)}
    copies |= {f"imagine({seat})": end.imagine(seat, rng) for seat in range(end.seats)}
    copies |= {f"from_view({observer})": rules.from_view(end.view(observer), rng) for observer in game.table.observers}
    for source, copy in copies.items():
        require(copy.to_move == OVER, f"{source}: somebody is asked when the game is over")
        require(copy.scores() == scores, f"{source}: other scores when the game is over")
    require(end.position() == position, "looking at the end changed it")


MOMENT_LAWS: Final[tuple[MomentLaw, ...]] = (
    looking_changes_nothing,
    clones_do_not_feel_each_other,
    only_a_listening_state_keeps_events,
    views_are_values,
    results_are_consistent,
    whoever_is_asked_has_a_choice,
    options_come_in_the_same_order_however_a_position_was_reached,
    options_are_all_playable,
    everything_else_is_refused,
    a_sample_is_any_option_with_equal_odds,
    spellings_read_back,
    positions_read_back,
    broken_positions_are_refused,
    what_is_imagined_looks_the_same,
    a_spectator_sees_what_every_seat_sees,
    equal_views_offer_equal_options,
    equal_views_have_equal_bytes,
    equal_views_imagine_equal_positions,
    views_survive_the_wire,
    imagined_games_play_to_the_end,
    imagining_deals_anew_what_is_hidden,
    twins_are_told_the_same,
    an_answer_that_others_cannot_see_is_not_told,
)

GAME_LAWS: Final[tuple[GameLaw, ...]] = (
    any_two_options_stand_in_one_order,
    events_are_numbered_by_observer,
    a_game_replays_from_its_spelled_answers,
    what_was_offered_before_is_illegal_and_not_nonsense,
    nobody_is_asked_when_a_game_is_over,
)

ALL_LAWS: Final = frozenset(law.__name__ for law in (*MOMENT_LAWS, *GAME_LAWS))


# Trying them -------------------------------------------------------------------------------------------------------


def check(
    rules: Rules, codec: Codec | None = None, games: int = 3, seed: int = 0, laws: Iterable[str] = ALL_LAWS
) -> Report:
    """Hold a game to the laws, over all seat counts and all values of its options, `games` random games each."""
    chosen = frozenset(laws)
    report = Report(rules.name, len(chosen))
    for seats, options in variants(rules):
        for number in range(games):
            played = check_game(Table(rules, seats, options, seed + number, codec), chosen)
            report.games += 1
            report.decisions += len(played.answers)
    return report


def variants(rules: Rules) -> Iterator[tuple[int, dict[str, Scalar]]]:
    """Every seat count with every combination of option values, in the order of the rules and their schema.

    Where that would be more than FEW combinations: every seat count with the canonical values, and with as many others
    at once as go together; between the two every other value by itself, the seat counts taking turns.
    """
    every = combinations(rules)
    if every is not None:
        for seats, options in product(rules.seats, every):
            yield seats, options
        return
    canonical = rules.complete({})
    alone = [{setting.name: value} for setting in rules.options_schema for value in setting.values[1:]]
    together = many_at_once(rules)
    for number, seats in enumerate(rules.seats):
        yield seats, canonical
        for change in alone[number :: len(rules.seats)]:
            yield seats, canonical | change
        yield seats, together


def combinations(rules: Rules) -> list[dict[str, Scalar]] | None:
    """Every combination of option values that go together; None where they are more than FEW."""
    schema = rules.options_schema
    if prod(len(setting.values) for setting in schema) > FEW:
        return None
    names = [setting.name for setting in schema]
    every = [dict(zip(names, values, strict=True)) for values in product(*(setting.values for setting in schema))]
    return [options for options in every if not rules.objection(options)]


def many_at_once(rules: Rules) -> dict[str, Scalar]:
    """The last value of each option, as long as it goes together with those before."""
    together = rules.complete({})
    for setting in rules.options_schema:
        more = together | {setting.name: setting.values[-1]}
        together = together if rules.objection(more) else more
    return together


def check_game(table: Table, laws: Iterable[str] = ALL_LAWS) -> Played:
    """Hold one random game to the laws, decision by decision and then as a whole."""
    chosen = frozenset(laws)
    state = table.new()
    state.listen()
    game = Played(table, state)
    rng = table.rng("answers")

    def a_random_answer_can_be_played(moment: Moment) -> None:
        option = moment.state.sample(rng)
        game.answers.append(table.rules.spell(state, option))
        moment.state.play(option)

    while state.to_move != OVER:
        moment = look(table, len(game.answers), state)
        where = f"decision {moment.number} (seat {moment.asked} is asked)"
        for law in MOMENT_LAWS:
            if law.__name__ in chosen:
                hold(law, moment, where, table, state)
        keep(game, moment)
        hold(a_random_answer_can_be_played, moment, where, table, state)
    game.heard.append([told(state, observer) for observer in table.observers])
    for game_law in GAME_LAWS:
        if game_law.__name__ in chosen:
            hold(game_law, game, f"after {len(game.answers)} decisions", table, state)
    return game


def look(table: Table, number: int, state: State) -> Moment:
    """The moment that a position is."""
    options = state.options()
    return Moment(table, number, state, options, [table.rules.spell(state, option) for option in options])


def keep(game: Played, moment: Moment) -> None:
    """Note what the laws about whole games ask for."""
    game.positions.append(moment.state.position())
    game.offers.append(moment.spellings)
    game.heard.append([told(moment.state, observer) for observer in game.table.observers])


def hold(law: Callable[[Subject], None], subject: Subject, where: str, table: Table, state: State) -> None:
    """Try one law; whatever goes wrong in it is the law broken, and told with all that it takes to see it again."""
    try:
        law(subject)
    except Exception as reason:
        broken = str(reason) if isinstance(reason, LawError) else f"{type(reason).__name__}: {reason}"
        name = law.__name__.replace("_", " ")
        error = LawError(f"{name}: {broken}; {table}, {where}; again with {table.again}")
        error.add_note(f"position: {state.position()}")
        raise error from reason


# How a game plays, in one number -----------------------------------------------------------------------------------


def games_digest(rules: Rules, games: int = 200) -> str:
    """The SHA-256 of random games, answers and final positions, for every seat count and option value.

    Variants come in the order of `variants`; game n of each is dealt from the seed `n` in decimal digits, and its
    answers are drawn by `sample` from the generator called `answers` under that seed.
    """
    digest = hashlib.sha256()
    for seats, options in variants(rules):
        for number in range(games):
            for line in game_lines(Table(rules, seats, options, number)):
                digest.update(line.encode() + b"\n")
    return digest.hexdigest()


def game_lines(table: Table) -> Iterator[str]:
    """A random game's answers as text, then its final position."""
    state = table.new()
    rng = table.rng("answers")
    while state.to_move != OVER:
        option = state.sample(rng)
        yield table.rules.spell(state, option)
        state.apply(option)
    yield state.position()
