"""The glossary: the words of this package and of its field, each explained once, for pages and `betterthan explain`."""

from __future__ import annotations

GLOSSARY: dict[str, str] = {
    "alternative": (
        "What a classical test holds against its null hypothesis: that the models differ (two-sided), or that one of "
        "them, named beforehand, is better."
    ),
    "AUROC": (
        "Area under the ROC curve: the probability that a random positive case gets a higher output than a random "
        "negative one. 0.5 is chance, 1 perfect order. It says nothing about whether probabilities come true."
    ),
    "average rank": (
        "The mean of the ranks that a model has on the tasks, 1 for the best on each. It ignores how far models are "
        "apart."
    ),
    "baseline": 'The model that others are compared with: `pairs="NAME"`, `baseline="NAME"`.',
    "bootstrap": (
        "Drawing the cases again, with replacement, to see how much a figure would vary with another sample of cases. "
        "The Bayesian bootstrap gives the cases random weights instead."
    ),
    "Brier score": (
        "The mean squared difference between the probability that a model gave and what came (0 or 1). Lower is better."
    ),
    "calibration": (
        "Whether probabilities come true: of the cases that were given 0.8, eight in ten should come. A curve fitted "
        "on held-out cases can mend it (Platt, isotonic, temperature)."
    ),
    "case": "One item of a test set, such as a question, an image, a row: the smallest thing that is scored.",
    "check": (
        "One assumption of a procedure, looked at on your scores: passed, failed with advice, or not to be judged."
    ),
    "cluster": (
        "Cases that belong together, such as the questions about one passage or the images of one patient. They are "
        "alike, so that they are worth fewer independent cases than they are many."
    ),
    "coverage": (
        "How often an interval, made again and again from new data, holds the true value. A 95% interval should have "
        "0.95."
    ),
    "critical difference": "The smallest difference of two average ranks that Nemenyi's test calls significant.",
    "cross-validation": (
        "Training and testing on parts of one data set in turn. The folds share training data, so that their scores "
        "are not independent and an ordinary t-test is far too sure."
    ),
    "decision rule": (
        "How a verdict is reached from a posterior: `threshold` (a probability that is reached), `loss` (the least "
        "expected loss), `hdi` (the interval against the rope)."
    ),
    "design": (
        "How the units arose: cases, clusters, folds, seeds, training sets, judges, tasks, or two of them crossed."
    ),
    "effect size": (
        "A difference in units that compare across experiments, such as Cohen's d: the mean difference over its "
        "standard deviation."
    ),
    "equivalent": (
        "The difference is too small to matter: it lies inside the rope. It has to be shown, and is not the same as "
        "undecided."
    ),
    "evidence": "How much more probable the favoured outcome is than the next one: weak, positive or strong.",
    "expected loss": (
        "The mean cost of a statement over all that the posterior holds possible. The rule `loss` makes the cheapest "
        "statement."
    ),
    "family-wise error": "The probability of at least one false claim among several tests. Holm's method bounds it.",
    "first": "The model that is named first; the verdict `first` says that it is practically better.",
    "fold": "One of the parts of cross-validation: what is tested on while the rest is trained on.",
    "hdi": "Highest-density interval: the shortest interval that holds a given probability.",
    "hierarchical model": (
        "A model in which every task has its own difference, and these come from one law that is learnt from all "
        "tasks, so that tasks inform each other."
    ),
    "hold out": "To keep cases for fitting something (a calibration, a threshold). They are never compared.",
    "interval": (
        "Where a figure lies with the probability that is its level (0.95). Of a posterior, the probability is that "
        "of the figure, given the scores."
    ),
    "level": "Coverage of an interval, such as 0.95. Not alpha, which is 1 - level.",
    "log loss": (
        "Minus the logarithm of the probability that a model gave to what came. It punishes being sure and wrong."
    ),
    "loss": (
        "What a wrong output costs on one case; lower is better. A loss of single cases makes scores of predictions."
    ),
    "majority": "A reading that counts tasks: on most of these tasks the model is better. It has no rope.",
    "metric": "One number for the outputs on a whole test set, such as AUROC or F1, which no single case has.",
    "model": "The thing that is compared: a predictor, or a way to make one.",
    "multiple comparisons": (
        "Looking at many pairs or tasks: by chance alone some will stand out. Adjusted p-values and joint models "
        "allow for it."
    ),
    "next_task": (
        "A reading over tasks: where the difference on one more task lies. Tasks differ, so that it is less certain "
        "than the average."
    ),
    "note": "Something that was dropped, averaged or assumed. Nothing is changed silently: notes count it.",
    "null hypothesis": (
        "What a classical test supposes in order to contradict it, mostly that there is no difference at all."
    ),
    "odds": "One probability over another: 0.75 against 0.25 are odds of 3.",
    "outcome": "One of the three: first, equivalent, second. Their probabilities sum to 1.",
    "p-value": (
        "How often scores at least this uneven would turn up if there were no difference. It is not the probability "
        "that the models are equal, nor that the result was chance, and says nothing of the size of the difference."
    ),
    "paired": "Both models are scored on the same units, so that what the units share cancels out.",
    "permutation test": (
        "A test that swaps the two models at random on every unit and asks how often the difference would be as large."
    ),
    "phi": (
        "φ, the share of the disagreements (cases on which exactly one is right) that the first model wins; 1/2 if "
        "they are equally good."
    ),
    "place": "Where a model comes among several: 1 for the best. What classical tests average is called rank.",
    "population": "A reading over tasks: where the average difference over tasks like these lies. Verdicts rest on it.",
    "posterior": (
        "What is known of a difference after seeing the scores: a probability law, which can be asked about any rope."
    ),
    "power": "How probable it is that a study of this size will decide, if the difference is as large as supposed.",
    "predictions": (
        "What models said of each case, beside what is true; a loss makes scores of them, a metric one number."
    ),
    "prior": (
        "What is supposed of a difference before the scores are seen. Ours say little; `betterthan sensitivity` shows "
        "what others would have said."
    ),
    "procedure": (
        "A statistical test or model, such as a t-test, Bayesian or classical; `betterthan procedures` lists them."
    ),
    "question": (
        "What scores can answer. Q1: is this predictor better on this task? Q2: is this way of training better on "
        "this task? Q3: is it better across tasks like these?"
    ),
    "rank": (
        "1 for the best model on a task, 2 for the next, ties share their mean. `betterthan rank` orders all models."
    ),
    "reading": (
        "A way to read a posterior over tasks: `population`, `next_task`, `winner`, and of counts `majority`. They do "
        "not say the same; the verdict names the one that it rests on."
    ),
    "repeat": (
        "One round of cross-validation with folds drawn anew. More repeats make the mean steadier, but share the same "
        "data."
    ),
    "rope": (
        "Region of practical equivalence: the differences that are too small to matter, such as ±0.01. You choose it, "
        "before looking at the results."
    ),
    "score": "How well a model did on a unit, larger is better unless said otherwise.",
    "second": "The model that is named second; the verdict `second` says that it is practically better.",
    "seed": (
        "A run of the same training with other random numbers. Seeds tell how much of a difference is luck of the run."
    ),
    "sensitivity": "What other ropes and priors would have said: `betterthan sensitivity`.",
    "significant": "A p-value below 1 - level. With enough cases every difference is significant, however small.",
    "standard error": (
        "The standard deviation that an estimate would have over repeated samples; of a mean of n independent units "
        "sd/√n."
    ),
    "task": (
        "One problem or data set on which models are scored; several tasks are a sample of the problems that you care "
        "about."
    ),
    "test fraction": (
        "n_test/(n_test + n_train): the share of the data that each fold is tested on, taken as the correlation of "
        "folds; 1/k for k folds."
    ),
    "threshold": (
        "The probability that a verdict needs, 0.95 unless you say otherwise. Also: the output above which a case is "
        "called positive."
    ),
    "tier": "A largest group of models that no decided comparison separates. A model can be in several.",
    "training set": "The data that one run was trained on; several that share no data tell how much depends on them.",
    "undecided": (
        "No outcome is probable enough. It is an answer: these scores cannot tell, and it says what they favour."
    ),
    "unit": (
        "What one row of the comparison is: a case, a cluster, a fold, a seed, a training set or a task. Units are "
        "taken as a sample."
    ),
    "verdict": "first, equivalent, second or undecided: what may be said with the probability that was asked for.",
    "winner": (
        "A reading over tasks: which of the three outcomes is the most probable one on a new task. What several "
        "papers print; it is not the probability that a model is better."
    ),
}
"""Each word, and what it means here."""


def entry(word: str) -> str | None:
    """What a word means, however it is written; None if it is not in the glossary."""
    return next((text for name, text in GLOSSARY.items() if _plain(name) == _plain(word)), None)


def _plain(word: str) -> str:
    return word.lower().replace("-", " ").replace("_", " ").strip()
