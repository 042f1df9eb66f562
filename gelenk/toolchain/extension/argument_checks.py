"""LLVM text shared by all entry points: argument checks and conversions.

Documents: design / The border

Failure is reported as 0, -1 or null, never as an exception; the entry point then calls the Python function. Two short
forms are expanded (`expand`):

    %x = look KIND %base + N      load at a byte offset
    need %ok else label           branch to the label unless %ok
"""

from gelenk.tables.field_groups import GUARD, GUARD_ROW
from gelenk.toolchain.extension.abi import (
    ARRAY_FLAGS,
    DATA,
    DESCR,
    HOLDERS,
    NDIM,
    NUMBER,
    ORDER,
    SHAPE,
    SLOT,
    TYPE,
)
from gelenk.toolchain.ir_text.instructions import assign, instruction, opcode

EXACT_INTEGERS = 2**53  # integers up to this magnitude are exact as float64

API = """
declare i32 @PyType_IsSubtype(ptr, ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare double @PyFloat_AsDouble(ptr)
declare ptr @PyFloat_FromDouble(double)
declare ptr @PyUnicode_InternFromString(ptr)
declare i64 @PyUnicode_GetLength(ptr)
declare i32 @PyUnicode_ReadChar(ptr, i64)
declare ptr @PyBytes_AsString(ptr)
declare i64 @PyTuple_Size(ptr)
declare i64 @PyList_Size(ptr)
declare ptr @PyList_GetItem(ptr, i64)
declare ptr @PyTuple_GetItem(ptr, i64)
declare ptr @PyErr_Occurred()
declare void @PyErr_Clear()
declare void @Py_IncRef(ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @PyModule_Create2(ptr, i32)
declare ptr @PyType_FromSpec(ptr)
declare i32 @PyModule_AddObject(ptr, ptr, ptr)
declare ptr @PyBool_FromLong(i64)
declare i32 @memcmp(ptr, ptr, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
"""


def given(*names: str, first: int = 0) -> str:
    """Return text that loads the arguments of an entry, from ``first`` on, into these names."""
    return "\n".join(
        f"  %p{i} = getelementptr ptr, ptr %args, i64 {i}\n  %{name} = load ptr, ptr %p{i}"
        for i, name in enumerate(names, first)
    )


# start of an entry with three arguments: an object and two integers (or three integers)
THREE = f"""
{given("o0", "o1", "o2")}
  %i1 = call i64 @PyLong_AsLongLong(ptr %o1)
  %i2 = call i64 @PyLong_AsLongLong(ptr %o2)
"""

# @same: whether the guarded columns are unchanged, as Guard.is_unchanged of runtime/index_guard.py. Marks are one byte
# per column, eight columns per word; zero bytes are skipped. nobuiltin: memcmp must not become bcmp, which not all C
# libraries have.
SAME = f"""
declare i64 @llvm.cttz.i64(i64, i1)
define internal i1 @same(ptr %table) {{
start:
  %watched = look ptr %table + {GUARD["marks"]}
  %n = look i64 %table + {GUARD["words"]}
  br label %words
words:
  %w = phi i64 [0, %start], [%w1, %next]
  %in = icmp slt i64 %w, %n
  br i1 %in, label %word, label %yes
word:
  %wp = getelementptr i64, ptr %watched, i64 %w
  %all = load i64, ptr %wp
  br label %bytes
bytes:
  %left = phi i64 [%all, %word], [%rest, %done]
  %none = icmp eq i64 %left, 0
  br i1 %none, label %next, label %column
next:
  %w1 = add i64 %w, 1
  br label %words
column:
  %low = call i64 @llvm.cttz.i64(i64 %left, i1 true)
  %mask = shl i64 255, %low
  %others = xor i64 %mask, -1
  %rest = and i64 %left, %others
  %byte = lshr i64 %low, 3
  %first = shl i64 %w, 3
  %at = add i64 %first, %byte
  %offset = mul i64 %at, {8 * len(GUARD_ROW)}
  %row = getelementptr i8, ptr %table, i64 %offset
  %object = look ptr %row + {GUARD["object"]}
  %now = look ptr %row + {GUARD["data"]}
  %copy = look ptr %row + {GUARD["copy"]}
  %size = look i64 %row + {GUARD["size"]}
  %differ = call i32 @memcmp(ptr %copy, ptr %now, i64 %size) nobuiltin
  %equal = icmp eq i32 %differ, 0
  br i1 %equal, label %count, label %no
count:
  %holders = look i32 %object + {HOLDERS}
  %alone = icmp eq i32 %holders, 1
  br i1 %alone, label %drop, label %done
drop:
  %flag = getelementptr i8, ptr %watched, i64 %at
  store i8 0, ptr %flag
  br label %done
done:
  br label %bytes
yes:
  ret i1 true
no:
  ret i1 false
}}
"""

# @model, @data: address of the struct of an MjModel or MjData; 0 if the object fails a check
STRUCTS = f"""
define internal i1 @is(ptr %o, ptr %class) {{
  %type = look ptr %o + {TYPE}
  %same = icmp eq ptr %type, %class
  br i1 %same, label %yes, label %ask
ask:
  %sub = call i32 @PyType_IsSubtype(ptr %type, ptr %class)
  %is = icmp ne i32 %sub, 0
  ret i1 %is
yes:
  ret i1 true
}}
define internal i64 @model(ptr %o) {{
  %class = load ptr, ptr @class_m
  %is = call i1 @is(ptr %o, ptr %class)
  need %is else no
  %address = look i64 %o + {SLOT["_address"]}
  %table = look ptr %o + {SLOT["_guard_at"]}
  %guarded = icmp ne ptr %table, null
  br i1 %guarded, label %guard, label %yes
guard:
  %same = call i1 @same(ptr %table)
  br i1 %same, label %yes, label %no
yes:
  ret i64 %address
no:
  ret i64 0
}}
define internal i64 @data(ptr %o, i64 %model) {{
  %class = load ptr, ptr @class_d
  %is = call i1 @is(ptr %o, ptr %class)
  need %is else no
  %address = look i64 %o + {SLOT["_address"]}
  %owner = look i64 %o + {SLOT["_owner"]}
  %any = icmp eq i64 %model, -1
  %its = icmp eq i64 %owner, %model
  %fits = or i1 %any, %its
  %or = select i1 %fits, i64 %address, i64 0
  ret i64 %or
no:
  ret i64 0
}}
"""

NUMBERS = """
define internal i1 @integer(ptr %o, ptr %out) {
  %value = call i64 @PyLong_AsLongLong(ptr %o)
  store i64 %value, ptr %out
  %sure = icmp ne i64 %value, -1
  need %sure else ask
  ret i1 true
ask:
  %error = call ptr @PyErr_Occurred()
  %good = icmp eq ptr %error, null
  ret i1 %good
}
define internal i1 @number(ptr %o, ptr %out) {
  %value = call double @PyFloat_AsDouble(ptr %o)
  store double %value, ptr %out
  %sure = fcmp une double %value, -1.0
  need %sure else ask
  ret i1 true
ask:
  %error = call ptr @PyErr_Occurred()
  %good = icmp eq ptr %error, null
  ret i1 %good
}
"""

# @array: address of the elements of an array of type %number with %nd dimensions and shape (n0) or (n0, n1); -1 accepts
# any extent. 0 if the object does not fit.
ARRAYS = f"""
define internal i64 @array(ptr %o, i32 %number, i32 %flags, i32 %nd, i64 %n0, i64 %n1) {{
  %type = look ptr %o + {TYPE}
  %class = load ptr, ptr @class_array
  %plain = icmp eq ptr %type, %class
  need %plain else no
  %descr = look ptr %o + {DESCR}
  %is = look i32 %descr + {NUMBER}
  %typed = icmp eq i32 %is, %number
  need %typed else no
  %order = look i8 %descr + {ORDER}
  %native = icmp ne i8 %order, 62
  need %native else no
  %have = look i32 %o + {ARRAY_FLAGS}
  %both = and i32 %have, %flags
  %able = icmp eq i32 %both, %flags
  need %able else no
  %numbers = look i64 %o + {DATA}
  %ndim = look i32 %o + {NDIM}
  %flat = icmp eq i32 %ndim, %nd
  need %flat else no
  %shape = look ptr %o + {SHAPE}
  %rows = look i64 %shape + 0
  %any0 = icmp eq i64 %n0, -1
  %equal0 = icmp eq i64 %rows, %n0
  %tall = or i1 %any0, %equal0
  need %tall else no
  %vector = icmp eq i32 %nd, 1
  br i1 %vector, label %yes, label %wide
wide:
  %columns = look i64 %shape + 8
  %any1 = icmp eq i64 %n1, -1
  %equal1 = icmp eq i64 %columns, %n1
  %fits = or i1 %any1, %equal1
  br i1 %fits, label %yes, label %no
yes:
  ret i64 %numbers
no:
  ret i64 0
}}
define internal i64 @extent(ptr %o, i64 %axis) {{
  %none = call i1 @absent(ptr %o)
  br i1 %none, label %no, label %there
there:
  %shape = look ptr %o + {SHAPE}
  %at = getelementptr i64, ptr %shape, i64 %axis
  %n = load i64, ptr %at
  ret i64 %n
no:
  ret i64 0
}}
define internal i1 @absent(ptr %o) {{
  %default = icmp eq ptr %o, null
  %none = icmp eq ptr %o, @_Py_NoneStruct
  %is = or i1 %default, %none
  ret i1 %is
}}
"""

# @vector: as @array, or the address of %spare after copying %n0 floats or small integers of an exact list or tuple into
# it. No Python code runs for these types.
VECTORS = f"""
define internal i1 @small(ptr %o, ptr %out) {{
  %whole = alloca i64, align 8
  %is = call i1 @integer(ptr %o, ptr %whole)
  need %is else no
  %n = load i64, ptr %whole
  %up = add i64 %n, {EXACT_INTEGERS}
  %exact = icmp ule i64 %up, {2 * EXACT_INTEGERS}
  need %exact else no
  %x = sitofp i64 %n to double
  store double %x, ptr %out
  ret i1 true
no:
  ret i1 false
}}
define internal i64 @listed(ptr %o, i64 %n, ptr %out) {{
  %type = look ptr %o + {TYPE}
  %list = icmp eq ptr %type, @PyList_Type
  br i1 %list, label %count, label %other
other:
  %tuple = icmp eq ptr %type, @PyTuple_Type
  br i1 %tuple, label %count_tuple, label %no
count:
  %in_list = call i64 @PyList_Size(ptr %o)
  br label %counted
count_tuple:
  %in_tuple = call i64 @PyTuple_Size(ptr %o)
  br label %counted
counted:
  %have = phi i64 [%in_list, %count], [%in_tuple, %count_tuple]
  %right = icmp eq i64 %have, %n
  br i1 %right, label %each, label %no
each:
  %k = phi i64 [0, %counted], [%k1, %next]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %item, label %yes
item:
  br i1 %list, label %of_list, label %of_tuple
of_list:
  %a = call ptr @PyList_GetItem(ptr %o, i64 %k)
  br label %got
of_tuple:
  %b = call ptr @PyTuple_GetItem(ptr %o, i64 %k)
  br label %got
got:
  %x = phi ptr [%a, %of_list], [%b, %of_tuple]
  %place = getelementptr double, ptr %out, i64 %k
  %kind = look ptr %x + {TYPE}
  %plain = icmp eq ptr %kind, @PyFloat_Type
  %class = load ptr, ptr @class_float
  %numpy = icmp eq ptr %kind, %class
  %float = or i1 %plain, %numpy
  br i1 %float, label %take, label %whole
take:
  %value = call double @PyFloat_AsDouble(ptr %x)
  store double %value, ptr %place
  br label %next
whole:
  %long = icmp eq ptr %kind, @PyLong_Type
  need %long else no
  %taken = call i1 @small(ptr %x, ptr %place)
  br i1 %taken, label %next, label %no
next:
  %k1 = add i64 %k, 1
  br label %each
yes:
  %address = ptrtoint ptr %out to i64
  ret i64 %address
no:
  ret i64 0
}}
define internal i64 @vector(ptr %o, i32 %number, i32 %flags, i32 %nd, i64 %n0, i64 %n1, ptr %spare) {{
  %found = call i64 @array(ptr %o, i32 %number, i32 %flags, i32 %nd, i64 %n0, i64 %n1)
  %is = icmp ne i64 %found, 0
  br i1 %is, label %yes, label %ask
ask:
  %other = call i64 @listed(ptr %o, i64 %n0, ptr %spare)
  ret i64 %other
yes:
  ret i64 %found
}}
define internal i64 @flat(ptr %o, i32 %number, i32 %flags, i64 %n) {{
  %found = call i64 @array(ptr %o, i32 %number, i32 %flags, i32 1, i64 %n, i64 1)
  %is = icmp ne i64 %found, 0
  br i1 %is, label %yes, label %ask
ask:
  %other = call i64 @array(ptr %o, i32 %number, i32 %flags, i32 2, i64 -1, i64 -1)
  %wide = icmp ne i64 %other, 0
  need %wide else no
  %shape = look ptr %o + {SHAPE}
  %rows = look i64 %shape + 0
  %columns = look i64 %shape + 8
  %size = mul i64 %rows, %columns
  %fits = icmp eq i64 %size, %n
  need %fits else no
  ret i64 %other
yes:
  ret i64 %found
no:
  ret i64 0
}}
"""

# @room: address of stack space for an optional output, 0 if too small; @moves: whether a 3-vector is nonzero
ROOM = """
define internal i64 @room(ptr %spare, i64 %n, i64 %most) {
  %few = icmp ule i64 %n, %most
  %address = ptrtoint ptr %spare to i64
  %or = select i1 %few, i64 %address, i64 0
  ret i64 %or
}
define internal i1 @moves(i64 %address) {
  %v = inttoptr i64 %address to ptr
  %x = look double %v + 0
  %y = look double %v + 8
  %z = look double %v + 16
  %a = fcmp une double %x, 0.0
  %b = fcmp une double %y, 0.0
  %c = fcmp une double %z, 0.0
  %ab = or i1 %a, %b
  %abc = or i1 %ab, %c
  ret i1 %abc
}
"""

# @bind: the arguments in positional order, null for defaults. Returns null if the arguments do not match the signature,
# so that Python raises the error.
BIND = """
define internal ptr @bind(ptr %args, i64 %n, ptr %kw, ptr %names, i64 %least, i64 %total, ptr %out) {
  %plain = icmp eq ptr %kw, null
  %all = icmp eq i64 %n, %total
  %quick = and i1 %plain, %all
  br i1 %quick, label %same, label %check
same:
  ret ptr %args
check:
  %few = icmp ule i64 %n, %total
  need %few else no
  %bytes = mul i64 %n, 8
  %all_bytes = mul i64 %total, 8
  call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 %all_bytes, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %args, i64 %bytes, i1 false)
  br i1 %plain, label %complete, label %named
named:
  %count = call i64 @PyTuple_Size(ptr %kw)
  br label %each
each:
  %k = phi i64 [0, %named], [%k1, %put]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %find, label %complete
find:
  %key = call ptr @PyTuple_GetItem(ptr %kw, i64 %k)
  br label %try
try:
  %j = phi i64 [%n, %find], [%j1, %next]
  %left = icmp slt i64 %j, %total
  br i1 %left, label %compare, label %no
compare:
  %np = getelementptr ptr, ptr %names, i64 %j
  %name = load ptr, ptr %np
  %hit = icmp eq ptr %name, %key
  br i1 %hit, label %put, label %next
next:
  %j1 = add i64 %j, 1
  br label %try
put:
  %from = add i64 %n, %k
  %fp = getelementptr ptr, ptr %args, i64 %from
  %value = load ptr, ptr %fp
  %tp = getelementptr ptr, ptr %out, i64 %j
  store ptr %value, ptr %tp
  %k1 = add i64 %k, 1
  br label %each
complete:
  br label %walk
walk:
  %i = phi i64 [0, %complete], [%i1, %seen]
  %in = icmp slt i64 %i, %least
  br i1 %in, label %is, label %yes
is:
  %op = getelementptr ptr, ptr %out, i64 %i
  %o = load ptr, ptr %op
  %missing = icmp eq ptr %o, null
  br i1 %missing, label %no, label %seen
seen:
  %i1 = add i64 %i, 1
  br label %walk
yes:
  ret ptr %out
no:
  ret ptr null
}
"""


def expand(text: str) -> str:
    """Return the text with its short forms expanded."""
    lines, count = list[str](), 0
    for line in text.split("\n"):
        short = opcode(line)
        if short == "look":
            made = instruction(line)
            kind, pointer, _, offset = made.rest.split()
            lines.append(assign(f"{made.result}.at", f"getelementptr i8, ptr {pointer}, i64 {offset}"))
            lines.append(assign(made.result, f"load {kind}, ptr {made.result}.at"))
        elif short == "need":
            condition, _, otherwise = instruction(line).rest.split()
            lines.append(f"  br i1 {condition}, label %on{count}, label %{otherwise}, !prof !0")
            lines.append(f"on{count}:")
            count += 1
        else:
            lines.append(line)
    return "\n".join(lines)


def text() -> str:
    """Return the LLVM text of all shared functions."""
    return API + expand(SAME + STRUCTS + NUMBERS + ARRAYS + VECTORS + ROOM + BIND)
