"""The certificates of the machines, made with openssl as docs/scaling.md says."""

from pathlib import Path
from typing import Final

from bench.processes import run_in

KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


def make_authority(folder: Path, name: str) -> None:
    """Make a certificate authority: NAME.pem and NAME.key."""
    files = ("-keyout", f"{name}.key", "-out", f"{name}.pem")
    run_in(folder, "openssl", "req", "-x509", *KEY, "-days", "3650", "-subj", f"/CN={name}", *files)


def make_certificate(folder: Path, name: str, authority: str, address: str) -> None:
    """Make the certificate of a machine and its key: NAME.pem and NAME.key."""
    signer = ("-CA", f"{authority}.pem", "-CAkey", f"{authority}.key", "-addext", "basicConstraints=critical,CA:FALSE")
    more = ("-addext", f"subjectAltName=IP:{address}", "-keyout", f"{name}.key", "-out", f"{name}.pem")
    run_in(folder, "openssl", "req", "-x509", *KEY, "-days", "825", "-subj", f"/CN={name}", *signer, *more)
