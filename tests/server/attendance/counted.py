"""`counted.py serve ...`: the arena itself, which says at SIGUSR1 what it has to do."""

import gc
import json
import signal
import sys
from asyncio import Task

import trio

from arena.cli import main
from arena.server.transport.bridge import Call


def below(task):
    """How many tasks there are below one, and itself."""
    return 1 + sum(below(child) for nursery in task.child_nurseries for child in nursery.child_tasks)


def asked(*_):
    """Tell it in trio's time: a signal comes in the middle of anything."""
    trio.lowlevel.current_trio_token().run_sync_soon(tell)


def tell():
    """As a line of JSON: trio's tasks, asyncio's, calls that are not over, and all calls that are still in memory."""
    gc.collect()
    living = gc.get_objects()
    calls = [each for each in living if isinstance(each, Call)]
    counted = {
        "tasks": below(trio.lowlevel.current_root_task()),
        "asyncio": sum(isinstance(each, Task) and not each.done() for each in living),
        "calls": sum(not call._over.is_set() for call in calls),
        "remembered": len(calls),
    }
    sys.stdout.write(json.dumps(counted) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, asked)
    sys.exit(main(sys.argv[1:]))
