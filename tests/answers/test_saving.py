"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from betterthan.answers.saving import save_all
from betterthan.errors import ArgumentError


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("old")
    return one, two


def test_files_hold_what_was_given_and_nothing_else_is_there(files, tmp_path):
    save_all(dict(zip(files, (b"new", b"more"), strict=True)))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"one.txt": b"new", "two.txt": b"more"}


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), SystemExit(130)])
def test_a_failure_leaves_the_old_files(files, tmp_path, monkeypatch, error):
    synced: list[int] = []

    def second_fails(descriptor: int) -> None:
        synced.append(descriptor)
        if len(synced) == 2:
            raise error

    monkeypatch.setattr(os, "fsync", second_fails)
    with pytest.raises((ArgumentError, SystemExit)) as caught:
        save_all(dict(zip(files, (b"new", b"more"), strict=True)))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"one.txt": b"old"}
    if isinstance(error, OSError):
        assert str(caught.value) == f"Cannot write `{files[1]}`: No space left on device."


def test_a_file_keeps_its_permissions_and_a_new_one_gets_those_of_any_file(files, tmp_path):
    one, two = files
    one.chmod(0o640)
    (tmp_path / "usual.txt").write_text("")
    save_all({one: b"new", two: b"more"})
    assert stat.S_IMODE(one.stat().st_mode) == 0o640
    assert stat.S_IMODE(two.stat().st_mode) == stat.S_IMODE((tmp_path / "usual.txt").stat().st_mode)


def test_a_link_stays_and_what_it_leads_to_is_replaced(files, tmp_path):
    link = tmp_path / "link.txt"
    link.symlink_to(files[0])
    save_all({link: b"new"})
    assert link.is_symlink()
    assert files[0].read_bytes() == b"new"


def test_a_name_as_long_as_a_name_may_be(tmp_path):
    long = tmp_path / (251 * "x" + ".txt")
    save_all({long: b"new"})
    assert long.read_bytes() == b"new"
