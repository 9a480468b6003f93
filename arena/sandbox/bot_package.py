"""A submitted bot as a zip: read the zip, pack a folder, unpack the zip into a folder.

The headers of a zip are not trusted. Limits apply to the unpacked bytes while they are read. A name is accepted only if
its path stays inside the bot's folder. The digest covers the content: names, bytes, and which files are executable. So
it does not depend on the program that made the zip.
"""

import hashlib
import io
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import UsageError, counted
from arena.sandbox.bot_manifest import MANIFEST, BotManifest, PackageError, read_manifest

MB: Final = 1 << 20
ZIP_LIMIT: Final = 10 * MB  # bytes of the zip
UNPACKED_LIMIT: Final = 50 * MB  # bytes of all files
FILE_LIMIT: Final = 5000  # files and folders: a bot for Node.js brings node_modules, 1,200 files for gRPC alone
NAME_LIMIT: Final = 200  # bytes of a name
DEPTH_LIMIT: Final = 20  # folders in one another
PIECE: Final = 64 << 10
ZIP_BEGINS: Final = (b"PK\3\4", b"PK\5\6")  # a zip with files, a zip without

END: Final = struct.Struct("<4s4H2IH")  # the end of a zip: how many files, and how large their list is
ENTRY: Final = 46 + NAME_LIMIT + 200  # bytes of a file in the list, with room for what packers add
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
SPECIAL: Final = stat.S_ISUID | stat.S_ISGID | stat.S_ISVTX
FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)  # a zip knows no time before it
BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)

LEFT_OUT: Final = ("__pycache__",)
LEFT_OUT_ENDS: Final = (".pyc", ".token")


@dataclass(frozen=True)
class PackedFile:
    """A file of a package: its content, and whether it is executable."""

    data: bytes
    is_executable: bool = False


@dataclass(frozen=True)
class BotPackage:
    """A package that was read and has no fault."""

    manifest: BotManifest
    files: Mapping[str, PackedFile]
    digest: str

    @property
    def size(self) -> int:
        """The sum of the sizes of all files, in bytes."""
        return sum(len(each.data) for each in self.files.values())


# Read ------------------------------------------------------------------------------------------------------------


def read_package(data: bytes) -> BotPackage:
    """Return the package in a zip. Raise PackageError, with a line for each fault, if it is not valid."""
    check_size(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            check_names(archive.infolist())
            files = dict(unpacked_files(archive))
    except BROKEN as error:
        raise PackageError([f"the zip is broken: {ascii(str(error))[1:-1][:100]}"]) from None
    return package_of(files)


def package_of(files: Mapping[str, PackedFile]) -> BotPackage:
    """Return the package with these files. Raise PackageError if its bot.toml or its program has a fault."""
    if MANIFEST not in files:
        raise PackageError([f"there is no {MANIFEST}: expected one beside the program, not in a folder of the zip"])
    manifest = read_manifest(files[MANIFEST].data)
    check_program(manifest, files)
    return BotPackage(manifest, files, digest_of(files))


def check_size(data: bytes) -> None:
    """Raise PackageError if a zip, or the list of files at its end, is too large."""
    if len(data) > ZIP_LIMIT:
        raise PackageError([f"the zip has {len(data):,} bytes: expected at most {ZIP_LIMIT:,}"])
    if len(data) < END.size or not data[-END.size :].startswith(b"PK\5\6"):
        raise PackageError(["this is no zip, or bytes follow its end: expected a zip without a comment"])
    _, _, _, _, entries, listed, _, _ = END.unpack(data[-END.size :])
    if entries > FILE_LIMIT or listed > FILE_LIMIT * ENTRY:
        raise PackageError([f"the zip lists {entries:,} files in {listed:,} bytes: expected at most {FILE_LIMIT:,}"])
    if data[-END.size - 20 :].startswith(b"PK\6\7"):
        raise PackageError(["the zip is a zip64: expected a plain one, which is large enough for a package"])


def check_names(entries: list[zipfile.ZipInfo]) -> None:
    """Raise PackageError if a zip has too many files, or files that packages do not allow."""
    if len(entries) > FILE_LIMIT:
        raise PackageError([f"the zip has {counted(len(entries), 'file')}: expected at most {FILE_LIMIT:,}"])
    faults = [f"{shown_name(each.orig_filename)}: {fault}" for each in entries if (fault := entry_fault(each))]
    faults += clashes([each.orig_filename for each in entries])
    if faults:
        raise PackageError(faults)


def entry_fault(entry: zipfile.ZipInfo) -> str:
    """Return an error message about one file or folder in a zip; an empty text if it is allowed."""
    mode = entry.external_attr >> 16
    kind = stat.S_IFMT(mode)
    if fault := name_fault(entry.orig_filename):
        return fault
    if kind not in {0, stat.S_IFDIR if entry.is_dir() else stat.S_IFREG}:
        what = "a link" if kind == stat.S_IFLNK else "neither file nor folder"
        return f"{what}: expected files and folders alone"
    if mode & SPECIAL:
        return "a setuid, setgid or sticky bit: expected none"
    if entry.flag_bits & 1:
        return "encrypted: expected none"
    if entry.compress_type not in METHODS:
        return f"packed by the method {entry.compress_type}: expected stored or deflated"
    return ""


def name_fault(name: str) -> str:
    """Return an error message about a path in a package; empty if it is short and stays inside the bot's folder."""
    parts = name.removesuffix("/").split("/")
    if name.startswith("/") or (len(name) > 1 and name[1] == ":"):
        return "an absolute path: expected one in the folder of the bot"
    if ".." in parts:
        return "a path with '..': expected one in the folder of the bot"
    if "" in parts or "." in parts or "\\" in name or not name.isprintable():
        return "expected a path with '/' between names, without empty names, '.', backslashes and control characters"
    if len(name.encode("utf-8", "replace")) > NAME_LIMIT or len(parts) > DEPTH_LIMIT:
        return f"a long path: expected at most {NAME_LIMIT} bytes and {DEPTH_LIMIT} names"
    return ""


def clashes(names: list[str]) -> list[str]:
    """Return an error message for each path that occurs twice, or that is both a file and a folder."""
    files = {name for name in names if not name.endswith("/")}
    seen: set[str] = set()
    faults = []
    for name in names:
        if name in seen:
            faults.append(f"{shown_name(name)}: there are two of this name")
        seen.add(name)
        faults += [
            f"{shown_name(name)}: {shown_name(folder)} is a file" for folder in folders_of(name) if folder in files
        ]
    return faults


def folders_of(name: str) -> Iterator[str]:
    """Yield the path of each folder that contains `name`, outermost first; and `name` itself if it ends in `/`."""
    parts = name.split("/")[:-1]
    return ("/".join(parts[: number + 1]) for number in range(len(parts)))


def unpacked_files(archive: zipfile.ZipFile) -> Iterator[tuple[str, PackedFile]]:
    """Yield a pair for each file in a zip: its name, and its unpacked content as a PackedFile. Leave folders out.

    Raise PackageError if the files have more bytes than a package may have.
    """
    left = UNPACKED_LIMIT
    for entry in archive.infolist():
        if entry.is_dir():
            continue
        with archive.open(entry) as source:
            data = bytearray()
            while piece := source.read(PIECE):
                left -= len(piece)
                if left < 0:
                    raise PackageError([f"more than {UNPACKED_LIMIT:,} bytes unpacked: expected at most that"])
                data += piece
        yield entry.orig_filename, PackedFile(bytes(data), bool(entry.external_attr >> 16 & stat.S_IXUSR))


def check_program(manifest: BotManifest, files: Mapping[str, PackedFile]) -> None:
    """Raise PackageError if the package lacks the program file that its bot.toml names as `entry`.

    A program for the runtime `static` also has to be executable.
    """
    name = manifest.program
    if name not in files:
        raise PackageError([f"{MANIFEST}: entry names {ascii(name)[:60]}: expected a file of the package"])
    if manifest.runtime == "static" and not files[name].is_executable:
        raise PackageError([f"{ascii(name)[:60]} is not executable: expected an executable for the runtime static"])


def digest_of(files: Mapping[str, PackedFile]) -> str:
    """Return a digest of the files: the SHA-256 of their names, bytes and executable bits, as hexadecimal digits."""
    whole = hashlib.sha256(b"tlachtli package 1\n")
    for name, file in sorted(files.items()):
        whole.update(f"{len(name.encode())} {int(file.is_executable)} {len(file.data)}\n".encode())
        whole.update(name.encode())
        whole.update(file.data)
    return whole.hexdigest()


def shown_name(name: str) -> str:
    """Return a file's name for an error message: at most 60 characters, all printable ASCII."""
    return ascii(name)[:60]


# Pack ------------------------------------------------------------------------------------------------------------


def read_submission(path: Path) -> bytes:
    """Return a bot's package as the bytes of a zip. If the path is a folder, pack the folder into a new zip.

    Raise UsageError if the path cannot be read, or is neither a zip nor a folder.
    """
    try:
        if path.is_dir():
            return pack_folder(path)
        with path.open("rb") as file:
            data = file.read(ZIP_LIMIT + 1)
    except OSError as reason:
        raise UsageError(f"{path} cannot be read: {reason.strerror}: expected a folder or a zip") from None
    if not data.startswith(ZIP_BEGINS):
        raise UsageError(f"{path} is no zip: expected a folder with {MANIFEST}, or a zip of one")
    return data


def pack_folder(folder: Path) -> bytes:
    """Return the bytes of a zip of a bot's folder. Equal files give an equal zip.

    Hidden files, Python's caches and files with the ending .token are left out. Raise PackageError if the folder is not
    a valid package.
    """
    files = dict(sorted(folder_files(folder)))
    package_of(files)
    return pack(files)


def pack(files: Mapping[str, PackedFile]) -> bytes:
    """Return a zip of these files. Equal files give an equal zip."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in sorted(files.items()):
            entry = zipfile.ZipInfo(name, FIRST_DAY)
            entry.create_system = 3  # Unix: the mode counts
            entry.external_attr = (stat.S_IFREG | (0o755 if file.is_executable else 0o644)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.data)
    return target.getvalue()


def folder_files(folder: Path) -> Iterator[tuple[str, PackedFile]]:
    """Yield a pair for each file of a folder that belongs into a package: its path in the folder, and a PackedFile.

    Raise PackageError at the first file that packages do not allow, or if the files are too many or too large.
    """
    found = [(path, kind) for path in walked(folder) if not stat.S_ISDIR((kind := path.lstat()).st_mode)]
    check_extent(folder, len(found), sum(kind.st_size for _, kind in found))
    for path, kind in found:
        name = path.relative_to(folder).as_posix()
        if not stat.S_ISREG(kind.st_mode):
            raise PackageError([f"{shown_name(name)}: a link or special file: expected files and folders alone"])
        if fault := name_fault(name):
            raise PackageError([f"{shown_name(name)}: {fault}"])
        yield name, PackedFile(path.read_bytes(), bool(kind.st_mode & stat.S_IXUSR))


def check_extent(folder: Path, files: int, size: int) -> None:
    """Raise PackageError, with a line for each limit that is passed, if a folder has too many files or bytes."""
    limits = ((files, FILE_LIMIT, "files"), (size, UNPACKED_LIMIT, "bytes"))
    faults = [f"{found:,} {what}: expected at most {most:,}" for found, most, what in limits if found > most]
    if faults:
        # the folder may be named `.`, as in `arena bot submit .`
        name = shown_name(folder.name or folder.resolve().name)
        raise PackageError([f"{name} is too large for a package: {fault}" for fault in faults])


def walked(folder: Path) -> Iterator[Path]:
    """Yield the paths of all files and folders below a folder. Do not follow links.

    Leave out hidden ones, Python's caches, and files with the ending .token.
    """
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name in LEFT_OUT or path.name.endswith(LEFT_OUT_ENDS):
            continue
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from walked(path)


# Unpack ------------------------------------------------------------------------------------------------------------


def unpack(package: BotPackage, folder: Path) -> None:
    """Write the files of a package into a new folder.

    The caller must make sure that no other program writes into the folder.
    """
    folder.mkdir(mode=0o755)
    for name, file in package.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o755 if file.is_executable else 0o644
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode), "wb") as target:
            target.write(file.data)
            os.fchmod(target.fileno(), mode)  # with any umask
    for each in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        each.chmod(0o755)
