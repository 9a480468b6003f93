"""`python -m tests.golden.write` writes all golden games anew; the diff shows what that changes."""

import sys

from tests.golden.playthrough import FOLDER, as_json, as_text, every_variant, most_varied, name_of, told


def write():
    for rules, seats, options in every_variant():
        seed, answers = most_varied(rules, seats, options)
        game = told(rules, seats, options, seed, answers)
        name = name_of(rules, seats, options)
        FOLDER.joinpath(f"{name}.txt").write_text(as_text(rules, game), encoding="utf-8")
        FOLDER.joinpath(f"{name}.json").write_text(as_json(game), encoding="utf-8")
        sys.stdout.write(f"{name}: seed {seed}, {len(answers)} decisions\n")


if __name__ == "__main__":
    write()
