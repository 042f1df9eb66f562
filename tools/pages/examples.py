"""Examples by the public names that they use.

Documents: API
"""

import ast
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def used_names(path: Path) -> set[str]:
    """Return the names that an example uses from the package."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in ("mujoco", "gelenk"):
                found.add(node.attr)
    return found


def examples() -> dict[str, list[str]]:
    """Return public name -> examples that use it, those with the fewest names first."""
    names = {path.name: used_names(path) for path in sorted(EXAMPLES.glob("*.py"))}
    found: dict[str, list[str]] = {}
    for file in sorted(names, key=lambda file: len(names[file])):
        for name in names[file]:
            found.setdefault(name, []).append(file)
    return found


def links(name, found) -> str:
    """Return links to at most two examples of a name."""
    return ", ".join(f"[{file[:-3]}](examples/{file})" for file in found.get(name, [])[:2])
