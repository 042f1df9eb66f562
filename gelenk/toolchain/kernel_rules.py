"""Rules for kernels of users, and messages about violations and compiler errors.

Documents: design / Kernels
"""

import ast
import difflib
import linecache
import re
from collections.abc import Iterator
from typing import Any

from gelenk.tables import fields_data, fields_scratch
from gelenk.toolchain import struct_layout

VALUES = "numbers, tuples of numbers, functions of math, and other kernels"
OBJECTS = "kernels have only numbers and tuples of numbers"
SHAPES = "arrays are read and written element by element: d.qpos[i], d.xpos[b, 0]"
STRUCTS = {
    "model": ("m", struct_layout.MODEL),
    "data": ("d", struct_layout.DATA),
    "option": ("m.opt", struct_layout.OPTION),
}
STRUCTS["statistic"] = ("m.stat", struct_layout.STATISTIC)

# arrays that kernels of users may write: outputs of plugins, and inputs, which no stage writes
OUTPUTS = ("qfrc_passive", "actuator_force", "act_dot", "sensordata", "sdf_value", "plugin_state")
WRITABLE = {*OUTPUTS, *(row.name for row in fields_data.DATA if not row.stage)} & {
    *(row.name for row in (*fields_data.DATA, *fields_scratch.SCRATCH))
}
COLORS = {
    name for name in struct_layout.MODEL.arrays if name.endswith("_rgba")
}  # writable by drawing kernels
READ_ONLY = f"an array is written that kernels can only read; they write {', '.join(OUTPUTS)} and inputs"
INDEX_BITS, BOUND_BITS = 38, 24  # bits of an index and its bound in a report (kernel_checks.py)
MOST_TURNS = 10**9  # limit of iterations of a while loop

# syntax that is refused here, since Numba would accept it or report it in terms of its own
REFUSED: dict[type[ast.AST], str] = {
    ast.Raise: "raises an exception, which no caller would see: let the result be NaN",
    ast.Assert: "asserts, which no caller would see: let the result be NaN",
    ast.Try: "catches exceptions, which kernels do not support",
    ast.With: "enters a context, which kernels do not support",
    ast.List: f"makes a list; {OBJECTS}",
    ast.ListComp: f"makes a list; {OBJECTS}",
    ast.Set: f"makes a set; {OBJECTS}",
    ast.SetComp: f"makes a set; {OBJECTS}",
    ast.Dict: f"makes a dictionary; {OBJECTS}",
    ast.DictComp: f"makes a dictionary; {OBJECTS}",
    ast.GeneratorExp: f"makes a generator; {OBJECTS}",
    ast.Yield: "yields, which kernels cannot",
    ast.YieldFrom: "yields, which kernels cannot",
    ast.Await: "waits, which kernels cannot",
    ast.JoinedStr: f"makes a string; {OBJECTS}",
    ast.Lambda: "defines a function: make that a separate kernel",
    ast.FunctionDef: "defines a function: make that a separate kernel",
    ast.ClassDef: "defines a class, which kernels cannot",
    ast.Import: "imports a module: import it outside of the kernel",
    ast.ImportFrom: "imports a module: import it outside of the kernel",
    ast.Global: "writes a global variable: globals are constants in kernels",
    ast.Nonlocal: "writes a variable of the enclosing function: such variables are constants in kernels",
    ast.Delete: "deletes, which kernels cannot",
}


def broken(tree: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """Yield the line within the function's source, decorators included, and the violation."""
    args = tree.args
    if args.vararg or args.kwarg:
        yield tree.lineno, "takes any number of arguments, which kernels cannot"
    documented = ast.get_docstring(tree) is not None
    for statement in tree.body[1:] if documented else tree.body:
        for node in ast.walk(statement):
            if type(node) in REFUSED:
                yield getattr(node, "lineno", tree.lineno), REFUSED[type(node)]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
                yield node.lineno, f"contains a string; {OBJECTS}"
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                yield node.lineno, "prints, which only GELENK_JIT=0 can"


def unwritten(tree: ast.FunctionDef, drawing: bool = False) -> Iterator[tuple[int, str]]:
    """Yield (line, violation) for writes and indices that are refused in kernels with checks.

    drawing   colors of the model and arrays of the scene may be written
    """
    args = [arg.arg for arg in tree.args.args]
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from _refused_target(target, args, drawing)
        elif isinstance(node, ast.Subscript) and field_of(node.value, args):
            inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            for index in inner:
                yield from _refused_index(index, ast.unparse(node))


def field_of(node: ast.AST, args: list[str]) -> str:
    """Return the field of an argument that is indexed: "d.qpos" for d.qpos[3]; else ""."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
        return ast.unparse(node) if ast.unparse(node).split(".")[0] in args else ""
    return ""


def _refused_target(target: ast.AST, args: list[str], drawing: bool) -> Iterator[tuple[int, str]]:
    if isinstance(target, ast.Tuple):
        for one in target.elts:
            yield from _refused_target(one, args, drawing)
        return
    chain = field_of(target, args)
    if drawing and isinstance(target, ast.Subscript) and chain:  # the types distinguish the structs
        if chain.rpartition(".")[2] in COLORS or chain.rpartition(".")[2] in struct_layout.SCENE.arrays:
            return
    name = chain.rpartition(".")[2]
    known = name in struct_layout.DATA.offset or name in struct_layout.MODEL.offset
    if chain and known and isinstance(target, ast.Attribute) and name not in struct_layout.DATA.arrays:
        yield target.lineno, f"writes {chain}, which kernels can only read"
    elif chain and known and isinstance(target, ast.Subscript) and name not in WRITABLE:
        yield (
            target.lineno,
            f"writes {chain}, which kernels can only read; they write {', '.join(OUTPUTS)} and inputs",
        )


def _refused_index(index: ast.AST, text: str) -> Iterator[tuple[int, str]]:
    bounds = [index.lower] if isinstance(index, ast.Slice) else [index]
    if isinstance(index, ast.Slice) and (index.upper or index.step):
        yield index.lineno, f"has the slice {text}; slices are a[i:], from i to the end"
    for bound in bounds:
        if (
            isinstance(bound, ast.UnaryOp)
            and isinstance(bound.op, ast.USub)
            and isinstance(bound.operand, ast.Constant)
        ):
            yield bound.lineno, f"has the negative index {text}; indices count from 0 to the end"


# messages of the compiler


def _described(kind: str) -> str:
    """Return a description of a compiler type."""
    kind = re.sub(r"Literal\[(?:int|bool)\]\(.*?\)|u?int\d+", "an integer", kind.strip())
    kind = re.sub(r"float\d+", "a number", kind)
    kind = re.sub(r"complex\d+", "a complex number", kind)
    kind = re.sub(r"UniTuple\(a number x (\d+)\)", r"a tuple of \1 numbers", kind)
    kind = re.sub(r"UniTuple\(an integer x (\d+)\)", r"a tuple of \1 integers", kind)
    kind = re.sub(r"(?:Uni)?Tuple\(.*\)", "a tuple", kind)
    kind = re.sub(r"View\([^)]*,0[^)]*\)", "an array", kind)
    kind = re.sub(r"View\([^)]*\)", "an array of rows", kind)
    kind = re.sub(r"Struct\((\w+)\)", r"the \1", kind)
    return {"bool": "a truth value", "none": "None", "unicode_type": "a text"}.get(kind, kind)


def _cast(found: re.Match[str]) -> str:
    return f"{_described(found[1])} is assigned to {_described(found[2])}"


def _told(found: re.Match[str]) -> str:
    return found[1].strip()


def _several(found: re.Match[str]) -> str:
    kinds = re.findall(r"(?:Uni)?Tuple\([^)]*\)|[\w()]+", found[1])
    return f"the kernel returns {' and '.join(_described(kind) for kind in kinds)}; it returns one type"


def _arguments(found: re.Match[str]) -> str:
    return f"{found[1]} in a call"


def _parts(found: re.Match[str]) -> str:
    return f"a tuple of {found[2]} is unpacked into {found[1]} names"


def _method(found: re.Match[str]) -> str:
    return f"{_described(found[2])} has no '{found[1]}'; {SHAPES}"


def _unknown_field(found: re.Match[str]) -> str:
    name, struct = found.groups()
    variable, plan = STRUCTS[struct]
    near = difflib.get_close_matches(name, plan.offset, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{variable} has no field '{name}'{hint}"


def _unknown_operation(found: re.Match[str]) -> str:
    call = re.sub(r"View\([^)]*\)", "array", found[1])
    call = re.sub(r"UniTuple\(\w+ x (\d+)\)", r"tuple of \1", call)
    call = re.sub(r"Literal\[int\]\((-?\d+)\)|u?int\d+", lambda m: m[1] or "integer", call)
    call = re.sub(r"float\d+", "float", call)
    return f"nothing is known of {call}" + (f"; {SHAPES}" if "array" in call else "")


def _undefined(found: re.Match[str]) -> str:
    return f"'{found[1]}' is not defined"


def _whole_array(found: re.Match[str]) -> str:
    return f"{found[1]}.{found[2]} is an array; {SHAPES}"


def _changed(found: re.Match[str]) -> str:
    kinds = re.match(r"Cannot unify (.*?) and (.*?) for '", found[0], re.DOTALL)
    how = f" from {_described(kinds[1])} to {_described(kinds[2])}" if kinds else ""
    return f"'{found[1]}' changes its type{how}; a variable keeps the one that it begins with"


def _object(found: re.Match[str]) -> str:
    return f"an array, a list or another object is made; {OBJECTS}"


def _python(found: re.Match[str]) -> str:
    return f"something is called that only Python has; what can be called are {VALUES}"


def _tuple_index(found: re.Match[str]) -> str:
    return "an index into a tuple is out of range"


KNOWN = (
    (r"Unknown attribute '(\w+)' of type Struct\((\w+)\)", _unknown_field),
    (r"gelenk: ([^\n]*)", _told),
    (r"Can't unify return type from the following types: ([^\n]*)", _several),
    (r"due to \"TypeError: ([^\"\n.]*)", _arguments),
    (r"expected (\d+), got (\d+)", _parts),
    (r"Unknown attribute '(\w+)' of type (View\([^)]*\))", _method),
    (r"Cannot cast .* to View\(.*\(?\b(\w+)\)?\.(\w+) = ", _whole_array),
    (r"NRT required but not enabled|Only accept returning of array", _object),
    (r"Function\(<built-in function (?:empty|zeros|ones|array|full)>\)", _object),
    (r"name '(\w+)' is not defined", _undefined),
    (r"(?:defines the function|undefined (?:symbol|reference to)[:`' ]*) ?_?numba_", _python),
    (r"Cannot unify .* for '([^'.]+)", _changed),
    (r"tuple index out of range", _tuple_index),
    (r"Cannot cast (.*?) to ([^:\n]+?)(?::|\n|$)", _cast),
    (r">>> ([^\n]*)", _unknown_operation),
)


def explained(message: str, files: set[str], name: str) -> str:
    """Return the message for a compiler error, in plain words if the error is known.

    files   source files of the user
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", message)
    said = next((say(found) for pattern, say in KNOWN if (found := re.search(pattern, text, re.DOTALL))), "")
    if not said:
        lines = [line.strip() for line in text.splitlines()]
        said = next((line for line in lines if line and not line.startswith("Failed in nopython")), "")
    return f"kernel {name} cannot be compiled: {said}{place(text, files)}"


def place(text: str, files: set[str]) -> str:
    """Return the first line of the user's source that the compiler names, with its text."""
    for file, line in re.findall(r"at ([^\n]*?) \((\d+)\)", text):
        if file in files:
            return f'\n  File "{file}", line {line}\n    {linecache.getline(file, int(line)).strip()}'
    return ""


def out_of_range(places: list[list[Any]], status: int, where: int) -> str:
    """Return the message for a failed check: location, index and bound (kernel_checks.py)."""
    inner, own = places[status & 0xFFFF], places[status >> 16]
    index, bound = where >> BOUND_BITS, where & (2**BOUND_BITS - 1)
    name, file, line, text, array = own if own[0] else inner
    if index == MOST_TURNS and bound == 2**BOUND_BITS - 1:
        said = f"a while loop has not ended after {MOST_TURNS} turns"
    else:
        said = f"index {index} is out of range for {inner[4] or 'an array'}, which has {bound}"
    if inner is not own and own[0]:
        said += f", in {inner[0]} (called with {array})" if array else f", in {inner[0]}"
    return f'kernel {name}: {said}\n  File "{file}", line {line}\n    {text}'


def plain_name(mangled: str) -> str:
    """Return the dotted Python name of a kernel from its mangled name."""
    parts, rest = [], mangled.removeprefix("_ZN")
    while found := re.match(r"(\d+)", rest):
        size, rest = int(found[1]), rest[found.end() :]
        parts.append(rest[:size])
        rest = rest[size:]
    return ".".join(parts).removeprefix("gelenk.toolchain.kernel_pickle.") or mangled
