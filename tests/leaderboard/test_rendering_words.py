"""Tests of sentences in templates: the values in them are escaped and cleaned."""

import pytest

from arena.languages import speaking
from leaderboard.rendering import Templates, gettext, ngettext

HOSTILE = "<b>\u202e"


@pytest.fixture
def environment():
    return Templates()._environment


def test_a_value_in_a_sentence_is_escaped_and_cleaned():
    assert gettext("%(bot)s leads", bot=HOSTILE) == "&lt;b&gt;\N{REPLACEMENT CHARACTER} leads"


def test_a_counted_sentence_has_its_number():
    assert ngettext("%(num)s match of %(bot)s", "%(num)s matches of %(bot)s", 2, bot="a") == "2 matches of a"
    assert ngettext("%(num)s match of %(bot)s", "%(num)s matches of %(bot)s", 1, bot="a") == "1 match of a"


def test_the_number_of_a_counted_sentence_has_groups_of_digits():
    assert ngettext("%(num)s match", "%(num)s matches", 12_345) == "12\N{NARROW NO-BREAK SPACE}345 matches"


def test_a_translated_block_of_a_template_is_escaped_and_cleaned(environment):
    template = environment.from_string("{% trans bot=bot %}<b>{{ bot }}</b> leads{% endtrans %}")
    assert template.render(bot=HOSTILE) == "<b>&lt;b&gt;\N{REPLACEMENT CHARACTER}</b> leads"


def test_a_filter_of_a_constant_speaks_the_language_of_each_reader(environment):
    template = environment.from_string('{{ "withdrawn"|state_word }} {{ 1.5|decimal(1) }}')
    assert template.render() == "withdrawn 1.5"
    with speaking("es"):
        assert template.render() == "retirada 1,5"
