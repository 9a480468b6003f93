"""Tests of TOML from outside: what is valid is read as Python reads it, what costs much memory is refused before."""

import random
import tomllib
import tracemalloc

import pytest

from arena.errors import UsageError
from arena.toml_text import LONGEST, read_toml

DEEP = ".".join("a" * 20_000)
HIDDEN = ".".join("a" * 17) + " = 1"
VALID = [
    "a.b.'c.d'.\"e.f\" = 1 # it's a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r",
    'a = "' + "." * 100 + '"\nb = ["1.0", 1.5, 2.5]',
    'a = """\n[[[[[[[[[[[[[[[[[[[[ "" \\""" \\\\"""""\nb = 1',
    "a = '''\n[ it's ' '' '''''\nb = 2",
    "a = [" + ", ".join('"x@1.2.3"' for _ in range(500)) + "]",
    "[a.b]\nc = {d = [{e.f = 1}]}\n[[g]]\n[[g]]\n",
    "a = 2027-03-01T18:00:00.5+01:00\nb = 0x" + "f" * 90,
    "",
]


@pytest.mark.parametrize("text", VALID)
def test_valid_text_is_read_as_python_reads_it(text):
    assert read_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{DEEP} = 1", "nested too deep"),
        (f"[{DEEP}]", "nested too deep"),
        (" . ".join(["'a'", '"b"', "c"] * 6) + " = 1", "nested too deep"),
        ("a = " + "[" * 17, "nested too deep"),
        ("a = " + "{a = " * 17, "nested too deep"),
        ('# """\n' + HIDDEN + '\n# """', "nested too deep"),
        ('a = ["""\nx\' """, {' + HIDDEN + " }, ' ']", "nested too deep"),
        ("a = ['''\n\"''', {" + HIDDEN + ', b = "" }]', "nested too deep"),
        ("a = " + "1" * 101, "expected keys and numbers of at most 100"),
        ("a = 0x" + "f" * 101, "expected keys and numbers of at most 100"),
        ("a" * 101 + " = 1", "expected keys and numbers of at most 100"),
        ("a = '" + "é" * (LONGEST // 2) + "'", "expected a text of at most 65,536"),
        ('a = "', "no TOML: "),
        ("a = 1979-99-99", "no TOML: "),
    ],
)
def test_text_beyond_a_limit_is_refused_in_a_sentence(text, words):
    with pytest.raises(UsageError, match=words) as error:
        read_toml(text)
    assert len(str(error.value)) < 200


def test_no_text_costs_more_memory_than_its_size_allows():
    """Put strings, comments, keys and brackets together at random, and read the text as far as it goes."""
    parts = ['"""', "'''", *"\"'\\\n#.a[]{}=, 1", HIDDEN, DEEP[:999]]
    chance = random.Random(28)
    tracemalloc.start()
    for _ in range(3000):
        try:
            read_toml("".join(chance.choices(parts, k=chance.randrange(1, 40))))
        except UsageError:
            continue
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()
