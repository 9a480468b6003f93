"""T-2.3, T-16.1 Starting tiles: dealt in secret or drafted, their benefits, and the first boards of the workers."""

from typing import Final

from arena.games.teotihuacan import claims
from arena.games.teotihuacan.actions.alchemy import mark
from arena.games.teotihuacan.goods import ANY_GOODS
from arena.games.teotihuacan.hidden import DEALT, have_all_chosen, tie
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.temples import ADVANCE, AVENUE_STEP
from arena.games.teotihuacan.terms import COCOA, FROM_STARTING, GOLD, HAND, STONE, WOOD
from arena.games.teotihuacan.tiles.discovery import NO_DISCOVERY
from arena.games.teotihuacan.tiles.starting import STARTING_TILES, StartingTile
from arena.games.teotihuacan.windows import BENEFIT, CLAIM, KEEP, PASS, SETTLE, TAKE, PlayerDecision

DRAFT: Final[list[int]] = [0, 0, 6, 8, 10]  # T-16.1: tiles laid out, by player count


def starting_steps(state: Teotihuacan, order: list[int]) -> None:
    """T-2.3.3 to T-2.3.9, T-16.1: deal Starting tiles from the stack `order`, or lay them out for a draft.

    Add to the pending steps what follows: the players choose tiles, get the benefits, and place their workers.
    """
    humans = state.humans()  # T-17.1.1: the automaton takes none
    for seat in range(humans - 1, -1, -1):
        state.push(SETTLES[seat])
    for seat in range(humans - 1, -1, -1):
        state.push(BENEFITS[seat])
    state.kept = [[] for _ in range(humans)]
    if state.settings["starting_tile_draft"] is True:
        lay_out(state, order)
    else:
        deal_tiles(state, order)


def deal_tiles(state: Teotihuacan, order: list[int]) -> None:
    """T-2.3.3: deal four Starting tiles from the stack `order` to each player.

    Add to the pending steps the choice of two, and their reveal. The Starting tiles S14 and S16 come with a Discovery
    tile that only their owner sees.
    """
    for _ in range(state.humans()):
        dealt = [order.pop() for _ in range(DEALT)]
        ties = tie_all(state, dealt)
        state.dealt.append(sorted(dealt))
        state.tied.append([ties[tile] for tile in sorted(dealt)])
    state.push(REVEAL)
    state.push(KEEP_TWO)


def tie_all(state: Teotihuacan, tiles: list[int]) -> dict[int, int]:
    """T-2.3.3: draw a Discovery tile for each Starting tile that comes with one.

    Return a dict from each Starting tile to its Discovery tile; to NO_DISCOVERY if it comes with none.
    """
    return {tile: tie(state, tile) for tile in tiles}


class Keep(PlayerDecision):
    """T-2.3.4: each player keeps two of its four Starting tiles.

    All players choose before any choice is shown (T-19.4).
    """

    def asked(self, state: Teotihuacan) -> int:
        """Return the first seat that has not chosen its Starting tiles."""
        return state.kept.index([])

    def offers(self, state: Teotihuacan) -> list[int]:
        """S1: return an option for each pair of the tiles dealt to the seat."""
        if have_all_chosen(state):
            return []
        dealt = state.dealt[self.asked(state)]
        return [KEEP + dealt[a] * 32 + dealt[b] for a in range(DEALT) for b in range(a + 1, DEALT)]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Store which tiles the seat keeps, and ask the next seat."""
        pair = option - KEEP
        state.kept[self.asked(state)] = [pair >> 5, pair & 31]
        state.push(KEEP_TWO)


class Reveal(Step):
    """T-2.3.4: reveals the tiles that players keep. Rejected tiles are never revealed."""

    def begin(self, state: Teotihuacan) -> bool:
        """Add to the event log an event for each tile that a player keeps."""
        if state.log is not None:
            for seat in range(state.humans()):
                for tile in state.kept[seat]:
                    state.tell("kept", [seat, tile, tied_to(state, seat, tile)])
        return False


def lay_out(state: Teotihuacan, order: list[int]) -> None:
    """T-16.1: lay out Starting tiles from the stack `order` face up for a draft.

    Add the draft to the pending steps: players take one tile each in turn order, then one each in reverse order.
    """
    tiles = [order.pop() for _ in range(DRAFT[state.seats])]
    ties = tie_all(state, tiles)
    state.laid_out = sorted(tiles)
    state.laid_out_tied = [ties[tile] for tile in state.laid_out]
    humans = state.humans()  # T-17.1.5: the automaton takes none
    state.tied = [[] for _ in range(humans)]
    for seat in range(humans):
        state.push(TAKES[seat])
    for seat in range(humans - 1, -1, -1):
        state.push(TAKES[seat])


class Take(PlayerDecision):
    """T-16.1: a player takes one of the open Starting tiles, with the Discovery tile beside it if there is one."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def asked(self, state: Teotihuacan) -> int:
        """Return the seat that takes the next tile."""
        return self.seat

    def offers(self, state: Teotihuacan) -> list[int]:
        """Return an option for each Starting tile that no player has taken yet."""
        return [TAKE + tile for tile in state.laid_out]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Give the chosen tile to the seat, with the Discovery tile beside it."""
        tile = option - TAKE
        at = state.laid_out.index(tile)
        state.laid_out.pop(at)
        tied = state.laid_out_tied.pop(at)
        state.kept[self.seat].append(tile)
        state.tied[self.seat].append(tied)
        if state.log is not None:
            state.tell("took", [self.seat, tile, tied])


class Benefits(Step):
    """T-2.3.5: a player gets the benefits of its two Starting tiles, then may claim the Discovery tiles beside them.

    The player cannot change the order of these steps, because no other order is better.
    """

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def begin(self, state: Teotihuacan) -> bool:
        """T-2.3.5 to T-2.3.8: add to the pending steps the benefits of both tiles, then the claims of Discovery tiles.

        These are the Discovery tiles that came with the Starting tiles.
        """
        state.active = self.seat
        tiles = state.kept[self.seat]
        for at in range(len(tiles) - 1, -1, -1):
            if STARTING_TILES[tiles[at]].discovery > 0:
                state.push(ClaimTied(tiles[at]))
        for at in range(len(tiles) - 1, -1, -1):
            state.push(Give(tiles[at]))
        return False


class Give(Step):
    """T-2.3.5 to T-2.3.7: a player gets the benefits of one Starting tile."""

    def __init__(self, tile: int) -> None:
        self.tile: Final = tile

    def begin(self, state: Teotihuacan) -> bool:
        """Give the player the goods of the tile now, and add its other benefits to the pending steps.

        These are resources that the player chooses, temple steps, an Avenue step, a technology and a power-up.
        """
        give(state, state.player(), state.readings.starting[self.tile])
        return False


def tied_to(state: Teotihuacan, seat: int, tile: int) -> int:
    """Return the Discovery tile that lies beside a Starting tile of a seat, as the number of its kind.

    Return NO_DISCOVERY if there is none, or if it was claimed or refused.
    """
    return state.tied[seat][place_of_tile(state, seat, tile)]


def place_of_tile(state: Teotihuacan, seat: int, tile: int) -> int:
    """Return the index of a tile in the list of tiles that a seat was dealt, or that it took in a draft."""
    tiles = state.dealt[seat] if len(state.dealt) > 0 else state.kept[seat]
    return tiles.index(tile)


def give(state: Teotihuacan, player: PlayerState, tile: StartingTile) -> None:
    """T-2.3.5 to T-2.3.7: give a player the goods of a Starting tile; add its other benefits to the pending steps."""
    state.gain(player, WOOD, tile.wood, FROM_STARTING)
    state.gain(player, STONE, tile.stone, FROM_STARTING)
    state.gain(player, GOLD, tile.gold, FROM_STARTING)
    state.gain(player, COCOA, tile.cocoa, FROM_STARTING)
    if tile.power_up > 0:
        state.push(RAISE_STARTING)
    if tile.technology > 0:
        state.push(LOWEST_TECHNOLOGY)
    if tile.avenue > 0:
        state.push(AVENUE_STEP)
    for temple in reversed(tile.temples):
        state.push(ADVANCE[temple])
    if tile.any_resource > 0:
        state.push(ANY_GOODS[tile.any_resource])


class RaiseStarting(PlayerDecision):
    """T-2.3.6: the player adds 1 to the power of one of its three starting workers."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """S2: return a list of options, one for each different power of the starting workers.

        The option adds 1 to the power of one worker that has this power.
        """
        powers = sorted({worker.power for worker in state.player().workers if worker.board == HAND})
        return [BENEFIT + power for power in powers]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Add 1 to the power of one starting worker of the chosen power."""
        player = state.player()
        for worker in player.workers:
            if worker.board == HAND and worker.power == option - BENEFIT:
                worker.power += 1
                break
        if state.log is not None:
            state.tell("raised", [player.seat, option - BENEFIT + 1])


class LowestTechnology(Step):
    """T-2.3.7: the player gets, for free, the technology with the lowest number that it lacks.

    Other players that have this technology score nothing: they score only if it is bought (T-7.5.4).
    """

    def begin(self, state: Teotihuacan) -> bool:
        """Put the player's marker on the first technology that the player does not have yet.

        Then the player advances on the temple of this technology's column.
        """
        player = state.player()
        for place in range(len(state.technologies)):
            if not player.has(state.technologies[place]):
                mark(state, player, place)
                return False
        return False


class ClaimTied(PlayerDecision):
    """T-2.3.8: the player may claim the Discovery tile that came with a Starting tile that it kept.

    It pays with goods that it has now.
    """

    def __init__(self, tile: int) -> None:
        self.tile: Final = tile

    def offers(self, state: Teotihuacan) -> list[int]:
        """S2: return the option to claim the Discovery tile, if the player can pay for it, and the option to refuse."""
        kind = tied_to(state, state.active, self.tile)
        if claims.can_pay(state.player(), kind):
            return [CLAIM + kind, PASS]
        return [PASS]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Let the player claim the Discovery tile, or set it aside; at the end of setup it returns to the stack."""
        kind = tied_to(state, state.active, self.tile)
        state.tied[state.active][place_of_tile(state, state.active, self.tile)] = NO_DISCOVERY
        if option == PASS:
            state.returned.append(kind)
            state.returned.sort()
            if state.log is not None:
                state.tell("declined", [state.active, kind])
        else:
            claims.take(state, state.player(), kind)


class Settle(PlayerDecision):
    """T-2.3.9: a player places its three workers on three different boards that its kept tiles show."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def asked(self, state: Teotihuacan) -> int:
        """Return the seat that places its workers."""
        return self.seat

    def offers(self, state: Teotihuacan) -> list[int]:
        """S3: return an option for each choice of three boards, with each different order of the three powers."""
        boards = printed_boards(state.kept[self.seat])
        orders = power_orders(state.players[self.seat])
        offered: list[int] = []
        for a in range(len(boards)):
            for b in range(a + 1, len(boards)):
                for c in range(b + 1, len(boards)):
                    where = (boards[a] - 1) << 6 | (boards[b] - 1) << 3 | boards[c] - 1
                    for order in orders:
                        offered.append(SETTLE + (where << 6 | order))
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Place the three workers. The option says on which board the worker of each power goes."""
        player = state.players[self.seat]
        detail = option - SETTLE
        hand = [worker for worker in player.workers if worker.board == HAND]
        for number in range(3):
            board = settled_board(detail, number)
            power = settled_power(detail, number)
            for worker in hand:
                if worker.board == HAND and worker.power == power:
                    worker.board = board
                    break
        if state.log is not None:
            for worker in hand:
                state.tell("settled", [self.seat, worker.power, worker.board])


def printed_boards(tiles: list[int]) -> list[int]:
    """T-2.3.9: return the three or four different boards that two kept Starting tiles show."""
    return sorted({board for tile in tiles for board in (STARTING_TILES[tile].left, STARTING_TILES[tile].right)})


def power_orders(player: PlayerState) -> list[int]:
    """Return a list with a number for each different order of the powers of the three starting workers.

    The number is 16 * first power + 4 * second power + third power.
    """
    powers = [worker.power for worker in player.workers if worker.board == HAND]
    orders: list[int] = []
    for a in range(3):
        for b in range(3):
            if a != b:
                order = powers[a] * 16 + powers[b] * 4 + powers[3 - a - b]
                if order not in orders:
                    orders.append(order)
    orders.sort()
    return orders


def settled_board(detail: int, number: int) -> int:
    """Return the board on which an option places the first, second or third worker (`number` 0, 1 or 2).

    `detail` is the option as a number, without its kind. It has, from its highest bit down, the three board numbers
    minus 1, with three bits each, and the three powers, with two bits each.
    """
    return (detail >> (12 - 3 * number) & 7) + 1


def settled_power(detail: int, number: int) -> int:
    """Return the power of the first, second or third worker (`number` 0, 1 or 2) that an option places.

    `detail` is the option as a number, without its kind. Its lowest bits are three powers, with two bits each.
    T-2.3.6: a power is at most 3.
    """
    return detail >> (4 - 2 * number) & 3


def end_of_starting(state: Teotihuacan) -> None:
    """T-2.6: take all Starting tiles from the players. Put unclaimed Discovery tiles back into the stack."""
    for tied in state.tied:
        state.returned.extend(kind for kind in tied if kind != NO_DISCOVERY)
    state.returned.extend(kind for kind in state.laid_out_tied if kind != NO_DISCOVERY)
    state.discovery_stack.extend(state.returned)
    state.returned.clear()
    state.dealt.clear()
    state.kept.clear()
    state.tied.clear()
    state.laid_out.clear()
    state.laid_out_tied.clear()


KEEP_TWO: Final = Keep()
REVEAL: Final = Reveal()
TAKES: Final = [Take(seat) for seat in range(4)]
BENEFITS: Final = [Benefits(seat) for seat in range(4)]
RAISE_STARTING: Final = RaiseStarting()
LOWEST_TECHNOLOGY: Final = LowestTechnology()
SETTLES: Final = [Settle(seat) for seat in range(4)]
