"""The text of `/metrics` for Prometheus: counts of events since the start, and the current state of the arena."""

import resource
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

import trio
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.games import GAMES
from arena.host.monitoring.deliveries import Deliveries
from arena.host.monitoring.measures import Histogram, Measures
from arena.host.submitted_bots import SubmittedBots
from arena.server.arena import Arena, server_name
from arena.server.transport.descriptors import lowest_free
from arena.store.db.database import Database

FRESH: Final = 1.0  # seconds for which a text is served again: many readers cost no more than one


class Exposition(Collector):
    """Makes the text that Prometheus reads at `/metrics`."""

    def __init__(self, arena: Arena, database: Database, measures: Measures, deliveries: Deliveries | None) -> None:
        self.arena: Final = arena
        self.database: Final = database
        self.measures: Final = measures
        self.deliveries: Final = deliveries
        self._text = b""
        self._made = -FRESH
        self._registry: Final = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """Return the text for Prometheus. It is made anew if the last one is older than one second."""
        now = trio.current_time()
        if not self._text or now - self._made >= FRESH:
            self._text, self._made = generate_latest(self._registry), now
        return self._text

    def collect(self) -> Iterable[Metric]:
        """Yield all metrics of the arena. Each has a name and a number for each combination of its labels."""
        yield gauge("arena_build_info", "The arena's software; the value is 1.", {(server_name(),): 1}, ["server"])
        yield gauge("arena_start_time_seconds", "When the arena was opened, in seconds since 1970.", self.arena.since)
        yield from self._matches()
        yield from self._decisions()
        yield from self._bots()
        yield from self._ratings()
        yield from self._ladder()
        yield from self._database()
        yield from self._machine()
        yield from self._sandboxes()
        if self.deliveries is not None:
            yield from delivered(self.deliveries)

    def _matches(self) -> Iterable[Metric]:
        """Yield metrics of matches, offers, rounds, forfeits, the arena's faults, rulings, and tournaments."""
        arena, measures = self.arena, self.measures
        states: Counter[str] = Counter(running=0, adjourned=0, offered=0)
        waiting = 0
        for table in arena.matches.tables.values():
            states["adjourned" if table.entry.adjournment else table.entry.state] += 1
            waiting += sum(not seat.joined.is_set() and seat.failed is None for seat in table.seats)
        states["waiting"] = len(arena.matches.blocks.waiting)
        yield gauge(
            "arena_matches",
            "Matches now: waiting for room, offered, running, or adjourned until their bots are back.",
            {(state,): states[state] for state in ("waiting", "offered", "running", "adjourned")},
            ["state"],
        )
        ended = {(game, how): measures.matches[game, how] for game in GAMES for how in ("finished", "void")}
        yield counter("arena_matches_ended", "Matches that ended.", ended, ["game", "outcome"])
        yield gauge("arena_offers_waiting", "Seats that are offered and not joined yet.", waiting)
        yield gauge("arena_rounds_waiting", "Rounds that wait for nonces.", arena.matches.rounds.gathering)
        yield counter("arena_forfeits", "Seats that forfeited.", one_label(measures.forfeits), ["reason"])
        faults = "Matches that were void or adjourned by a fault of the arena."
        yield counter("arena_faults", faults, one_label(measures.faults), ["kind"])
        yield counter("arena_rulings", "Rulings of organisers on matches that were over.", measures.rulings)
        tournaments = one_label(measures.tournaments)
        yield counter("arena_tournaments_ended", "Tournaments that are over.", tournaments, ["state"])

    def _decisions(self) -> Iterable[Metric]:
        """Yield the number of decisions, and histograms of their times: thinking, transport, delays of the arena."""
        measures = self.measures
        yield counter("arena_decisions", "Decisions of bots over the wire.", measures.decisions)
        think = "What a decision cost the clock of its seat."
        yield histogram("arena_decision_think_seconds", think, {(): measures.think})
        transport = "What a decision spent on its way without cost."
        yield histogram("arena_decision_transport_seconds", transport, {(): measures.transport})
        stall = "What the arena's own delay added to a decision, at no cost to the seat."
        yield histogram("arena_decision_stall_seconds", stall, {(): measures.stall})

    def _bots(self) -> Iterable[Metric]:
        """Yield the numbers of connected bots, of connections, and of examinations, refused versions and crashes."""
        here = self.arena.lobby.attendances
        kinds = {each: "house" if each.holder.is_house else "bot" for each in here}
        bots = Counter(kind for _, kind in {(each.entrant, kind) for each, kind in kinds.items()})
        streams = Counter(kinds.values())
        examined = sum(bool(each.examination) for each in here)
        labels = ("house", "bot")
        yield gauge("arena_connected_bots", "Bots that attend.", {(each,): bots[each] for each in labels}, ["kind"])
        found = {(each,): streams[each] for each in labels}
        yield gauge("arena_connected_streams", "Streams of bots that attend.", found, ["kind"])
        yield gauge("arena_examinations", "Bots that are being examined.", examined)
        yield counter("arena_versions_refused", "Versions that did not pass their examination.", self.measures.refused)
        ends = "Ends of processes of bots that the arena runs."
        yield counter("arena_bot_crashes", ends, self.measures.crashes)

    def _ratings(self) -> Iterable[Metric]:
        """Yield how old the ratings are, and how many results they do not include yet.

        Before ratings are computed for the first time, there is no metric of their age.
        """
        measures = self.measures
        if measures.rated_at is not None:
            age = max(0.0, time.time() - measures.rated_at)
            yield gauge("arena_ratings_age_seconds", "Seconds since the rankings were fitted.", age)
        pending = self.arena.matches.tables.changes - measures.rated_changes
        yield gauge("arena_ratings_pending_results", "Results that came after the last fit.", pending)

    def _ladder(self) -> Iterable[Metric]:
        """Yield the numbers of entrants and matches of the ladder, with labels for the game and the number of seats."""
        measures = self.measures
        running = Counter(
            (each.terms.rules.name, str(len(each.entrants)))
            for each in self.arena.matches.series.values()
            if each.terms.ladder
        )
        pools = list(measures.ladder)
        about = "Entrants of the standing ladder, by whether their rating is as certain as it has to be."
        entrants = {(*pool, "settled"): settled for pool, (_, settled) in measures.ladder.items()}
        entrants |= {(*pool, "unsettled"): count - settled for pool, (count, settled) in measures.ladder.items()}
        yield gauge("arena_ladder_entrants", about, entrants, ["game", "seats", "state"])
        now = {pool: running[pool] for pool in pools}
        yield gauge("arena_ladder_matches", "Matches of the standing ladder now.", now, ["game", "seats"])
        ended = {(*pool, how): measures.ladder_matches[*pool, how] for pool in pools for how in ("finished", "void")}
        words = "Matches of the standing ladder that ended."
        yield counter("arena_ladder_matches_ended", words, ended, ["game", "seats", "outcome"])

    def _database(self) -> Iterable[Metric]:
        """Yield a histogram of how long transactions on the database take, and whether the database is available."""
        kinds = {(kind,): times for kind, times in self.measures.database.kinds.items()}
        yield histogram("arena_database_seconds", "Transactions on the database.", kinds, ["kind"])
        yield gauge("arena_database_away", "1 while the database is away and waited for.", self.database.away)

    def _machine(self) -> Iterable[Metric]:
        """Yield metrics of the process: open and allowed file descriptors, refused connections, and log lines."""
        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        yield gauge("arena_descriptors_open", "Descriptors in use: all below the lowest that is free.", descriptors())
        yield gauge("arena_descriptors_limit", "Descriptors that the arena may use.", limit)
        yield gauge("arena_connections_refused", "1 while no more connections are accepted.", self.arena.is_full)
        lines = one_label(self.measures.log.lines)
        yield counter("arena_log_lines", "Lines of the log from warnings on.", lines, ["level"])

    def _sandboxes(self) -> Iterable[Metric]:
        """Yield how many sandboxes each machine has and uses, and how many runs ended because a worker was lost.

        There are no machines if the arena takes no submitted bots.
        """
        bots, label = self.arena.submitted_bots, ["machine"]
        machines = bots.places if isinstance(bots, SubmittedBots) else []
        has = {(each.name,): float(each.sandboxes) for each in machines}
        yield gauge("arena_sandboxes", "Submitted bots that the machine may run at once.", has, label)
        taken = {(each.name,): float(each.taken) for each in machines}
        yield gauge("arena_sandboxes_taken", "Submitted bots that the machine runs.", taken, label)
        lost = bots.lost if isinstance(bots, SubmittedBots) else 0
        yield counter("arena_sandboxes_lost", "Runs of submitted bots that a machine ended.", lost)


def delivered(deliveries: Deliveries) -> Iterable[Metric]:
    """Yield the numbers of delivered, dropped and queued events of the web hook, and of failed requests."""
    outcomes = {("delivered",): deliveries.delivered, ("dropped",): deliveries.dropped}
    yield counter("arena_webhook_events", "Events of the web hook.", outcomes, ["outcome"])
    yield counter("arena_webhook_failed_tries", "Requests of the web hook that failed.", deliveries.failed_tries)
    yield gauge("arena_webhook_waiting", "Events that wait to be delivered.", deliveries.waiting)


def descriptors() -> int:
    """Return the lowest number that is free for a file descriptor. At least this number of descriptors is open.

    If no number is free, return the largest number of descriptors that the process may open.
    """
    try:
        return lowest_free()  # to list thousands would take milliseconds
    except OSError:  # not even one is left
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


Values = Mapping[Any, float] | float  # by the values of the labels, in their order


def one_label(counts: Mapping[str, float]) -> Values:
    """Return a dict with each key of `counts` as a tuple of one item, the form that `gauge` and `counter` need."""
    return {(name,): count for name, count in counts.items()}


def rows(values: Values) -> Iterable[tuple[tuple[str, ...], float]]:
    """Return pairs of a metric, each with a tuple of label values and a number.

    A dict from label values to numbers gives a pair for each item. A single number gives one pair with an empty tuple.
    """
    return values.items() if isinstance(values, Mapping) else [((), float(values))]


def gauge(name: str, about: str, values: Values, labels: Iterable[str] = ()) -> Metric:
    """Return a Prometheus gauge, a metric with values that can rise and fall, with these labels and values."""
    return filled(GaugeMetricFamily(name, about, labels=list(labels)), values)


def counter(name: str, about: str, values: Values, labels: Iterable[str] = ()) -> Metric:
    """Return a Prometheus counter, a metric with values that only rise. Prometheus adds `_total` to its name."""
    return filled(CounterMetricFamily(name, about, labels=list(labels)), values)


def filled(family: GaugeMetricFamily | CounterMetricFamily, values: Values) -> Metric:
    """Add `values`, one number for each combination of label values, to a metric, and return the metric."""
    for labels, value in rows(values):
        family.add_metric(list(labels), value)
    return family


def histogram(name: str, about: str, values: Mapping[Any, Histogram], labels: Iterable[str] = ()) -> Metric:
    """Return a Prometheus metric with `values`, one Histogram for each combination of label values."""
    family = HistogramMetricFamily(name, about, labels=list(labels))
    for labelled, found in values.items():
        family.add_metric(list(labelled), found.buckets(), found.total)
    return family
