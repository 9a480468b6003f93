"""Tests of the catalogues: complete in every language, with right placeholders, and up to date."""

import csv
import importlib.util
import re
import string
import sys
from itertools import combinations
from pathlib import Path

import pytest

from arena.errors import UsageError
from arena.languages import ENGLISH, LANGUAGES, Sentences, catalogue_of, language, say, say_counted, speaking
from arena.languages.locales import FORMS
from arena.replay.fragments import script_sentences

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "catalogues.py"
spec = importlib.util.spec_from_file_location("catalogues", SCRIPT)
catalogues = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = catalogues
spec.loader.exec_module(catalogues)

PAIRS = list(combinations(sorted(catalogues.TRANSLATED), 2))
CATALOGUES = [(language, domain) for language in catalogues.TRANSLATED for domain in catalogues.DOMAINS]
# Names, and words that are the same: everything else that equals the English was forgotten.
LONGEST_ALIKE = 24
# The same words mean the same in two of the languages, most often in Spanish and Portuguese.
LONGEST_SHARED = {("es", "fr"): 12, ("es", "pt"): 24, ("fr", "pt"): 12}


@pytest.fixture(scope="module")
def found():
    """Return a catalogue of every sentence in the sources, by domain."""
    return {domain: catalogues.template(domain) for domain in catalogues.DOMAINS}


def placeholders(text):
    named = re.findall(r"%\((\w+)\)s", text)
    braced = [name for _, name, _, _ in string.Formatter().parse(re.sub(r"%\(\w+\)s", "", text)) if name]
    return sorted(named), sorted(braced), len(re.findall(r"%%", text)), re.findall(r"</?\w+", text)


def spoken(text):
    """Return the words of a sentence, without placeholders and tags."""
    return re.sub(r"%\(\w+\)s|<[^>]*>", "", text)


def forms(text):
    return [text] if isinstance(text, str) else list(text)


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_no_catalogue_lacks_a_sentence_and_each_is_compiled(found, language, domain):
    assert catalogues.check(language, domain, found[domain]) == [], "scripts/catalogues.py updates the catalogues"


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_no_catalogue_has_a_fuzzy_or_an_empty_entry(language, domain):
    entries = [message for message in catalogues.read(language, domain) if message.id]
    assert [message.id for message in entries if message.fuzzy or not all(forms(message.string))] == []


def test_a_fuzzy_translation_counts_as_missing():
    catalog = catalogues.Catalog(locale="es")
    catalog.add("a rock", "una roca", flags=["fuzzy"])
    assert [message.id for message in catalogues.missing(catalog)] == ["a rock"]


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_a_translation_has_the_placeholders_of_the_sentence(language, domain):
    for message in catalogues.read(language, domain):
        if message.id:
            english = [placeholders(text) for text in forms(message.id)]
            for text in forms(message.string):
                assert placeholders(text) in english, message.id


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_no_longer_sentence_is_left_in_english(language, domain):
    alike = [
        english
        for message in catalogues.read(language, domain)
        for english, text in zip(forms(message.id), forms(message.string), strict=True)
        if english == text and len(spoken(text)) > LONGEST_ALIKE
    ]
    assert alike == []


@pytest.mark.parametrize("domain", catalogues.DOMAINS)
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_no_sentence_is_in_another_language_than_its_catalogue(one, other, domain):
    theirs = {message.id: message.string for message in catalogues.read(other, domain)}
    shared = [
        text
        for message in catalogues.read(one, domain)
        if message.id and theirs[message.id] == message.string and message.string != message.id
        for text in forms(message.string)
        if len(spoken(text)) > LONGEST_SHARED[one, other]
    ]
    assert shared == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_a_word_of_a_picture_that_is_a_term_is_that_term(language):
    with catalogues.TERMS.open(encoding="utf-8", newline="") as file:
        terms = {(row["game"], row["key"], row["en"]): row for row in csv.DictReader(file)}
    shorter = {"any_resource", "temple_any"}  # on a board there is no room for the whole French term
    for message in catalogues.read(language, "games"):
        game, _, key = (message.context or "").partition(".")
        row = terms.get((game, key, message.id))
        if row is not None and key not in shorter:
            assert message.string == row[language], message.id


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_a_word_of_the_site_that_is_a_term_is_that_term(language):
    terms = {english: words for (game, english), words in catalogues.terms(language).items() if game == "arena"}
    said = {message.id: message.string for message in catalogues.read(language, "site") if message.id in terms}
    assert said
    assert {english: (words, terms[english]) for english, words in said.items() if words != terms[english]} == {}


def test_every_term_has_its_words_and_its_source():
    with catalogues.TERMS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({(row["game"], row["key"]) for row in rows}) == len(rows)
    assert all(row[column] for row in rows for column in (*LANGUAGES, "source"))


def test_every_language_has_its_forms_of_numbers_and_its_catalogues():
    assert set(FORMS) == set(LANGUAGES) == {ENGLISH, *catalogues.TRANSLATED}
    for each, domain in CATALOGUES:
        assert catalogues.read(each, domain).locale.language == each


def test_the_script_of_replays_says_what_the_catalogue_has(found):
    assert script_sentences()
    assert {sentence for sentence in script_sentences() if sentence not in found["site"]} == set()
    text = (ROOT / "arena" / "replay" / "replay.js").read_text()
    assert len(re.findall(r"(?<!\w)say\(", text)) == len(re.findall(r'(?<!\w)say\("', text))


# Speaking ------------------------------------------------------------------------------------------------------------


def test_sentences_are_in_the_language_of_their_block():
    with speaking("es"):
        assert language() == "es"
        assert say("After %(at)s of %(answers)s answers", at=1, answers=2) == "Tras 1 de 2 respuestas"
        with speaking(ENGLISH):
            assert say("Nothing has been played yet.") == "Nothing has been played yet."
    assert language() == ENGLISH


def test_a_sentence_that_no_catalogue_has_is_said_in_english():
    with speaking("fr"):
        assert say("%(bot)s is not in any catalogue", bot="a") == "a is not in any catalogue"
        assert say_counted("%(num)s unknown", "%(num)s unknowns", 2) == "2 unknowns"


def test_an_english_term_may_have_another_translation_in_each_game():
    with speaking("es"):
        assert Sentences("cacao").counted("%(num)s gold", "%(num)s gold", 3) == "3 de oro"
        assert Sentences("teotihuacan").counted("%(num)s gold", "%(num)s gold", 3) == "3 oros"


def test_a_language_without_a_catalogue_is_refused():
    with pytest.raises(UsageError, match="no words in 'xx'"):
        catalogue_of("xx")
