"""`counted.py serve ...`: a real arena that prints its numbers of tasks and calls on SIGUSR1."""

import gc
import json
import signal
import sys
from asyncio import Task

import trio

from arena.cli import main
from arena.server.transport.bridge import Call


def below(task):
    """Return the number of trio tasks in a tree of tasks, the given task included."""
    return 1 + sum(below(child) for nursery in task.child_nurseries for child in nursery.child_tasks)


def asked(*_):
    """Handle SIGUSR1: let a trio task print the numbers, because a signal may come at any moment."""
    trio.lowlevel.current_trio_token().run_sync_soon(tell)


def tell():
    """Print as JSON the numbers of trio tasks, asyncio tasks, running calls, and calls that are still in memory."""
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
