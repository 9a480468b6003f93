"""Finds facts about positions of Teotihuacan for the learned bots: where workers are, and what a seat owns.

Such a fact is called a note, and has a learned weight; `arena.bots.notes` adds the weights.
"""

from typing import Final

from arena.bots.notes import NoteReader, NoteSum
from arena.bots.prospects import rounds_to_come
from arena.games.game import State
from arena.games.teotihuacan.actions.gather import COLUMN
from arena.games.teotihuacan.eclipse import BUILDINGS_ROW, TRACK_VALUE, bonus_points, mask_points
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.pyramid import DECORATION_CELLS, HALF_CELLS, LEVEL, matches
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.technologies import technologies_of
from arena.games.teotihuacan.terms import GOLD, NEVER, STONE, UNLOCKED, WHEEL, WOOD
from arena.games.teotihuacan.tiles.decoration import DECORATION_ICONS
from arena.games.teotihuacan.tiles.discovery import KINDS, MASKS
from arena.games.teotihuacan.tiles.pyramid import TURNED
from arena.games.teotihuacan.turn import OPENING
from arena.games.teotihuacan.windows import (
    BUILD,
    CLAIM,
    COLLECT,
    DECORATE,
    KEEP,
    KIND,
    MAIN,
    MOVE,
    POWER_UP,
    SETTLE,
    TECHNOLOGY,
    TEMPLE,
    WORSHIP,
)

AUTOMATIC: Final = 128  # added to the templates of an automaton
BOARDS: Final = 9
TECHNOLOGIES: Final = 9
PARTS: Final[list[int]] = [0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5]  # by rounds to come
LAST: Final = 23  # rounds: a longer time to come counts as this


class TeotihuacanReader(NoteReader):
    """Describes positions of Teotihuacan and its solo game by facts, and adds up the learned weights of these facts.

    An example of a fact is that a seat has three gold. A fact has two numbers: its template, which says what kind of
    fact it is, and a value. It is also called a note.
    """

    def __init__(self) -> None:
        self.on: list[int] = [0] * 12  # own unlocked workers by board
        self.low: list[int] = [0] * 12  # the least power among them
        self.colours: list[int] = [0] * 12
        self.part: int = 0
        self.cocoa: int = 0
        self.goods: int = 0
        self.techs: list[int] = []
        self.locked: int = 0
        self.furthest: int = 0
        self.second: int = 0

    def prepare(self, state: State) -> None:
        """Store where the workers stand and what the seat to move owns; facts about its options need both."""
        assert isinstance(state, Teotihuacan)
        player = state.players[state.to_move]
        on = [0] * 12
        low = [6] * 12
        locked = 0
        for worker in player.workers:
            if worker.space == UNLOCKED:
                on[worker.board] += 1
                low[worker.board] = min(low[worker.board], worker.power)
            else:
                locked += 1
        self.on = on
        self.low = low
        self.locked = locked
        colours = [0] * 12
        for each in state.players:
            seen = 0
            for worker in each.workers:
                if worker.space == UNLOCKED and seen >> worker.board & 1 == 0:
                    seen |= 1 << worker.board
                    colours[worker.board] += 1
        for boards in state.neutrals:
            for board in boards:
                colours[board] += 1
        self.colours = colours
        self.part = PARTS[min(LAST, rounds_to_come(state))]
        self.cocoa = min(player.cocoa, 10)
        goods = player.goods
        self.goods = (min(goods[WOOD], 5) * 6 + min(goods[STONE], 5)) * 6 + min(goods[GOLD], 5)
        techs: list[int] = []
        for tile in range(TECHNOLOGIES):
            if player.technologies >> tile & 1 == 1:
                techs.append(tile)
        self.techs = techs

    def note_option(self, state: State, option: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about an option.

        Which facts these are depends on the option's kind.
        """
        assert isinstance(state, Teotihuacan)
        base = option >> KIND << KIND
        detail = option - base
        player = state.players[state.to_move]
        if base == MOVE:
            self.note_move(state, detail, tally)
        elif COLLECT <= base <= MAIN:
            self.note_action(state, player, base, detail, tally)
        elif base == BUILD:
            self.note_building(state, player, detail, tally)
        elif base == DECORATE:
            self.note_decoration(state, player, detail, tally)
        elif base == KEEP:
            self.note_keeping(state, detail, tally)
        elif base == SETTLE:
            self.note_settling(state, detail, tally)
        else:
            self.note_other(state, player, base, detail, tally)

    def note_keeping(self, state: Teotihuacan, detail: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about keeping two Starting tiles.

        The facts include each tile alone, each tile with each Temple Bonus tile, and both tiles together.
        """
        for tile in (detail >> 5, detail & 31):
            tally.option(1, tile)
            for temple in range(3):
                tally.option(2, (tile << 3 | state.bonuses[temple]) << 2 | temple)
        tally.option(3, detail)

    def note_other(self, state: Teotihuacan, player: PlayerState, base: int, detail: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about an option for which there is no special method.

        The facts include its kind, combined with the seat's goods, the rounds to come, and the action's board.
        """
        part = self.part
        what = base >> KIND << 9 | detail
        tally.option(4, what)
        tally.option(5, what << 3 | part)
        tally.option(6, what << 4 | self.cocoa)
        tally.option(7, what << 8 | self.goods)
        tally.option(8, what << 4 | state.board)
        if base == TEMPLE:
            step = player.temples[detail]
            tally.option(9, (detail << 4 | step) << 3 | part)
            tally.option(10, (state.bonuses[detail] << 4 | step) << 3 | part)
        elif base == TECHNOLOGY:
            place = state.technologies.index(detail)
            step = player.temples[place % 3]
            tally.option(11, ((place << 4 | step) << 4) | len(self.techs))
            tally.option(12, (detail << 3 | part) << 2 | state.count)
        elif base == POWER_UP:
            there = min(3, self.on[detail >> 3])
            tally.option(13, ((detail & 7) << 2 | there) << 3 | part)
            tally.option(14, ((detail & 7) << 3 | self.low[detail >> 3]) << 2 | there)
        elif base == CLAIM:
            tally.option(15, (detail << 3 | part) << 3 | min(7, player.ready[detail]))

    def note_move(self, state: Teotihuacan, detail: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a move.

        The facts include the new board, the seat's workers there, and the worker's affordable actions there.
        """
        part = self.part
        board = detail >> 11
        power = detail >> 8 & 7
        distance = detail >> 4 & 15
        second = detail >> 1 & 7
        to = state.ring[(state.place_of[board] - 1 + distance) % 8 + 1]
        arrived = 1 if second == 0 else 2
        there = self.on[to]
        count = min(3, there + arrived)
        low = min(power, self.low[to])
        if second > 0:
            low = min(low, second)
        column = COLUMN[low]
        colours = self.colours[to]
        left = max(-1, min(4, self.cocoa - colours)) + 1
        where = (to << 2 | count) << 2 | column
        tally.option(20, where << 3 | part)
        tally.option(21, (to << 2 | count) << 3 | left)
        tally.option(22, to << 8 | self.goods)
        tally.option(23, where << 3 | left)
        tally.option(24, (board << 2 | min(3, self.on[board])) << 2 | arrived)
        tally.option(25, (to << 3 | power) << 2 | count)
        tally.option(26, (distance << 2 | arrived) << 1 | detail & 1)
        tally.option(27, (to << 5 | state.beside[to] + 1) << 3 | part)
        tally.option(28, ((to << 2 | min(3, there)) << 2 | min(self.locked, 3)) << 4 | self.cocoa)
        tally.option(29, (to << 2 | count) << 8 | self.goods)
        tally.option(30, ((self.low[board] << 3 | power) << 2 | min(3, self.on[board])) << 4 | to)
        tally.option(31, (to << 3 | colours) << 3 | part)
        for tile in self.techs:
            tally.option(32, (tile << 4 | to) << 2 | count)
        if to == 6:
            tally.option(33, (state.nobles[count - 1] << 2 | count) << 3 | min(player_wood(state), 7))
        elif to == 1:
            for slot in range(3):
                tally.option(34, (state.royals[slot] << 3 | power) << 1 | (1 if state.holder(slot) == NEVER else 0))

    def note_action(self, state: Teotihuacan, player: PlayerState, base: int, detail: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about an action.

        The action is collecting cocoa, worshipping, or the Main action of a board.
        """
        board = state.board
        what = ((base - COLLECT) >> KIND) << 9 | detail
        arrived = 1 if state.second == NEVER else 2
        count = min(3, self.on[board] + arrived)
        power = player.workers[state.mover].power if state.mover != NEVER else 0
        low = min(power, self.low[board])
        column = COLUMN[low] if low < 6 else 0
        colours = self.colours[board]
        left = max(-1, min(4, self.cocoa - colours)) + 1
        part = self.part
        where = (board << 2 | count) << 2 | column
        tally.option(40, what << 4 | board)
        tally.option(41, what << 8 | where)
        tally.option(42, (what << 4 | board) << 3 | part)
        tally.option(43, (what << 4 | self.cocoa) << 3 | colours)
        tally.option(44, (what << 3 | left) << 4 | board)
        tally.option(45, (what << 8 | self.goods))
        tally.option(46, ((base - COLLECT) >> KIND) << 16 | (board << 2 | count) << 8 | self.goods)
        for tile in self.techs:
            tally.option(47, (what << 4 | tile) << 4 | board)
        if base == WORSHIP:
            space = detail >> 6
            effect = detail >> 4 & 3
            tally.option(48, ((space << 2 | effect) << 5 | state.beside[board] + 1) << 3 | part)
            if space < 3:
                royal = state.royals[space] << 2 | effect
                tally.option(49, (royal << 3 | power) << 8 | self.goods)
                tally.option(50, (royal << 3 | power) << 4 | self.cocoa)
                tally.option(51, (royal << 4 | player.avenue) << 4 | player.track)
                tally.option(52, (royal << 4 | len(self.techs)) << 3 | part)

    def note_building(self, state: Teotihuacan, player: PlayerState, detail: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about laying a Pyramid tile.

        The facts include its level, the matching icons, and the temples that the icons advance.
        """
        turned = (detail >> 7) * 4 + (detail & 3)
        space = detail >> 2 & 31
        found = matches(state, TURNED[turned], HALF_CELLS[space])
        self.note_matches(state, player, found, LEVEL[space], tally)
        tally.option(60, detail >> 7)
        tally.option(61, (space << 2 | state.count) << 3 | self.part)
        tally.option(62, (LEVEL[space] << 8 | self.goods) << 2 | state.count - state.laid)

    def note_decoration(self, state: Teotihuacan, player: PlayerState, detail: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights that apply to an option that lays a Decoration.

        They depend on the matching icons, and on the temples that the icons advance.
        """
        found = matches(state, DECORATION_ICONS[detail >> 4], DECORATION_CELLS[detail & 15])
        self.note_matches(state, player, found, 6, tally)
        tally.option(63, detail)

    def note_matches(self, state: Teotihuacan, player: PlayerState, found: int, level: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights for the matching icons of a tile that an option lays.

        `found` says what these icons gain: the points in its lowest 3 bits, then the steps on each temple, in 3 bits
        each. `level` is the level of the Pyramid, or 6 for a Decoration.
        """
        points = found & 7
        tally.option(64, level << 3 | points)
        tally.option(65, (level << 3 | points) << 3 | self.part)
        steps = found >> 3
        tally.option(66, steps)
        for temple in range(3):
            many = steps >> 3 * temple & 7
            if many > 0:
                tally.option(67, ((temple << 4 | player.temples[temple]) << 2 | min(many, 3)) << 3 | self.part)
                tally.option(68, ((state.bonuses[temple] << 4 | player.temples[temple]) << 2) | min(many, 3))

    def note_settling(self, state: Teotihuacan, detail: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about placing the first workers.

        The facts include their boards and powers, and the distances between the boards.
        """
        boards: list[int] = []
        for number in range(3):
            board = (detail >> (12 - 3 * number) & 7) + 1
            boards.append(board)
            power = detail >> (4 - 2 * number) & 3
            tally.option(70, board << 2 | power)
            tally.option(71, (board << 4 | state.place_of[board]) << 2 | power)
            tally.option(72, (board << 2 | power) << 8 | self.goods)
            tally.option(73, (board << 3 | self.colours[board]) << 2 | power)
        for one in range(3):
            for other in range(one):
                apart = (state.place_of[boards[one]] - state.place_of[boards[other]] + 8) % 8
                tally.option(74, min(apart, 8 - apart))
                tally.option(75, boards[one] << 4 | boards[other])

    # Seats -----------------------------------------------------------------------------------------------------------

    def between_turns(self, state: State) -> bool:
        """T-3.1: return True if the active player is asked for its move, which begins its turn."""
        return state.asking is OPENING

    def phase(self, state: State) -> int:
        """Return how much of the game is left: the largest possible number of rounds to come, from 0 to 23."""
        assert isinstance(state, Teotihuacan)
        return max(0, min(LAST, rounds_to_come(state)))

    def note_seats(self, state: State) -> None:
        """Store the two highest numbers of steps on the Pyramid track, which facts about seats need."""
        assert isinstance(state, Teotihuacan)
        self.furthest = 0
        self.second = 0
        for player in state.players:
            if player.track > self.furthest:
                self.second = self.furthest
                self.furthest = player.track
            elif player.track > self.second:
                self.second = player.track

    def note_seat(self, state: State, seat: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a seat.

        The facts include its possessions, the places of its markers, and the points of an immediate Eclipse.
        """
        assert isinstance(state, Teotihuacan)
        player = state.players[seat]
        base = AUTOMATIC if player.automatic else 0
        self.note_goods(player, base, tally)
        self.note_workers(player, base, tally)
        self.note_tiles(player, base, tally)
        self.note_eclipse(state, player, base, tally)
        self.note_temples(state, player, base, tally)
        tally.seat(base + 46, (seat - state.active + state.seats) % state.seats + 4 * (state.seats - 2))
        if not player.automatic and state.automaton is not None:
            tally.seat(base + 47, 0)

    def note_goods(self, player: PlayerState, base: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a player's goods and technologies.

        The facts include each kind of good alone, all three kinds combined, and the technologies.
        """
        goods = player.goods
        tally.seat(base, player.cocoa)
        for kind in range(3):
            tally.seat(base + 1 + kind, goods[kind])
        tally.wide(base + 40, min(goods[WOOD], 3) << 4 | min(goods[STONE], 3) << 2 | min(goods[GOLD], 3))
        tally.seat(base + 9, technologies_of(player))
        for tile in range(TECHNOLOGIES):
            if player.technologies >> tile & 1 == 1:
                tally.seat(base + 10, tile)

    def note_workers(self, player: PlayerState, base: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a player's workers.

        The facts include their boards and powers, which of them are locked, and how many stand together.
        """
        on = [0] * 12
        locked = 0
        power = 0
        play = 0
        for worker in player.workers:
            if worker.board == WHEEL:
                continue
            play += 1
            power += worker.power
            tally.seat(base + 11, worker.power)
            if worker.space == UNLOCKED:
                on[worker.board] += 1
                tally.seat(base + 12, worker.board)
            else:
                locked += 1
                tally.seat(base + 13, worker.space)
                tally.seat(base + 14, worker.power)
        tally.seat(base + 15, (locked << 2) + min(3, player.cocoa))
        tally.seat(base + 16, power)
        tally.seat(base + 17, play)
        for board in range(1, BOARDS):
            if on[board] >= 2:
                tally.seat(base + 18, board if on[board] == 2 else board + 7)
        tally.wide(base + 44, min(player.cocoa, 7) << 2 | min(3, on_best(on)))

    def note_tiles(self, player: PlayerState, base: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a player's face-up Discovery tiles and masks."""
        kinds = 0
        for kind in range(MASKS):
            if player.ready[kind] > 0:
                kinds += 1
        for kind in range(MASKS, KINDS):
            if player.ready[kind] > 0:
                tally.seat(base + 19, kind - MASKS)
                if player.ready[kind] > 1:
                    tally.seat(base + 20, kind - MASKS)
        tally.seat(base + 21, kinds)
        tally.seat(base + 22, mask_points(player) >> 1)

    def note_eclipse(self, state: Teotihuacan, player: PlayerState, base: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a player's points if an Eclipse came now.

        The facts also include the player's places on the Avenue and the Pyramid track.
        """
        tally.seat(base + 7, player.avenue)
        tally.seat(base + 8, player.track)
        tally.seat(base + 23, player.avenue * BUILDINGS_ROW[state.buildings] // 3)
        tally.seat(base + 24, player.track * TRACK_VALUE[min(2, state.eclipses)] >> 1)
        if player.track == self.furthest:
            tally.seat(base + 25, min(3, player.track - self.second))

    def note_temples(self, state: Teotihuacan, player: PlayerState, base: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a player's temples.

        The facts include the step on each temple, and the points of the Temple Bonus tiles.
        """
        for temple in range(3):
            step = player.temples[temple]
            tally.seat(base + 4 + temple, step)
            bonus = bonus_points(state, player, state.bonuses[temple])
            tally.seat(base + 26 + min(4, max(0, step - 6)), bonus * 2 // 5)
            tally.wide(base + 31 + state.bonuses[temple], step)


def on_best(on: list[int]) -> int:
    """Return the largest number of workers on one board. `on` has the number of workers on each board."""
    best = 0
    for board in range(1, BOARDS):
        best = max(best, on[board])
    return best


def player_wood(state: Teotihuacan) -> int:
    """Return how much wood the seat to move has."""
    return state.players[state.to_move].goods[WOOD]
