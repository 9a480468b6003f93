import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.record import block_seed, commit, round_digest

NONCES = st.lists(st.binary(max_size=6), max_size=4)


def test_a_round_is_published_as_the_sha_256_of_its_secret():
    assert round_digest(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_blocks_seed_is_an_hmac_of_all_nonces_and_its_number():
    message = b"\0\0\0\x02no" + b"\0\0\0\0" + b"\0\0\0\0\0\0\0\x07"
    assert block_seed(b"secret", [b"no", b""], 7) == hmac.digest(b"secret", message, "sha256")


@given(NONCES, NONCES)
def test_different_nonces_give_different_seeds_wherever_their_borders_are(one, other):
    assert (block_seed(b"secret", one, 1) == block_seed(b"secret", other, 1)) == (one == other)


def test_a_commitment_is_the_sha_256_of_seed_match_and_salt():
    seed, salt = bytes(32), bytes([1]) * 32
    assert commit(seed, "m1", salt) == hashlib.sha256(seed + b"m1" + salt).hexdigest()


@pytest.mark.parametrize(("seed", "salt"), [(31, 32), (32, 33), (0, 32)])
def test_seed_and_salt_have_one_length_so_that_no_border_can_be_moved(seed, salt):
    with pytest.raises(UsageError, match="expected a seed of 32 bytes and a salt of 32"):
        commit(bytes(seed), "m1", bytes(salt))
