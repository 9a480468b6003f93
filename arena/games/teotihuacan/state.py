"""T-2, T-19.1 The state of a game of Teotihuacan: boards, tiles, players and pending steps, mostly as numbers.

Other modules, about one for each chapter of the rules, change this state.
"""

from mypy_extensions import mypyc_attr

from arena.games import steps
from arena.games.chance import AnyRng, checked
from arena.games.game import Rules, Scalar
from arena.games.game import State as GameState

# Real import cycles: the State calls these modules to deal itself anew and to score itself.
from arena.games.teotihuacan import hidden, scoring
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.readings import Readings
from arena.games.teotihuacan.solo.automaton import AutomatonState
from arena.games.teotihuacan.terms import CATEGORIES, COCOA, NEVER, NO_WORKER, ROUNDS, SOLO_CATEGORIES, SPOTS
from arena.games.teotihuacan.tiles.discovery import NO_DISCOVERY

Step = steps.Step["Teotihuacan"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Teotihuacan(GameState):
    """A position of Teotihuacan: everything that is on the boards, in the stacks and with the players at one moment."""

    def __init__(
        self, rules: Rules, seats: int, settings: dict[str, Scalar], original: "Teotihuacan | None" = None
    ) -> None:
        super().__init__(rules, seats, settings)
        self.readings: Readings = Readings(settings) if original is None else original.readings
        self.players: list[PlayerState] = (
            [PlayerState(seat) for seat in range(seats)]
            if original is None
            else [player.clone() for player in original.players]
        )
        self.active: int = 0  # the seat of the running turn
        self.in_turn: bool = False  # T-19.2: there are no windows in setup and Eclipses
        self.offered: list[int] = []  # the waiting step's options, if no caller has them
        self.automaton: AutomatonState | None = None  # T-17: what belongs to the last seat in a solo game
        if original is None:  # the original copies its table, stacks and turn: an empty table would be made in vain
            self._lay_out()
            self.begin_turn()

    def _lay_out(self) -> None:
        """T-2: create the attributes for boards, tiles and stacks. Setup, which comes later, fills them."""
        self.ring: list[int] = [0] * 9  # position 1 to 8 -> board
        self.place_of: list[int] = [0] * 9  # board -> position
        self.royals: list[int] = [0, 0, 0]  # Royal slot -> tile
        self.bonuses: list[int] = [0, 0, 0]  # temple -> Temple Bonus tile
        self.technologies: list[int] = [0] * 6  # row 1 left to right, then row 2
        self.buildings: int = 0  # taken from the Buildings row
        self.nobles: list[int] = [0, 0, 0]  # Buildings in the top, centre and bottom row
        self.light: int = 0
        self.dark: int = 0
        self.eclipses: int = 0  # resolved
        self.eclipse_due: int = NEVER  # the number of turns after which the coming Eclipse resolves
        self.finished: bool = False  # T-14.3: the level-4 tile lies
        self.discovery_stack: list[int] = []
        self.discovery_again: list[int] = []  # T-2.6: the order of what is left of it, until the end of setup
        self.decoration_stack: list[int] = []
        self.pyramid_stack: list[int] = []
        self.neutral_stacks: list[list[int]] = []  # T-14.8: Starting tiles in the order of each coming Eclipse
        self.beside: list[int] = [NO_DISCOVERY] * 9  # board -> the Discovery tile beside its Worship area
        self.spots: list[list[int]] = [[] for _ in range(SPOTS)]  # sorted
        self.decoration_offer: list[int] = []
        self.pyramid_offer: list[int] = []
        self.built: list[int] = [-1] * 30  # Pyramid space -> tile * 4 + rotation
        self.tops: list[int] = [0] * 72  # half-cell, and those beside the grid -> icon type on top
        self.sides: list[int] = [0, 0, 0, 0]  # decorations on the top, right, bottom and left side
        self.decorated: list[int] = [-1] * 16  # side * 4 + level - 1 -> Decoration tile
        self.neutrals: list[list[int]] = []  # neutral colour -> the boards of its three workers
        self.dealt: list[list[int]] = []  # seat -> Starting tiles dealt or taken, until the end of setup
        self.kept: list[list[int]] = []  # seat -> those of them that were chosen
        self.tied: list[list[int]] = []  # seat -> for each dealt tile the Discovery tile tied to it
        self.returned: list[int] = []  # tied Discovery tiles that no player claimed
        self.laid_out: list[int] = []  # T-16.1: Starting tiles face up in a draft
        self.laid_out_tied: list[int] = []  # and the Discovery tiles beside them
        self.salaries: list[int] = []  # T-14.7: answers so far, secret until the last seat has answered

    def begin_turn(self) -> None:
        """Reset all values that describe the running turn."""
        self.free_unlock: bool = False  # T-3.3: the turn is no normal turn
        self.mover: int = NEVER  # workers in transit, by their place in the player's list
        self.second: int = NEVER
        self.board: int = 0  # where they arrived: the board of the action
        self.count: int = 0  # N of T-7.3
        self.lowest: int = 0  # L of T-7.3
        self.skills: int = 0  # T-7.5.7: the technologies that act in this action
        self.laid: int = 0  # T-7.8.1: Pyramid tiles placed in this action
        self.saving: int = 0  # T-12.8: the resource that #15 still saves
        self.raising: bool = False  # T-11.9: an additional worker may still be used in this action
        self.purchases: int = 0  # T-12.7: what #13 may still buy in this action
        self.raised: int = NO_WORKER  # T-7.4.3: the place of the worker that gets no second power-up

    def clone(self) -> "Teotihuacan":
        """Return an independent copy of the position, without its event log."""
        copy = Teotihuacan(self.rules, self.seats, self.settings, self)
        self.copied_onto(copy)
        copy.active = self.active
        copy.in_turn = self.in_turn
        copy.offered = self.offered[:]  # each state may give its own list away
        self._copy_table(copy)
        self._copy_stacks(copy)
        self._copy_turn(copy)
        if len(self.kept) > 0:
            self._copy_setup(copy)
        else:
            self._share_setup(copy)
        copy.salaries = self.salaries[:]
        if self.automaton is not None:
            copy.automaton = self.automaton.clone()
        return copy

    def _copy_table(self, copy: "Teotihuacan") -> None:
        """Copy to another position what all players see on the boards and beside them: tiles, discs and Buildings.

        The players themselves are copied elsewhere. Lists that never change after setup are shared, not copied.
        """
        copy.ring = self.ring
        copy.place_of = self.place_of
        copy.royals = self.royals
        copy.bonuses = self.bonuses
        copy.technologies = self.technologies
        copy.buildings = self.buildings
        copy.nobles = self.nobles[:]
        copy.light = self.light
        copy.dark = self.dark
        copy.eclipses = self.eclipses
        copy.eclipse_due = self.eclipse_due
        copy.finished = self.finished
        copy.beside = self.beside[:]
        copy.spots = [spot[:] for spot in self.spots]
        copy.decoration_offer = self.decoration_offer[:]
        copy.pyramid_offer = self.pyramid_offer[:]
        copy.built = self.built[:]
        copy.tops = self.tops[:]
        copy.sides = self.sides[:]
        copy.decorated = self.decorated[:]
        copy.neutrals = self.neutrals[:]  # never changed in place: a move puts in another list

    def _copy_stacks(self, copy: "Teotihuacan") -> None:
        """Copy the face-down stacks to another position."""
        copy.discovery_stack = self.discovery_stack[:]
        copy.discovery_again = self.discovery_again
        copy.decoration_stack = self.decoration_stack[:]
        copy.pyramid_stack = self.pyramid_stack[:]
        copy.neutral_stacks = self.neutral_stacks[:]

    def _copy_turn(self, copy: "Teotihuacan") -> None:
        """Copy the values of the running turn to another position."""
        copy.free_unlock = self.free_unlock
        copy.mover = self.mover
        copy.second = self.second
        copy.board = self.board
        copy.count = self.count
        copy.lowest = self.lowest
        copy.skills = self.skills
        copy.laid = self.laid
        copy.saving = self.saving
        copy.raising = self.raising
        copy.purchases = self.purchases
        copy.raised = self.raised

    def _copy_setup(self, copy: "Teotihuacan") -> None:
        """Copy to another position the values that only setup needs."""
        copy.dealt = [tiles[:] for tiles in self.dealt]
        copy.kept = [tiles[:] for tiles in self.kept]
        copy.tied = [tiles[:] for tiles in self.tied]
        copy.returned = self.returned[:]
        copy.laid_out = self.laid_out[:]
        copy.laid_out_tied = self.laid_out_tied[:]

    def _share_setup(self, copy: "Teotihuacan") -> None:
        """Give another position the same lists for setup, not copies: after setup these lists are always empty."""
        copy.dealt = self.dealt
        copy.kept = self.kept
        copy.tied = self.tied
        copy.returned = self.returned
        copy.laid_out = self.laid_out
        copy.laid_out_tied = self.laid_out_tied

    # Python calls a compiled method faster if the object's own class has it, and not a base class. -------------------

    def options(self) -> list[int]:
        """Return a list of the legal options of the seat to move: two or more; an empty list when the game is over."""
        return self.asking.options(self)

    def apply(self, option: int) -> None:
        """Play an option, and go on to the next decision. The option must be legal here; it is not checked."""
        self.asking.play(self, option)
        self.settle()

    # -----------------------------------------------------------------------------------------------------------------

    def imagine(self, seat: int, rng: AnyRng) -> "Teotihuacan":
        """T-19.7: return a copy of this position in which all that `seat` does not know is random.

        A seat does not know the order of the stacks, the secrets of other seats, and the automaton's coming dice.
        """
        copy = self.clone()
        hidden.deal_anew(copy, seat, checked(rng))
        return copy

    def scores(self) -> list[int]:
        """Return a list with the points that each seat has now."""
        return [player.points for player in self.players]

    def placements(self) -> list[int]:
        """Return a list with the place of each seat, 1 for the winner, if the game ended now."""
        return scoring.placements(self)

    def ledger(self) -> dict[str, list[list[int]]]:
        """Return a dict from each category of points to a list with an entry for each seat.

        An entry has three numbers: the points that the seat scored in each of the three parts of the game, which end
        with an Eclipse. A seat's numbers in all categories add up to its score.
        """
        return scoring.ledger(self)

    def player(self) -> PlayerState:
        """Return the PlayerState of the active player: its workers, goods, tiles and points."""
        return self.players[self.active]

    def humans(self) -> int:
        """T-17.1.1: return how many seats are asked: in a solo game all except the last one."""
        return self.seats if self.automaton is None else self.seats - 1

    def seat_automaton(self) -> AutomatonState:
        """T-17.1.1: give the last seat to the automaton. Return its AutomatonState, before tiles are laid out."""
        automaton = AutomatonState()
        automaton.turn_knobs(self.settings)
        self.automaton = automaton
        self.players[self.seats - 1].automatic = True
        for player in self.players:
            player.ledger += [0] * ((len(SOLO_CATEGORIES) - len(CATEGORIES)) * ROUNDS)
        return automaton

    def score(self, player: PlayerState, category: int, points: int) -> None:
        """Add points of a category to a player's score and ledger.

        T-20.9: `points` is below 0 only for unpaid salary.
        """
        if points == 0:
            return
        player.points += points
        player.ledger[category * ROUNDS + min(self.eclipses, ROUNDS - 1)] += points
        if self.log is not None:
            self.tell("scored", [player.seat, category, points])

    def gain(self, player: PlayerState, good: int, amount: int, source: int) -> None:
        """T-1.7: give a player an amount of wood, stone, gold or cocoa from the supply, which never runs out."""
        if amount == 0:
            return
        if good == COCOA:
            player.cocoa += amount
        else:
            player.goods[good] += amount
        if self.log is not None:
            self.tell("gained", [player.seat, good, amount, source])

    def pay(self, player: PlayerState, good: int, amount: int, source: int) -> None:
        """T-1.7: take an amount of wood, stone, gold or cocoa from a player, and put it back into the supply."""
        if amount == 0:
            return
        if good == COCOA:
            player.cocoa -= amount
        else:
            player.goods[good] -= amount
        if self.log is not None:
            self.tell("paid", [player.seat, good, amount, source])

    def colours(self, board: int) -> int:
        """T-1.6: return the number of colours among the unlocked workers on a board.

        Workers in transit are on no board.
        """
        count = 0
        for player in self.players:
            if player.is_on(board):
                count += 1
        for boards in self.neutrals:
            for neutral in boards:  # they stand on three different ones
                if neutral == board:
                    count += 1
        return count

    def holder(self, space: int) -> int:
        """T-6.2: return the seat with a worker that is locked on a Worship space; -1 if the space is empty."""
        for player in self.players:
            for worker in player.workers:
                if worker.space == space:
                    return player.seat
        return -1
