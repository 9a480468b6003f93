"""Tests that every sentence in a template is marked, so that a catalogue can translate it."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import nodes

from leaderboard.rendering import Templates

FOLDER = Path(__file__).parents[2] / "leaderboard" / "templates"
TEMPLATES = sorted(path.name for path in FOLDER.glob("*.html"))

SAYING = {"_", "gettext", "ngettext"}
READ_ALOUD = {"aria-label", "title", "alt", "placeholder", "content"}
HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"  # stands for what the template computes

# Names, units and formats: the same in every language.
COMPARED = {"VoidMatch", "AdjudicateMatch", "not admitted", "list of "}  # with values, and not shown
NAMES = {"tlachtli", "JSON", "CSV", "LLR", "Elo"}


def environment():
    return Templates()._environment


def data(node):
    """Yield the literal texts of a template in order, and `HOLE` for each expression between them."""
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.TemplateData):
            yield child.data
        elif isinstance(child, nodes.Block) and child.name == "width":  # a class, not a sentence
            yield HOLE
        elif any(True for _ in child.find_all(nodes.TemplateData)):
            yield from data(child)
        else:
            yield HOLE


class Sentences(HTMLParser):
    """Collects the words of a page that a reader sees, or that a screen reader reads aloud."""

    as_it_is = frozenset({"code", "pre", "script", "style"})  # commands, JSON and the like

    def __init__(self):
        super().__init__()
        self.found, self.inside = [], []

    def handle_starttag(self, tag, attrs):
        if tag in self.as_it_is:
            self.inside.append(tag)
        given = dict(attrs)
        if tag != "meta" or given.get("name") == "description":
            self.look(*(value or "" for name, value in attrs if name in READ_ALOUD))

    def handle_endtag(self, tag):
        if tag in self.as_it_is and self.inside:
            self.inside.pop()

    def handle_data(self, text):
        if not self.inside:
            self.look(text)

    def look(self, *texts):
        for text in texts:
            words = set(re.findall(r"[^\W\d_]{2,}", text.replace(HOLE, " "))) - NAMES
            if words:
                self.found.append(" ".join(text.split()))


def bare(parsed):
    sentences = Sentences()
    sentences.feed("".join(data(parsed)))
    return sentences.found


def unsaid_strings(parsed):
    """Yield strings in a template's expressions that contain words, but that no function translates."""
    said = {
        id(each)
        for call in parsed.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in SAYING
        for each in call.args
    }
    for const in parsed.find_all(nodes.Const):
        text = const.value
        if isinstance(text, str) and id(const) not in said and re.search(r"[^\W\d_]{2,} [^\W\d_]|^[A-Z][a-z]+$", text):
            yield text


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_has_no_bare_sentence(name):
    assert bare(environment().parse((FOLDER / name).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_translates_each_string_that_has_words(name):
    parsed = environment().parse((FOLDER / name).read_text(encoding="utf-8"))
    assert [text for text in unsaid_strings(parsed) if text not in COMPARED] == []


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>No match is running.</p>", ["No match is running."]),
        ("<p>{{ _('No match') }}</p>", []),
        ("<p>{{ count }} matches</p>", [f"{HOLE} matches"]),
        ("{% if a %}<p>None</p>{% else %}{{ b }}{% endif %}", ["None"]),
        ("{% trans %}<b>It</b> leads{% endtrans %}", []),
        ('<a aria-label="The board" title="{{ x }}">{{ y }}</a>', ["The board"]),
        ("<p><code>arena verify</code> <pre>a b c</pre></p>", []),
    ],
)
def test_a_bare_sentence_is_found(template, found):
    assert bare(environment().parse(template)) == found


def test_a_string_that_is_not_translated_is_found():
    parsed = environment().parse("{{ 'no board' if x else _('a board') }}{% set y = 'Board' %}{{ z == 'void' }}")
    assert sorted(unsaid_strings(parsed)) == ["Board", "no board"]
