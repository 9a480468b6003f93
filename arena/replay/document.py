"""A match as one HTML file: board, moves, ledger, times, and the record itself.

The file needs no network and no other file. A browser opens it without this project. The frames and the record are
packed with gzip, and the script in the file unpacks them. Without the script, the file shows the last board, all moves
and all tables.
"""

import base64
import binascii
import gzip
import re
import zlib
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.errors import VerificationError
from arena.games.game import SPECTATOR, spell_value
from arena.games.pictures import DASH, FRAME, SEATS, sheet_rules
from arena.games.words import category_in_words
from arena.languages import language, noted, say
from arena.languages.locales import ordinal
from arena.replay import fragments, frames
from arena.replay.fragments import Shown, safe
from arena.replay.retelling import Positions, Retelling, retold
from arena.replay.review import Review, reviewed, section

HERE: Final = Path(__file__).parent
COMMAND: Final = "arena verify FILE.html"
FAIRNESS: Final = (noted("committed"), noted("seeded"), noted("position"))
RECORD: Final = re.compile(rb'<script type="application/gzip" id="record">([A-Za-z0-9+/=\s]*)</script>')
BEGINNING: Final = b"<!doctype html>"
LARGEST: Final = 1 << 26  # bytes of a record that is unpacked: a thousand times a usual one


# Writing -------------------------------------------------------------------------------------------------------------


def document(data: bytes, published: str = "", review: Review | None = None) -> str:
    """Return the HTML file of a record in the reader's language.

    If the game cannot be replayed, the file shows its moves, ledger and result.

    The script in the file computes the hash of the record (its head), and compares it with `published`. If `published`
    is empty, it compares with the head that this function found in `data`. With an analysis, the file shows each seat's
    expected score as a curve, the decisions that cost most, and some sentences about each seat's game.
    """
    told = retold(data)
    places = Positions(told)
    shown = reviewed(Shown(told, max(told.playable, 0), SPECTATOR, _link), review, places)
    picture = frames.picture_at(told, places, shown.at, SPECTATOR, FRAME)
    names = f" {DASH} ".join(map(safe, told.names))
    observers = (SPECTATOR, *range(len(told.names)))
    packed_frames = packed(frames.as_bytes(frames.frames(told, observers)))
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{names}: {safe(told.record.header.game)}</title>\n<style>{sheet()}</style>\n</head>\n<body>\n<main>\n"
        f"{_heading(told, names)}"
        f"{frames.symbols(told, places)}"
        f"{fragments.replay(shown, picture, fragments.moves(shown))}\n{section(shown, review, places)}"
        f"{_ledger(told)}"
        f"<details><summary>{safe(say('All answers with their times'))}</summary>{fragments.times(shown)}</details>\n"
        f"{_facts(told)}{_check(told.record.head, published)}"
        "</main>\n"
        f'<script type="application/gzip" id="packed">{packed_frames}</script>\n'
        f'<script type="application/gzip" id="record">{packed(data)}</script>\n'
        f"<script>{script()}</script>\n</body>\n</html>"
    )


def _link(at: int, observer: int) -> str:
    """Return the link to a position within the HTML file, such as `#at=12&seat=0`."""
    return f"#at={at}" + ("" if observer == SPECTATOR else f"&seat={observer}")


def packed(data: bytes) -> str:
    """Return bytes as gzip in base64. Equal bytes give equal texts."""
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


@cache
def sheet() -> str:
    """Return the style sheet for the HTML files of records."""
    files = [(HERE / name).read_text(encoding="utf-8") for name in ("file.css", "replay.css")]
    return "\n".join([*files, sheet_rules()])


@cache
def script() -> str:
    """Return the script for the HTML files of records. Pages of the site use the same script."""
    return (HERE / "replay.js").read_text(encoding="utf-8")


@cache
def policy() -> str:
    """Return the Content-Security-Policy for the HTML files: it allows only their own script and style sheet."""
    return (
        f"default-src 'none'; script-src {digest_source(script())}; style-src {digest_source(sheet())}; "
        "base-uri 'none'; form-action 'none'"
    )


def digest_source(text: str) -> str:
    """Return the digest of a script or a style sheet as a source for a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def _heading(told: Retelling, names: str) -> str:
    header, result = told.record.header, told.record.result
    game = header.game.capitalize()
    lead = safe(say("%(game)s for %(seats)s, clock %(clock)s.", game=game, seats=len(told.names), clock=header.clock))
    problem = fragments.trouble(told)
    return f'<h1>{names}</h1>\n<p class="lead">{lead}</p>\n{problem}{results(told) if result is not None else ""}'


def results(told: Retelling) -> str:
    """Return the final places as an HTML list: for each seat its place, its entrant and its points.

    Call it only for a record with a result.
    """
    result = told.record.result
    assert result is not None
    seats = sorted(range(len(told.names)), key=lambda seat: (result.placements[seat], seat))
    lines = "".join(
        f"<li>{ordinal(result.placements[seat])} {fragments.called(told, seat)} "
        f'<span class="score">{result.scores[seat]}</span>{_forfeited(told, seat)}</li>'
        for seat in seats
    )
    return f'<ol class="results">{lines}</ol>\n'


def _forfeited(told: Retelling, seat: int) -> str:
    reasons = [step.passages[-1].text for step in told.steps if step.is_forfeit and step.seat == seat]
    return "".join(f' <span class="state">{safe(reason)}</span>' for reason in reasons)


def _ledger(told: Retelling) -> str:
    """Return the ledger as an HTML table: each seat's points by category."""
    result = told.record.result
    if result is None:
        return f"<p>{safe(say('The record ends without a result.'))}</p>\n"
    heads = "".join(f'<th scope="col" class="n">{fragments.called(told, seat)}</th>' for seat in range(len(told.names)))
    rows = "".join(
        f'<tr><th scope="row">{safe(category_in_words(told.record.header.game, category))}</th>'
        + "".join(f'<td class="n">{sum(rounds)}</td>' for rounds in seats)
        + "</tr>"
        for category, seats in result.ledger.items()
        if any(map(sum, seats))
    )
    title = safe(say("Where the points come from"))
    return (
        f"<details><summary>{title}</summary>"
        f'<div class="scroll" role="region" aria-label="{title}" tabindex="0"><table>'
        f"<caption>{safe(say('Points by category'))}</caption>"
        f'<thead><tr><th scope="col">{safe(say("Category"))}</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>\n"
    )


def _facts(told: Retelling) -> str:
    header = told.record.header
    options = ", ".join(f"{name}={spell_value(value)}" for name, value in header.options.items())
    seats = "; ".join(
        f"{SEATS[seat] if seat < len(SEATS) else seat} {seated.entrant} {seated.version} ({seated.kind})"
        for seat, seated in enumerate(header.seats)
    )
    facts = {
        say("Match"): header.match,
        say("Seats"): seats,
        say("Rules"): say("%(game)s, version %(version)s", game=header.game, version=header.rules_version),
        say("Options"): options or say("none"),
        say("Deal"): say(header.fairness),
        say("Commitment"): header.commitment or say("none: the game began at a position"),
    }
    lines = "".join(f"<dt>{safe(name)}</dt><dd>{safe(value)}</dd>" for name, value in facts.items())
    return f"<details><summary>{safe(say('Rules, options and hashes'))}</summary><dl>{lines}</dl></details>\n"


def _check(own: str, published: str) -> str:
    ending = (
        say("The chain ends in the head, which the arena published:")
        if published
        else say("The chain ends in the head, to compare with the one that the arena published:")
    )
    linked = say("The record is in this file. Each of its lines is linked to all before it.")
    again = safe(say("%(command)s plays the record in this file again.", command=COMMAND))
    return (
        f"<h2>{safe(say('Is this what was played?'))}</h2>\n<p>{safe(linked)} {safe(ending)}</p>\n"
        f'<p><code id="head">{safe(published or own)}</code></p>\n'
        f'<p id="chain" role="status">{safe(say("Without script the chain is not checked here."))}</p>\n'
        f"<p>{again.replace(COMMAND, f'<code>{COMMAND}</code>')} "
        f'<a id="save" download="match.jsonl" hidden>{safe(say("Save the record"))}</a></p>\n'
    )


# Reading -------------------------------------------------------------------------------------------------------------


def is_document(data: bytes) -> bool:
    """True if the bytes begin like an HTML file."""
    return data[:64].lstrip().lower().startswith(BEGINNING)


def record_in(data: bytes) -> bytes:
    """Return the record in an HTML file. Raise VerificationError if there is none, or if it cannot be unpacked."""
    found = RECORD.findall(data)
    if len(found) != 1:
        raise VerificationError(f"expected one record in the HTML file, found {len(found)}")
    unpacker = zlib.decompressobj(wbits=31)
    try:
        record = unpacker.decompress(base64.b64decode(found[0], validate=True), LARGEST)
    except (binascii.Error, zlib.error) as error:
        raise VerificationError(f"the record in the HTML file cannot be unpacked: {error}") from None
    if not unpacker.eof or unpacker.unused_data:
        raise VerificationError("the record in the HTML file is cut or too long")
    return record
