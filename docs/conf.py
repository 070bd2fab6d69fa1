"""Sphinx configuration."""

from betterthan.version import __version__

project = "betterthan"
author = "The betterthan developers"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence"]
html_theme = "alabaster"
exclude_patterns = ["_build"]
autodoc_typehints = "signature"
