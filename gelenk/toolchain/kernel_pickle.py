"""Pickle kernels of users by value, as source and constants, for the compiler process.

Documents: design / Compiled ahead, loaded without Numba

All that a kernel can reach is fixed when it is compiled: numbers, tuples of numbers, functions of `math` and `numpy`,
and other kernels. Only these are transferred, so a kernel may be defined wherever its source can be read: in a module,
the script that is run, a notebook cell, or a function. Its module is not imported a second time.

    pack      function -> parcel: JSON-serializable parts, dependencies first
    unpack    parcel -> function, compiled in the compiler process
"""

import __future__

import ast
import builtins
import importlib
import inspect
import linecache
import numbers
import textwrap
import types
from collections.abc import Callable, Iterator
from typing import Any

from gelenk.toolchain import kernel_rules
from gelenk.toolchain.kernel import kernel

TURN = "gelenk_turn"  # name of the iteration counter in kernel sources
HOMES = ("math", "numpy")  # modules whose functions the compiler knows
ROOMS = (
    "gelenk.algebra.",
    "gelenk.engine.",
    "gelenk.kernels.",
    "gelenk.toolchain.kernel",
    "gelenk.scene.shapes",
)  # packages of gelenk's kernels

Part = dict[str, Any]  # one kernel of a parcel, JSON-serializable


class KernelError(TypeError):
    """A kernel that cannot be compiled; the message names the cause, the place and the remedy."""


def is_ours(function: Callable) -> bool:
    """Return whether the compiler process can import a kernel."""
    return function.__module__.startswith("gelenk.")


# source of a kernel


def definition(text: str) -> ast.FunctionDef:
    """Parse ``text`` and return its first statement, a function."""
    found = ast.parse(text).body[0]
    if not isinstance(found, ast.FunctionDef):
        raise KernelError("a kernel must be a function defined with def")
    return found


def source(function: types.FunctionType) -> tuple[str, int]:
    """Return the source of a function, and the number of its first line."""
    linecache.checkcache(function.__code__.co_filename)
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        raise KernelError(
            f"the source of kernel {function.__name__} is not available: define it in a file or a notebook cell"
        ) from None
    return textwrap.dedent("".join(lines)), first


def chains(node: ast.AST) -> Iterator[tuple[str, ...]]:
    """Yield the names that are read, with their attributes: ("math", "sqrt"), ("d", "qpos")."""
    if isinstance(node, ast.arg):
        return  # the compiler ignores annotations
    parts, inner = [], node
    while isinstance(inner, ast.Attribute):
        parts.append(inner.attr)
        inner = inner.value
    if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
        yield (inner.id, *reversed(parts))
        return
    for child in ast.iter_child_nodes(node):
        yield from chains(child)


def own_names(tree: ast.FunctionDef) -> set[str]:
    """Return the arguments and variables of a function."""
    names = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return names | {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


# packing


def resolve(chain: tuple[str, ...], scope: dict[str, Any]) -> tuple[int, Any]:
    """Follow a chain through modules and classes; return the names used and the value."""
    value, taken = scope[chain[0]], 1
    while taken < len(chain) and isinstance(value, types.ModuleType | type):
        value = getattr(value, chain[taken])
        taken += 1
    return taken, value


def number(value: Any) -> Any:
    """Return a number, or tuples of numbers, in a form for JSON; None for other values."""
    if isinstance(value, tuple):
        parts = [number(part) for part in value]
        return None if None in parts else {"tuple": parts}
    if isinstance(value, bool):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if not isinstance(value, type) and hasattr(value, "__index__"):  # an enum member
        return int(value)
    return None


def compiled_home(value: Any) -> str:
    """Return the module of a function that the compiler knows, "" for other values."""
    name = getattr(value, "__name__", "")
    return next((h for h in HOMES if getattr(importlib.import_module(h), name, None) is value), "")


class Packing:
    """A parcel under construction: each part once, after the parts that it depends on."""

    def __init__(self, checks: bool, drawing: bool) -> None:
        self.checks, self.drawing = checks, drawing
        self.parts: list[Part] = []
        # kernel -> index of its part; None while its dependencies are being packed, which detects recursion
        self.places: dict[types.FunctionType, int | None] = {}

    def add(self, function: types.FunctionType) -> int:
        """Add a kernel and all of its dependencies; return its index."""
        place = self.places.get(function, -1)
        if place is None:
            raise KernelError(
                f"kernel {function.__name__} calls itself through other kernels, and recursion cannot be compiled"
            )
        if place >= 0:
            return place
        self.places[function] = None
        text, line = source(function)
        tree = definition(text)
        checks = self.checks and getattr(function, "__gelenk_checks__", True)
        for row, wrong in (
            *kernel_rules.broken(tree),
            *(kernel_rules.unwritten(tree, self.drawing) if checks else ()),
        ):
            raise KernelError(f"kernel {function.__name__} {wrong}{_where(function, line + row - 1)}")
        part = {
            "name": function.__name__,
            "text": text,
            "file": function.__code__.co_filename,
            "line": line,
            "checks": checks,
            "drawing": self.drawing,
            "defaults": [number(value) for value in function.__defaults__ or ()],
            "needs": self._external_names(function, tree, line),
        }
        self.parts.append(part)
        self.places[function] = len(self.parts) - 1
        return len(self.parts) - 1

    def _external_names(
        self, function: types.FunctionType, tree: ast.FunctionDef, line: int
    ) -> dict[str, Any]:
        """Return the external names of a kernel: name in its source -> how to obtain the value."""
        scope = builtins.__dict__ | function.__globals__ | dict(inspect.getclosurevars(function).nonlocals)
        needs, own = {}, own_names(tree)
        for chain in sorted({c for part in tree.body for c in chains(part)}):
            if chain[0] in own:
                continue
            if chain[0] not in scope:
                place = _where(function, line + _line_of(chain[0], tree) - 1)
                raise KernelError(
                    f"kernel {function.__name__} uses '{chain[0]}', which is not defined{place}"
                )
            try:
                taken, value = resolve(chain, scope)
            except AttributeError as error:
                place = _where(function, line + _line_of(chain[0], tree) - 1)
                raise KernelError(f"kernel {function.__name__}: {error}{place}") from None
            if value is function:
                raise KernelError(
                    f"kernel {function.__name__} calls itself, which cannot be compiled: write a loop"
                    f"{_where(function, line)}"
                )
            if getattr(builtins, chain[0], None) is value:
                continue
            name = ".".join(chain[:taken])
            needs[name] = self._describe_name(function, name, value)
        return needs

    def _describe_name(self, function: types.FunctionType, name: str, value: Any) -> Any:
        """Return how the compiler process obtains the value of ``name``."""
        found = number(value)
        if found is not None:
            return {"value": found}
        home = compiled_home(value)
        if home:
            return {"import": [home, value.__name__]}
        if isinstance(value, types.FunctionType) and not is_ours(value):
            return {"part": self.add(value)}
        callable_of_ours = isinstance(value, types.FunctionType | types.BuiltinFunctionType)
        if callable_of_ours and str(value.__module__).startswith("gelenk."):
            if value.__module__.startswith(ROOMS):
                return {"import": [value.__module__, value.__name__]}
            raise KernelError(
                f"kernel {function.__name__} calls {name}, which is not a kernel; gelenk.kernels lists the functions "
                "that can be called"
            )
        raise KernelError(
            f"kernel {function.__name__} uses {name}, which is {_article(value)}: kernels can use numbers, tuples of "
            "numbers, functions of math and numpy, and other kernels; Plugin.numbers passes constants of an instance"
        )


def _line_of(name: str, tree: ast.FunctionDef) -> int:
    """Return the first line in which a name occurs."""
    found = (node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name)
    return min(found, default=tree.lineno)


def _where(function: types.FunctionType, line: int) -> str:
    return f'\n  File "{function.__code__.co_filename}", line {line}'


def _article(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def pack(function: Any, checks: bool = True, drawing: bool = False) -> list[Part]:
    """Return the parcel of a kernel and its dependencies; the last part is the kernel.

    checks    compile with checks, unless the kernel disables them
    drawing   the third argument is a scene: the kernel may write the scene and colors of the model

    Errors   KernelError: the kernel uses something that cannot be compiled, or its source cannot be read
    """
    packing = Packing(checks and getattr(function, "__gelenk_checks__", True), drawing)
    packing.add(function)
    return packing.parts


def modules(parcel: list[Part]) -> list[str]:
    """Return the modules of gelenk from which a parcel's kernels import, sorted."""
    needs = [need for part in parcel for need in part["needs"].values() if "import" in need]
    return sorted({need["import"][0] for need in needs} - set(HOMES))


def identity(parcel: list[Part]) -> str:
    """Return the parts of a parcel that its machine code depends on, without source locations."""
    keys = ("name", "text", "defaults", "needs", "checks", "drawing")
    return repr([[part[key] for key in keys] for part in parcel])


# unpacking


def _value(packed: Any) -> Any:
    return tuple(_value(part) for part in packed["tuple"]) if isinstance(packed, dict) else packed


class _Chains(ast.NodeTransformer):
    """Transformer that replaces each chain by one name: `math.sqrt` becomes `math__sqrt`."""

    def __init__(self, needs: dict[str, Any]) -> None:
        self.names = {need: need.replace(".", "__") for need in needs}

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        name = self.names.get(ast.unparse(node))
        return ast.copy_location(ast.Name(name, ast.Load()), node) if name else self.generic_visit(node)


class _Turns(ast.NodeTransformer):
    """Transformer that inserts an iteration counter into while loops."""

    def __init__(self) -> None:
        self.count = 0

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        self.count += 1
        name = f"{TURN}_{self.count}"
        self.generic_visit(node)
        begin = ast.parse(f"{name} = 0").body[0]
        more = ast.parse(f"{name} = {TURN}({name})").body[0]
        for made in (begin, more):
            for part in ast.walk(made):
                ast.copy_location(part, node)
        node.body.insert(0, more)
        return [begin, node]


def _make(part: Part, made: list[Any], turn: Any) -> Any:
    """Return the function of one part; ``made`` has the functions of earlier parts."""
    tree = definition(part["text"])
    tree.decorator_list = []
    tree.args.defaults = [ast.Constant(_value(value)) for value in part["defaults"]]
    tree = _Chains(part["needs"]).visit(tree)
    scope: dict[str, Any] = {"__name__": __name__}  # looked up as a module, which must exist
    if turn is not None:
        tree, scope[TURN] = _Turns().visit(tree), turn
    module = ast.fix_missing_locations(ast.Module([tree], []))
    ast.increment_lineno(module, part["line"] - 1)
    for name, need in part["needs"].items():
        kind, what = next(iter(need.items()))
        if kind == "import":
            found = getattr(importlib.import_module(what[0]), what[1])
        else:
            found = made[what] if kind == "part" else _value(what)
        scope[name.replace(".", "__")] = found
    code = compile(
        module, part["file"], "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True
    )
    exec(code, scope)  # noqa: S102
    scope[part["name"]] = kernel(scope[part["name"]])
    return scope[part["name"]]


def has_checks(parcel: list[Part]) -> bool:
    """Return whether a parcel's kernel has checks; ``@kernel(checks=False)`` disables them."""
    return bool(parcel[-1]["checks"])


def unpack(parcel: list[Part], turn: Any = None) -> Any:
    """Return the kernel of a parcel; ``turn`` counts iterations of while loops.

    turn     intrinsic of kernel_checks.py, None without checks
    """
    made: list[Any] = []
    for part in parcel:
        made.append(_make(part, made, turn))
    return made[-1]
