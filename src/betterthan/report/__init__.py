"""Reports: a comparison told in words, tables and one picture."""

from betterthan.report import render
from betterthan.report.decisions import decisions_of
from betterthan.report.notebook import notebook
from betterthan.report.report import Report
from betterthan.report.reporting import report_of
from betterthan.report.seeds import check_seeds_path, seeds_of, write_seeds
from betterthan.report.writing import write

__all__ = [
    "Report",
    "check_seeds_path",
    "decisions_of",
    "notebook",
    "render",
    "report_of",
    "seeds_of",
    "write",
    "write_seeds",
]
