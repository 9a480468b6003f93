import pytest
from trio.testing import MockClock


@pytest.fixture
def standing_clock():
    """Return a clock that stands still until a test moves it."""
    return MockClock()
