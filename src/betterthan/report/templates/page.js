"use strict";
(() => {
  const source = document.getElementById("bt-data");
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const REGIONS = ["first", "equivalent", "second"];
  const EVEN = 0.0001;

  // As in Python: three decimals, and never a 0 or 1.
  const probability = (p) => (p < 0.0005 ? "<0.001" : p >= 0.9995 ? ">0.999" : p.toFixed(3));
  const shares = (p) => p.map(probability);
  // Beside the threshold of a claim: with as many more digits as show on which side of it a probability lies.
  const beside = (p, threshold) => {
    const texts = [probability(p), ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((places) => p.toFixed(places))];
    return texts.find((text) => (Number(text.replace(/[<>]/, "")) >= threshold) === (p >= threshold)) ?? texts[0];
  };
  const needed = (threshold) => {
    const places = Math.max(4, 1 - Math.floor(Math.log10(1 - threshold)));
    return Number(threshold.toPrecision(6)) === threshold ? String(threshold) : String(Number(threshold.toFixed(places)));
  };
  const number = (x) => {
    const whole = Math.abs(x) >= 1e4 && Math.abs(x) < 1e9;
    return (whole ? Math.round(x).toLocaleString("en-US") : String(Number(x.toPrecision(4)))).replace(/-/g, "\u2212");
  };

  // x holds the quantiles at evenly spaced logits from -FURTHEST to FURTHEST, as Python wrote them.
  const FURTHEST = 13.8;
  const cdf = (x, at) => {
    if (at <= x[0]) return 0;
    if (at >= x[x.length - 1]) return 1;
    let low = 0, high = x.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (x[middle] <= at) low = middle; else high = middle;
    }
    const width = x[high] - x[low];
    const place = width > 0 ? low + (at - x[low]) / width : high;
    return 1 / (1 + Math.exp(-FURTHEST * (2 * place / (x.length - 1) - 1)));
  };
  const sides = (below, above) => [above, Math.max(0, 1 - below - above), below];
  // The three probabilities of one posterior when the rope is k times its own.
  const ask = (row, data, k) => {
    if (row.own && k === data.start) return row.own;
    const [low, high] = row.unit.map((bound) => bound * k);
    if (row.kind === "quantiles") return sides(cdf(row.x, low), 1 - cdf(row.x, high));
    if (row.kind === "grid") return row.shares[data.factors.indexOf(k)];
    if (row.same) return [0, 1, 0];
    const near = 1e-9 * Math.abs(row.at);
    return sides(row.at < low - near ? 1 : 0, row.at > high + near ? 1 : 0);
  };
  // What a claim must also pass: the condition that holds it back, if one does.
  const heldBack = (row, data, k, best, threshold) => {
    if (!row.confirmed) return null;
    const at = data.factors.indexOf(k);
    return row.confirmed[at][best] < threshold ? row.held_back_by[at][best] : null;
  };
  const decide = (p, threshold, row, data, k) => {
    const best = p.indexOf(Math.max(...p));
    return p[best] >= threshold && !heldBack(row, data, k, best, threshold) ? REGIONS[best] : "undecided";
  };
  const percent = (p) => (p < 0.005 ? "<1%" : p > 0.995 ? ">99%" : `${Math.round(100 * p)}%`);
  const grade = (p) => {
    const best = Math.max(...p);
    const lead = Math.min(...p.filter((_, j) => j !== p.indexOf(best)).map((other) => (other > 0 ? best / other : Infinity)));
    return lead > 20 ? "strong" : lead > 3 ? "positive" : "weak";
  };
  // Named places such as {share}, as str.format fills them in Python: a brace that is text is written twice.
  const fill = (template, values) => template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => (name ? values[name] : found[0]));
  const isWide = (data, k) => data.unit.some((bound) => bound * k !== 0);
  const practicallyAt = (words, data, k) => (isWide(data, k) ? words.practically : "");
  // The most probable outcome, or those that are equally probable; of three, the two models.
  const favoured = (p) => {
    const leading = REGIONS.filter((_, j) => Math.max(...p) - p[j] < EVEN);
    return leading.length === 3 ? "first second" : leading.join(" ");
  };
  const sentence = (words, p, verdict, threshold, row, data, k) => {
    const whose = threshold === data.threshold ? words.whose : "your threshold";
    const practically = practicallyAt(words, data, k);
    const outside = row.outside ? percent(row.outside[data.factors.indexOf(k)]) : "";
    const best = p.indexOf(Math.max(...p));
    const confirmed = row.confirmed ? beside(row.confirmed[data.factors.indexOf(k)][best], threshold) : "";
    const needs = needed(threshold);
    const said = (name, chance) => {
      const template = words.verdicts[name], share = beside(chance, threshold);
      const shown = { share, threshold: needs, whose, grade: grade(p), outside, confirmed, practically };
      return fill(template, { ...shown, beyond: practically });
    };
    if (verdict !== "undecided") return said(verdict, p[REGIONS.indexOf(verdict)]);
    const held = p[best] >= threshold ? heldBack(row, data, k, best, threshold) : null;
    const out = REGIONS.filter((region, j) => words.verdicts[`not ${region}`] && (isWide(data, k) || j !== 1) && p[j] <= 1 - threshold);
    const notSo = out.map((region) => said(`not ${region}`, 1 - p[REGIONS.indexOf(region)]));
    if (held) return [said(`held back by ${held} ${REGIONS[best]}`, p[best]), ...notSo].join(" ");
    return [said("undecided", 0), ...notSo, said(`favoured ${favoured(p)}`, Math.max(...p))].join(" ");
  };

  const live = () => {
    const { numbers: data, words } = JSON.parse(source.textContent);
    const slider = document.getElementById("bt-rope");
    const threshold = document.getElementById("bt-threshold");
    const update = () => {
      const k = data.stepped ? data.factors[Number(slider.value)] : Number(slider.value);
      const limit = Number(threshold.value) || data.threshold;
      const rope = data.unit ? data.unit.map((bound) => number(data.null + bound * k)) : null;
      document.getElementById("bt-bounds").textContent = (rope ? `[${rope[0]}, ${rope[1]}]` : `${k} times that of each pair`)
        + (data.apart ? `; tasks: ${k} times their own` : "");
      slider.setAttribute("aria-valuetext", rope ? `rope from ${rope[0]} to ${rope[1]}` : `${k} times the rope of each pair`);
      if (data.row) tell(data, words, k, limit);
      const verdicts = Object.entries(data.tables).flatMap(([key, rows]) => retell(key, rows, data, k, limit));
      if (words.counts) document.getElementById("bt-counts").textContent = counted(words.counts, verdicts);
    };
    [slider, threshold].forEach((control) => control.addEventListener("input", update));
    document.getElementById("bt-reset").addEventListener("click", () => {
      slider.value = slider.dataset.start;
      threshold.value = data.threshold;
      update();
    });
    document.getElementById("bt-controls").hidden = false;
    window.addEventListener("resize", update);
    update();
  };
  // The verdict, the bar and the shaded density.
  const tell = (data, words, k, limit) => {
    const p = ask(data.row, data, k);
    const said = decide(p, limit, data.row, data, k);
    const verdict = document.querySelector(".bt-verdict");
    verdict.textContent = sentence(words, p, said, limit, data.row, data, k);
    verdict.className = `bt-verdict bt-verdict-${said}`;
    shares(p).forEach((text, j) => all(`[data-share="${REGIONS[j]}"]`).forEach((cell) => { cell.textContent = text; }));
    const practically = practicallyAt(words, data, k);
    const labels = words.labels.map((label) => fill(label, { practically }));
    REGIONS.forEach((region, j) => all(`[data-outcome="${region}"]`).forEach((cell) => { cell.textContent = labels[j]; }));
    all(".bt-bar").forEach((bar) => bar.setAttribute("aria-label", labels.map((label, j) => `${label} ${shares(p)[j]}`).join(", ")));
    REGIONS.forEach((region, j) => all(`.bt-bar .bt-${region}`).forEach((part) => { part.style.width = `${100 * p[j]}%`; }));
    const figure = document.getElementById("bt-density");
    if (figure) shade(figure, data, k);
  };
  const counted = (template, verdicts) => {
    const [first, equivalent, second, undecided] = [...REGIONS, "undecided"].map((name) => verdicts.filter((verdict) => verdict === name).length);
    return fill(template, { pairs: verdicts.length, decided: first + second, equivalent, undecided });
  };
  const shade = (figure, data, k) => {
    const low = Number(figure.dataset.low), high = Number(figure.dataset.high);
    const place = (x) => Math.min(1, Math.max(0, (x - low) / (high - low)));
    const [left, right] = data.unit.map((bound) => place(bound * k));
    const spans = { left: [0, left], middle: [left, right], right: [right, 1] };
    Object.entries(spans).forEach(([name, [from, to]]) => {
      const part = figure.querySelector(`[data-part="${name}"]`);
      part.setAttribute("x", from);
      part.setAttribute("width", Math.max(0, to - from));
    });
    [["low", left], ["high", right]].forEach(([name, at]) => {
      const line = figure.querySelector(`[data-bound="${name}"]`);
      line.setAttribute("x1", at);
      line.setAttribute("x2", at);
    });
    label(["low", "high"], [left, right], data.unit.map((bound) => number(data.null + bound * k)));
  };
  // The bounds of the rope above the density, on either side of the rope, as far as the frame leaves room for them.
  const label = (names, places, texts) => {
    const [low, high] = names.map((name, j) => {
      const text = document.querySelector(`[data-bound-label="${name}"]`);
      text.textContent = texts[j];
      text.hidden = places[j] <= 0 || places[j] >= 1;
      return text;
    });
    const [left, right] = places.map((place) => place * low.parentElement.clientWidth);
    const start = Math.min(right, low.parentElement.clientWidth - high.offsetWidth);
    const end = Math.max(Math.min(left, start), low.offsetWidth);
    low.style.left = `${end}px`;
    high.style.left = `${Math.max(start, end)}px`;
  };
  // The probabilities and verdicts of a table; returns the verdicts.
  const retell = (key, rows, data, k, limit) => {
    const table = document.querySelector(`table[data-key="${key}"]`);
    if (!table) return [];
    return all("tbody tr", table).filter((line) => rows[Number(line.dataset.row)]).map((line) => {
      const row = rows[Number(line.dataset.row)];
      const p = ask(row, data, k);
      const said = decide(p, limit, row, data, k);
      const cells = [...shares(p).map((text, j) => [REGIONS[j], text]), ["verdict", line.dataset[said] ?? said]];
      cells.forEach(([column, text]) => {
        const cell = line.querySelector(`[data-column="${column}"]`);
        if (cell) cell.textContent = text;
      });
      if (line.dataset.said) line.dataset.said = said;
      return said;
    });
  };

  const value = (cell) => {
    const found = Number(cell.textContent.replace(/[<>,%]/g, "").replace("\u2212", "-"));
    return Number.isNaN(found) || cell.textContent.trim() === "" ? cell.textContent.trim().toLowerCase() : found;
  };
  const sortable = (table) => {
    all("thead th", table).forEach((head, column) => {
      const button = head.querySelector("button");
      if (!button) return;
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        all("thead th", table).forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const body = table.tBodies[0];
        const lines = [...body.rows].sort((one, other) => {
          const a = value(one.cells[column]), b = value(other.cells[column]);
          const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
          return (down ? -order : order) || Number(one.dataset.row) - Number(other.dataset.row);
        });
        body.append(...lines);
      });
    });
  };
  const searchable = (field) => {
    const table = document.getElementById(field.getAttribute("aria-controls"));
    const count = field.parentElement.querySelector("[data-count]");
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase();
      const lines = [...table.tBodies[0].rows];
      lines.forEach((line) => { line.hidden = ![...line.cells].some((cell) => cell.textContent.toLowerCase().includes(wanted)); });
      count.textContent = wanted ? `${lines.filter((line) => !line.hidden).length} of ${lines.length}` : "";
    });
  };
  const copyable = (button) => {
    button.addEventListener("click", async () => {
      const text = document.getElementById(button.getAttribute("aria-controls")).textContent;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const field = document.createElement("textarea");
        field.value = text;
        document.body.append(field);
        field.select();
        document.execCommand("copy");
        field.remove();
      }
      button.textContent = "copied";
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    });
  };
  // A link, or the printer, opens what is folded; the contents are folded where they would push the verdict down.
  const unfold = (inside) => { for (let at = inside; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true; };
  const unfoldTarget = () => unfold(location.hash ? document.getElementById(location.hash.slice(1)) : null);
  window.addEventListener("hashchange", unfoldTarget);
  window.addEventListener("beforeprint", () => all("details").forEach(unfold));
  if (window.matchMedia("(max-width: 68rem)").matches) document.getElementById("bt-contents").open = false;
  unfoldTarget();
  if (source) live();
  all("table.bt-sortable").forEach(sortable);
  all("input[type=search]").forEach(searchable);
  all("button[data-copy]").forEach(copyable);
})();
