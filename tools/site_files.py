"""Sphinx extension that adds files to the site: MathJax, notebooks to download, a recording, and simulations.

MathJax comes from the package django-static-mathjax: one file, which needs neither a network nor fonts. Pages that are
notebooks in text become .ipynb files without outputs. The recording is a file of the viewer (gelenk/viewer/record.py),
the simulations are exported pages (gelenk/viewer/export.py).
"""

import shutil
from importlib.util import find_spec
from pathlib import Path

from tests.support.pages import PAGES, ROOT, is_notebook

MATHJAX = "mathjax/tex-svg.js"  # below _static
NOTEBOOKS = "notebooks"
COPIES = {"contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md"}  # page -> file of the repository
RECORDING = "recordings/one_leg.html"
LIVE = ("humanoid", "cloth", "car")  # shipped models that visitors push
LINK = '<p class="notebook"><a href="{}" download>Download this page as a notebook</a> (.ipynb)</p>'


def docname(page: Path) -> str:
    """Return the name that Sphinx has for a page of docs."""
    return page.relative_to(ROOT / "docs").with_suffix("").as_posix()


def notebooks() -> dict[str, Path]:
    """Return name of a page -> file, for pages that are notebooks."""
    return {docname(page): page for page in PAGES if is_notebook(page)}


def write_notebooks(folder: Path) -> None:
    """Write each notebook page as an .ipynb file, without outputs."""
    import jupytext

    folder.mkdir(parents=True, exist_ok=True)
    for name, page in notebooks().items():
        jupytext.write(jupytext.read(page), folder / f"{name.rpartition('/')[2]}.ipynb")


def write_mathjax(path: Path) -> None:
    """Copy the one file of MathJax, and its license."""
    found = find_spec("mathjax")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("the site needs MathJax: pip install django-static-mathjax")
    source = Path(found.origin).parent / "static" / "mathjax"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source / "es5" / path.name, path)
    shutil.copyfile(source / "LICENSE", path.with_name("LICENSE"))


def add_files(app, error) -> None:
    """Write the files beside the pages once they are built."""
    if error or app.builder.format != "html":
        return
    from tools import recordings

    out = Path(app.outdir)
    write_mathjax(out / "_static" / MATHJAX)
    write_notebooks(out / NOTEBOOKS)
    recordings.write(out / RECORDING)
    for name in LIVE:
        recordings.write_live(name, out / "live")


def read_copy(app, name: str, source: list[str]) -> None:
    """Replace a page by the file of the repository that it stands for, with links as seen from docs."""
    if name in COPIES:
        text = (ROOT / COPIES[name]).read_text(encoding="utf-8").replace("](docs/", "](")
        for page, file in COPIES.items():
            text = text.replace(f"]({file})", f"]({page}.md)")
        source[0] = text


def link_notebook(app, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Put a link to the .ipynb file below the title of a notebook page."""
    if pagename in notebooks():
        up = "../" * pagename.count("/")
        link = LINK.format(f"{up}{NOTEBOOKS}/{pagename.rpartition('/')[2]}.ipynb")
        context["body"] = context["body"].replace("</h1>", f"</h1>\n{link}", 1)


def setup(app):
    """Register the extension."""
    app.connect("build-finished", add_files)
    app.connect("html-page-context", link_notebook)
    app.connect("source-read", read_copy)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
