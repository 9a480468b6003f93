"""The route of a bot's calls with one ticket: the referee to which a supervisor forwards them.

`arena serve` sends the routes to the supervisor.
"""

import json
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True)
class CallRoute:
    """The referee, or the arena, to which calls with one ticket are forwarded. The supervisor reads it from stdin."""

    ticket: str = field(repr=False)  # its hash
    address: str = ""  # HOST:PORT of the referee; empty for the arena
    certificate: str = field(default="", repr=False)  # of the referee, as PEM; empty for a referee without TLS
    hosts: tuple[str, ...] = ()  # the IP addresses of the referee
    is_held: bool = False  # True if the match has no referee now: calls with the ticket wait for the next route

    @classmethod
    def read(cls, line: bytes) -> "CallRoute":
        """Return a route (to which referee calls with one ticket go) from a line of JSON."""
        values = json.loads(line)
        return cls(**values | {"hosts": tuple(values["hosts"])})

    def line(self) -> str:
        """Return the route (to which referee calls with one ticket go) as a line of JSON."""
        return json.dumps(asdict(self)) + "\n"

    @property
    def host(self) -> str:
        """The host of the referee, as its certificate has to name it."""
        return self.address.rpartition(":")[0].strip("[]")

    @property
    def port(self) -> int:
        """The port of the referee; 0 for the arena."""
        return int(self.address.rpartition(":")[2] or 0)
