"""The settings of a worker that runs submitted bots, read from environment variables."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

PREFIX: Final = "ARENA_SANDBOXES_"


@dataclass(frozen=True)
class SandboxOffer:
    """The number of submitted bots that a worker runs at once, its folder for packages, and the arena's CA file."""

    count: int = 0  # 0 for a worker that runs none
    cache: str = ""
    ca: str = ""  # empty for the public authorities
    ungrouped: str = ""  # not empty if the sandboxes have no control groups

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "SandboxOffer":
        """Read a worker's settings for submitted bots from these environment variables."""
        found = {name: environment.get(f"{PREFIX}{name.upper()}", "") for name in asdict(cls())}
        return cls(int(found["count"] or 0), found["cache"], found["ca"], found["ungrouped"])

    @property
    def variables(self) -> dict[str, str]:
        """The settings as a mapping from environment variable to value, with which a worker process is started."""
        return {f"{PREFIX}{name.upper()}": str(value) for name, value in asdict(self).items()}
