"""The limits of a bot, a seat and an address, and the waiting time of a caller that has exceeded a limit."""

from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Final

NEVER: Final = float("-inf")  # the turn of a name that has not called yet


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an arena. `docs/protocol.md` lists the limits that a client has to know."""

    max_message_bytes: int = 16 << 10
    streams_per_bot: int = 8  # of Attend
    attends_per_minute: int = 60  # of one bot
    matches_per_bot: int = 64
    joins_per_minute: int = 60  # of one bot, without those that join a seat for the first time
    returns_per_minute: int = 5  # of one seat
    registrations_per_hour: int = 5  # from one address, without an invite
    versions_per_day: int = 5  # new ones of one bot
    calls_per_minute: int = 3000  # of one bot, or with one token of another scope; without Attend and Play
    tokens_per_hour: int = 32  # that one bot makes
    refusals_per_minute: int = 60  # calls from one address without a valid token
    refusal_held: float = 10.0  # seconds that such a call waits for its refusal after too many of them
    flood_pause: float = 10.0  # seconds for which a bot is refused after a flood
    first_message: float = 10.0  # seconds until Hello or Join
    ping_interval: float = 10.0
    ping_timeout: float = 20.0
    held: float = 5.0  # seconds that a decision may wait to be read before its stream ends
    join_within: float = 30.0
    resume_within: float = 600.0  # seconds after a restart for the bots of a running match to reconnect
    nonce_within: float = 2.0
    examination: float = 120.0  # seconds until the verdict on a version, from the beginning of its examination
    start_within: float = 60.0  # seconds that a tournament waits for the entrants on its list
    tickets_kept: float = 600.0  # seconds after the match
    refit_interval: float = 5.0  # seconds between two fits of the rankings


class Window:
    """A rate limit: at most `most` events in any span of `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most: Final = most
        self.seconds: Final = seconds
        self._times: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Return the seconds until another event is allowed; 0 if it is allowed now."""
        while self._times and self._times[0] <= now - self.seconds:
            self._times.popleft()
        if len(self._times) < self.most:
            return 0.0
        return self._times[0] + self.seconds - now

    def take(self, now: float) -> float:
        """Count an event and return 0 if it is allowed. If not, return the seconds to wait and count nothing."""
        wait = self.wait(now)
        if not wait:
            self._times.append(now)
        return wait


class Paces:
    """A rate limit for each caller, by name: a burst of calls is allowed at once; later calls come at a fixed rate."""

    def __init__(self, per_second: float, at_once: int, names: int = 10_000) -> None:
        self._each: Final = 1 / per_second
        self._ahead: Final = at_once / per_second
        self._names: Final = names
        self._next: OrderedDict[str, float] = OrderedDict()  # when the next call of a name would have its turn

    def take(self, name: str, now: float, most: float) -> float:
        """Return how many seconds a call by the caller of this name has to wait, and count the call.

        Do not count the call if it would have to wait longer than `most` seconds.
        """
        due = max(self._next.pop(name, NEVER), now - self._ahead)
        wait = max(0.0, due - now)
        self._next[name] = due if wait > most else due + self._each
        if len(self._next) > self._names:
            self._next.popitem(last=False)
        return wait

    def wait(self, name: str, now: float) -> float:
        """Return how many seconds a call by the caller of this name would have to wait now. Count nothing."""
        return max(0.0, self._next.get(name, NEVER) - now)


class Windows:
    """A rate limit (a `Window`) for each name, such as a caller's.

    If there are too many names, drop the least recently used one.
    """

    def __init__(self, most: int, seconds: float, names: int = 10_000) -> None:
        self.most: Final = most
        self.seconds: Final = seconds
        self.names: Final = names
        self._windows: OrderedDict[str, Window] = OrderedDict()

    def wait(self, name: str, now: float) -> float:
        """Return the seconds until another event is allowed under this name; 0 if it is allowed now."""
        window = self._windows.get(name)
        return window.wait(now) if window else 0.0

    def take(self, name: str, now: float) -> float:
        """Count an event under this name and return 0 if it is allowed. If not, return the seconds to wait."""
        window = self._windows.pop(name, None) or Window(self.most, self.seconds)
        self._windows[name] = window
        if len(self._windows) > self.names:
            self._windows.popitem(last=False)
        return window.take(now)
