"""Sphinx extension that declares the public names of the rendered pages as objects of the Python domain.

The pages of docs/api and docs/fields.md stay plain Markdown, which is readable where the repository is browsed. Here
their headings and table rows become functions, classes, methods and attributes, so that they are in objects.inv, in the
index and in the search.
"""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

CALL = re.compile(r"(\w+)\(")
LISTS = ("Constants", "Others", "Functions")  # headings of names that belong to no class
NAME = re.compile(r"[A-Za-z]\w*$")


class Target:
    """The module or class that the names below a heading belong to."""

    def __init__(self, module: str, owner: str = "") -> None:
        self.module, self.owner = module, owner

    def full(self, name: str) -> str:
        """Return the dotted name of a member."""
        return ".".join(filter(None, (self.module, self.owner, name)))


def kind_of(thing: object) -> str:
    """Return the type of object that the Python domain has for a public name."""
    if isinstance(thing, type):
        return "exception" if issubclass(thing, BaseException) else "class"
    return "function" if inspect.isroutine(thing) else "data"


def is_module(name: str) -> bool:
    """Return whether a dotted name is that of a module."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # its parent is not a package
        return False


def declare(app, docname: str, node: nodes.Element, name: str, kind: str) -> None:
    """Declare a name at a node, and put it into the index."""
    domain = app.env.domains.python_domain
    if name in domain.objects:
        return
    if not node["ids"]:
        node["ids"].append(nodes.make_id(name))
    domain.note_object(name, kind, node["ids"][0], location=node)
    owner, _, short = name.rpartition(".")
    call = "()" if kind in ("function", "method") else ""
    text = f"{short}{call} ({owner})"
    mark = addnodes.index(entries=[("single", text, node["ids"][0], "", None)])
    if isinstance(node, nodes.section):
        node.insert(1, mark)  # the first child is the title, which tables of contents take
    elif isinstance(node, nodes.row):
        node[0][0].insert(0, mark)
    else:
        node.insert(0, mark)


def rows(section: nodes.section) -> Iterator[tuple[nodes.row, str]]:
    """Yield the rows of the tables directly in a section, with the name in their first cell."""
    for table in section.children:
        if isinstance(table, nodes.table):
            for row in table.findall(nodes.row):
                cell = row[0]
                literal = next(iter(cell.findall(nodes.literal)), None)
                if literal is not None and literal.astext() == cell.astext() and NAME.match(cell.astext()):
                    yield row, cell.astext()


def methods(section: nodes.section) -> Iterator[tuple[nodes.paragraph, str]]:
    """Yield the paragraphs that begin with the call of a method in bold, with its name."""
    for paragraph in section.children:
        if isinstance(paragraph, nodes.paragraph):
            first = next((node for node in paragraph.children if node.astext()), None)
            if isinstance(first, nodes.strong) and (found := CALL.match(first.astext())):
                yield paragraph, found.group(1)


def sign(section: nodes.section) -> None:
    """Give the paragraph with the call of a function a class for the style sheet."""
    for paragraph in section.children[:3]:
        if isinstance(paragraph, nodes.paragraph) and len(paragraph) == 1:
            if isinstance(paragraph[0], nodes.literal) and CALL.match(paragraph.astext()):
                paragraph["classes"].append("call")


def visit(app, docname: str, section: nodes.section, target: Target) -> None:
    """Declare what a section documents, then its subsections."""
    title = section.next_node(nodes.title).astext().strip()
    inner, thing = target, None
    module, _, leaf = title.rpartition(".")
    if title.startswith("gelenk.") and is_module(title):
        inner = Target(title)
        app.env.domains.python_domain.note_object(title, "module", section["ids"][0], location=section)
    elif title.startswith("gelenk."):
        declare(app, docname, section, title, kind_of(getattr(import_module(module), leaf)))
        sign(section)
    else:
        owner = title.partition(":")[0]
        try:
            thing = getattr(import_module(target.module), owner, None) if NAME.match(owner) else None
        except (
            ImportError
        ):  # an optional dependency is missing: the page has the names, the module cannot be read
            thing = None
        if thing is not None and not inspect.ismodule(thing):
            if owner == title:
                declare(app, docname, section, target.full(owner), kind_of(thing))
            inner = Target(target.module, owner) if isinstance(thing, type) else target
            sign(section)
    if inner.owner or title in LISTS or title.startswith("gelenk."):
        for row, name in rows(section):
            declare(app, docname, row, inner.full(name), "attribute" if inner.owner else "data")
        for paragraph, name in methods(section):
            declare(app, docname, paragraph, inner.full(name), "method" if inner.owner else "function")
    for child in section.children:
        if isinstance(child, nodes.section):
            visit(app, docname, child, inner)


class Declarations(SphinxTransform):
    """Transform that declares the names of a rendered page."""

    default_priority = 800  # before the domains collect index entries

    def apply(self, **kwargs) -> None:
        name = self.env.docname
        if name in ("fields", "api") or name.startswith("api/"):
            for section in self.document.children:
                if isinstance(section, nodes.section):
                    visit(self.app, name, section, Target("gelenk"))


def setup(app):
    """Register the extension."""
    app.add_transform(Declarations)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
