"""Read certificates and their keys from files."""

from pathlib import Path

from arena.errors import UsageError
from arena.server.transport.bridge import Tls


def read_tls(certificate: Path | None, key: Path | None) -> Tls | None:
    """Return the contents of a certificate file and its key file; None if neither is given.

    Raise UsageError if only one is given.
    """
    if certificate is None or key is None:
        if certificate is not key:
            raise UsageError("TLS needs both: expected --tls-certificate and --tls-key")
        return None
    return Tls(read_pem(certificate, b"CERTIFICATE"), read_pem(key, b"PRIVATE KEY"))


def read_pem(path: Path, kind: bytes) -> bytes:
    """Return the content of a PEM file, which must have an entry of this kind, such as `CERTIFICATE`.

    Raise UsageError if the file has no such entry, or if it cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as reason:
        raise UsageError(f"{path} cannot be read: {reason.strerror}") from None
    if b"-----BEGIN" not in data or kind not in data:
        raise UsageError(f"{path}: expected a {kind.decode().lower()} as PEM")
    return data
