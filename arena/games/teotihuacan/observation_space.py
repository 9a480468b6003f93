"""What a seat of Teotihuacan observes, for programs that learn: one number in each of many columns.

The Pyramid has grids of 8 by 8 columns: one grid for each icon, and one for the heights. Each other value is a single
column. The ledger is left out. All columns follow from the view of the seat: no column depends on secret choices of
other seats or on the order of the stacks.
"""

from typing import Any, Final

from arena.games.game import State
from arena.games.tensors import MOST, NO_PREFIX, Cells, ObservationSpace, chosen
from arena.games.teotihuacan.action_space import TeotihuacanActions
from arena.games.teotihuacan.hidden import (
    first_asked,
    has_answered_salary,
    have_all_chosen,
    is_paying,
    is_secret,
    salary_due,
)
from arena.games.teotihuacan.pending import KINDS as STEPS
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.pyramid import HALF_CELLS, LEVEL, SPACES
from arena.games.teotihuacan.setup import (
    DECORATION_IDS,
    DISCOVERY_BOARDS,
    DISCOVERY_IDS,
    PYRAMID_IDS,
    TECHNOLOGY_IDS,
)
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, PLACE_NAMES, AutomatonState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import LOCKED, UNLOCKED
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.discovery import KINDS, NO_DISCOVERY
from arena.games.teotihuacan.tiles.pyramid import GLYPH, NO_TILE
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS, STARTING_TILES
from arena.games.teotihuacan.turn import POWER_BITS
from arena.games.teotihuacan.view import SPACE_NAMES, SPOT_NAMES
from arena.games.teotihuacan.windows import BUILD, KIND, MOVE, SETTLE

VERSION: Final = 1

SIDE: Final = 8  # half-cells of the Pyramid's grid in a row
GRID: Final = SIDE * SIDE
BESIDE_GRID: Final = 8  # half-cells under the level-1 decorations
ICONS: Final = ("headdress", "serpent", "statue")  # a half-cell with none of them shows a glyph
BOARDS: Final = 9  # 0 is the Ascension wheel
PLACES_OF_WORKERS: Final = 11  # boards, on the way, in hand
POWERS: Final = 5
NUMBERED: Final = {"order_temples": ("blue", "red", "green")}  # what stands for the number of this step
TIED: Final[list[int]] = [tile for tile, row in enumerate(STARTING_TILES) if row.discovery > 0]
PHASES: Final = ("setup", "turn", "eclipse", "over")

GOODS: Final = ("cocoa", "wood", "stone", "gold")
TRACKS: Final = ("blue temple", "red temple", "green temple", "avenue", "pyramid track")
TRACK_SCALES: Final = (11, 11, 11, 9, 8)
TURN_NUMBERS: Final = ("count", "lowest", "laid", "saving", "raising", "purchases", "raised power", "raised locked")


class TeotihuacanObservation(ObservationSpace):
    """What a seat of Teotihuacan, or of its solo game, observes: columns, each of which has one small whole number."""

    def __init__(self, game: str, seats: int, settings: list[tuple[str, list[str]]], *, solo: bool) -> None:
        super().__init__(game, seats, VERSION)
        self.actions: Final = TeotihuacanActions(game, seats)
        self.solo: Final = solo
        self.owners: Final = ["own", *(f"seat +{turned}" for turned in range(1, seats))]
        self.cells_of_grid: Final = [f"{row},{column}" for row in range(SIDE) for column in range(SIDE)]
        self._add_planes()
        self._add_question(settings)
        self._add_table()
        self._add_offers()
        self._add_turn()
        if solo:
            self._add_automaton()
        self._add_players()
        self.close("features")

    # The columns -----------------------------------------------------------------------------------------------------

    def _each(self, what: str, names: Any, scale: int = 1) -> int:
        """Add one column to the observation for each of `names`, and return the first column's number.

        A column's name is the text `what`, a space, and one of `names`. `scale` is the divisor of these columns, for
        learners that want fractions in place of whole numbers.
        """
        return self.add([f"{what} {name}" for name in names], scale)

    def _add_planes(self) -> None:
        """Add observation columns for the Pyramid seen from above: the icons on top, and their heights.

        Each kind of icon has a grid of 8 by 8 columns, and so have the heights: level 1 has 4 by 4 tiles with 2 by 2
        icons each.
        """
        self.icons: int = self.add([f"{icon} at {cell}" for icon in ICONS for cell in self.cells_of_grid])
        self.height: int = self._each("height at", self.cells_of_grid, 4)
        self.close("pyramid", [len(ICONS) + 1, SIDE, SIDE])

    def _add_question(self, settings: list[tuple[str, list[str]]]) -> None:
        """Add observation columns for rules options, the pending question, and the part of an answer chosen so far."""
        self.values = settings
        self.setting: int = self.add([f"option {name}={value}" for name, values in settings for value in values])
        self.settings_read: dict[str, Any] = {}  # the options of the state that was observed last
        self.settings_set: list[int] = []  # and their columns
        self.phase: int = self._each("phase", PHASES)
        self.active: int = self._each("turn of", self.owners)
        self.asked: int = self._each("decision of", self.owners)
        self.seat: int = self._each("observer is seat", range(self.seats))
        self.asks: int = self._each("asks", STEPS)
        self.waits: int = self._each("waits", STEPS)
        self.number_of: dict[Any, int] = {}  # the number of a step's kind
        self.attributes: list[list[str]] = []  # by kind
        self.numbers: list[int] = []  # their first column, by kind
        for number, (name, kind) in enumerate(STEPS.items()):
            self.number_of[kind.made] = number
            told = NUMBERED.get(name, tuple(kind.numbers))
            self.numbers.append(self._each(f"asks {name}", told, 4))
            self.attributes.append([] if name in NUMBERED else list(kind.numbers))
            if name == "order_temples":
                self.ordering: int = number
        self.chosen_board: int = self._each("chosen board", range(1, BOARDS))
        self.chosen_power: int = self._each("chosen power", range(1, POWERS + 1))
        self.chosen_second: int = self._each("chosen second power", range(1, POWERS + 1))
        self.chosen_tile: int = self._each("chosen tile", PYRAMID_IDS)
        self.chosen_space: int = self._each("chosen Pyramid space", range(SPACES))

    def _add_table(self) -> None:
        """Add observation columns for the calendar, the layout of boards and tiles, Buildings, and neutral workers."""
        calendar = ("light", "dark", "eclipses", "pyramid is finished", "eclipse is due", "turns to the eclipse")
        self.calendar: int = self.add(list(calendar), 8)
        self.ring: int = self.add([f"position {at} is board {b}" for at in range(1, BOARDS) for b in range(1, BOARDS)])
        self.royals: int = self.add([f"Palace {slot} has {tile}" for slot in range(1, 4) for tile in ROYAL_IDS])
        temples = ("blue", "red", "green")
        self.bonuses: int = self.add([f"{temple} temple has {tile}" for temple in temples for tile in BONUS_IDS])
        self.technologies: int = self.add(
            [f"technology place {place} has {tile}" for place in range(1, 7) for tile in TECHNOLOGY_IDS]
        )
        self.nobles: int = self._each("buildings in row", ("top", "centre", "bottom"), 4)
        self.neutrals: int = self.add([f"neutral {n} on board {b}" for n in (1, 2) for b in range(BOARDS)])

    def _add_offers(self) -> None:
        """Add observation columns for the open tiles that players can take, tiles already laid, and stack sizes."""
        self.beside: int = self.add(
            [f"beside board {board} lies {kind}" for board in DISCOVERY_BOARDS for kind in DISCOVERY_IDS]
        )
        self.spots: int = self.add([f"at {spot} lie {kind}" for spot in SPOT_NAMES for kind in DISCOVERY_IDS])
        self.decorations: int = self.add(
            [f"decoration offer {place} is {tile}" for place in range(1, 5) for tile in DECORATION_IDS]
        )
        self.pyramid: int = self.add(
            [f"pyramid offer {place} is {tile}" for place in range(1, 4) for tile in PYRAMID_IDS]
        )
        self.built: int = self._each("built on space", range(SPACES))
        self.laid_tiles: int = self._each("laid in the Pyramid", PYRAMID_IDS)
        self.decorated: int = self._each("decorated place", range(16))
        self.laid_decorations: int = self._each("laid at the Pyramid", DECORATION_IDS)
        self.margin: int = self.add([f"{icon} beside the grid {at}" for icon in ICONS for at in range(BESIDE_GRID)])
        self.unseen: int = self._each("unseen", ("discoveries", "decorations", "pyramid tiles"), 16)
        self.laid_out: int = self._each("laid out", STARTING_IDS)
        self.laid_out_tied: int = self._tied_columns("laid out")
        self.returned: int = self._each("returned", DISCOVERY_IDS)

    def _tied_columns(self, whose: str) -> int:
        """Add columns that say which Discovery tile came with which Starting tile. Return the first column's number.

        Some Starting tiles come with a Discovery tile. Each such Starting tile has a column for each kind of
        Discovery tile. The argument is a text with which the names of these columns begin.
        """
        return self.add([f"{whose} {STARTING_IDS[tile]} has {kind}" for tile in TIED for kind in DISCOVERY_IDS])

    def _add_turn(self) -> None:
        """Add observation columns for the state of the running turn, and for the observer's salary."""
        self.free_unlock: int = self.add(["free unlock"])
        self.board: int = self._each("action on board", range(BOARDS))
        self.turn_numbers: int = self._each("action", TURN_NUMBERS, 3)
        self.skills: int = self._each("acts in this action", TECHNOLOGY_IDS)
        self.salary: int = self.add(["salary is answered", "own salary"], 8)

    def _add_automaton(self) -> None:
        """Add observation columns for the automaton's tiles and dice."""
        self.action_tiles: int = self.add([f"{place} is {tile}" for place in PLACE_NAMES for tile in ACTION_IDS])
        self.directions: int = self.add(["upper points up left", "lower points up left"])
        self.rolled: int = self.add(["first die of its last turn", "second die of its last turn"], 6)
        self.discarded: int = self._each("discarded", DISCOVERY_IDS)

    def _add_players(self) -> None:
        """Add observation columns for what the observer may know about each seat, its own seat first."""
        self.players: int = self.size
        for owner in self.owners:
            self._each(owner, GOODS, 8)
            self._each(owner, ("points", "points above 127"), 64)
            for track, scale in zip(TRACKS, TRACK_SCALES, strict=True):
                self.add([f"{owner} {track}"], scale)
            self._each(owner, ("workers in play", "salary due"), 8)
            self._each(f"{owner} has", TECHNOLOGY_IDS)
            self.add([f"{owner} workers {p}@{b}" for b in range(PLACES_OF_WORKERS) for p in range(1, POWERS + 1)])
            self._each(f"{owner} power locked on", SPACE_NAMES, 5)
            self._each(f"{owner} ready", DISCOVERY_IDS)
            self._each(f"{owner} used", DISCOVERY_IDS)
            self._each(f"{owner} dealt", STARTING_IDS)
            self._each(f"{owner} keeps", STARTING_IDS)
            self._tied_columns(owner)
        self.player_size: int = (self.size - self.players) // self.seats

    # What is written -------------------------------------------------------------------------------------------------

    def lasting(self, state: State) -> int:
        """Return a number that changes when a Pyramid tile is placed, after each Eclipse, and at the end of setup.

        Until this number changes, `write_lasting` would write the same values again.
        """
        assert isinstance(state, Teotihuacan), "a state of another game"
        built = state.built
        count = 0
        for space in range(SPACES):
            if built[space] != NO_TILE:
                count += 1
        return count + 64 * state.eclipses + (0 if len(state.kept) > 0 else 256)

    def write_lasting(self, state: State, cells: Cells) -> None:
        """Write the parts of the observation that seldom change into `cells`, its list of values.

        These are the Pyramid, the boards and tiles laid out in setup, the neutral workers, and the rules options.
        """
        assert isinstance(state, Teotihuacan), "a state of another game"
        self._write_pyramid(state, cells)
        self._write_table(state, cells)
        if self.settings_read is not state.settings:
            self._read_settings(state.settings)
        for column in self.settings_set:
            cells.flag(column)

    def write(self, state: State, seat: int, prefix: int, cells: Cells) -> None:
        """T-19.7: write open information and the secrets of `seat` itself into `cells`, the observation's values.

        The columns that `write_lasting` fills are left out. `prefix` is a number for the first part of the seat's
        answer, which it has already chosen; NO_PREFIX if there is none.
        """
        assert isinstance(state, Teotihuacan), "a state of another game"
        self._write_question(state, seat, cells)
        if prefix != NO_PREFIX:
            self.write_prefix(prefix, cells)
        self._write_calendar(state, cells)
        self._write_offers(state, cells)
        self._write_decorated(state, cells)
        in_setup = len(state.kept) > 0
        self._write_unseen(state, in_setup, cells)
        self._write_turn(state, seat, cells)
        if state.automaton is not None:
            self._write_automaton(state.automaton, cells)
        first = self.players
        for turned in range(self.seats):
            player = state.players[(seat + turned) % self.seats]
            self._write_player(player, first, cells)
            if in_setup and player.seat < len(state.kept):
                self._write_starting(state, player.seat, seat, first, cells)
            first += self.player_size

    def _write_pyramid(self, state: Teotihuacan, cells: Cells) -> None:
        """Write into the observation the icons on top of the Pyramid, the heights, and which tiles lie on it."""
        tops = state.tops
        icons = self.icons
        for cell in range(GRID):
            if tops[cell] != GLYPH:
                cells.flag(icons + tops[cell] * GRID + cell)
        for place in range(BESIDE_GRID):
            if tops[GRID + place] != GLYPH:
                cells.flag(self.margin + tops[GRID + place] * BESIDE_GRID + place)
        height = self.height
        built = state.built
        for space in range(SPACES):  # by level: what is higher is put later
            if built[space] != NO_TILE:
                cells.flag(self.built + space)
                cells.flag(self.laid_tiles + (built[space] >> 2))
                level = LEVEL[space]
                for cell in HALF_CELLS[space]:
                    cells.put(height + cell, level)

    def _write_question(self, state: Teotihuacan, seat: int, cells: Cells) -> None:
        """Write into the observation the pending question, the asked seat, and the pending steps."""
        seats = self.seats
        asked = state.to_move
        if asked < 0:
            cells.flag(self.phase + 3)
        elif state.in_turn:
            cells.flag(self.phase + 1)
        elif is_paying(state):
            cells.flag(self.phase + 2)
        else:
            cells.flag(self.phase)
        if asked >= 0 and is_secret(state):
            asked = first_asked(state, seat)
        if asked >= 0:
            cells.flag(self.asked + (asked + seats - seat) % seats)
        cells.flag(self.active + (state.active + seats - seat) % seats)
        cells.flag(self.seat + seat)
        kind = self.number_of[type(state.asking)]
        cells.flag(self.asks + kind)
        self._write_numbers(state.asking, kind, cells)
        for step in state.pending:
            cells.count(self.waits + self.number_of[type(step)])

    def _write_numbers(self, step: Any, kind: int, cells: Cells) -> None:
        """Write into the observation the numbers of the step that asks now, such as how many resources to choose."""
        column = self.numbers[kind]
        for name in self.attributes[kind]:
            cells.most(column, int(getattr(step, name)))
            column += 1
        if kind == self.ordering:
            left = int(step.left)
            for temple in range(3):
                cells.most(column + temple, left >> 3 * temple & 7)

    def _read_settings(self, settings: dict[str, Any]) -> None:
        """Find the observation columns for the rules options in `settings`; store their numbers in `settings_set`.

        Each possible value of a rules option has a column. `settings` leaves out an option that has its usual value;
        none of this option's columns is stored.
        """
        self.settings_read = settings
        self.settings_set = []
        column = self.setting
        for name, values in self.values:
            for value in values:
                if str(settings[name]) == value:
                    self.settings_set.append(column)
                column += 1

    def write_prefix(self, prefix: int, cells: Cells) -> None:
        """Write into the observation the first part of an answer, which the seat has already chosen.

        The part is the worker of a move, a Pyramid tile and its space, or the boards of the first workers. Each such
        part has an action index of its own, and `prefix` is a number that contains this index.
        """
        option = self.actions.options[chosen(prefix)[0]][0]
        kind = option >> KIND << KIND
        detail = option - kind
        if kind == MOVE:
            cells.flag(self.chosen_board + (detail >> 11) - 1)
            cells.flag(self.chosen_power + (detail >> 8 & 7) - 1)
            second = detail >> 1 & (1 << POWER_BITS) - 1
            if second > 0:
                cells.flag(self.chosen_second + second - 1)
        elif kind == BUILD:
            cells.flag(self.chosen_tile + (detail >> 7))
            cells.flag(self.chosen_space + (detail >> 2 & 31))
        elif kind == SETTLE:
            for number in range(3):
                cells.flag(self.chosen_board + (detail >> (12 - 3 * number) & 7))

    def _write_calendar(self, state: Teotihuacan, cells: Cells) -> None:
        """Write into the observation the calendar, and the number of Buildings in each row of the Nobles."""
        cells.most(self.calendar, state.light)
        cells.most(self.calendar + 1, state.dark)
        cells.most(self.calendar + 2, state.eclipses)
        if state.finished:
            cells.flag(self.calendar + 3)
        if state.eclipse_due >= 0:
            cells.flag(self.calendar + 4)
            cells.most(self.calendar + 5, state.eclipse_due - state.turn)
        cells.put_all(self.nobles, state.nobles)

    def _write_table(self, state: Teotihuacan, cells: Cells) -> None:
        """Write into the observation where boards, Royal tiles, Temple Bonus tiles and technologies lie.

        Write the boards of the neutral workers, too.
        """
        for position in range(1, BOARDS):
            if state.ring[position] > 0:
                cells.flag(self.ring + (position - 1) * (BOARDS - 1) + state.ring[position] - 1)
        for slot in range(3):
            cells.flag(self.royals + slot * len(ROYAL_IDS) + state.royals[slot])
            cells.flag(self.bonuses + slot * len(BONUS_IDS) + state.bonuses[slot])
        for place in range(len(state.technologies)):
            cells.flag(self.technologies + place * len(TECHNOLOGY_IDS) + state.technologies[place])
        column = self.neutrals
        for boards in state.neutrals:
            for board in boards:
                cells.flag(column + board)
            column += BOARDS

    def _write_offers(self, state: Teotihuacan, cells: Cells) -> None:
        """Write into the observation the Discovery tiles, Decorations and Pyramid tiles that players can take."""
        column = self.beside
        for board in DISCOVERY_BOARDS:
            if state.beside[board] != NO_DISCOVERY:
                cells.flag(column + state.beside[board])
            column += KINDS
        column = self.spots
        for spot in state.spots:
            cells.count_all(column, spot)
            column += KINDS
        column = self.decorations
        for tile in state.decoration_offer:
            if tile >= 0:
                cells.flag(column + tile)
            column += len(DECORATION_IDS)
        column = self.pyramid
        for tile in state.pyramid_offer:
            if tile != NO_TILE:
                cells.flag(column + tile)
            column += len(PYRAMID_IDS)

    def _write_decorated(self, state: Teotihuacan, cells: Cells) -> None:
        """Write into the observation which Decorations were laid, and which spaces have a Decoration."""
        for place in range(16):
            if state.decorated[place] >= 0:
                cells.flag(self.decorated + place)
                cells.flag(self.laid_decorations + state.decorated[place])

    def _write_unseen(self, state: Teotihuacan, in_setup: bool, cells: Cells) -> None:
        """Write into the observation how many Discovery tiles, Decorations and Pyramid tiles lie face down.

        In setup, also write the Starting tiles that lie open in a draft, and the Discovery tiles that players refused.
        """
        tied = 0
        if in_setup:
            for kinds in state.tied:
                tied += count_tied(kinds)
            tied += count_tied(state.laid_out_tied)
            for place in range(len(state.laid_out)):
                tile = state.laid_out[place]
                cells.flag(self.laid_out + tile)
                self._write_tied(self.laid_out_tied, tile, state.laid_out_tied[place], cells)
            cells.count_all(self.returned, state.returned)
        cells.most(self.unseen, len(state.discovery_stack) + tied)
        cells.most(self.unseen + 1, len(state.decoration_stack))
        cells.most(self.unseen + 2, len(state.pyramid_stack))

    def _write_tied(self, column: int, tile: int, kind: int, cells: Cells) -> None:
        """Write into the observation that a Discovery tile of this kind came with the Starting tile `tile`.

        Do nothing if `kind` is NO_DISCOVERY. `column` is the first of the columns that `_tied_columns` added.
        """
        if kind != NO_DISCOVERY:
            cells.flag(column + TIED.index(tile) * KINDS + kind)

    def _write_turn(self, state: Teotihuacan, seat: int, cells: Cells) -> None:
        """Write into the observation the state of the running turn, and the observer's answer about the salary."""
        if state.free_unlock:
            cells.flag(self.free_unlock)
        cells.flag(self.board + state.board)
        cells.most(self.turn_numbers, state.count)
        cells.most(self.turn_numbers + 1, state.lowest)
        cells.most(self.turn_numbers + 2, state.laid)
        cells.most(self.turn_numbers + 3, state.saving)
        cells.most(self.turn_numbers + 4, 1 if state.raising else 0)
        cells.most(self.turn_numbers + 5, state.purchases)
        cells.most(self.turn_numbers + 6, state.raised & 7)
        cells.most(self.turn_numbers + 7, state.raised // LOCKED)
        if state.skills != 0:
            self._write_technologies(self.skills, state.skills, cells)
        if is_paying(state) and has_answered_salary(state, seat):
            cells.flag(self.salary)
            cells.most(self.salary + 1, state.salaries[seat])

    def _write_technologies(self, column: int, bits: int, cells: Cells) -> None:
        """Write a set of technologies into the columns that begin with number `column`, one for each technology.

        The set is the number `bits`, with one bit for each technology.
        """
        for tile in range(len(TECHNOLOGY_IDS)):
            if bits >> tile & 1 == 1:
                cells.flag(column + tile)

    def _write_automaton(self, automaton: AutomatonState, cells: Cells) -> None:
        """T-17.1.4: write into the observation the automaton's tiles and dice.

        Write the Discovery tiles that the automaton removed from the game, too.
        """
        column = self.action_tiles
        for tile in automaton.tiles:
            cells.flag(column + tile)
            column += len(ACTION_IDS)
        cells.most(self.directions, automaton.upper)
        cells.most(self.directions + 1, automaton.lower)
        for number in range(len(automaton.rolled)):
            cells.most(self.rolled + number, automaton.rolled[number])
        cells.count_all(self.discarded, automaton.discarded)

    def _write_player(self, player: PlayerState, first: int, cells: Cells) -> None:
        """Write the open information about one player into the columns that begin with number `first`."""
        cells.most(first, player.cocoa)
        cells.put_all(first + 1, player.goods)
        cells.most(first + 4, player.points)
        cells.most(first + 5, player.points - MOST)
        cells.put_all(first + 6, player.temples)
        cells.most(first + 9, player.avenue)
        cells.most(first + 10, player.track)
        cells.most(first + 11, player.in_play())
        cells.most(first + 12, salary_due(player))
        column = first + 13
        if player.technologies != 0:
            self._write_technologies(column, player.technologies, cells)
        column += len(TECHNOLOGY_IDS)
        self._write_workers(player, column, cells)
        column += PLACES_OF_WORKERS * POWERS + len(SPACE_NAMES)
        cells.put_all(column, player.ready)
        cells.put_all(column + KINDS, player.used)

    def _write_workers(self, player: PlayerState, column: int, cells: Cells) -> None:
        """Write into the observation how many unlocked workers of each power the player has on each board.

        For each Worship space on which a worker of the player is locked, write the power of this worker.
        """
        for worker in player.workers:
            if worker.space != UNLOCKED:
                cells.put(column + PLACES_OF_WORKERS * POWERS + worker.space, worker.power)
            else:
                cells.count(column + worker.board * POWERS + worker.power - 1)

    def _write_starting(self, state: Teotihuacan, owner: int, seat: int, first: int, cells: Cells) -> None:
        """T-2.3, T-16.1: write into the observation the Starting tiles of seat `owner`, as far as `seat` knows them."""
        column = first + self.player_size - 2 * len(STARTING_IDS) - len(TIED) * KINDS
        kept = state.kept[owner]
        tiles = kept if len(state.dealt) == 0 else state.dealt[owner]
        secret = len(state.dealt) > 0 and owner != seat
        if secret and not have_all_chosen(state):
            return
        for place in range(len(tiles)):
            tile = tiles[place]
            if tile in kept:
                cells.flag(column + len(STARTING_IDS) + tile)
            elif secret:
                continue
            cells.flag(column + tile)
            self._write_tied(column + 2 * len(STARTING_IDS), tile, state.tied[owner][place], cells)


def count_tied(kinds: list[int]) -> int:
    """Return how many items of a list are Discovery tiles; the other items are NO_DISCOVERY."""
    count = 0
    for kind in kinds:
        if kind != NO_DISCOVERY:
            count += 1
    return count
