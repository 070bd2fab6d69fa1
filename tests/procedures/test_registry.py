"""The registry: names without modules, modules on first use, rungs that can be seen, procedures from outside."""

from __future__ import annotations

import pydoc
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import betterthan as bt
from betterthan.errors import ArgumentError
from betterthan.procedures import REGISTRY, Needs, bayes_correlated_t, bayes_t, mcnemar, named, names, procedure
from betterthan.results.difference import DifferencePosterior


def loaded(code: str) -> set[str]:
    """The modules of procedures that some code loads."""
    told = "import sys; print(*(m for m in sys.modules if '.bayesian.' in m or '.frequentist.' in m))"
    ran = subprocess.run([sys.executable, "-c", f"{code}\n{told}"], capture_output=True, text=True, check=True)
    return {name.removeprefix("betterthan.procedures.") for name in ran.stdout.split()}


def test_names_are_known_without_loading_a_procedure():
    assert loaded("from betterthan.procedures import REGISTRY, names; assert 'bayes_t' in REGISTRY; names()") == set()


def test_one_procedure_loads_its_module_only():
    assert loaded("from betterthan.procedures import named; named('bayes_t')") == {"bayesian.t"}
    assert loaded("import betterthan as bt; bt.procedures.wilcoxon") == {"frequentist.wilcoxon"}


def test_procedures_are_listed_by_family_and_name():
    listed = [(each.family, name) for name, each in REGISTRY.items() if each.__module__.startswith("betterthan.")]
    assert listed == sorted(listed)
    assert set(names()) == set(REGISTRY)


def test_the_rungs_are_seen():
    assert {"from_differences", "from_summary"} <= set(dir(bayes_t))
    assert {"from_cells"} <= set(dir(mcnemar))
    assert not hasattr(bayes_t, "from_cells")
    told = pydoc.plain(pydoc.render_doc(bayes_correlated_t))
    assert "bayes_correlated_t(table" in told
    assert "bayes_correlated_t.from_summary(*, mean: 'float', sd: 'float', n: 'int', test_fraction: 'float')" in told


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A user's module with a procedure of its own."""
    (tmp_path / "toy_procedures.py").write_text(
        textwrap.dedent('''
        """Is the first model better on the first unit?"""
        from betterthan.procedures import Needs, bayes_t, procedure

        @procedure(title="the toy", needs=Needs(units=2), cites=(), family="bayesian", counterpart="paired_t")
        def toy(table):
            """The mean difference, as everywhere."""
            return from_summary(**table.moments()._asdict())

        def from_summary(*, mean, sd, n):
            return bayes_t.from_summary(mean=mean, sd=sd, n=n)
        ''')
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield __import__("toy_procedures")
    REGISTRY.remove("toy")
    del sys.modules["toy_procedures"]


def test_a_procedure_from_outside_is_found_by_its_name(toy):
    assert named("toy") is toy.toy
    assert "toy" in names()
    found = bt.compare(bt.pair_arrays([0.9, 0.7, 0.8, 0.9], [0.8, 0.7, 0.6, 0.7]), procedure="toy", rope=0.01)
    assert isinstance(found.result, DifferencePosterior)
    assert found.classical is not None
    assert "from_summary" in dir(toy.toy)


def test_a_procedure_from_outside_says_its_family_and_takes_a_name_of_its_own():
    def bayes_t(table):
        """Not the real one."""

    with pytest.raises(ArgumentError, match="family"):
        procedure(title="a test", needs=Needs(), cites=())(bayes_t)
    with pytest.raises(ArgumentError, match="already"):
        procedure(title="a test", needs=Needs(), cites=(), family="bayesian")(bayes_t)


def test_only_of_one_task_a_procedure_for_one_task_is_advised():
    """The hierarchical t-test needs three tasks: of two it says what is wrong with two."""
    scores = np.linspace(0.1, 0.9, 18)
    one, two = (bt.pair_arrays(scores**2, scores, task=[*range(k)] * (18 // k)) for k in (1, 2))
    needs = named("bayes_hierarchical_t").needs
    assert str(needs.unmet(one)).endswith("has 1. For one task use `bayes_t` or `bayes_mcnemar`.")
    assert "this table has 2. With two tasks the answer would be set by the bound of the prior" in str(needs.unmet(two))
