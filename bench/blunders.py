"""`python3 -m bench.blunders [GAME ...]`: measures how many planted blunders an analysis finds.

A strong bot plays, but takes a random option in five decisions of a game: the planted blunders. A much longer search
measures what each of them costs, as a share of the score of a match. The program prints two numbers: how many planted
blunders that cost more than 0.05 are among the ten costliest decisions in the analysis, and how many of the bot's own
decisions the analysis does not call a blunder.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Final

from arena.analysis.judge import Judge, Judgement, dearest, with_noise
from arena.bots.house import house
from arena.games import rules as rules_of
from arena.games.chance import Deal, named_rng
from arena.games.game import State
from arena.games.steps import OVER

PLANTED: Final = 5
DEAREST: Final = 10
DEAR: Final = 0.05


def main() -> int:
    """Print a line for each game: how many planted blunders the analysis found."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.blunders", description="Planted blunders.")
    parser.add_argument("games", nargs="*", default=["cacao", "teotihuacan"], metavar="GAME")
    parser.add_argument("--bot", default="mcts-800", help="what plays (default: %(default)s)")
    parser.add_argument("--by", default="mcts-800", help="what analyses (default: %(default)s)")
    parser.add_argument("--judge", default="mcts-6400", help="what says how dear each was (default: %(default)s)")
    parser.add_argument("--count", type=int, default=20, metavar="N", help="games (default: %(default)s)")
    args = parser.parse_args()
    for game in args.games:
        dear = found = quiet = own = 0
        spent = 0.0
        for number in range(args.count):
            began = time.process_time()
            judged, blunders = analysed(game, args.bot, args.by, number)
            spent += time.process_time() - began
            worst = {each.answers for each in dearest(judged, DEAREST)}
            judge = Judge(args.judge, open_too=False)
            for state, option, answers in blunders:
                if judge.judge(state, option, answers, b"judge").cost > DEAR:
                    dear += 1
                    found += answers in worst
            planted = {answers for *_, answers in blunders}
            rest = [each for each in judged if each.answers not in planted]
            own += len(rest)
            quiet += sum(not each.is_blunder for each in rest)
        share = f"{found} of {dear} dear blunders are among the {DEAREST} dearest"
        print(f"{game}: {share}; {quiet} of {own} decisions of {args.bot} within the noise; {spent:.0f} s", flush=True)
    return 0


def analysed(game: str, bot: str, by: str, number: int) -> tuple[list[Judgement], list[tuple[State, int, int]]]:
    """Play a game with planted blunders at seat 0. Analyse all decisions of this seat.

    Return two lists: the analysis of each decision, and each blunder (position, option, number of earlier answers).
    """
    decisions = list(played(game, bot, number))
    judge = Judge(by, open_too=False)
    judged = [judge.judge(state, option, answers, b"analysis") for state, option, answers, _ in decisions]
    return with_noise(judged), [(state, option, answers) for state, option, answers, planted in decisions if planted]


def played(game: str, bot: str, number: int) -> Iterator[tuple[State, int, int, bool]]:
    """Play a game; yield each decision of seat 0: position, option, number of earlier answers, True if planted."""
    rules, player = rules_of(game), house(bot).player
    rng = named_rng(f"{number}".encode(), "blunders")
    state = rules.new({}, 2, Deal.of(number))
    answers = mine = 0
    due = [3 + 4 * each + rng.below(4) for each in range(PLANTED)]
    while state.to_move != OVER:
        planted = state.to_move == 0 and mine in due
        option = state.sample(rng) if planted else player.choose(state, rng)
        if state.to_move == 0:
            yield state.clone(), option, answers, planted
            mine += 1
        state.apply(option)
        answers += 1


if __name__ == "__main__":
    raise SystemExit(main())
