"""Processes that tests start.

None of them outlives its `with` statement or leaves a pipe open, even if the test fails.
"""

import subprocess


class Process(subprocess.Popen):
    """A process that is killed at the end of its `with` statement if it still runs. Its pipes are closed, too."""

    def __exit__(self, *error):
        self.kill()
        super().__exit__(*error)
