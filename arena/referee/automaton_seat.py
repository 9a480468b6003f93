"""The seat of an automaton. It is never asked, because the rules of the game play for it."""

from arena.referee.seat import Choice, Decision, Over, Start


class AutomatonSeat:
    """A seat that is ready immediately, is never asked, and ignores all messages."""

    async def start(self, start: Start) -> None:
        """Do nothing: an automaton needs no preparation."""

    async def choose(self, decision: Decision) -> Choice:
        """Raise an error: an automaton is never asked."""
        raise AssertionError(f"seat {decision.seat} is an automaton's, and was asked")

    async def over(self, over: Over) -> None:
        """Do nothing: an automaton needs no result."""
