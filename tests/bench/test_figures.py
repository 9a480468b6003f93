"""Tests of the list of figures: each one can be measured."""

import importlib

import pytest

from bench.figures import CHAPTERS, Estimated

TASKED = [(chapter, each) for chapter, figures in CHAPTERS.items() for each in figures if hasattr(each, "task")]


@pytest.mark.parametrize(("chapter", "figure"), TASKED, ids=lambda each: getattr(each, "name", each))
def test_each_figure_has_its_task(chapter, figure):
    module = importlib.import_module(f"bench.{chapter}")
    assert figure.task in (module.ESTIMATES if isinstance(figure, Estimated) else module.TASKS)
