"""Ends the bot of `arena doctor` when the doctor's own process has ended for any reason.

The doctor writes lines to stdin: the number of the bot's process group, and 0 when the group has ended. When the
doctor's process ends, stdin ends, too. Then this process kills the group that was named last.
"""

import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    """Read numbers of process groups from stdin until it ends. Then kill the last group unless its number is 0."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # as this outlives the doctor by a moment
        signal.signal(number, signal.SIG_IGN)
    group = 0
    for line in sys.stdin:
        group = int(line)
    if group:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
