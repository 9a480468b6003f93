"""Laws of a seat's knowledge: its views, its events, and positions made by `imagine` show it nothing hidden."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from arena.games.conformance.positions import check_result
from arena.games.conformance.subjects import CheckedMoment, MomentLaw, require, told
from arena.games.game import SPECTATOR, State, playout
from arena.games.steps import OVER

IMAGINED: Final = 24  # a part that changes in half of all deals stays equal in this many with odds below 1 to 10**5
TWIN_STEPS: Final = 12  # by then two twins have nearly always met something hidden, and look different


def what_is_imagined_looks_the_same(moment: CheckedMoment) -> None:
    """Check that a position that `imagine` makes for a seat gives this seat the same view as the true position.

    Check also that a position that `from_view` makes from the view of a seat or the spectator gives this view again.
    """
    state = moment.state
    for seat in range(state.seats):
        imagined = state.imagine(seat, moment.rng("looks"))
        require(imagined.view(seat) == state.view(seat), f"seat {seat} sees that it was imagined")
    for observer in moment.table.observers:
        view = state.view(observer)
        made = moment.rules.from_view(view, moment.rng("looks"))
        require(made.view(observer) == view, f"observer {observer} sees that it was made from a view")


def a_spectator_sees_what_every_seat_sees(moment: CheckedMoment) -> None:
    """Check that the spectator sees nothing that a seat cannot see.

    `imagine` deals again what a seat cannot see. So the positions that it makes for the seats must give the spectator
    the same view as the true position.
    """
    view = moment.state.view(SPECTATOR)
    for seat in range(moment.state.seats):
        imagined = moment.state.imagine(seat, moment.rng("spectator"))
        require(imagined.view(SPECTATOR) == view, f"the spectator sees what seat {seat} cannot")


def equal_views_offer_equal_options(moment: CheckedMoment) -> None:
    """Check that two positions offer the asked seat the same options and texts if it has equal views of both."""
    for source, twin in moment.twins:
        require(twin.to_move == moment.asked, f"{source}: an equal view, but another seat is asked")
        require(sorted(twin.options()) == sorted(moment.options), f"{source}: an equal view, but other options")
        spellings = {option: moment.rules.spell(twin, option) for option in twin.options()}
        same = [spellings[option] for option in moment.options] == moment.spellings
        require(same, f"{source}: an equal view, but other spellings")


def equal_views_have_equal_bytes(moment: CheckedMoment) -> None:
    """Check that equal views are sent as equal bytes, so that the bytes give away nothing that is not in the view."""
    sent = moment.table.encoded(moment.state.view(moment.asked))
    for source, twin in moment.twins:
        require(moment.table.encoded(twin.view(moment.asked)) == sent, f"{source}: equal views, but other bytes")


def equal_views_imagine_equal_positions(moment: CheckedMoment) -> None:
    """Check that `imagine` makes equal positions from two positions of which the asked seat has equal views.

    Both times it gets equal generators of random numbers. So what it makes does not depend on what is hidden from the
    seat.
    """
    expected = moment.state.imagine(moment.asked, moment.rng("imagine")).digest()
    for source, twin in moment.twins:
        imagined = twin.imagine(moment.asked, moment.rng("imagine")).digest()
        require(imagined == expected, f"{source}: equal views and generators, but another position is imagined")


def views_survive_the_wire(moment: CheckedMoment) -> None:
    """Check that a view stays the same if it is encoded to bytes and decoded again."""
    for observer in moment.table.observers:
        view = moment.state.view(observer)
        require(moment.table.over_the_wire(view) == view, f"the view of observer {observer} arrives as another")


def imagined_games_play_to_the_end(moment: CheckedMoment) -> None:
    """Check that a position made by `imagine` can be played to its end, and that its ledger adds up to the scores.

    Check the same for a position that `from_view` makes from a view.
    """
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


def imagining_deals_anew_what_is_hidden(moment: CheckedMoment) -> None:
    """Check that `imagine` deals again what the asked seat cannot know, such as a hand, a stack or a die.

    For example, `imagine` must not always make the true hand. The law is broken if it does so in each of many
    positions, although `from_view` makes another hand in at least half of its positions.
    """
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


def hidden_parts(moment: CheckedMoment) -> dict[str, Callable[[State], Any]]:
    """Return a dict from the name of a hidden part to a function, which computes this part from a position.

    The asked seat cannot know these parts: the view of each other seat, the digest of the whole position, and the view
    that the asked seat would have after a random legal answer, because this answer may reveal a hidden tile.
    """
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
    """Return the view that an observer has of a position."""
    return state.view(observer)


def twins_are_told_the_same(moment: CheckedMoment) -> None:
    """Check in two games: as long as a seat has equal views of both, it gets equal events and equal bytes.

    One game continues from the true position, the other from a position that `imagine` makes for the seat. Both get
    the same random answers. The check ends when the views differ.
    """
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
    """Return the options that two positions share; an empty list if a game is over, or if different seats are asked."""
    if one.to_move == OVER or one.to_move != other.to_move:
        return []
    offered = set(other.options())
    return [option for option in one.options() if option in offered]


def an_answer_that_others_cannot_see_is_not_told(moment: CheckedMoment) -> None:
    """Check that an observer gets no event of an answer that does not change its view, such as a secret choice."""
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


LAWS: Final[tuple[MomentLaw, ...]] = (
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
