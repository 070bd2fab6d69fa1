"""Names of columns: the words they are made of, and what such words say that a column is, if it is no model's score."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

SCORE_NAMES = ("score", "value")
"""The names that make a column the score although other columns are numeric too."""

METRIC_NAMES = frozenset({
    "acc", "accuracy", "balanced_accuracy", "precision", "recall", "sensitivity", "specificity", "f1", "f1_score",
    "macro_f1", "micro_f1", "auc", "auroc", "auprc", "roc_auc", "pr_auc", "mcc", "kappa", "loss", "log_loss", "logloss",
    "cross_entropy", "nll", "perplexity", "brier", "ece", "error", "error_rate", "mse", "rmse", "mae", "mape", "r2",
    "bleu", "rouge", "rouge1", "rouge2", "rougel", "meteor", "chrf", "ter", "wer", "cer", "em", "exact_match",
    "correct", "iou", "dice", "map", "mrr", "ndcg", "score", "incorrect", "percent_correct", "f_measure",
})  # fmt: skip
"""Names of metrics: such columns are several metrics, or one, and never one column per model."""

METRIC_WORDS = METRIC_NAMES | frozenset({
    "statistic", "rate", "measure", "roc", "entropy", "match", "positives", "negatives",
})  # fmt: skip
"""What the name of a metric may be made of, beside the words below."""

METRIC_QUALIFIERS = frozenset({
    "test", "train", "val", "valid", "validation", "dev", "eval", "mean", "avg", "average", "std", "macro", "micro",
    "weighted", "balanced", "norm", "normalized", "top", "top1", "top5", "percent", "pct", "absolute", "relative",
    "squared", "root", "log", "exact", "strict", "true", "false", "positive", "negative", "area", "under", "prior",
    "ir", "kb", "sf", "rank", "num", "number", "cross", "pr",
})  # fmt: skip

TRUTH_NAMES = frozenset({
    "truth", "ground_truth", "groundtruth", "gt", "gold", "gold_label", "target", "targets", "label", "labels",
    "true_label", "y", "y_true", "ytrue", "actual", "expected", "answer", "correct_answer", "class", "true_class",
    "label_id", "class_id", "class_label", "target_class", "class_index",
})  # fmt: skip
"""Names of a column that holds what is true: beside it, other columns are predictions and not scores."""

PREDICTION_WORDS = frozenset({
    "pred", "preds", "prediction", "predictions", "predicted", "ypred", "yhat", "proba", "probs", "logit", "logits",
})  # fmt: skip
"""Words of columns that hold what a model said, and not how good that was."""


class Kind(NamedTuple):
    """A kind of columns that are no model's scores.

    Parameters:
        what: what the name says that the column is.
        heads: words that say so also where they end a longer name, as in `speaker_id`.
        words: words that say so only where nothing else is in the name, as in `mean`.
    """

    what: str
    heads: frozenset[str]
    words: frozenset[str] = frozenset()


KINDS = (
    Kind(
        "an identifier",
        frozenset({"id", "ids", "idx", "uid", "uuid", "guid", "qid", "pid", "sid", "rowid", "hash", "lineno"}),
        frozenset({"index", "row", "key", "line", "no", "nr", "unnamed", "position", "offset", "order"}),
    ),
    Kind(
        "a time",
        frozenset({
            "time", "times", "timestamp", "date", "datetime", "latency", "duration", "runtime", "elapsed", "ms", "secs",
            "seconds", "minutes", "hours", "millis", "throughput",
        }),
        frozenset({
            "year", "month", "day", "week", "hour", "step", "steps", "iteration", "iterations", "iter", "epochs", "sec",
            "wallclock", "speed", "ts", "created", "updated",
        }),
    ),
    Kind(
        "a cost",
        frozenset({"cost", "costs", "price", "usd", "eur", "dollars", "cents", "flops", "gflops", "kwh", "co2"}),
        frozenset({"fee", "energy", "flop", "macs"}),
    ),
    Kind(
        "a size",
        frozenset({"tokens", "size", "length", "chars", "bytes", "params", "parameters", "count", "counts"}),
        frozenset({
            "token", "len", "n", "num", "number", "memory", "ram", "vram", "shots", "turns", "calls",
            "lines", "rows", "words", "characters", "ntokens",
        }),
    ),
    Kind(
        "a setting",
        frozenset({"temperature"}),
        frozenset({
            "seed", "fold", "run", "split", "repeat", "trial", "attempt", "epoch", "version", "rate", "threshold",
            "param", "config", "weight", "weights",
        }),
    ),
    Kind(
        "a summary of others",
        frozenset({"stderr", "stdev"}),
        frozenset({
            "mean", "average", "avg", "median", "min", "max", "sum", "total", "std", "sem", "variance", "var",
            "rank", "ranking", "diff", "difference", "delta", "gap", "lower", "upper", "pvalue",
        }),
    ),
)  # fmt: skip
"""What a numeric column may be instead of a model's scores, by the words of its name. Not among them are words that are
short for algorithms: lr, nb, gb, sd."""

FIRST_WORDS = {"is": "a flag", "has": "a flag", "param": "a setting"}
"""Words that tell what a column is where a name begins with them."""

QUALIFIERS = METRIC_QUALIFIERS | frozenset({
    "sample", "prompt", "completion", "input", "output", "in", "out", "total", "wall", "cpu", "gpu", "clock", "fit",
    "score", "inference", "response", "request", "generation", "generated", "model", "max", "min", "per", "of", "the",
    "us", "ns", "s", "k", "doc", "document", "question", "query", "item", "example", "case", "task", "user", "word",
    "batch", "learning", "context", "file", "data", "dataset", "start", "end", "training", "testing", "instances",
    "text", "api", "call", "first", "last", "peak", "used", "taken", "key", "passage", "row",
})  # fmt: skip
"""Words that say nothing against a column by themselves, but leave nothing that could be a model's name."""


def words(name: str) -> tuple[str, ...]:
    """The words of a name, in small letters.

    Parameters:
        name: the name of a column.

    >>> words("sampleId"), words("step-2-16k"), words("Unnamed: 0"), words("id3")
    (('sample', 'id'), ('step', '2', '16k'), ('unnamed', '0'), ('id3',))
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return tuple(part.lower() for part in re.split(r"[\W_]+", parted) if part)


def plain(name: str) -> str:
    """The name as the tables of names have it: `Question ID` and `questionId` are `question_id`.

    Parameters:
        name: the name of a column.
    """
    return "_".join(words(name))


def is_number(name: str) -> bool:
    """Whether a name is a number, as where the header of a file is missing.

    Parameters:
        name: the name of a column.
    """
    return re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", name.strip()) is not None


def is_metric(name: str) -> bool:
    """Whether a name is that of a metric and of nothing else: `test_accuracy`, but not `gpt_accuracy`.

    Parameters:
        name: the name of a column.
    """
    parts = [part for part in words(name) if not re.fullmatch(r"(split)?\d+", part)]
    if plain(name) in METRIC_NAMES:
        return True
    known = all(part in METRIC_WORDS or part in METRIC_QUALIFIERS for part in parts)
    return known and any(part in METRIC_WORDS for part in parts)


def is_truth(name: str) -> bool:
    """Whether a name says that a column holds what is true.

    Parameters:
        name: the name of a column.
    """
    return plain(name) in TRUTH_NAMES


def speaks_of_truth(name: str) -> bool:
    """Whether a word of a name says that a column has to do with what is true, as in `target_hash`.

    Parameters:
        name: the name of a column.
    """
    return not TRUTH_NAMES.isdisjoint(words(name))


def is_prediction(name: str) -> bool:
    """Whether a name says that a column holds what a model said.

    Parameters:
        name: the name of a column.
    """
    return not PREDICTION_WORDS.isdisjoint(words(name))


class Named(NamedTuple):
    """What a name says.

    Parameters:
        what: what the column is, by its name.
        how: `plainly` where nothing in the name could be a model's; `perhaps` where values must agree, or the user is
            asked; `hardly` where a model may well be called so, unless its values are unlike those of the others.
    """

    what: str
    how: Literal["plainly", "perhaps", "hardly"]


def said_by(name: str, shared: int = 0) -> Named | None:
    """What a name says that a column is, if it is no model's score; None if it says nothing of the kind.

    Parameters:
        name: the name of a column.
        shared: how many words at its end all columns have, as in `gpt_tokens` and `llama_tokens`.
    """
    parts = words(name)
    telling = [part for part in parts if not part.isdigit()]
    kinds = [kind for part in reversed(telling) if (kind := _kind_of(part)) is not None]
    if kinds and all(part in QUALIFIERS or _kind_of(part) is not None for part in telling):
        return Named(kinds[0].what, "plainly" if len(telling) > 1 else "perhaps")
    own = parts[: len(parts) - shared]
    if own and own[0] in FIRST_WORDS:
        return Named(FIRST_WORDS[own[0]], "perhaps")
    ends, begins = _head(own[-1:]), _head(own[:1])
    if ends is not None:
        return Named(ends.what, "perhaps")
    return None if begins is None else Named(begins.what, "hardly")


def _head(part: Sequence[str]) -> Kind | None:
    return next((kind for kind in KINDS if not kind.heads.isdisjoint(part)), None)


def _kind_of(word: str) -> Kind | None:
    word = re.sub(r"^(fold|seed|run|split|trial)\d+$", r"\1", word)
    return next((kind for kind in KINDS if word in kind.heads or word in kind.words), None)


def shared_end(names: Sequence[str]) -> int:
    """How many words at the end all names have in common.

    Parameters:
        names: the names of columns.

    >>> shared_end(["gpt_tokens", "llama_tokens"])
    1
    """
    if len(names) < 2:
        return 0
    ends = zip(*(reversed(words(name)) for name in names), strict=False)
    count = 0
    for parts in ends:
        if len(set(parts)) > 1:
            break
        count += 1
    return count
