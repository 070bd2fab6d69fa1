"""The command line: one page per command, made from its options, with an example for each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import click
from command_examples import EXAMPLES, FILES, INPUT, INPUTS, Shown
from executed import typed
from linking import linked

from betterthan.cli.main import COMMANDS, cli

FOLDER = "reference/commands"
UP = "../../"
SETUP = {"check": "betterthan compare cases.csv --rope 0.02 -o out.json | head -n 1"}
"""What has to be run before the examples of a command."""


def pages() -> dict[str, Callable[[], str]]:
    own = {f"{FOLDER}/{name}.md": lambda name=name: page(name) for name in COMMANDS}
    return {f"{FOLDER}/index.md": index, f"{FOLDER}/input.md": input_page, **own}


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


def options_of(name: str) -> list[click.Option]:
    found = command(name)
    parts = found.commands.values() if isinstance(found, click.Group) else [found]
    return [each for part in parts for each in part.params if isinstance(each, click.Option)]


def flags_of(option: click.Option) -> list[str]:
    return [*option.opts, *option.secondary_opts]


def input_flags() -> set[str]:
    """The options that say what goes in, which several commands share."""
    return {flag for each in INPUT for flag in each.options.split(", ")}


def index() -> str:
    rows = "\n".join(f"| [`{name}`]({name}.md) | {_line(command(name))} |" for name in COMMANDS)
    listed = "\n".join((*COMMANDS, "input"))
    return (
        "# Command line\n\n| command | |\n|---|---|\n"
        f"{rows}\n\n[Options that say what goes in](input.md) are shared by all commands that read scores. Exit codes: "
        "0 done, or passed; 1 the answer is no (a check or a replication that is off); 2 bad input or usage, with one "
        "message on standard error; 70 a bug; 130 interrupted. `betterthan --version` prints the version, `--help` the "
        f"options.\n\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n\n{listed}\n```\n"
    )


def _line(found: click.Command) -> str:
    return linked((found.help or "").split("\n")[0], UP)


def input_page() -> str:
    some = {flag: option for option in options_of("compare") for flag in flags_of(option)}
    named = dict.fromkeys(some[flag].name for each in INPUT for flag in each.options.split(", "))
    rows = "\n".join(row(option) for option in options_of("compare") if option.name in named)
    return (
        "# Options that say what goes in\n\nEvery command that reads scores takes these. [What goes in](../../input.md"
        ") tells which columns are recognised unasked.\n\n| option | meaning |\n|---|---|\n"
        f"{rows.strip()}\n\n{files()}\n\n## Examples\n\n{examples('compare', INPUT)}\n"
    )


def files() -> str:
    return (
        "<details>\n<summary>The files of the examples, made up by these lines, the same every time</summary>\n\n"
        f"```python\n{FILES}\n```\n\n</details>"
    )


def page(name: str) -> str:
    found = command(name)
    of_input = {(flag, each.help) for each in options_of("compare") for flag in flags_of(each) if flag in input_flags()}
    own = [each for each in options_of(name) if not {(flag, each.help) for flag in flags_of(each)} & of_input]
    shared = len(own) < len(options_of(name))
    context = click.Context(found, info_name=f"betterthan {name}")
    usage = " ".join((f"betterthan {name}", *found.collect_usage_pieces(context)))
    rows = "\n".join(row(each) for each in own)
    table = f"## Options\n\n| option | meaning |\n|---|---|\n{rows}" if own else ""
    more = (
        "Besides, it takes the [options that say what goes in](input.md), each with an example there." if shared else ""
    )
    needs_files = (
        any(".csv" in each.line or "INPUT" in each.line for each in EXAMPLES.get(name, ())) and name not in NO_FILES
    )
    setup = f"```console\n{typed(SETUP[name])}\n```" if name in SETUP else ""
    parts = (
        f"# betterthan {name}",
        linked(_words(found.help or ""), UP),
        f"```text\n{usage}\n```",
        table,
        more,
        "## Examples",
        files() if needs_files else "",
        setup,
        examples(name, EXAMPLES.get(name, ())),
    )
    return "\n\n".join(part for part in parts if part) + "\n"


TAIL = {
    "compare": "grep practically",
    "plan": "grep -A 5 'In short'",
    "summary": "grep practically",
    "question": "head -n 2",
}
"""What of the output of a command is shown: the lines that an option is most likely to change."""
NO_FILES = {"sources", "summary", "replicate", "validate", "example"}


def _words(text: str) -> str:
    """The help, its preformatted part as a block."""
    before, mark, after = re.sub(r"\n\s*\n", "\n\n", text).partition("\b\n")
    return f"{before.strip()}\n\n```text\n{after.strip()}\n```" if mark else before.strip()


def _asked(line: str, name: str) -> str:
    """The command of an example."""
    return line.partition("betterthan ")[2].split()[0].replace("COMMAND", name)


def row(option: click.Option) -> str:
    named = " or ".join(f"`{flag}`" for flag in flags_of(option))
    taken = f" `{option.metavar}`" if option.metavar else ""
    if isinstance(option.type, click.Choice):
        taken = f" {' or '.join(f'`{each}`' for each in option.type.choices)}"
    words = (option.help or "").replace("|", "\\|")
    default = f" Default: {option.default}." if option.show_default and option.default is not None else ""
    return f"| {named}{taken.replace('|', chr(92) + '|')} | {words}{default} |"


def examples(name: str, shown: Sequence[Shown]) -> str:
    given, figure = INPUTS.get(name, ("", ""))
    parts = []
    for each in shown:
        line = (
            each.line.replace("COMMAND", name)
            .replace("TAIL", TAIL.get(_asked(each.line, name), "head -n 6"))
            .replace("INPUT", given)
            .replace("FIGURE", figure)
        )
        title = f"### {each.options}\n\n" if each.options else ""
        fails = " fails" if each.fails else ""
        parts.append(f"{title}{each.words}\n\n```console{fails}\n{typed(line)}\n```")
    return "\n\n".join(parts)
