"""Wait in a trio task for the result of a job, which the dispatcher's thread reports."""

from concurrent.futures import Future

import trio

from arena.tasks.jobs import JobDone


async def result_of(future: "Future[JobDone]") -> JobDone:
    """Wait for a job, and return its result. Cancel the job if the waiting task is cancelled."""
    token, over = trio.lowlevel.current_trio_token(), trio.Event()

    def wake(_: object) -> None:
        try:
            token.run_sync_soon(over.set)
        except trio.RunFinishedError:  # the arena has ended meanwhile
            return

    future.add_done_callback(wake)
    try:
        await over.wait()
    finally:
        future.cancel()
    return future.result()
