"""A folder of unpacked packages, by digest. The digest of a package is checked each time before the package is used."""

import os
import shutil
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from arena.errors import UsageError
from arena.sandbox.bot_manifest import BotManifest, PackageError
from arena.sandbox.bot_package import BotPackage, PackedFile, package_of, read_package, unpack

REPORT: Final = "report-"  # begins the name of the report so far about a run
FRESH: Final = "new-"  # begins the name of a folder that is not complete yet


class PackageCache:
    """Unpacked packages in a folder, each in a folder that is named by its digest.

    The cache removes a package if its files have changed, so that they give another digest.
    """

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder

    def open(self) -> None:
        """Make the folder of the cache. Raise UsageError if that is not possible."""
        try:
            self.folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        except OSError as reason:
            raise UsageError(f"{self.folder} cannot be a folder for packages: {reason.strerror}") from None

    def find(self, digest: str) -> BotManifest | None:
        """Return the manifest of the package with this digest; None if the cache lacks the package or it is damaged."""
        target = self.at(digest)
        if not target.is_dir():
            return None
        try:
            package = read_folder(target)
            if package.digest == digest:
                return package.manifest
        except (PackageError, OSError):
            pass
        shutil.rmtree(target, ignore_errors=True)
        return None

    def add(self, digest: str, data: bytes) -> BotManifest:
        """Unpack a zip into the cache, and return its manifest. Raise PackageError if its digest is not `digest`."""
        package = read_package(data)
        if package.digest != digest:
            raise PackageError([f"the package has the digest {package.digest[:16]}: expected {digest[:16]}"])
        self.open()
        fresh = self.folder / f"{FRESH}{os.getpid()}-{digest}"
        shutil.rmtree(fresh, ignore_errors=True)
        unpack(package, fresh)
        shutil.rmtree(self.at(digest), ignore_errors=True)
        fresh.rename(self.at(digest))
        return package.manifest

    @contextmanager
    def report_file(self, run: str) -> Iterator[Path]:
        """Yield the path of a file for the report so far about a run, and remove the file when the run is over."""
        file = self._report(run)
        try:
            yield file
        finally:
            file.unlink(missing_ok=True)

    def stored_report(self, run: str) -> bytes:
        """Return the report so far about a run; no bytes if there is none."""
        try:
            return self._report(run).read_bytes()
        except FileNotFoundError:
            return b""

    def _report(self, run: str) -> Path:
        return self.folder / f"{REPORT}{run}.json"

    def keep(self, digests: Collection[str]) -> None:
        """Remove all reports, and all packages except those with these digests. Call this while no bot runs."""
        if self.folder.is_dir():
            for each in self.folder.iterdir():
                if each.name.startswith(REPORT):
                    each.unlink(missing_ok=True)
                elif each.name not in digests:
                    shutil.rmtree(each, ignore_errors=True)

    def at(self, digest: str) -> Path:
        """Return the path of the package with this digest in the cache."""
        return self.folder / digest


def read_folder(folder: Path) -> BotPackage:
    """Return the package that was unpacked into a folder. Raise PackageError if it is damaged."""
    files: dict[str, PackedFile] = {}
    for path in sorted(folder.rglob("*")):
        kind = path.lstat().st_mode
        if stat.S_ISREG(kind):
            files[path.relative_to(folder).as_posix()] = PackedFile(path.read_bytes(), bool(kind & stat.S_IXUSR))
        elif not stat.S_ISDIR(kind):
            raise PackageError([f"{path.name} is neither file nor folder"])
    return package_of(files)
