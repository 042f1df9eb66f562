"""Setters of spec element fields as LLVM text; kernel that copies lists to model arrays.

Documents: design / The border

Setters store values of the expected types directly. The value of a field (modeling/spec/field_descriptors.py) is stored
in the dictionary of its element, under the name of the field. Exact floats, integers and strings are stored as they
are, float32 fields rounded. Array values, given as an array or an exact list or tuple, are written into the array that
the element has, or into a new tuple if it has a tuple. Everything else, and every error, is left to the field.

Attributes whose class object has no setter (methods, children, read-only values) are assigned and deleted by the class,
in Python.

``_fields(...)`` takes the classes of fields in the order of FIELDS, and the function that assigns for a class. Before
that call, every assignment goes to the field.

The kernel ``_packed(columns, rows, record, memory)`` copies lists of numbers, and arrays, into the arrays of a model.
Arguments are a dictionary of columns by name, a dictionary of row numbers, and two addresses. The record has for each
row the byte offset of the array in memory, its element count, and the type, an index into CODES. Columns are lists of
numbers, lists of lists or tuples of numbers, or arrays of that type. Returns the names of the columns that Python must
handle: other types, objects except int and float, values out of range, wrong length. No Python code runs for the types
that are accepted.
"""

from gelenk.toolchain import memory
from gelenk.toolchain.extension.abi import (
    ARRAY_FLAGS,
    DATA,
    DESCR,
    DICTIONARY,
    NDIM,
    NUMBER,
    NUMBERS,
    ORDER,
    READ,
    SHAPE,
    TYPE,
    WRITE,
)
from gelenk.toolchain.extension.argument_checks import expand, given
from gelenk.toolchain.extension.cpython import (
    Py_DecRef,
    PyDict_GetItemWithError,
    PyDict_Next,
    PyErr_Clear,
    PyErr_Occurred,
    PyFloat_AsDouble,
    PyFloat_Type,
    PyList_Append,
    PyList_GetItem,
    PyList_New,
    PyList_Size,
    PyList_Type,
    PyLong_AsLongLong,
    PyLong_Type,
    PyTuple_GetItem,
    PyTuple_Size,
    PyTuple_Type,
    argument,
    class_array,
    int32_number,
    is_instance,
    stack_words,
    type_of,
)
from gelenk.toolchain.kernel import kernel

# field class -> exact type of values that are stored unchanged
KEPT = {"real": "PyFloat_Type", "integer": "PyLong_Type", "text": "PyUnicode_Type"}
FIELDS = (*KEPT, "single", "reals", "array")
HANDED = (*FIELDS, "assign")
SET = 55  # Py_tp_descr_set
MOST_LISTED = 32  # largest number of elements that are accepted as a list

SMALL = f"""
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare i32 @PyDict_SetItem(ptr, ptr, ptr)
declare ptr @PyDict_GetItemWithError(ptr, ptr)
declare double @llvm.fabs.f64(double)
define internal i1 @narrowed(double %x, ptr %out) {{
  %single = fptrunc double %x to float
  %double = fpext float %single to double
  store double %double, ptr %out
  %size = call double @llvm.fabs.f64(double %double)
  %finite = fcmp une double %size, 0x7FF0000000000000
  ret i1 %finite
}}
define internal i32 @put_single(ptr %d, ptr %name, ptr %value) {{
  %out = alloca double, align 8
  %kind = look ptr %value + {TYPE}
  %plain = icmp eq ptr %kind, @PyFloat_Type
  need %plain else no
  %x = call double @PyFloat_AsDouble(ptr %value)
  %good = call i1 @narrowed(double %x, ptr %out)
  need %good else no
  %y = load double, ptr %out
  %number = call ptr @PyFloat_FromDouble(double %y)
  %made = icmp ne ptr %number, null
  need %made else no
  %r = call i32 @PyDict_SetItem(ptr %d, ptr %name, ptr %number)
  call void @Py_DecRef(ptr %number)
  %put = icmp eq i32 %r, 0
  need %put else no
  ret i32 1
no:
  ret i32 0
}}
define internal ptr @tuple_of(ptr %numbers, i64 %n) {{
  %tuple = call ptr @PyTuple_New(i64 %n)
  %made = icmp ne ptr %tuple, null
  br i1 %made, label %begin, label %no
begin:
  br label %each
each:
  %k = phi i64 [0, %begin], [%k1, %put]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %one, label %done
one:
  %at = getelementptr double, ptr %numbers, i64 %k
  %x = load double, ptr %at
  %number = call ptr @PyFloat_FromDouble(double %x)
  %there = icmp ne ptr %number, null
  br i1 %there, label %put, label %drop
put:
  %r = call i32 @PyTuple_SetItem(ptr %tuple, i64 %k, ptr %number)
  %k1 = add i64 %k, 1
  br label %each
done:
  ret ptr %tuple
drop:
  call void @Py_DecRef(ptr %tuple)
  br label %no
no:
  ret ptr null
}}
"""

# Results: 1, the elements are stored; 0, the field must handle the value. Nothing is written before all elements are
# read.
ARRAYS = f"""
define internal i32 @put_tuple(ptr %d, ptr %name, ptr %own, ptr %value, ptr %spare) {{
  %n = call i64 @PyTuple_Size(ptr %own)
  %few = icmp ule i64 %n, {MOST_LISTED}
  need %few else no
  %found = call i64 @vector(ptr %value, i32 {NUMBERS["float64"]}, i32 {READ}, i32 1, i64 %n, i64 1, ptr %spare)
  %read = icmp ne i64 %found, 0
  need %read else no
  %numbers = inttoptr i64 %found to ptr
  %tuple = call ptr @tuple_of(ptr %numbers, i64 %n)
  %made = icmp ne ptr %tuple, null
  need %made else no
  %r = call i32 @PyDict_SetItem(ptr %d, ptr %name, ptr %tuple)
  call void @Py_DecRef(ptr %tuple)
  %put = icmp eq i32 %r, 0
  need %put else no
  ret i32 1
no:
  ret i32 0
}}
define internal i1 @singles(ptr %numbers, i64 %n) {{
  br label %each
each:
  %k = phi i64 [0, %0], [%k1, %next]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %one, label %yes
one:
  %at = getelementptr double, ptr %numbers, i64 %k
  %x = load double, ptr %at
  %good = call i1 @narrowed(double %x, ptr %at)
  br i1 %good, label %next, label %no
next:
  %single = fptrunc double %x to float
  %to = getelementptr float, ptr %numbers, i64 %k
  store float %single, ptr %to
  %k1 = add i64 %k, 1
  br label %each
yes:
  ret i1 true
no:
  ret i1 false
}}
define internal i32 @put_array(ptr %own, ptr %value, ptr %spare) {{
  %shape = look ptr %own + {SHAPE}
  %wide = call i64 @array(ptr %own, i32 {NUMBERS["float64"]}, i32 {WRITE}, i32 1, i64 -1, i64 1)
  %narrow = call i64 @array(ptr %own, i32 {NUMBERS["float32"]}, i32 {WRITE}, i32 1, i64 -1, i64 1)
  %doubles = icmp ne i64 %wide, 0
  %to = select i1 %doubles, i64 %wide, i64 %narrow
  %number = select i1 %doubles, i32 {NUMBERS["float64"]}, i32 {NUMBERS["float32"]}
  %size = select i1 %doubles, i64 8, i64 4
  %ours = icmp ne i64 %to, 0
  need %ours else no
  %n = look i64 %shape + 0
  %few = icmp ule i64 %n, {MOST_LISTED}
  need %few else no
  %from = call i64 @vector(ptr %value, i32 %number, i32 {READ}, i32 1, i64 %n, i64 1, ptr %spare)
  %read = icmp ne i64 %from, 0
  need %read else no
  %source = inttoptr i64 %from to ptr
  %listed = icmp eq ptr %source, %spare
  %floats = xor i1 %doubles, true
  %convert = and i1 %listed, %floats
  br i1 %convert, label %round, label %copy
round:
  %good = call i1 @singles(ptr %spare, i64 %n)
  need %good else no
  br label %copy
copy:
  %bytes = mul i64 %n, %size
  %target = inttoptr i64 %to to ptr
  call void @llvm.memmove.p0.p0.i64(ptr %target, ptr %source, i64 %bytes, i1 false)
  ret i32 1
no:
  ret i32 0
}}
define internal i32 @put_numbers(ptr %d, ptr %field, ptr %name, ptr %value) {{
  %spare = alloca [{MOST_LISTED} x double], align 8
  %single = load ptr, ptr @field_single
  %narrow = icmp eq ptr %field, %single
  br i1 %narrow, label %one, label %many
one:
  %r = call i32 @put_single(ptr %d, ptr %name, ptr %value)
  ret i32 %r
many:
  %reals = load ptr, ptr @field_reals
  %array = load ptr, ptr @field_array
  %wide = icmp eq ptr %field, %reals
  %any = icmp eq ptr %field, %array
  %numbers = or i1 %wide, %any
  br i1 %numbers, label %look, label %no
look:
  %own = call ptr @PyDict_GetItemWithError(ptr %d, ptr %name)
  %there = icmp ne ptr %own, null
  need %there else no
  %kind = look ptr %own + {TYPE}
  %class = load ptr, ptr @class_array
  %live = icmp eq ptr %kind, %class
  br i1 %live, label %into, label %replaced
into:
  %s = call i32 @put_array(ptr %own, ptr %value, ptr %spare)
  ret i32 %s
replaced:
  %plain = icmp eq ptr %kind, @PyTuple_Type
  %both = and i1 %plain, %wide
  br i1 %both, label %tuple, label %no
tuple:
  %t = call i32 @put_tuple(ptr %d, ptr %name, ptr %own, ptr %value, ptr %spare)
  ret i32 %t
no:
  ret i32 0
}}
"""

# assignment to an attribute that the class defines, as %known
FOUND = f"""
found:
  %given = icmp ne ptr %value, null
  need %given else other
  %d = look ptr %o + {DICTIONARY}
  %made = icmp ne ptr %d, null
  need %made else other
  %field = look ptr %known + {TYPE}
  %kind = look ptr %value + {TYPE}
  %wanted = call ptr @kept_by(ptr %field)
  %plain = icmp eq ptr %kind, %wanted
  br i1 %plain, label %keep, label %numbers
keep:
  %put = call i32 @PyDict_SetItem(ptr %d, ptr %name, ptr %value)
  ret i32 %put
numbers:
  %ready = call i32 @put_numbers(ptr %d, ptr %field, ptr %name, ptr %value)
  %all = icmp eq i32 %ready, 1
  br i1 %all, label %stored, label %other
stored:
  ret i32 0
other:
  call void @PyErr_Clear()
  %function = load ptr, ptr @field_assign
  %handed = icmp ne ptr %function, null
  need %handed else yes
  %class = look ptr %known + {TYPE}
  %setter = call ptr @PyType_GetSlot(ptr %class, i32 {SET})
  %own = icmp eq ptr %setter, null
  br i1 %own, label %assign, label %yes
assign:
  %r2 = call i32 @assigned(ptr %o, ptr %name, ptr %value)
  ret i32 %r2
"""
ASSIGNED = """
define internal i32 @assigned(ptr %o, ptr %name, ptr %value) {
  call void @PyErr_Clear()
  %args = alloca [3 x ptr], align 8
  store ptr %o, ptr %args
  %second = getelementptr ptr, ptr %args, i64 1
  %third = getelementptr ptr, ptr %args, i64 2
  store ptr %name, ptr %second
  store ptr %value, ptr %third
  %given = icmp ne ptr %value, null
  %count = select i1 %given, i64 3, i64 2
  %function = load ptr, ptr @field_assign
  %r = call ptr @PyObject_Vectorcall(ptr %function, ptr %args, i64 %count, ptr null)
  %good = icmp ne ptr %r, null
  need %good else no
  call void @Py_DecRef(ptr %r)
  ret i32 0
no:
  ret i32 -1
}
"""


def _kept_by() -> str:
    """Return ``@kept_by(field class)``: type of values that are stored unchanged, or null."""
    lines, last = [], "null"
    for name, kind in KEPT.items():
        lines += [
            f"  %{name}.class = load ptr, ptr @field_{name}",
            f"  %{name}.is = icmp eq ptr %field, %{name}.class",
            f"  %{name} = select i1 %{name}.is, ptr @{kind}, ptr {last}",
        ]
        last = f"%{name}"
    return "\n".join(["define internal ptr @kept_by(ptr %field) {", *lines, f"  ret ptr {last}", "}", ""])


def _handed() -> str:
    """Return the method that receives the field classes."""
    lines = ["define internal ptr @fields(ptr %self, ptr %args, i64 %n) {", given(*HANDED)]
    for name in HANDED:
        lines += [f"  call void @Py_IncRef(ptr %{name})", f"  store ptr %{name}, ptr @field_{name}"]
    end = ["  call void @Py_IncRef(ptr @_Py_NoneStruct)", "  ret ptr @_Py_NoneStruct", "}", ""]
    return "\n".join([*lines, *end])


def text() -> str:
    """Return the LLVM text of all setters, except FOUND, which number_getset.py inserts."""
    words = "".join(f"@field_{name} = internal global ptr null\n" for name in HANDED)
    return words + _kept_by() + _handed() + expand(SMALL) + expand(ARRAYS) + expand(ASSIGNED)


# Conversion of lists and arrays to arrays of the model

CODES = ("float64", "float32", "int32", "uint8")
FLOAT64, FLOAT32, INT32, UINT8 = range(len(CODES))
TYPE_NUMBERS = tuple(NUMBERS.get(name, 0) for name in CODES)
ITEMSIZES = (8, 4, 4, 1)
ROW = 24  # bytes per row of the record
FOREIGN = ord(">")  # byte order character of a dtype in non-native byte order


@kernel
def write_real(x: float, code: int, at: int, k: int) -> bool:
    """Write a float to element ``k`` of an array of floats; return False for other arrays."""
    if code == FLOAT64:
        memory.store_float64(at + 8 * k, x)
    elif code == FLOAT32:
        memory.store_float32(at + 4 * k, x)
    else:
        return False
    return True


@kernel
def write_integer(n: int, code: int, at: int, k: int) -> bool:
    """Write an integer to element ``k`` of an array; return False if out of range."""
    if code == INT32:
        if n < -(2**31) or n >= 2**31:
            return False
        memory.store_int32(at + 4 * k, n)
        return True
    if code == UINT8:
        if n < 0 or n >= 256:
            return False
        memory.store_uint8(at + k, n)
        return True
    return write_real(float(n), code, at, k)


@kernel
def write_object(o: int, code: int, at: int, k: int) -> bool:
    """Write an int or float object to element ``k``; return False if it does not fit."""
    if is_instance(o, PyFloat_Type()):
        return write_real(PyFloat_AsDouble(o), code, at, k)
    if not is_instance(o, PyLong_Type()):
        return False
    n = PyLong_AsLongLong(o)
    if n == -1 and PyErr_Occurred() != 0:  # beyond 64 bits
        PyErr_Clear()
        return False
    return write_integer(n, code, at, k)


@kernel
def write_row(row: int, code: int, at: int, k: int, count: int) -> int:
    """Write a list or tuple of numbers from element ``k`` on; return the next, -1 on failure."""
    is_tuple = is_instance(row, PyTuple_Type())
    n = PyTuple_Size(row) if is_tuple else PyList_Size(row)
    if k + n > count:
        return -1
    for i in range(n):
        o = PyTuple_GetItem(row, i) if is_tuple else PyList_GetItem(row, i)
        if type_of(o) == PyFloat_Type():  # mostly
            done = write_real(PyFloat_AsDouble(o), code, at, k + i)
        else:
            done = write_object(o, code, at, k + i)
        if not done:
            return -1
    return k + n


@kernel
def is_row(o: int) -> bool:
    """Return whether an object is a list or tuple; quick for numbers."""
    if type_of(o) == PyFloat_Type() or type_of(o) == PyLong_Type():
        return False
    return is_instance(o, PyTuple_Type()) or is_instance(o, PyList_Type())


@kernel
def write_list(rows: int, code: int, at: int, count: int) -> bool:
    """Write a list of numbers, lists and tuples; return whether it fills the array."""
    k = 0
    for i in range(PyList_Size(rows)):
        o = PyList_GetItem(rows, i)
        if is_row(o):
            k = write_row(o, code, at, k, count)
            if k < 0:
                return False
        elif k < count and write_object(o, code, at, k):
            k += 1
        else:
            return False
    return k == count


@kernel
def write_array(o: int, code: int, at: int, count: int) -> bool:
    """Copy a contiguous array of the target's type and size; return False for others."""
    if type_of(o) != class_array():
        return False
    descr = memory.load_int64(o + DESCR)
    number = int32_number() if code == INT32 else TYPE_NUMBERS[code]
    if memory.load_int32(descr + NUMBER) != number or memory.load_uint8(descr + ORDER) == FOREIGN:
        return False
    if memory.load_int32(o + ARRAY_FLAGS) & READ != READ:
        return False
    shape, size = memory.load_int64(o + SHAPE), 1
    for axis in range(memory.load_int32(o + NDIM)):
        size *= memory.load_int64(shape + 8 * axis)
    if size != count:
        return False
    memory.copy(at, memory.load_int64(o + DATA), count * ITEMSIZES[code])
    return True


@kernel
def write_column(column: int, row: int, first: int) -> bool:
    """Write a column to the array of its row of the record; return False if Python must do so."""
    at, count, code = first + memory.load_int64(row), memory.load_int64(row + 8), memory.load_int64(row + 16)
    if type_of(column) == PyList_Type():
        return write_list(column, code, at, count)
    return write_array(column, code, at, count)


@kernel
def packed(module: int, args: int, n: int) -> int:
    """Method ``_packed``."""
    columns, rows = argument(args, 0), argument(args, 1)
    record, first = PyLong_AsLongLong(argument(args, 2)), PyLong_AsLongLong(argument(args, 3))
    left = PyList_New(0)
    if left == 0:
        return 0
    position = stack_words(3)
    name_at, column_at = position + 8, position + 16
    memory.store_int64(position, 0)
    while PyDict_Next(columns, position, name_at, column_at) != 0:
        name = memory.load_int64(name_at)
        found = PyDict_GetItemWithError(rows, name)
        if found != 0:
            row = record + ROW * PyLong_AsLongLong(found)
            if write_column(memory.load_int64(column_at), row, first):
                continue
        if PyErr_Occurred() != 0 or PyList_Append(left, name) < 0:
            Py_DecRef(left)
            return 0
    return left
