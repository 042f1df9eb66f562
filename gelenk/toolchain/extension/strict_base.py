"""Base type of spec elements (Strict) as LLVM text: own dictionary, guarded setattro.

Documents: design / The border

An element receives a complete dictionary when it is made. CPython would reserve inline values, build a dictionary of
these when the dictionary is replaced, and discard that; the base type therefore holds the pointer itself, and
implements the functions of the garbage collector: traverse, clear and dealloc.
"""

from gelenk.toolchain.extension.abi import DICTIONARY, NAME, TYPE
from gelenk.toolchain.extension.argument_checks import expand

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
