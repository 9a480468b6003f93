"""Laws of rules options that came after the first release, over all games.

If such an option has its canonical value, it is not written. So texts of the time before the option are the same today.
"""

import json

import pytest

from arena.errors import ArenaError, PositionError, UsageError
from arena.games import GAMES
from arena.games.chance import Deal, Rng, named_rng
from arena.games.conformance import additions, variants
from arena.games.game import FIRST_RELEASE, RELEASES, Setting
from arena.protocol.games import codec
from arena.record import read_record
from arena.record.format import Seated
from arena.record.replay import opening
from arena.record.verify import verify
from arena.referee.clock import TimeControl
from arena.referee.match_setup import MatchSetup
from arena.server.matches.match_table import start_of
from arena.server.messages import settings as messages_of
from arena.stats.pools import Pool
from tests.games.tiny.rules import TINY, TinyRules
from tests.record.played import whole

ALL = [*GAMES.values(), TINY]
LATER = [(rules, setting) for rules in GAMES.values() for setting in rules.options_schema if setting.is_later]
CHANGED = [(rules, setting, value) for rules, setting in LATER for value in setting.values[1:]]


def named(value):
    return value.name if hasattr(value, "name") else str(value)


def opened(rules, options):
    """Return a position of a random game with these rules options, after thirty decisions."""
    state = rules.new(options, rules.seats[0], Deal(b"later"))
    rng = named_rng(b"later", "answers")
    for _ in range(30):
        state.apply(state.sample(rng))
    return state


def header_of(rules, options):
    seats = (Seated("ana", "1", "bot"), Seated("ben", "1", "bot"))
    setup = MatchSetup("m", rules, seats, TimeControl.read("none"), bytes(32), Deal(bytes(32)), options=options)
    return setup, setup.header


@pytest.mark.parametrize("rules", ALL, ids=named)
def test_the_canonical_options_are_those_of_the_first_release(rules):
    first = {setting.name: setting.values[0] for setting in rules.options_schema if not setting.is_later}
    assert rules.complete({}) == first
    assert list(rules.in_full({})) == [setting.name for setting in rules.options_schema]


@pytest.mark.parametrize(("rules", "setting"), LATER, ids=named)
def test_a_later_option_with_its_canonical_value_is_not_written(rules, setting):
    without, given = opened(rules, {}), opened(rules, {setting.name: setting.canonical})
    its = codec(rules.name)
    assert given.position() == without.position()
    assert setting.name not in given.position()
    for observer in (-1, 0, 1):
        assert its.encode_view(given.view(observer)) == its.encode_view(without.view(observer))
        message = its.view_to_message(given.view(observer)).settings
        assert setting.name not in {field.name for field, _ in message.ListFields()}
    (setup, header), (_, before) = header_of(rules, {setting.name: setting.canonical}), header_of(rules, {})
    assert header.line() == before.line()
    assert setting.name not in {each.name for each in start_of(setup, "").settings}
    pools = [Pool.of(rules.name, 2, header.options, rules.version, "blitz") for header in (header, before)]
    assert pools[0] == pools[1]
    assert setting.name not in pools[0].options


@pytest.mark.parametrize(("rules", "setting", "value"), CHANGED, ids=named)
def test_a_later_option_at_another_value_is_written_everywhere_and_read_back(rules, setting, value):
    state = opened(rules, {setting.name: value})
    assert json.loads(state.position())["options"][setting.name] == value
    assert rules.from_position(state.position()).position() == state.position()
    its = codec(rules.name)
    for observer in (-1, 0, 1):
        view = state.view(observer)
        assert dict(view.options)[setting.name] == value
        assert its.decode_view(its.encode_view(view)) == view
        assert rules.from_view(view, Rng(1)).settings == state.settings
    setup, header = header_of(rules, {setting.name: value})
    assert header.options[setting.name] == value
    assert setting.name in {each.name for each in start_of(setup, "").settings}
    assert list(messages_of(header.options)) == list(start_of(setup, "").settings)


@pytest.mark.parametrize(("rules", "setting"), LATER, ids=named)
def test_a_position_with_a_canonical_later_option_is_read_and_written_without_it(rules, setting):
    state = opened(rules, {})
    told = json.loads(state.position())
    told["options"][setting.name] = setting.canonical
    assert rules.from_position(json.dumps(told)).position() == state.position()


@pytest.mark.parametrize("rules", GAMES.values(), ids=named)
def test_a_position_without_an_option_of_the_first_release_is_refused(rules):
    told = json.loads(opened(rules, {}).position())
    first = next(setting.name for setting in rules.options_schema if not setting.is_later)
    del told.get("options", told)[first]
    with pytest.raises(PositionError, match=f"'{first}' is missing"):
        rules.from_position(json.dumps(told))


@pytest.mark.parametrize(("rules", "setting", "value"), CHANGED, ids=named)
def test_the_release_of_options_is_the_oldest_that_knows_them(rules, setting, value):
    assert rules.release_of({}) == FIRST_RELEASE
    assert rules.release_of({setting.name: setting.canonical}) == FIRST_RELEASE
    assert rules.release_of({setting.name: value}) == setting.since


def test_a_later_value_of_an_old_option_needs_the_later_release():
    solo = GAMES["teotihuacan/solo"]
    assert solo.release_of({"dark_eclipse": False}) == FIRST_RELEASE
    assert solo.release_of({"dark_eclipse": True}) == "1.1"


@pytest.mark.parametrize("rules", ALL, ids=named)
def test_the_variants_of_the_first_release_know_nothing_of_later_ones(rules):
    for _, options in variants(rules, FIRST_RELEASE):
        assert rules.release_of(options) == FIRST_RELEASE


@pytest.mark.parametrize("rules", ALL, ids=named)
def test_every_value_that_a_release_added_is_among_its_additions(rules):
    for release in RELEASES[1:]:
        added = {
            (setting.name, value)
            for setting in rules.options_schema
            for value in setting.added.get(release, ())
            if value != setting.canonical
        }
        met = {pair for _, options in additions(rules, release) for pair in options.items()}
        assert added <= met


def test_values_are_those_of_a_release():
    setting = Setting("sort", (1, 2), "", added={"1.1": (3,)})
    assert (setting.values, setting.values_in("1.0"), setting.values_in("1.1")) == ((1, 2, 3), (1, 2), (1, 2, 3))
    late = Setting("late", ("no", "yes"), "", since="1.1")
    assert (late.is_later, late.values_in("1.0"), late.values_in("1.1")) == (True, (), ("no", "yes"))


class Later(TinyRules):
    """The tiny game with a rules option `fog`, which release 1.1 has added."""

    options_schema = (*TinyRules.options_schema, Setting("fog", (False, True), "whether it is foggy", since="1.1"))


def test_a_game_of_its_own_may_have_later_options_too():
    rules = Later()
    assert rules.complete({"fog": False}) == {"scraps": False}
    assert rules.complete({"fog": "on", "scraps": True}) == {"scraps": True, "fog": True}
    assert rules.in_full({"scraps": True}) == {"scraps": True, "fog": False}
    with pytest.raises(UsageError, match="option 'fog' cannot be 'thick'"):
        rules.complete({"fog": "thick"})


def test_a_record_with_a_later_option_verifies_unless_it_has_its_canonical_value():
    record = whole(rules=GAMES["teotihuacan"], options={"bonus2_points": 3})
    assert read_record(record).header.options["bonus2_points"] == 3
    assert verify(record).replayed
    said = whole(rules=GAMES["teotihuacan"]).replace(
        b'"first_game":false}', b'"first_game":false,"bonus2_points":5}', 1
    )
    with pytest.raises(ArenaError, match="options: expected"):
        opening(read_record(said))
