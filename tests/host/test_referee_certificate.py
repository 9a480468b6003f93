"""The certificate that a referee shows to bots, and names to the front."""

from types import SimpleNamespace

import pytest

from arena.host.referee_main import ShownCertificate, certificate_of
from arena.server.transport.bridge import Tls
from tests.certificates import make_authority, make_server, needs_openssl

OWN = "-----BEGIN CERTIFICATE-----\nQQ==\n-----END CERTIFICATE-----\n"
OTHER = OWN.replace("QQ", "Qg")


@pytest.mark.parametrize("before", ["", "subject=CN=r1\n"])
def test_the_own_certificate_is_the_first_of_its_chain(before):
    assert certificate_of(Tls((before + OWN + OTHER).encode(), b"")) == OWN
    assert certificate_of(None) == ""


@needs_openssl
def test_a_certificate_that_cannot_be_read_again_stays(tmp_path, caplog):
    make_authority(tmp_path)
    key, certificate = make_server(tmp_path)
    renewed = []
    shown = ShownCertificate(SimpleNamespace(renew=renewed.append), [certificate, key], "old")
    pem = shown.renew()
    assert pem in certificate.read_text()
    certificate.unlink()
    assert (shown.renew(), len(renewed)) == (pem, 1)
    assert "the old one stays" in caplog.text
