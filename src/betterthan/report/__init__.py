"""Reports: a comparison told in words, tables and one picture."""

from betterthan.report import render
from betterthan.report.report import Report, report_of
from betterthan.report.writing import write

__all__ = ["Report", "render", "report_of", "write"]
