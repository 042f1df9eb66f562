"""Numba as a front end: types and unoptimized LLVM IR of functions; patches of Numba.

Documents: design / Compiled ahead, loaded without Numba

The front end makes types and LLVM IR once for each function. By default Numba optimizes each function together with all
that it calls and loads the code into the process, so that a helper passes through LLVM once per caller. Here nothing is
optimized or loaded: a library keeps the code of its own function, and `whole` links all that one stage calls into one
module, which is optimized once (object_code.py). This takes less than half the time. The front end relies on methods of
Numba that are not stable between releases; `prepare` names all of them, and pyproject bounds the version.

Patches of Numba reduce the front-end time by a third: they memoize the resolution of types, operators and attributes,
type sizes, and the loading of registries, and omit passes and bookkeeping that kernels do not need. Object code does
not change: tests/stages/test_numba_patches.py compares its bytes with those of unpatched Numba
(GELENK_NUMBA_PATCHES=0).
"""

import functools
import gc
import operator
import os
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType
from typing import Any

import llvmlite.binding as llvm
from numba import njit
from numba.core import (
    base,
    codegen,
    compiler_machinery,
    cpu,
    errors,
    event,
    ir,
    lowering,
    postproc,
    typeinfer,
    types,
)
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.transforms import canonicalize_cfg
from numba.core.types.abstract import Type
from numba.core.typing import context as typing_context

from gelenk.toolchain.kernel import FAST
from gelenk.toolchain.numba_types import Struct, View

_OPERATORS = {value for name, value in vars(operator).items() if not name.startswith("_")}
_PLAIN = (types.Number, types.Boolean, types.BaseTuple, View)


def operators(look_up: Callable) -> Callable:
    """Memoize operators of numbers and arrays by the types of their arguments."""
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
    """Memoize the types of struct fields."""
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
    """Return the type variable of a name; record the access while `propagate` is running."""
    found = self.get(name)
    if found is None:
        found = typeinfer.TypeVar(self.context, name)
        self[name] = found
    noted = self.__dict__.get("read")
    if noted is not None:
        noted.append(found)
    return found


def propagate(self: Any, inferer: Any) -> list[Exception]:
    """Propagate types, skipping constraints whose variables are unchanged since the last run.

    Returns   errors, which matter only if they persist
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
    """Context manager for error messages, as Numba's new_error_context without a generator."""

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
    """Run one of Numba's passes without timers and without formatting all flags."""
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
    """Compute lifetimes of variables only where they are used, at the end."""

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        if emit_dels or self.func_ir.is_generator:
            full(self, emit_dels, extend_lifetimes)
            return
        self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.generator_info = None

    return run


def sizes(ask: Callable) -> Callable:
    """Memoize the ABI size of types."""
    known: dict[str, int] = {}

    def get_abi_sizeof(self: Any, ty: Any) -> int:
        text = str(ty)
        if text not in known:
            known[text] = ask(self, ty)
        return known[text]

    return get_abi_sizeof


def takes_place(ask: Callable) -> Callable:
    """Return whether a code generator has an argument `loc`, from its code object."""

    def has_loc(function: Any) -> bool:
        if type(function) is not FunctionType or hasattr(function, "__wrapped__"):
            return ask(function)
        code = function.__code__
        return "loc" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    return has_loc


def forget(self: Any, name: str) -> None:
    """Delete a variable; no reference is released, since kernels have no reference counts."""
    if name not in self._blk_local_varmap:
        self._singly_assigned_vars.discard(name)
    self._alloca_var(name, self.typeof(name))


def store(self: Any, value: Any, name: str, argidx: int | None = None) -> None:
    """Set a variable without loading the previous value."""
    self._alloca_var(name, self.typeof(name))
    if name in self._singly_assigned_vars:
        self._blk_local_varmap[name] = value
    else:
        self.builder.store(value, self.getvar(name))


def once(load: Callable) -> Callable:
    """Load registries once per context, instead of before each function."""

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
    # Numba's types have the metaclass ABCMeta, but no virtual subclasses are registered.
    (type(Type), "__instancecheck__", type.__instancecheck__),
)


# passes for constructs that kernels do not have: `with`, literal_unroll, numpy arrays, functions that Numba inlines
IDLE = {
    *("WithLifting", "LiteralUnroll", "LiteralPropagationSubPipelinePass"),
    *("InlineOverloads", "InlineInlinables", "NopythonRewrites"),
}
CLOSURES = {"InlineClosureLikes", "MakeFunctionToJitFunction"}


class Lean(Compiler):
    """Numba's compiler without passes that never apply to kernels but visit all of their code."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the pass managers without passes that never apply to kernels."""
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


def reduce_garbage_collection() -> None:
    """Reduce garbage collection in this process."""
    gc.freeze()  # Numba's modules live until the process ends
    gc.set_threshold(50_000, 20, 100)


_plain: set[type] = set()  # types of values that contain no variables


def _variables(values: Iterable[Any], found: list[ir.Var]) -> list[ir.Var]:
    """Return the variables of an instruction, in Numba's order, with fewer type checks."""
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


# patches (owner, name, replacement) that `prepare` applies
REPLACED: tuple[tuple[Any, str, Callable], ...] = (
    (event, "broadcast", lambda told: None),  # events of Numba's timers, which have no listeners
    (ir.Inst, "_rec_list_vars", lambda self, value: _variables((value,), [])),
    (ir.Stmt, "list_vars", lambda self: _variables(self.__dict__.values(), [])),
    (ir.Expr, "list_vars", lambda self: _variables(self._kws.values(), [])),
    *MEMOIZED,
)


# Front end

# packages whose kernels are compiled once for all constant arguments: half the compile time
ONE_CODE = ("gelenk.render", "gelenk.scene")
FLAGS = FAST  # fast-math flags of all kernels; none in strict builds (strict_bitcode.py)
# whether Numba is patched to skip or memoize work, which changes no byte of the object code
PATCHED = os.environ.get("GELENK_NUMBA_PATCHES", "1") != "0"


def prepare() -> None:
    """Disable Numba's optimization passes and code loading in this process."""
    for owner, method, ours in (
        (codegen.CPUCodeLibrary, "_optimize_functions", _say_layout),
        (codegen.CPUCodeLibrary, "finalize", _close),
        (cpu.CPUContext, "get_executable", _no_executable),
        *(REPLACED if PATCHED else ()),
    ):
        if not hasattr(owner, method):
            raise RuntimeError(
                f"this version of Numba has no {owner.__name__}.{method}: pip install 'gelenk[compile]'"
            )
        setattr(owner, method, ours)
    if PATCHED:
        reduce_garbage_collection()


def whole(library: codegen.CPUCodeLibrary, *others: codegen.CPUCodeLibrary) -> llvm.ModuleRef:
    """Return a new module with the code of libraries and all that they call."""
    module = library._final_module.clone()
    seen, todo = {library}, [library]
    for other in others:
        if other not in seen:
            seen.add(other)
            todo.append(other)
            module.link_in(other._final_module.clone())
    while todo:
        for other in todo.pop()._linking_libraries:
            if other not in seen:
                seen.add(other)
                todo.append(other)
                module.link_in(other._final_module.clone())
    return module


def _say_layout(library: codegen.CPUCodeLibrary, module: llvm.ModuleRef) -> None:
    module.data_layout = library._codegen._data_layout


def _close(library: codegen.CPUCodeLibrary) -> None:
    library._raise_if_finalized()
    library._finalized = True


def _no_executable(
    context: cpu.CPUContext, library: codegen.CPUCodeLibrary, fndesc: Any, env: Any
) -> Callable[[Any], None]:
    """Return a dummy in place of the executable function.

    A new builtin each time, since Numba uses the function as a dictionary key.
    """
    return [].append


def compile_kernel(function: Callable) -> Any:
    """Compile a function with the flags of all kernels."""
    made = njit(
        fastmath=FLAGS,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        _nrt=False,
        pipeline_class=Lean if PATCHED else Compiler,
    )(function)
    if (function.__module__ or "").startswith(ONE_CODE):
        _without_literals(made)
    return made


def _without_literals(made: Any) -> None:
    """Compile a kernel once for all constant arguments, instead of once per constant."""
    find = made.get_call_template

    def plain(args: tuple[types.Type, ...], kws: dict[str, Any]) -> Any:
        return find(tuple(map(types.unliteral, args)), {k: types.unliteral(v) for k, v in kws.items()})

    made.get_call_template = plain
