"""Text of stubs: properties, functions and classes with their docstrings.

Documents: design / One source of truth
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable

ARRAY = "npt.NDArray[np.{}]"
# types that programs pass for arrays: sequences of numbers, or array-likes; texts are neither
NUMBERS = """
class _Array(Protocol):
    def __array__(self) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]: ...

_Numbers: TypeAlias = Sequence[SupportsFloat] | _Array
_Matrix: TypeAlias = _Numbers | Sequence[Sequence[SupportsFloat]]
"""


def block(text: str, indent: str) -> str:
    """Return a docstring as text of a stub."""
    lines = text.strip().replace("\\", "\\\\").replace('"""', "'''").split("\n")
    if len(lines) == 1 and not lines[0].endswith('"'):
        return f'{indent}"""{lines[0]}"""'
    body = "\n".join(f"{indent}{line}".rstrip() for line in lines[1:])
    return f'{indent}"""{lines[0]}\n{body}\n{indent}"""' if body else f'{indent}"""{lines[0]}\n{indent}"""'


def property_of(name: str, kind: str, doc: str, setter: str = "") -> str:
    """Return a property of a class; ``setter`` is the assignable type, empty for none."""
    text = f"    @property\n    def {name}(self) -> {kind}:\n{block(doc, ' ' * 8)}\n"
    if setter:
        text += f"    @{name}.setter\n    def {name}(self, value: {setter}) -> None: ...\n"
    return text


def class_of(name: str, bases: str, doc: str, parts: Iterable[str]) -> str:
    """Return a class with its parts, which are already indented."""
    body = "".join(parts)
    head = f"class {name}({bases}):" if bases else f"class {name}:"
    text = block(doc, "    ") if doc else ""
    return (
        "\n".join(part for part in (head, text, body.rstrip("\n") or ("" if text else "    ...")) if part)
        + "\n"
    )


def function_of(
    name: str, arguments: str, result: str, doc: str, indent: str = "", decorators: Iterable[str] = ()
) -> str:
    """Return a function or method with its docstring."""
    above = "".join(f"{indent}@{decorator}\n" for decorator in decorators)
    return f"{above}{indent}def {name}({arguments}) -> {result}:\n{block(doc, indent + '    ')}\n"


def written(function: Callable) -> tuple[str, str]:
    """Return (arguments, result) of a function from its annotations; Any where missing."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    node = next(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))
    arguments = node.args
    for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if a.annotation is None and a.arg not in ("self", "cls"):
            a.annotation = ast.Name("Any")
        elif a.arg in ("self", "cls"):
            a.annotation = None
        else:
            a.annotation = _unquoted(a.annotation)
    for star in (arguments.vararg, arguments.kwarg):
        if star is not None:
            star.annotation = _unquoted(star.annotation) if star.annotation else ast.Name("Any")
    arguments.defaults = [ast.Constant(...) for _ in arguments.defaults]
    arguments.kw_defaults = [d and ast.Constant(...) for d in arguments.kw_defaults]
    result = ast.unparse(_unquoted(node.returns)) if node.returns else "Any"
    return ast.unparse(arguments), result


def _unquoted(annotation: ast.expr | None) -> ast.expr:
    """Return an annotation without quotes."""
    if annotation is None:
        return ast.Name("Any")
    return _Unquote().visit(annotation)


class _Unquote(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.parse(node.value, mode="eval").body if isinstance(node.value, str) else node


def method_of(name: str, function: Callable, indent: str = "    ", decorators: Iterable[str] = ()) -> str:
    """Return a function of the source with its annotations and docstring."""
    arguments, result = written(function)
    return function_of(name, arguments, result, inspect.getdoc(function) or "", indent, decorators)
