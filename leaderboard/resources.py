"""The resources of pages: script, sheets, frames, pictures and files. Sent packed, and stored by browsers."""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import Request, Response

from arena.games.pictures import sheet, sheet_rules
from arena.replay import document

FOREVER: Final = "public, max-age=31536000, immutable"
A_DAY: Final = "public, max-age=86400"
ASK: Final = "no-cache"
QUICK: Final = 4  # of gzip, for a page that is packed each time
FOLDER: Final = Path(document.__file__).parent
PICTURE_HEADERS: Final = {
    "cross-origin-resource-policy": "cross-origin",  # README files and pages elsewhere may show it
}
EMBED_HEADERS: Final = {
    **PICTURE_HEADERS,
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
    ),
}
ROBOTS: Final = """\
User-agent: *
Disallow: /api/
Disallow: /embed/
Disallow: /*?at=
Disallow: /*&at=
Disallow: /*?seat=
Disallow: /*/frames.json
Disallow: /*/board.svg
Disallow: /*/replay.html
"""


@dataclass(frozen=True, slots=True)
class Asset:
    """A script or a sheet that pages need: packed with gzip, at an address that changes with it."""

    name: str
    media: str
    packed: bytes

    @property
    def address(self) -> str:
        """The address for pages."""
        return f"/assets/{self.name}?v={sha256(self.packed).hexdigest()[:12]}"


@cache
def assets() -> dict[str, Asset]:
    """Return the script and the sheet of replays, by name."""
    style = (FOLDER / "replay.css").read_text(encoding="utf-8") + sheet_rules()
    files = [("replay.js", "text/javascript", document.script()), ("replay.css", "text/css", style)]
    return {name: Asset(name, media, gzip.compress(text.encode(), 9, mtime=0)) for name, media, text in files}


@cache
def picture_policy() -> str:
    """Return what a browser may do with a picture that stands alone: use the sheet in it, and nothing else."""
    text = sheet().removeprefix("<style>").removesuffix("</style>")
    return f"default-src 'none'; style-src {document.digest_source(text)}; frame-ancestors 'none'"


def sent(request: Request, packed: bytes, media: str, cached: str, headers: dict[str, str] | None = None) -> Response:
    """Answer with packed bytes; unpacked for a reader without gzip, and with nothing for a reader that has them."""
    digest = f'"{sha256(packed).hexdigest()[:20]}"'
    said = {"etag": f"W/{digest}", "cache-control": cached, "vary": "accept-encoding", **(headers or {})}
    known = request.headers.get("if-none-match", "").split(",")
    if digest in [each.strip().removeprefix("W/") for each in known]:
        return Response(status_code=304, headers=said)
    if reads_gzip(request.headers.get("accept-encoding", "")):
        return Response(packed, headers={**said, "content-encoding": "gzip"}, media_type=media)
    return Response(gzip.decompress(packed), headers=said, media_type=media)


def reads_gzip(accepted: str) -> bool:
    """True if a reader says that it unpacks gzip; `q=0` says that it does not."""
    for each in accepted.split(","):
        name, _, quality = each.partition(";")
        if name.strip().lower() == "gzip":
            return quality.strip().rstrip("0") not in {"q=", "q=0."}
    return False
