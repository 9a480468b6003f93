"""T-14.4 to T-14.9 The parts of an Eclipse, from its scores to its salaries, and T-15 the end of the game."""

from typing import Final

from arena.games.teotihuacan.calendar import DARK_DISC
from arena.games.teotihuacan.hidden import WAIVED, answers_to_salary, salary_due, unpaid_workers
from arena.games.teotihuacan.neutrals import move_neutrals
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.solo.final import score_automaton
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.technologies import technologies_of
from arena.games.teotihuacan.terms import (
    AVENUE_POINTS,
    BONUS_POINTS,
    COCOA,
    FROM_SALARY,
    LEADER_POINTS,
    MASK_POINTS,
    NEVER,
    SALARY_POINTS,
    TRACK_POINTS,
    WHEEL,
)
from arena.games.teotihuacan.tiles.bonus import B1, B2, B4, B5, B6, B7
from arena.games.teotihuacan.tiles.discovery import KINDS, MASKS, WAIVER
from arena.games.teotihuacan.windows import SALARY, PlayerDecision, turn_down

BUILDINGS_ROW: Final[list[int]] = [5, 5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1]  # T-14.4: by Buildings taken
TRACK_VALUE: Final[list[int]] = [4, 3, 2]  # T-14.5: by the ordinal number of the Eclipse
LEADER_BONUS: Final = 4
MASK_SET: Final[list[int]] = [0, 1, 3, 6, 10, 15, 21, 28]  # T-14.6
UNPAID: Final = 3  # T-14.7
PENULTIMATE: Final = 10


def begin_eclipse(state: Teotihuacan) -> None:
    """T-14.4 to T-14.9: add the parts of an Eclipse to the pending steps.

    The players score points, choose their salaries, and pay them. Then the discs and the neutral workers are moved for
    the time until the next Eclipse, or the game ends.
    """
    state.push(CLOSE)
    state.push(PAY_SALARIES)
    state.push(ANSWER_SALARY)
    state.push(SCORE)


class Score(Step):
    """T-14.4 to T-14.6: gives all players their points for an Eclipse, in the order (1) to (5) of the rules."""

    def begin(self, state: Teotihuacan) -> bool:
        """Give the players points for steps on the Avenue, the lead and steps on the Pyramid track, and sets of masks.

        Move all markers on the Pyramid track back to 0. Return False, because no seat is asked.
        """
        if state.log is not None:
            state.tell("eclipse", [state.eclipses + 1])
        for player in state.players:
            score_avenue(state, player)
        score_leaders(state)
        for player in state.players:
            state.score(player, TRACK_POINTS, player.track * TRACK_VALUE[state.eclipses])
            player.track = 0
        for player in state.players:
            state.score(player, MASK_POINTS, mask_points(player))
        return False


def score_avenue(state: Teotihuacan, player: PlayerState) -> None:
    """T-14.4 (1): add points to a player's score for each step of its marker on the Avenue.

    A step gives as many points as the lowest number that is visible in the Buildings row.
    """
    state.score(player, AVENUE_POINTS, player.avenue * BUILDINGS_ROW[state.buildings])


def score_leaders(state: Teotihuacan) -> None:
    """T-14.4 (2): add 4 points to the score of each player that is furthest on the Pyramid track.

    If all players are at 0, none of them gets points; with a rules option, all of them get 4. With another one, several
    players that share the lead get none.
    """
    furthest = 0
    for player in state.players:
        furthest = max(furthest, player.track)
    if furthest == 0 and state.readings.leader_needs_progress:
        return
    leaders = [player for player in state.players if player.track == furthest]
    if len(leaders) > 1 and state.readings.one_leader:
        return
    for player in leaders:
        state.score(player, LEADER_POINTS, LEADER_BONUS)


def mask_points(player: PlayerState) -> int:
    """T-14.6: return a player's points for its sets of masks. The more different masks a set has, the more it scores.

    The first set has one of each mask that the player owns, the second set one of each that it owns at least twice, and
    so on.
    """
    points = 0
    for copies in range(1, 4):
        points += MASK_SET[set_size(player, copies)]
    return points


def set_size(player: PlayerState, copies: int) -> int:
    """Return how many different masks the player owns at least `copies` times."""
    size = 0
    for mask in range(MASKS):
        if player.ready[mask] >= copies:
            size += 1
    return size


class Salary(PlayerDecision):
    """T-14.7: each player chooses how much salary to pay. T-19.4: the answers are secret until all are given."""

    def asked(self, state: Teotihuacan) -> int:
        """Return the first seat that has not chosen its salary yet; the number of seats if all have chosen."""
        return len(state.salaries)

    def offers(self, state: Teotihuacan) -> list[int]:
        """E1: return an option for each amount of cocoa that the player can pay, from 0 up to the whole salary.

        T-11.6: a player that has a waiver, a Discovery tile used in place of cocoa, also has the option to use it.
        """
        seat = len(state.salaries)
        if seat == state.seats:
            return []
        return [SALARY + answer for answer in answers_to_salary(state.players[seat])]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Store how much salary the seat has chosen to pay, and ask the next seat."""
        state.salaries.append(option - SALARY)
        state.push(ANSWER_SALARY)


ANSWER_SALARY: Final = Salary()


class PaySalaries(Step):
    """T-14.7: lets all players pay the salaries that they chose."""

    def begin(self, state: Teotihuacan) -> bool:
        """Take from each player the cocoa, or the waiver (a Discovery tile), with which it chose to pay its salary.

        Unpaid salary costs points, but no score falls below zero. Return False, because no seat is asked.
        """
        for player in state.players:
            paid = state.salaries[player.seat]
            if paid == WAIVED:
                turn_down(state, player, WAIVER)
                continue
            state.pay(player, COCOA, paid, FROM_SALARY)
            unpaid = unpaid_workers(player, paid) if state.readings.unpaid_workers else salary_due(player) - paid
            lost = min(player.points, UNPAID * unpaid)
            state.score(player, SALARY_POINTS, -lost)
        state.salaries = []
        return False


class Close(Step):
    """T-14.8, T-15.1: ends an Eclipse. If it is the last one, this step scores the end of the game.

    For the other Eclipses, it moves the discs and the neutral workers for the time until the next one.
    """

    def begin(self, state: Teotihuacan) -> bool:
        """T-15.1: score the end of the game and end it, if this is the third Eclipse or the Pyramid is finished.

        If the game goes on, set both discs for the next Eclipse, and move the neutral workers. Return False, because no
        seat is asked.
        """
        if state.eclipses == 2 or state.finished:
            for player in state.players:
                if player.automatic:
                    score_automaton(state, player)
                else:
                    score_bonuses(state, player)
            state.neutral_stacks = []
            state.pending.clear()
            if state.log is not None:
                places = state.placements()
                for player in state.players:
                    state.tell("ended", [player.seat, player.points, player.cocoa, places[player.seat]])
        else:
            state.light = 0
            state.dark = DARK_DISC[state.seats][state.eclipses + 1]
            state.eclipse_due = NEVER
            if state.log is not None:
                state.tell("calendar", [state.light, state.dark])
            move_neutrals(state, [])
        state.eclipses += 1
        return False


def score_bonuses(state: Teotihuacan, player: PlayerState) -> None:
    """T-15.2 (8): score the Temple Bonus tile of each temple on which the player's marker is at step 10 or 11."""
    for temple in range(3):
        if player.temples[temple] >= PENULTIMATE:
            tile = state.bonuses[temple]
            state.score(player, BONUS_POINTS + tile, bonus_points(state, player, tile))


def bonus_points(state: Teotihuacan, player: PlayerState, tile: int) -> int:
    """T-15.2: return the points of a Temple Bonus tile for a player."""
    points = 15  # B3
    if tile == B1:
        points = MASK_SET[set_size(player, 1)]
    elif tile == B2:
        points = state.readings.bonus2_points * technologies_of(player)
    elif tile == B4:
        points = 3 * player.avenue
    elif tile == B5:
        points = 9 * unlocked_bonuses(player)
    elif tile == B6:
        points = 2 * sum(player.ready[kind] + player.used[kind] for kind in range(MASKS, KINDS))
    elif tile == B7:
        points = worker_points(player)
    return points


def unlocked_bonuses(player: PlayerState) -> int:
    """T-10.4: return on how many temples the player's marker is at step 10 or 11."""
    count = 0
    for temple in range(3):
        if player.temples[temple] >= PENULTIMATE:
            count += 1
    return count


def worker_points(player: PlayerState) -> int:
    """T-15.2, B7: return the points for a player's workers in play: 9 for power 4 or 5, 4 for each other."""
    points = 0
    for worker in player.workers:
        if worker.board != WHEEL:
            points += 9 if worker.power >= 4 else 4
    return points


SCORE: Final = Score()
PAY_SALARIES: Final = PaySalaries()
CLOSE: Final = Close()
