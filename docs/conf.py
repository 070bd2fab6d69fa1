"""Sphinx configuration."""

import sys
from pathlib import Path

from betterthan.version import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "betterthan"
author = "The betterthan developers"
copyright = author  # noqa: A001 (Sphinx's name for it); no year, so that the same pages are built every year
version = release = __version__
extensions = ["myst_parser", "sphinx_copybutton", "mathml", "copies", "wrapping"]
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4
html_math_renderer = "mathml"
nitpicky = True
# Types that are no public names have no page; whatever begins with `bt.` must have one.
nitpick_ignore_regex = [("py:.*", r"(?!bt\.).*")]
smartquotes = False  # what is printed here is typed as it stands
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"betterthan {release}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_js_files = ["pages.js"]
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
html_theme_options = {"top_of_page_buttons": []}
# What one types can be copied; what is printed cannot, and neither can the prompt.
copybutton_selector = "div:not(.highlight-output) > div.highlight > pre"
copybutton_prompt_text = "$ "
copybutton_line_continuation_character = "\\"
