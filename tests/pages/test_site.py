"""The site builds without a warning, which runs the notebooks, and each page can be reached from the first."""

import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.platforms import tools
from tests.support.once import once, run_folder
from tests.support.pages import PAGES, ROOT, is_notebook
from tools.pages import modules

pytest.importorskip("sphinx")
for needed in ("sphinx_copybutton", "sphinxext.opengraph", "mathjax"):
    pytest.importorskip(needed, reason="the site needs the extra docs: pip install 'gelenk[docs]'")
ALIASES = {"version"}  # a text
MEMBERS = (  # one of each kind
    "gelenk.MjData.qpos",
    "gelenk.MjModel.body_mass",
    "gelenk.MjModel.from_xml_path",
    "gelenk.MjOption.timestep",
    "gelenk.mjtGeom.mjGEOM_BOX",
    "gelenk.Renderer.render",
    "gelenk.batch.Batch.step",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built once for all processes that run tests of this run."""
    return once(run_folder(tmp_path_factory) / "site", build)


def build(fresh: Path):
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "-W", "--keep-going", "-E", "-q", "-j", "2"),
            *("-d", str(fresh.with_name("doctrees")), "docs", str(fresh)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def links(page: Path) -> set[Path]:
    """The pages that a page leads to, in its text or the list at its side."""
    found = re.findall(r'href="([^"#:?]+\.html)', page.read_text(encoding="utf-8"))
    return {(page.parent / target).resolve() for target in found}


def test_every_page_can_be_reached_and_no_link_is_dead(site):
    seen, todo = set(), [(site / "index.html").resolve()]
    while todo:
        page = todo.pop()
        if page in seen:
            continue
        assert page.is_file(), f"{page} is linked to, and not there"
        seen.add(page)
        todo.extend(links(page))
    assert {site / page.relative_to(ROOT / "docs").with_suffix(".html") for page in PAGES[1:]} <= seen


def test_notebooks_are_shown_with_what_they_printed_and_drew(site):
    notebooks = [page for page in PAGES if is_notebook(page)]
    assert len(notebooks) >= 5
    for page in notebooks:
        text = (site / page.relative_to(ROOT / "docs")).with_suffix(".html").read_text(encoding="utf-8")
        assert "cell_output" in text and "<img" in text, page.name
        assert "Traceback" not in text, page.name


def test_the_source_is_shown_highlighted(site):
    page = site / "source" / "gelenk" / "engine" / "step.py.html"
    assert "class=k>" in page.read_text(encoding="utf-8")
    assert ".highlight" in (site / "source" / "source.css").read_text(encoding="utf-8")


def test_the_inventory_has_every_public_name(site):
    """Other projects link to `gelenk.mj_step` by intersphinx."""
    from sphinx.util.inventory import InventoryFile

    import gelenk

    with (site / "objects.inv").open("rb") as file:
        found = InventoryFile.load(file, "", lambda base, uri: uri)
    names = {
        name: place
        for kind, group in found.items()
        if kind.startswith("py:")
        for name, place in group.items()
    }
    public = {name for name in dir(gelenk) if name[0] != "_" and not inspect.ismodule(getattr(gelenk, name))}
    ours = {name for name in public if name not in ALIASES}
    assert {name for name in ours if f"gelenk.{name}" not in names} == set()
    for module in modules.MODULES:
        thing = importlib.import_module(f"gelenk.{module}")
        missing = {name for name in modules.names(thing) if f"gelenk.{module}.{name}" not in names}
        assert missing == set(), module
    for name in MEMBERS:
        assert name in names, name
    assert "gelenk.mj_step" in found["py:function"] and "gelenk.MjSpec.compile" in found["py:method"]


def test_places_of_the_inventory_exist(site):
    """A link by a name leads to an anchor of a page."""
    from sphinx.util.inventory import InventoryFile

    with (site / "objects.inv").open("rb") as file:
        found = InventoryFile.load(file, "", lambda base, uri: uri)
    places = {
        place.uri for kind, group in found.items() if kind.startswith("py:") for place in group.values()
    }
    pages: dict[str, set[str]] = {}
    for uri in places:
        page, _, anchor = uri.partition("#")
        if page not in pages:
            pages[page] = set(re.findall(r'id="([^"]+)"', (site / page).read_text(encoding="utf-8")))
        assert anchor in pages[page], uri


def test_the_search_finds_functions_and_guides(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert '"mj_step"' in index and '"make_vec"' in index and '"guide/contacts"' in index
    assert "mj_step" in (site / "genindex.html").read_text(encoding="utf-8")
    contents = (site / "api" / "simulation.html").read_text(encoding="utf-8")
    assert 'href="#mj_step">mj_step</a>' in contents or 'href="#mj-step">mj_step</a>' in contents


def test_pages_load_nothing_from_a_network(site):
    """Mathematics, scripts, styles and pictures are files of the site."""
    for page in site.rglob("*.html"):
        if page.parent.name not in ("recordings", "live"):
            text = page.read_text(encoding="utf-8")
            loaded = re.findall(r'<(?:script|img|iframe)[^>]*\ssrc="(https?:[^"]*)"', text)
            loaded += re.findall(r'<link[^>]*rel="(?:stylesheet|icon)"[^>]*href="(https?:[^"]*)"', text)
            assert not loaded, f"{page.name}: {loaded}"
    text = (site / "tutorials" / "lqr.html").read_text(encoding="utf-8")
    assert 'src="../_static/mathjax/tex-svg.js' in text
    assert (site / "_static" / "mathjax" / "tex-svg.js").stat().st_size > 1e6


def test_pages_have_an_icon_a_description_and_a_name_in_the_footer(site):
    for name in ("index.html", "guide/contacts.html", "api/simulation.html", "changelog.html"):
        text = (site / name).read_text(encoding="utf-8")
        assert "favicon.svg" in text, name
        assert re.search(r'<meta[^>]*name="description"', text) and 'property="og:title"' in text, name
        assert "The Gelenk authors" in text and "copybutton.js" in text, name


def test_notebooks_can_be_downloaded(site):
    import nbformat

    for page in (page for page in PAGES if is_notebook(page)):
        text = (site / page.relative_to(ROOT / "docs")).with_suffix(".html").read_text(encoding="utf-8")
        target = re.search(r'href="([^"]+\.ipynb)" download', text)
        assert target, page.name
        folder = (site / page.relative_to(ROOT / "docs")).parent
        book = nbformat.read(folder / target.group(1), as_version=4)
        nbformat.validate(book)
        assert sum(cell.cell_type == "code" for cell in book.cells) >= 3


def test_the_home_page_has_a_recording_to_turn(site):
    text = (site / "index.html").read_text(encoding="utf-8")
    assert 'href="recordings/one_leg.html"' in text
    page = site / "recordings/one_leg.html"
    assert "gelenk-recording" in page.read_text(encoding="utf-8") and page.stat().st_size < 3e6


def test_the_home_page_has_a_simulation_to_push(site):
    text = (site / "index.html").read_text(encoding="utf-8")
    place = re.search(r'data-page="([^"]+)"', text)
    assert place
    pages = {place.group(1), *re.findall(r'href="(live/[^"]+)"', text)}
    assert len(pages) == 3
    for name in pages:
        assert (site / name).stat().st_size < 3e6
        assert (site / name).with_suffix(".jpg").is_file()
        # without a linker for WebAssembly the site has pictures
        assert ('id="gelenk-world"' in (site / name).read_text(encoding="utf-8")) == has_linker()
    assert "<iframe" not in text  # it is loaded by a click
    assert (site / place.group(1)).with_suffix(".jpg").is_file() and (site / "_static" / "site.js").is_file()


def has_linker():
    try:
        return bool(tools.stages_as_wasm())
    except tools.Missing:
        return False


def test_the_site_is_small(site):
    assert sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) < 60e6


def test_links_say_what_is_there(site):
    """The name of a file is no text of a link, and how a page is made stands at its end."""
    for page in PAGES[1:]:
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r"\[[\w/]+\.md\]\(", text), page.name
        assert not re.search(r"^(?:Rendered|Drawn)\b", "\n".join(text.split("\n")[:8]), re.MULTILINE), (
            page.name
        )
