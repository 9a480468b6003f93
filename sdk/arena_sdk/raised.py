"""An exception of an author's code as one line."""

import traceback


def in_one_line(reason: BaseException) -> str:
    """Return the exception's class and the first line of its message, as Python itself would print it."""
    lines = "".join(traceback.format_exception_only(reason)).strip().splitlines()
    # A syntax error shows the faulty line first. All other exceptions begin with the message, and notes come after it.
    return lines[-1] if isinstance(reason, SyntaxError) else lines[0]
