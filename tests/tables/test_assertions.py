"""Every test asserts something: by itself, or by a function of the tests that it calls. Plugins have own names."""

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASSERTIONS = ("raises", "warns", "fail")  # of pytest; those of numpy.testing begin with assert_
FEWEST = 2000  # tests that are looked at


def defined(tree: ast.Module) -> dict[str, list[ast.FunctionDef]]:
    """Return the functions of a module and the methods of its classes, by name."""
    found: dict[str, list[ast.FunctionDef]] = {}
    for owner in (tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))):
        for node in owner.body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, []).append(node)
    return found


def imported(tree: ast.Module, modules) -> set[str]:
    """Return the test modules from which a module imports."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & modules.keys()


def called(node: ast.AST):
    """Yield the names of functions that are called or handed over, and of methods that are called."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr


def asserts(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Assert) for part in ast.walk(node)) or any(
        name in ASSERTIONS or name.startswith("assert_") for name in called(node)
    )


def asserting(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Return the names of the functions of each module that assert, also by functions that they call."""
    functions = {module: defined(tree) for module, tree in trees.items()}
    reached = {module: {module} | imported(tree, trees) for module, tree in trees.items()}
    found = {
        module: {n for n, nodes in of.items() if any(map(asserts, nodes))} for module, of in functions.items()
    }
    calls = {
        (module, name): {word for node in nodes for word in called(node)} - {name}
        for module, of in functions.items()
        for name, nodes in of.items()
    }
    count = -1
    while count != (count := sum(map(len, found.values()))):
        for (module, name), words in calls.items():
            if any(words & found[other] for other in reached[module]):
                found[module].add(name)
    return found


def silent_tests(trees: dict[str, ast.Module]):
    """Yield the tests that assert nothing."""
    found = asserting(trees)
    for module, tree in trees.items():
        if module.rpartition(".")[2].startswith("test_"):
            for name in defined(tree):
                if name.startswith("test_") and name not in found[module]:
                    yield f"{module}: {name}"


def modules() -> dict[str, ast.Module]:
    """Return the trees of all modules of the tests, by name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): ast.parse(path.read_text(encoding="utf-8"))
        for path in (ROOT / "tests").rglob("*.py")
    }


def plugin_names(tree: ast.AST):
    """Yield the names of plugins, "test.…", that classes assign."""
    for owner in ast.walk(tree):
        if isinstance(owner, ast.ClassDef):
            for node in (node for node in owner.body if isinstance(node, ast.Assign)):
                for part in ast.walk(node.value):
                    if isinstance(part, ast.Constant) and str(part.value).startswith("test."):
                        yield part.value


def test_every_test_asserts_something():
    trees = modules()
    names = [name for tree in trees.values() for name in defined(tree) if name.startswith("test_")]
    assert len(names) > FEWEST
    assert not list(silent_tests(trees))


def test_a_test_that_asserts_nothing_is_found():
    texts = {
        "tests.help": "def same(a, b):\n    assert a == b\ndef twice(a):\n    same(a, a)\ndef load(a):\n    return a",
        "tests.test_own": "def test_a():\n    assert True\ndef test_b():\n    load(1)  # assert load(1) == 1",
        "tests.test_by_others": "from tests.help import load, twice\nfrom tests import help\n"
        "def test_c():\n    twice(load(1))\ndef test_d():\n    help.same(1, 1)\ndef test_e():\n    load(1)",
        "tests.test_by_words": "import pytest\ndef test_f():\n    with pytest.raises(KeyError):\n        {}[1]\n"
        "def test_g():\n    same(1, 1)",  # of a module that is not imported
    }
    found = list(silent_tests({name: ast.parse(text) for name, text in texts.items()}))
    assert found == ["tests.test_own: test_b", "tests.test_by_others: test_e", "tests.test_by_words: test_g"]


def test_no_two_test_modules_register_plugins_of_one_name():
    """A process keeps its plugins, and runs the modules of several folders in any order."""
    counted = Counter(name for tree in modules().values() for name in plugin_names(tree))
    assert len(counted) > 20
    assert not [name for name, count in counted.items() if count > 1]


def test_two_plugins_of_one_name_are_found():
    tree = ast.parse(
        "class A:\n    name, numbers = 'test.a', (1,)\ndef f():\n    class B:\n        name = 'test.a'"
    )
    assert list(plugin_names(tree)) == ["test.a", "test.a"]
