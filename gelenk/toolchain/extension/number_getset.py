"""Numeric attributes of structs (PyGetSetDef), and the base type Strict, as LLVM text.

Documents: design / The border

Numeric attributes, such as ``m.nv`` and ``scn.ngeom = 3``, are descriptors. Each has a record (abi.RECORD): offset of
the number, accepted range, and the Python property that the descriptor replaces. A float, or an integer in range, is
stored directly; other values, structs without memory, and every error are left to the property.

Base refuses attributes that its class does not define: before a new attribute is created, Python code checks the name
(GUARD). Strict also refuses unknown private names.

Strict is the base type of spec elements, with its own dictionary and a guarded setattro. An element receives a complete
dictionary when it is made. With its default layout, CPython would reserve inline values, build a dictionary from
them when the dictionary is replaced, and discard that one. The base type therefore holds the pointer itself, and
implements the functions of the garbage collector: traverse, clear and dealloc.
"""

from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension import spec_setters
from gelenk.toolchain.extension.abi import DICTIONARY, NAME, PROPERTY, RECORD, SLOT, TYPE
from gelenk.toolchain.extension.argument_checks import THREE, expand

API = """
declare ptr @PyDescr_NewGetSet(ptr, ptr)
declare ptr @PyType_GetSlot(ptr, i32)
declare ptr @_PyType_Lookup(ptr, ptr)
declare i32 @PyObject_GenericSetAttr(ptr, ptr, ptr)
declare void @Py_DecRef(ptr)
"""
GET, SET = 54, spec_setters.SET  # Py_tp_descr_get, Py_tp_descr_set

# calls of the replaced property; addresses of slots and elements; type and range checks
ASK = f"""
define internal ptr @ask(ptr %o, ptr %f) {{
  %property = look ptr %f + {RECORD["property"]}
  %get = look ptr %f + {RECORD["property_get"]}
  %type = look ptr %o + {TYPE}
  %r = call ptr %get(ptr %property, ptr %o, ptr %type)
  ret ptr %r
}}
define internal i32 @tell(ptr %o, ptr %value, ptr %f) {{
  call void @PyErr_Clear()
  %property = look ptr %f + {RECORD["property"]}
  %set = look ptr %f + {RECORD["property_set"]}
  %r = call i32 %set(ptr %property, ptr %o, ptr %value)
  ret i32 %r
}}
define internal ptr @place(ptr %o, ptr %f) {{
  %address = look i64 %o + {SLOT["_address"]}
  %made = icmp ne i64 %address, 0
  need %made else no
  %offset = look i64 %f + {RECORD["offset"]}
  %at = add i64 %address, %offset
  %p = inttoptr i64 %at to ptr
  ret ptr %p
no:
  ret ptr null
}}
define internal ptr @settled(ptr %o, ptr %f) {{
  %address = look i64 %o + {SLOT["_address"]}
  %made = icmp ne i64 %address, 0
  need %made else no
  %d = inttoptr i64 %address to ptr
  %due = look i64 %d + {struct_layout.DATA.offset["islands_due"]}
  %known = icmp eq i64 %due, 0
  need %known else no
  %p = call ptr @place(ptr %o, ptr %f)
  ret ptr %p
no:
  ret ptr null
}}
define internal ptr @element(ptr %o, ptr %f, i64 %size) {{
  %p = call ptr @place(ptr %o, ptr %f)
  %made = icmp ne ptr %p, null
  need %made else no
  %column = load ptr, ptr %p
  %row = look i64 %o + {SLOT["_row"]}
  %bytes = mul i64 %row, %size
  %e = getelementptr i8, ptr %column, i64 %bytes
  ret ptr %e
no:
  ret ptr null
}}
define internal i1 @exactly(ptr %value, ptr %class) {{
  %given = icmp ne ptr %value, null
  need %given else no
  %type = look ptr %value + {TYPE}
  %same = icmp eq ptr %type, %class
  ret i1 %same
no:
  ret i1 false
}}
define internal i1 @takes(ptr %o, i64 %number, ptr %f) {{
  %low = look i64 %f + {RECORD["low"]}
  %high = look i64 %f + {RECORD["high"]}
  %above = icmp sge i64 %number, %low
  %under = icmp sle i64 %number, %high
  %between = and i1 %above, %under
  need %between else no
  %room = look i64 %f + {RECORD["room"]}
  %limited = icmp sge i64 %room, 0
  br i1 %limited, label %look, label %yes
look:
  %address = look i64 %o + {SLOT["_address"]}
  %at = add i64 %address, %room
  %p = inttoptr i64 %at to ptr
  %most = load i64, ptr %p
  %extra = look i64 %f + {RECORD["extra"]}
  %needed = add i64 %number, %extra
  %fits = icmp sle i64 %needed, %most
  ret i1 %fits
yes:
  ret i1 true
no:
  ret i1 false
}}
"""

# Template of getter and setter. KIND: kind of attribute; WIDE, NARROW: conversions from the stored type to i64 or
# double, and back.
NUMBER = """
define internal ptr @get_KIND(ptr %o, ptr %f) {
  %p = call ptr PLACE
  %made = icmp ne ptr %p, null
  need %made else ask
  %stored = load STORED, ptr %p
  %value = WIDE
  %r = call ptr @MAKE(NUMBER %value)
  ret ptr %r
ask:
  %s = call ptr @ask(ptr %o, ptr %f)
  ret ptr %s
}
define internal i32 @set_KIND(ptr %o, ptr %value, ptr %f) {
  %exact = call i1 @exactly(ptr %value, ptr @CLASS)
  need %exact else tell
  %p = call ptr PLACE
  %made = icmp ne ptr %p, null
  need %made else tell
  %out = alloca NUMBER
  %read = call i1 @READ(ptr %value, ptr %out)
  need %read else tell
  %number = load NUMBER, ptr %out
CHECK
  %narrow = NARROW
  store STORED %narrow, ptr %p
  ret i32 0
tell:
  %r = call i32 @tell(ptr %o, ptr %value, ptr %f)
  ret i32 %r
}
"""
CHECKED = "  %fits = call i1 @takes(ptr %o, i64 %number, ptr %f)\n  need %fits else tell"
PLAIN, COLUMN = "@place(ptr %o, ptr %f)", "@element(ptr %o, ptr %f, i64 {})"
# kind -> expression of the address, stored type, conversion from it, conversion to it
KINDS = {
    "int": (PLAIN, "i64", "add i64 %stored, 0", "add i64 %number, 0"),
    "float": (PLAIN, "double", "fadd double %stored, -0.0", "fadd double %number, -0.0"),
    "single": (PLAIN, "double", "fadd double %stored, -0.0", "call double @rounded(double %number)"),
    "settled": (
        "@settled(ptr %o, ptr %f)",
        "i64",
        "add i64 %stored, 0",
        "add i64 %number, 0",
    ),
    "int32s": (COLUMN.format(4), "i32", "sext i32 %stored to i64", "trunc i64 %number to i32"),
    "uint8s": (COLUMN.format(1), "i8", "zext i8 %stored to i64", "trunc i64 %number to i8"),
    "float32s": (
        COLUMN.format(4),
        "float",
        "fpext float %stored to double",
        "fptrunc double %number to float",
    ),
}
ROUNDED = """
define internal double @rounded(double %x) {
  %single = fptrunc double %x to float
  %double = fpext float %single to double
  ret double %double
}
"""

# _field(class, kind, address of a record): create the descriptor
MAKE = f"""
define internal ptr @field(ptr %self, ptr %args, i64 %n) {{
{THREE}
  %f = inttoptr i64 %i2 to ptr
  %g = getelementptr ptr, ptr @getters, i64 %i1
  %s = getelementptr ptr, ptr @setters, i64 %i1
  %get = load ptr, ptr %g
  %set = load ptr, ptr %s
  %fg = getelementptr i8, ptr %f, i64 {RECORD["get"]}
  %fs = getelementptr i8, ptr %f, i64 {RECORD["set"]}
  store ptr %get, ptr %fg
  store ptr %set, ptr %fs
  %property = look ptr %f + {RECORD["property"]}
  %type = look ptr %property + {TYPE}
  %pg = call ptr @PyType_GetSlot(ptr %type, i32 {GET})
  %ps = call ptr @PyType_GetSlot(ptr %type, i32 {SET})
  %fpg = getelementptr i8, ptr %f, i64 {RECORD["property_get"]}
  %fps = getelementptr i8, ptr %f, i64 {RECORD["property_set"]}
  store ptr %pg, ptr %fpg
  store ptr %ps, ptr %fps
  %d = call ptr @PyDescr_NewGetSet(ptr %o0, ptr %f)
  ret ptr %d
}}
"""

# Template of setattro: names that the class defines, or that EXEMPT admits, are set; other names go to a Python
# function, which raises the error.
GUARD = f"""
define internal i32 @NAME(ptr %o, ptr %name, ptr %value) {{
  %type = look ptr %o + {TYPE}
  %known = call ptr @_PyType_Lookup(ptr %type, ptr %name)
  %new = icmp eq ptr %known, null
  br i1 %new, label %unknown, label %FOUND
unknown:
EXEMPT
  br i1 %free, label %yes, label %refuse
refuse:
  %r = call i32 @allowed(ptr @ASKED, ptr %o, ptr %name)
  %good = icmp eq i32 %r, 0
  need %good else no
  br label %yes
yes:
  %done = call i32 @PyObject_GenericSetAttr(ptr %o, ptr %name, ptr %value)
  ret i32 %done
no:
  ret i32 -1
KNOWN
}}
"""
PRIVATE = """
  %first = call i32 @PyUnicode_ReadChar(ptr %name, i64 0)
  %free = icmp eq i32 %first, 95
"""
DELETED = """
  %free = icmp eq ptr %value, null
"""
# entry -> global with the Python function, exemption, handling of names that the class defines
GUARDS = {"setattro": ("closed", PRIVATE, ""), "setattr_strict": ("strict", DELETED, spec_setters.FOUND)}

CLOSED = """
define internal i32 @allowed(ptr %asked, ptr %o, ptr %name) {
  call void @PyErr_Clear()
  %check = load ptr, ptr %asked
  %any = icmp ne ptr %check, null
  need %any else yes
  %args = alloca [2 x ptr]
  store ptr %o, ptr %args
  %second = getelementptr ptr, ptr %args, i64 1
  store ptr %name, ptr %second
  %r = call ptr @PyObject_Vectorcall(ptr %check, ptr %args, i64 2, ptr null)
  %good = icmp ne ptr %r, null
  need %good else no
  call void @Py_DecRef(ptr %r)
  br label %yes
yes:
  ret i32 0
no:
  ret i32 -1
}
define internal ptr @close(ptr %self, ptr %args, i64 %n) {
  %p1 = getelementptr ptr, ptr %args, i64 1
  %o = load ptr, ptr %args
  %s = load ptr, ptr %p1
  call void @Py_IncRef(ptr %o)
  call void @Py_IncRef(ptr %s)
  store ptr %o, ptr @closed
  store ptr %s, ptr @strict
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}
@closed = internal global ptr null
@strict = internal global ptr null
"""


def text() -> str:
    """Return the LLVM text of getters, setters and guards."""
    parts = [API, expand(ASK), ROUNDED]
    for kind, (place, stored, wide, narrow) in KINDS.items():
        real = stored in ("double", "float")
        words = {"KIND": kind, "PLACE": place, "STORED": stored, "WIDE": wide, "NARROW": narrow}
        words |= {"NUMBER": "double" if real else "i64", "READ": "number" if real else "integer"}
        words |= {"MAKE": "PyFloat_FromDouble" if real else "PyLong_FromLongLong"}
        words |= {"CLASS": "PyFloat_Type" if real else "PyLong_Type", "CHECK": "" if real else CHECKED}
        one = NUMBER
        for word, what in words.items():
            one = one.replace(word, what)
        parts.append(expand(one))
    for way in ("get", "set"):
        names = ", ".join(f"ptr @{way}_{kind}" for kind in KINDS)
        parts.append(f"@{way}ters = internal global [{len(KINDS)} x ptr] [{names}]")
    for name, (asked, exempt, known) in GUARDS.items():
        guard = GUARD.replace("NAME", name).replace("ASKED", asked).replace("EXEMPT", exempt)
        guard = guard.replace("FOUND", "found" if known else "yes").replace("KNOWN", known)
        parts.append(expand(guard))
    return "\n".join([*parts, expand(MAKE), expand(CLOSED)])


assert tuple(KINDS) == PROPERTY


# Base type Strict

SSIZE, READONLY, BASETYPE, COLLECTED = 19, 1, 1 << 10, 1 << 14  # T_PYSSIZET, READONLY, Py_TPFLAGS_*
# Py_tp_*
CLEAR, DEALLOC, SETATTRO, TRAVERSE, MEMBERS, GETSET = 51, 52, 69, 71, 72, 73

FUNCTIONS = f"""
declare void @PyObject_GC_UnTrack(ptr)
declare void @PyObject_GC_Del(ptr)
declare ptr @PyObject_GenericGetDict(ptr, ptr)
declare i32 @PyObject_GenericSetDict(ptr, ptr, ptr)
define internal i32 @strict_traverse(ptr %o, ptr %visit, ptr %arg) {{
  %type = look ptr %o + {TYPE}
  %r = call i32 %visit(ptr %type, ptr %arg)
  %on = icmp eq i32 %r, 0
  need %on else stop
  %d = look ptr %o + {DICTIONARY}
  %made = icmp ne ptr %d, null
  br i1 %made, label %dictionary, label %done
dictionary:
  %s = call i32 %visit(ptr %d, ptr %arg)
  ret i32 %s
done:
  ret i32 0
stop:
  ret i32 %r
}}
define internal i32 @strict_clear(ptr %o) {{
  %d = look ptr %o + {DICTIONARY}
  %made = icmp ne ptr %d, null
  br i1 %made, label %drop, label %done
drop:
  store ptr null, ptr %d.at
  call void @Py_DecRef(ptr %d)
  br label %done
done:
  ret i32 0
}}
define internal void @strict_dealloc(ptr %o) {{
  %type = look ptr %o + {TYPE}
  call void @PyObject_GC_UnTrack(ptr %o)
  %r = call i32 @strict_clear(ptr %o)
  call void @PyObject_GC_Del(ptr %o)
  call void @Py_DecRef(ptr %type)
  ret void
}}
"""


def strict_base_text() -> str:
    """Return the functions and the type specification ``@strict_spec``."""
    words = {"strict_name": f"{NAME}.Strict", "strict_short": "Strict"}
    words |= {"strict_offset": "__dictoffset__", "strict_dict": "__dict__"}
    lines = [
        f'@{name} = internal constant [{len(word) + 1} x i8] c"{word}\\00"' for name, word in words.items()
    ]
    member = f"%member {{ ptr @strict_offset, i32 {SSIZE}, i64 {DICTIONARY}, i32 {READONLY}, ptr null }}"
    lines.append(
        f"@strict_members = internal global [2 x %member] [{member}, %member zeroinitializer]\n"
        "%getset = type { ptr, ptr, ptr, ptr, ptr }"
    )
    pair = "ptr @strict_dict, ptr @PyObject_GenericGetDict, ptr @PyObject_GenericSetDict, ptr null, ptr null"
    lines.append(
        f"@strict_getset = internal global [2 x %getset] [%getset {{ {pair} }}, %getset zeroinitializer]"
    )
    slots = {CLEAR: "strict_clear", DEALLOC: "strict_dealloc", SETATTRO: "setattr_strict"}
    slots |= {TRAVERSE: "strict_traverse", MEMBERS: "strict_members", GETSET: "strict_getset"}
    rows = [f"{{ i32, ptr }} {{ i32 {slot}, ptr @{name} }}" for slot, name in slots.items()]
    rows.append("{ i32, ptr } zeroinitializer")
    lines.append(f"@strict_slots = internal global [{len(rows)} x {{ i32, ptr }}] [{', '.join(rows)}]")
    spec = f"ptr @strict_name, i32 {DICTIONARY + 8}, i32 0, i32 {BASETYPE | COLLECTED}, ptr @strict_slots"
    lines.append(f"@strict_spec = internal global {{ ptr, i32, i32, i32, ptr }} {{ {spec} }}\n")
    return "\n".join(lines) + expand(FUNCTIONS)
