"""Teotihuacan's views, options and events do not change by encoding and decoding, and no message is too large."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ProtocolError
from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR, Event
from arena.games.steps import OVER
from arena.games.teotihuacan.events import EVENTS
from arena.games.teotihuacan.notation import (
    EFFECT_NAMES,
    GOODS_NAMES,
    PAYMENTS,
    REWARDS,
    ROW_NAMES,
    TEMPLE_NAMES,
    understood,
)
from arena.games.teotihuacan.pending import KINDS
from arena.games.teotihuacan.rules import TEOTIHUACAN as RULES
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS
from arena.games.teotihuacan.solo.offers import OFFER_NAMES
from arena.games.teotihuacan.terms import SOLO_CATEGORIES, SOURCES
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import SIDE_NAMES, SPACE_NAMES, TeotihuacanView
from arena.protocol.codec import DecisionWriter, WireDecision, read_decision
from arena.protocol.games.game_codec import parse
from arena.protocol.games.teotihuacan import TEOTIHUACAN
from arena.protocol.games.teotihuacan_numbers import ARMS, MOVES
from arena.protocol.v1 import teotihuacan_pb2 as pb

OPTIONS = st.fixed_dictionaries(
    {}, optional={setting.name: st.sampled_from(setting.values) for setting in RULES.options_schema}
)
FAR = 200  # decisions into a game; the longest have about 500
GAMES = 6  # of each seat count, in the tests of sizes
SMALL = [{}, {"starting_tile_draft": True}, {"cocoa_waiver_scope": "wide", "nobles_row_choice": "any_up_to_workers"}]


@st.composite
def positions(draw):
    """Return a position of a random game, which has stored its events."""
    options = draw(OPTIONS)
    if options.get("first_game"):
        options["starting_tile_draft"] = False
    seed = draw(st.integers(0, 2**32 - 1))
    state = RULES.new(options, draw(st.sampled_from(RULES.seats)), Deal(seed.to_bytes(4, "big")))
    state.listen()
    rng = Rng(seed)
    for _ in range(draw(st.integers(0, FAR))):
        if state.to_move != OVER:
            state.apply(state.sample(rng))
    return state


def game(seats, seed, **options):
    """Yield the positions of a random game, from its first question to its end.

    All are the same State object, which changes.
    """
    state = RULES.new(options, seats, Deal(b"%d" % seed))
    state.listen()
    rng = Rng(seed)
    while state.to_move != OVER:
        yield state
        state.apply(state.sample(rng))
    yield state


def observers(state):
    return (*range(state.seats), SPECTATOR)


# Views ----------------------------------------------------------------------------------------------------------------


@given(positions())
def test_a_view_reads_back_for_every_observer(state):
    for observer in observers(state):
        view = state.view(observer)
        assert TEOTIHUACAN.decode_view(TEOTIHUACAN.encode_view(view)) == view


@given(positions())
def test_equal_views_are_equal_bytes_and_other_views_are_others(state):
    views = [state.view(observer) for observer in observers(state)]
    again = [TEOTIHUACAN.decode_view(TEOTIHUACAN.encode_view(view)) for view in views]
    assert [TEOTIHUACAN.encode_view(view) for view in again] == [TEOTIHUACAN.encode_view(view) for view in views]
    assert len({TEOTIHUACAN.encode_view(view) for view in views}) == len(views)


def spot(name):
    """Return the message of a view that has the part with this name, which a test then spoils."""
    for seed in range(20):
        for state in game(3, seed):
            message = TEOTIHUACAN.view_to_message(state.view(0))
            if name in SPOTS and SPOTS[name](message):
                return message
    raise AssertionError(f"no position with {name}")


SPOTS = {
    "start": lambda _: True,
    "middle": lambda view: view.decorations and view.now.skills and view.players[1].ledger.ByteSize() and view.pending,
}
SPOILED = {
    "observer 3: expected -1 to 2": ("start", lambda view: setattr(view, "observer", 3)),
    "option 'ascension_cocoa' cannot be '7': expected one of 5, 6": (
        "start",
        lambda view: view.settings.add(name="ascension_cocoa", number=7),
    ),
    "teotihuacan has no option 'fog'": ("start", lambda view: view.settings.add(name="fog", flag=True)),
    "turn -1: expected 0 to": ("start", lambda view: setattr(view, "turn", -1)),
    "active 3: expected 0 to 2": ("start", lambda view: setattr(view, "active", 3)),
    "to_move 3: expected -1 to 2": ("start", lambda view: setattr(view, "to_move", 3)),
    "step 0: expected 1 to 50": ("start", lambda view: view.ClearField("asks")),
    "step 'keep': 1 numbers; expected no number": ("start", lambda view: view.asks.numbers.append(1)),
    "step 'pay': tile 32; expected 0 to 31": (
        "middle",
        lambda view: view.pending.add(kind=pb.TEOTIHUACAN_STEP_KIND_PAY, numbers=[32, 0, 0]),
    ),
    "light -1: expected 0 to": ("start", lambda view: setattr(view, "light", -1)),
    "dark 40000: expected 0 to": ("start", lambda view: setattr(view, "dark", 40_000)),
    "eclipses 4: expected 0 to 3": ("start", lambda view: setattr(view, "eclipses", 4)),
    "eclipse_due -2: expected -1 to": ("start", lambda view: setattr(view, "eclipse_due", -2)),
    "expected every board from 1 to 8": ("start", lambda view: view.ring.pop()),
    "number of royals 2: expected 3 to 3": ("start", lambda view: view.royals.pop()),
    "Royal tile 10: expected 1 to 9": ("start", lambda view: view.royals.__setitem__(0, 10)),
    "Temple Bonus tile 8: expected 1 to 7": ("start", lambda view: view.bonuses.__setitem__(0, 8)),
    "Technology tile 10: expected 1 to 9": ("start", lambda view: view.technologies.__setitem__(5, 10)),
    "number of nobles 4: expected 3 to 3": ("start", lambda view: view.nobles.append(0)),
    "number of beside 6: expected 5 to 5": ("start", lambda view: view.beside.append(1)),
    "Discovery tile 22: expected 1 to 21": ("start", lambda view: view.beside.__setitem__(0, 22)),
    "Discovery tile 0: expected 1 to 21": ("start", lambda view: view.spots.red_5.append(0)),
    "Decoration tile 16: expected 1 to 15": ("start", lambda view: view.decoration_offer.__setitem__(0, 16)),
    "Pyramid tile 18: expected 1 to 31": ("start", lambda view: view.pyramid_offer.__setitem__(0, 18)),
    "level 5: expected 1 to 4": ("start", lambda view: setattr(view.pyramid[0], "level", 5)),
    "i 4: expected 0 to 3": ("start", lambda view: setattr(view.pyramid[0], "i", 4)),
    "j -1: expected 0 to 3": ("start", lambda view: setattr(view.pyramid[0], "j", -1)),
    "rotation 4: expected 0 to": ("start", lambda view: setattr(view.pyramid[0], "rotation", 4)),
    "side 5: expected 1 to 4": ("middle", lambda view: setattr(view.decorations[0], "side", 5)),
    "board 9: expected 1 to 8": ("middle", lambda view: view.neutrals[0].boards.__setitem__(0, 9)),
    "players 1: expected 2 to 4": ("start", lambda view: view.players.__delitem__(slice(1, None))),
    "cocoa -1: expected 0 to": ("start", lambda view: setattr(view.players[0], "cocoa", -1)),
    "blue 12: expected 0 to 11": ("start", lambda view: setattr(view.players[0], "blue", 12)),
    "avenue 10: expected 0 to 9": ("start", lambda view: setattr(view.players[0], "avenue", 10)),
    "board 11: expected 0 to 10": ("start", lambda view: setattr(view.players[0].workers[0], "board", 11)),
    "power 6: expected 1 to 5": ("start", lambda view: setattr(view.players[0].workers[0], "power", 6)),
    "Worship space 8: expected 1 to 7": ("start", lambda view: setattr(view.players[0].workers[0], "space", 8)),
    "Starting tile 19: expected 1 to 18": ("start", lambda view: setattr(view.players[0].starting[0], "tile", 19)),
    "Eclipses of masks 4: expected 0 to 3": (
        "middle",
        lambda view: view.players[1].ledger.masks.extend([1, 1, 1, 1]),
    ),
    "count 4: expected 0 to 3": ("start", lambda view: setattr(view.now, "count", 4)),
    "salary 15: expected 0 to 14": ("start", lambda view: setattr(view.salary, "cocoa", 15)),
}


@pytest.mark.parametrize("complaint", SPOILED)
def test_a_view_with_an_impossible_value_is_refused_with_the_field(complaint):
    where, spoil = SPOILED[complaint]
    message = spot(where)
    assert isinstance(TEOTIHUACAN.view_from_message(message), TeotihuacanView)
    spoil(message)
    with pytest.raises(ProtocolError, match=complaint):
        TEOTIHUACAN.view_from_message(message)


@given(positions(), st.data())
def test_bytes_that_were_tampered_with_raise_one_error_or_make_a_view(state, data):
    whole = bytearray(TEOTIHUACAN.encode_view(state.view(0)))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    try:
        view = TEOTIHUACAN.decode_view(cut)
    except ProtocolError:
        return
    assert TEOTIHUACAN.decode_view(TEOTIHUACAN.encode_view(view)) == view


def test_unknown_fields_are_ignored():
    *_, end = game(2, 5)
    data = TEOTIHUACAN.encode_view(end.view(1))
    assert TEOTIHUACAN.decode_view(data + b"\xc8\x3e\x05") == end.view(1)  # field 1001, a number


# Options --------------------------------------------------------------------------------------------------------------


@given(positions())
def test_every_option_reads_back(state):
    options = state.options()
    assert [TEOTIHUACAN.option_from_message(TEOTIHUACAN.option_to_message(option)) for option in options] == options


EVERY_SPELLING = [
    *("keep S01 S18", "take S05", "raise 1@0", "settle 1@2 3@4 2@8", "free unlock"),
    *("move 3@5 2", "move 5@8 3 unlimited", "move 5@1+4@1 3 double", "move 1@1+1@1 8 unlimited double"),
    *("collect", "worship palace_1 ability", "worship decorations both lock 5 waive", "worship forest discovery"),
    *("main", "main additional 2", "main additional 1 waive", "first ability", "first discovery"),
    *("exchange", "exchange waive", "exchange wood", "exchange gold waive", "exchange blue", "exchange green waive"),
    *("claim V00", "claim V51", "gain wood", "gain gold", "temple blue", "temple green", "technology TECH17"),
    *("row top", "row bottom", "decorate D14 left_4", "decorate D00 top_1", "build P30 r0 on 4.0.0"),
    *("build P29 r3 on 1.3.3", "build P00 r0 on 2.0.2", "pay full", "pay less stone", "pay less wood"),
    *(
        "power up 5@8",
        "power up 5@decorations",
        "reward points",
        "reward two temples waive",
        "reward worker",
        "salary 0",
        "salary 8",
    ),
    *("salary waive", "stop", "pass", "end turn", "continue", "use V20", "unlock", "unlock waive"),
]


@pytest.mark.parametrize("spelling", EVERY_SPELLING)
def test_an_option_of_every_kind_and_with_its_largest_numbers_reads_back(spelling):
    option = understood(spelling)
    assert TEOTIHUACAN.option_from_message(TEOTIHUACAN.option_to_message(option)) == option


def test_these_are_all_kinds_of_options_there_are():
    arms = pb.TeotihuacanMove.DESCRIPTOR.oneofs_by_name["move"].fields
    written = {TEOTIHUACAN.option_to_message(understood(spelling)).WhichOneof("move") for spelling in EVERY_SPELLING}
    assert [arm.name for arm in arms] == list(ARMS)
    assert written == set(ARMS)
    assert len(MOVES) == len(ARMS)


@pytest.mark.parametrize(
    ("move", "complaint"),
    [
        (pb.TeotihuacanMove(), "move: expected one of keep, take, .*, got none"),
        (pb.TeotihuacanMove(keep=pb.TeotihuacanKeep(first=1)), "second 0: expected 1 to 18"),
        (pb.TeotihuacanMove(go=pb.TeotihuacanGo(board=9, power=1, distance=1)), "board 9; expected 1 to 8"),
        (pb.TeotihuacanMove(go=pb.TeotihuacanGo(board=1, power=8, distance=1)), "power 8: expected 0 to 7"),
        (pb.TeotihuacanMove(go=pb.TeotihuacanGo(board=1, power=1, distance=4)), "distance 4; expected 1 to 3"),
        (pb.TeotihuacanMove(settle=pb.TeotihuacanSettle(first_board=0)), "first_board 0: expected 1 to 8"),
        (pb.TeotihuacanMove(worship=pb.TeotihuacanWorship(space=1)), "effect 0: expected 1 to 3"),
        (pb.TeotihuacanMove(exchange=pb.TeotihuacanExchange(good=4)), "good 4: expected 1 to 3"),
        (pb.TeotihuacanMove(exchange=pb.TeotihuacanExchange(good=1, temple=1)), "expected a good or a temple"),
        (pb.TeotihuacanMove(exchange=pb.TeotihuacanExchange(temple=4)), "temple 4: expected 1 to 3"),
        (pb.TeotihuacanMove(gain=pb.TeotihuacanGain(good=4)), "no resource 'cocoa'"),
        (pb.TeotihuacanMove(power_up=pb.TeotihuacanPowerUp(board=5, power=1, locked=True)), "no Worship space"),
        (pb.TeotihuacanMove(claim=pb.TeotihuacanClaim(tile=22)), "tile 22: expected 1 to 21"),
        (pb.TeotihuacanMove(build=pb.TeotihuacanBuild(tile=18)), "tile 18: expected 1 to 31"),
        (pb.TeotihuacanMove(build=pb.TeotihuacanBuild(tile=1)), "level 0: expected 1 to 4"),
        (
            pb.TeotihuacanMove(
                build=pb.TeotihuacanBuild(tile=31, rotation=1, space=pb.TeotihuacanPyramidSpace(level=1))
            ),
            "looks the same whichever way it is turned",
        ),
        (
            pb.TeotihuacanMove(decorate=pb.TeotihuacanDecorate(tile=1, space=pb.TeotihuacanDecorationSpace(level=1))),
            "side 0: expected 1 to 4",
        ),
        (pb.TeotihuacanMove(salary=pb.TeotihuacanSalary(cocoa=9)), "salary 9; expected 0 to 8"),
        (pb.TeotihuacanMove(reward=pb.TeotihuacanTakeReward(reward=7)), "reward 7: expected 1 to 6"),
    ],
)
def test_a_move_that_names_no_option_is_refused(move, complaint):
    with pytest.raises(ProtocolError, match=complaint):
        TEOTIHUACAN.option_from_message(move)


@given(st.sampled_from(EVERY_SPELLING), st.data())
def test_the_bytes_of_a_move_that_were_tampered_with_raise_one_error_or_make_an_option(spelling, data):
    whole = bytearray(TEOTIHUACAN.option_to_message(understood(spelling)).SerializeToString())
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        option = TEOTIHUACAN.option_from_message(parse(pb.TeotihuacanMove, bytes(whole)))
    except ProtocolError:
        return
    assert TEOTIHUACAN.option_from_message(TEOTIHUACAN.option_to_message(option)) == option


# Events ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("options", SMALL)
def test_every_event_of_a_game_reads_back_for_every_observer(seats, options):
    *_, end = game(seats, 7, **options)
    for observer in observers(end):
        for event in end.events(0, observer):
            back = TEOTIHUACAN.event_from_message(TEOTIHUACAN.event_to_message(event))
            assert (back.kind, back.numbers) == (event.kind, event.numbers)


def test_every_kind_of_event_has_a_message_with_the_same_fields():
    arms = pb.TeotihuacanEvent.DESCRIPTOR.oneofs_by_name["event"].fields
    assert {arm.name: tuple(field.name for field in arm.message_type.fields) for arm in arms} == EVENTS


def test_an_event_with_zeros_in_all_fields_is_still_an_event():
    assert TEOTIHUACAN.event_to_message(Event("unlocked", [0])).SerializeToString() != b""


def test_an_event_with_a_tile_that_does_not_exist_is_refused():
    with pytest.raises(ProtocolError, match="technology 10: expected 1 to 9"):
        TEOTIHUACAN.event_from_message(pb.TeotihuacanEvent(learnt=pb.TeotihuacanLearnt(technology=10)))
    with pytest.raises(ProtocolError, match="starting 0: expected 1 to 18"):
        TEOTIHUACAN.event_from_message(pb.TeotihuacanEvent(kept=pb.TeotihuacanKept(seat=1)))


def test_an_event_of_a_newer_release_is_read_as_none():
    newer = parse(pb.TeotihuacanEvent, b"\xa2\x06\x02\x08\x01")  # field 100, a message
    assert TEOTIHUACAN.event_from_message(newer) is None


# Enums ----------------------------------------------------------------------------------------------------------------

ALIKE = {"P17", "P31"}  # they go by P04 and P30


@pytest.mark.parametrize(
    ("enum", "prefix", "words"),
    [
        (pb.TeotihuacanStepKind, "STEP_KIND", list(KINDS)),
        (pb.TeotihuacanGood, "GOOD", GOODS_NAMES),
        (pb.TeotihuacanTemple, "TEMPLE", TEMPLE_NAMES),
        (pb.TeotihuacanSpace, "SPACE", SPACE_NAMES),
        (pb.TeotihuacanSide, "SIDE", SIDE_NAMES),
        (pb.TeotihuacanEffect, "EFFECT", EFFECT_NAMES),
        (pb.TeotihuacanRow, "ROW", ROW_NAMES),
        (pb.TeotihuacanPayment, "PAYMENT", PAYMENTS),
        (pb.TeotihuacanReward, "REWARD", [reward.replace("waive", "waived") for reward in REWARDS]),
        (pb.TeotihuacanStarting, "STARTING", STARTING_IDS),
        (pb.TeotihuacanDiscovery, "DISCOVERY", DISCOVERY_IDS),
        (pb.TeotihuacanTechnology, "TECHNOLOGY", TECHNOLOGY_IDS),
        (pb.TeotihuacanRoyal, "ROYAL", ROYAL_IDS),
        (pb.TeotihuacanBonus, "BONUS", BONUS_IDS),
        (pb.TeotihuacanDecoration, "DECORATION", DECORATION_IDS),
        (pb.TeotihuacanPyramid, "PYRAMID", PYRAMID_IDS),
        (pb.TeotihuacanCategory, "CATEGORY", SOLO_CATEGORIES),
        (pb.TeotihuacanAction, "ACTION", ACTION_IDS),
        (pb.TeotihuacanArrow, "ARROW", ARROWS),
        (pb.TeotihuacanOffer, "OFFER", OFFER_NAMES),
        (pb.TeotihuacanSource, "SOURCE", SOURCES),
    ],
)
def test_enum_values_stand_in_the_order_of_the_tables_they_name(enum, prefix, words):
    spelled = ["UNSPECIFIED", *(word.upper().replace(" ", "_") for word in words)]
    expected = [(f"TEOTIHUACAN_{prefix}_{word}", number) for number, word in enumerate(spelled) if word not in ALIKE]
    assert enum.items() == expected


def test_a_view_has_only_the_rules_options_that_are_not_usual():
    view = RULES.new({"bonus2_points": 3, "glyph_matches": False}, 2, Deal.of(1)).view(0)
    message = TEOTIHUACAN.view_to_message(view)
    assert [(each.name, each.number, each.flag) for each in message.settings] == [
        ("glyph_matches", 0, False),
        ("bonus2_points", 3, False),
    ]
    assert TEOTIHUACAN.view_from_message(message).options == view.options
    del message.settings[:]
    assert dict(TEOTIHUACAN.view_from_message(message).options) == RULES.complete({})


def test_the_ledger_has_a_field_for_every_category():
    assert tuple(field.name for field in pb.TeotihuacanLedger.DESCRIPTOR.fields) == SOLO_CATEGORIES


# Whole decisions ------------------------------------------------------------------------------------------------------


def asked(state, **rest):
    """Return the decision of a position, as it is sent to the seat."""
    options = tuple(state.options())
    spellings = tuple(RULES.spell(state, option) for option in options)
    return WireDecision(number=1, view=state.view(state.to_move), options=options, spellings=spellings, **rest)


@pytest.mark.parametrize("seats", RULES.seats)
def test_no_view_is_larger_than_4_kib_and_no_decision_than_32_kib(seats):
    writer = DecisionWriter(TEOTIHUACAN)
    views, decisions = [], []
    for seed in range(GAMES):
        heard = [0] * seats
        for state in game(seats, seed, **SMALL[seed % len(SMALL)]):
            if state.to_move != OVER:
                news = tuple(state.events(heard[state.to_move], state.to_move))
                heard[state.to_move] += len(news)
                views.append(len(TEOTIHUACAN.encode_view(state.view(state.to_move))))
                decisions.append(len(writer.write(asked(state, events=news))))
    assert max(views) <= 4 * 1024
    assert max(decisions) <= 32 * 1024


@given(positions())
def test_a_decision_reads_back(state):
    if state.to_move == OVER:
        return
    decision = asked(state, events=tuple(state.events(0, state.to_move)[-40:]))
    back = read_decision(TEOTIHUACAN, DecisionWriter(TEOTIHUACAN).write(decision))
    assert (back.view, back.options, back.spellings) == (decision.view, decision.options, decision.spellings)
    assert [(event.kind, event.numbers) for event in back.events] == [
        (event.kind, event.numbers) for event in decision.events
    ]
