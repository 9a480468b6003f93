"""Processes that tests start: none outlives its `with`, however the test ends, and none leaves a pipe open."""

import subprocess


class Process(subprocess.Popen):
    """A process that is killed where its `with` ends, if it still runs; it is waited for, and its pipes are closed."""

    def __exit__(self, *error):
        self.kill()
        super().__exit__(*error)
