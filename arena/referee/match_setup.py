"""The terms of a match that are fixed before it begins: seats, game, clock, and the deal or position."""

import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from arena.errors import UsageError
from arena.games.chance import Deal
from arena.games.game import Rules, Scalar, State
from arena.record import Header, Seated, commit
from arena.record.format import Fairness
from arena.referee.clock import TimeControl

LAG_ALLOWANCE_US: Final = 100_000


@dataclass(frozen=True)
class MatchSetup:
    """The terms of one match. It begins with a deal or at a position; `salt` is a secret of this match alone."""

    match: str
    rules: Rules
    seats: tuple[Seated, ...]
    clock: TimeControl
    salt: bytes
    deal: Deal | None = None
    position: str | None = None
    options: Mapping[str, Scalar] = field(default_factory=dict)  # of the deal; a position has its own
    fairness: Fairness = "committed"  # of the deal
    lag_allowance_us: int = LAG_ALLOWANCE_US
    bot_seeds: tuple[int, ...] = ()  # empty: those of the salt

    def open(self) -> State:
        """Return a new state at the position where the game of this match begins."""
        return self._beginning.clone()

    @cached_property
    def _beginning(self) -> State:
        if (self.deal is None) == (self.position is None):
            raise UsageError("a match begins at a deal or at a position: expected one of them")
        if self.deal is not None:
            return self.rules.new(self.options, len(self.seats), self.deal)
        assert self.position is not None
        state = self.rules.from_position(self.position)
        if state.seats != len(self.seats):
            raise UsageError(f"the position has {state.seats} seats: expected {len(self.seats)}, one for each entrant")
        return state

    @cached_property
    def header(self) -> Header:
        """Return the header of the match's record."""
        state = self._beginning
        # A deal with given stacks or results does not follow from its seed alone.
        seeded = self.deal is not None and not self.deal.stacks and not self.deal.results
        return Header(
            match=self.match,
            game=self.rules.name,
            rules_version=self.rules.version,
            options=state.settings,
            seats=self.seats,
            clock=str(self.clock),
            fairness=self.fairness if seeded else "position",
            commitment=commit(self.deal.seed, self.match, self.salt) if self.deal and seeded else None,
            position=None if seeded else json.loads(state.position()),
        )

    def bot_seed(self, seat: int) -> int:
        """Return the 64 bits that a seat's bot gets as its seed.

        They are the same if the match is repeated, and reveal nothing about the deal.
        """
        if self.bot_seeds:
            return self.bot_seeds[seat]
        digest = hmac.digest(self.salt, f"bot {seat} {self.match}".encode(), "sha256")
        return int.from_bytes(digest[:8], "big")
