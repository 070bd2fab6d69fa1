"""`betterthan plan` on the command line."""

import json

import pytest

FILES = {
    "scores.csv": "case,a,b\n" + "".join(f"{i},{int(i % 7 != 0)},{int(i % 5 != 0)}\n" for i in range(140)),
    "seeds.csv": "model,seed,case,score\n"
    + "".join(
        f"{m},{s},{i},{0.5 + 0.05 * (m == 'a') + 0.01 * ((s * 7 + i * 3) % 11) * (m == 'a') - 0.001 * s}\n"
        for m in "ab"
        for s in range(4)
        for i in range(12)
    ),
}


def test_from_numbers(command):
    found = json.loads(command("plan", "--sd", "0.333333333", "--effect", "0.03", "--json").out)
    assert found["test"]["needed"] == 969
    assert found["verdict"] is None
    assert found["unit"] == "cases"


@pytest.mark.parametrize("goal", [("width", "0.05"), ("width 0.05",), ("width=0.05",), ("width", "--width", "0.05")])
def test_a_width_is_given_in_any_way(command, goal):
    found = json.loads(command("plan", "--sd", "0.3", "--goal", *goal, "--json").out)
    assert found["verdict"]["needed"] == 554


def test_from_a_pilot(command, folder):
    ran = command(
        "plan", "--pilot", "scores.csv", "--rope", "0.01", "--unit", "cases", "-o", "plan.svg", "-o", "plan.html"
    )
    assert ran.code == 0, ran.err
    assert "Power:" in ran.out
    assert "Assurance:" in ran.out
    assert "two-sided 5%" in ran.out
    assert (folder / "plan.svg").stat().st_size > 1000
    assert "<table" in (folder / "plan.html").read_text()


def test_costs(command, folder):
    ran = command("plan", "--pilot", "seeds.csv", "--rope", "0.01", "--cost", "case=1,seed=20", "--json")
    assert ran.code == 0, ran.err
    mix = json.loads(ran.out)["mix"]
    assert mix["kinds"] == ["cases", "seeds"]
    assert mix["cost"] == mix["numbers"][0] + 20 * mix["numbers"][1]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--sd", "1", "--effect", "0.1", "scores.csv"), "`--pilot FILE`"),
        (("--sd", "1", "--effect", "0.1", "--cost", "7"), "case=1,seed=20"),
        (("--pilot", "scores.csv", "--sd", "1"), "`--sd`"),
        (("--rope", "0.01"), "`--discordance`"),
    ],
)
def test_messages(command, folder, given, told):
    ran = command("plan", *given)
    assert ran.code == 2
    assert told in ran.err
    assert "Traceback" not in ran.err
