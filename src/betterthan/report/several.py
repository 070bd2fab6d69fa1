"""Several models -> report: the ranking first, then the pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import counted
from betterthan.report.blocks import Blocks, Report, Verdict, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.checklist import checklist
from betterthan.report.sections.checks import checks_of_pairs
from betterthan.report.sections.computed import computed_of_pairs, computed_of_ranking
from betterthan.report.sections.notes import first_notes, methods, notes
from betterthan.report.sections.outlook import outlook_of_pairs
from betterthan.report.sections.pairs import in_short, pair_matrix, pairs, tasks_of_pairs
from betterthan.report.sections.ranking import better, ranking, tests_of_all, tiers, verdict_of_ranking
from betterthan.report.sections.scores import scores
from betterthan.report.sections.slider import slider_of_pairs
from betterthan.words.direction import direction
from betterthan.words.pairs import headline, one_verdict, pairs_by_name, pairs_in_short, pairs_methods
from betterthan.words.rankings import ranking_methods, ranking_title

if TYPE_CHECKING:
    from betterthan.answers.comparisons import Comparisons
    from betterthan.answers.further import Further
    from betterthan.answers.ranked import Ranked
    from betterthan.answers.ranked_scores import RankedScores


def report_of_ranked(ranked: Ranked, further: Further | None) -> Report:
    """The report on a ranking."""
    return _of_ranking(ranked, further)


def report_of_ranked_scores(found: RankedScores, further: Further | None) -> Report:
    """The report on a ranking, with the table of scores below it."""
    return _of_ranking(found.ranked, further, scores(found.scores))


def _of_ranking(ranked: Ranked, further: Further | None, table: Blocks = ()) -> Report:
    sentence, cites = ranking_methods(ranked)
    blocks = in_order(
        verdict_of_ranking(ranked),
        first_notes(ranked.notes),
        on_page(() if further is None else pictures_of(ranked)),
        _ranking(ranked),
        table,
        notes(ranked.notes),
        methods(sentence),
        computed_of_ranking(ranked),
    )
    about = f"`{ranked.procedure}`: {ranked.result.prior}. {direction(ranked.higher_is_better)}"
    return Report(ranking_title(ranked), about, blocks, cites)


def report_of_pairs(found: Comparisons, further: Further | None) -> Report:
    """The report on several pairs, with the ranking of all models before them."""
    sentence, cites = _methods(found)
    blocks = in_order(
        (Verdict(headline(found), "undecided"),),
        first_notes(found.notes),
        on_page(() if further is None else pictures_of(found)),
        () if found.ranked is None else _ranking(found.ranked, tiers_too=one_verdict(found)),
        in_short(found),
        outlook_of_pairs(found),
        on_page(() if further is None else slider_of_pairs(further, by_joint=found.by_joint)),
        pairs(found),
        () if found.by_joint else pair_matrix(found),
        tasks_of_pairs(found),
        checks_of_pairs(found),
        notes(found.notes),
        methods(sentence),
        computed_of_pairs(found),
        on_page(_checklist(found)),
    )
    return Report(f"{len(found.models)} models, {counted(len(found), 'pair')}", _asked(found), blocks, cites)


def _checklist(found: Comparisons) -> Blocks:
    every_check = tuple(check for part in found.comparisons for check in part.checks)
    verdict = " ".join(pairs_in_short(found))
    return checklist(found.question, found.procedure, every_check, verdict, higher_is_better=found.higher_is_better)


def _ranking(ranked: Ranked, *, tiers_too: bool = True) -> Blocks:
    """The ranking; without tiers and who is better than whom where the verdicts of the page rest on something else."""
    judged = (*tiers(ranked), *better(ranked)) if tiers_too else ()
    return in_order(ranking(ranked, tiers=tiers_too), judged, tests_of_all(ranked))


def _methods(found: Comparisons) -> tuple[str, tuple[str, ...]]:
    """The sentences about ranking and pairs, and what both cite."""
    sentence, cites = pairs_methods(found)
    if found.ranked is None:
        return sentence, cites
    joint, more = ranking_methods(found.ranked)
    return f"{joint} {sentence}", tuple(dict.fromkeys((*more, *cites)))


def _asked(found: Comparisons) -> str:
    (most, *_), *others = found.by_procedure.values()
    asked, alike = found.question, len({part.n_units for part in found.comparisons}) == 1
    which = f"Of {'each pair' if not others else pairs_by_name(found.by_procedure[found.procedure])}"
    which += "" if alike else f", on the tasks that both have ({most.first} and {most.second})"
    other = "" if asked.procedure == found.procedure else f" You asked for `{found.procedure}`."
    rest = "".join(f" Of {pairs_by_name(pairs)}: {pairs[0].question.reason}" for pairs in others)
    return f"{which}: {asked.reason}{rest} {direction(found.higher_is_better)}{other}{_rests_on(found)}"


def _rests_on(found: Comparisons) -> str:
    """The joint model by name, where the verdicts rest on it."""
    if found.ranked is None:
        return ""
    if found.by_joint:
        return f" The verdicts rest on `{found.ranked.procedure}`, one model of all {len(found.models)} models."
    return f" The ranking is by `{found.ranked.procedure}`; the verdicts rest on each pair alone."
