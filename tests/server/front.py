"""nginx with the configuration files that are shipped for a front."""

import shutil
import socket
import subprocess
from pathlib import Path

import grpc

from tests.processes import Process
from tests.server.wire import ROOT, WITHIN, eventually

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin")
FRONT = ROOT / "deploy" / "front"
STREAMS = Path("/usr/lib/nginx/modules/ngx_stream_module.so")
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")

MAIN = """
daemon off; worker_processes auto; pid {folder}/nginx.pid; error_log {folder}/error.log warn;
{module}
events {{ worker_connections 2048; }}
{context} {{ {paths} include {folder}/arena.conf; }}
"""


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Nginx:
    """A running nginx with one of the shipped configuration files, as a front of a server."""

    def __init__(self, folder, name, server, changes=None):
        self.port = free_port()
        text = (FRONT / name).read_text()
        for before, after in {
            "listen 443": f"listen 127.0.0.1:{self.port}",
            "listen [::]:443": f"listen [::1]:{self.port}",
            "127.0.0.1:7420": server.address,
            "/etc/letsencrypt/live/arena.example/fullchain.pem": f"{folder}/server.pem",
            "/etc/letsencrypt/live/arena.example/privkey.pem": f"{folder}/server.key",
            **(changes or {}),
        }.items():
            text = text.replace(before, after)
        context = name.removeprefix("arena-").removesuffix(".conf")
        paths = "access_log off; " + " ".join(f"{each}_temp_path {folder}/{each};" for each in TEMPORARY)
        (folder / "arena.conf").write_text(text)
        (folder / "nginx.conf").write_text(
            MAIN.format(
                folder=folder,
                context=context,
                module=f"load_module {STREAMS};" if context == "stream" else "",
                paths=paths if context == "http" else "",
            )
        )
        self.command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")]

    def __enter__(self):
        checked = subprocess.run([*self.command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        self.process = Process(self.command).__enter__()
        eventually(self.listens)
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait(WITHIN)
        self.process.__exit__(*error)

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def channel(self, ca):
        credentials = grpc.ssl_channel_credentials(ca.read_bytes())
        return grpc.secure_channel(f"127.0.0.1:{self.port}", credentials, [("grpc.use_local_subchannel_pool", 1)])
