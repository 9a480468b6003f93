"""Tests of the cache of packages at a worker: damaged packages are not used."""

import pytest

from arena.errors import UsageError
from arena.sandbox.bot_manifest import PackageError
from arena.sandbox.bot_package import pack_folder, read_package
from arena.sandbox.package_cache import PackageCache


@pytest.fixture
def packed(tmp_path):
    folder = tmp_path / "bot"
    (folder / "more").mkdir(parents=True)
    (folder / "bot.toml").write_text('version = "1"\nentry = "python bot.py"\nmemory = 64\n')
    (folder / "bot.py").write_text("print('hello')\n")
    (folder / "more" / "tool").write_text("#!/bin/sh\n")
    (folder / "more" / "tool").chmod(0o755)
    data = pack_folder(folder)
    return data, read_package(data).digest


@pytest.fixture
def cache(tmp_path):
    return PackageCache(tmp_path / "cache")


def changed(at):
    (at / "bot.py").write_text("print('other')\n")


def shortened(at):
    (at / "bot.py").write_text("")


def missing(at):
    (at / "bot.py").unlink()


def added(at):
    (at / "sitecustomize.py").write_text("")


def not_executable(at):
    (at / "more" / "tool").chmod(0o644)


def linked(at):
    (at / "bot.py").unlink()
    (at / "bot.py").symlink_to("/etc/passwd")


def without_manifest(at):
    (at / "bot.toml").unlink()


def test_a_package_is_found_after_it_was_added(cache, packed):
    data, digest = packed
    assert cache.find(digest) is None
    assert cache.add(digest, data) == cache.find(digest) == read_package(data).manifest
    assert (cache.at(digest) / "bot.py").read_text() == "print('hello')\n"
    assert [each.name for each in cache.folder.iterdir()] == [digest]


@pytest.mark.parametrize("harm", [changed, shortened, missing, added, not_executable, linked, without_manifest])
def test_a_damaged_package_is_removed_and_can_be_added_again(cache, packed, harm):
    data, digest = packed
    cache.add(digest, data)
    harm(cache.at(digest))
    assert cache.find(digest) is None
    assert not cache.at(digest).exists()
    cache.add(digest, data)
    assert cache.find(digest) is not None


def test_a_zip_with_another_digest_is_refused(cache, packed):
    with pytest.raises(PackageError, match="the package has the digest"):
        cache.add("0" * 64, packed[0])
    assert not cache.folder.exists()


def test_packages_that_are_no_longer_submitted_are_removed(cache, packed):
    data, digest = packed
    cache.keep([])  # there is no folder yet
    cache.add(digest, data)
    (cache.folder / f"new-1-{digest}").mkdir()  # of a worker that was killed
    cache.keep([digest])
    assert [each.name for each in cache.folder.iterdir()] == [digest]
    cache.keep([])
    assert list(cache.folder.iterdir()) == []


def test_a_cache_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be a folder for packages"):
        PackageCache(tmp_path / "file" / "cache").open()
