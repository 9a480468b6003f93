"""Run the command line: `python -m arena` does the same as the command `arena`."""

import sys

from arena.cli import main

if __name__ == "__main__":  # a child process that plays matches imports this file again
    sys.exit(main())
