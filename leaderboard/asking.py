"""Checks of the query and path of an address. The error messages name what was wrong."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi import Depends, Path, Query, Request

from arena.errors import nearest
from arena.languages import noted, say
from leaderboard.reading import BadQuestionError, NotThereError

LONGEST: Final = 200  # characters of a name, and of a filter
MOST: Final = 1_000_000_000

Name = Annotated[str, Path(description="A name or an id.", max_length=LONGEST)]
Text = Annotated[str, Query(max_length=LONGEST)]
Number = Annotated[int | None, Query(ge=0, le=MOST)]
At = Annotated[int | None, Query(ge=0, le=MOST, description="The board after so many answers; else at the end.")]
Eyes = Annotated[int | None, Query(ge=0, le=MOST, description="As this seat saw it; else as a spectator.")]
Moment = Annotated[float | None, Query(ge=0, allow_inf_nan=False, description="In seconds since 1970.")]


def check(request: Request) -> None:
    """Raise BadQuestionError if a filter is unknown, repeated or unprintable; NotThereError for an unprintable path."""
    if not all(str(value).isprintable() for value in request.path_params.values()):
        raise NotThereError(say("nothing here has a name with control characters in it"))
    known = {each.alias for each in request.scope["route"].dependant.query_params}
    for name, value in request.query_params.multi_items():
        if name not in known:
            expected = nearest(name, known) if known else say("expected none")
            raise BadQuestionError(say("unknown filter %(name)s: %(expected)s", name=repr(name), expected=expected))
        if len(request.query_params.getlist(name)) > 1:
            raise BadQuestionError(say("%(name)s: expected once", name=name))
        if not value.isprintable():
            raise BadQuestionError(say("%(name)s: expected printable characters", name=name))


CHECKED: Final = [Depends(check)]

# What is wrong with a value, by the framework's name of the error; `{…}` are its further values.
WORDS: Final[Mapping[str, str]] = {
    "missing": noted("expected, and not there"),
    "int_parsing": noted("expected a whole number"),
    "int_parsing_size": noted("expected a smaller number"),
    "float_parsing": noted("expected a number"),
    "finite_number": noted("expected a number that is finite"),
    "greater_than_equal": noted("expected at least {ge}"),
    "less_than_equal": noted("expected at most {le}"),
    "string_too_long": noted("expected at most {max_length} characters"),
}


def in_words(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return the errors of FastAPI's validation as one text, with a part for each invalid parameter."""
    return "; ".join(f"{error['loc'][-1]}{given(error)}: {reason(error)}" for error in errors)


def given(error: Mapping[str, Any]) -> str:
    """Return a space and the invalid value of one error in quotes; an empty text if there was no value."""
    return "" if error["type"] == "missing" else f" {shown(error.get('input'))}"


def reason(error: Mapping[str, Any]) -> str:
    """Return the words that say which value was expected, for one error of FastAPI's validation."""
    words = WORDS.get(error["type"])
    return say(words).format(**error.get("ctx", {})) if words is not None else str(error["msg"])


def shown(value: object) -> str:
    """Return an invalid value in quotes, cut to 60 characters for a message."""
    text = str(value)
    return repr(text if len(text) <= 60 else text[:60] + "…")
