import io
import os
import re
import stat
import struct
import zipfile

import pytest

import arena_sdk
from arena.cli import main
from arena.sandbox import bot_package
from arena.sandbox.bot_manifest import PackageError, read_manifest
from arena.sandbox.bot_package import pack_folder, read_package, read_submission, unpack
from arena.sandbox.declared_version import INHERITED, declared_version

MANIFEST = 'version = "1"\nentry = "python bot.py"\n'


def zipped(files, *, manifest=MANIFEST):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {"bot.toml": manifest, "bot.py": "", **files}.items():
            archive.writestr(name, data)
    return target.getvalue()


def entry(name, mode=0o644, kind=stat.S_IFREG):
    found = zipfile.ZipInfo(name)
    found.create_system = 3
    found.external_attr = (kind | mode) << 16
    return found


def faults_of(data):
    with pytest.raises(PackageError) as refused:
        read_package(data)
    return refused.value.faults


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "my_bot"
    (made / "data").mkdir(parents=True)
    (made / "bot.toml").write_text(MANIFEST)
    (made / "bot.py").write_text("print()\n")
    (made / "data" / "table.bin").write_bytes(bytes(range(256)) * 40)
    return made


# What is in order -----------------------------------------------------------------------------------------------------


def test_a_folder_is_packed_read_and_unpacked_as_it_was(folder, tmp_path):
    (folder / "data" / "table.bin").chmod(0o755)
    package = read_package(pack_folder(folder))
    unpack(package, tmp_path / "copy")
    copied = tmp_path / "copy"
    assert sorted(package.files) == ["bot.py", "bot.toml", "data/table.bin"]
    assert (copied / "data/table.bin").read_bytes() == (folder / "data/table.bin").read_bytes()
    assert stat.S_IMODE((copied / "data/table.bin").stat().st_mode) == 0o755
    assert stat.S_IMODE((copied / "bot.py").stat().st_mode) == 0o644


def test_the_same_folder_gives_the_same_zip_and_digest(folder):
    first = pack_folder(folder)
    for path in folder.rglob("*"):
        os.utime(path, (1, 1))
    assert pack_folder(folder) == first
    assert read_package(
        zipped({"data/table.bin": (folder / "data/table.bin").read_bytes(), "bot.py": "print()\n"})
    ).digest == (read_package(first).digest)


def test_a_new_bot_is_a_package(tmp_path):
    assert main(["new", str(tmp_path / "corn")]) == 0
    package = read_package(pack_folder(tmp_path / "corn"))
    version = re.search(r'version = "(.+)"', (tmp_path / "corn/bot.py").read_text())[1]
    assert (package.manifest.version, package.manifest.program) == (version, "bot.py")


@pytest.mark.parametrize("change", ["content", "name", "executable"])
def test_another_content_name_or_mode_gives_another_digest(folder, change):
    before = read_package(pack_folder(folder)).digest
    if change == "content":
        (folder / "bot.py").write_text("print(1)\n")
    elif change == "name":
        (folder / "data").rename(folder / "more")
    else:
        (folder / "bot.py").chmod(0o755)
    assert read_package(pack_folder(folder)).digest != before


def test_tokens_caches_and_hidden_files_are_left_out(folder):
    for name in ("my.token", "bot.pyc", ".env", ".git/config", "__pycache__/bot.x"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("secret")
    assert sorted(read_package(pack_folder(folder)).files) == ["bot.py", "bot.toml", "data/table.bin"]


def test_a_folder_with_a_link_is_refused(folder):
    (folder / "passwords").symlink_to("/etc/passwd")
    with pytest.raises(PackageError, match=r"passwords.*a link"):
        pack_folder(folder)


def test_a_folder_with_too_many_files_names_its_count(folder, monkeypatch):
    monkeypatch.setattr(bot_package, "FILE_LIMIT", 2)
    with pytest.raises(PackageError, match=r"^'my_bot' is too large for a package: 3 files: expected at most 2$"):
        pack_folder(folder)
    monkeypatch.setattr(bot_package, "UNPACKED_LIMIT", 10_000)
    with pytest.raises(PackageError) as refused:
        pack_folder(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert refused.value.faults[1] == f"'my_bot' is too large for a package: {size:,} bytes: expected at most 10,000"


def test_a_submission_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Exception, match="expected a folder or a zip"):
        read_submission(tmp_path / "nothing")


# Hostile zips -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("/etc/cron.d/x", "absolute path"),
        ("C:/x", "absolute path"),
        ("../x", r"'\.\.'"),
        ("a/../../x", r"'\.\.'"),
        ("a//x", "empty names"),
        ("a\\..\\x", "backslashes"),
        ("a\nb", "control characters"),
        ("x" * 201, "at most 200 bytes"),
        ("/".join("abcdefghijklmnopqrstuv"), "20 names"),
    ],
)
def test_a_name_that_could_lie_elsewhere_is_refused(name, fault):
    (line,) = faults_of(zipped({name: "x"}))
    with pytest.raises(AssertionError, match=fault):
        raise AssertionError(line)


@pytest.mark.parametrize(
    ("kind", "mode", "fault"),
    [
        (stat.S_IFLNK, 0o777, "a link"),
        (stat.S_IFIFO, 0o644, "neither file nor folder"),
        (stat.S_IFCHR, 0o644, "neither file nor folder"),
        (stat.S_IFREG, 0o4755, "setuid"),
        (stat.S_IFREG, 0o2755, "setuid, setgid"),
    ],
)
def test_links_devices_and_setuid_files_are_refused(kind, mode, fault):
    (line,) = faults_of(zipped({entry("escape", mode, kind): "/etc/passwd"}))
    assert line.startswith("'escape': ")
    assert fault in line


def test_every_fault_has_a_line():
    assert len(faults_of(zipped({"/a": "", "../b": "", entry("c", 0o4755): ""}))) == 3


def test_no_more_lines_than_a_reader_reads():
    assert len(faults_of(zipped({f"../{each}": "" for each in range(900)}))) == 21


def test_a_zip_bomb_stops_at_the_limit_of_what_comes_out(monkeypatch):
    monkeypatch.setattr(bot_package, "UNPACKED_LIMIT", 1 << 20)
    bomb = zipped({"zeros": bytes(2 << 20)})
    assert len(bomb) < 10_000
    assert faults_of(bomb) == ["more than 1,048,576 bytes unpacked: expected at most that"]


def test_a_zip_that_lies_about_its_sizes_is_refused(monkeypatch):
    monkeypatch.setattr(bot_package, "UNPACKED_LIMIT", 1 << 20)
    honest = zipped({"zeros": bytes(2 << 20)})
    lie = honest.replace(struct.pack("<I", 2 << 20), struct.pack("<I", 10))
    assert lie != honest
    (line,) = faults_of(lie)
    assert "broken" in line


def test_many_files_are_refused_before_they_are_read():
    (line,) = faults_of(zipped({f"f{each}": "" for each in range(bot_package.FILE_LIMIT)}))
    assert "at most 5,000" in line


def test_a_list_of_files_that_is_longer_than_it_says_is_refused():
    data = bytearray(zipped({f"f{each}": "" for each in range(bot_package.FILE_LIMIT)}))
    data[-14:-10] = struct.pack("<2H", 3, 3)
    (line,) = faults_of(bytes(data))
    assert "at most 5,000" in line


def test_two_files_of_one_name_are_refused():
    target = io.BytesIO(zipped({}))
    with zipfile.ZipFile(target, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("bot.py", "other")
    assert faults_of(target.getvalue()) == ["'bot.py': there are two of this name"]


def test_a_file_that_is_a_folder_as_well_is_refused():
    assert faults_of(zipped({"a": "", "a/b": ""})) == ["'a/b': 'a' is a file"]


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all, but long enough to be one"])
def test_bytes_that_are_no_zip_are_refused(data):
    (line,) = faults_of(data)
    assert "no zip" in line


def test_a_zip_with_something_behind_it_is_refused():
    (line,) = faults_of(zipped({}) + b"x")
    assert "bytes follow its end" in line


def test_a_zip_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(bot_package, "ZIP_LIMIT", 100)
    (line,) = faults_of(zipped({}))
    assert "expected at most 100" in line


def test_a_zip_cut_in_the_middle_is_refused():
    data = zipped({"a": os.urandom(1000)})
    for cut in (30, 400, 900):
        assert len(faults_of(data[:cut] + data[cut + 20 :])) == 1


# bot.toml -------------------------------------------------------------------------------------------------------------


def test_a_manifest_says_what_it_needs():
    found = read_manifest(
        b'version = "1.2"\nentry = "node bot.mjs --deep"\nruntime = "node"\n'
        b'games = ["cacao"]\nseats = [2, 4]\nmemory = 128\n'
    )
    assert (found.version, found.entry, found.program) == ("1.2", ("node", "bot.mjs", "--deep"), "bot.mjs")
    assert (found.games, found.seats, found.memory) == (("cacao",), (2, 4), 128)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("version = 1", "expected 1 to 32 letters"),
        ('version = "a b"', "expected 1 to 32 letters"),
        ('entry = "sh bot.py"', "expected 'python bot.py'"),
        ('entry = "python"', "expected 'python bot.py'"),
        ('entry = "python \'bot.py"', "expected 'python bot.py'"),
        ('entry = ""\nruntime = "static"', "expected a file of the package"),
        ('runtime = "java"', "expected one of python, node, static"),
        ('games = ["chess"]', "unknown game 'chess'"),
        ('games = "cacao"', "expected a list of names"),
        ("seats = [2.5]", "expected a list of seat counts"),
        ("seats = [true]", "expected a list of seat counts"),
        ("memory = 4096", "from 64 to 1024"),
        ('memory = "1"', "from 64 to 1024"),
        ("memori = 100", "did you mean 'memory'"),
        ("version = ", "cannot be read"),
    ],
)
def test_each_fault_of_a_manifest_is_named(lines, fault):
    keys = {line.partition(" ")[0] for line in lines.splitlines()}
    rest = [line for line in MANIFEST.splitlines() if line.partition(" ")[0] not in keys]
    faults = faults_of(zipped({}, manifest="\n".join([*rest, lines])))
    assert any(fault in line for line in faults)


def test_all_faults_of_a_manifest_are_named_at_once():
    assert len(faults_of(zipped({}, manifest='memory = 1\ngames = ["chess"]'))) == 4


def test_bytes_that_are_no_manifest_are_refused():
    assert "no text" in faults_of(zipped({}, manifest=b"\xff\xfe"))[0]
    assert "cannot be read" in faults_of(zipped({}, manifest="a = " + "[" * 5000))[0]
    assert "nested too deep" in faults_of(zipped({}, manifest=".".join("a" * 30_000) + " = 1"))[0]
    assert "numbers of at most 100" in faults_of(zipped({}, manifest="memory = " + "9" * 5000))[0]


def test_the_first_faults_of_a_manifest_are_named_and_the_others_counted():
    faults = faults_of(zipped({}, manifest=MANIFEST + "".join(f"key{number} = 1\n" for number in range(5000))))
    assert "key0: unknown key: expected one of" in faults[0]
    assert (len(faults), faults[-1]) == (21, "and 4,980 more")


def test_a_package_without_a_manifest_is_refused():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("my_bot/bot.toml", MANIFEST)
    assert "there is no bot.toml" in faults_of(target.getvalue())[0]


def test_an_entry_that_is_not_there_or_not_executable_is_refused():
    assert "expected a file of the package" in faults_of(zipped({}, manifest=MANIFEST.replace("bot.py", "other.py")))[0]
    static = 'version = "1"\nentry = "bot.py"\nruntime = "static"'
    assert "not executable" in faults_of(zipped({}, manifest=static))[0]


# The version of the program -------------------------------------------------------------------------------------------

USUAL = 'from arena_sdk import Bot, run\n\nclass MyBot(Bot):\n    version = "1"\n\nrun(MyBot)\n'
SILENT = USUAL.replace('version = "1"', "pass")


@pytest.mark.parametrize(
    ("program", "version"),
    [
        (USUAL, "1"),
        (USUAL.replace("run(MyBot)", 'if __name__ == "__main__":\n    run(MyBot)'), "1"),
        (USUAL.replace("version", "version: str"), "1"),
        (USUAL.replace("arena_sdk", "my_runner"), None),
        (USUAL.replace("run(MyBot)", "def version(): pass\nrun(MyBot)"), None),
        (USUAL + 'MyBot.version = "2"\n', None),
        (USUAL.replace('"1"', "VERSION"), None),
        (SILENT, "1"),
        (SILENT.replace("(Bot)", "(Bot[CacaoTurn])"), "1"),
        (SILENT.replace("Bot, run", "BatchBot, run").replace("(Bot)", "(BatchBot)"), "1"),
        (SILENT.replace("(Bot)", "(Bot, Mixed)"), None),
        (SILENT.replace("(Bot)", "(Bot, metaclass=Named)"), None),
        (SILENT.replace("arena_sdk import Bot, run", "arena_sdk import run\nfrom mine import Bot"), None),
        (SILENT.replace("class", "from mine import *\nclass"), None),
        (SILENT.replace("class", "class Bot(Bot): pass\nclass"), None),
        (SILENT + "print(MyBot.version)\n", None),
        (USUAL.replace("run(MyBot)", "run(type('B', (MyBot,), {}))"), None),
        (USUAL.replace("run(MyBot)", "setattr(MyBot, 'version', '2')\nrun(MyBot)"), None),
        (USUAL + "run(MyBot)\n", None),
        (USUAL.replace("class", "@dataclass\nclass"), None),
        (USUAL + USUAL.replace("run(MyBot)", ""), None),
        ("this is no program", None),
        ("\0", None),
        ("(" * 10_000, None),
    ],
)
def test_a_declared_version_is_read_only_where_it_is_certain(program, version):
    assert declared_version(read_package(zipped({"bot.py": program}))) == version


@pytest.mark.parametrize("kind", [arena_sdk.Bot, arena_sdk.BatchBot])
def test_a_class_without_a_version_has_the_one_of_the_sdk(kind):
    assert kind.version == INHERITED


def test_programs_of_other_languages_declare_no_version():
    manifest = 'version = "1"\nruntime = "node"\nentry = "node bot.py"\n'
    assert declared_version(read_package(zipped({"bot.py": USUAL}, manifest=manifest))) is None
