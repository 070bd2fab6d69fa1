"""The library speaks of arguments, the command line of flags."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from betterthan.cli.flags import in_flags
from betterthan.cli.main import COMMANDS, cli

SOURCE = Path(__file__).parents[2] / "src" / "betterthan"


@pytest.mark.parametrize(
    ("argument", "flag"),
    [
        ('`missing="drop"`', "`--missing drop`"),
        ('`case="NAME"`', "`--column case=NAME`"),
        ("`rope=(-1, 2)`", "`--rope -1,2`"),
        ("`rope=0.5`", "`--rope 0.5`"),
        ("`first=` and `second=`", "`--first` and `--second`"),
        ("`test_fraction=`", "`--test-fraction`"),
        ("`per_task=True`", "`--per-task`"),
        ("`bt.unpaired`", "`--unpaired`"),
        ("`task=`", "`--task T`"),
        ('`task="NAME"`', "`--column task=NAME`"),
        ("`higher_is_better=False`", "`--lower-is-better`"),
        ("`a` and `b`", "`a` and `b`"),
    ],
)
def test_an_argument_becomes_its_flag(argument, flag):
    assert in_flags(f"Use {argument}.") == f"Use {flag}."


def test_the_library_names_no_flag_in_its_messages():
    found = [
        f"{path.relative_to(SOURCE)}: {text}"
        for path in SOURCE.rglob("*.py")
        if "cli" not in path.relative_to(SOURCE).parts
        for text in re.findall(r"`--(?!json|column` call|help)[a-z-]+[^`]*`", path.read_text())
    ]
    assert found == []


def test_flags_that_messages_lead_to_exist():
    compare = {option for parameter in cli.get_command(None, "compare").params for option in parameter.opts}
    seeds = {option for parameter in cli.get_command(None, "seeds").params for option in parameter.opts}
    wanted = {"--missing", "--repeats", "--column", "--rope", "--first", "--second", "--test-fraction", "--per-task"}
    assert wanted <= compare
    assert {"--baseline", "--adjust"} <= seeds


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help(name, command):
    ran = command(name, "--help")
    assert ran.code == 0
    assert "Usage:" in ran.out
