"""Settings of the site; bin/docs builds it.

Pages are Markdown (MyST). Those of tutorials/ are notebooks, run anew by every build: an exception in one of them ends
the build. Extensions of tools/ add what a site has beside pages: tools/source_pages.py pages of the source,
tools/api_objects.py the public names as objects, tools/site_files.py notebooks, a recording and MathJax.
"""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
# notebooks run in processes of their own, and import the package of this tree
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
os.environ["GELENK_QUIET"] = "1"
os.environ.pop("MPLBACKEND", None)  # figures go into the notebooks

# kernels take no settings of the user, and are silent where they have nothing to say about a page
settings = Path(tempfile.mkdtemp(prefix="gelenk-docs-"))
atexit.register(shutil.rmtree, settings, ignore_errors=True)
(settings / "profile_default").mkdir()
(settings / "profile_default" / "ipython_kernel_config.py").write_text(
    "get_config().Application.log_level = 40\n", encoding="utf-8"
)
os.environ["IPYTHONDIR"] = str(settings)

from gelenk.tables.levels import LEVELS  # noqa: E402
from gelenk.version import __version__  # noqa: E402
from tools import figures, site_files  # noqa: E402

project = "Gelenk"
author = copyright = "The Gelenk authors"
version = release = __version__
extensions = [
    "myst_nb",
    "sphinx.ext.mathjax",
    "sphinx_copybutton",
    "sphinxext.opengraph",
    "tools.gallery",
    "tools.source_pages",
    "tools.api_objects",
    "tools.site_files",
]
exclude_patterns = ["_build"]
root_doc = "index"

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "dollarmath", "substitution"]
myst_heading_anchors = 3
myst_substitutions = {"api_version": LEVELS[0], **figures.shown()}

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 900  # a source checkout may have to compile first
nb_merge_streams = True

html_theme = "furo"
html_title = f"Gelenk {__version__}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_favicon = "_static/favicon.svg"
html_copy_source = False
mathjax_path = site_files.MATHJAX
copybutton_prompt_text = r"\$ |>>> "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
ogp_site_name = "Gelenk"
ogp_social_cards = {"enable": False}
html_theme_options = {"light_logo": "favicon.svg", "dark_logo": "favicon.svg"}
html_show_sourcelink = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
