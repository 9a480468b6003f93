import pytest
from trio.testing import MockClock


@pytest.fixture
def standing_clock():
    """Time that stands still until a test lets it jump: the event loop has no turn in between."""
    return MockClock()
