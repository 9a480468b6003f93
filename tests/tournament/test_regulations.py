"""Tests of regulations: from text to values, to sentences, and back to text."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.games import GAMES
from arena.tournament.formats import FORMATS
from arena.tournament.formats.gauntlet import Gauntlet
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.regulations import ABSENT, KEYS, EntrySpec, read
from tests.tournament.formats.examples import EXAMPLES

LEAST = {"name": '"Cup"', "game": '"cacao"', "clock": '"10+0.1"', "entrants": '["ana", "bea", "cai", "dov", "eva"]'}


def regulations(*tables, **keys):
    """Return valid regulations that have only the required keys, these keys, and these tables."""
    lines = [f"{key} = {value}" for key, value in (LEAST | keys).items() if value]
    return read("\n".join([*lines, *tables]))


# What is read ------------------------------------------------------------------------------------------------------


def test_a_missing_key_has_its_default_value():
    cup = regulations()
    assert (cup.seats, cup.deals, cup.format, cup.settings) == (2, "paired", "round-robin", {"rounds": 1})
    assert (cup.rated, cup.seed, cup.freeze, cup.concurrency, cup.schedule) == (True, "", None, None, None)
    assert cup.options == {"auto_resolve": True}
    assert str(cup.clock) == "10+0.1"


def test_all_means_every_admitted_bot_that_is_online():
    assert regulations(entrants='"all"').entrants == ()


def test_an_entrant_may_be_a_certain_version():
    cup = regulations(entrants='["ana", "bea@1.2"]')
    assert cup.entrants == (EntrySpec("ana"), EntrySpec("bea", "1.2"))
    assert cup.names == ("ana", "bea@1.2")


def test_two_versions_of_a_bot_may_meet():
    assert regulations(entrants='["ana@1", "ana@2"]').names == ("ana@1", "ana@2")


def test_a_block_has_a_match_for_every_rotation_or_a_single_one():
    assert regulations(seats="3").matches_per_block == 3
    assert regulations(seats="3", deals='"fresh"').matches_per_block == 1


def test_the_format_gets_the_authors_only_at_rated_tables_of_three_and_four():
    authors = {"ana": "somebody"}
    assert regulations(seats="3").as_format(authors) == RoundRobin(3, 1, authors)
    assert regulations(seats="3", rated="false").as_format(authors) == RoundRobin(3, 1, {})
    assert regulations(seats="2").as_format(authors) == RoundRobin(2, 1, {})


def test_a_ladder_has_fresh_deals_by_default_and_counts_games_in_whole_blocks():
    ladder = regulations("[ladder]", "games = 1001", format='"ladder"')
    assert (ladder.deals, ladder.as_format().blocks) == ("fresh", 1001)
    ladder = regulations("[ladder]", "games = 1001", format='"ladder"', seats="3", deals='"paired"')
    assert (ladder.deals, ladder.as_format().blocks) == ("paired", 333)


def test_a_gauntlet_gets_its_challengers():
    cup = regulations("[gauntlet]", 'challengers = ["bea"]', "rounds = 4", format='"gauntlet"')
    assert cup.as_format() == Gauntlet(2, 4, ("bea",))


# The canonical text ------------------------------------------------------------------------------------------------

ENTRANTS = ["ana", "bea", "cai@2.0", "dov", "eva"]
MOMENTS = st.builds(
    lambda moment, minutes: moment.replace(tzinfo=timezone(timedelta(minutes=minutes))),
    st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1)),  # noqa: DTZ001 -- the offset comes next
    st.integers(-720, 720),
)
SCHEDULES = st.fixed_dictionaries(
    {"cron": st.sampled_from(["0 18 * * 5", "*/10 * * * *"])},
    optional={
        "timezone": st.sampled_from(["UTC", "Europe/Madrid"]),
        "missed": st.sampled_from(["skip", "once", "all"]),
        "overlap": st.sampled_from(["queue", "skip"]),
    },
)
TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40)


def toml(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str):
        return '"' + "".join(letter if letter.isalnum() else f"\\U{ord(letter):08x}" for letter in value) + '"'
    return str([*value]).replace("'", '"') if isinstance(value, list) else str(value)


def toml_table(name, table):
    return "\n".join([f"[{name}]", *(f"{key} = {toml(value)}" for key, value in table.items())])


@st.composite
def texts(draw):
    game = GAMES[draw(st.sampled_from(sorted(name for name, each in GAMES.items() if not each.automata)))]
    format_name, example = draw(st.sampled_from(sorted(EXAMPLES.items(), key=lambda each: each[0])))
    seats = draw(st.sampled_from(game.seats)) if example.all_seats else 2
    keys = {
        "name": draw(TEXTS),
        "game": game.name,
        "seats": seats,
        "clock": draw(st.sampled_from(["10+0.1", "st=0.5", "60+0.5,st=10"])),
        "format": format_name,
        "entrants": draw(st.sampled_from(["all", ENTRANTS[: max(example.most, seats)]])),
    } | draw(
        st.fixed_dictionaries(
            {},
            optional={
                "deals": st.sampled_from(["paired", "fresh"]),
                "freeze": MOMENTS,
                "seed": TEXTS,
                "rated": st.booleans(),
                "concurrency": st.integers(4, 64),
            },
        )
    )
    parts = [f"{key} = {toml(value)}" for key, value in keys.items()]
    options = {setting.name: draw(st.sampled_from(setting.values)) for setting in game.options_schema[:1]}
    parts.append(toml_table("options", options))
    parts.append(toml_table(format_name, draw(example.settings)))
    if draw(st.booleans()):
        parts.append(toml_table("schedule", draw(SCHEDULES)))
    return "\n".join(parts)


@given(texts())
def test_the_canonical_text_reads_back_to_the_same_regulations_and_the_same_text(text):
    cup = read(text)
    assert read(cup.written()) == cup
    assert read(cup.written()).written() == cup.written()


@given(texts())
def test_regulations_have_a_sentence_for_whatever_they_say(text):
    cup = read(text)
    words = cup.in_words()
    assert all(sentence[0] == sentence[0].upper() and sentence.endswith(".") for sentence in words[1:])
    whole = " ".join(words)
    assert str(cup.clock) in whole
    assert all(name in whole for name in cup.names)
    assert cup.schedule is None or cup.schedule.cron in whole
    assert cup.concurrency is None or f"At most {cup.concurrency} matches" in whole
    assert ("not rated" in whole) == (not cup.rated or bool(cup.seed))


def test_the_sentences_of_regulations_are_these():
    cup = regulations(
        "[schedule]",
        'cron = "0 18 * * 5"',
        'timezone = "Europe/Madrid"',
        seats="3",
        freeze="2027-03-01T18:00:00Z",
        concurrency="4",
    )
    assert cup.in_words() == [
        "Cacao at tables of 3, clock 10+0.1.",
        "5 entrants: ana, bea, cai, dov, eva.",
        "Round robin, held once: each entrant meets every other, equally often or nearly so; the mean score decides.",
        "Every deal is played 3 times, so that each entrant has every seat of it.",
        "The newest versions that were admitted by 2027-03-01 18:00 UTC play to its end.",
        "The results are rated.",
        "No two bots of one author share a table.",
        ABSENT,
        "At most 4 matches are played at once.",
        "It is played again and again: cron 0 18 * * 5, by the clocks of Europe/Madrid.",
        "Runs that were missed while the arena was down are not held.",
        "A run that is due while the one before is still played waits until it has ended.",
    ]


def test_a_broadcast_is_live_unless_the_regulations_delay_it():
    assert (regulations().broadcast, regulations().delay) == ("live", None)
    assert "broadcast" not in regulations(broadcast='"live"').written()
    late = regulations(broadcast='"delayed"', delay="5")
    assert (late.broadcast, late.delay) == ("delayed", 5)
    assert read(late.written()) == late
    assert "The site shows a match that is being played 5 turns late." in late.in_words()
    closed = regulations(broadcast='"closed"')
    assert read(closed.written()) == closed
    assert "The site shows no board of a match that is being played." in closed.in_words()


# Bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(key.name for key in KEYS))
def test_a_misspelt_key_is_named_with_the_nearest_that_is_known(key):
    wrong = key[:-1] + key[-1] * 2
    with pytest.raises(UsageError, match=rf"{wrong}: unknown key: .*did you mean '{key}'"):
        regulations(**{wrong: "1"})


def test_the_first_unknown_keys_are_named_and_the_others_counted():
    with pytest.raises(UsageError) as error:
        regulations(*(f"key{number} = 1" for number in range(3000)))
    lines = str(error.value).splitlines()
    assert "key0: unknown key: expected one of" in lines[0]
    assert (len(lines), lines[-1]) == (21, "and 2,980 more")


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_misspelt_setting_of_a_format_is_named_with_its_table(name):
    with pytest.raises(UsageError, match=rf"\[{name}\] rundes: unknown key: expected one of"):
        regulations(f"[{name}]", "rundes = 1", format=f'"{name}"')


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"name": ""}, "name is missing: expected at least name, game, clock, entrants"),
        ({"name": "3"}, "name: 3: expected a line of text"),
        ({"name": r'"a\u0007"'}, "expected a line of text"),
        ({"game": '"cacoa"'}, "game: unknown game 'cacoa': .*did you mean 'cacao'"),
        (
            {"game": '"teotihuacan/solo"'},
            "game: teotihuacan/solo is played against the rulebook's teotibot, alone: expected cacao or teotihuacan",
        ),
        ({"seats": '"two"'}, "seats: 'two': expected a whole number from 1 to 4"),
        ({"seats": "true"}, "seats: True: expected a whole number"),
        ({"seats": "1"}, "seats: cacao is not played by 1: expected one of 2, 3, 4"),
        ({"seats": "0x" + "f" * 6000}, "expected keys and numbers of at most 100 characters"),
        ({"seats": "9" * 6000}, "expected keys and numbers of at most 100 characters"),
        ({"seats": "[" * 60_000}, "nested too deep: expected at most 16"),
        ({"name": '"' + "a" * 70_000 + '"'}, "expected a text of at most 65,536"),
        ({"seats": "["}, "no TOML: "),
        ({"clock": '"soon"'}, "clock: unknown time control 'soon'"),
        ({"clock": '"none"'}, "clock: none: expected a time control, as 10"),
        ({"clock": '"10:01"'}, r"clock: unknown time control '10:01': expected seconds .*,st=10; not none, as a bot"),
        ({"freeze": "2027-03-01"}, "freeze: 2027-03-01: expected a date and time with its offset"),
        ({"deals": '"both"'}, "deals: 'both': expected one of fresh, paired"),
        ({"format": '"round-rabin"'}, "did you mean 'round-robin'"),
        ({"entrants": '"al"'}, "entrants: 'al': expected \"all\", or a list of names"),
        ({"entrants": "[]"}, "expected a list of names"),
        ({"entrants": "[1]"}, "entrants: 1: expected a bot's name"),
        ({"entrants": '["a b"]'}, "entrants: 'a b': expected a bot's name"),
        ({"entrants": '["ana@"]'}, "'ana@': expected a bot's name, as ana, or ana@1.2"),
        ({"entrants": '["ana", "bea", "Ana"]'}, "entrants: Ana, ana: expected each entrant once"),
        ({"freeze": "2027-03-01T18:00:00"}, "freeze: .*expected a date and time with its offset"),
        ({"freeze": '"tomorrow"'}, "freeze: 'tomorrow': expected a date and time"),
        ({"rated": '"yes"'}, "rated: 'yes': expected true or false"),
        ({"concurrency": "1"}, "concurrency: 1: expected at least 2, as the matches of a deal begin together"),
        ({"concurrency": "0"}, "concurrency: 0: expected a whole number from 1 to 1000"),
        ({"schedule": "3"}, "schedule: 3: expected a table of its own"),
    ],
)
def test_an_impossible_value_is_refused_with_what_was_expected(keys, words):
    with pytest.raises(UsageError, match=words):
        regulations(**keys)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("[options]\nresolve = true", r"\[options\] cacao has no option 'resolve'"),
        ("[options]\nauto_resolve = 'maybe'", r"\[options\] option 'auto_resolve' cannot be 'maybe'"),
        ("[options]\nauto_resolve = 0.5", r"\[options\] auto_resolve: 0.5: expected true, false, a whole number"),
        ("[round-robin]\nrounds = 0", r"\[round-robin\] rounds: 0: expected a whole number"),
        ("[schedule]\ntimezone = 'UTC'", r"\[schedule\] cron is missing"),
        ("[schedule]\ncron = '0 0 30 2 *'", r"\[schedule\] cron: .* one that its months do not have"),
        ("[schedule]\ncron = '0 0 1 * *'\ntimezone = 'Europe/Madird'", r"\[schedule\] timezone: .*'Europe/Madrid'"),
        ("[schedule]\ncron = '0 0 1 * *'\nmissed = 'never'", r"\[schedule\] missed: 'never'"),
    ],
)
def test_an_impossible_value_in_a_table_is_refused_with_the_tables_name(table, words):
    with pytest.raises(UsageError, match=words):
        regulations(table)


@pytest.mark.parametrize(
    ("tables", "keys", "words"),
    [
        ([], {"entrants": '["ana"]'}, "1 entrants: expected at least 2"),
        ([], {"entrants": '["ana", "bea", "cai"]', "seats": "4"}, "3 entrants: expected at least 4 at tables of 4"),
        (["[gauntlet]"], {}, r"\[gauntlet\]: the format is round-robin: expected no table but \[round-robin\]"),
        (
            [],
            {"format": '"double-knockout"', "seats": "4"},
            "seats: 4: expected 2, as in a knockout one of two goes on",
        ),
        (
            ["[ladder]", "games = 3"],
            {"format": '"ladder"', "seats": "4", "deals": '"paired"'},
            "at least 4, which is one",
        ),
        (["[ladder]", "top = 6"], {"format": '"ladder"'}, "top: 6 of 5 entrants cannot be settled"),
        (["[ladder]", "top = 3", "games = 24"], {"format": '"ladder"'}, "which takes 25 of 2 entrants each"),
        (
            ["[ladder]", "until = 2027-01-01T00:00:00Z"],
            {"format": '"ladder"', "freeze": "2027-03-01T18:00:00Z"},
            "until: .*expected a moment after the freeze",
        ),
        (["[schedule]", "cron = '0 0 1 * *'"], {"format": '"ladder"'}, "a ladder without a rule to stop by"),
        (["[gauntlet]", "challengers = ['zoe']"], {"format": '"gauntlet"'}, "challengers: 'zoe' is no entrant"),
        (
            [],
            {"entrants": '["ana@1", "bea@2"]', "freeze": "2027-03-01T18:00:00Z"},
            "freeze: every entrant names its version",
        ),
        ([], {"broadcast": '"delayed"'}, 'delay: missing: expected a number of turns with broadcast = "delayed"'),
        ([], {"delay": "3"}, 'delay: 3: expected none without broadcast = "delayed"'),
        ([], {"broadcast": '"delayed"', "delay": "0"}, "delay: 0: expected a whole number from 1 to 1000"),
        ([], {"broadcast": '"lives"'}, "broadcast: 'lives': .*live"),
    ],
)
def test_contradictory_regulations_are_refused_before_anything_starts(tables, keys, words):
    with pytest.raises(UsageError, match=words):
        regulations(*tables, **keys)


def test_the_entrants_of_an_open_tournament_are_checked_when_they_are_known():
    cup = regulations(entrants='"all"', seats="3")
    cup.check(["ana", "bea", "cai"])
    with pytest.raises(UsageError, match="2 entrants: expected at least 3"):
        cup.check(["ana", "bea"])
    with pytest.raises(UsageError, match="an author has 2 of the 3 entrants"):
        cup.check(["ana", "bea", "cai"], {"ana": "one", "bea": "one"})


def test_all_independent_faults_are_named_at_once():
    with pytest.raises(UsageError) as refused:
        read(
            'gane = "cacao"\nseats = 9\nclock = "soon"\nentrants = ["ana", "b b", 3]\nformat = "swiss"\n'
            '[swiss]\nrundes = 1\nblocks = 0\n[schedule]\ntimezone = "UTC"\n'
        )
    starts = [
        "gane: unknown key: ",
        "name, game are missing: ",
        "seats: 9: ",
        "clock: unknown time control 'soon'",
        "entrants: 'b b': ",
        "entrants: 3: ",
        "[swiss] rundes: unknown key: ",
        "[swiss] blocks: 0: ",
        "[schedule] cron is missing",
    ]
    lines = str(refused.value).splitlines()
    assert [line.startswith(start) for line, start in zip(lines, starts, strict=True)] == [True] * len(starts)


def test_contradictions_are_named_at_once():
    with pytest.raises(UsageError) as refused:
        regulations(entrants='["ana"]', concurrency="1", delay="3")
    assert [line.partition(":")[0] for line in str(refused.value).splitlines()] == [
        "1 entrants",
        "concurrency",
        "delay",
    ]


def test_times_keep_their_offset_from_utc():
    cup = regulations(freeze="2027-03-01T19:00:00+01:00")
    assert cup.freeze == datetime(2027, 3, 1, 18, tzinfo=UTC)
    assert "2027-03-01T19:00:00+01:00" in cup.written()


def test_a_rated_cup_says_which_version_plays_for_a_refused_one():
    [words] = [words for words in regulations().in_words() if "refused" in words]
    assert words.startswith("If the newest version of a bot was refused or withdrawn, the newest of its versions")
