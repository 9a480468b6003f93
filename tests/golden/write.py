"""`python -m tests.golden.write [GAME ...]` writes the golden games again, of all games or of the named ones."""

import sys

from tests.golden.playthrough import FOLDER, as_json, as_text, every_variant, most_varied, name_of, told


def write(games):
    """Write the golden games of these games; of all if none is named."""
    for rules, seats, options in every_variant():
        if games and rules.name not in games:
            continue
        seed, answers = most_varied(rules, seats, options)
        game = told(rules, seats, options, seed, answers)
        name = name_of(rules, seats, options)
        FOLDER.joinpath(f"{name}.txt").write_text(as_text(rules, game), encoding="utf-8")
        FOLDER.joinpath(f"{name}.json").write_text(as_json(game), encoding="utf-8")
        sys.stdout.write(f"{name}: seed {seed}, {len(answers)} decisions\n")


if __name__ == "__main__":
    write(sys.argv[1:])
