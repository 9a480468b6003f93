"""The settings of a worker that referees: address and PEM files, read from environment variables."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

PREFIX: Final = "ARENA_REFEREE_"


@dataclass(frozen=True)
class RefereeOffer:
    """The address at which bots reach a referee on a worker, and its PEM files. A missing value is an empty text."""

    address: str = ""
    certificate: str = ""
    key: str = ""
    ca: str = ""  # the file of the CA that signed the front's certificate

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "RefereeOffer":
        """Return the address and the PEM files of a referee, read from variables ARENA_REFEREE_... of `environment`."""
        return cls(**{name: environment.get(f"{PREFIX}{name.upper()}", "") for name in asdict(cls())})

    @property
    def variables(self) -> dict[str, str]:
        """The settings as a mapping from environment variable to value, with which a worker process is started."""
        return {f"{PREFIX}{name.upper()}": value for name, value in asdict(self).items()}
