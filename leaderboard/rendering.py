"""Jinja templates: compiled once, with every value escaped and cleaned of control characters."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from arena.games.pictures import signed
from arena.languages import language, say, say_counted
from arena.texts import clean
from leaderboard import drawing, tellings, words
from leaderboard.addresses import in_language, page_address
from leaderboard.live import face
from leaderboard.resources import assets

HERE: Final = Path(__file__).parent


class Templates:
    """The site's Jinja templates, with their filters and global functions."""

    def __init__(self) -> None:
        self._environment: Final = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=harmless,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            extensions=["jinja2.ext.i18n"],
        )
        self._environment.policies["ext.i18n.trimmed"] = True
        self._environment.newstyle_gettext = True  # type: ignore[attr-defined]  # the extension made it
        own_filters = {**words.FILTERS, **tellings.FILTERS}
        self._environment.filters |= {name: for_each_page(own) for name, own in own_filters.items()}
        own = {f"replay_{asset.name.rpartition('.')[2]}": asset.address for asset in assets().values()}
        self._environment.globals |= {"_": gettext, "gettext": gettext, "ngettext": ngettext}
        self._environment.globals |= {**drawing.DRAWINGS, "style": static("site.css"), **own}
        self._environment.globals |= {"live_css": static("live.css"), "live_js": static("live.js"), "face": face}
        self._environment.globals |= {"fresh_js": static("fresh.js"), "signed": signed}
        self._environment.globals |= {"language": language, "page_address": page_address.get}

    def render(self, template: str, **values: Any) -> str:
        """Return the HTML of a page, rendered from a template in the reader's language."""
        return in_language(self._environment.get_template(template).render(values))


def for_each_page(own: Callable[..., Any]) -> Callable[..., Any]:
    """Return a Jinja filter that is called each time a page is rendered, also for a constant.

    Without this, Jinja calls a filter of a constant once, when it compiles the template. The result would then stay in
    the language of the first reader.
    """

    @pass_context
    def called(_: Context, *values: Any, **named: Any) -> Any:
        return own(*values, **named)

    return called


def harmless(value: object) -> object:
    """Return a text without invisible characters, and without characters that reverse text or move the cursor.

    Newlines stay. Other values and Markup are returned unchanged.
    """
    if isinstance(value, str) and not isinstance(value, Markup):
        return clean(value, lines=True)
    return value


def gettext(sentence: str, /, **values: Any) -> Markup:
    """Return a sentence of a template in the reader's language. The values in it are cleaned and escaped."""
    return Markup(say(sentence, **safe(values)))  # noqa: S704 -- a sentence is the site's own


def ngettext(one: str, many: str, number: int, /, **values: Any) -> Markup:
    """Return a sentence about a number of things in the reader's language. In the sentence, `num` is the number."""
    return Markup(say_counted(one, many, number, **safe({"num": words.count(number), **values})))  # noqa: S704 -- the same


def safe(values: Mapping[str, Any]) -> dict[str, Markup]:
    """Return a dict with the same names, and each value cleaned of control characters and escaped for HTML."""
    return {name: escape(harmless(value)) for name, value in values.items()}


def static(name: str) -> str:
    """Return the address of a static file. It contains a digest of the file, so it changes when the file changes."""
    digest = sha256((HERE / "static" / name).read_bytes()).hexdigest()
    return f"/static/{name}?{digest[:12]}"
