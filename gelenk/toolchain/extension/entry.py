"""Generate the entry point of one function as LLVM text: bind, check, call, return.

Documents: design / The border
"""

import math

from gelenk.tables import enums
from gelenk.tables.docstrings import Argument
from gelenk.tables.functions.targets import DRAWS
from gelenk.tables.object_types import KINDS
from gelenk.tables.stages import INDEX, STEPS
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension.abi import CLEARED, SHOWN, SLOT, VISUAL_AT
from gelenk.toolchain.extension.arguments import SPARE, Arguments

OBJECTS = {"mjOBJ_BODY", "mjOBJ_XBODY", "mjOBJ_GEOM", "mjOBJ_SITE", "mjOBJ_CAMERA"}  # objects with frames
INTEGER = {"int32": "i32", "int64": "i64"}


class Entry(Arguments):
    """Generator of the entry point of one function, from its arguments to its result."""

    # conditions of the target

    def array_bounds(self, a: Argument) -> tuple[str, str]:
        """Return the addresses at which an array begins and ends."""
        size = str(struct_layout.NUMPY[a.dtype].itemsize)
        for axis, entry in enumerate(self.extent_words(a)):
            if a.form in ("n", "mn"):  # extents that no other array has to match
                count = self.instruction(f"call i64 @extent(ptr {self.object[a.name]}, i64 {axis})")
            else:  # extents that have been checked; lists and None have no shape to read
                count = self.letters.get(entry) or self.load_extent(entry)
            size = self.instruction(f"mul i64 {size}, {count}")
        begin = self.value[a.name]
        return begin, self.instruction(f"add i64 {begin}, {size}")

    def require_conditions(self) -> None:
        """Require the conditions that the target names."""
        words = self.target.words
        if "fill" in words:
            self.require(self.instruction(f"icmp ult i64 {self.value[words['fill']]}, 256"))
        if "fits" in words:
            self.require_scene_of_model(*words["fits"].split(","))
        if "nonzero" in words:
            name = words["nonzero"]
            if next(a for a in self.arguments if a.name == name).dtype:
                self.require(self.instruction(f"call i1 @moves(i64 {self.value[name]})"))
            else:
                self.require(self.instruction(f"fcmp une double {self.value[name]}, 0.0"))
        if "apart" in words:
            name, *others = words["apart"].split(",")
            written = next(a for a in self.arguments if a.name == name)
            begin, end = self.array_bounds(written)
            for a in self.arguments:
                if a.kind == "R" or a.name in others:
                    first, last = self.array_bounds(a)
                    before, behind = (
                        self.instruction(f"icmp ule i64 {last}, {begin}"),
                        self.instruction(f"icmp ule i64 {end}, {first}"),
                    )
                    self.require(self.instruction(f"or i1 {before}, {behind}"))
        if "object" in words:
            self.require_framed_object(*words["object"].split(","))
        if "solid" in words:
            first, second = (self.geom_type(name) for name in words["solid"].split(","))
            most = self.instruction(f"call i32 @llvm.smax.i32(i32 {first}, i32 {second})")
            self.require(self.instruction(f"icmp sgt i32 {most}, {int(enums.mjtGeom.mjGEOM_HFIELD)}"))
        for word in ("mesh", "hfield"):
            if word in words:
                wanted = int(getattr(enums.mjtGeom, f"mjGEOM_{word.upper()}"))
                self.require(self.instruction(f"icmp eq i32 {self.geom_type(words[word])}, {wanted}"))

    def require_scene_of_model(self, scene: str, *seen: str) -> None:
        """Require that the scene belongs to the model; copy other structs into the scene's copies.

        Kernels read the copies. With such structs, also require that no warning is pending.
        """
        serials = [self.load(self.object[name], SLOT["_serial"]) for name in (self.model, scene)]
        self.require(self.instruction(f"icmp eq i64 {', '.join(serials)}"))
        if seen:
            self.require(self.instruction(f"icmp eq i64 {self.load_slot(self.datas[0], 'warned')}, 0"))
        for name in seen:
            kind = next(a.kind for a in self.arguments if a.name == name)
            self.copy_struct(
                struct_layout.VISION[kind], self.struct_pointer(name), self.load_slot(scene, name, "ptr")
            )

    def geom_type(self, name: str) -> str:
        """Return the type of a geom, as i32."""
        types = self.load_slot(self.model, "geom_type", "ptr")
        return self.instruction(
            f"load i32, ptr {self.instruction(f'getelementptr i32, ptr {types}, i64 {self.value[name]}')}"
        )

    def require_framed_object(self, kind: str, index: str) -> None:
        """Require an object type that has a frame, and an index below the number of such objects."""
        done = self.new_label()
        cases, blocks = [], []
        for row in KINDS:
            if enums.mjtObj(row.type).name in OBJECTS:
                block = self.new_label()
                cases.append(f"i64 {int(row.type)}, label %{block}")
                blocks.append((block, row.size))
        self.add(f"  switch i64 {self.value[kind]}, label %slow [ {' '.join(cases)} ]")
        ends = []
        for block, size in blocks:
            self.add(f"{block}:")
            ends.append(f"[{self.load_slot(self.model, size)}, %{block}]")
            self.add(f"  br label %{done}")
        self.add(f"{done}:")
        count = self.instruction(f"phi i64 {', '.join(ends)}")
        self.require(self.instruction(f"icmp ult i64 {self.value[index]}, {count}"))

    # the call

    def target_arguments(self) -> str:
        """Return the arguments of the target."""
        kinds = {a.name: "double" if a.kind == "f" else "i64" for a in self.arguments}
        passed = []
        for word in self.target.given:
            if ":" in word:
                passed.append(self.value[word])
            elif word[0] == "[":
                passed.append(f"i64 {self.spare_space(word[1:-1])}")
            elif word[0] == "?":
                passed.append(f"i64 {self.presence_mask(word[1:].split(','))}")
            elif word.partition(".")[2][:1].isalpha():
                passed.append(self.load_member(*word.split(".")))
            elif word == DRAWS:
                passed.append(f"i64 {self.instruction(f'load i64, ptr @{DRAWS}')}")
            elif word in kinds:
                passed.append(f"{kinds[word]} {self.value[word]}")
                if word == self.target.words.get("groups"):
                    passed.append(f"i64 {self.value['given']}")
            elif word[0] == "#":
                given = f"ptr {self.object[word.lstrip('#')]}, i64 {word.count('#') - 1}"
                passed.append(f"i64 {self.instruction(f'call i64 @extent({given})')}")
            else:
                passed.append(f"{'double' if '.' in word else 'i64'} {word}")
        if "out" in self.target.words:
            passed.append(f"i64 {self.output_space(self.target.words['out'])}")
        if "made" in self.target.words:
            passed += [f"i64 {self.load(self.value['made'], SLOT[name])}" for name in ("_address", "_row")]
        return ", ".join(passed)

    def spare_space(self, size: str) -> str:
        """Return the address of stack space for ``size`` elements; require that they fit."""
        room = self.alloca(f"[{SPARE} x double]")
        found = self.instruction(f"call i64 @room(ptr {room}, i64 {self.load_extent(size)}, i64 {SPARE})")
        self.require(self.instruction(f"icmp ne i64 {found}, 0"))
        return found

    def presence_mask(self, names: list[str]) -> str:
        """Return a bit mask of arguments: array present, or integer nonzero; "" skips a bit."""
        kinds, total = {a.name: a.kind for a in self.arguments}, "0"
        for i, name in enumerate(names):
            if not name:
                continue
            if kinds[name] == "i":
                is_set = self.instruction(f"icmp ne i64 {self.value[name]}, 0")
            else:
                absent = self.instruction(f"call i1 @absent(ptr {self.object[name]})")
                is_set = self.instruction(f"xor i1 {absent}, true")
            bit = self.instruction(f"select i1 {is_set}, i64 {1 << i}, i64 0")
            total = self.instruction(f"add i64 {total}, {bit}")
        return total

    def require_no_callbacks(self) -> None:
        """Require no user callback or clock, no history buffers and no RK4: finite differences."""
        self.require_no_clock()
        self.require(self.instruction(f"icmp eq i64 {self.load_slot(self.model, 'nhistory')}, 0"))
        option = self.load_slot(self.model, "opt", "ptr")
        integrator = self.load(option, struct_layout.OPTION.offset["integrator"])
        self.require(self.instruction(f"icmp ne i64 {integrator}, {int(enums.mjtIntegrator.mjINT_RK4)}"))

    def return_unless_dual(self) -> None:
        """Return None at once unless a solver works on constraint forces (PGS, noslip)."""
        option, on, done = self.load_slot(self.model, "opt", "ptr"), self.new_label(), self.new_label()
        solver = self.load(option, struct_layout.OPTION.offset["solver"])
        extra = self.load(option, struct_layout.OPTION.offset["noslip_iterations"])
        is_dual = self.instruction(f"icmp eq i64 {solver}, {int(enums.mjtSolver.mjSOL_PGS)}")
        goes_on = self.instruction(f"or i1 {is_dual}, {self.instruction(f'icmp sgt i64 {extra}, 0')}")
        self.add(f"  br i1 {goes_on}, label %{on}, label %{done}", f"{done}:")
        self.add("  call void @Py_IncRef(ptr @_Py_NoneStruct)", "  ret ptr @_Py_NoneStruct", f"{on}:")

    def create_result(self, kind: str) -> None:
        """Create the result before any check: its class runs Python code, which could undo checks."""
        cls = self.instruction(f"load ptr, ptr @class_{kind}")
        made = self.instruction(f"call ptr @PyObject_Vectorcall(ptr {cls}, ptr null, i64 0, ptr null)")
        self.require(self.instruction(f"icmp ne ptr {made}, null"), "failed")
        self.value["made"] = made

    def output_space(self, size: str) -> str:
        """Return the address of space for the output elements."""
        fixed = size.isdecimal()
        self.value["out"] = self.alloca(f"[{size if fixed else SPARE} x double]")
        if fixed:
            return self.instruction(f"ptrtoint ptr {self.value['out']} to i64")
        room = self.instruction(
            f"call i64 @room(ptr {self.value['out']}, i64 {self.load_extent(size)}, i64 {SPARE})"
        )
        self.require(self.instruction(f"icmp ne i64 {room}, 0"))
        return room

    def load_member(self, struct: str, name: str) -> str:
        """Return a field of a struct: number or array address; &x.y gives the number's address."""
        if name == "row":
            return f"i64 {self.value[f'{struct}.row']}"
        if struct in VISUAL_AT:  # visual settings of the model
            base, plan = (
                self.load(self.object[self.model], SLOT[VISUAL_AT[struct]], "ptr"),
                struct_layout.VISUAL[struct],
            )
            kind = "double" if plan.scalars[name] == "float32" else "i64"
            return f"{kind} {self.load(base, plan.offset[name], kind)}"
        if struct[0] == "&":
            return f"i64 {self.instruction(f'ptrtoint ptr {self.slot_pointer(struct[1:], name)} to i64')}"
        array = self.layout_of(struct).arrays.get(name)
        if array and array.dtype == "uint8":
            size = math.prod(map(int, array.shape))
            return f"i64 {self.widen(self.load_slot(struct, name), size, 'i8', 'i32', 'zext')}"
        kind = "double" if self.layout_of(struct).scalars.get(name) == "float64" else "i64"
        return f"{kind} {self.load_slot(struct, name, kind)}"

    def load_stage(self, name: str) -> str:
        """Return the pointer to a stage; require that the stage is loaded."""
        table = self.instruction("load ptr, ptr @stages")
        address = self.load(table, 8 * INDEX[name], "ptr")
        self.require(self.instruction(f"icmp ne ptr {address}, null"))
        return address

    def call_target(self) -> str:
        """Call the target; return its result."""
        target, data = self.target, self.datas[0] if self.datas else ""
        if target.module:
            if "reset" in target.words:
                self.clear_scalars(data)
            if "fill" in target.words:
                given = f"i64 {self.value[data]}, i64 {self.value[target.words['fill']]}"
                self.add(f"  call void @fill_data({given})")
            passed = self.target_arguments()
            thread = self.instruction("call ptr @PyEval_SaveThread()") if target.how == ":" else ""
            result = self.instruction(f"call {target.return_type} @gelenk_{target.name}({passed})")
        elif target.how == ">":
            passed = self.target_arguments()
            thread = self.instruction("call ptr @PyEval_SaveThread()")
            result = self.instruction(f"call i64 @{target.name}({passed})")
        else:
            if "dual" in target.words:
                self.return_unless_dual()
            look = self.load_stage("check_data") if self.parts else ""
            stage = self.load_stage(target.name)
            if target.how == "!":
                self.require_no_clock()
            if "alone" in target.words:
                self.require_no_callbacks()
            if "rows" in target.parts:
                self.require_row_counts(data)
            if look:
                both = f"i64 {self.value[self.model]}, i64 {self.value[data]}"
                self.instruction(f"call i64 {look}({both}, i64 {self.parts})")
                self.require(self.instruction(f"icmp eq i64 {self.load_slot(data, 'bad_field')}, 0"))
            if target.how == "~":
                self.add(f"  store i64 0, ptr {self.slot_pointer(data, 'status')}")
            passed = self.target_arguments()
            start = self.instruction("call double @clock()") if self.timer is not None else ""
            thread = self.instruction("call ptr @PyEval_SaveThread()")
            result = self.instruction(f"call i64 {stage}({passed})")
        if thread:
            self.add(f"  call void @PyEval_RestoreThread(ptr {thread})")
        if self.timer is not None:
            self.add_to_timer(data, start)
        return result

    def copy_defaults(self, a: Argument) -> None:
        """Copy the struct with the default values into an argument."""
        default = self.instruction(f"load ptr, ptr @default_{a.kind}")
        self.copy_struct(
            SHOWN[a.kind], self.load(default, SLOT["_address"], "ptr"), self.struct_pointer(a.name)
        )

    def struct_pointer(self, name: str) -> str:
        """Return the address of a struct as a pointer."""
        return self.instruction(f"inttoptr i64 {self.value[name]} to ptr")

    def copy_struct(self, plan: struct_layout.Layout, source: str, target: str) -> None:
        """Copy all scalars and arrays of a struct."""
        for name in plan.scalars:
            at = self.instruction(f"getelementptr i8, ptr {target}, i64 {plan.offset[name]}")
            self.add(f"  store i64 {self.load(source, plan.offset[name])}, ptr {at}")
        for name, field in plan.arrays.items():
            size = math.prod(map(int, field.shape)) * struct_layout.NUMPY[field.dtype].itemsize
            ends = ", ".join(f"ptr {self.load(base, plan.offset[name], 'ptr')}" for base in (target, source))
            self.add(f"  call void @llvm.memcpy.p0.p0.i64({ends}, i64 {size}, i1 false)")

    def require_row_counts(self, data: str) -> None:
        """Require that ne, nf, nl, which users can write, are >= 0 and sum to at most nefc."""
        total, signs = "0", "0"
        for name in ("ne", "nf", "nl"):
            count = self.load_slot(data, name)
            total, signs = (
                self.instruction(f"add i64 {total}, {count}"),
                self.instruction(f"or i64 {signs}, {count}"),
            )
        self.require(self.instruction(f"icmp sge i64 {signs}, 0"))
        self.require(self.instruction(f"icmp sle i64 {total}, {self.load_slot(data, 'nefc')}"))

    def require_no_clock(self) -> None:
        """Require that no clock is set; for mj_step at most STEPS steps, else no control callback."""
        self.require(self.instruction(f"icmp eq i64 {self.instruction('load i64, ptr @watched')}, 0"))
        if self.target.name == "step":
            few = self.instruction(f"icmp sle i64 {self.value['nstep']}, {STEPS}")
            self.require(few)
        else:
            table = self.instruction("load ptr, ptr @stages")
            asked = self.load(table, 8 * INDEX["mjcb_control"])
            self.require(self.instruction(f"icmp eq i64 {asked}, 0"))

    def add_to_timer(self, data: str, start: str) -> None:
        """Add to the timer of the function; mj_step counts its steps elsewhere."""
        took = self.instruction(f"fsub double {self.instruction('call double @clock()')}, {start}")
        durations = self.load_slot(data, "timer_duration", "ptr")
        at = self.instruction(f"getelementptr double, ptr {durations}, i64 {self.timer}")
        more = self.instruction(f"fadd double {self.instruction(f'load double, ptr {at}')}, {took}")
        self.add(f"  store double {more}, ptr {at}")
        if self.target.name != "step":
            counts = self.load_slot(data, "timer_number", "ptr")
            kind = INTEGER[struct_layout.DATA.arrays["timer_number"].dtype]
            at = self.instruction(f"getelementptr {kind}, ptr {counts}, i64 {self.timer}")
            known = self.instruction(f"load {kind}, ptr {at}")
            self.add(f"  store {kind} {self.instruction(f'add {kind} {known}, 1')}, ptr {at}")

    # the result

    def check_status(self, result: str) -> None:
        """Continue in Python if the target's result or status requires that."""
        target, data = self.target, self.datas[0] if self.datas else ""
        if "or_slow" in target.words:
            self.require(self.instruction(f"icmp eq i64 {result}, 0"))
        if "negative_slow" in target.words:
            self.require(self.instruction(f"icmp sge i64 {result}, 0"))
        if target.how in "!~":
            needs = [n for n in struct_layout.DATA.offset if n.startswith("need_") and n != "need_stage"]
            total = "0"
            for name in ["status", *(needs if target.how == "~" else ["warned", "restarted"])]:
                total = self.instruction(f"or i64 {total}, {self.load_slot(data, name)}")
            self.require(self.instruction(f"icmp eq i64 {total}, 0"), "after")

    def clear_scalars(self, data: str) -> None:
        """Zero the scalars of data that a reset clears, in contiguous runs; re-enable warnings."""
        told = self.instruction(f"getelementptr i8, ptr {self.object[data]}, i64 {SLOT['_told']}")
        self.add(f"  store i64 0, ptr {told}")
        places = sorted(struct_layout.DATA.offset[name] for name in CLEARED)
        base = self.instruction(f"inttoptr i64 {self.value[data]} to ptr")
        start = previous = places[0]
        for place in [*places[1:], -1]:
            if place != previous + 8:
                at = self.instruction(f"getelementptr i8, ptr {base}, i64 {start}")
                size = previous + 8 - start
                self.add(f"  call void @llvm.memset.p0.i64(ptr align 8 {at}, i8 0, i64 {size}, i1 false)")
                start = place
            previous = place

    def return_result(self, result: str) -> None:
        """Return the result as a Python object."""
        words, kind = self.target.words, self.target.signature.result
        if "normal" in words:
            normal = self.instruction(f"inttoptr i64 {self.value[words['normal']]} to ptr")
            first = self.instruction(f"getelementptr i8, ptr {self.value['out']}, i64 8")
            self.add(f"  call void @llvm.memcpy.p0.p0.i64(ptr {normal}, ptr {first}, i64 24, i1 false)")
        if kind == "None":
            self.add("  call void @Py_IncRef(ptr @_Py_NoneStruct)", "  ret ptr @_Py_NoneStruct")
            return
        if "back" in words:
            given = self.object[words["back"]]
            self.add(f"  call void @Py_IncRef(ptr {given})", f"  ret ptr {given}")
            return
        if "made" in words:
            self.add(f"  ret ptr {self.value['made']}", "failed:", "  ret ptr null")
            return
        if "result" in words:
            room = words["result"] == "out"
            pointer = self.value["out"] if room else self.load_slot(self.datas[0], words["result"], "ptr")
            result = self.instruction(f"load double, ptr {pointer}")
            if kind == "int":
                result = self.instruction(f"fptosi double {result} to i64")
        make = (
            f"@PyFloat_FromDouble(double {result})"
            if kind == "float"
            else f"@PyLong_FromLongLong(i64 {result})"
        )
        self.add(f"  ret ptr {self.instruction(f'call ptr {make}')}")

    def text(self) -> str:
        """Return the LLVM text of the entry point."""
        name = self.target.function
        if "made" in self.target.words:
            self.create_result(self.target.words["made"])
        self.check_arguments()
        self.require_conditions()
        result = ""
        anew = self.target.words.get("anew") or (self.target.name if self.target.how == "*" else "")
        if anew:
            self.copy_defaults(next(a for a in self.arguments if a.name == anew))
        if self.target.how == "?":
            self.add("  br label %after")
        elif self.target.how != "*":
            result = self.call_target()
            self.check_status(result)
            self.narrow_results()
        if "same" in self.target.words:
            target, source = self.target.words["same"].split(",")
            at = self.slot_pointer(*target.split("."))
            self.add(f"  store {self.load_member(*source.split('.'))}, ptr {at}")
        if self.target.how != "?":
            self.return_result(result)
        for way in ("slow", "after"):
            self.add(f"{way}:", "  call void @PyErr_Clear()")
            if "made" in self.value:
                self.add(f"  call void @Py_DecRef(ptr {self.value['made']})")
            function = self.instruction(f"load ptr, ptr @{way}_{name}")
            given = f"ptr {function}, ptr %args, i64 %n, ptr %kw"
            self.add(f"  ret ptr {self.instruction(f'call ptr @PyObject_Vectorcall({given})')}")
        head = f"define internal ptr @entry_{name}(ptr %self, ptr %args, i64 %n, ptr %kw) {{"
        return "\n".join([head, *self.head, *self.lines, "}\n"])
