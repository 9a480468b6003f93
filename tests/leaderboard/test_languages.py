"""Tests of pages in four languages: addresses, the language menu, the first visit, and numbers."""

import json
import re

import pytest

from arena.languages import LANGUAGES, speaking
from arena.languages.prose import deed, prose
from arena.server.matches.match_tables import FAULT, NOBODY
from arena.stats.ratings import MODEL
from arena.tournament.formats.brackets import stage_name
from leaderboard import words
from leaderboard.addresses import CHOICE, PageAddress, preferred
from leaderboard.tile_words import PHRASES, tile_in_words
from leaderboard.tiles import tiles
from tests.leaderboard.filled import SOME_MATCHES
from tests.leaderboard.reading import read
from tests.leaderboard.test_bare_sentences import Sentences

OTHERS = [language for language in LANGUAGES if language != "en"]


def hrefs(text):
    return [dict(element.attributes).get("href", "") for element in read(text) if element.tag == "a"]


def is_page(answer):
    return answer.headers["content-type"].startswith("text/html")


ENGLISH_WORDS = re.compile(r"\b(the|of|and|with|is|are|was|were|which|that|from|by|has|not)\b", re.IGNORECASE)


class Said(Sentences):
    """Collects the site's own sentences on a page, without names and texts of organisers."""

    as_it_is = frozenset({*Sentences.as_it_is, "bdi"})


def english_in(text):
    """Return the English sentences on a page in another language, without the title, which may have a bot's name."""
    said = Said()
    said.feed(re.sub(r"<(title|meta)[^>]*>[^<]*", "", text))
    return [each for each in said.found if ENGLISH_WORDS.search(each)]


def first_tag(text, name):
    return next(dict(element.attributes) for element in read(text) if element.tag == name)


@pytest.mark.parametrize("language", OTHERS)
def test_every_link_of_a_page_stays_in_its_language(site, language):
    text = site.page(f"/{language}/bots")
    assert first_tag(text, "html")["lang"] == language
    own = [href for href in hrefs(text) if href.startswith("/") and not href.startswith("/api/v1")]
    assert own
    assert [href for href in own if not href.startswith(f"/{language}/") and CHOICE not in href] == []


# Pages of every kind, and a match of every kind: the others differ in their data alone.
RESOURCE = re.compile(r"/(?:frames\.json|board\.svg|replay\.html)|[?]at=")


@pytest.mark.parametrize("language", OTHERS)
def test_every_link_in_a_language_leads_to_something(site, crawled, language):
    seen = set()

    def is_wanted(address):
        seen.add(address)
        match = re.match(rf"/{language}/matches/([^?/]+)", address)
        return (
            address.startswith(f"/{language}/")
            and not RESOURCE.search(address)
            and (match is None or match[1] in SOME_MATCHES)
        )

    found = site.crawl(starts=[f"/{language}/"], wanted=is_wanted)
    assert {path: answer.status for path, answer in found.items() if answer.status != 200} == {}
    assert len(found) > 20
    assert {first_tag(answer.text, "html")["lang"] for answer in found.values() if is_page(answer)} == {language}
    pages = {path: answer.text for path, answer in found.items() if is_page(answer) and not path.endswith("/api")}
    assert {path: left for path, text in pages.items() if (left := english_in(text))} == {}
    in_english = {address.removeprefix(f"/{language}") for address in seen}
    assert sorted(address for address in in_english - set(crawled) if not address.startswith("/api/")) == []


def test_the_resources_of_a_replay_are_in_its_language(site):
    text = site.page("/es/matches/teo-1?at=3")
    assert "/es/matches/teo-1/frames.json" in text
    assert ">Turno siguiente<" in text
    assert "Turno 1" in " ".join(json.loads(site.page("/es/matches/teo-1/frames.json"))["pieces"])
    assert "Final del juego" in site.page("/es/matches/teo-1/board.svg")
    assert '<html lang="es">' in site.page("/es/matches/teo-1/replay.html")
    assert "Palacio" not in site.page("/matches/teo-1?at=3")


def test_a_page_names_itself_in_all_languages(site):
    text = site.page("/fr/matches?game=cacao")
    named = {
        dict(element.attributes)["hreflang"]: dict(element.attributes)["href"]
        for element in read(text)
        if element.tag == "link" and dict(element.attributes).get("rel") == "alternate"
    }
    assert named == {
        "en": "/matches?game=cacao",
        "es": "/es/matches?game=cacao",
        "pt": "/pt/matches?game=cacao",
        "fr": "/fr/matches?game=cacao",
    }


def test_the_switch_keeps_the_address_and_the_query_and_stores_the_choice(site):
    text = site.page("/es/matches?game=cacao&seats=2")
    chosen = {address for address in hrefs(text) if f"{CHOICE}=" in address}
    assert "/matches?game=cacao&seats=2&lang=en" in chosen
    answer = site.ask("/matches?game=cacao&seats=2&lang=en")
    assert answer.status == 200
    assert answer.headers["set-cookie"] == "lang=en; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly"
    assert first_tag(answer.text, "html")["lang"] == "en"


def test_a_choice_leads_to_the_page_in_its_language(site):
    answer = site.ask("/bots?after=ana&lang=pt")
    assert (answer.status, answer.headers["location"]) == (303, "/pt/bots?after=ana&lang=pt")
    assert "lang=pt" in site.ask(answer.headers["location"]).headers["set-cookie"]


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/es", "/es/"),
        ("/en/bots", "/bots?lang=en"),
        ("/en", "/?lang=en"),
        ("/en//other.example", "/other.example?lang=en"),
    ],
)
def test_a_nearly_right_address_leads_to_the_right_one(site, path, location):
    answer = site.ask(path)
    assert (answer.status, answer.headers["location"]) == (303, location)


@pytest.mark.parametrize(
    "path", ["/de/", "/de/bots", "/bots?lang=de", "/bots?lang=", "/es/api/v1/bots", "/es/static/site.css"]
)
def test_a_language_or_a_page_that_does_not_exist_is_a_plain_404(site, path):
    answer = site.ask(path)
    assert answer.status == 404
    assert first_tag(answer.text, "html")["lang"] == "en"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"accept-language": "es-MX,es;q=0.9,en;q=0.8"}, 303),
        ({"accept-language": "en,es;q=0.9"}, 200),
        ({"accept-language": "de,ja"}, 200),
        ({}, 200),
        ({"accept-language": "es", "cookie": "lang=en"}, 200),
        ({"accept-language": "es", "sec-fetch-site": "same-origin"}, 200),
        ({"accept-language": "es", "sec-fetch-site": "none"}, 303),
        ({"accept-language": "en", "cookie": "a=b; lang=es"}, 303),
        ({"accept-language": "en", "cookie": "lang=xx"}, 200),
    ],
)
def test_only_the_first_visit_of_the_home_page_leads_to_the_language_of_the_browser(site, headers, status):
    home = site.ask("/", **headers)
    assert home.status == status
    assert "accept-language" in home.headers["vary"]
    if status == 303:
        assert home.headers["location"] == "/es/"
    assert site.ask("/bots", **headers).status == 200
    assert site.ask("/?lang=en", **headers).status == 200


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("pt-BR", "pt"), ("fr;q=0.5, es;q=0.7", "es"), ("es;q=0, en", "en"), ("es;q=x", "en"), ("*", "en"), ("ES", "es")],
)
def test_a_browser_gets_the_language_that_it_prefers(accepted, language):
    assert preferred(accepted) == language


def test_an_address_of_the_site_never_names_another_host():
    assert PageAddress("en", "//other.example/").within("en", "") == "/other.example/"
    assert PageAddress("en", "/\\other.example").within("en", "") == "/%5Cother.example"


def test_json_stays_english(site):
    assert (
        site.ask("/api/v1/nothing", **{"accept-language": "es", "cookie": "lang=es"}).json["error"].startswith("there")
    )


@pytest.mark.parametrize(
    ("language", "number", "place", "moment"),
    [
        ("en", "1.50", "2nd", "2026-03-05 14:07"),
        ("es", "1,50", "2.º", "05/03/2026 14:07"),
        ("pt", "1,50", "2º", "05/03/2026 14:07"),
        ("fr", "1,50", "2e", "05/03/2026 14:07"),
    ],
)
def test_numbers_and_moments_are_spelled_as_the_language_does(language, number, place, moment):
    with speaking(language):
        assert (words.decimal(1.5), words.ordinal(2), words.when(1772719620)) == (number, place, moment)


# Words that the database stores --------------------------------------------------------------------------------------


MODEL_IN_WORDS = (
    f"{MODEL}; prior: normal about the mean, its standard deviation from the results (87); "
    "intervals: about the mean of all comparisons; anchor: random = 1500"
)


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("round 3 of 5", "ronda 3 de 5"),
        ("semi-finals, tie-break 2", "semifinales, desempate 2"),
        ("winners' final and losers' round 3", "final de ganadores y ronda 3 de perdedores"),
        (MODEL_IN_WORDS, "Bradley-Terry por pares"),
        ("opponents' points 10.42", "10,42"),
        ("renamed from ana to ben: it asked for it", "renombrado de ana a ben: it asked for it"),
        ("the network of the hall failed", "the network of the hall failed"),
        ("x" * 5000, "xxx"),
    ],
)  # fmt: skip
def test_a_stored_sentence_of_the_arena_is_translated_and_others_stay(stored, shown):
    with speaking("es"):
        assert shown in words.sentence(stored) or shown[1:] in words.sentence(stored)
        assert "prior:" not in prose(stored)
    assert prose(stored) == stored


@pytest.mark.parametrize("stored", [FAULT, NOBODY, MODEL, stage_name(2), stage_name(4), stage_name(8), stage_name(64)])
def test_every_sentence_that_the_arena_stores_is_known(stored):
    with speaking("fr"):
        assert prose(stored) != stored or stored == "final"


def test_the_page_says_in_words_what_an_organiser_did():
    with speaking("pt"):
        assert deed("VoidMatch") == "partida anulada"
        assert deed("UnknownCall") == "UnknownCall"


# Tiles ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_every_line_of_the_tiles_is_put_into_words(language):
    lines = [tile.text for game in tiles().games for kind in game.kinds for tile in kind.tiles]
    english = re.compile(r"\b(the|of|for|and|each|step|costs|with|worker|tile|resource)s?\b")
    with speaking(language):
        said = [tile_in_words(line) for line in lines]
    assert [text for text in said if english.search(text)] == []
    assert [tile_in_words(line) for line in lines] == lines


def test_a_translated_line_of_a_tile_has_the_words_of_the_rulebook():
    with speaking("es"):
        assert tile_in_words("4 points; costs 1 wood") == "4 puntos; cuesta 1 madera"
        assert tile_in_words("boards 4 and 5: 2 gold, a technology") == "tableros 4 y 5: 2 de oro, una tecnología"
        assert tile_in_words("a line of another release") == "a line of another release"
    assert len(set(PHRASES)) == len(PHRASES)
