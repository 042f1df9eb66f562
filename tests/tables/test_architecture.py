"""The shape of the source: nothing but the package in its root, no circle of imports, short functions.

The order of the layers is checked by import-linter (pyproject.toml).
"""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
        file.read_text(encoding="utf-8")
    )
    for file in (ROOT / "gelenk").rglob("*.py")
}
P90 = 25  # lines of nine functions of ten


def running(tree: ast.AST):
    """All nodes but those that checkers alone see."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        yield from running(node)


def imports(tree: ast.AST):
    """The modules of ours that a module imports anywhere, also inside of functions, but not for types alone."""
    for node in running(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in SOURCES else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_root_holds_nothing_but_the_package_its_errors_and_its_version():
    files = {file.name for file in (ROOT / "gelenk").iterdir() if file.is_file()}
    assert files == {"__init__.py", "__init__.pyi", "errors.py", "version.py", "py.typed"}


def test_no_circle_of_imports():
    edges = {
        name: {other for other in imports(tree) if other in SOURCES and other not in (name, "gelenk")}
        for name, tree in SOURCES.items()
    }
    while edges:  # take away modules that import none of those that are left
        done = {name for name, others in edges.items() if not others & edges.keys()}
        assert done, f"these import each other in a circle, or one that does: {sorted(edges)}"
        for name in done:
            del edges[name]


def test_functions_are_short():
    lengths = sorted(
        node.end_lineno - node.lineno + 1
        for tree in SOURCES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    )
    assert lengths[len(lengths) * 9 // 10] <= P90
