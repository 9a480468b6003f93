"""A virtual cable between this machine and a network namespace. The cable can be pulled. It needs Linux and root."""

import os
import shutil
import subprocess
from typing import Final

NEAR: Final = "10.231.77.1"
FAR: Final = "10.231.77.2"


def why_not() -> str:
    """Return why this machine cannot have a virtual cable, as text; an empty text if it can have one."""
    if shutil.which("ip") is None:
        return "there is no `ip`"
    return "" if os.geteuid() == 0 else "only root may make network namespaces"


def ip(*words: str) -> None:
    """Run the command `ip` with these arguments."""
    subprocess.run(["ip", *words], check=True, capture_output=True)  # noqa: S603, S607 -- wherever it is


class Cable:
    """A cable: one end has the address NEAR on this machine, the other has FAR in a new namespace."""

    def __init__(self) -> None:
        self.space: Final = f"arena-bench-{os.getpid()}"
        self._near: Final = f"near{os.getpid()}"
        far = f"far{os.getpid()}"
        ip("netns", "add", self.space)
        try:
            ip("link", "add", self._near, "type", "veth", "peer", "name", far, "netns", self.space)
            ip("address", "add", f"{NEAR}/30", "dev", self._near)
            ip("-n", self.space, "address", "add", f"{FAR}/30", "dev", far)
            ip("-n", self.space, "link", "set", far, "up")
            self.plug()
        except subprocess.CalledProcessError:
            self.close()
            raise

    @property
    def beyond(self) -> list[str]:
        """A list of words that, put before a command, run the command in the namespace at the far end of the cable."""
        return ["ip", "netns", "exec", self.space]

    def pull(self) -> None:
        """Block all packets from now on, without closing a connection."""
        ip("link", "set", self._near, "down")

    def plug(self) -> None:
        """Let all packets pass again, after `pull` has blocked them."""
        ip("link", "set", self._near, "up")

    def close(self) -> None:
        """Remove the network namespace, which also removes both ends of the cable."""
        ip("netns", "delete", self.space)
