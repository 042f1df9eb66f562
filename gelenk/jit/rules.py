"""What kernels must not do, and how that is said: found in the text of a kernel, or in what the compiler says of it.

Documents: design / Kernels
"""

import ast
import difflib
import linecache
import re
from collections.abc import Iterator

from gelenk.jit import layout

VALUES = "numbers, tuples of numbers, functions of math, and other kernels"
OBJECTS = "kernels have numbers and tuples of numbers alone"
SHAPES = "arrays are read and written element by element: d.qpos[i], d.xpos[b, 0]"
STRUCTS = {"model": ("m", layout.MODEL), "data": ("d", layout.DATA), "option": ("m.opt", layout.OPTION)}
STRUCTS["statistic"] = ("m.stat", layout.STATISTIC)

# what stands in a text that the compiler takes, or refuses in words of its own
REFUSED: dict[type[ast.AST], str] = {
    ast.Raise: "raises an exception, which nobody would see: let the result be NaN",
    ast.Assert: "asserts, which nobody would see: let the result be NaN",
    ast.Try: "catches exceptions, which kernels have none of",
    ast.With: "enters a context, which kernels have none of",
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
    ast.JoinedStr: f"makes a text; {OBJECTS}",
    ast.Lambda: "has a function within: let it be a kernel of its own",
    ast.FunctionDef: "has a function within: let it be a kernel of its own",
    ast.ClassDef: "has a class within, which kernels cannot",
    ast.Import: "imports a module: imports stand above kernels",
    ast.ImportFrom: "imports a module: imports stand above kernels",
    ast.Global: "writes a global variable: what kernels find outside are constants",
    ast.Nonlocal: "writes a variable of the function around it: what kernels find outside are constants",
    ast.Delete: "deletes, which kernels cannot",
}


def broken(tree: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """Line, counted from that of ``def`` and what is above it, and what is wrong there."""
    args = tree.args
    if args.vararg or args.kwarg:
        yield tree.lineno, "takes any number of arguments, which kernels cannot"
    documented = ast.get_docstring(tree) is not None
    for statement in tree.body[1:] if documented else tree.body:
        for node in ast.walk(statement):
            if type(node) in REFUSED:
                yield getattr(node, "lineno", tree.lineno), REFUSED[type(node)]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
                yield node.lineno, f"has a text; {OBJECTS}"
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                yield node.lineno, "prints, which only GELENK_JIT=0 can"


# What the compiler says


def _unknown_field(found: re.Match[str]) -> str:
    name, struct = found.groups()
    variable, plan = STRUCTS[struct]
    near = difflib.get_close_matches(name, plan.offset, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{variable} has no field '{name}'{hint}"


def _unknown_operation(found: re.Match[str]) -> str:
    call = re.sub(r"View\(\w+,-?\d+\)", "array", found[1])
    call = re.sub(r"UniTuple\(\w+ x (\d+)\)", r"tuple of \1", call)
    call = re.sub(r"Literal\[int\]\((-?\d+)\)|u?int\d+", lambda m: m[1] or "integer", call)
    call = re.sub(r"float\d+", "float", call)
    return f"nothing is known of {call}" + (f"; {SHAPES}" if "array" in call else "")


def _undefined(found: re.Match[str]) -> str:
    return f"'{found[1]}' is not defined"


def _whole_array(found: re.Match[str]) -> str:
    return f"{found[1]}.{found[2]} is an array; {SHAPES}"


def _changed(found: re.Match[str]) -> str:
    return f"'{found[1]}' changes its type; a variable keeps the one that it begins with"


def _object(found: re.Match[str]) -> str:
    return f"an array, a list or another object is made; {OBJECTS}"


def _python(found: re.Match[str]) -> str:
    return f"something is called that only Python has; what can be called are {VALUES}"


def _tuple_index(found: re.Match[str]) -> str:
    return "a tuple has fewer parts than are asked for"


KNOWN = (
    (r"Unknown attribute '(\w+)' of type Struct\((\w+)\)", _unknown_field),
    (r"Cannot cast .* to View\(.*\(?\b(\w+)\)?\.(\w+) = ", _whole_array),
    (r"NRT required but not enabled|Only accept returning of array", _object),
    (r"Function\(<built-in function (?:empty|zeros|ones|array|full)>\)", _object),
    (r"name '(\w+)' is not defined", _undefined),
    (r"nobody has the function numba_", _python),
    (r"Cannot unify .* for '([^'.]+)", _changed),
    (r"tuple index out of range", _tuple_index),
    (r">>> ([^\n]*)", _unknown_operation),
)


def explained(message: str, files: set[str], name: str) -> str:
    """What the compiler says of a kernel, in our words where we have any; ``files`` are those of the user's text."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", message)
    said = next((say(found) for pattern, say in KNOWN if (found := re.search(pattern, text, re.DOTALL))), "")
    if not said:
        lines = [line.strip() for line in text.splitlines()]
        said = next((line for line in lines if line and not line.startswith("Failed in nopython")), "")
    return f"kernel {name} cannot be compiled: {said}{place(text, files)}"


def place(text: str, files: set[str]) -> str:
    """Where it is: the first line of the user's that the compiler names, with its text."""
    for file, line in re.findall(r"at ([^\n]*?) \((\d+)\)", text):
        if file in files:
            return f'\n  File "{file}", line {line}\n    {linecache.getline(file, int(line)).strip()}'
    return ""
