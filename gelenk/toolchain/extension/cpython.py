"""CPython functions that kernels of the extension module call, by the names of the C API.

Documents: design / The border

A kernel has objects as addresses (int64), and 0 where C has NULL. Each declaration below gives name, result and
arguments of a C function; `cpython_intrinsics` turns calls of them into calls of the C function. In plain Python they
go through ctypes, so that a debugger stops in a kernel; `run` calls a kernel in this way.

References are counted as the C API documents: results are new references, which the caller releases by ``Py_DecRef``,
unless the declaration says "borrowed". A failed call returns 0 (numbers: -1) and leaves an exception, which the method
passes on to its caller by returning 0.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.toolchain import kernel, memory
from gelenk.toolchain.extension.abi import SLOTTED, TYPE

# C types: pointer; int; Py_ssize_t or long long; double; void
ADDRESS, INT, SIZE, DOUBLE, NOTHING = "address", "int", "size", "double", "nothing"
_CTYPE: dict[str, Any] = {
    ADDRESS: ctypes.c_void_p,
    INT: ctypes.c_int,
    SIZE: ctypes.c_int64,
    DOUBLE: ctypes.c_double,
    NOTHING: None,
}
_FAILED = {ADDRESS: 0, INT: -1, SIZE: -1, DOUBLE: -1.0, NOTHING: None}
_pending: list[BaseException] = []  # plain Python: the exception that C code would have left
_stack: list[Any] = []  # plain Python: memory of `stack_words`


def _plain(name: str, result: str, arguments: tuple[str, ...]) -> Callable[..., Any]:
    """Return the plain Python twin of a C function, which keeps exceptions in `_pending`."""

    def call(*args: Any) -> Any:
        function = ctypes.pythonapi[name]  # a new object, so that its types affect no other call
        function.restype, function.argtypes = _CTYPE[result], [_CTYPE[a] for a in arguments]
        try:
            found = function(*args)
            return 0 if found is None and result == ADDRESS else found  # ctypes gives None for NULL
        except BaseException as error:
            _pending[:] = [error]
            return _FAILED[result]

    return call


def c_function(name: str, result: str, *arguments: str, plain: Callable[..., Any] | None = None) -> Any:
    """Declare a C function; ``plain`` replaces the twin that calls it through ctypes."""
    if kernel.COMPILING:
        from gelenk.toolchain.extension import cpython_intrinsics

        return cpython_intrinsics.function(name, result, arguments)
    return plain or _plain(name, result, arguments)


def c_object(name: str) -> Any:
    """Declare an object of the C API, as a function that returns its address."""
    if kernel.COMPILING:
        from gelenk.toolchain.extension import cpython_intrinsics

        return cpython_intrinsics.word(SLOTTED + name)
    return lambda: ctypes.addressof(ctypes.c_char.in_dll(ctypes.pythonapi, name))


def module_word(name: str, plain: int) -> Any:
    """Declare a word that the extension module is given, as a function that returns it."""
    if kernel.COMPILING:
        from gelenk.toolchain.extension import cpython_intrinsics

        return cpython_intrinsics.word(name)
    return lambda: plain


# exceptions
PyErr_Occurred = c_function("PyErr_Occurred", ADDRESS, plain=lambda: len(_pending))  # borrowed
PyErr_Clear = c_function("PyErr_Clear", NOTHING, plain=_pending.clear)
# references and types
Py_IncRef = c_function("Py_IncRef", NOTHING, ADDRESS)
Py_DecRef = c_function("Py_DecRef", NOTHING, ADDRESS)
PyType_IsSubtype = c_function("PyType_IsSubtype", INT, ADDRESS, ADDRESS)
PyType_GenericAlloc = c_function("PyType_GenericAlloc", ADDRESS, ADDRESS, SIZE)
# numbers
PyLong_AsLongLong = c_function("PyLong_AsLongLong", SIZE, ADDRESS)
PyLong_FromLongLong = c_function("PyLong_FromLongLong", ADDRESS, SIZE)
PyFloat_AsDouble = c_function("PyFloat_AsDouble", DOUBLE, ADDRESS)
# tuples and lists
PyTuple_Size = c_function("PyTuple_Size", SIZE, ADDRESS)
PyTuple_GetItem = c_function("PyTuple_GetItem", ADDRESS, ADDRESS, SIZE)  # borrowed
PyList_New = c_function("PyList_New", ADDRESS, SIZE)
PyList_Size = c_function("PyList_Size", SIZE, ADDRESS)
PyList_GetItem = c_function("PyList_GetItem", ADDRESS, ADDRESS, SIZE)  # borrowed
PyList_Append = c_function("PyList_Append", INT, ADDRESS, ADDRESS)
# dictionaries; PyDict_Next(dictionary, &position, &key, &value) returns 0 at the end, key and value are borrowed
PyDict_Copy = c_function("PyDict_Copy", ADDRESS, ADDRESS)
PyDict_Next = c_function("PyDict_Next", INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS)
PyDict_Contains = c_function("PyDict_Contains", INT, ADDRESS, ADDRESS)
PyDict_GetItemWithError = c_function("PyDict_GetItemWithError", ADDRESS, ADDRESS, ADDRESS)  # borrowed
PyDict_SetItem = c_function("PyDict_SetItem", INT, ADDRESS, ADDRESS, ADDRESS)
# attributes and calls; PyObject_Vectorcall(function, &arguments, count, names or 0)
PyObject_GenericGetDict = c_function("PyObject_GenericGetDict", ADDRESS, ADDRESS, ADDRESS)
PyObject_GenericSetDict = c_function("PyObject_GenericSetDict", INT, ADDRESS, ADDRESS, ADDRESS)
PyObject_SetAttr = c_function("PyObject_SetAttr", INT, ADDRESS, ADDRESS, ADDRESS)
PyObject_Vectorcall = c_function("PyObject_Vectorcall", ADDRESS, ADDRESS, ADDRESS, SIZE, ADDRESS)
# objects
Py_None = c_object("_Py_NoneStruct")
PyFloat_Type, PyLong_Type = c_object("PyFloat_Type"), c_object("PyLong_Type")
PyUnicode_Type, PyTuple_Type, PyList_Type = map(c_object, ("PyUnicode_Type", "PyTuple_Type", "PyList_Type"))
class_array = module_word("class_array", id(np.ndarray))
int32_number = module_word(f"{SLOTTED}int32", np.dtype(np.int32).num)  # numpy's type number


def _stack_words(n: int) -> int:
    """Return the address of ``n`` int64 that live until the kernel ends (plain Python twin)."""
    _stack.append((ctypes.c_int64 * n)())
    return ctypes.addressof(_stack[-1])


stack_words: Any = _stack_words
if kernel.COMPILING:
    from gelenk.toolchain.extension import cpython_intrinsics

    stack_words = cpython_intrinsics.stack_words


@kernel.kernel
def type_of(o: int) -> int:
    """Return the type of an object, borrowed."""
    return memory.load_int64(o + TYPE)


@kernel.kernel
def is_instance(o: int, cls: int) -> bool:
    """Return whether an object is an instance of a class or of a subclass."""
    return type_of(o) == cls or PyType_IsSubtype(type_of(o), cls) != 0


@kernel.kernel
def argument(args: int, i: int) -> int:
    """Return argument ``i`` of a method, borrowed."""
    return memory.load_int64(args + 8 * i)


def run(method: Callable[[int, int, int], int], *args: Any) -> Any:
    """Run a method of the extension module in plain Python, as METH_FASTCALL calls it."""
    given = (ctypes.py_object * len(args))(*args)
    _pending.clear()
    try:
        found = method(0, ctypes.addressof(given), len(args))
    finally:
        _stack.clear()
    if not found:
        raise _pending.pop() if _pending else SystemError("a method failed without an exception")
    result = ctypes.cast(found, ctypes.py_object).value
    Py_DecRef(found)
    return result
