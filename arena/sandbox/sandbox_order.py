"""The order to a supervisor: the bot to run, and its limits."""

import json
from dataclasses import asdict, dataclass

from arena.sandbox.bot_manifest import Runtime
from arena.sandbox.bounds import SandboxBounds


@dataclass(frozen=True)
class SandboxOrder:
    """The bot that a supervisor has to run, and its limits. The supervisor reads it as one line of JSON from stdin."""

    package: str  # the folder of the unpacked package
    entry: tuple[str, ...]
    runtime: Runtime
    bounds: SandboxBounds
    bot: str = ""  # its name, which the arena sees as the name of its connections
    token: str = ""
    arena: str = ""  # the name of the arena's abstract Unix socket; empty for a program without an arena
    report: str = ""  # the file with the report so far, for readers while the bot runs; empty for none
    grouped: bool = True  # False only if the organiser insists on sandboxes without control groups

    @classmethod
    def read(cls, line: str) -> "SandboxOrder":
        """Return an order (a bot to run, and its limits) from a line of JSON."""
        values = json.loads(line)
        values |= {"entry": tuple(values["entry"]), "bounds": SandboxBounds(**values["bounds"])}
        return cls(**values)

    def line(self) -> str:
        """Return the order (a bot to run, and its limits) as a line of JSON, with its end of line."""
        return json.dumps(asdict(self)) + "\n"
