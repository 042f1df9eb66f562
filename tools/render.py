"""Render the files derived from the source, or list stale files.

    python tools/render.py                  writes all files
    python tools/render.py map fields       writes these; api is all of docs/api
    python tools/render.py --check          writes no file; exit status 1 if a file is stale
    python tools/render.py pictures         draws docs/images; pictures are not checked

Documents: design / One source of truth
"""

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # this file is run by its path

from gelenk.tables.functions import GROUPS  # noqa: E402

FOOT = "\n\n---\n\n*Contributors: `python tools/render.py {}` renders this page.*\n"


class Page(NamedTuple):
    """A rendered file: its path, and the function that returns its text."""

    path: str
    module: str
    function: str = "page"
    arguments: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the current text of the file; site pages end with the command that makes them."""
        text = getattr(import_module(self.module), self.function)(*self.arguments)
        if not self.path.endswith(".md") or self.path == "README.md":
            return text
        name = "api" if self.path.startswith("docs/api") else Path(self.path).stem
        return text.rstrip() + FOOT.format(name)

    def stale(self) -> bool:
        """Return whether the file is missing or differs from its text."""
        file = ROOT / self.path
        return not file.is_file() or file.read_text(encoding="utf-8") != self.text()

    def write(self) -> None:
        """Write the file."""
        (ROOT / self.path).parent.mkdir(exist_ok=True)
        (ROOT / self.path).write_text(self.text(), encoding="utf-8")


PAGES = {
    "map": Page("docs/map.md", "tools.pages.map"),
    "reference": Page("docs/reference.md", "tools.pages.reference", "schema_page"),
    "fields": Page("docs/fields.md", "tools.pages.reference", "fields_page"),
    "api": Page("docs/api.md", "tools.pages.api"),
    "api/specs": Page("docs/api/specs.md", "tools.pages.specs"),
    "api/classes": Page("docs/api/classes.md", "tools.pages.classes"),
    "api/enums": Page("docs/api/enums.md", "tools.pages.classes", "enums"),
    "api/modules": Page("docs/api/modules.md", "tools.pages.modules"),
    "stubs": Page("gelenk/__init__.pyi", "tools.pages.stubs"),
    "structs": Page("gelenk/toolchain/kernel_types.pyi", "tools.pages.structs"),
    "world": Page("gelenk/runtime/fields.pyi", "tools.pages.stub_fields"),
    "batches": Page("gelenk/batch/fields_of_worlds.pyi", "tools.pages.stub_batches"),
    "specs": Page("gelenk/modeling/spec/attribute_bases.pyi", "tools.pages.stub_specs"),
    "enums": Page("gelenk/tables/enums/__init__.pyi", "tools.pages.stub_enums"),
    "levels": Page("gelenk/tables/api_enums.pyi", "tools.pages.stub_enums", "public_page"),
    "scenes": Page("gelenk/scene/classes.pyi", "tools.pages.stub_scenes"),
    "panels": Page("docs/panels.md", "tools.pages.panels"),
    "contexts": Page("gelenk/render/fields.pyi", "tools.pages.stub_contexts"),
    "attributes": Page("docs/attributes.md", "tools.pages.attributes"),
    "collision": Page("docs/collision.md", "tools.pages.collision"),  # takes half a minute
    "readme": Page("README.md", "tools.figures", "readme"),
}


PAGES |= {
    f"api/{group.name}": Page(f"docs/api/{group.name}.md", "tools.pages.functions", arguments=(group.name,))
    for group in GROUPS
}


def draw() -> None:
    """Draw the pictures of docs/images."""
    import_module("tools.pictures").draw()


ALONE: dict[str, Callable[[], None]] = {"pictures": draw}  # rendered only when named


def main(arguments: list[str]) -> int:
    """Return the exit status: 0, or 1 when ``--check`` finds a stale file."""
    parser = argparse.ArgumentParser(description="Renders the files that are derived from the source.")
    names = ", ".join((*(name for name in PAGES if "/" not in name), *ALONE))
    parser.add_argument("pages", nargs="*", help=f"some of {names}; all but pictures if none is named")
    parser.add_argument("--check", action="store_true", help="write nothing, name what is stale")
    given = parser.parse_args(arguments)
    given.pages = [n for page in given.pages for n in (page, *(n for n in PAGES if n.startswith(f"{page}/")))]
    unknown = [name for name in given.pages if name not in PAGES and name not in ALONE]
    if unknown:
        parser.error(f"unknown page {unknown[0]!r}; there are {names}")
    wanted = [PAGES[name] for name in given.pages or PAGES if name in PAGES]
    if given.check:
        stale = [page.path for page in wanted if page.stale()]
        for path in stale:
            print(f"{path} is stale: run python tools/render.py")
        return int(bool(stale))
    for page in wanted:
        page.write()
    for name in given.pages:
        if name in ALONE:
            ALONE[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
