"""The report of an examination: its steps with their outcomes, and the transcripts of failed steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from arena.texts import clean

Outcome = Literal["passed", "warned", "failed", "skipped"]

SIGNS: Final[dict[Outcome, str]] = {"passed": "ok", "warned": "WARNING", "failed": "FAILED", "skipped": "-"}


@dataclass(frozen=True)
class DoctorStep:
    """The outcome of one step of an examination, with its finding and its transcript."""

    name: str
    outcome: Outcome
    text: str
    transcript: tuple[str, ...] = ()
    latency: "Latency | None" = None  # of all answers so far, with the step that judges it

    def __post_init__(self) -> None:
        # The report contains texts of the bot, and goes to logs, pages and terminals.
        object.__setattr__(self, "text", clean(self.text, lines=True))
        object.__setattr__(self, "transcript", tuple(clean(line) for line in self.transcript))

    def __str__(self) -> str:
        first, *more = self.text.splitlines() or [""]
        lines = [f"{SIGNS[self.outcome]:8} {self.name:22} {first}", *(f"         {line}".rstrip() for line in more)]
        return "\n".join([*lines, *(f"         | {line}" for line in self.transcript)])


@dataclass(frozen=True)
class Latency:
    """The number of answers, and the median, 99th percentile and maximum of their times in milliseconds.

    The times are None if there were no answers.
    """

    answers: int
    p50_ms: float | None
    p99_ms: float | None
    slowest_ms: float | None

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Latency":
        """Return a Latency (median, 99th percentile, maximum) of these answer times, which are given in seconds."""
        ordered = sorted(seconds)
        if not ordered:
            return cls(0, None, None, None)
        ranks = (ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.99, 1.0))
        return cls(len(ordered), *(round(each * 1000, 2) for each in ranks))

    def __str__(self) -> str:
        if self.p50_ms is None:
            return "no answers"
        return f"{self.answers} answers: p50 {self.p50_ms} ms, p99 {self.p99_ms} ms, slowest {self.slowest_ms} ms"


@dataclass(frozen=True)
class DoctorReport:
    """The outcome of an examination: all its steps."""

    bot: str
    steps: tuple[DoctorStep, ...]
    latency: Latency

    @property
    def failed(self) -> tuple[DoctorStep, ...]:
        """Return the steps that failed."""
        return tuple(step for step in self.steps if step.outcome == "failed")

    @property
    def is_fit(self) -> bool:
        """True if no step failed."""
        return not self.failed

    @property
    def verdict(self) -> str:
        """Return a sentence that says whether the bot can play."""
        failed = len(self.failed)
        warned = sum(step.outcome == "warned" for step in self.steps)
        if failed:
            return f"{self.bot} cannot play like this: {failed} of {len(self.steps)} steps failed"
        warnings = f", with {warned} warning{'s' * (warned > 1)}" if warned else ""
        return f"{self.bot} is fit to play{warnings}"

    def values(self) -> dict[str, Any]:
        """Return the whole report as a dict that can be written as JSON."""
        return {
            "bot": self.bot,
            "fit": self.is_fit,
            "steps": [
                {"step": each.name, "outcome": each.outcome, "text": each.text, "transcript": list(each.transcript)}
                for each in self.steps
            ],
            "latency": {
                "answers": self.latency.answers,
                "p50_ms": self.latency.p50_ms,
                "p99_ms": self.latency.p99_ms,
                "slowest_ms": self.latency.slowest_ms,
            },
        }
