"""Packages use private names of other packages only where the internal interface lists them."""

import ast
import collections
import importlib
from pathlib import Path

import pytest

from tests.support.internal_members import ARRAY_PREFIX, MEMBERS

ROOT = Path(__file__).resolve().parents[2] / "gelenk"
NAMEDTUPLE = {"_replace", "_asdict", "_fields", "_make", "_field_defaults"}
EXTENSION = ("module", "load.module", "border")  # the native module, whose names are the extension's


def package(file: Path) -> str:
    """The package of a file; the modules in the root are one."""
    parts = file.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else ""


def private(name: object) -> bool:
    return isinstance(name, str) and name[:1] == "_" and name[:2] != "__"


def names_of(tree: ast.AST):
    """(name, whether it is defined there rather than used) of each private name of an object."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, True
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, True
        elif isinstance(node, ast.Attribute) and private(node.attr):
            owner = ast.unparse(node.value)
            if owner in ("self", "cls"):
                yield node.attr, isinstance(node.ctx, ast.Store)
            elif owner not in EXTENSION:
                yield node.attr, False
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            if private(node.slice.value) and ast.unparse(node.value).endswith(("__dict__", "own")):
                yield node.slice.value, isinstance(node.ctx, ast.Store)


@pytest.fixture(scope="module")
def names():
    """Private name -> packages that define it, packages that use it."""
    defined, used = collections.defaultdict(set), collections.defaultdict(set)
    for file in ROOT.rglob("*.py"):
        for name, defines in names_of(ast.parse(file.read_text(encoding="utf-8"))):
            if private(name):
                (defined if defines else used)[name].add(package(file))
    return defined, used


def test_no_package_uses_a_private_name_of_another_that_is_not_listed(names):
    """A name that no package defines is of another library, or of the native module."""
    defined, used = names
    listed = {member.name for member in MEMBERS} | NAMEDTUPLE
    assert not {
        name: sorted(foreign)
        for name, users in used.items()
        if name in defined and name not in listed and not name.startswith(ARRAY_PREFIX)
        if (foreign := users - defined[name])
    }


def owner_of(member) -> type:
    module, _, name = member.owner.partition(":")
    return getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_every_listed_name_is_of_its_owner_and_used_by_another_package(member, names):
    home = member.owner.split(".")[1]
    assert names[1][member.name] - {home}
    assert hasattr(owner_of(member), member.name) or home in names[0][member.name]


def test_no_name_is_listed_twice():
    assert len({member.name for member in MEMBERS}) == len(MEMBERS)
