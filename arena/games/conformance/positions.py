"""Laws of positions: no query changes a position, its points add up, and its text gives the same position again."""

from typing import Final

from arena.errors import LawError, PositionError, UsageError
from arena.games.conformance.subjects import CheckedMoment, MomentLaw, require
from arena.games.game import State, playout


def looking_changes_nothing(moment: CheckedMoment) -> None:
    """Check that reading the options, views, scores or drawn boards of a position changes nothing in it.

    No event may be added, either. The same must be true of `sample`, `clone` and `imagine`.
    """
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


def clones_do_not_feel_each_other(moment: CheckedMoment) -> None:
    """Check that a clone equals its original, and that playing on with it changes no other position.

    Also check that two clones come to equal ends if they are played in the same way.
    """
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


def only_a_listening_state_keeps_events(moment: CheckedMoment) -> None:
    """Check that clones, and positions made by `imagine`, `from_view` or `from_position`, store no events.

    Also check that `listen`, which starts to store events, does not change a position.
    """
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
    require(deaf.position() == listening.position(), "a game with an event log goes on differently")


def views_are_values(moment: CheckedMoment) -> None:
    """Check that views of one position are equal to each other, and do not change when the game continues."""
    if not moment.now_and_then:
        return
    copy = moment.state.clone()
    views = [copy.view(observer) for observer in moment.table.observers]
    before = [repr(view) for view in views]
    for observer, view in zip(moment.table.observers, views, strict=True):
        require(copy.view(observer) == view, f"two views of observer {observer} of one position differ")
    playout(copy, moment.rng("values"))
    require([repr(view) for view in views] == before, "a view changed when its game went on")


def results_are_consistent(moment: CheckedMoment) -> None:
    """Check that the ledger, which has the points by category, adds up to the scores.

    Also check the places: 1 is first, two seats that share the first place both have 1, and the next seat has 3.
    """
    check_result(moment.state)


def check_result(state: State) -> None:
    """Raise LawError unless the ledger, the scores and the places of a position agree with each other."""
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


def positions_read_back(moment: CheckedMoment) -> None:
    """Check that the position made from a position's JSON text equals it, and plays on in the same way.

    This must be true even in the middle of a turn.
    """
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


def broken_positions_are_refused(moment: CheckedMoment) -> None:
    """Check that a text that is no position of this game raises PositionError."""
    text = moment.state.position()
    for broken in ("", "{", "{}", "[]", "null", "7", text[: len(text) // 2], text[:-1]):
        try:
            moment.rules.from_position(broken)
        except PositionError:
            continue
        raise LawError(f"{broken[:40]!r} was read as a position")


LAWS: Final[tuple[MomentLaw, ...]] = (
    looking_changes_nothing,
    clones_do_not_feel_each_other,
    only_a_listening_state_keeps_events,
    views_are_values,
    results_are_consistent,
    positions_read_back,
    broken_positions_are_refused,
)
