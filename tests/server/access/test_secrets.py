"""Tests of new secrets: tokens, invites and tickets."""

import pytest

from arena.server.access.accounts import ALPHABET, letters, new_secret


@pytest.mark.parametrize("count", [1, 20, 32, 43])
def test_a_secret_has_the_requested_length_and_any_letter_at_any_position(count):
    drawn = [letters(count) for _ in range(3000)]
    assert {len(each) for each in drawn} == {count}
    assert all(set(places) == set(ALPHABET) for places in zip(*drawn, strict=True))


def test_no_two_secrets_are_the_same():
    assert len({new_secret() for _ in range(1000)}) == 1000
