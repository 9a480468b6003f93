"""Commands that have actions, as `arena bot list`: at a served arena, or in the folder of one on this machine."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arena.cli_support.args import DATA, add_database, add_json, add_remote


def add_action(
    actions: Any, run: Callable[[argparse.Namespace], int], name: str, about: str, *, kept: bool = True
) -> argparse.ArgumentParser:
    """One of a command's actions; `kept`: it is about what an arena keeps, here or elsewhere."""
    parser: argparse.ArgumentParser = actions.add_parser(name, help=about, description=about, allow_abbrev=False)
    parser.set_defaults(run=run, action=name)
    if kept:
        parser.add_argument("--data", type=Path, default=DATA, metavar="DIR", help="the folder (default: %(default)s)")
        add_database(parser)
        add_remote(parser, required=False)
    add_json(parser)
    return parser
