"""The offer of a worker to referee: where bots reach it, and its certificate, as the worker's environment has them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

PREFIX: Final = "ARENA_REFEREE_"


@dataclass(frozen=True)
class RefereeOffer:
    """Where bots reach a worker that referees; paths of PEM files; an empty text for none."""

    address: str = ""
    certificate: str = ""
    key: str = ""
    ca: str = ""  # of the front's certificate

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "RefereeOffer":
        """Return the offer that the variables of an environment describe."""
        return cls(**{name: environment.get(f"{PREFIX}{name.upper()}", "") for name in asdict(cls())})

    @property
    def variables(self) -> dict[str, str]:
        """The offer as variables of an environment."""
        return {f"{PREFIX}{name.upper()}": value for name, value in asdict(self).items()}
