"""A golden game: a whole game in every detail, as text for people and as JSON for engines in other languages.

docs/golden-games.md explains the fields.
"""

import json
from itertools import count
from pathlib import Path

from arena.games import GAMES
from arena.games.automata import seated, without_knobs
from arena.games.chance import Deal, named_rng
from arena.games.conformance import variants
from arena.games.game import SPECTATOR, spell_value
from arena.games.steps import OVER
from arena.games.teotihuacan.rules import SOLO

FOLDER = Path(__file__).parent
SCHEMA = 1
SEEDS = 100  # of which the most varied game is taken
ROUNDS_BETWEEN_BOARDS = 3
TO_WRITE = "python -m tests.golden.write"


# A game with too many options to tell one of each: what people call its variants, and those that go together.
TOLD = {
    "teotihuacan": [
        *((seats, {}) for seats in (2, 3, 4)),
        *((2, {"first_game": True}), (3, {"starting_tile_draft": True}), (4, {"dark_eclipse": True})),
        (2, {"dark_eclipse": True, "starting_tile_draft": True}),
        (3, {"dark_eclipse": True, "first_game": True}),
        (2, {"edition": "english"}),
        (3, {"edition": "spanish"}),
        (4, {"edition": "portuguese"}),
        (2, {"edition": "french"}),
        # No edition plays these.
        (3, {"royal9_reading": "double_power_plus_one", "worship_order": "ability_first"}),
    ],
    SOLO.name: [
        *((2, level) for level in SOLO.levels.values()),
        (2, {**SOLO.levels["standard"], "dark_eclipse": True, "first_game": True}),
        (2, {**SOLO.levels["standard"], "edition": "french", "starting_tile_draft": True}),
    ],
}


def every_variant():
    """Return all games, seat counts and option values that have a golden game."""
    return [
        (rules, seats, rules.complete(options))
        for rules in GAMES.values()
        for seats, options in TOLD.get(rules.name, variants(rules))
    ]


def name_of(rules, seats, options):
    """Return the name of a golden game, which contains the options that are not canonical."""
    different = rules.differences(without_knobs(rules, options))
    odd = [f"{name}-{spell_value(value)}" for name, value in different.items()]
    automaton = [seated(rules, options).name] if rules.automata else []
    return "-".join([rules.name.replace("/", "-"), f"{seats}p", *odd, *automaton])


def dealt(rules, seats, options, seed):
    return rules.new(options, seats, Deal(seed.encode()))


# Choosing a game ---------------------------------------------------------------------------------------------------


def most_varied(rules, seats, options):
    """Return the seed of the random game with the most kinds of options, and the answers of this game."""
    games = [(str(seed), random_answers(rules, seats, options, str(seed))) for seed in range(SEEDS)]
    return max(games, key=lambda game: len({answer.partition(" ")[0] for answer in game[1]}))


def random_answers(rules, seats, options, seed):
    state = dealt(rules, seats, options, seed)
    rng = named_rng(seed.encode(), "answers")
    answers = []
    while state.to_move != OVER:
        option = state.sample(rng)
        answers.append(rules.spell(state, option))
        state.apply(option)
    return answers


# Telling it --------------------------------------------------------------------------------------------------------


def told(rules, seats, options, seed, answers):
    """Play these answers. Return the game as JSON values: each decision with its options, answer and events."""
    state = dealt(rules, seats, options, seed)
    state.listen()
    heard = [0] * (seats + 1)
    game = {
        "schema": SCHEMA,
        "game": rules.name,
        "rules_version": rules.version,
        "seats": seats,
        "options": rules.complete(options),
        "seed": seed,
        "start": json.loads(state.position()),
        "decisions": [],
    }
    for answer in answers:
        offered = [rules.spell(state, option) for option in state.options()]
        decision = {"turn": state.turn, "seat": state.to_move, "options": offered, "chosen": offered.index(answer)}
        state.play(rules.read(state, answer))
        decision |= {"events": news(rules, state, heard), "scores": state.scores()}
        game["decisions"].append(decision)
    result = state.result()
    game["end"] = json.loads(state.position())
    game["result"] = {"placements": result.placements, "scores": result.scores, "ledger": result.ledger}
    return game


def news(rules, state, heard):
    """Return the events since the last call as texts: those for all observers, and those that only one seat gets.

    `heard` is the number of events that each observer already has; it is brought up to date.
    """
    lists = []
    for observer in [SPECTATOR, *range(state.seats)]:
        events = state.events(heard[observer], observer)
        heard[observer] += len(events)
        lists.append([rules.spell_event(event) for event in events])
    everybody, *seats = lists
    return {"all": everybody} | {
        str(seat): private
        for seat, events in enumerate(seats)
        if (private := [event for event in events if event not in everybody])
    }


# Writing it down ---------------------------------------------------------------------------------------------------


def as_json(game):
    """Return the game as JSON with one line for each field and each decision, so that a diff shows each change."""
    lines = [f"{json.dumps(field)}: {line(value)}" for field, value in game.items() if field != "decisions"]
    decisions = ",\n".join(f"  {line(decision)}" for decision in game["decisions"])
    lines.insert(list(game).index("decisions"), f'"decisions": [\n{decisions}\n]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def line(value):
    return json.dumps(value, ensure_ascii=False)


def as_text(rules, game):
    """Return the game as text for people: each answer and its events, some boards, and the ledger."""
    return "\n".join([*heading(game), *story(rules, game), *ending(rules, game)]) + "\n"


def heading(game):
    yield f"{game['game']}, rules version {game['rules_version']}, {game['seats']} seats"
    for name, value in game["options"].items():
        yield f"{name}: {spell_value(value)}"
    yield f"seed: {game['seed']}"


def story(rules, game):
    state = rules.from_position(json.dumps(game["start"]))
    board_due = 0
    before = state.scores()
    for number, decision in zip(count(1), game["decisions"]):
        if decision["turn"] >= board_due:
            yield from ("", *board(rules, state))
            board_due = decision["turn"] + ROUNDS_BETWEEN_BOARDS * game["seats"]
        answer = decision["options"][decision["chosen"]]
        yield f"{number:>4}  seat {decision['seat']}  {len(decision['options']):>3} options  {answer}"
        for hearer, events in decision["events"].items():
            yield from (f"      - {'' if hearer == 'all' else f'(seat {hearer} alone) '}{event}" for event in events)
        if decision["scores"] != before:
            changes = [after - former for former, after in zip(before, decision["scores"], strict=True)]
            yield f"      scores {spaced(decision['scores'])}  ({' '.join(f'{change:+d}' for change in changes)})"
        before = decision["scores"]
        state.play(rules.read(state, answer))
    yield from ("", *board(rules, state))


def board(rules, state):
    """Return the lines of the spectator's board, indented below the answers."""
    return [f"        {row}".rstrip() for row in rules.board(state.view(SPECTATOR)).splitlines()] + [""]


def ending(rules, game):
    result = game["result"]
    yield f"{'placements':<12}{spaced(result['placements'])}"
    yield f"{'scores':<12}{spaced(result['scores'])}"
    for category in rules.categories:
        seats = result["ledger"][category]
        yield f"  {category:<10}" + " ".join("+".join(map(str, rounds)).rjust(4) for rounds in seats)


def spaced(numbers):
    return " ".join(f"{number:>4}" for number in numbers)
