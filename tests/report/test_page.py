"""The page in a browser: nothing is fetched, nothing fails, the slider agrees with Python, the keyboard suffices."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import betterthan as bt
from betterthan.answers.ranked_scores import RankedScores
from betterthan.asking import live
from betterthan.asking.compare import compare_two
from betterthan.data.examples import example
from betterthan.data.pairing import pair
from betterthan.figures.style import PALETTES
from betterthan.judging.decision import decide
from betterthan.procedures import named
from betterthan.results.region import RegionPosterior
from betterthan.results.rope import Rope
from betterthan.words import verdicts
from betterthan.words.claims import told


def folds() -> bt.Scores:
    rng = np.random.default_rng(0)
    base = rng.normal(0.8, 0.03, 30)
    repeat, fold = np.divmod(np.arange(30), 10)
    return bt.read({"repeat": repeat.tolist(), "fold": fold.tolist(), "a": base.tolist(),
                    "b": (base - 0.012 + rng.normal(0, 0.02, 30)).tolist()})  # fmt: skip


def several_tasks(tasks: int = 12) -> bt.Scores:
    rng = np.random.default_rng(1)
    rows = [
        (model, f"task {task}", str(case), 0.7 + 0.01 * j + shift + rng.normal(0, 0.05))
        for task, shift in enumerate(rng.normal(0, 0.05, tasks))
        for j, model in enumerate(("a", "b"))
        for case in range(12)
    ]
    return bt.read(dict(zip(("model", "task", "case", "score"), map(list, zip(*rows, strict=True)), strict=True)))


def one_score_per_task() -> bt.Scores:
    rng = np.random.default_rng(2)
    a = rng.normal(0.8, 0.05, 25)
    return bt.read(
        {"task": [f"t{j}" for j in range(25)], "a": a.tolist(), "b": (a - rng.normal(0.01, 0.02, 25)).tolist()}
    )


def five_models() -> bt.Scores:
    rng = np.random.default_rng(3)
    level = rng.normal(0.8, 0.05, 14)
    columns = {name: (level + 0.01 * j + rng.normal(0, 0.01, 14)).tolist() for j, name in enumerate("abcde")}
    return bt.read({"task": [f"t{j}" for j in range(14)], **columns})


def with_gaps() -> RankedScores:
    """A ranking of models with longer names, one of which lacks two tasks, and the table of their scores."""
    rng = np.random.default_rng(5)
    rows = [
        (f"model-{name}", f"dataset-{task}", 0.8 + 0.02 * j + rng.normal(0, 0.01))
        for task in range(12) for j, name in enumerate("abcde") if task > 1 or name != "c"
    ]  # fmt: skip
    scores = bt.read(dict(zip(("model", "task", "score"), map(list, zip(*rows, strict=True)), strict=True)))
    return RankedScores(bt.rank(scores, rope=0.01), bt.score_table(scores, rope=0.01))


ANSWERS: dict[str, Callable[[], bt.Comparison]] = {
    "Q1": lambda: bt.compare(example("code-switching"), task="da-en", rope=0.01),
    "Q1, φ": lambda: bt.compare(example("code-switching"), task="tr-en"),
    "Q2": lambda: bt.compare(folds(), rope=0.01),
    "Q3": lambda: bt.compare(several_tasks(), rope=0.01, per_task=True),
    "Q3, ranks": lambda: bt.compare(one_score_per_task(), rope=0.01),
    "point": lambda: bt.compare(bt.pair_arrays([0.3] * 5, [0.1] * 5, independent=True), rope=0.1),
}
TASKS = 'table[data-key="tasks"]'
BY_ROPE = {
    "several models": lambda rope: bt.compare(five_models(), rope=rope),
    "pairs by a t posterior": lambda rope: bt.compare(five_models(), rope=rope, procedure="bayes_t", pairs="c"),
}
MANY = {
    **{name: partial(compared, 0.01) for name, compared in BY_ROPE.items()},
    "a ranking": lambda: bt.rank(five_models(), rope=0.01),
    "a ranking with gaps": with_gaps,
}
answers = pytest.mark.parametrize("name", ANSWERS)
pages = pytest.mark.parametrize("name", [*ANSWERS, *MANY])


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Every answer and its page, made once."""
    directory, made = tmp_path_factory.mktemp("pages"), {}

    def page(name: str) -> tuple[bt.Comparison, Path]:
        if name not in made:
            found = {**ANSWERS, **MANY}[name]()
            made[name] = found, found.report(directory / f"{len(made)}.html")
        return made[name]

    return page


@pytest.fixture
def opened(browser, written):
    """A page in the browser, and what went wrong on the way."""
    pages = []

    def open_page(name: str, **options):
        found, path = written(name)
        page = browser.new_page(**options)
        trouble: list[str] = []
        page.on("request", lambda request: None if request.url.startswith("file:") else trouble.append(request.url))
        page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(path.as_uri())
        pages.append(page)
        return found, page, trouble

    yield open_page
    for page in pages:
        page.close()


def move(page, k: float) -> None:
    """Set the slider to a factor of the rope."""
    data = json.loads(page.locator("#bt-data").text_content())["numbers"]
    position = data["factors"].index(k) if data["stepped"] else k
    page.evaluate(
        "v => { const s = document.getElementById('bt-rope'); s.value = v; s.dispatchEvent(new Event('input')); }",
        position,
    )


def said_of(verdict: str, found: bt.Comparison) -> str:
    """A verdict as a table says it: the model that it is for, by its name."""
    return {"first": found.first, "second": found.second}.get(verdict, verdict)


def in_python(found: bt.Comparison, k: float):
    """The decision of Python for the rope times k."""
    posterior, null = found.posterior, found.posterior.parameter.null
    rope = Rope(null + k * (found.rope.low - null), null + k * (found.rope.high - null))
    if isinstance(posterior, RegionPosterior):
        inputs = {**posterior.inputs, "differences": np.array(posterior.inputs["differences"])}
        posterior = named(found.procedure).from_differences(rope=rope, **inputs)
    return decide(posterior, rope, reading=found.decision.reading)


@pages
def test_nothing_is_fetched_and_nothing_fails(opened, name):
    _, _, trouble = opened(name)
    assert trouble == []


@answers
def test_the_slider_agrees_with_python(opened, name):
    found, page, trouble = opened(name)
    data = json.loads(page.locator("#bt-data").text_content())["numbers"]
    stops, anywhere = data["factors"][3::5], (0.0, 0.03, 0.37, 0.5, 1.0, 1.31, 2.09, 3.3, 5.47, 9.99)
    for k in stops if data["stepped"] else anywhere:
        move(page, k)
        expected = in_python(found, k)
        shown = page.evaluate(
            "() => [...document.querySelectorAll('[data-share]')].slice(0, 3).map(e => e.textContent)"
        )
        for text, share in zip(shown, expected.probabilities, strict=True):
            assert float(text.strip("<>")) == pytest.approx(share, abs=0.002), (
                k,
                shown,
                expected.probabilities,
                data["row"]["kind"],
            )
        near = min(abs(share - at) for share in expected.probabilities for at in (0.05, 0.95)) < 0.002
        if not near:
            verdict = page.locator(".bt-verdict")
            assert f"bt-verdict-{expected.verdict}" in verdict.get_attribute("class")
            assert without_numbers(verdict.text_content()) == without_numbers(in_words(found, expected, k))
        better = f"{'practically ' if k and found.rope.width else ''}better"
        wins = "wins more disagreements" if found.rope.scale == "phi" else better
        assert page.locator("[data-outcome=first]").text_content().strip() == f"{found.first} {wins}"
    assert trouble == []


def in_words(found: bt.Comparison, decision, k: float) -> str:
    """What Python says of a decision under the rope times k."""
    null = found.posterior.parameter.null
    rope = replace(found.rope, low=null + k * (found.rope.low - null), high=null + k * (found.rope.high - null))
    return told(replace(verdicts.judged(found), decision=decision, rope=rope), outside="1%")


def without_numbers(sentence: str) -> str:
    """The page's numbers are those of Python to 0.002 only."""
    return re.sub(r"[<>]?(\d+%|\d\.\d+)", "#", sentence)


@pytest.mark.parametrize("name", ["several models", "pairs by a t posterior"])
def test_the_slider_of_the_pairs_agrees_with_python(opened, name):
    found, page, trouble = opened(name)
    for k in (1.0, 0.0, 0.1, 0.25, 0.5, 1.5, 2.0, 3.0, 5.0, 10.0):
        move(page, k)
        lines = page.evaluate(
            """() => [...document.querySelectorAll('table[data-key="pairs"] tbody tr')].map(line =>
                ['first', 'equivalent', 'second', 'verdict'].map(
                    name => line.querySelector(`[data-column=${name}]`).textContent))"""
        )
        again = {(part.first, part.second): part.decision for part in BY_ROPE[name](0.01 * k).comparisons}
        expected = [again[part.first, part.second] for part in found.clearest]
        for (*shares, verdict), decision, part in zip(lines, expected, found.clearest, strict=True):
            numbers = [float(share.strip("<>")) for share in shares]
            assert numbers == pytest.approx(list(decision.probabilities), abs=0.002), (k, decision)
            near = abs(max(decision.probabilities) - decision.threshold) < 0.002
            assert verdict == said_of(decision.verdict, part) or near
        undecided = sum(line[3] == "undecided" for line in lines)
        assert f"{undecided} undecided." in page.locator("#bt-counts").text_content()
    assert trouble == []


def test_without_a_rope_all_pairs_share_the_unit_of_the_slider():
    found = bt.compare(five_models(), rope=0.0, procedure="bayes_t")
    numbers = live.live_numbers_of_pairs(found)
    assert {row.unit for row in numbers.tables["pairs"]} == {numbers.unit}
    assert numbers.start == 0.0


def test_tasks_with_ropes_of_their_own_are_told_as_multiples():
    """The default rope of a task is a tenth of its own spread; a constant difference has none."""
    rng = np.random.default_rng(4)
    rows = [
        (model, f"t{task}", str(case), 0.7 + 0.03 * (model == "a") + (rng.normal(0, 0.02) if task else 0.0))
        for model in "ab" for task in range(4) for case in range(8)
    ]  # fmt: skip
    columns = dict(zip(("model", "task", "case", "score"), map(list, zip(*rows, strict=True)), strict=True))
    numbers = live.live_numbers(bt.compare(bt.read(columns), per_task=True))
    assert numbers.apart
    assert numbers.tables["tasks"][0].unit == (0.0, 0.0)
    none = live.live_numbers(bt.compare(bt.read(columns), per_task=True, rope=0))
    assert {row.unit for row in none.tables["tasks"]} == {none.unit}


@pytest.mark.parametrize("n", [2, 3])
def test_a_posterior_without_a_standard_deviation_has_a_slider(tmp_path, n):
    found = bt.compare(bt.pair_arrays([0.1, 0.3, 0.2][:n], [0.2, 0.25, 0.4][:n], independent=True), rope=0)
    assert "bt-rope" in found.report(tmp_path / "few.html").read_text()


def test_draws_of_a_generator_cannot_be_moved(tmp_path):
    found = bt.compare(five_models(), rope=0.01, procedure="bayes_signed_rank", rng=np.random.default_rng(3))
    assert live.live_numbers_of_pairs(found) is None
    assert 'id="bt-rope"' not in found.report(tmp_path / "drawn.html").read_text()


def test_ropes_of_their_own_are_told_as_multiples(browser, tmp_path):
    found = bt.compare(five_models(), rope=bt.Rope.relative(0.05), procedure="bayes_t", pairs="c")
    assert live.live_numbers_of_pairs(found).unit is None
    page = browser.new_page()
    page.goto(found.report(tmp_path / "own.html").as_uri())
    assert page.locator("#bt-bounds").text_content() == "1 times that of each pair"
    page.close()


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        ("several models", "the headline, the ranking, the tiers and the pictures stay as computed"),
        ("pairs by a t posterior", "everything else on this page stays as computed"),
    ],
)
def test_what_stays_as_computed_is_said(opened, name, stays):
    _, page, _ = opened(name)
    before = page.locator(".bt-verdict").text_content()
    move(page, 10.0)
    assert page.locator(".bt-verdict").text_content() == before
    assert stays in page.locator(".bt-live").text_content()


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("Q1", ["Scores, pair by pair", "Other ropes"]),
        ("Q2", ["Differences", "Do the differences follow a normal law?", "Scores, pair by pair", "Other ropes"]),
        ("Q3", ["Tasks after partial pooling", "Scores, pair by pair", "Differences", "Other ropes"]),
        ("point", ["Differences", "Scores, pair by pair", "Other ropes"]),
        ("several models", ["Effects of the models", "Who is better than whom", "Places", "Critical difference",
                            "Scores of the models"]),
        ("a ranking", ["Effects of the models", "Who is better than whom", "Places", "Critical difference"]),
    ],
)  # fmt: skip
def test_the_pictures_of_a_page(opened, name, titles):
    """Column by column."""
    _, page, _ = opened(name)
    assert page.locator(".bt-pictures h2").all_text_contents() == titles
    assert page.locator(".bt-pictures figure svg").count() == len(titles)


def test_a_page_read_back_from_json_has_all_but_the_scores(tmp_path):
    found = ANSWERS["Q2"]()
    again = bt.Comparison.from_dict(found.to_dict())
    assert again == found
    text = again.report(tmp_path / "again.html").read_text()
    assert "Other ropes" in text
    assert "Scores, pair by pair" not in text


def test_many_pairs_have_no_slider_where_each_is_integrated_anew(monkeypatch):
    found = bt.compare(five_models(), rope=0.01, procedure="bayes_signed_rank")
    monkeypatch.setattr(live, "MOST_INTEGRATED", 9)
    assert live.live_numbers_of_pairs(found) is None


def test_many_pairs_have_no_slider_by_the_joint_model(monkeypatch):
    found = MANY["several models"]()
    assert live.live_numbers_of_pairs(found) is not None
    monkeypatch.setattr(live, "MOST_BY_JOINT", 9)
    assert live.live_numbers_of_pairs(found) is None


@answers
def test_as_computed_the_page_says_what_the_report_says(opened, name):
    found, page, _ = opened(name)
    assert page.locator(".bt-verdict").text_content() == verdicts.verdict(found)


@pytest.mark.parametrize("above", [0.0002, 1e-6, -1e-6])
def test_near_its_threshold_a_probability_has_as_many_digits_as_in_python(browser, tmp_path, above):
    table = bt.pair_arrays([0.31, 0.42, 0.28, 0.5, 0.37], [0.3, 0.4, 0.29, 0.45, 0.33], independent=True)
    threshold = max(bt.compare(table, rope=0.01).decision.probabilities) + above
    found = bt.compare(table, rope=0.01, threshold=threshold)
    page = browser.new_page()
    page.goto(found.report(tmp_path / "near.html").as_uri())
    shown = page.locator(".bt-verdict").text_content()
    assert shown == verdicts.verdict(found)
    share = max(float(number) for number in re.findall(r"(?<=[( ])\d\.\d+(?=;)", shown))
    assert (share >= threshold) == (above < 0)
    page.close()


def test_the_threshold_moves_the_verdict(opened):
    found, page, _ = opened("Q1")
    page.locator("#bt-threshold").fill("0.5")
    assert found.decision.verdict == "undecided"
    assert "practically" in page.locator(".bt-verdict").text_content()
    page.locator("#bt-reset").click()
    assert page.locator(".bt-verdict").text_content() == verdicts.verdict(found)


def test_tasks_are_retold(opened):
    found, page, _ = opened("Q3")
    told = set()
    for k in (0.2, 1.0, 3.0, 8.0):
        move(page, k)
        verdicts = page.evaluate(
            f"() => [...document.querySelectorAll('{TASKS} td[data-column=verdict]')].map(e => e.textContent)"
        )
        expected = [decide(part.posterior, Rope(k * part.rope.low, k * part.rope.high)).verdict for part in found.tasks]
        assert verdicts == [said_of(verdict, found) for verdict in expected]
        told.add(tuple(verdicts))
    assert len(told) > 1


def test_tasks_after_partial_pooling_are_retold(opened):
    found, page, _ = opened("Q3")
    for k in (0.0, 0.45, 2.25, 7.0):
        move(page, k)
        shown = page.evaluate(
            """() => [...document.querySelectorAll('table[data-key="pooled-tasks"] tbody tr')].map(line =>
                ['first', 'equivalent', 'second'].map(
                    name => line.querySelector(`[data-column=${name}]`).textContent))"""
        )
        expected = found.result.task_probabilities(Rope(k * found.rope.low, k * found.rope.high))
        for texts, shares in zip(shown, expected, strict=True):
            assert [float(text.strip("<>")) for text in texts] == pytest.approx(list(shares), abs=0.002)


def test_tables_are_sorted_and_searched(opened):
    _, page, _ = opened("Q3")
    shown = f"[...document.querySelectorAll('{TASKS} tbody tr:not([hidden]) td:first-child')]"
    names = f"() => {shown}.map(e => e.textContent)"
    before = page.evaluate(names)
    head = page.locator('table[data-key="tasks"] th', has_text="estimate")
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    values = page.evaluate(
        f"() => [...document.querySelectorAll('{TASKS} td[data-column=estimate]')].map(e => Number(e.textContent))"
    )
    assert values == sorted(values)
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    identity = page.locator('table[data-key="tasks"]').get_attribute("id")
    page.locator(f'input[aria-controls="{identity}"]').fill("task 11")
    assert page.evaluate(names) == ["task 11"]
    assert len(before) == 12


def test_the_keyboard_suffices(opened):
    """After the contents, Tab reaches the slider, arrows move it, Tab goes on to threshold, tables, copy buttons."""
    _, page, _ = opened("Q3")
    page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.locator("nav a").last.focus()
    reached = [""]
    while not reached[-1] and len(reached) < 4:  # past the headings of sections that fold
        page.keyboard.press("Tab")
        reached.append(page.evaluate("() => document.activeElement.id"))
    reached = reached[-1:]
    before = page.locator("#bt-bounds").text_content()
    page.keyboard.press("ArrowRight")
    assert page.locator("#bt-bounds").text_content() != before
    kinds = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("() => document.activeElement.id"))
        copies = page.evaluate("() => document.activeElement.hasAttribute('data-copy')")
        kinds.add(page.evaluate("() => document.activeElement.tagName") + (" copy" if copies else ""))
    assert reached[:3] == ["bt-rope", "bt-threshold", "bt-reset"]
    assert {"BUTTON", "BUTTON copy", "INPUT", "PRE"} <= kinds


@pages
def test_no_horizontal_scroll_on_a_phone(opened, name):
    _, page, _ = opened(name, viewport={"width": 375, "height": 800})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize("name", ["Q2", "Q3", "a ranking"])
def test_columns_of_pictures_end_alike(opened, name):
    """What is white below one of them is a twentieth of the other at most."""
    _, page, _ = opened(name, viewport={"width": 1280, "height": 800})
    top, *ends = page.evaluate(
        """() => [document.querySelector('.bt-pictures').getBoundingClientRect().top,
            ...[...document.querySelectorAll('.bt-pictures > div')].map(
                each => each.lastElementChild.getBoundingClientRect().bottom)]"""
    )
    assert len(ends) == 2
    assert max(ends) - min(ends) <= 0.05 * (max(ends) - top)


WIDTHS = pytest.mark.parametrize("width", [375, 1280])


@pages
@WIDTHS
def test_no_table_or_picture_leaves_its_box(opened, name, width):
    _, page, _ = opened(name, viewport={"width": width, "height": 800})
    wide = page.evaluate(
        """() => [...document.querySelectorAll('.bt-scroll')].filter(each => each.scrollWidth > each.clientWidth + 1)
            .map(each => each.getAttribute('aria-label'))"""
    )
    assert wide == []


@pages
@WIDTHS
def test_no_heading_leaves_its_cell_or_lies_on_another(opened, name, width):
    _, page, _ = opened(name, viewport={"width": width, "height": 800})
    outside, overlapping = page.evaluate(
        """() => {
            const shown = [...document.querySelectorAll('th')].filter(each => each.offsetParent && each.textContent);
            const words = shown.map(each => {
                const range = document.createRange();
                range.selectNodeContents(each);
                return [each, range.getBoundingClientRect(), each.getBoundingClientRect()];
            });
            const past = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
            const overlap = ([one, a], [other, b]) =>
                one !== other && one.parentElement === other.parentElement && !past(a, b) && !past(b, a);
            return [
                words.filter(([, text, cell]) => text.left < cell.left - 1 || text.right > cell.right + 1),
                words.filter(one => words.some(other => overlap(one, other))),
            ].map(found => found.map(([each]) => each.textContent));
        }"""
    )
    assert (outside, overlapping) == ([], [])


def test_on_a_phone_no_interval_is_broken(opened):
    _, page, _ = opened("Q3", viewport={"width": 375, "height": 800})
    lines = page.evaluate(
        r"""() => [...document.querySelectorAll('td')].flatMap(cell => {
            const text = [...cell.childNodes].find(node => /^\[.*\]$/.test(node.textContent));
            if (!text) return [];
            const range = document.createRange();
            range.selectNodeContents(text);
            return [[text.textContent, range.getClientRects().length]];
        })"""
    )
    assert len(lines) > 12
    assert [text for text, count in lines if count > 1] == []


@WIDTHS
def test_the_bounds_of_the_rope_do_not_lie_on_each_other(browser, tmp_path, width):
    """Near the left edge, the label of the lower bound has no room on its own side."""
    rng = np.random.default_rng(0)
    found = bt.compare(bt.pair_arrays(rng.normal(0.016, 0.02, 12), np.zeros(12), independent=True), rope=0.002102)
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(found.report(tmp_path / "bounds.html").as_uri())
    seen = 0
    for k in np.linspace(0, 5, 26):
        move(page, float(k))
        labels = [page.locator(f'[data-bound-label="{side}"]') for side in ("low", "high")]
        if all(label.is_visible() for label in labels):
            low, high = (label.bounding_box() for label in labels)
            assert low["x"] + low["width"] <= high["x"] + 1, k
            seen += 1
    assert seen > 5
    page.close()


@pages
def test_no_backtick_is_printed(opened, name):
    """Those of the names of procedures; text to copy has its own."""
    _, page, _ = opened(name)
    headed = page.locator("h2, nav a, .bt-facts td").all_inner_texts()
    labels = page.evaluate("() => [...document.querySelectorAll('[aria-label]')].map(each => each.ariaLabel)")
    assert [text for text in (*headed, *labels) if "`" in text] == []


@pages
@WIDTHS
def test_words_in_pictures_are_at_least_12_pixels_high(opened, name, width):
    _, page, _ = opened(name, viewport={"width": width, "height": 800})
    smallest = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('.bt-pictures svg')].flatMap(svg => {
            const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
            return [...svg.querySelectorAll('text')].map(text => scale * parseFloat(getComputedStyle(text).fontSize));
        }))"""
    )
    assert smallest >= 11.99


def test_on_a_phone_the_verdict_is_beside_the_name(opened):
    _, page, _ = opened("Q3", viewport={"width": 375, "height": 800})
    row = page.locator(f"{TASKS} tbody tr").first
    name, verdict = row.locator("td").first.bounding_box(), row.locator("[data-column=verdict]").bounding_box()
    estimate = row.locator("[data-column=estimate]").bounding_box()
    assert abs(name["y"] - verdict["y"]) < 4
    assert verdict["x"] > name["x"]
    assert estimate["y"] > name["y"] + 4
    assert verdict["x"] + verdict["width"] <= 375


def test_rows_have_the_colour_of_their_verdict(opened):
    found, page, _ = opened("Q3")
    seen = {}
    for k in (8.0, 2.0, 0.2):
        move(page, k)
        lines = page.evaluate(
            f"""() => [...document.querySelectorAll('{TASKS} tbody tr')].map(
                line => [line.dataset.said, getComputedStyle(line.querySelector('[data-column=verdict]')).color])"""
        )
        ropes = [Rope(k * part.rope.low, k * part.rope.high) for part in found.tasks]
        expected = [decide(part.posterior, rope).verdict for part, rope in zip(found.tasks, ropes, strict=True)]
        assert [said for said, _ in lines] == expected
        seen |= dict(lines)
    assert len(set(seen.values())) == len(seen) > 1


def test_the_density_has_ticks_no_difference_and_the_bounds_of_the_rope(opened):
    found, page, _ = opened("Q1")
    ticks = page.locator(".bt-ticks span").all_text_contents()
    assert "0" in ticks
    assert 4 <= len(ticks) <= 8
    zero = page.locator(".bt-ticks span", has_text=re.compile("^0$")).bounding_box()
    line = page.locator(".bt-null").bounding_box()
    assert zero["x"] + zero["width"] / 2 == pytest.approx(line["x"], abs=1.5)
    for k in (1.0, 1.5):
        move(page, k)
        low, high = (page.locator(f'[data-bound-label="{name}"]').text_content() for name in ("low", "high"))
        assert [float(low.replace("−", "-")), float(high)] == pytest.approx([k * found.rope.low, k * found.rope.high])


def test_contents_lead_to_every_section_and_open_it(opened):
    _, page, trouble = opened("Q3")
    links = page.locator("nav a")
    anchors = [links.nth(j).get_attribute("href")[1:] for j in range(links.count())]
    assert len(anchors) == len(set(anchors)) > 8
    assert all(page.locator(f'[id="{anchor}"]').count() == 1 for anchor in anchors)
    folded = page.locator("details#bt-at-bibtex")
    assert folded.get_attribute("open") is None
    page.locator('nav a[href="#bt-at-bibtex"]').click()
    assert folded.get_attribute("open") is not None
    assert trouble == []


def test_on_a_phone_the_contents_are_folded(opened):
    _, page, _ = opened("Q3", viewport={"width": 375, "height": 800})
    assert page.locator("#bt-contents").get_attribute("open") is None
    assert page.locator(".bt-verdict").bounding_box()["y"] < 800


@pytest.mark.parametrize(
    ("name", "scheme"),
    [*((name, "light") for name in (*ANSWERS, *MANY)), ("Q1", "dark"), ("Q3", "dark"), ("several models", "dark")],
)
def test_axe_finds_nothing_serious(opened, name, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    _, page, _ = opened(name, color_scheme=scheme)
    violations = axe.run(page).response["violations"]
    serious = [
        (each["id"], each["nodes"][0]["html"][:200]) for each in violations if each["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_a_name_that_is_a_colour_stays_a_name(tmp_path):
    """The page puts its own colours in place of those of a figure, but not into words."""
    ink = PALETTES["light"].ink
    table = bt.pair_arrays([0.1, 0.4, 0.2, 0.5, 0.3], [0.2, 0.1, 0.6, 0.3, 0.2], models=(ink, "b"), independent=True)
    found = compare_two(table, rope=0.1)
    text = found.report(tmp_path / "colour.html").read_text()
    assert f">{ink}" in text
    assert f": var(--ink,{ink})" in text


def test_names_are_text(browser, tmp_path):
    evil = "<script>alert(1)</script>"
    rng = np.random.default_rng(0)
    table = pair(
        bt.read({"case": [str(j) for j in range(20)], evil: rng.normal(size=20), "</script><b>": rng.normal(size=20)})
    )
    path = compare_two(table, rope=0.1).report(tmp_path / "evil.html")
    page, dialogs = browser.new_page(), []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(path.as_uri())
    assert dialogs == []
    assert evil in page.locator("h1").text_content()
    page.locator("#bt-rope").press("ArrowRight")
    assert evil in page.locator("main").text_content()
    assert page.locator("main b", has_text="alert").count() == 0
    page.close()


@pages
def test_the_same_answer_gives_the_same_bytes(written, name, tmp_path):
    _, path = written(name)
    again = {**ANSWERS, **MANY}[name]().report(tmp_path / "again.html")
    assert again.read_bytes() == path.read_bytes()
