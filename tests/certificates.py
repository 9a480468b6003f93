"""Certificates for tests of TLS: of an authority, and of servers that it signs. They are valid for an hour."""

import shutil
import subprocess

import pytest

OPENSSL = shutil.which("openssl")
needs_openssl = pytest.mark.skipif(OPENSSL is None, reason="there is no openssl: scripts/test --all installs it")


def openssl(*words, cwd):
    subprocess.run([OPENSSL, *words], cwd=cwd, check=True, capture_output=True)


def make_authority(folder, name="ca"):
    """Make a certificate authority. Its certificate is the file NAME.pem."""
    folder.mkdir(parents=True, exist_ok=True)
    subject = ("-subj", f"/CN=test authority {name}", "-addext", "basicConstraints=critical,CA:TRUE")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", f"{name}.key")
    openssl("req", "-x509", "-days", "1", *key, "-out", f"{name}.pem", *subject, cwd=folder)
    return folder / f"{name}.pem"


def make_server(folder, authority="ca", name="server", hosts="DNS:localhost,IP:127.0.0.1"):
    """Make a server's key and certificate: the files NAME.key and NAME.pem."""
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", f"{name}.key")
    openssl("req", *key, "-out", f"{name}.csr", "-subj", f"/CN={name}", cwd=folder)
    (folder / f"{name}.ext").write_text(f"subjectAltName={hosts}\n")
    signer = ("-CA", f"{authority}.pem", "-CAkey", f"{authority}.key", "-CAcreateserial", "-days", "1")
    out = ("-out", f"{name}.pem", "-extfile", f"{name}.ext")
    openssl("x509", "-req", "-in", f"{name}.csr", *signer, *out, cwd=folder)
    return folder / f"{name}.key", folder / f"{name}.pem"
