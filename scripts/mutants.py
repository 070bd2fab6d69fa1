"""Small faults, one at a time, and whether a test notices: `python scripts/mutants.py judging --count 40`.

A sample of mutants of the chosen packages is drawn with a fixed seed; it stays the same while their functions do. Each
is written into a copy of the project under build/mutants, never into the checkout, and the tests that run the changed
function are run until one fails. Which test runs which function is found out once, by running them all, and kept in
build/mutants/touched.json; test files that have changed since are run again. A fault that no test notices is listed
with its place: add a test, or see that the fault changes nothing that anybody could see.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import shutil
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from queue import Queue
from types import FrameType
from typing import Any, TypeAlias

import duckdb  # noqa: F401 - large libraries are loaded once, before the process is copied
import pytest
import scipy.optimize
import scipy.stats  # noqa: F401

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/betterthan"
HOME = ROOT / "build/mutants"
TOUCHED = HOME / "touched.json"
os.environ.setdefault("BETTERTHAN_DATA", str(ROOT.parent / "shared/data"))
os.environ["OPENBLAS_NUM_THREADS"] = "1"
LEFT_OUT = ("tests/architecture", "tests/figures", "tests/report", "tests/validation", "tests/reference")
"""Tests of pictures, pages and code; slow, and hardly ever the first to notice a wrong number."""
QUIET = ["-q", "-p", "no:cacheprovider", "--no-header", "--tb=line"]
BUDGET = 60.0
"""Seconds of tests that a mutant has to survive, as long as they took when they were traced."""
FIRST = 12
"""So many tests are run before the files of the others are even imported: most mutants are noticed by these."""
BATCH = 30
"""Test files that are traced at a time."""
PATIENCE = 900.0
"""Seconds after which a mutant is taken to run for ever, which somebody would notice."""

TOO_LONG, NOT_FOUND, BROKEN = -1, int(pytest.ExitCode.USAGE_ERROR), 99
OUTCOMES = {0: "survived", 1: "noticed", 2: "noticed", 3: "noticed", TOO_LONG: "noticed"}
"""By the exit code of pytest: all passed, some failed, could not be collected, could not be carried out."""
Touched: TypeAlias = dict[str, tuple[float, list[str]]]
"""By test: how long it takes, in seconds, and the functions that it runs."""

# Faults.

OPERATORS: dict[type[ast.AST], type[Any]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
PAIRS = ("min max", "sf cdf", "low high", "first second", "any all", "lower upper", "floor ceil", "minimum maximum")
TWINS = {one: other for pair in PAIRS for one, other in (pair.split(), pair.split()[::-1])}


@dataclass(frozen=True)
class Mutant:
    """A fault: what stands where, and what it becomes.

    Parameters:
        path: the module, relative to `src/betterthan`.
        function: the outermost function or method around it; empty at the level of the module.
        line: where it is.
        start: the first byte that is replaced.
        end: the byte after the last.
        was: what is replaced.
        becomes: what it is replaced by.
    """

    path: str
    function: str
    line: int
    start: int
    end: int
    was: str
    becomes: str

    def __str__(self) -> str:
        where = f" ({self.function})" if self.function else ""
        return f"{self.path}:{self.line}{where}: {self.was}  ->  {self.becomes}"

    def applied(self, code: bytes) -> bytes:
        """The module with the fault."""
        return code[: self.start] + f"({self.becomes})".encode() + code[self.end :]


def changed(node: ast.AST) -> Iterator[ast.expr]:
    """What an expression may become."""
    match node:
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(operator)](), right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(OPERATORS[type(operator)](), values)
        case ast.Compare(left, operators, right):
            first = OPERATORS[type(operators[0])]()
            yield ast.Compare(left, [first, *operators[1:]], right)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1 if isinstance(value, int) else 1.5 * value or 1.0)
        case ast.Name(name, ast.Load()) if name in TWINS:
            yield ast.Name(TWINS[name], ast.Load())
        case ast.Attribute(value, name, ast.Load()) if name in TWINS:
            yield ast.Attribute(value, TWINS[name], ast.Load())


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """What is computed within a node: no words, types, facts of dataclasses, messages of errors, nor what only
    type checkers read."""
    match node:
        case (
            ast.Call(ast.Name("dataclass"))
            | ast.JoinedStr()
            | ast.Raise()
            | ast.Assert()
            | ast.Import()
            | ast.ImportFrom()
        ):
            return
        case ast.If(test=ast.Name("TYPE_CHECKING")):
            return
        case ast.FunctionDef(body=body, args=arguments, decorator_list=decorators, returns=returns):
            if isinstance(returns, ast.Name) and returns.id == "str":
                return
            yield from (*decorators, *arguments.defaults, *filter(None, arguments.kw_defaults), *body)
        case ast.AnnAssign(value=value):
            yield from filter(None, [value])
        case _:
            yield from ast.iter_child_nodes(node)


def faults(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    code = path.read_bytes()
    starts = [0]
    for row in code.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))

    def within(node: ast.AST, names: tuple[str, ...], in_function: bool) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not in_function:
            names, in_function = (*names, node.name), isinstance(node, ast.FunctionDef)
        for becomes in changed(node):
            assert isinstance(node, ast.expr)
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            function = ".".join(names) if in_function else ""
            relative = path.relative_to(SOURCE).as_posix()
            yield Mutant(relative, function, node.lineno, start, end, ast.unparse(node), ast.unparse(becomes))
        for part in parts(node):
            yield from within(part, names, in_function)

    yield from within(ast.parse(code), (), False)


def sample(packages: list[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants of these packages or modules.

    Each has a number of its own, drawn from what it is and not from where it stands: a change elsewhere leaves the
    sample as it is, and a larger sample holds the smaller one.
    """
    found: dict[str, Mutant] = {}
    for package in packages:
        home = SOURCE / package
        for path in sorted(home.rglob("*.py")) if home.is_dir() else [home]:
            times = Counter[str]()
            for mutant in faults(path):
                fault = f"{seed} {mutant.path} {mutant.function} {mutant.was} {mutant.becomes}"
                times[fault] += 1
                found[hashlib.sha1(f"{fault} {times[fault]}".encode()).hexdigest()] = mutant
    print(f"{len(found):,} possible mutants of {', '.join(packages)}", flush=True)
    return [found[key] for key in sorted(found)[:count]]


# Which test runs which function.


class Tracer:
    """A plugin of pytest that notes which functions of ours every test runs, and how long it takes."""

    def __init__(self) -> None:
        self.tests: Touched = {}
        self.seen: set[tuple[str, str]] = set()
        self.start = 0.0

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.seen, self.start = set(), time.monotonic()
        sys.settrace(self.called)
        threading.settrace(self.called)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call" and report.passed:
            took = time.monotonic() - self.start
            self.tests[report.nodeid] = (
                round(took, 3),
                sorted({self.named(*each) for each in self.seen.copy()} - {""}),
            )

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        sys.settrace(None)

    def called(self, frame: FrameType, event: str, argument: object) -> None:
        self.seen.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    def named(self, path: str, function: str) -> str:
        """`judging/ropes.py:default_rope`; empty for what is not ours."""
        _, ours, module = path.partition("src/betterthan/")
        return f"{module}:{function.partition('.<locals>')[0]}" if ours and not function.startswith("<") else ""


def files() -> list[Path]:
    """Every file that may hold tests; doctests stand in the source."""
    tests = [path for path in (ROOT / "tests").rglob("test_*.py") if not _left_out(path)]
    return sorted([*tests, *(path for path in SOURCE.rglob("*.py") if ">>> " in path.read_text())])


def _left_out(path: Path) -> bool:
    return path.relative_to(ROOT).as_posix().startswith(LEFT_OUT)


def touched(workers: int) -> Touched:
    """Every test, how long it takes, and the functions that it runs."""
    stored = json.loads(TOUCHED.read_text()) if TOUCHED.exists() else {}
    current = {path.relative_to(ROOT).as_posix(): hashlib.sha1(path.read_bytes()).hexdigest() for path in files()}
    known = {name: stored[name] for name, digest in current.items() if stored.get(name, {}).get("sha") == digest}
    missing = [name for name in current if name not in known]
    batches = [missing[start : start + BATCH] for start in range(0, len(missing), BATCH)]
    with ThreadPoolExecutor(workers) as pool:
        folders = queue_of([copied(number) for number in range(workers)])
        tracing = {pool.submit(traced, batch, folders): batch for batch in batches}
        for done, run in enumerate(as_completed(tracing), start=1):
            print(f"looking at what the tests run: {done} of {len(batches)} parts", flush=True)
            for name in tracing[run]:
                own = {test: ran for test, ran in run.result().items() if test.partition("::")[0] == name}
                known[name] = {"sha": current[name], "tests": own}
            TOUCHED.write_text(json.dumps(known))
    return {test: ran for each in known.values() for test, ran in each["tests"].items()}


def queue_of(folders: list[Path]) -> Queue[Path]:
    """The copies of the project, each for one worker at a time."""
    free: Queue[Path] = Queue()
    for folder in folders:
        free.put(folder)
    return free


def traced(names: list[str], folders: Queue[Path]) -> Touched:
    """The tests of some files, in a process of their own."""
    folder = folders.get()
    found = folder / "traced.json"
    found.unlink(missing_ok=True)

    def work() -> int:
        tracer = Tracer()
        code = pytest.main([*QUIET, *names], plugins=[tracer])
        found.write_text(json.dumps(tracer.tests))
        return int(code)

    started(work, folder).wait(20 * PATIENCE)
    folders.put(folder)
    return json.loads(found.read_text()) if found.exists() else {}


def noticing(mutant: Mutant, tests: Touched) -> list[str]:
    """The tests that could notice, as many as the budget allows: the module's own, then quick ones of every file."""
    home = f"{mutant.path}:"
    wanted = {home + mutant.function} if mutant.function else set()
    fitting = [name for name, (_, ran) in tests.items() if wanted & set(ran)]
    if not fitting:
        modules = (home, *(f"{path}:" for path in users(mutant.path)))
        fitting = [name for name, (_, ran) in tests.items() if any(each.startswith(modules) for each in ran)]
    by_file: dict[str, list[str]] = {}
    for name in sorted(fitting, key=lambda name: tests[name][0]):
        by_file.setdefault(name.partition("::")[0], []).append(name)
    own = [name for names in by_file.values() if _of_the_module(names[0], mutant.path) for name in names]
    nearest = sorted(by_file.values(), key=lambda names: (not _beside(names[0], mutant.path), tests[names[0]][0]))
    in_turn = (name for turn in zip_longest(*nearest) for name in turn if name is not None)
    chosen, spent = [], 0.0
    for name in dict.fromkeys((*own, *in_turn)):
        spent += tests[name][0]
        chosen.append(name)
        if spent > BUDGET:
            break
    return chosen


def _of_the_module(test: str, path: str) -> bool:
    """Whether a test stands in the file that mirrors the module."""
    return Path(test.partition("::")[0]).stem == f"test_{Path(path).stem}"


def _beside(test: str, path: str) -> bool:
    """Whether a test is of the same package, or the doctest of the module itself."""
    return test.startswith((f"tests/{path.partition('/')[0]}/", f"src/betterthan/{path}"))


def users(path: str) -> list[str]:
    """The modules that import a module, whose own names may all be constants."""
    name = "betterthan." + path.removesuffix(".py").replace("/", ".")
    return [each.relative_to(SOURCE).as_posix() for each in SOURCE.rglob("*.py") if name in each.read_text()]


# Runs.


@dataclass(frozen=True)
class Run:
    """A process that runs tests in a copy of the project, with the package from its `src`."""

    pid: int
    started: float

    def exit_code(self, patience: float) -> int | None:
        """None while it runs; `TOO_LONG` after it had to be stopped."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() - self.started < patience:
            return None
        os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return TOO_LONG

    def wait(self, patience: float) -> int:
        while (code := self.exit_code(patience)) is None:
            time.sleep(0.05)
        return code


def started(work: Callable[[], int], folder: Path) -> Run:
    """Starts a copy of this process, which has the large libraries, for one piece of work."""
    pid = os.fork()
    if pid:
        return Run(pid, time.monotonic())
    os.setsid()
    with (folder / "log.txt").open("w") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = str(folder / "src")
    sys.path.insert(0, str(folder / "src"))
    code = BROKEN
    try:
        code = work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def tested(mutant: Mutant, names: list[str], folder: Path) -> Run:
    """Starts the tests on a mutant."""
    (folder / "src/betterthan" / mutant.path).write_bytes(mutant.applied((SOURCE / mutant.path).read_bytes()))
    return started(lambda: run_tests(names[:FIRST]) or run_tests(names[FIRST:]), folder)


def run_tests(names: list[str], *options: str) -> int:
    """Until one fails; the exit code of pytest, 0 if there are none."""
    return int(pytest.main([*QUIET, "-x", *options, *names])) if names else 0


def outcome_of(code: int, names: list[str], folder: Path) -> str:
    """What an exit code says, once the fault is out of the copy.

    Tests that are not found are those that cannot be imported with the fault, which notices it; or they are no longer
    there, and then they are not found without it either.
    """
    if code == NOT_FOUND and started(lambda: run_tests(names, "--collect-only"), folder).wait(PATIENCE) == 0:
        return "noticed"
    return OUTCOMES.get(code, f"not known: pytest ended with {code}")


def copied(number: int) -> Path:
    """A copy of the project for one worker."""
    folder = HOME / str(number)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__", "_build")
    for name in ("src", "tests", "docs", "scripts", "benchmarks"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy2(path, folder)
    return folder


def outcomes(mutants: list[Mutant], tests: Touched, workers: int) -> Iterator[tuple[Mutant, str]]:
    """What became of each: `noticed`, `survived`, or why it is not known."""
    folders, running, left = [copied(number) for number in range(workers)], {}, list(mutants)
    while left or running:
        for folder in (folder for folder in folders if folder not in running and left):
            mutant = left.pop(0)
            names = noticing(mutant, tests)
            if names:
                running[folder] = mutant, names, tested(mutant, names, folder)
            else:
                yield mutant, "survived: no test runs it"
        for folder, (mutant, names, run) in list(running.items()):
            if (code := run.exit_code(PATIENCE)) is not None:
                shutil.copy2(SOURCE / mutant.path, folder / "src/betterthan" / mutant.path)
                del running[folder]
                yield mutant, outcome_of(code, names, folder)
        time.sleep(0.05)


def main() -> None:
    """Draws, runs, and lists what survived."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("packages", nargs="+", help="packages or modules, relative to src/betterthan")
    asked.add_argument("--count", type=int, default=40)
    asked.add_argument("--seed", type=int, default=14)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--only", type=int, nargs="*", help="numbers of the mutants to run again")
    given = asked.parse_args()
    HOME.mkdir(parents=True, exist_ok=True)
    drawn = sample(given.packages, given.count, given.seed)
    numbers = {mutant: number for number, mutant in enumerate(drawn, start=1)}
    tests, counts, survivors = touched(given.workers), Counter[str](), []
    chosen = [mutant for mutant in drawn if not given.only or numbers[mutant] in given.only]
    for mutant, outcome in outcomes(chosen, tests, given.workers):
        counts[outcome.partition(":")[0]] += 1
        print(f"{sum(counts.values())}/{len(chosen)}  #{numbers[mutant]} {outcome}  {mutant}", flush=True)
        survivors += [] if outcome == "noticed" else [f"#{numbers[mutant]} {outcome}  {mutant}"]
    print("\n" + ", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    print("\n".join(survivors))


if __name__ == "__main__":
    main()
