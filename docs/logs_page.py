"""The page about logs: every source of `betterthan sources`, with an example that is run when the page is made."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from log_examples import EXAMPLES, MAPPING, PREFERENCES, Example

from betterthan.data.reading.sources.listing import described, source_rows

HEAD = """# From my logs to a verdict

{made} Every example below was run, on small files of the same form.

Give `betterthan compare` the files or folders that your program wrote, and nothing else:

```bash
betterthan compare runs/model-a runs/model-b --rope 0.01
```

What the files are is found by their content, never by their names alone. `betterthan sources` lists what is known, and
`betterthan sources NAME` prints how it is read.

## What holds of all of them

- **Models** are named by the log, else by a results file beside it, else by their folder, else by the file. Runs with
  the same name are told apart by what differs in their paths, and the page says so. A table without a column of models
  is one model, named after its file.
- **Pairs** are made by the ids that the log gives its cases, never by the order of rows. Where a log knows what a case
  was (a hash, a revision of the data, a source sentence), it must be the same for every model, else you get a message.
- **Failures are no scores.** Errors, timeouts, judges that were not understood and samples without a score are left
  out and counted, by kind and model; the first screen says so if they are more than 1% or uneven. A case on which a
  model has no score is left out for both, and counted.
- **Judges** who scored the same cases are crossed with them, as seeds are: both are samples, and the answer holds for
  other judges like these, too, so that two of them leave much open. `--repeats mean` takes these judges as given, `--by
  judge` compares within each. Where not every judge scored every case, they are averaged case by case, and the first
  screen says so; where every case has one judge, give `--column cluster=judge` if cases of one judge belong together;
  models that were scored by different judges are refused. A log of preferences keeps its ties: 1 a win, 0.5 a tie, 0 a
  loss against the baseline, or against each other.
- **Clusters that a log knows** (the repository of an issue) never change what is estimated: it stays the mean over
  cases, with a standard error that allows for what the cases of a cluster share. If you name a cluster yourself
  (`--column cluster=NAME`), every cluster counts alike, unless you add `--weight cases`.
- **The metric that was taken** stands in the first sentence. Where there are several, and none is the natural one, a
  message lists them: choose with `--metric NAME`. `--metric A,B` compares by several on one page, each with its own
  direction, and allows for their number ([how](guides/metrics.md#several-metrics-at-once)).

## A log that nobody knows

Write down where its scores are, in TOML, and give it with `--mapping my.toml` (or `bt.read(…, mapping="my.toml")`).
This one is read from `out.jsonl` in a folder per model, with lines such as `{{"qid": "q1", "grade": "good"}}`:

```toml
{mapping}```

Wins, ties and losses against a baseline, by several raters, in a CSV with the columns `prompt`, `rater` and `verdict`:

```toml
{preferences}```

The same fields describe every source below that needs no code: `betterthan sources mteb` prints one to start from.
What is wrong in a mapping is told by line and key.

| expression | what it is |
|---|---|
| `score`, `a.b`, `a.0` | a column, or a key of the row; a key in a key; the first of a list |
| `doc:a.b`, `row1:a.b` | a key of the whole file; of the rows around the innermost ones |
| `key1`, `key2` | the key, or the number, of a row in what it stands in |
| `column1`, `value` | what the pattern of `columns` says of a column, and the value in it |
| `dir:1`, `file:REGEX` | the folder of the file; the first group of a pattern in its name |
| `=text` | the text itself |
| `A ~ REGEX`, <code>A &#124; B</code> | the first group of a pattern in A; A, or B where there is no A |

"""


def page(made: str) -> str:
    """The page.

    Parameters:
        made: how it is made, for its head.
    """
    return (
        HEAD.format(made=made, mapping=MAPPING, preferences=PREFERENCES)
        + "\n\n".join(section(row) for row in source_rows())
        + "\n"
    )


def section(row: dict[str, str]) -> str:
    """The section of one source."""
    example = EXAMPLES[row["name"]]()
    ran = run(example)
    note = " ".join(part for part in (" ".join(row["note"].split()), example.text) if part)
    return (
        f"## {row['program']}\n\nFiles: `{row['files']}`. Recognised by: {row['recognised_by']}. "
        f"{how(row['name'])}\n\n{note}\n\n```text\n{tree(example)}\n```\n\n"
        f"```bash\n{command(example)}\n```\n\n```text\n{ran}\n```"
    )


def how(name: str) -> str:
    """Whether a mapping or code reads it."""
    by_code = described(name).startswith("# Read by code")
    return "Read by code." if by_code else f"`betterthan sources {name}` prints the mapping."


def tree(example: Example) -> str:
    """The files, as far as they tell how they lie."""
    names = sorted(example.files)
    shown = names if len(names) <= 4 else [*names[:2], "…", names[-1]]
    return "\n".join(shown)


def command(example: Example) -> str:
    """The command as a user types it."""
    return shlex.join(("betterthan", *words(example)))


def words(example: Example) -> list[str]:
    """The words of the command."""
    verb = "rank" if example.rank else "compare"
    return [verb, *example.arguments, *(() if example.rank else ("--rope", example.rope))]


def run(example: Example) -> str:
    """The verdict, as the command line prints it."""
    from betterthan.cli.main import cli

    with folder_of(example), contextlib.redirect_stdout(io.StringIO()) as out:
        cli.main(args=words(example), standalone_mode=False)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    end = next((j for j, line in enumerate(lines) if line in ("Models", "What would decide it", "Tiers")), len(lines))
    return "\n".join(lines[:end]).strip()


@contextlib.contextmanager
def folder_of(example: Example) -> Iterator[None]:
    """A current directory with the files."""
    before, columns = Path.cwd(), os.environ.get("COLUMNS")
    with TemporaryDirectory() as folder:
        for name, content in example.files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        try:
            os.chdir(folder)
            os.environ["COLUMNS"] = "80"
            yield
        finally:
            os.chdir(before)
            os.environ.pop("COLUMNS") if columns is None else os.environ.__setitem__("COLUMNS", columns)
