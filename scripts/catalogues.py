"""Brings the catalogues in arena/languages up to date: finds every sentence, and compiles the translated ones.

    scripts/catalogues.py           update the .po files from the sources, and write the .mo files
    scripts/catalogues.py --check   change nothing; name what is missing or stale

If a sentence is a term of arena/languages/terms.csv, its translation comes from there. Needs Babel, which scripts/setup
installs. docs/languages.md says more.
"""

import argparse
import ast
import csv
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from gettext import GNUTranslations
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
LANGUAGES = ROOT / "arena" / "languages"
TRANSLATED = ("es", "pt", "fr")
DOMAINS = ("site", "games")
GAMES = ROOT / "arena" / "games"
TERMS = LANGUAGES / "terms.csv"

# The functions that take a sentence, with the places of one and many in their arguments; None is the first place.
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "noted": None,
    "noted_counted": (1, 2),
    "say": None,
    "say_counted": (1, 2),
}
OF_GAMES = {**KEYWORDS, "counted": (1, 2)}
TEMPLATE_OPTIONS = {"newstyle_gettext": "true", "trimmed": "true", "trim_blocks": "true", "lstrip_blocks": "true"}
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)  # a catalogue changes with its words alone
NOISE = ("POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team", "Report-Msgid", "Generated-By")


class Sentence(NamedTuple):
    """A sentence of the sources that is translated: its game, its text (or singular and plural), and its file."""

    context: str | None
    text: str | tuple[str, str]
    file: str


# Finding -------------------------------------------------------------------------------------------------------------


def sentences(domain: str) -> Iterator[Sentence]:
    """Yield every sentence of a domain, file by file. The domain is `games` or `site` (all that is no game)."""
    if domain == "games":
        yield from of_games()
        return
    for path in [*sorted((ROOT / "arena").rglob("*.py")), *sorted((ROOT / "leaderboard").rglob("*.py"))]:
        if not path.is_relative_to(GAMES):
            yield from of_python(path, KEYWORDS)
    yield from of_file(ROOT / "arena" / "replay" / "replay.js", "javascript", {"say": None})
    for path in sorted((ROOT / "leaderboard" / "templates").rglob("*.html")):
        yield from of_file(path, "jinja2.ext:babel_extract", KEYWORDS)


def of_games() -> Iterator[Sentence]:
    """Yield the sentences of all games. Sentences in a game's folder have the game's name as their context."""
    for path in sorted(GAMES.rglob("*.py")):
        folder = path.relative_to(GAMES).parts[0]
        for found in of_python(path, OF_GAMES):
            yield found if folder.endswith(".py") else found._replace(context=folder)
    for path in sorted(GAMES.glob("*/words.csv")):
        with path.open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                yield Sentence(f"{path.parent.name}.{row['key']}", row["en"], name_of(path))


def of_python(path: Path, keywords: dict[str, Any]) -> Iterator[Sentence]:
    """Yield the sentences of a Python file. A file that imports no function for sentences has none."""
    source = path.read_text(encoding="utf-8")
    if not path.is_relative_to(LANGUAGES) and "arena.languages" not in source:
        return
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]  # those in f-strings too
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        places = range(keywords[name][1] if keywords[name] else 1) if name in keywords else ()
        texts = [getattr(given, "value", None) for given in call.args[: len(places)]]
        if texts and all(isinstance(text, str) and text for text in texts):
            yield Sentence(None, tuple(texts) if len(texts) > 1 else texts[0], name_of(path))


def of_file(path: Path, method: str, keywords: dict[str, Any]) -> Iterator[Sentence]:
    """Yield the sentences that Babel finds in a file with this extraction method, such as `javascript`."""
    options = TEMPLATE_OPTIONS if method.startswith("jinja2") else {}
    with io.BytesIO(path.read_bytes()) as file:
        for _, text, _, _ in extract(method, file, keywords, options=options):
            if text:
                yield Sentence(None, text, name_of(path))


def name_of(path: Path) -> str:
    """Return the path of a file relative to the repository, as catalogues contain it."""
    return path.relative_to(ROOT).as_posix()


def template(domain: str) -> Catalog:
    """Return a catalogue of all sentences of a domain (`games` or `site`), without translations."""
    found = Catalog(domain=domain, creation_date=EPOCH)
    for sentence in sentences(domain):
        found.add(sentence.text, context=sentence.context, locations=[(sentence.file, 0)])
    return found


# Catalogues ----------------------------------------------------------------------------------------------------------


def file_of(language: str, domain: str, ending: str) -> Path:
    """Return the path of a catalogue's file. `ending` is `po` or `mo`."""
    return LANGUAGES / language / f"{domain}.{ending}"


def read(language: str, domain: str) -> Catalog:
    """Return a catalogue as it is stored; an empty one if there is none."""
    file = file_of(language, domain, "po")
    if not file.exists():
        return Catalog(locale=language, domain=domain)
    return read_po(io.BytesIO(file.read_bytes()), locale=language, domain=domain)


def updated(language: str, domain: str, found: Catalog) -> Catalog:
    """Return a catalogue with every sentence that was found in the sources, and no other sentence."""
    catalog = read(language, domain)
    catalog.update(found, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.creation_date = catalog.revision_date = EPOCH
    catalog.header_comment = f"# The words of tlachtli: {domain}, {catalog.locale.english_name}."
    catalog.fuzzy = False
    catalog.project, catalog.version = "tlachtli", domain
    known = terms(language)
    for message in catalog:
        if message.id and not message.string and isinstance(message.id, str):
            message.string = known.get((message.context or "arena", message.id), "")
    return catalog


def terms(language: str) -> dict[tuple[str, str], str]:
    """Return a dict of terms in a language, by game and English term. The game of the arena's own terms is `arena`."""
    with TERMS.open(encoding="utf-8", newline="") as rows:
        return {(row["game"], row["en"]): row[language] for row in csv.DictReader(rows)}


def as_text(catalog: Catalog) -> str:
    """Return a catalogue as the text of its .po file. Equal catalogues give equal texts."""
    written = io.BytesIO()
    write_po(written, catalog, width=120, sort_output=False, include_lineno=False)
    lines = written.getvalue().decode().splitlines()
    return "\n".join(line for line in lines if not line.removeprefix('"').startswith(NOISE)) + "\n"


def compiled(catalog: Catalog) -> bytes:
    """Return a catalogue as the bytes of its .mo file."""
    written = io.BytesIO()
    write_mo(written, catalog)
    return written.getvalue()


def missing(catalog: Catalog) -> list[Message]:
    """Return the messages that have no translation, and those with a fuzzy mark: a .mo file has neither."""
    return [message for message in catalog if message.id and not is_translated(message)]


def is_translated(message: Message) -> bool:
    """True if each form of a message has a translation without a fuzzy mark."""
    if message.fuzzy:
        return False
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def as_words(data: bytes) -> dict[Any, str]:
    """Return the translations in a .mo file, by sentence.

    The header is left out, because it may name another version of Babel.
    """
    said: dict[Any, str] = GNUTranslations(io.BytesIO(data))._catalog  # type: ignore[attr-defined]  # noqa: SLF001
    return {sentence: words for sentence, words in said.items() if sentence}


# The command ---------------------------------------------------------------------------------------------------------


def update(language: str, domain: str, found: Catalog) -> list[str]:
    """Write the files of a catalogue. Return a line for each sentence without a translation."""
    catalog = updated(language, domain, found)
    file_of(language, domain, "po").parent.mkdir(exist_ok=True)
    file_of(language, domain, "po").write_text(as_text(catalog), encoding="utf-8")
    file_of(language, domain, "mo").write_bytes(compiled(catalog))
    return [f"{language}/{domain}.po: no words for {message.id!r}" for message in missing(catalog)]


def check(language: str, domain: str, found: Catalog) -> list[str]:
    """Return a line for each missing or fuzzy translation and each stale file of a catalogue."""
    catalog = updated(language, domain, found)
    wrong = [f"{language}/{domain}.po: no words for {message.id!r}" for message in missing(catalog)]
    if file_of(language, domain, "po").read_text(encoding="utf-8") != as_text(catalog):
        wrong.append(f"{language}/{domain}.po: expected what scripts/catalogues.py writes")
    if as_words(file_of(language, domain, "mo").read_bytes()) != as_words(compiled(catalog)):
        wrong.append(f"{language}/{domain}.mo: expected what scripts/catalogues.py writes")
    return wrong


def main() -> int:
    """Update or check all catalogues. Return the exit code: 1 if something is missing or stale, 0 if not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; name what is missing or stale")
    work = check if parser.parse_args().check else update
    found = {domain: template(domain) for domain in DOMAINS}
    wrong = [line for language in TRANSLATED for domain in DOMAINS for line in work(language, domain, found[domain])]
    print("\n".join(wrong) or "every sentence has its words in every language", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
