"""Writes records of random games, and verifies a folder of them: `recorded.py write|verify FOLDER [HOW_MANY]`.

The program runs in an environment that has the project's wheel.
"""

import sys
from pathlib import Path
from time import perf_counter

from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.record import Answer, Header, MatchProgress, ResultLine, Seated, commit, disclosed, verify

SALT = bytes(32)  # a salt hides a deal, and nothing is hidden here


def main() -> None:
    """Write records to a folder, or verify those in a folder and print their number and the seconds."""
    folder = Path(sys.argv[2])
    if sys.argv[1] == "write":
        folder.mkdir(parents=True)
        for number in range(int(sys.argv[3])):
            (folder / f"{number:04}.jsonl").write_bytes(record("cacao", 2, number))
    else:
        began = perf_counter()
        count = sum(verify(file.read_bytes()).replayed for file in folder.glob("*.jsonl"))
        print(count, perf_counter() - began)


def record(game: str, seats: int, number: int) -> bytes:
    """Return the record of one random game."""
    rulebook = rules(game)
    seed = number.to_bytes(32, "big")
    course = MatchProgress(rulebook.new({}, seats, Deal(seed)))
    match = f"bench-{number}"
    header = Header(
        match=match,
        game=rulebook.name,
        rules_version=rulebook.version,
        options=course.state.settings,
        seats=tuple(Seated(f"random-{seat}", "1", "house") for seat in range(seats)),
        clock="none",
        fairness="seeded",
        commitment=commit(seed, match, SALT),
    )
    lines = [header.line()]
    rng = Rng(number)
    while course.end is None:
        state = course.state
        option = state.sample(rng)
        lines.append(Answer(state.to_move, rulebook.spell(state, option)).line())
        state.apply(option)
    lines.append(ResultLine.after(course).line())
    return disclosed(b"".join(line + b"\n" for line in lines), seed, SALT)


if __name__ == "__main__":
    main()
