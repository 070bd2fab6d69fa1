"""An example for every option of every command: which options, a sentence, and the line that is run."""

from typing import NamedTuple


class Shown(NamedTuple):
    """Options, what they are for, and a command line that uses them."""

    options: str
    words: str
    line: str
    fails: bool = False


FILES = """import random
from pathlib import Path

random.seed(1)


def write(name, head, rows):
    Path(name).write_text("\\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\\n")


def near(mean, sd):
    return round(random.gauss(mean, sd), 3)


write("cases.csv", "case,topic,gpt,llama", [(i, "ab"[i % 2], near(0.75, 0.1), near(0.70, 0.1)) for i in range(40)])
write("right.csv", "case,passage,gpt,llama", [(i, i // 3, int(i % 4 > 0), int(i % 3 > 0)) for i in range(60)])
sizes = {"small": 0.70, "base": 0.72, "large": 0.76}
scores = [(m, t, near(mean + t / 50, 0.01)) for m, mean in sizes.items() for t in range(8)]
write("tasks.csv", "model,task,score", [(m, f"task-{t}", score) for m, t, score in scores])
write("folds.csv", "nbc,aode", [(near(0.80, 0.02), near(0.83, 0.02)) for _ in range(10)])
seeds = [(s, near(0.80, 0.01), near(0.83, 0.01)) for s in range(6)]
write("seeds.csv", "seed,small,large", seeds)
crossed = [(s, c, near(0.80, 0.05), near(0.83, 0.05)) for s in range(5) for c in range(12)]
write("crossed.csv", "seed,case,small,large", crossed)
write("graded.csv", "who,qid,grade", [("ab"[i % 2], i // 2, ("good", "bad")[i % 3 == 0]) for i in range(80)])
Path("my.toml").write_text('''kind = "table"
has = ["who", "grade"]
model = "who"
case = "qid"
score = "grade"
words = { good = 1, bad = 0 }
cast = "words"
''')
write("losses.csv", "case,gpt,llama", [(i, near(0.4, 0.1), near(0.5, 0.1)) for i in range(20)])
truth = [i % 2 for i in range(80)]
outputs = [(y, min(0.99, max(0.01, near(0.3 + 0.4 * y, 0.2))), min(0.99, max(0.01, near(0.4 + 0.2 * y, 0.2)))) for y in truth]
write("preds.csv", "case,y,part,svm,mlp", [(i, y, ("test", "held")[i % 4 == 0], p, q) for i, (y, p, q) in enumerate(outputs)])
write("old.csv", "case,topic,score", [(i, "ab"[i % 2], int(i % 5 > 0)) for i in range(600)])
write("new.csv", "case,topic,score", [(i, "ab"[i % 2], int(i % 5 > 0 or i % 60 == 0)) for i in range(600)])"""
"""Small files of made-up scores, the same every time."""

TWO = "--first gpt --second llama"

INPUT = (
    Shown("--column", "Names a column by its role; here the passages group the cases.",
          "betterthan question right.csv --column cluster=passage | head -n 3"),
    Shown("--models", "Which columns, or which of the models of a long table, are compared.",
          "betterthan compare tasks.csv --models small,large --rope 0.01 | TAIL"),
    Shown("--ignore", "A column that is nothing: here `topic` is no task and no group.",
          "betterthan question cases.csv --ignore topic --first gpt --second llama | TAIL"),
    Shown("--higher-is-better, --lower-is-better", "Losses and errors have to be said to be so.",
          "betterthan compare losses.csv --lower-is-better --rope 0.02 | head -n 3"),
    Shown("--mapping", "How to read the files of a program that is not known: a mapping, as `betterthan sources` prints them.",
          "betterthan compare graded.csv --mapping my.toml --rope 0.02 | TAIL"),
    Shown("--na", "A word in a cell that means: there is no score.",
          "betterthan compare cases.csv --na NA --rope 0.02 --json | head -c 60"),
    Shown("--range", "What a score can be; intervals of means end there.",
          "betterthan compare cases.csv --range 0,1 --rope 0.02 | grep llama | TAIL"),
    Shown("--folds", "Rows that nothing names are the folds of cross-validation.",
          "betterthan question folds.csv --folds 10 | head -n 2"),
    Shown("--independent", "Or they are cases, each on its own.",
          "betterthan question folds.csv --independent | head -n 2"),
    Shown("--spool-limit", "The most that is taken from a pipe.",
          "cat cases.csv | betterthan compare - --spool-limit 500MB --rope 0.02 | TAIL"),
    Shown("--loss", "Predictions are scored case by case.",
          "betterthan compare preds.csv --ignore part --column truth=y --loss log --rope 0.02 | TAIL"),
    Shown("--cost", "What an error costs, for the loss `cost`: a miss five times a false alarm.",
          "betterthan compare preds.csv --ignore part --column truth=y --positive 1 --loss cost --cost 5 --rope 0.1 | TAIL"),
    Shown("--metric", "A metric of the whole test set.",
          "betterthan compare preds.csv --ignore part --column truth=y --metric auroc --rope 0.02 | TAIL"),
    Shown("--metric", "Several metrics, with one rule for their number.",
          "betterthan compare preds.csv --ignore part --column truth=y --metric auroc,f1 --rope auroc=0.02,f1=0.05 | head -n 11"),
    Shown("--held-out, --calibrate", "A share of the cases is held out, and a calibration fitted on them.",
          "betterthan compare preds.csv --ignore part --column truth=y --loss log --held-out 0.3 --calibrate platt --rope 0.02 "
          "| TAIL"),
    Shown("--operating-point", "Labels by a threshold that is chosen on the held-out cases.",
          "betterthan compare preds.csv --ignore part --column truth=y --positive 1 --metric mcc --held-out 0.3 "
          "--operating-point missed=0.1 --rope 0.05 | TAIL"),
    Shown("--positive", "The class whose probability a single column holds.",
          "betterthan compare preds.csv --ignore part --column truth=y --positive 1 --metric average-precision --rope 0.02 "
          "| TAIL"),
    Shown("--classes", "All classes, where no case has some of them.",
          "betterthan compare preds.csv --ignore part --column truth=y --classes 0,1 --loss brier --rope 0.02 | TAIL"),
    Shown("--kind", "What the outputs are, where that is not clear: scores that only order the cases.",
          "betterthan compare preds.csv --ignore part --column truth=y --kind score --metric auroc --rope 0.02 | TAIL"),
    Shown("--task", "One task of several.",
          "betterthan compare tasks.csv --task task-0 --task task-1 --task task-2 --models small,large --rope 0.01 | TAIL"),
    Shown("--repeats", "Several scores of one model on one unit: an error, or their mean.",
          "betterthan compare cases.csv --repeats mean --rope 0.02 | TAIL"),
    Shown("--weight", "Of cases in clusters, what counts alike: each cluster, or each case.",
          "betterthan compare right.csv --column cluster=passage --weight cases --rope 0.02 | TAIL"),
)  # fmt: skip
"""The options that say what goes in; every command that reads scores has them."""

PAIR = (
    Shown("--first, --second", "The verdict `first` speaks of the model that is named first.",
          f"betterthan COMMAND cases.csv {TWO} --rope 0.02 | TAIL"),
    Shown("--missing", "Units that one of the models lacks are an error, or are dropped and counted.",
          "betterthan COMMAND cases.csv --missing drop --rope 0.02 | TAIL"),
    Shown("--unpaired", "Two independent samples, although they share units.",
          "betterthan COMMAND seeds.csv --unpaired --rope 0.01 | TAIL"),
)  # fmt: skip
ROPE = (
    Shown("--rope", "A half-width, both bounds, or a share of the second model's error.",
          "betterthan COMMAND cases.csv --rope 0.02 | TAIL"),
    Shown("--shifted", "A rope that does not contain 0 has to be confirmed.",
          "betterthan COMMAND cases.csv --rope 0.01,0.03 --shifted | TAIL"),
)  # fmt: skip
PROCEDURE = (
    Shown("--procedure", "Another procedure than the recommended one; `betterthan procedures` lists them.",
          "betterthan COMMAND cases.csv --procedure bayes_robust_t --rope 0.02 | TAIL"),
    Shown("--threshold", "The probability that a verdict needs.",
          "betterthan COMMAND cases.csv --threshold 0.9 --rope 0.02 | TAIL"),
    Shown("--option", "An option of the procedure; `betterthan explain bayes_t` lists its own.",
          "betterthan COMMAND cases.csv --procedure bayes_t --option normal_gamma=0,1,1,1 --rope 0.02 | TAIL"),
)  # fmt: skip
OUTPUT = (
    Shown("--json", "One JSON object and nothing else: [the schema](../json.md).",
          "betterthan COMMAND INPUT --json | head -n 3"),
    Shown("--all", "All rows and columns of long tables.", "betterthan COMMAND INPUT --all | TAIL"),
    Shown("-o", "Files, by their suffix; it may be given several times.",
          "betterthan COMMAND INPUT -o out.html -o out.json | head -n 1"),
)  # fmt: skip
FIGURE = (
    Shown(
        "--figure", "Which figure a picture shows.", "betterthan COMMAND INPUT -o out.svg --figure FIGURE | head -n 1"
    ),
)

COMPARE = (
    Shown("--rule", "Another rule than the threshold: `loss` makes the statement with the least expected loss.",
          "betterthan compare cases.csv --rope 0.02 --rule loss | TAIL"),
    Shown("--reading", "The reading that a verdict over tasks rests on.",
          "betterthan compare tasks.csv --models small,large --rope 0.01 --reading next_task | TAIL"),
    Shown("--prior", "The prior of a hierarchical procedure, by name.",
          "betterthan compare crossed.csv --prior half-cauchy --rope 0.01 | grep prior | head -n 1"),
    Shown("--pairs", "With more than two models: all pairs, those with one model, or the best against the rest.",
          "betterthan compare tasks.csv --pairs base --rope 0.01 | TAIL"),
    Shown("--adjust", "How p-values are adjusted for the number of pairs.",
          "betterthan compare tasks.csv --adjust hommel --rope 0.01 | grep -i hommel | head -n 1"),
    Shown("--flips", "The cases that one model won and the other lost, with the largest differences first.",
          "betterthan compare right.csv --column cluster=passage --rope 0.02 --flips 4 | grep -A 6 '^Flips:'"),
    Shown("--by", "The comparison again within each value of a column.",
          "betterthan compare cases.csv --by topic --rope 0.02 | grep -A 4 '^subgroup ' | head -n 4"),
    Shown("--per-task", "The comparison again within each task.",
          "betterthan compare crossed.csv --column task=seed --per-task --rope 0.02 | grep -A 3 -i '^task' | head -n 4"),
    Shown("--against", "One model against a published number.",
          "betterthan compare cases.csv --models gpt --against 0.7 --rope 0.02 | TAIL"),
    Shown("--against-n", "The published number is a share of so many cases, which tells its standard error.",
          "betterthan compare right.csv --models gpt --against 0.7 --against-n 500 --rope 0.02 | TAIL"),
    Shown("--against-sd", "Or its standard error is known.",
          "betterthan compare cases.csv --models gpt --against 0.7 --against-sd 0.01 --rope 0.02 | TAIL"),
    Shown("--flips", "Which cases only one of the models gets right.",
          "betterthan compare right.csv --ignore passage --rope 0.02 --flips 2 | grep -i -A 4 'flip' | head -n 5"),
    Shown("--level", "The coverage of the intervals.",
          "betterthan compare cases.csv --level 0.9 --rope 0.02 | grep '90%' | head -n 1"),
    Shown("--alternative", "The alternative of a classical test.",
          "betterthan compare cases.csv --procedure paired_t --alternative first | grep -i 'p ' | head -n 1"),
    Shown("--variant", "A variant of a procedure.",
          "betterthan compare right.csv --ignore passage --procedure mcnemar --variant mid-p | grep 'p = '"),
    Shown("--draws, --rng", "Draws and seed, for procedures that draw.",
          "betterthan compare cases.csv --procedure permutation --draws 2000 --rng 1 | grep 'p = '"),
    Shown("--test-fraction", "n_test/(n_test + n_train), where folds do not tell it.",
          "betterthan compare folds.csv --folds 10 --test-fraction 0.2 --rope 0.01 | TAIL"),
)  # fmt: skip

EXAMPLES: dict[str, tuple[Shown, ...]] = {
    "compare": (*ROPE, *PAIR, *PROCEDURE, *COMPARE, *OUTPUT, *FIGURE),
    "rank": (
        Shown("--rope, --threshold", "The rope of all pairs, and the probability that separates two models.",
              "betterthan rank tasks.csv --rope 0.01 --threshold 0.9 | TAIL"),
        Shown("--shifted", "A rope that does not contain 0 has to be confirmed; a ranking has one rope for both sides.",
              "betterthan rank tasks.csv --rope 0.01,0.03 --shifted | TAIL", fails=True),
        Shown("--missing", "Units that some model lacks.", "betterthan rank tasks.csv --missing drop --rope 0.01 | TAIL"),
        Shown("--procedure", "Ranks alone instead of the size of the scores.",
              "betterthan rank tasks.csv --procedure bayes_plackett_luce | TAIL"),
        Shown("--level", "The coverage of the intervals.", "betterthan rank tasks.csv --rope 0.01 --level 0.9 | grep '90%' | head -n 9"),
        Shown("--residual, --draws, --rng", "Residuals of the joint model; the robust one is drawn from.",
              "betterthan rank tasks.csv --rope 0.01 --residual robust --draws 500 --rng 1 | TAIL"),
        Shown("--option", "Any option of the procedure.",
              "betterthan rank tasks.csv --rope 0.01 --procedure bayes_joint --option prior_scale=0.05 | TAIL"),
        Shown("--table", "The table that a paper prints.", "betterthan rank tasks.csv --rope 0.01 --table | grep -A 4 '^task' | head -n 5"),
        *OUTPUT, *FIGURE,
    ),
    "seeds": (
        Shown("--baseline, --rope", "Every other model against this one.",
              "betterthan seeds seeds.csv --baseline small --rope 0.01 | head -n 6"),
        Shown("--shifted", "A rope that does not contain 0 has to be confirmed.",
              "betterthan seeds seeds.csv --baseline small --rope 0.01,0.03 --shifted | TAIL"),
        Shown("--level, --adjust", "Coverage of the intervals; adjustment of the p-values.",
              "betterthan seeds seeds.csv --baseline small --level 0.9 --adjust bonferroni | TAIL"),
        *OUTPUT, *FIGURE,
    ),
    "question": (
        Shown("--first, --second", "The two models.", f"betterthan question cases.csv {TWO} | head -n 4"),
        Shown("--missing", "Units that one of the models lacks.", "betterthan question cases.csv --missing drop | TAIL"),
        Shown("--unpaired", "Two independent samples.", "betterthan question seeds.csv --unpaired | head -n 2"),
        OUTPUT[0],
    ),
    "sensitivity": (
        *ROPE, *PAIR, *PROCEDURE,
        Shown("--ropes", "Half-widths to look at.", "betterthan sensitivity cases.csv --rope 0.02 --ropes 0.01,0.02,0.05 | head -n 6"),
        *OUTPUT, *FIGURE,
    ),
    "scaling": (
        *ROPE, *PAIR, *(each._replace(line=each.line.replace("bayes_robust_t", "bayes_t")) for each in PROCEDURE),
        Shown("--scale", "Multiples of the present size.", "betterthan scaling cases.csv --rope 0.02 --scale 1,2,4 | head -n 8"),
        Shown("--per-task", "Each of several tasks.",
              "betterthan scaling crossed.csv --column task=seed --rope 0.02 --per-task | head -n 1"),
        Shown("--grow", "Of seeds x cases, which grow.", "betterthan scaling crossed.csv --rope 0.02 --grow seeds | head -n 1"),
        *OUTPUT, *FIGURE,
    ),
    "gate": (
        Shown("--baseline, --rope", "The new run against the one in use: is it worse by more than the rope?",
              "betterthan gate new.csv --baseline old.csv --ignore topic --rope 0.03 | head -n 6"),
        Shown("--require, --threshold", "What is asked of the new model, and how sure one must be.",
              "betterthan gate new.csv --baseline old.csv --ignore topic --rope 0.03 --require equivalent --threshold 0.9 | head -n 3"),
        Shown("--undecided", "What undecided ends with: 3 unless you say otherwise.",
              "betterthan gate new.csv --baseline old.csv --ignore topic --rope 0.03 --undecided fail | head -n 1"),
        Shown("--shifted", "A rope that does not contain 0 has to be confirmed; a gate has one that is symmetric or contains 0.",
              "betterthan gate new.csv --baseline old.csv --ignore topic --rope=-0.03,0.03 --shifted | head -n 1", fails=True),
        Shown("--missing", "Cases that only one of the runs has.",
              "betterthan gate new.csv --baseline old.csv --ignore topic --rope 0.03 --missing drop | head -n 1"),
        Shown("--per-task", "Every task is a gate of its own.",
              "betterthan gate new.csv --baseline old.csv --column task=topic --rope 0.06 --per-task | head -n 3"),
        Shown("--flips", "How many of the cases that were lost and won are named.",
              "betterthan gate new.csv --baseline old.csv --ignore topic --rope 0.03 --flips 2 | grep -i -A 3 'won' | head -n 4"),
        Shown("--sequential, --worst-loss", "The run may be looked at again and again.",
              "betterthan gate new.csv --baseline old.csv --ignore topic --rope 0.2 --sequential --worst-loss 1 | head -n 2"),
        Shown("--self-check, --rng", "The run against itself, which should find nothing.",
              "betterthan gate new.csv --ignore topic --rope 0.2 --self-check --rng 1 | head -n 2"),
        Shown("--model, --baseline-model", "One model of runs that hold several.",
              "betterthan gate tasks.csv --baseline tasks.csv --model large --baseline-model small --rope 0.05 | head -n 1"),
        Shown("--policy", "Other terms for single tasks, from a file; [gate](../../gate.md) has one.",
              "betterthan gate new.csv --baseline old.csv --ignore topic --rope 0.03 --policy nowhere.toml", fails=True),
        Shown("--github", "Annotation, step summary and outputs of a GitHub workflow.",
              "betterthan gate new.csv --baseline old.csv --ignore topic --rope 0.03 --github | head -n 2"),
        *OUTPUT,
    ),
    "baseline": (
        Shown("-o", "A run is kept, to be compared with later.", "betterthan baseline save old.csv --ignore topic -o baseline.parquet"),
    ),
    "plan": (
        Shown("--pilot, --rope", "From a pilot: what its estimate asks for, and what it asks for with all that it leaves open.",
              "betterthan plan --pilot cases.csv --first gpt --rope 0.02 | TAIL"),
        Shown("--sd, --effect", "From numbers: how much differences vary, and how large the true one is.",
              "betterthan plan --sd 0.14 --effect 0.05 --rope 0.02 | TAIL"),
        Shown("--discordance, --n", "Of right and wrong answers, the share of cases that disagree; what 500 cases could show.",
              "betterthan plan --discordance 0.1 --effect 0.04 --n 500 | TAIL"),
        Shown("--goal, --threshold", "Another goal than `better`, at another threshold.",
              "betterthan plan --sd 0.14 --goal equivalent --rope 0.02 --threshold 0.9 | TAIL"),
        Shown("--goal, --width, --level", "An interval that is narrow enough; `--goal width 0.05` says the same.",
              "betterthan plan --sd 0.14 --goal width --width 0.05 --level 0.9 | TAIL"),
        Shown("--power", "The chance that is wanted.", "betterthan plan --sd 0.14 --effect 0.05 --rope 0.02 --power 0.9 | TAIL"),
        Shown("--shifted", "A rope that does not contain 0 has to be confirmed.",
              "betterthan plan --sd 0.14 --effect 0.05 --rope 0.01,0.02 --shifted | TAIL"),
        Shown("--unit, --icc, --per-cluster", "Cases in clusters of ten: how many clusters?",
              "betterthan plan --sd 0.14 --effect 0.05 --rope 0.02 --icc 0.1 --per-cluster 10 --unit clusters | TAIL"),
        Shown("--clusters", "If there are only so many clusters, it may be that no number of cases is enough.",
              "betterthan plan --sd 0.14 --effect 0.04 --rope 0.02 --icc 0.2 --clusters 12 | TAIL"),
        Shown("--cost", "The cheapest numbers of two kinds.",
              "betterthan plan --pilot crossed.csv --first large --second small --rope 0.01 --cost case=1,seed=20 "
              "| grep -A 1 Cheapest"),
        Shown("--first, --second", "The model that is to be better is named first.",
              "betterthan plan --pilot cases.csv --first llama --second gpt --rope 0.02 | TAIL"),
        Shown("--missing", "Units that one of the models lacks are an error, or are dropped and counted.",
              "betterthan plan --pilot cases.csv --first gpt --rope 0.02 --missing drop | TAIL"),
        Shown("--unpaired", "Two independent samples: the number is that of each model.",
              "betterthan plan --pilot seeds.csv --first large --rope 0.01 --unpaired | TAIL"),
        *OUTPUT, *FIGURE,
    ),
    "summary": (
        Shown("--mean, --sd, --n, --rope", "The numbers that a paper prints of the differences.",
              "betterthan summary --mean 0.0659 --sd 1 --n 176 --rope 0.1 | head -n 8"),
        Shown("--test-fraction", "If they are of folds.",
              "betterthan summary --mean -0.0194 --sd 0.01583 --n 100 --test-fraction 0.1 --rope 0.01 | TAIL"),
        Shown("--first-mean, --first-sd, --first-n, --second-mean, --second-sd, --second-n", "Two samples.",
              "betterthan summary --first-mean 0.83 --first-sd 0.01 --first-n 6 --second-mean 0.80 --second-sd 0.02 "
              "--second-n 5 --rope 0.01 | TAIL"),
        Shown("--cells, --first, --second", "Counts of right and wrong, with the names of the models.",
              "betterthan summary --cells 54,159,198,589 --first GNN --second LLM --rope 0.01 | TAIL"),
        Shown("--lower-is-better, --higher-is-better", "The numbers are of losses.",
              "betterthan summary --mean 0.0659 --sd 1 --n 176 --rope 0.1 --lower-is-better | TAIL"),
        Shown("--shifted", "A rope that does not contain 0 has to be confirmed.",
              "betterthan summary --mean 0.0659 --sd 1 --n 176 --rope 0.01,0.1 --shifted | TAIL"),
        Shown("--procedure, --option", "Another procedure, and its options.",
              "betterthan summary --mean 0.0659 --sd 1 --n 176 --procedure bayes_t --option normal_gamma=0,1,1,1 --rope 0.1 | TAIL"),
        Shown("--threshold", "The probability that a verdict needs.",
              "betterthan summary --mean 0.0659 --sd 1 --n 176 --rope 0.1 --threshold 0.65 | TAIL"),
        Shown("--scale", "And what 6 and 15 times as many would say.",
              "betterthan summary --mean 0.0659 --sd 1 --n 176 --rope 0.1 --scale 6,15 | grep -A 5 -i 'times' | head -n 6"),
        *OUTPUT, *FIGURE,
    ),
    "check": (
        Shown("--data", "The scores, to compute all again.", "betterthan check out.json --data cases.csv | head -n 3"),
        Shown("--missing", "As the comparison was made.", "betterthan check out.json --data cases.csv --missing drop | head -n 1"),
        *OUTPUT,
    ),
    "replicate": (
        Shown("--data, --json, --all, -o", "It takes some fifteen seconds, so that it is not run for this page; "
              "[what it says](../../replicate.md) stands on a page of its own. A file that is not there is refused at once.",
              "betterthan replicate --data nowhere.csv --json --all -o out.md", fails=True),
    ),
    "validate": (
        Shown("--list", "The studies.", "betterthan validate --list | head -n 4"),
        Shown("--repetitions, --workers, --rng, --json, --all, -o", "One of them, with fewer data sets than it has, in all forms.",
              "betterthan validate corani-table-2 --repetitions 5 --workers 1 --rng 0 --json --all -o out.csv | head -n 2"),
    ),
    "procedures": (
        Shown("", "All of them, with question, needs and references.", "betterthan procedures | head -n 8"),
        Shown("--json", "The same as JSON.", "betterthan procedures --json | head -n 6"),
    ),
    "sources": (
        Shown("", "All logs and result files that are known, and by what.", "betterthan sources | head -n 12"),
        Shown("NAME", "How one of them is read: a mapping to copy and change.", "betterthan sources mteb"),
        Shown("--json", "The same as JSON.", "betterthan sources --json | head -n 8"),
    ),
    "explain": (
        Shown("", "A procedure.", "betterthan explain paired_t | head -n 12"),
        Shown("", "A word of the [glossary](../glossary.md).", "betterthan explain rope"),
    ),
    "example": (
        Shown("", "The list.", "betterthan example | head -n 2"),
        Shown("", "One of them, as CSV.", "betterthan example code-switching | head -n 3"),
        Shown("-o", "Into a folder.", "betterthan example code-switching -o ."),
    ),
    "completion": (Shown("", "What your shell is to run.", "betterthan completion bash | head -n 3"),),
}  # fmt: skip

INPUTS = {
    "compare": ("cases.csv --rope 0.02", "qq"),
    "rank": ("tasks.csv --rope 0.01", "best"),
    "seeds": ("seeds.csv --baseline small", "seeds"),
    "question": ("cases.csv", ""),
    "sensitivity": ("cases.csv --rope 0.02", "sensitivity"),
    "scaling": ("cases.csv --rope 0.02", "scaling"),
    "gate": ("new.csv --baseline old.csv --ignore topic --rope 0.03", ""),
    "plan": ("--sd 0.14 --effect 0.05 --rope 0.02", "plan"),
    "summary": ("--mean 0.0659 --sd 1 --n 176 --rope 0.1", "posterior"),
    "check": ("out.json", ""),
}
"""Of each command an input, and a figure, for the examples that are the same for all."""
