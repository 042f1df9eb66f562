"""The shape of the source: nothing but the package in its root, no circle of imports, short functions.

The order of the layers is checked by import-linter (pyproject.toml).
"""

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gelenk.tables.functions.targets import KERNELS
from gelenk.tables.stages import NAMED

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for file in (ROOT / "gelenk").rglob("*.py")
}
MODULES = tuple(
    f"{name}.pyi"
    for name in (
        "egl",
        "gl_context",
        "glfw",
        "introspect",
        "mjpython",
        "msh2obj",
        "mujoco_batch",
        "osmesa",
        "renderer",
        "rollout",
    )
)
P90, LONGEST = 25, 60  # lines of nine functions of ten, and of all
ROOM = 500  # lines of a file


@pytest.fixture(scope="module")
def trees():
    """What stands in each module; not for the session, whose garbage collector would look at a million nodes."""
    return {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in SOURCES.items()}


def running(tree: ast.AST):
    """All nodes but those that checkers alone see."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        yield from running(node)


def imports(tree: ast.AST, nodes=running):
    """The modules of ours that a module imports anywhere, also in functions; by `running` not for types alone."""
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in SOURCES else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_root_holds_nothing_but_the_package_its_command_and_public_modules():
    """And what shows checkers the public modules that are on the package's path."""
    files = {file.name for file in (ROOT / "gelenk").iterdir() if file.is_file()}
    assert files == {
        "__init__.py",
        "__init__.pyi",
        "kernels.py",
        "selftest.py",
        "__main__.py",
        "errors.py",
        "version.py",
        "py.typed",
    } | set(MODULES)


def test_stubs_of_alias_modules_have_all_their_names():
    for stub in MODULES:
        name = stub.removesuffix(".pyi")
        module = importlib.import_module(f"gelenk.{name}")
        seen = [
            (alias.name, alias.asname)
            for node in ast.parse((ROOT / "gelenk" / stub).read_text(encoding="utf-8")).body
            for alias in node.names
        ]
        public = getattr(module, "__all__", None) or [n for n in vars(module) if n[0] != "_"]
        assert sorted(seen) == [(n, n) for n in sorted(public)]


def in_circles(trees, nodes) -> set[str]:
    """Modules that import each other in a circle, or are on the way from one circle to another."""
    edges = {
        name: {other for other in imports(tree, nodes) if other in SOURCES and other not in (name, "gelenk")}
        for name, tree in trees.items()
    }
    while (
        True
    ):  # take away modules that import none of those that are left, and those that none of these imports
        imported = set().union(*edges.values())
        done = {name for name, others in edges.items() if not others & edges.keys() or name not in imported}
        if not done:
            return edges.keys()
        edges = {name: others - done for name, others in edges.items() if name not in done}


def test_no_circle_of_imports(trees):
    assert not in_circles(trees, running)


def test_types_make_no_circle_but_of_a_spec_and_its_elements(trees):
    """An element knows its spec and its class of defaults, and these know their elements: so do their types."""
    assert {name.rpartition(".")[0] for name in in_circles(trees, ast.walk)} == {"gelenk.modeling.spec"}


def test_functions_are_short(trees):
    lengths = sorted(
        node.end_lineno - node.lineno + 1
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    )
    assert lengths[len(lengths) * 9 // 10] <= P90
    assert lengths[-1] <= LONGEST


def test_files_are_rooms():
    lengths = {file: file.read_text(encoding="utf-8").count("\n") for file in SOURCES.values()}
    assert not {file: length for file, length in lengths.items() if length > ROOM}


def renamed(tree: ast.Module):
    """The names that a module gives to members of enums: NAME = mjtEnum.mjMEMBER, as they are or as `int`."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            together = isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple)
            values = node.value.elts if together else [node.value]
            for value in values:
                if re.fullmatch(r"(int\()?mjt\w+\.mj\w+\)?", ast.unparse(value)):
                    yield ast.unparse(node)


def test_codes_have_one_name(trees):
    """Kernels and Python say `mjtGeom.mjGEOM_BOX`, which costs nothing; tables have shorter words in rows."""
    assert not {
        name: found
        for name, tree in trees.items()
        if not name.startswith("gelenk.tables.") and (found := list(renamed(tree)))
    }


def users_of(trees, function: str) -> set[str]:
    """The modules that name an attribute of `library`, or import it from there."""
    return {
        name
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and ast.unparse(node) == f"library.{function}")
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "gelenk.toolchain.library"
            and function in {alias.name for alias in node.names}
        )
    }


RUN_STAGE, RUN_KERNEL = "gelenk.runtime.pipeline", "gelenk.toolchain.extension.load"
# loops over compiled code whose continuation is that of run_stage, and the measurement of stages
OWN_LOOPS = {
    "gelenk.api.simulate",  # mj_step, in place of its native entry point
    "gelenk.batch.scheduler",
    "gelenk.runtime.thread_pool",
    "gelenk.cli.testspeed",
    "gelenk.gradients.pass_memory",  # passes with tangents call stages with shadows
}


def test_python_runs_stages_through_run_stage_and_kernels_through_run_kernel(trees):
    assert users_of(trees, "call_with_data") == {RUN_STAGE}
    assert users_of(trees, "call") == {RUN_KERNEL}
    assert users_of(trees, "native") == OWN_LOOPS


def literal_calls(trees, function: str):
    """The constant first arguments of all calls of a function, however it was imported."""
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == function:
                if node.args and isinstance(node.args[0], ast.Constant):
                    yield node.args[0].value


def test_stages_of_a_model_and_its_data_run_through_run_stage_alone(trees):
    """But `check_data`, which checks indices before a stage runs, and which run_stage's own recovery needs."""
    assert all(NAMED[name].kinds.startswith("md") for name in literal_calls(trees, "run_stage"))
    others = {NAMED[name] for name in literal_calls(trees, "run_kernel") if name not in KERNELS}
    assert {stage.name for stage in others if stage.kinds.startswith("md")} == {"check_data"}


def child(code: str) -> str:
    """What a process of its own prints."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def test_the_package_imports_what_nearly_every_program_uses_and_nothing_else():
    loaded = child("import sys, gelenk; print(*sys.modules)").split()
    late = ("render", "scene", "batch", "cli", "sysid", "usd", "viewer")
    foreign = {"PIL", "scipy", "numba", "llvmlite", "matplotlib", "rich", "typer"}
    assert not {name for name in loaded if name.split(".")[0] in foreign}
    assert not {name for name in loaded if name.startswith("gelenk.") and name.split(".")[1] in late}
