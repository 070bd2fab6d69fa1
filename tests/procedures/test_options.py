"""Options as text, checked against the signature of a procedure."""

from __future__ import annotations

import pytest

from betterthan.errors import ArgumentError
from betterthan.procedures import named
from betterthan.procedures.options import from_texts


@pytest.mark.parametrize(
    ("procedure", "texts", "values"),
    [
        ("bayes_signed_rank", {"z0": "inf", "draws": "10"}, {"z0": "inf", "draws": 10}),
        ("bayes_signed_rank", {"z0": "-0.5"}, {"z0": -0.5}),
        ("bayes_mcnemar", {"alpha": "1,1,0.5,1"}, {"alpha": (1.0, 1.0, 0.5, 1.0)}),
        ("bayes_hierarchical_t", {"delta0": "-1,1", "sigma": "none"}, {"delta0": (-1.0, 1.0), "sigma": None}),
        ("bayes_hierarchical_t", {"zero_variance": "published"}, {"zero_variance": "published"}),
        ("wilcoxon", {"continuity": "no"}, {"continuity": False}),
    ],
)
def test_texts_become_values(procedure, texts, values):
    assert from_texts(named(procedure), texts) == values


@pytest.mark.parametrize(
    ("procedure", "texts", "message"),
    [
        ("bayes_t", {"z0": "1"}, "`bayes_t` has no option `z0`"),
        ("bayes_signed_rank", {"draw": "1"}, "Did you mean `draws`"),
        ("bayes_signed_rank", {"draws": "many"}, "`draws` of `bayes_signed_rank` takes a whole number; got `many`"),
        ("bayes_mcnemar", {"alpha": "1,1"}, "takes 4 numbers with commas between them; got `1,1`"),
        ("bayes_sign", {"prior_region": "third"}, "takes `first`, `equivalent`, `second`; got `third`"),
    ],
)
def test_other_texts_are_refused(procedure, texts, message):
    with pytest.raises(ArgumentError, match=message):
        from_texts(named(procedure), texts)


def test_the_command_line_hands_them_on(command, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("task,a,b\n" + "".join(f"t{i},{0.5 + i / 50},{0.5 + i % 3 / 50}\n" for i in range(8)))
    given = ("compare", str(path), "--rope", "0.01", "--procedure", "bayes_signed_rank", "--json")
    plain, moved = command(*given), command(*given, "--option", "z0=inf")
    assert (plain.code, moved.code) == (0, 0)
    assert plain.out != moved.out
    assert "`--procedure`" in command("compare", str(path), "--option", "z0=inf").err
