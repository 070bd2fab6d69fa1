"""An example for each public name whose docstring has none, and what else to look at. All of them are run."""

SCORES = """scores = bt.read(
    {
        "case": range(8),
        "gpt": [0.9, 0.8, 0.7, 0.9, 0.6, 0.8, 0.9, 0.7],
        "llama": [0.7, 0.8, 0.6, 0.8, 0.5, 0.8, 0.6, 0.7],
    }
)
"""
SEVERAL = """scores = bt.read(
    {
        "task": ["mnli", "qnli", "rte", "sst", "cola", "mrpc"],
        "small": [0.81, 0.88, 0.61, 0.92, 0.52, 0.84],
        "base": [0.84, 0.91, 0.66, 0.93, 0.57, 0.87],
        "large": [0.88, 0.93, 0.74, 0.95, 0.61, 0.88],
    }
)
"""
SEEDS = """scores = bt.read(
    {"seed": [1, 2, 3, 4, 5], "small": [0.80, 0.81, 0.79, 0.80, 0.82], "large": [0.83, 0.84, 0.82, 0.83, 0.84]}
)
"""
PREDICTIONS = """mice = bt.examples.example("mice")  # truth, outputs of three models, clusters, cases held out
"""
FOLDS = """first, second = [0.81, 0.79, 0.84, 0.80, 0.82], [0.78, 0.78, 0.80, 0.79, 0.80]
"""

EXAMPLES = {
    # questions
    "rank": SEVERAL
    + """ranked = bt.rank(scores, rope=0.01)
for model in ranked.models:
    print(f"{model.name}: mean {model.mean:.3f}, P(best) {model.best:.2f}")""",
    "model_means": SEVERAL
    + """for model in bt.model_means(scores).models:
    print(f"{model.name}: {model.mean:.3f}")""",
    "scaling": SCORES
    + """found = bt.compare(scores, rope=0.05)
grown = bt.scaling(found)
print(found.verdict, "with", grown.n, "cases; decided with", grown.needed_units)""",
    "task_scaling": """scores = bt.examples.example("code-switching")
grown = bt.task_scaling(bt.compare(scores, rope=0.01, per_task=True))
print(len(grown.tasks), "tasks at", grown.factors, "times their size")""",
    "plan": """found = bt.plan(sd=0.14, effect=0.05, rope=0.02)
print(found.verdict.needed, "cases for a verdict;", found.test.needed, "for a test of no difference")""",
    "Gate": """old = {"case": range(300), "score": [1] * 240 + [0] * 60}
new = {"case": range(300), "score": [1] * 238 + [0] * 62}
found = bt.gate(new, old, rope=0.02)
print(found.outcome, found.exit_code, found.lines[0].needed)
print(f"{found.lines[0].claims.not_worse:.3f}")""",
    "score_table": SEVERAL + """print(bt.score_table(scores, rope=0.01).to_text())""",
    "replicate": """from betterthan.simulation.replication.printed import printed

print(sum(each.source == "Williams 2026" for each in printed()), "printed numbers of Williams (2026)")
# bt.replicate() computes all of them again, in about fifteen seconds""",
    # scores
    "calibrated": PREDICTIONS
    + """mended = bt.calibrated(mice, "platt")
print(bt.compare(mended, first="LgR", second="SVM", loss="log"))""",
    "hold_out": """predictions = bt.predictions({"y": [0, 1] * 20, "svm": [0.2, 0.9] * 20, "mlp": [0.4, 0.8] * 20}, truth="y")
print(bt.hold_out(predictions, share=0.5, rng=0))""",
    "at_threshold": PREDICTIONS + """print(bt.at_threshold(mice, missed=0.08))""",
    "measured": PREDICTIONS
    + """table = bt.measured(mice, "auroc")
print(", ".join(f"{model} {value:.3f}" for model, value in zip(table.models, table.values, strict=True)))""",
    "pair": SCORES
    + """table = bt.pair(scores, "gpt", "llama")
print(table.n_units, table.design.unit, f"{table.moments().mean:.3f}")""",
    "summarize": SCORES
    + """sums = bt.summarize(scores, "gpt", "llama")
print(f"{sums.moments().mean:.3f}")""",
    "unpaired": SCORES
    + """table = bt.unpaired(scores, "gpt", "llama")
print(f"{bt.procedures.welch_t(table).p_value:.3f}")""",
    # answers
    "Checked": SCORES
    + """document = bt.compare(scores, rope=0.05).document()  # as `--json` prints it
checked = bt.check(document)
print(checked.agrees)""",
    "Comparison": SCORES
    + """found = bt.compare(scores, rope=0.05)
print(found)
print(f"{found.estimate:.3f}", found.verdict, found.classical.procedure)
found.report("report.html")""",
    "Comparisons": SEVERAL
    + """found = bt.compare(scores, rope=0.01)
print(len(found.pairs), "pairs;", found.pair("small", "large").verdict)""",
    "ByMetric": """scores = {
    "case": [1, 2, 3, 4, 5, 6] * 2,
    "model": ["gpt"] * 6 + ["llama"] * 6,
    "acc": [0.9, 0.8, 0.7, 0.9, 0.6, 0.8, 0.7, 0.8, 0.6, 0.8, 0.5, 0.8],
    "rmse": [3.1, 2.9, 3.4, 3.2, 3.3, 3.5, 4.4, 3.7, 4.2, 4.1, 4.0, 4.6],
}
found = bt.compare(scores, metric=["acc", "rmse"], rope={"acc": 0.01, "rmse": 0.2})
for metric, pair in found.pairs:
    print(metric, pair.verdict, f"p = {pair.p_adjusted:.3f}")
print(f"each needs {found.needed:g}")""",
    "DecisionTable": """found = bt.decision_table(bt.examples.example("code-switching"), rope=0.01)
print(found.counts("GNN", "LLM"))""",
    "Estimate": SCORES
    + """alone = bt.estimate(scores, "gpt", against=0.7)
print(alone)""",
    "JointTest": SEVERAL
    + """found = bt.compare(scores, procedure="friedman")
print(f"{found.p_value:.4f}", found.rejected)""",
    "ModelMeans": SEVERAL
    + """found = bt.model_means(scores)
print(found.level, [model.name for model in found.models])""",
    "Ranked": SEVERAL
    + """ranked = bt.rank(scores, rope=0.01)
print(ranked.tiers, ranked.procedure)""",
    "Replication": """found = bt.Replication(data="bundled", figures=())  # what bt.replicate() returns has all figures
print(found.agrees, found.counts)""",
    "Scaling": SCORES
    + """grown = bt.scaling(bt.compare(scores, rope=0.05))
print(grown.grows, grown.factors[:3], grown.needed_units)""",
    "Plan": """found = bt.plan(sd=0.14, effect=0.05, rope=0.02, n=100)
print(found.verdict.needed, found.test.needed, f"{found.at.verdict:.3f}")""",
    "ScoreTable": SEVERAL
    + """table = bt.score_table(scores, rope=0.01)
print(table.models, table.tasks)""",
    "SeedTable": SEEDS
    + """table = bt.seed_table(scores, baseline="small", rope=0.01)
row = table.row("large")
print(f"{row.mean:.3f}, sd {row.sd:.4f}, worst {row.worst:.2f}")""",
    "Sensitivity": SCORES
    + """varied = bt.sensitivity(bt.compare(scores, rope=0.05))
print("stable" if varied.stable else "the verdict changes", len(varied.ropes), "ropes")""",
    "TaskScaling": """scores = bt.examples.example("code-switching")
grown = bt.task_scaling(bt.compare(scores, rope=0.01, per_task=True))
print(grown.counts(grown.tasks[0].factors[-1]))""",
    "MetricTable": PREDICTIONS
    + """table = bt.measured(mice, "auroc")
print(table.models, table.n_units, table.unit)""",
    "Predictions": PREDICTIONS
    + """print(mice)
print(mice.scores("log"))""",
    "Scores": SCORES + """print(scores, scores.models, scores.keys)""",
    "PairedSummary": SCORES
    + """sums = bt.summarize(scores, "gpt", "llama")
print(sums.n_units, bt.procedures.bayes_t(sums).probabilities(0.05).first > 0.5)""",
    "UnpairedSummary": """from betterthan.data.moments import Moments

sums = bt.UnpairedSummary(("a", "b"), (Moments(0.80, 0.02, 12), Moments(0.77, 0.03, 10)))
print(sums.sizes, f"{bt.procedures.welch_t(sums).p_value:.3f}")""",
    "PairedDifferences": """differences = bt.examples.example("nbc-aode")  # differences alone, as a paper prints them
print(differences.n_units, differences.design.unit, f"{differences.moments().mean:.2f}")""",
    "PairedTable": FOLDS
    + """table = bt.pair_arrays(first, second, folds=5)
print(table.n_units, table.design.unit, [f"{each:.2f}" for each in table.differences()])""",
    "UnpairedTable": """table = bt.unpaired_arrays([0.81, 0.80, 0.83], [0.78, 0.79])
print(table.sizes)""",
    "Question": FOLDS
    + """asked = bt.question(bt.pair_arrays(first, second, folds=5))
print(asked.kind, asked.procedure)
print(asked.reason)""",
    "Decision": FOLDS
    + """found = bt.compare(first, second, folds=5, rope=0.01)
print(found.decision.verdict, found.decision.rule, found.decision.reading)""",
    "Rope": """rope = bt.Rope(-0.01, 0.01)
print(rope.width, rope.in_words())""",
    # results
    "DifferencePosterior": """posterior = bt.procedures.bayes_t.from_summary(mean=0.0659, sd=1.0, n=176)
print([f"{p:.3f}" for p in posterior.probabilities(0.1)])
print(f"{posterior.mean:.3f}, from {posterior.interval(0.95).low:.3f} to {posterior.interval(0.95).high:.3f}")""",
    "HierarchicalPosterior": """posterior = bt.procedures.bayes_hierarchical_mcnemar(bt.examples.example("code-switching"))
print(posterior.kind, f"{posterior.population.mean:.3f}")""",
    "MajorityPosterior": """import numpy as np

posterior = bt.procedures.bayes_poisson_binomial.from_probabilities(np.array([0.9, 0.8, 0.7]))
print(f"P(better on most of the three tasks) = {posterior.majority.first:.3f}")""",
    "NullTest": """test = bt.procedures.paired_t.from_summary(mean=0.0659, sd=1.0, n=176)
print(f"p = {test.p_value:.2f}", test.rejects(0.95))""",
    "Ranking": SEVERAL
    + """ranking = bt.procedures.bayes_joint(bt.pair(scores))
print({name: f"{p:.2f}" for name, p in ranking.best().items()})""",
    "RegionPosterior": """differences = bt.examples.example("nbc-aode")
posterior = bt.procedures.bayes_signed_rank(differences, rope=1.0)
print([f"{p:.2f}" for p in posterior.winner])""",
}

SEE_ALSO = {
    "compare": ("rank", "decision_table", "sensitivity", "scaling", "estimate"),
    "rank": ("compare", "score_table", "Ranked"),
    "seed_table": ("compare", "SeedTable"),
    "score_table": ("rank", "decision_table"),
    "decision_table": ("compare", "score_table"),
    "model_means": ("rank", "estimate"),
    "estimate": ("compare", "model_means"),
    "question": ("compare", "Question"),
    "sensitivity": ("compare", "scaling"),
    "scaling": ("task_scaling", "sensitivity", "compare"),
    "task_scaling": ("scaling", "compare"),
    "plan": ("scaling", "compare", "Plan"),
    "check": ("compare", "replicate"),
    "replicate": ("check",),
    "gate": ("compare", "plan", "Gate"),
    "decide": ("compare", "Decision", "Rope"),
    "read": ("predictions", "pair", "Scores"),
    "predictions": ("read", "measured", "hold_out", "Predictions"),
    "pair": ("pair_arrays", "unpaired", "summarize", "PairedTable"),
    "pair_arrays": ("pair", "unpaired_arrays", "compare"),
    "unpaired": ("pair", "unpaired_arrays", "UnpairedTable"),
    "unpaired_arrays": ("unpaired", "pair_arrays"),
    "summarize": ("pair", "PairedSummary"),
    "measured": ("predictions", "MetricTable"),
    "hold_out": ("calibrated", "at_threshold", "predictions"),
    "calibrated": ("hold_out", "at_threshold"),
    "at_threshold": ("hold_out", "calibrated"),
}

READS = ("read", "predictions")
PAIRS = ("pair", "unpaired", "summarize", "compare", "rank", "seed_table", "score_table", "decision_table",
         "model_means")  # fmt: skip
RUNS = (
    "gate",
    "plan",
    "compare",
    "rank",
    "decide",
    "sensitivity",
    "scaling",
    "task_scaling",
    "score_table",
    "decision_table",
    "estimate",
)
RAISES = {
    "ReadingError": (
        "what is given cannot be read, or may mean two things",
        (*READS, *PAIRS, "estimate", "question", "check"),
    ),
    "PairingError": ("the models are not scored on the same units, or several times on one", PAIRS),
    "NeedsNotMet": ("the procedure does not fit these scores; the message says what does", RUNS),
    "NotConverged": ("a computation did not reach its precision; it carries what was reached", ("compare", "rank")),
    "ArgumentError": ("an argument is none of those that are accepted", ()),
}
"""Of each error, what it says, and which functions raise it; every function raises the last one."""
