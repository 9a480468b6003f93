"""The weights of the learned bots: files in the package, each read once and refused if it is damaged."""

import hashlib
import sys
import zlib
from array import array
from importlib.resources import files
from typing import Final

from arena.bots.notes import PHASES, PLACES, SLOTS
from arena.errors import UsageError

FORMAT: Final = "tlachtli-weights"
VERSION: Final = 1
SUFFIX: Final = ".weights"
LASTING: Final = SLOTS * PHASES


class Weights:
    """The learned weights for one game: a byte for each fact about an option, a number for each fact about a seat.

    The weights for seats are in hundredths of a point. Facts are also called notes.
    """

    def __init__(self, options: bytes, lasting: list[int]) -> None:
        self.options: Final = options
        self.lasting: Final = lasting


def packed(game: str, weights: Weights) -> bytes:
    """Return the content of a file with weights: a line with version, game and checksum, then compressed weights."""
    lasting = array("h", weights.lasting)
    if sys.byteorder == "big":
        lasting.byteswap()
    body = weights.options + lasting.tobytes()
    head = f"{FORMAT} {VERSION} {game} {hashlib.sha256(body).hexdigest()}\n"
    return head.encode() + zlib.compress(body, 9)


def unpacked(data: bytes, game: str) -> Weights:
    """Return the weights in a file's bytes. Raise UsageError if the file is for another version or game, or damaged."""
    head, _, rest = data.partition(b"\n")
    words = head.decode("ascii", "replace").split()
    if len(words) != 4 or words[0] != FORMAT:
        raise UsageError(f"weights for {game}: no file of weights; expected one that scripts/train wrote")
    if words[1] != str(VERSION):
        raise UsageError(f"weights for {game}: version {words[1]}; expected version {VERSION}")
    if words[2] != game:
        raise UsageError(f"weights for {game}: they are for {words[2]}; expected those of {game}")
    try:
        body = zlib.decompress(rest)
    except zlib.error:
        body = b""
    size = PLACES + 2 * LASTING
    if len(body) != size or hashlib.sha256(body).hexdigest() != words[3]:
        raise UsageError(f"weights for {game}: the file is cut short or damaged; expected {size} whole bytes")
    lasting = array("h", body[PLACES:])
    if sys.byteorder == "big":
        lasting.byteswap()
    return Weights(body[:PLACES], lasting.tolist())


READ: Final[dict[str, Weights]] = {}


def weights_of(game: str) -> Weights:
    """Return the weights that the package has for a game; raise UsageError if it has none."""
    if game not in READ:
        path = files("arena.bots").joinpath("learned_weights", f"{game}{SUFFIX}")
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise UsageError(f"there are no weights for {game}: expected {path}") from None
        READ[game] = unpacked(data, game)
    return READ[game]
