"""Kernel that copies lists of numbers, and arrays, into the arrays of a model.

Documents: design / The border

``_packed(columns, rows, record, memory)`` takes a dictionary of columns by name, a dictionary of row numbers, and two
addresses. The record has for each row the byte offset of the array in memory, its element count, and the type, an index
into CODES. Columns are lists of numbers, lists of lists or tuples of numbers, or arrays of that type. Returns the names
of the columns that Python must handle: other types, objects except int and float, values out of range, wrong length.
No Python code runs for the types that are accepted.
"""

from gelenk.toolchain import memory
from gelenk.toolchain.extension.abi import ARRAY_FLAGS, DATA, DESCR, NDIM, NUMBER, NUMBERS, ORDER, READ, SHAPE
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

CODES = ("float64", "float32", "int32", "uint8")
FLOAT64, FLOAT32, INT32, UINT8 = range(len(CODES))
TYPE_NUMBERS = tuple(NUMBERS.get(name, 0) for name in CODES)
ITEMSIZES = (8, 4, 4, 1)
ROW = 24  # bytes per row of the record
FOREIGN = ord(">")  # byte order of a dtype that is not native


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
    """Write a column where its row of the record says; return False if Python must do so."""
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
