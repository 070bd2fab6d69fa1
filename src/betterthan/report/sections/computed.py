"""How the numbers came about: procedure, prior, error, seed, version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.judging.rules.table import rule_named
from betterthan.report.blocks import Blocks, Facts
from betterthan.results.ranking import DRAWS
from betterthan.version import __version__
from betterthan.words.methods import fold_facts
from betterthan.words.numbers import number
from betterthan.words.pairs import pairs_by_name

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons
    from betterthan.answers.joint_test import JointTest
    from betterthan.answers.ranked import Ranked
    from betterthan.results.kinds import Result
    from betterthan.results.protocol import Posterior

Rows = tuple[tuple[str, str], ...]
VERSION = ("version", f"betterthan {__version__}")


def computed(comparison: Comparison) -> Blocks:
    """Of one comparison."""
    return _facts(_of_pair(comparison))


def computed_of_ranking(ranked: Ranked) -> Blocks:
    """Of a ranking."""
    return _facts(_of_ranking(ranked))


def computed_of_test(found: JointTest) -> Blocks:
    """Of a test of several models, whose figures stand above."""
    return _facts(_origin(found.test, "", seed=None, own=False))


def computed_of_pairs(found: Comparisons) -> Blocks:
    """Of the pairs, and of the ranking before them."""
    ranking = () if found.ranked is None else _of_ranking(found.ranked)
    several = len(found.by_procedure) > 1
    pairs = [
        (f"{pairs_by_name(parts) if several else 'pairs'}: {name}", value)
        for parts in found.by_procedure.values()
        for name, value in _of_pair(parts[0], own=False)
    ]
    return _facts((*ranking, *pairs))


def _facts(rows: Rows) -> Blocks:
    return (Facts("How it was computed", (*rows, VERSION), key="computed"),)


def _of_pair(comparison: Comparison, *, own: bool = True) -> Rows:
    posterior = comparison.posterior
    prior, seed = ("", None) if posterior is None else (posterior.prior, posterior.seed)
    origin = _origin(comparison.result, prior, seed=seed, own=own)
    error = _task_error(posterior) if own and posterior is not None else ()
    return (*origin, *error, *_folds(comparison), *_rule(comparison))


def _task_error(posterior: Posterior) -> Rows:
    """How far the probabilities of single tasks may be off, where tasks are pooled."""
    if posterior.task_error is None:
        return ()
    return (("numerical error of single tasks", f"at most about {number(posterior.task_error)} in a probability"),)


def _folds(comparison: Comparison) -> Rows:
    """What the folds are those of, and how strongly they were taken to correlate."""
    return tuple(fold_facts(comparison.folding))


def _rule(comparison: Comparison) -> Rows:
    """How the verdict was reached."""
    decision = comparison.decision
    if decision is None:
        return ()
    rule = rule_named(decision.rule)
    reading = () if decision.reading == "difference" else (("reading", f"`{decision.reading}`"),)
    return (("rule", f"`{rule.name}`: {rule.methods(decision.threshold).removesuffix('.')}"), *reading)


def _of_ranking(ranked: Ranked) -> Rows:
    found = ranked.result
    errors = [("numerical error of P(best)", f"at most about {number(found.best_error)}")]
    if len(found.models) > 2:
        drawn = f"at most about {number(found.places_error)} ({DRAWS:,} draws from this posterior)"
        errors.append(("numerical error of the other places", drawn))
    return tuple(
        (f"ranking: {name}", value) for name, value in (*_origin(found, found.prior, seed=found.seed), *errors)
    )


def _origin(result: Result, prior: str, *, seed: int | None, own: bool = True) -> Rows:
    """Facts about one result; those that are its own alone (errors, counts) may be left out."""
    made = result.diagnostics
    rows = [("procedure", result.procedure), ("computed by", made.computed)]
    rows += [("prior", prior)] if prior else []
    if own and made.error is not None:
        rows.append(("numerical error", f"at most about {number(made.error)} in a probability"))
    rows += [(name, number(value)) for name, value in made.figures.items()] if own else []
    return (*rows, *([("seed", str(seed))] if seed is not None else []))
