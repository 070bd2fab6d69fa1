"""Model means -> report: each model's mean with both of its intervals."""

from __future__ import annotations

from betterthan.answers.further import Further
from betterthan.answers.model_means import ModelMeans
from betterthan.report.blocks import Report, Table, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.notes import first_notes, notes
from betterthan.words.columns import digits_of
from betterthan.words.direction import direction


def report_of_model_means(means: ModelMeans, further: Further | None) -> Report:
    """One row per model, the best mean first."""
    pictures = on_page(() if further is None else pictures_of(means))
    blocks = in_order(first_notes(means.notes), pictures, (_table(means),), notes(means.notes))
    title = f"{len(means.models)} models on {means.n_units:,} {means.unit}"
    about = f"{direction(means.higher_is_better)} "
    about += "Compare the models by the within-unit intervals, which leave out what all models share on a unit."
    return Report(title, about, blocks, ("betterthan",))


def _table(means: ModelMeans) -> Table:
    level = f"{100 * means.level:g}%"
    digits = digits_of([model.mean for model in means.models], means.within)
    rows = tuple(
        (
            model.name,
            f"{model.n:,}",
            digits.of(model.mean),
            digits.of(model.sd),
            digits.ends(model.interval),
            digits.ends(within),
        )
        for model, within in zip(means.models, means.within, strict=True)
    )
    return Table("Means", ("model", "n", "mean", "sd", level, f"{level} within units"), rows, key="model-means")
