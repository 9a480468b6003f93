"""The seat of an automaton: the game itself plays for it."""

from arena.referee.seat import Choice, Decision, Over, Start


class AutomatonSeat:
    """A seat that is ready at once, is never asked, and hears nothing."""

    async def start(self, start: Start) -> None:
        """Nothing has to be made ready."""

    async def choose(self, decision: Decision) -> Choice:
        """Nobody asks an automaton."""
        raise AssertionError(f"seat {decision.seat} is an automaton's, and was asked")

    async def over(self, over: Over) -> None:
        """Nobody is told."""
