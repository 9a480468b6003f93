import hashlib

from arena.record import Chain


def test_a_chain_begins_with_zeros_and_links_each_line_to_all_before_it():
    one = hashlib.sha256(bytes(32) + b"first").digest()
    two = hashlib.sha256(one + b"second").hexdigest()
    assert Chain().add(b"first").add(b"second").hex == two
