"""A Dask cluster, as arenas and workers use it: address, TLS files, connection, and the release of the workers.

`distributed` is an optional dependency, so it is imported only when a cluster is named.
"""

import logging
import socket
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from arena.errors import ArenaError, UsageError, counted, how_to_install
from arena.tasks.jobs import TALLY
from arena.tasks.release import release

if TYPE_CHECKING:
    from distributed import Client, Security

SCHEMES: Final = ("tcp", "tls")
CONNECTING: Final = 10.0  # seconds that a scheduler has to answer
RELEASE: Final = "tlachtli_release"  # the name under which the scheduler keeps the release of its workers
SANDBOX: Final = "sandbox"  # the resource of a worker that runs submitted bots: how many at once
MOST: Final = 1 << 60  # of a number that a worker sends
START: Final = "arena worker --cluster"


class ClusterError(ArenaError):
    """Raised if a cluster cannot be reached, was lost, or runs another release."""


@dataclass(frozen=True)
class Cluster:
    """A scheduler's address, and the TLS files of this machine."""

    address: str
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    @classmethod
    def of(
        cls, address: str, ca: Path | None, certificate: Path | None, key: Path | None, *, insecure: bool
    ) -> "Cluster":
        """Return the cluster that the command line names.

        Raise UsageError if TLS files are missing or not needed, or if other machines would get the data without TLS.
        """
        scheme, host = parsed(address)
        files = {"--cluster-ca": ca, "--cluster-certificate": certificate, "--cluster-key": key}
        if scheme == "tls":
            if missing := [option for option, path in files.items() if path is None]:
                raise UsageError(f"cluster {address}: TLS needs three files: expected {', '.join(missing)} too")
            for path in files.values():
                check_readable(path)
        else:
            if given := [option for option, path in files.items() if path is not None]:
                raise UsageError(f"cluster {address}: expected tls:// with {given[0]}")
            if not is_loopback(host) and not insecure:
                raise UsageError(
                    f"cluster {address}: {host} is not this machine alone, and the seeds of blocks travel there; "
                    "expected tls:// with --cluster-ca, --cluster-certificate and --cluster-key, or --insecure-cluster"
                )
        return cls(address, ca, certificate, key)

    def security(self) -> "Security | None":
        """Return the TLS settings of the cluster for Dask; None for plain TCP."""
        if self.ca is None:
            return None
        files = {"cert": str(self.certificate), "key": str(self.key)}
        return distributed().Security(  # type: ignore[no-any-return]
            require_encryption=True,
            tls_ca_file=str(self.ca),
            **{f"tls_{role}_{name}": path for role in ("client", "worker") for name, path in files.items()},
        )


def parsed(address: str) -> tuple[str, str]:
    """Return the scheme and the host of a scheduler's address. Raise UsageError if the address is malformed."""
    scheme, separator, rest = address.partition("://")
    host, colon, port = rest.rpartition(":")
    if not (scheme in SCHEMES and separator and host and colon and port.isascii() and port.isdigit()):
        raise UsageError(f"cluster {address!r}: expected tcp://HOST:PORT or tls://HOST:PORT")
    return scheme, host.strip("[]")


def is_loopback(host: str) -> bool:
    """True if a host is this machine, so that data sent to it does not leave the machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_readable(path: Path | None) -> None:
    """Raise UsageError if a file cannot be read."""
    assert path is not None
    try:
        path.read_bytes()
    except OSError as reason:
        raise UsageError(f"{path} cannot be read: {reason.strerror}") from None


def distributed() -> ModuleType:
    """Import and return the package `distributed`. Raise UsageError if it is not installed."""
    try:
        import distributed as found  # noqa: PLC0415 -- an extra
    except ModuleNotFoundError as missing:
        words = f"a cluster needs {missing.name}, which is not installed: {how_to_install('cluster')}"
        raise UsageError(words) from None
    for name in [each for each in logging.root.manager.loggerDict if each.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # the arena itself logs the important events
    return found


def connect(cluster: Cluster) -> "Client":
    """Return a client of a cluster. Raise ClusterError if no scheduler answers at its address."""
    package = distributed()
    security = cluster.security()
    check_scheduler(cluster.address)
    try:
        return package.Client(cluster.address, security=security, timeout=CONNECTING, set_as_default=False)  # type: ignore[no-any-return]
    except (OSError, TimeoutError, RuntimeError, ValueError) as reason:
        raise not_there(cluster.address, type(reason).__name__) from None


def check_scheduler(address: str) -> None:
    """Raise ClusterError if no process listens at an address, because Dask itself would retry for a while."""
    _, host = parsed(address)
    port = int(address.rpartition(":")[2])
    try:
        with closing(socket.create_connection((host, port), timeout=CONNECTING)):
            pass
    except OSError as reason:
        raise not_there(address, reason.strerror or type(reason).__name__) from None


def not_there(address: str, why: str) -> ClusterError:
    """Return the error for a scheduler that does not answer."""
    return ClusterError(f"no scheduler answers at {address} ({why}): expected one, as `dask scheduler` starts it")


# Workers -----------------------------------------------------------------------------------------------------------


def workers_of(client: "Client") -> dict[str, dict[str, Any]]:
    """Return the scheduler's data about its workers, by address.

    Raise ClusterError if the scheduler does not answer.
    """
    try:
        asked: Any = client.scheduler
        identity = client.sync(asked.identity, n_workers=-1, callback_timeout=CONNECTING)
        found: dict[str, dict[str, Any]] = identity["workers"]
    except (OSError, TimeoutError, RuntimeError) as reason:
        raise ClusterError(f"the cluster has gone away ({type(reason).__name__})") from None
    return found


def workers_with(client: "Client", resource: str) -> list[str]:
    """Return the addresses of the workers that offer a Dask resource, such as `SANDBOX`.

    Raise ClusterError if the scheduler does not answer.
    """
    return sorted(address for address, known in workers_of(client).items() if offered(known, resource))


def offered(known: Mapping[str, Any], resource: str) -> int:
    """Return the amount of a Dask resource that a worker offers; 0 for none. `known` is the scheduler's data."""
    return int(number_in(table_in(known, "resources"), resource))


def table_in(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a mapping that a worker sent as a part of its data; an empty one if it is missing or no mapping."""
    found = values.get(name)
    return found if isinstance(found, Mapping) else {}


def number_in(values: Mapping[str, Any], name: str) -> float:
    """Return a number that a worker sent as a part of its data; 0 if it is missing or no number from 0."""
    found = values.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return 0
    return found if 0 <= found < MOST else 0


def text_in(values: Mapping[str, Any], name: str) -> str:
    """Return a text that a worker sent as a part of its data; empty if it is missing or no text."""
    found = values.get(name)
    return found if isinstance(found, str) else ""


def plays_blocks(known: Mapping[str, Any]) -> bool:
    """True if a worker plays blocks, by the scheduler's data about it. A worker with sandboxes does not."""
    return not offered(known, SANDBOX)


def figures() -> dict[str, Any]:
    """Return a mapping with this worker's release and three counts.

    These are the jobs that it has done, the games of the last minute, and the submitted bots that it runs now.
    """
    counts = {"jobs": TALLY.jobs, "games": TALLY.games_last_minute, "bots": TALLY.bots}
    return {"release": release(), **counts}


def figures_by_worker(client: "Client") -> dict[str, dict[str, Any]]:
    """Return a dict from the address of each worker to the mapping that `figures()` returns there.

    A worker that cannot answer has an unknown release. Raise ClusterError if the scheduler does not answer.
    """
    try:
        answers: dict[str, Any] = client.run(figures, on_error="return")
    except (OSError, TimeoutError, RuntimeError) as reason:
        raise ClusterError(f"the cluster has gone away ({type(reason).__name__})") from None
    return {
        address: answer if isinstance(answer, dict) else {"release": f"unknown ({type(answer).__name__})"}
        for address, answer in answers.items()
    }


def agree(client: "Client", address: str) -> int:
    """Check that all workers have the release of this process, and return the number of workers.

    Raise ClusterError if a worker has another release or more than one thread. Store the release at the scheduler, so
    that workers that connect later can compare their own release with it.
    """
    mine, workers = release(), workers_of(client)
    for worker, found in figures_by_worker(client).items():
        if (theirs := text_in(found, "release") or "unknown") != mine:
            words = f"cluster {address}: worker {worker} has release {theirs}, this one is {mine}"
            raise ClusterError(f"{words}; expected the same release everywhere")
    if crowded := [worker for worker, each in workers.items() if each["nthreads"] != 1]:
        words = f"cluster {address}: worker {crowded[0]} has {counted(workers[crowded[0]]['nthreads'], 'thread')}"
        raise ClusterError(f"{words}; expected workers with one, as `{START} {address}` starts them")
    client.set_metadata(RELEASE, mine)
    return len(workers)


def check_newcomer(client: "Client", address: str) -> None:
    """Raise ClusterError if this worker has another release than the one stored at the scheduler."""
    known, mine = client.get_metadata(RELEASE, None), release()
    if known is not None and known != mine:
        words = f"cluster {address} plays for release {known}, this worker has {mine}"
        raise ClusterError(f"{words}; expected the same release everywhere")


def wait_for_workers(client: "Client", address: str, within: float) -> int:
    """Wait until a worker is connected. Return the number of workers.

    Raise ClusterError if none connects within `within` seconds.
    """
    until = time.monotonic() + within
    while not (count := agree(client, address)):
        if time.monotonic() > until:
            raise ClusterError(f"cluster {address} has no workers: expected some, as `{START} {address}` starts them")
        time.sleep(0.1)
    return count


def addresses_but(workers: Sequence[str], avoided: str) -> list[str]:
    """Return the addresses of all workers except the one to avoid."""
    return [each for each in workers if each != avoided]
