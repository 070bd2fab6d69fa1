"""Words that are the same in every report."""

from __future__ import annotations

P_VALUE = "A p-value is neither the probability that the models are equal nor the size of the difference."
UNPAIRED = "none: two independent, unpaired samples"
READINGS = {
    "difference": "the {of_one} lies above, inside or below the rope",
    "population": "the {over_tasks} over tasks like these lies above, inside or below the rope",
    "next_task": "on one more task the {of_one} lies above, inside or below the rope",
    "winner": "{outcome} this is the most probable outcome",
    "majority": "{first} is better on most of these tasks, each model on half of them, or {second} on most",
}
"""What the three probabilities of a reading are the probabilities of; `{over_tasks}`, `{outcome}`: the parameter's;
`{of_one}`: what one task has, a difference or a share; `{first}`, `{second}`: the models."""
NO_STANDARD_ERROR = (
    "Here its standard error is 0, as where all differences are the same: any difference then has p = 0 by definition, "
    "after two units already, which is no certainty."
)
