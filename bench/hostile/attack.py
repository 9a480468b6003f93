"""One attack in a process of its own: `python -m bench.hostile.attack NAME SECONDS MOST`.

The target is a line on stdin. The attack ends after SECONDS or after MOST actions, and prints the number of actions.
"""

import asyncio
import json
import logging
import os
import sys
from typing import Final

from bench.hostile import from_sandboxes, on_calls, on_connections, on_matches, on_site
from bench.hostile.peers import Attack, Target, Times

ATTACKS: Final[dict[str, Attack]] = {
    **on_connections.ATTACKS,
    **on_calls.ATTACKS,
    **on_matches.ATTACKS,
    **on_site.ATTACKS,
    **from_sandboxes.ATTACKS,
}
NEED_SEATS: Final = frozenset(on_matches.ATTACKS)

# One hour with 16 hostile bots: each in another way, from every chapter.
SOAK: Final = (
    "idle connections",
    "broken bytes",
    "open and reset",
    "headers without end",
    "bad tokens",
    "invite codes, guessed",
    "calls with a token",
    "tokens without end",
    "come and go",
    "messages that nothing asked for",
    "messages of a megabyte",
    "windows of no bytes",
    "a last_seen of 2^31-1",
    "choices to be refused",
    "failures with hostile texts",
    "the site: requests pipelined",
)


async def bounded(attack: Attack, target: Target, seconds: float, most: int) -> None:
    """Attack for at most this number of seconds, print the number of actions, and end the process."""
    times = Times(most)
    attacking = asyncio.ensure_future(attack(target, times))
    enough = asyncio.create_task(times.enough.wait())
    await asyncio.wait({attacking, enough}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    if attacking.done():
        attacking.result()
    sys.stdout.write(json.dumps({"times": times.number}) + "\n")
    sys.stdout.flush()
    os._exit(0)  # gRPC waits for streams that it has lost


def main() -> None:
    """Run the attack with this name, with the lowest priority."""
    os.nice(19)  # hostile peers have machines of their own
    logging.getLogger("asyncio").disabled = True  # it has a line for each byte that the arena no longer takes
    name, seconds, most = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    target = Target(**json.loads(sys.stdin.readline()))
    asyncio.run(bounded(ATTACKS[name], target, seconds, most))


if __name__ == "__main__":
    main()
