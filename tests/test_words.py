"""Tests of the count of unclear words: it may become smaller in each package, but never larger."""

import json

from tests import words


def test_no_package_has_more_forbidden_words_than_before():
    left = json.loads(words.LEFT.read_text())
    now = {name: sum(found.values()) for name, found in words.packages().items()}
    more = {name: (count, left.get(name, 0)) for name, count in now.items() if count > left.get(name, 0)}
    assert not more, f"(now, before): {more}; `python -m tests.words --list PATH` prints each place"


def test_a_comment_a_docstring_and_the_name_of_a_test_count(tmp_path):
    source = '# nobody\ndef test_who_waits():\n    """Somebody."""\n    said = "whoever"\n'
    path = tmp_path / "file.py"
    path.write_text(source)
    found = [match for text in words.prose(path) for match in words.OUT.findall(text)]
    assert sorted(found) == ["Somebody", "nobody", "who"]


def test_each_place_is_listed_with_its_line(tmp_path, monkeypatch):
    monkeypatch.setattr(words, "ROOT", tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("The bot plays.\nNobody waits.\n")
    assert list(words.listed(tmp_path / "docs")) == ["docs/page.md:2: Nobody waits.\n"]


def test_a_draw_can_be_repeated():
    folder = words.ROOT / "example_bots"
    drawn = list(words.drawn(7, 3, folder))
    assert (len(drawn), drawn) == (3, list(words.drawn(7, 3, folder)))
    assert drawn != list(words.drawn(8, 3, folder))
