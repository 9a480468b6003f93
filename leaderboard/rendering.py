"""Templates: compiled once, everything escaped, and nothing printed that could steer what comes after it."""

from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from arena.texts import clean
from leaderboard import drawing, words
from leaderboard.resources import assets

HERE: Final = Path(__file__).parent


class Templates:
    """The site's templates."""

    def __init__(self) -> None:
        self._environment: Final = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=harmless,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.filters |= words.FILTERS
        own = {f"replay_{asset.name.rpartition('.')[2]}": asset.address for asset in assets().values()}
        self._environment.globals |= {**drawing.DRAWINGS, "style": style(), **own}

    def render(self, template: str, **values: Any) -> str:
        """Return a page."""
        return self._environment.get_template(template).render(values)


def harmless(value: object) -> object:
    """Return a value without characters that turn texts around, move cursors or hide; lines stay lines."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return clean(value, lines=True)
    return value


def style() -> str:
    """Return the address of the style sheet, another one whenever it changes."""
    digest = sha256((HERE / "static" / "site.css").read_bytes()).hexdigest()
    return f"/static/site.css?{digest[:12]}"
