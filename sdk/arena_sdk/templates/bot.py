"""MyBot takes the option after which its lead is largest. Among equal options it chooses one at random.

python bot.py                     plays a practice series against `random`
arena play bot.py greedy          plays a longer series, with intervals
arena doctor bot.py               checks that it is ready for an arena
python bot.py --arena HOST:PORT   plays in an arena
"""

from arena_sdk import Bot, Option, Turn, run


class MyBot(Bot):
    """Looks one option ahead."""

    name = "my_bot"
    version = "1"  # raise it as soon as the bot could choose another option

    def choose(self, turn: Turn) -> Option:
        """Return the option after which this seat has the largest lead, computed from the seat's own view."""
        leads = [lead_after(turn, option) for option in turn.options]
        best = max(leads)
        return self.rng.choice([option for option, lead in zip(turn.options, leads, strict=True) if lead == best])


def lead_after(turn: Turn, option: Option) -> int:
    """Return the points by which this seat leads the best other seat right after an option."""
    after = turn.state.clone()
    after.apply(option.number)
    scores = after.scores()
    own = scores.pop(turn.seat)
    return own - max(scores)


run(MyBot)
