"""Templates of stages: loads of a model's structure become calls of functions.

Documents: design / Models made to measure

The functions are defined for each model (code.py).

    load of a size, an option                  call i64 @number.model.nv(ptr slot)
    load of the address of an integer column   call ptr @array.model.jnt_type(ptr slot)
    load of an entry of the stage table        call i64 @stage.kinematics(ptr entry)

Pointers are followed from the arguments of the stage: a constant offset in a struct identifies the field. A parameter
of a function has the origin that all calls of the function pass; if calls differ, or if a pointer comes from a phi or
an aggregate, the load is kept. Only the compiler process imports this module.
"""

from collections.abc import Iterator

import llvmlite.binding as llvm

from gelenk.tables.field_groups import ARRAYS, NUMBERS, OPTIONS, RUNS
from gelenk.tables.stages import STAGE_AT
from gelenk.toolchain import object_code
from gelenk.toolchain.bitcode import hide
from gelenk.toolchain.ir_text.functions import Function, functions, joined
from gelenk.toolchain.ir_text.instructions import Form, assign, form, parameters
from gelenk.toolchain.struct_layout import DATA, DATA_SIZES, MADE_NUMBERS, MODEL, OPTION, OWN_STEP, STATISTIC
from gelenk.toolchain.targets import Target

NUMBER, ARRAY, STAGE = (
    "number.",
    "array.",
    "stage.",
)  # prefixes of the functions; the name of a field or stage follows
NUMBER_FIELDS = frozenset(
    {
        *(f"model.{name}" for name in (*NUMBERS, *MADE_NUMBERS, OWN_STEP)),
        *(f"option.{name}" for name in OPTIONS),
        *(f"data.{name}" for name in DATA_SIZES if name in NUMBERS),
        *(f"data.{name}" for name in RUNS if name in DATA.scalars),
    }
)
ARRAY_FIELDS = frozenset(
    {*(f"model.{name}" for name in ARRAYS), *(f"data.{name}" for name in RUNS if name in DATA.arrays)}
)

# origin of a pointer: ("struct", name, byte offset), ("table", byte offset) in the stage table
Origin = tuple
_STRUCTS = {plan.name: plan for plan in (MODEL, DATA, OPTION, STATISTIC)}
_FIELD_AT = {(s, at): name for s, plan in _STRUCTS.items() for name, at in plan.offset.items()}
_STAGE_TABLE = ("struct", MODEL.name, MODEL.offset["stage_table"])
_WORD = {"i8": 1, "i64": 8}  # size in bytes of the element types in address computations
_CASTS = frozenset(("inttoptr", "ptrtoint", "bitcast"))
_FOLLOWED = ("= load ", "= getelementptr ", "call ", *(f"= {cast} " for cast in _CASTS))
_PROMOTE = ("sroa", "simplify_cfg", "aggressive_dce", "global_dead_code_eliminate")


def template(code: bytes, entry: str, kinds: str, target: Target) -> bytes:
    """Return the bitcode of a template: a stage with calls in place of loads of structure.

    code    bitcode of the stage
    entry   symbol of its entry
    kinds   kinds of its arguments (tables/stages.py)
    """
    module = llvm.parse_bitcode(code)
    hide(module, {entry})
    passes = llvm.create_pass_builder(
        object_code.machine(target), llvm.create_pipeline_tuning_options(speed_level=1)
    )
    manager = llvm.create_new_module_pass_manager()
    for name in _PROMOTE:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, passes)
    made = llvm.parse_assembly(with_functions(str(module), entry, kinds))
    made.verify()
    return made.as_bitcode()


def with_functions(text: str, entry: str, kinds: str) -> str:
    """Return the text of a stage with calls in place of loads of structure."""
    parts, named = functions(text)
    writer = _Writer(named, entry, kinds)
    for name, function in named.items():
        writer.rewrite(name, function)
    declared = [f"declare {kind} @{name}(ptr)" for name, kind in sorted(writer.declared.items())]
    return "\n".join([joined(parts), *declared, ""])


class _Writer:
    """Finds the origins of pointers in a module, and rewrites its functions.

    declared   function that replaces loads -> type of its result
    """

    def __init__(self, named: dict[str, Function], entry: str, kinds: str) -> None:
        self._parameters = {n: [p.value for p in parameters(f.head, n)] for n, f in named.items()}
        self._forms = {n: [*_forms(f)] for n, f in named.items()}
        # origins of parameters; None: calls pass different origins
        self._given: dict[str, dict[str, Origin | None]] = {name: {} for name in named}
        self._origins: dict[str, dict[str, Origin]] = {}
        self.declared: dict[str, str] = {}
        for value, kind in zip(self._parameters[entry], kinds, strict=True):
            if kind in "md":
                self._given[entry][value] = ("struct", {"m": MODEL.name, "d": DATA.name}[kind], 0)
        self._todo = {entry: None}
        while self._todo:
            self._follow(self._todo.popitem()[0])

    def _follow(self, name: str) -> None:
        """Follow the pointers of a function and pass them on to the functions that it calls."""
        known = {value: origin for value, origin in self._given[name].items() if origin is not None}
        self._origins[name] = known
        for one in self._forms[name]:
            if one.opcode == "call":
                self._hand(one, known)
            elif (origin := known.get(one.values[0])) is None:
                continue
            elif one.opcode in _CASTS:
                known[one.result] = origin
            elif one.opcode == "getelementptr":
                if (place := _place(one, origin)) is not None:
                    known[one.result] = place
            elif origin == _STAGE_TABLE:
                known[one.result] = ("table", 0)
            elif origin[0] == "struct" and (inner := _STRUCTS[origin[1]].nested.get(_field(origin) or "")):
                if inner.name in _STRUCTS:
                    known[one.result] = ("struct", inner.name, 0)

    def _hand(self, one: Form, known: dict[str, Origin]) -> None:
        given = self._given.get(one.name)
        if given is None:
            return
        for parameter, value in zip(self._parameters[one.name], one.values, strict=True):
            origin = known.get(value)
            if parameter not in given:
                given[parameter] = origin
            elif given[parameter] != origin and given[parameter] is not None:
                given[parameter] = None
            else:
                continue
            self._todo[one.name] = None

    def rewrite(self, name: str, function: Function) -> None:
        """Replace the loads of structure in a function."""
        known = self._origins.get(name)
        if known is None:  # no call reaches the function
            return
        calls = {}
        for one in self._forms[name]:
            if one.opcode == "load" and (wanted := _wanted(one, known.get(one.values[0]))):
                kind = "ptr" if wanted.startswith(ARRAY) else "i64"
                self.declared[wanted] = kind
                calls[one.line] = assign(one.result, f"call {kind} @{wanted}(ptr {one.values[0]})")
        if calls:
            function.each_line(lambda line: calls.get(line, line))


def _forms(function: Function) -> Iterator[Form]:
    """Yield the instructions that pointers pass through, parsed."""
    for block in function.blocks.values():
        for line in block.lines:
            if any(word in line for word in _FOLLOWED) and " asm " not in line:
                yield form(line)


def _field(origin: Origin) -> str | None:
    return _FIELD_AT.get(origin[1:])


def _place(one: Form, origin: Origin) -> Origin | None:
    """Return the origin of the memory at an address with constant index."""
    index = one.rest[0].split()[-1]
    width = _WORD.get(one.type)
    if len(one.rest) != 1 or width is None or not index.lstrip("-").isdigit():
        return None
    return (*origin[:-1], origin[-1] + width * int(index))


def _wanted(one: Form, origin: Origin | None) -> str:
    """Return the name of the function that replaces a load, "" to keep the load."""
    if origin is None:
        return ""
    if origin[0] == "table":
        stage = STAGE_AT.get(origin[1] // 8)
        return f"{STAGE}{stage.name}" if stage and one.type == "i64" else ""
    name = f"{origin[1]}.{_field(origin)}"
    if one.type == "i64" and name in NUMBER_FIELDS:
        return f"{NUMBER}{name}"
    return f"{ARRAY}{name}" if one.type == "ptr" and name in ARRAY_FIELDS else ""
