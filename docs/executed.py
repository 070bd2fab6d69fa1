"""Blocks of a page are run, and what they print is written below them.

A block of `python` or `console` is run, in the order of the page; what it printed stands in a block of `output` right
below it. All blocks of a page share their names and one empty folder, which is removed afterwards. A line of a
`console` block that starts with `$ ` is a command; `betterthan` runs inside this process, 80 columns wide. A block that
is to end in an error says so behind its language (`python fails`, `console fails`); anything else that fails is a fault
of the page.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from betterthan.errors import BetterthanError

RUN = ("python", "console")
OUTPUT = "output"
MARKS = {"fails"}
SCREEN = {"COLUMNS": "80", "LINES": "40", "NO_COLOR": "1", "MPLBACKEND": "agg"}
"""What blocks see of the terminal: the same everywhere."""
OPENING = re.compile(r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>.*)$")


WIDTH = 84
"""Letters of a command that are not broken: a page shows them without scrolling."""
BREAK = re.compile(r"""\s+(?=(?:--[a-z]|-[a-z]\b|\|)(?:[^'"]*(['"])[^'"]*\1)*[^'"]*$)""")
"""Before an option or a pipe that is in no quotation."""


def typed(command: str) -> str:
    """A command as it is typed: on one line, or broken before options where it is long."""
    at = [0, *(found.start() for found in BREAK.finditer(command)), len(command)]
    lines = ["$"]
    for part in (command[one:two].strip() for one, two in pairwise(at)):
        if len(f"{lines[-1]} {part}") > WIDTH and lines[-1] != "$":
            lines[-1] += " \\"
            lines.append(" ")
        lines[-1] += f" {part}"
    return "\n".join(lines)


class PageFault(Exception):
    """A block of a page cannot be run, or did not end as the page says."""


@dataclass(frozen=True)
class Block:
    """A fenced block: where it starts, how it is fenced, and what is in it."""

    line: int
    indent: str
    fence: str
    info: str
    body: tuple[str, ...]

    @property
    def language(self) -> str:
        return self.info.split()[0] if self.info.split() else ""

    @property
    def marks(self) -> set[str]:
        return set(self.info.split()[1:])

    @property
    def code(self) -> str:
        return "\n".join(line.removeprefix(self.indent) for line in self.body)

    def lines(self) -> list[str]:
        return [f"{self.indent}{self.fence}{self.info}", *self.body, f"{self.indent}{self.fence}"]


def filled(text: str, page: str = "page") -> str:
    """The page with the output of its blocks, whatever output it had.

    Parameters:
        text: the page.
        page: its name, for messages.
    """
    parts = list(_without_output(list(parts_of(text))))
    if not any(isinstance(each, Block) and each.language in RUN for each in parts):
        return text
    lines: list[str] = []
    with running(page) as session:
        for each in parts:
            if isinstance(each, str):
                lines.append(each)
                continue
            lines += each.lines()
            if each.language in RUN:
                lines += _as_output(session.run(each), each.indent)
    return "\n".join(lines) + "\n"


def parts_of(text: str) -> Iterator[str | Block]:
    """The lines of a page and its blocks of code. Directives in braces are lines: there may be blocks in them."""
    lines = iter(enumerate(text.removesuffix("\n").split("\n"), start=1))
    around: list[str] = []
    for number, line in lines:
        opened = OPENING.match(line)
        if around and line.strip() == around[-1]:
            around.pop()
        elif opened and opened["info"].lstrip().startswith("{"):
            around.append(opened["fence"])
        elif opened:
            yield _block(number, opened, lines)
            continue
        yield line


def _block(number: int, opened: re.Match[str], lines: Iterator[tuple[int, str]]) -> Block:
    body = []
    for _, line in lines:
        if line.strip() == opened["fence"]:
            return Block(number, opened["indent"], opened["fence"], opened["info"].strip(), tuple(body))
        body.append(line)
    raise PageFault(f"line {number}: a block is not closed")


def _without_output(parts: list[str | Block]) -> Iterator[str | Block]:
    """All parts but the blocks of output below a block that is run, and the empty line above them."""
    after_run = False
    at = 0
    while at < len(parts):
        part = parts[at]
        following = parts[at + 1] if at + 1 < len(parts) else None
        if after_run and part == "" and isinstance(following, Block) and following.language == OUTPUT:
            at += 2
            after_run = False
            continue
        if isinstance(part, Block) and part.language == OUTPUT:
            raise PageFault(f"line {part.line}: there is no block above this output")
        after_run = isinstance(part, Block) and part.language in RUN
        yield part
        at += 1


def _as_output(printed: str, indent: str) -> list[str]:
    lines = [line.rstrip() for line in printed.expandtabs().split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        return []
    fence = max((match[0] for match in re.finditer("`{3,}", printed)), key=len, default="``") + "`"
    return ["", f"{indent}{fence}{OUTPUT}", *(f"{indent}{line}".rstrip() for line in lines), f"{indent}{fence}"]


@contextmanager
def running(page: str = "page") -> Iterator[Session]:
    """Where blocks are run: an empty folder as the current one, the terminal of `SCREEN`, warnings as errors."""
    before, environment = Path.cwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        os.environ.update(SCREEN)
        os.chdir(folder)
        try:
            yield Session(page)
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)


@dataclass
class Session:
    """The blocks of one page, run one after another."""

    page: str
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    code: int = 0

    def run(self, block: Block) -> str:
        """What a block prints."""
        if block.marks - MARKS:
            raise PageFault(f"{self.page}, line {block.line}: unknown mark {sorted(block.marks - MARKS)}")
        printed = io.StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            failed = (self._python if block.language == "python" else self._console)(block, printed)
        if bool(failed) != ("fails" in block.marks):
            how = "failed" if failed else "did not fail"
            raise PageFault(f"{self.page}, line {block.line}: this block {how}.\n{printed.getvalue()}{failed or ''}")
        return printed.getvalue()

    def _python(self, block: Block, printed: io.StringIO) -> str | None:
        """Run it; what went wrong is told. An error of ours is printed as Python's last line would have it."""
        try:
            exec(compile(block.code, f"<{self.page}, line {block.line}>", "exec"), self.names)
        except BetterthanError as error:
            printed.write(f"{type(error).__name__}: {error}\n")
            return traceback.format_exc()
        except Exception:
            return traceback.format_exc()
        return None

    def _console(self, block: Block, printed: io.StringIO) -> str | None:
        failed = None
        for line in re.sub(r"\\\n\s*", "", block.code).split("\n"):
            if not line.strip() or line.startswith("#"):
                continue
            if not line.startswith("$ "):
                raise PageFault(f"{self.page}, line {block.line}: a command starts with `$ `; got `{line}`")
            self.code = self._line(line.removeprefix("$ ").replace("$?", str(self.code)), printed)
            if self.code:
                failed = f"{line}: exit code {self.code}"
        return failed

    def _line(self, line: str, printed: io.StringIO) -> int:
        """Run a command, or several with pipes between them, the last into a file; the last exit code that is not 0."""
        words = shlex.shlex(line, posix=True, punctuation_chars="|>")
        words.whitespace_split = True
        words.commenters = "#"
        stages: list[list[str]] = [[]]
        target = None
        for word in words:
            if word == "|":
                stages.append([])
            elif word == ">":
                target = next(words)
            else:
                stages[-1].append(word)
        given, code = "", 0
        for stage in stages:
            ended, given, told = (_betterthan if stage[0] == "betterthan" else _system)(stage, given)
            code = ended or code
            printed.write(told)
        if target is None:
            printed.write(given)
        else:
            Path(target).write_text(given, encoding="utf-8")
        return code


def _betterthan(words: list[str], given: str) -> tuple[int, str, str]:
    """Our own command line inside this process: exit code, what it printed, what it said on standard error."""
    from betterthan.cli.main import main

    out, err = io.StringIO(), io.StringIO()
    top = sys.modules["__main__"]
    before = sys.argv, sys.stdin, top.__package__
    top.__package__ = None  # else usage would tell of the program that this process is
    sys.argv, sys.stdin = words, SimpleNamespace(buffer=io.BytesIO(given.encode()))  # type: ignore[assignment]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    finally:
        sys.argv, sys.stdin, top.__package__ = before
    return code, out.getvalue(), err.getvalue()


def _system(words: list[str], given: str) -> tuple[int, str, str]:
    """Any other command, such as `head -n 3 scores.csv`; `python` is this one."""
    words = [sys.executable, *words[1:]] if words[0] == "python" else words
    ran = subprocess.run(words, input=given, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr
