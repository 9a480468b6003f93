"""Files that pages load: scripts, style sheets, frames and pictures. They are sent packed, and browsers cache them."""

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
    """A script or a style sheet, packed with gzip. Its address contains its digest."""

    name: str
    media: str
    packed: bytes

    @property
    def address(self) -> str:
        """Return the address that pages use for the file."""
        return f"/assets/{self.name}?v={sha256(self.packed).hexdigest()[:12]}"


@cache
def assets() -> dict[str, Asset]:
    """Return a dict from file name to Asset with the script and the style sheet of replays."""
    style = (FOLDER / "replay.css").read_text(encoding="utf-8") + sheet_rules()
    files = [("replay.js", "text/javascript", document.script()), ("replay.css", "text/css", style)]
    return {name: Asset(name, media, gzip.compress(text.encode(), 9, mtime=0)) for name, media, text in files}


@cache
def picture_policy() -> str:
    """Return the Content-Security-Policy of a picture file: it allows only the picture's own style sheet."""
    text = sheet().removeprefix("<style>").removesuffix("</style>")
    return f"default-src 'none'; style-src {document.digest_source(text)}; frame-ancestors 'none'"


def sent(request: Request, packed: bytes, media: str, cached: str, headers: dict[str, str] | None = None) -> Response:
    """Return a response with gzip-packed bytes, or with the unpacked bytes if the browser cannot read gzip.

    If the browser already has the bytes, return 304 without a body.
    """
    digest = f'"{sha256(packed).hexdigest()[:20]}"'
    said = {"etag": f"W/{digest}", "cache-control": cached, "vary": "accept-encoding", **(headers or {})}
    known = request.headers.get("if-none-match", "").split(",")
    if digest in [each.strip().removeprefix("W/") for each in known]:
        return Response(status_code=304, headers=said)
    if reads_gzip(request.headers.get("accept-encoding", "")):
        return Response(packed, headers={**said, "content-encoding": "gzip"}, media_type=media)
    return Response(gzip.decompress(packed), headers=said, media_type=media)


def reads_gzip(accepted: str) -> bool:
    """True if the Accept-Encoding header of a request allows gzip; `q=0` forbids it."""
    for each in accepted.split(","):
        name, _, quality = each.partition(";")
        if name.strip().lower() == "gzip":
            return quality.strip().rstrip("0") not in {"q=", "q=0."}
    return False
