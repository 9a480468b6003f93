"""Laws of whole games: options, answers and events from the first position to the last agree with each other."""

from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Final

from arena.errors import IllegalOptionError, LawError
from arena.games.conformance.positions import check_result
from arena.games.conformance.subjects import CheckedGame, GameLaw, exact, require, told
from arena.games.steps import OVER


def any_two_options_stand_in_one_order(game: CheckedGame) -> None:
    """Check that two options are listed in the same order in all decisions of a game.

    The order follows from the rules and from where tiles lie on the table, never from the order of a hand or a stack.
    """
    order: TopologicalSorter[str] = TopologicalSorter()
    for offer in game.offers:
        for earlier, later in pairwise(offer):
            order.add(later, earlier)
    try:
        order.prepare()
    except CycleError as cycle:
        raise LawError(f"no one order holds for {cycle.args[1]}") from cycle


def events_are_numbered_by_observer(game: CheckedGame) -> None:
    """Check that the events of an observer never change later, and that `events(n)` returns those from number n on."""
    for before, after in pairwise(game.heard):
        for earlier, later in zip(before, after, strict=True):
            require(later[: len(earlier)] == earlier, "an event was taken back or renumbered")
    for observer, heard in zip(game.table.observers, game.heard[-1], strict=True):
        whole = game.end.events(0, observer)
        require([exact(event) for event in whole] == heard, f"events(0, {observer}) changed after the game")
        for since in range(1, len(heard) + 1):
            rest = game.end.events(since, observer)
            is_rest = rest == whole[since:] or [exact(event) for event in rest] == heard[since:]  # the same, or equal
            require(is_rest, f"events({since}, {observer}) is not all from number {since} on")
        for event in whole:
            require(bool(game.table.rules.spell_event(event)), f"event {exact(event)} has no spelling")


def a_game_replays_from_its_spelled_answers(game: CheckedGame) -> None:
    """Check that the same rules, options, deal and answers lead to the same positions, end and events."""
    rules = game.table.rules
    state = game.table.new()
    state.listen()
    for number, (position, answer) in enumerate(zip(game.positions, game.answers, strict=True)):
        require(state.position() == position, f"replayed, decision {number} is asked in another position")
        state.play(rules.read(state, answer))
    require(state.position() == game.end.position(), "replayed, the game ends elsewhere")
    heard = [told(state, observer) for observer in game.table.observers]
    require(heard == game.heard[-1], "replayed, other events are told")


def what_was_offered_before_is_illegal_and_not_nonsense(game: CheckedGame) -> None:
    """Check that reading the text of an earlier option raises IllegalOptionError and not NotationError.

    The texts are from the first three decisions of the game. They are read at its last three decisions, if they are not
    offered there.
    """
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


def nobody_is_asked_when_a_game_is_over(game: CheckedGame) -> None:
    """Check that at the end there are no options, and that playing a number raises IllegalOptionError.

    Also check that clones of the end, and positions made from its text or its views, are at the end with equal scores.
    """
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
        require(copy.to_move == OVER, f"{source}: a seat is asked when the game is over")
        require(copy.scores() == scores, f"{source}: other scores when the game is over")
    require(end.position() == position, "looking at the end changed it")


LAWS: Final[tuple[GameLaw, ...]] = (
    any_two_options_stand_in_one_order,
    events_are_numbered_by_observer,
    a_game_replays_from_its_spelled_answers,
    what_was_offered_before_is_illegal_and_not_nonsense,
    nobody_is_asked_when_a_game_is_over,
)
