"""T-19.7 Hidden information: puts random values in place of the parts of a position that a seat cannot know."""

from typing import Final

# A real import cycle: the State calls this module to deal itself anew.
import arena.games.teotihuacan.state as table
from arena.games.chance import Rng
from arena.games.game import SPECTATOR
from arena.games.steps import OVER
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.terms import WHEEL
from arena.games.teotihuacan.tiles.discovery import NO_DISCOVERY, WAIVER, every_discovery
from arena.games.teotihuacan.tiles.starting import STARTING_TILES

DEALT: Final = 4  # T-2.3.3
KEPT: Final = 2  # T-2.3.4
WAIVED: Final = 15  # T-14.7: the answer that uses a waiver


def deal_anew(state: "table.Teotihuacan", seat: int, rng: Rng) -> None:
    """T-19.7: put random values into `state` in place of all that `seat` cannot know.

    These are the orders of the stacks, the secrets of other seats, and the automaton's coming dice and tile rotations.
    """
    reshuffle(state.decoration_stack, rng)
    reshuffle(state.pyramid_stack, rng)
    secret = is_secret(state)
    if len(state.dealt) > 0:
        deal_starting_anew(state, seat, rng)
    else:
        reshuffle(state.discovery_stack, rng)
    if len(state.discovery_again) > 0:
        state.discovery_again = shuffled(every_discovery(), rng)
    state.neutral_stacks = [shuffled(order, rng) for order in state.neutral_stacks]
    if is_paying(state):
        forget_salaries(state, seat, rng)
    if state.automaton is not None:
        state.automaton.deal_anew(rng)
    if secret:  # as far as the seat knows, another seat may be asked
        state.push(state.asking)
        state.settle()


def is_secret(state: "table.Teotihuacan") -> bool:
    """T-19.4: True while seats make secret choices, all of which are revealed together after the last one."""
    return is_paying(state) or (len(state.dealt) > 0 and not have_all_chosen(state))


def is_paying(state: "table.Teotihuacan") -> bool:
    """T-14.7: True while the seats choose their salaries at an Eclipse."""
    return state.turn == state.eclipse_due and state.to_move != OVER


def first_asked(state: "table.Teotihuacan", seat: int) -> int:
    """T-19.4: while choices are secret, return the lowest seat that may be asked now, as far as `seat` knows.

    Seats are asked in ascending order; a seat without a choice is left out. There are three cases:

    * `seat` is asked now: return `seat`.
    * `seat` has answered: return the next seat after it. There is one, because after the last answer all are revealed.
    * `seat` has not answered yet, or is never asked: return the lowest seat that is asked.
    """
    if state.to_move == seat:
        return seat
    if is_paying(state):
        first = seat + 1 if has_answered_salary(state, seat) else 0
        while len(answers_to_salary(state.players[first])) == 1:
            first += 1
        return first
    return seat + 1 if 0 <= seat < state.humans() and len(state.kept[seat]) > 0 else 0


def has_answered_salary(state: "table.Teotihuacan", seat: int) -> bool:
    """T-14.7: True if a seat was asked about its salary and has answered.

    False for a seat with only one possible answer, because it is not asked.
    """
    answered = seat != SPECTATOR and len(state.salaries) > seat
    return answered and len(answers_to_salary(state.players[seat])) > 1


def shuffled(tiles: list[int], rng: Rng) -> list[int]:
    """Return the tiles as a list in a random order that does not depend on the old one."""
    order = sorted(tiles)
    rng.shuffle(order)
    return order


def reshuffle(tiles: list[int], rng: Rng) -> None:
    """Put a stack into a random order that does not depend on the old one."""
    tiles.sort()
    rng.shuffle(tiles)


def deal_starting_anew(state: "table.Teotihuacan", seat: int, rng: Rng) -> None:
    """T-2.3.3, T-2.3.4: deal new Starting tiles to all seats but `seat`, and choose at random which they keep.

    If all choices are revealed, replace only the rejected tiles. Some Starting tiles come with a Discovery tile:
    those of the old tiles go back to the stack, and new ones are drawn for the new tiles.
    """
    shown = have_all_chosen(state)
    if not shown:
        forget_choices(state, seat)
    pool = state.discovery_stack
    unseen = list(range(len(STARTING_TILES)))
    for other in range(state.humans()):
        for at, tile in enumerate(state.dealt[other]):
            if other == seat or (shown and tile in state.kept[other]):
                unseen.remove(tile)
            elif state.tied[other][at] != NO_DISCOVERY:
                pool.append(state.tied[other][at])
    reshuffle(pool, rng)
    rng.shuffle(unseen)
    for other in range(state.humans()):
        if other != seat:
            deal_to(state, other, shown, unseen, rng)


def have_all_chosen(state: "table.Teotihuacan") -> bool:
    """T-2.3.4: True if all seats have chosen their Starting tiles. The choices are then revealed."""
    return all(len(tiles) == KEPT for tiles in state.kept)


def forget_choices(state: "table.Teotihuacan", seat: int) -> None:
    """T-2.3.4: remove the secret choices of all seats but `seat`: which Starting tiles they keep.

    Seats with a lower number than `first_asked(state, seat)` count as having chosen: they get a placeholder, which
    `deal_to` replaces by a random choice. The other seats count as not having chosen yet.
    """
    first = first_asked(state, seat)
    for other in range(state.humans()):
        if other != seat:
            state.kept[other] = [0, 0] if other < first else []


def deal_to(state: "table.Teotihuacan", other: int, shown: bool, unseen: list[int], rng: Rng) -> None:
    """Replace the hidden Starting tiles of seat `other` with tiles taken off the end of the shuffled list `unseen`.

    If `shown`, the seat has revealed the two tiles that it keeps: replace only its other two. If not, replace all four
    tiles; if the seat has already made its secret choice, choose two of the new tiles at random.
    """
    seen = state.kept[other] if shown else []
    ties = {tile: state.tied[other][state.dealt[other].index(tile)] for tile in seen}
    dealt = seen + [unseen.pop() for _ in range(DEALT - len(seen))]
    dealt.sort()
    state.dealt[other] = dealt
    state.tied[other] = [ties[tile] if tile in ties else tie(state, tile) for tile in dealt]
    if len(state.kept[other]) > 0 and not shown:
        first = rng.below(DEALT)
        second = (first + 1 + rng.below(DEALT - 1)) % DEALT
        state.kept[other] = sorted((dealt[first], dealt[second]))


def tie(state: "table.Teotihuacan", tile: int) -> int:
    """T-2.3.3: draw and return the Discovery tile for a Starting tile; NO_DISCOVERY if it comes without one."""
    return state.discovery_stack.pop() if STARTING_TILES[tile].discovery > 0 else NO_DISCOVERY


def forget_salaries(state: "table.Teotihuacan", seat: int, rng: Rng) -> None:
    """T-19.4: remove the secret salary answers of all seats but `seat`, and store random ones instead.

    Only the seats below `first_asked(state, seat)` get one: `seat` knows that they have answered, but not what. All
    other seats may still have to answer, as far as `seat` knows.
    """
    known = state.salaries
    answered: list[int] = []
    for other in range(first_asked(state, seat)):
        answers = answers_to_salary(state.players[other])
        answered.append(known[other] if other == seat else answers[rng.below(len(answers))])
    state.salaries = answered


def salary_due(player: PlayerState) -> int:
    """T-14.7: return a player's whole salary: 2 cocoa for each worker in play with power 4 or 5, 1 for each other one.

    T-17.6.1: for the automaton it is 0.
    """
    if player.automatic:
        return 0
    due = 0
    for worker in player.workers:
        if worker.board != WHEEL:
            due += 2 if worker.power >= 4 else 1
    return due


def unpaid_workers(player: PlayerState, paid: int) -> int:
    """T-14.7: return how many workers do not get their whole salary if the player pays `paid` cocoa.

    Workers that cost 1 cocoa are paid first.
    """
    due = salary_due(player)
    weak = strong = 0
    for worker in player.workers:
        if worker.board != WHEEL:
            if worker.power >= 4:
                strong += 1
            else:
                weak += 1
    if due == 0:
        return 0
    if paid <= weak:
        return weak + strong - paid
    return strong - (paid - weak) // 2


def answers_to_salary(player: PlayerState) -> list[int]:
    """T-14.7, T-11.6: return a list of the amounts of cocoa that the player can pay, at most its whole salary.

    If the player has a waiver, a Discovery tile used in place of cocoa, the list ends with the number WAIVED.
    """
    answers = list(range(min(salary_due(player), player.cocoa) + 1))
    if player.ready[WAIVER] > 0:
        answers.append(WAIVED)
    return answers
