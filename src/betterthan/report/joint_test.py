"""A classical test of several models -> report: what it says, the models, the test in numbers, the pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Report, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.checklist import checklist
from betterthan.report.sections.computed import computed_of_test
from betterthan.report.sections.joint_test import (
    tasks_of_test,
    test_of_all,
    tested_models,
    tested_pairs,
    variation_of_test,
    verdict_of_test,
)
from betterthan.report.sections.notes import first_notes, methods, notes
from betterthan.words.direction import direction
from betterthan.words.joint_tests import joint_methods, joint_title, joint_verdict

if TYPE_CHECKING:
    from betterthan.answers.further import Further
    from betterthan.answers.joint_test import JointTest


def report_of_joint_test(found: JointTest, further: Further | None) -> Report:
    """The sections in their order."""
    sentence, cites = joint_methods(found)
    blocks = in_order(
        verdict_of_test(found),
        first_notes(found.notes),
        on_page(() if further is None else pictures_of(found)),
        tested_models(found),
        test_of_all(found),
        variation_of_test(found),
        tested_pairs(found),
        tasks_of_test(found),
        notes(found.notes),
        methods(sentence),
        computed_of_test(found),
        on_page(
            checklist(
                found.question, found.procedure, (), joint_verdict(found), higher_is_better=found.higher_is_better
            )
        ),
    )
    about = f"{found.question.reason} {direction(found.higher_is_better)}"
    return Report(joint_title(found), about, blocks, cites)
