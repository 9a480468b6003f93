"""Replays on the site: the parts of a match page that are made from the match's record.

These parts are made once and remembered by the record's digest. Threads of the site's own process draw them, so that
the arena is not delayed.
"""

import gzip
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

from markupsafe import Markup

import arena.analysis
import arena.games
import arena.languages
from arena.games.game import SPECTATOR
from arena.games.pictures import ALONE, FRAME
from arena.languages import language
from arena.replay import document, fragments, frames
from arena.replay.fragments import Shown
from arena.replay.retelling import Positions, Retelling, retold
from arena.replay.review import Review, reviewed, section
from leaderboard.addresses import prefix_of

MOST: Final = 32  # matches that are remembered
PACKING: Final = 6  # of gzip

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ReplayOnPage:
    """The parts of a match page that show its replay, and the addresses of its frames, pictures and files."""

    symbols: Markup
    board: Markup
    times: Markup
    results: Markup
    frames: str
    picture: str
    file: str
    trouble: Markup
    review: Markup  # where the game turned; empty without an analysis
    can_be_analysed: bool


@dataclass(slots=True)
class StagedMatch:
    """A match that is ready for its replay: record, sentences, positions, and a cache of HTML, SVG and JSON."""

    data: bytes
    told: Retelling
    places: Positions
    made: dict[object, object] = field(default_factory=dict)

    def once(self, key: object, make: Callable[[], T]) -> T:
        """Return the cached value of this key. If it is missing, call `make` and cache the result."""
        if key not in self.made:
            self.made[key] = make()
        found: T = self.made[key]  # type: ignore[assignment]
        return found

    def moves(self, match: str, observer: int, review: Review | None = None) -> str:
        """Return the HTML list of moves, with links to each position and with the remarks of an analysis."""
        shown = Shown(self.told, 0, observer, linked(match))
        return self.once(
            ("moves", match, observer, mark_of(review)), lambda: fragments.moves(reviewed(shown, review, self.places))
        )

    def section(self, match: str, observer: int, review: Review | None) -> str:
        """Return the HTML section of an analysis: a text on each seat's game, and the large events of luck.

        Return an empty text without an analysis.
        """
        shown = Shown(self.told, 0, observer, linked(match))
        return self.once(("section", match, observer, mark_of(review)), lambda: section(shown, review, self.places))

    def times(self, match: str, observer: int) -> str:
        """Return the HTML table of the answers with their times."""
        shown = Shown(self.told, 0, observer, linked(match))
        return self.once(("times", match, observer), lambda: fragments.times(shown))

    def frames(self, observer: int) -> bytes:
        """Return the pictures of all positions, as an observer (a seat or the spectator) sees them, in packed JSON."""
        return self.once(
            ("frames", observer),
            lambda: gzip.compress(frames.as_bytes(frames.frames(self.told, [observer])), PACKING, mtime=0),
        )

    def symbols(self) -> str:
        """Return the SVG symbols that the pictures of all positions use."""
        return self.once("symbols", lambda: frames.symbols(self.told, self.places))

    def file(self, head: str, review: Review | None = None) -> bytes:
        """Return the downloadable HTML file of the match, packed with gzip.

        The file contains the published head (last hash) of the record, and the analysis if there is one.
        """
        return self.once(
            ("file", head, mark_of(review)),
            lambda: gzip.compress(document.document(self.data, head, review).encode(), PACKING, mtime=0),
        )

    def picture(self, at: int, observer: int) -> bytes:
        """Return the picture of a position as an SVG file, packed with gzip. The cache does not store it."""
        return gzip.compress(frames.picture_at(self.told, self.places, at, observer, ALONE).encode(), PACKING, mtime=0)


class Replays:
    """A cache of the StagedMatch values that readers requested last."""

    def __init__(self, most: int = MOST) -> None:
        self._most: Final = most
        self._staged: OrderedDict[tuple[str, str], StagedMatch] = OrderedDict()
        self._lock: Final = Lock()

    def of(self, data: bytes) -> StagedMatch:
        """Return the StagedMatch of a record, with sentences in the reader's language, from the cache if possible.

        Raise VerificationError or CannotVerifyError if the record's header cannot be read.
        """
        digest = (language(), sha256(data).hexdigest())
        with self._lock:
            found = self._staged.get(digest)
            if found is not None:
                self._staged.move_to_end(digest)
                return found
        told = retold(data)
        staged = StagedMatch(data, told, Positions(told))
        with self._lock:
            self._staged[digest] = staged
            while len(self._staged) > self._most:
                self._staged.popitem(last=False)
        return staged


def linked(match: str) -> fragments.Link:
    """Return a function that makes the address of a position from the number of answers and a seat or SPECTATOR.

    `match` is the match's name, quoted for addresses.
    """

    def link(at: int, observer: int) -> str:
        seen = "" if observer == SPECTATOR else f"&seat={observer}"
        return f"{prefix_of(language())}/matches/{match}?at={at}{seen}#board"

    return link


def mark_of(review: Review | None) -> str:
    """Return a short digest of an analysis; an empty text without an analysis.

    The address of the match's HTML file contains the digest. So a new analysis gives the file a new address.
    """
    return "" if review is None else review.mark


def on_page(  # noqa: PLR0913 -- what the page shows
    staged: StagedMatch,
    match: str,
    at: int,
    observer: int,
    *,
    review: Review | None = None,
    can_be_analysed: bool = False,
) -> ReplayOnPage:
    """Return the parts of a match page that show the position after `at` answers, as a seat or a spectator sees it."""
    told = staged.told
    shown = reviewed(Shown(told, at, observer, linked(match)), review)
    picture = frames.picture_at(told, staged.places, at, observer, FRAME)
    moves = staged.moves(match, observer, review).replace(f'class="said" id="m{at}"', f'class="said now" id="m{at}"', 1)
    seen = "" if observer == SPECTATOR else f"&seat={observer}"
    return ReplayOnPage(
        symbols=Markup(staged.symbols()),  # noqa: S704 -- the renderer and the fragments escape what is in them
        board=Markup(fragments.replay(shown, picture, moves)),  # noqa: S704
        times=Markup(staged.times(match, observer)),  # noqa: S704
        results=Markup(document.results(told) if told.record.result is not None else ""),  # noqa: S704
        frames=f"/matches/{match}/frames.json?v={version()}" if told.playable >= 0 else "",
        picture=f"/matches/{match}/board.svg?at={at}{seen}" if picture else "",
        file=f"/matches/{match}/replay.html?v={version()}{mark_of(review)}",
        trouble=Markup(fragments.trouble(told)),  # noqa: S704
        review=Markup(staged.section(match, observer, review)),  # noqa: S704
        can_be_analysed=can_be_analysed and told.playable > 0,
    )


@cache
def version() -> str:
    """Return a short digest of all code, tables and translations from which replays are made.

    The answer for an address that contains this digest never changes.
    """
    digest = sha256()
    for module in (arena.games, arena.languages, arena.analysis, document):
        for path in sorted(Path(str(module.__file__)).parent.rglob("*")):
            if path.suffix in {".py", ".csv", ".js", ".css", ".mo"}:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
