"""Each name that authors and organisers import has an example that runs, and the reference page has all names."""

import doctest
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import arena_sdk

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "reference_page.py"
spec = importlib.util.spec_from_file_location("reference_page", SCRIPT)
reference_page = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = reference_page  # dataclasses look there
spec.loader.exec_module(reference_page)

PUBLIC = list(reference_page.public_names())


def named(each):
    return f"{each.module}.{each.name}"


@pytest.mark.parametrize("each", PUBLIC, ids=named)
def test_the_example_of_a_public_name_runs(each, monkeypatch):
    monkeypatch.chdir(ROOT)
    example = doctest.DocTestParser().get_doctest(each.docstring, {"__name__": "example"}, named(each), None, None)
    assert example.examples, "expected an example"
    said = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert "".join(said) == ""


@pytest.mark.parametrize("each", PUBLIC, ids=named)
def test_a_public_name_is_what_its_module_exports(each):
    found = getattr(importlib.import_module(each.module), each.name)
    assert found.__name__ == each.definition.name


def test_all_that_bots_import_is_public():
    assert {each.name for each in PUBLIC if each.module == "arena_sdk"} == set(arena_sdk.__all__)


def test_the_reference_page_is_what_the_sources_say():
    done = subprocess.run([sys.executable, SCRIPT, "--print"], capture_output=True, text=True, check=True)
    page = (ROOT / "docs" / "reference.md").read_text()
    assert done.stdout == page, "scripts/reference_page.py writes it anew"
