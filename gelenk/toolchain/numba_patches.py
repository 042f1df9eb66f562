"""What Numba does again though nothing has changed, done once: types, attributes, sizes, registries.

Documents: design / Compiled ahead, loaded without Numba

As of numba_patches.py, of which this is a part, no object's bytes depend on it.

What Numba does for programs that are not kernels, left out: its part takes a third less, for the same code.

Nothing here changes an object's bytes: tests/stages/test_numba_patches.py compares them with those of Numba left to
itself (GELENK_NUMBA_PATCHES=0).
"""

import functools
import gc
import operator
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType
from typing import Any

from numba.core import base, compiler_machinery, cpu, errors, event, ir, lowering, postproc, typeinfer, types
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.transforms import canonicalize_cfg
from numba.core.types.abstract import Type
from numba.core.typing import context as typing_context

from gelenk.toolchain.numba_types import Struct, View

_OPERATORS = {value for name, value in vars(operator).items() if not name.startswith("_")}
_PLAIN = (types.Number, types.Boolean, types.BaseTuple, View)


def operators(look_up: Callable) -> Callable:
    """Operators of numbers and arrays are looked up once for each types of arguments, not wherever they stand."""
    known: dict[tuple, Any] = {}

    def get_call_type(self: Any, context: Any, args: tuple[types.Type, ...], kws: Any) -> Any:
        if kws or self.typing_key not in _OPERATORS or not all(isinstance(a, _PLAIN) for a in args):
            return look_up(self, context, args, kws)
        key = (self, args)
        if key not in known:
            known[key] = look_up(self, context, args, kws)
        return known[key]

    return get_call_type


def attributes(look_up: Callable) -> Callable:
    """Fields of structs are looked up once."""
    known: dict[tuple[Struct, str], Any] = {}

    def resolve_getattr(self: Any, typ: types.Type, attr: str) -> Any:
        if not isinstance(typ, Struct):
            return look_up(self, typ, attr)
        key = (typ, attr)
        if key not in known:
            known[key] = look_up(self, typ, attr)
        return known[key]

    return resolve_getattr


def reads(self: Any, name: str) -> Any:
    """The type of a variable, noted where somebody asks which are read (`propagate`)."""
    found = self.get(name)
    if found is None:
        found = typeinfer.TypeVar(self.context, name)
        self[name] = found
    noted = self.__dict__.get("read")
    if noted is not None:
        noted.append(found)
    return found


def propagate(self: Any, inferer: Any) -> list[Exception]:
    """Go through all rules of types; those of which no variable has changed since, have nothing to say.

    Returns   errors, which are of interest if they stay
    """
    variables = inferer.typevars
    problems: list[Exception] = []
    settled = self.__dict__.setdefault("settled", {})
    for i, rule in enumerate(self.constraints):
        if i in settled and all(variable.type is typ for variable, typ in settled[i]):
            continue
        variables.read = []
        try:
            rule(inferer)
            settled[i] = [(variable, variable.type) for variable in variables.read]
        except errors.TypingError as error:
            settled.pop(i, None)
            if not isinstance(error, errors.ForceLiteralArg):
                said = errors.TypingError(str(error), loc=rule.loc, highlighting=False)
                said.__cause__ = error
                error = said
            problems.append(error)
    variables.read = None
    return problems


class Place:
    """What an error is said to be about: Numba's new_error_context, without a generator for each."""

    __slots__ = ("named", "plain", "text")

    def __init__(self, fmt_: str, *plain: Any, **named: Any) -> None:
        self.text, self.plain, self.named = fmt_, plain, named

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, errors.NumbaError):
            told = self.plain or self.named
            error.add_context(self.text.format(*self.plain, **self.named) if told else self.text)


def run_pass(self: Any, index: int, what: Any, state: Any) -> None:
    """One of Numba's passes, without its clocks and without the text of all flags."""
    what.analysis = self._analysis
    with Place("Pass {name}", name=what.name()):
        changed = what.run_initialization(state)
        changed |= what.run_pass(state)
        changed |= what.run_finalizer(state)
    if compiler_machinery._pass_registry.get(what.__class__).mutates_CFG:
        if changed:
            postproc.PostProcessor(state.func_ir).run()
        else:
            state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)


def lifetimes(full: Callable) -> Callable:
    """How long variables live is found out where it is used: at the end."""

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        if emit_dels or self.func_ir.is_generator:
            full(self, emit_dels, extend_lifetimes)
            return
        self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.generator_info = None

    return run


def sizes(ask: Callable) -> Callable:
    """LLVM is asked once for the bytes of a type."""
    known: dict[str, int] = {}

    def get_abi_sizeof(self: Any, ty: Any) -> int:
        text = str(ty)
        if text not in known:
            known[text] = ask(self, ty)
        return known[text]

    return get_abi_sizeof


def takes_place(ask: Callable) -> Callable:
    """Whether a function that makes code has an argument `loc`, as its code object says."""

    def has_loc(function: Any) -> bool:
        if type(function) is not FunctionType or hasattr(function, "__wrapped__"):
            return ask(function)
        code = function.__code__
        return "loc" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    return has_loc


def forget(self: Any, name: str) -> None:
    """A variable is no longer used, which says nothing where none counts its references."""
    if name not in self._blk_local_varmap:
        self._singly_assigned_vars.discard(name)
    self._alloca_var(name, self.typeof(name))


def store(self: Any, value: Any, name: str, argidx: int | None = None) -> None:
    """Set a variable, without reading what it was."""
    self._alloca_var(name, self.typeof(name))
    if name in self._singly_assigned_vars:
        self._blk_local_varmap[name] = value
    else:
        self.builder.store(value, self.getvar(name))


def once(load: Callable) -> Callable:
    """What Numba brings along is registered once for each context, not before each function."""

    @functools.cache
    def load_additional_registries(self: Any) -> None:
        load(self)

    return load_additional_registries


MEMOIZED: tuple[tuple[Any, str, Any], ...] = (
    (types.BaseFunction, "get_call_type", operators(types.BaseFunction.get_call_type)),
    (typing_context.BaseContext, "resolve_getattr", attributes(typing_context.BaseContext.resolve_getattr)),
    (typeinfer.TypeVarMap, "__getitem__", reads),
    (typeinfer.ConstraintNetwork, "propagate", propagate),
    *((module, "new_error_context", Place) for module in (typeinfer, lowering)),
    (compiler_machinery.PassManager, "_runPass", run_pass),
    (postproc.PostProcessor, "run", lifetimes(postproc.PostProcessor.run)),
    (base.BaseContext, "get_abi_sizeof", sizes(base.BaseContext.get_abi_sizeof)),
    (lowering.Lower, "delvar", forget),
    (lowering.Lower, "storevar", store),
    (base, "_has_loc", takes_place(base._has_loc)),
    *(
        (owner, "load_additional_registries", once(owner.load_additional_registries))
        for owner in (cpu.CPUContext, typing_context.Context)
    ),
    # Numba's types have a metaclass of abstract classes, none of which has classes registered
    (type(Type), "__instancecheck__", type.__instancecheck__),
)


# what they look for is in no kernel: `with`, literal_unroll, numpy's arrays, functions that Numba is to put in place
IDLE = {
    *("WithLifting", "LiteralUnroll", "LiteralPropagationSubPipelinePass"),
    *("InlineOverloads", "InlineInlinables", "NopythonRewrites"),
}
CLOSURES = {"InlineClosureLikes", "MakeFunctionToJitFunction"}


class Lean(Compiler):
    """Numba's passes but for the idle ones, each of which goes over all code of a function."""

    def define_pipelines(self) -> list[PassManager]:
        """Passes in their order."""
        inner = any(isinstance(value, CodeType) for value in self.state.func_id.code.co_consts)
        idle = IDLE if inner else IDLE | CLOSURES
        made = []
        for full in super().define_pipelines():
            lean = PassManager(full.pipeline_name)
            for kind, what in full.passes:
                if kind.__name__ not in idle:
                    lean.add_pass(kind, what)
            lean.finalize()
            made.append(lean)
        return made


def prepare() -> None:
    """Leave it out, for this process."""
    gc.freeze()  # Numba's modules stay to the end
    gc.set_threshold(50_000, 20, 100)


_plain: set[type] = set()  # what was found to hold none


def _variables(values: Iterable[Any], found: list[ir.Var]) -> list[ir.Var]:
    """The variables of an instruction, in Numba's order; it asks up to five times what each value is."""
    for value in values:
        kind = type(value)
        if kind in _plain:
            continue
        if isinstance(value, ir.Var):
            found.append(value)
        elif isinstance(value, ir.Inst):
            found += value.list_vars()
        elif isinstance(value, (list, tuple)):
            _variables(value, found)
        elif isinstance(value, dict):
            _variables(value.values(), found)
        else:
            _plain.add(kind)
    return found


# what of Numba is replaced, by front_end.py
REPLACED: tuple[tuple[Any, str, Callable], ...] = (
    (event, "broadcast", lambda told: None),  # of Numba's own clocks, which nobody reads
    (ir.Inst, "_rec_list_vars", lambda self, value: _variables((value,), [])),
    (ir.Stmt, "list_vars", lambda self: _variables(self.__dict__.values(), [])),
    (ir.Expr, "list_vars", lambda self: _variables(self._kws.values(), [])),
    *MEMOIZED,
)
