"""Of every figure, how to read it and what not to conclude from it."""

WORDS: dict[str, tuple[str, str]] = {
    "posterior": (
        "The curve is what is known of the difference: where it is high, a value is probable. The area to the right of the rope is the probability that the first model is practically better, the area inside it that the two are equivalent, the area to the left that the second is better.",
        "The curve is not the spread of the scores: it is much narrower with many units. A peak outside the rope is no verdict while much of the area is inside.",
    ),
    "posterior_of_phi": (
        "φ is the share of the disagreements that the first model wins: above 1/2 it wins more of them. The rope lies around 1/2.",
        "φ is not an accuracy, and 0.55 does not mean five points more: the difference in accuracy is (2φ - 1) times the share of cases on which the two disagree.",
    ),
    "hdi_levels": (
        "Each line is the interval of one level. Wholly outside the rope: better at that level; wholly inside: equivalent.",
        "The level at which an interval leaves the rope is not one minus a p-value.",
    ),
    "differences": (
        "One bar for each range of differences, first minus second; the rope is shaded.",
        "The share of units outside the rope is not the probability that a model is better: units scatter even where the mean is known exactly.",
    ),
    "qq": (
        "Differences that follow a normal law lie on the line. An S means heavy tails, a bow a skew.",
        "A bend does not make the comparison wrong: with many units the mean is hardly affected. A straight line with few units shows nothing.",
    ),
    "pairing": (
        "Each point is a unit. Above the line one model is better there, below it the other; the closer the points to a line, the more pairing helps.",
        "A strong correlation does not say that the models are equally good.",
    ),
    "pairing_power": (
        "How narrow the posterior is with the pairing, and how wide it would be without.",
        "The unpaired curve is no alternative result for these scores: it ignores what is known.",
    ),
    "roc": (
        "Share of the positive cases found over the share of false alarms, for all thresholds. Higher and further left is better; the band is the uncertainty of one curve.",
        "Bands that overlap do not mean that the models are equal: both are scored on the same cases. The area says nothing about a threshold that you will use.",
    ),
    "precision_recall": (
        "Precision over the share of positive cases found. Further up and to the right is better.",
        "Do not compare it with curves from data with another share of positive cases: precision changes with it.",
    ),
    "reliability": (
        "Probabilities that a model told, against how often they came true. On the diagonal they come true; flatter than it, the model is too sure.",
        "A model on the diagonal need not be useful: one that always tells the base rate lies on it.",
    ),
    "loss_shares": (
        "How much of the difference of the losses the units carry, the largest first.",
        "Units that carry much are no errors to be removed: with a log loss, being sure and wrong is meant to count.",
    ),
    "forest": (
        "Each line is a task: its own mean (open) and what partial pooling makes of it (filled), with its interval.",
        "That a task is drawn towards the others is no loss of information: its own mean is partly luck. Colours are verdicts on single tasks, not on the population.",
    ),
    "task_posteriors": (
        "The posterior within each task, each from its own scores alone.",
        "Tasks that differ here may be equal in truth; count the verdicts only with a model of all tasks.",
    ),
    "boxplots": (
        "Quartiles and range of the differences (or scores) of each task or model.",
        "Boxes that overlap do not mean that there is no difference: that depends on the number of units and on the pairing.",
    ),
    "simplex": (
        "Each point is a draw of how tasks divide: near a corner one outcome has nearly all. The share of points in a third of the triangle is the reading `winner`.",
        "The share of points in a corner is not the probability that a model is better on average.",
    ),
    "simplex_margins": (
        "The same points seen from two sides, with their densities.",
        "As for the simplex: these are shares of tasks, not sizes of differences.",
    ),
    "shares": (
        "The posterior of the share of tasks on which each model is better.",
        "A share says nothing of how much better.",
    ),
    "next_tasks": (
        "Each curve is one possible law over tasks, drawn from the posterior; where they spread, little is known.",
        "Single curves are no forecasts of single tasks.",
    ),
    "model_check": (
        "What the model would predict of task means, beside the means that were seen.",
        "A model that fits is not the only one that would.",
    ),
    "beta_samples": (
        "Draws of the law of φ over tasks, and the average of them.",
        "As for `next_tasks`: single draws are no tasks.",
    ),
    "beta_shapes": (
        "Draws of the two parameters of that law; along the diagonal only its spread changes.",
        "A long cloud is no fault of the computation: few tasks leave the spread open.",
    ),
    "per_task_decisions": (
        "Of the tasks with each verdict, on how many the classical test rejects.",
        "Tasks where both disagree show no error of either: they answer different questions.",
    ),
    "effects": (
        "Each model's effect above the mean of the models, shrunken, with its interval; the band is the rope of the best.",
        "Intervals that overlap do not mean a tie, and ones that do not are no test: look at the tiers.",
    ),
    "critical_difference": (
        "Average ranks, 1 on the left; a bar joins models that the test does not separate.",
        "A model's place depends on which others are in the table. Ranks do not say how far models are apart, and a bar does not show that they are equal.",
    ),
    "tiers": (
        "As above, but bars join models that no verdict of the joint model separates.",
        "Being tied is not handed on: `a` may tie with `b` and `b` with `c` although `a` beats `c`.",
    ),
    "model_effects": (
        "What a test of all models says of each, here which of them may be the best.",
        "That a model stays in the set does not show that it is as good as the best: the scores may just not tell.",
    ),
    "better_matrix": (
        "The probability that the model of the row is practically better than that of the column.",
        "Two entries need not sum to 1: the rest is the probability that both are equivalent.",
    ),
    "simplex_grid": (
        "One simplex for every pair.",
        "The more pairs, the more look clear by chance.",
    ),
    "rank_distribution": (
        "How probable each place is for each model.",
        "The most probable place need not be the expected one, and a first place with 0.4 is no verdict.",
    ),
    "best": (
        "The probability that each model is the best of these; they sum to 1.",
        "Best may be better by next to nothing. With two nearly equal models each has about 1/2, however good they are.",
    ),
    "model_means": (
        "Means with two intervals: of the mean alone, and for comparing models on the same units.",
        "Only the narrower one is for comparing, and even that is no test of a pair.",
    ),
    "seeds": (
        "Every seed of every model, with box and interval of the mean.",
        "The best seed says nothing of a model: a maximum grows with the number of seeds.",
    ),
    "estimate": (
        "One model's mean with its interval, beside a published number with its own.",
        "A published number without a standard error is not exact, it is only unknown how far off it is.",
    ),
    "sensitivity": (
        "The three probabilities over ropes of other widths; the line is the rope that was asked for.",
        "It is not there to choose the rope by: a rope is chosen before the results are seen.",
    ),
    "plan": (
        "The chance to decide over the number of units; the line is the chance that is wanted.",
        "It holds for the effect and the spread that were supposed. A pilot knows both only roughly.",
    ),
    "scaling": (
        "What k times as many units would say if they were like these.",
        "They will not be exactly like these: the estimate itself will move.",
    ),
    "validation": (
        "Filled marks are ours with two standard errors, diamonds what was published or is due.",
        "Agreement shows that the computation is the same, not that the method suits your data.",
    ),
}  # fmt: skip
"""Figure: how to read it, what not to conclude."""
