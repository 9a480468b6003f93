"""Code that scripts share if they write a page of docs/: the page is written, or printed with --print."""

import argparse
from pathlib import Path


def write_or_print(description: str | None, file: Path, text: str) -> None:
    """Write a page to its file. If the command line has --print, print the page and write nothing."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--print", action="store_true", help="print the page and leave the file as it is")
    if parser.parse_args().print:
        print(text, end="")
    else:
        file.write_text(text, encoding="utf-8")
