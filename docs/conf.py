"""Settings of the site; bin/docs builds it.

Pages are Markdown (MyST). Those of tutorials/ are notebooks, run anew by every build: an exception in one of them ends
the build. Links into the source lead to pages that tools/source_pages.py writes.
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

from gelenk.version import API_VERSION, __version__  # noqa: E402

project = "Gelenk"
author = "the authors of Gelenk"
version = release = __version__
extensions = ["myst_nb", "sphinx.ext.mathjax", "tools.gallery", "tools.source_pages"]
exclude_patterns = ["_build"]
root_doc = "index"

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "dollarmath", "substitution"]
myst_heading_anchors = 3
myst_substitutions = {"api_version": API_VERSION}

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 900  # a source checkout may have to compile first
nb_merge_streams = True

html_theme = "furo"
html_title = f"Gelenk {__version__}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
