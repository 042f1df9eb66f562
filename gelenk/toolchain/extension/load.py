"""Find, compile and load the extension module; run_kernel calls a kernel from Python.

Documents: design / The border

The extension module provides the base types of structs. If the module is unavailable, `module` is None and structs have
a base class in Python: everything works, but calls take longer. The module is unavailable under GELENK_BORDER=0,
GELENK_JIT=0 or GELENK_CHECK=1, in interpreters other than CPython, without the global interpreter lock, with an unknown
array layout of numpy, and in a source checkout without Numba or a cache folder; `gelenk doctor` prints the reason.

run_kernel calls a kernel that cannot stop from Python, so that entry points that fall back to Python execute the same
machine code. Kernels contract a * b + c to one fused multiply-add and Python does not, so equal inputs give equal bits
only if the kernel is called.
"""

import ctypes
import functools
import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from pathlib import Path
from struct import pack, pack_into, unpack
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.errors import UnknownAttribute
from gelenk.tables.functions.targets import KERNELS
from gelenk.toolchain import cache, digests, library, link, platforms, wheel_manifest
from gelenk.toolchain.extension.abi import (
    ARRAY_FLAGS,
    DATA,
    DESCR,
    FACTS,
    HOLDERS,
    NAME,
    NDIM,
    NUMBER,
    NUMBERS,
    ORDER,
    PROPERTY,
    RECORD,
    SHAPE,
    TABLE,
    TABLE_NAMES,
    TYPE,
)


def _word(kind: Any, address: int) -> int:
    return kind.from_address(address).value


def unexpected_layout() -> str:
    """Return why entry points cannot run here, "" if objects are laid out as in abi.py."""
    if sys.implementation.name != "cpython":
        return f"{sys.implementation.name} has no objects of CPython"
    if "free-threading" in sys.version or "t" in getattr(sys, "abiflags", ""):
        return (
            "this is a free-threaded Python, whose objects are others, and they hold references without locks"
        )
    if sys.maxsize < 2**32:
        return "this Python has addresses of 32 bits"
    return "" if _has_counts_and_arrays() and _has_types() else "numpy's arrays are not laid out as expected"


def _has_counts_and_arrays() -> bool:
    """Return whether reference counts and the fields of arrays are at the offsets of abi.py."""
    word, narrow = ctypes.c_int64, ctypes.c_int32
    array = np.zeros((3, 7))[1:, :5]
    array.flags.writeable = False
    at, descr = id(array), id(array.dtype)
    before, held = _word(narrow, at + HOLDERS), 5 * [array]
    if _word(narrow, at + HOLDERS) != before + len(held):
        return False
    if _word(word, at + TYPE) != id(np.ndarray) or _word(word, at + DATA) != array.ctypes.data:
        return False
    if _word(narrow, at + NDIM) != 2 or _word(word, at + DESCR) != descr:
        return False
    shape = _word(word, at + SHAPE)
    extents = [_word(word, shape + 8 * i) for i in range(2)]
    return extents == [3 - 1, 5] and _word(narrow, at + ARRAY_FLAGS) & 0x501 == 0x100


def _has_types() -> bool:
    """Return whether dtypes have their numbers and byte orders at the offsets of abi.py."""
    numbers = NUMBERS | {"int32": np.dtype(np.int32).num}
    for name, number in numbers.items():
        for kind in (np.dtype(name), np.dtype(name).newbyteorder()):
            if _word(ctypes.c_int32, id(kind) + NUMBER) != number or kind.num != number:
                return False
            foreign = kind.itemsize > 1 and not kind.isnative
            if (_word(ctypes.c_uint8, id(kind) + ORDER) == ord(">")) != foreign:
                return False
    return True


@ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
def _type_lookup(cls: type, name: str) -> int | None:
    """Look an attribute up, as the private _PyType_Lookup does; the result is borrowed."""
    return next((id(vars(base)[name]) for base in cls.__mro__ if name in vars(base)), None)


def _address(name: str) -> int:
    """Return the address of a function or object of the C API, 0 if there is none."""
    try:
        return ctypes.addressof(ctypes.c_char.in_dll(ctypes.pythonapi, name))
    except ValueError:
        return link.entry_of(_type_lookup) if name == "_PyType_Lookup" else 0


def fill_table(path: Path) -> None:
    """Write addresses of the C API and facts of the platform into the slots (abi.TABLE).

    Errors   OSError: the library cannot be loaded; ImportError: the interpreter lacks functions
    """
    dll = link.SharedLibrary(path)
    names = ctypes.string_at(dll.address(TABLE_NAMES)).decode().split()
    clock, identity, tick = platforms.clock()
    (ticks,) = unpack("q", pack("d", tick))
    facts = dict(zip(FACTS, (clock, identity, ticks, np.dtype(np.int32).num), strict=True))
    values = {name: facts[name] if name in facts else _address(name) for name in names}
    missing = sorted(name for name in values.keys() - facts.keys() if not values[name])
    if missing:
        raise ImportError(f"this Python lacks {', '.join(missing)}")
    slots = (ctypes.c_void_p * len(names)).from_address(dll.address(TABLE))
    for slot, value in zip(slots, values.values(), strict=True):
        ctypes.c_int64.from_address(slot or 0).value = value


def _fits(found: ModuleType) -> bool:
    """Return whether the members of the base type have the expected offsets."""
    one = type("One", (found.Base,), {})()
    one._address = 77
    return _word(ctypes.c_int64, id(one) + 16) == 77


def _path() -> Path | None:
    """Return the path of the extension; compile the module if missing and the cache is usable."""
    path = wheel_manifest.border()
    if path is not None:
        if digests.is_intact(path):
            return path
        state = "damaged" if path.exists() else "missing"
        cache.print_notice(
            f"{path} is {state}, so calls run through Python, which is slower: install gelenk again"
        )
    name = cache.library_file_name(digests.BORDER, digests.border_modules, digests.border_name)
    cache.save_names()
    path = cache.find(name)
    if path is None and importlib.util.find_spec("numba") is not None and cache.is_persistent():
        from gelenk.toolchain import build

        path = cache.folder() / name
        with platforms.locked(f"{path}.lock"):
            if not digests.is_intact(path):
                cache.write_sealed(path, build.build_extension(library.why_compile()))
    return path


def why_unavailable() -> str:
    """Return the reason not to load the extension module, "" if there is none."""
    for name, value in (("GELENK_BORDER", "0"), ("GELENK_JIT", "0"), ("GELENK_CHECK", "1")):
        if os.environ.get(name) == value:
            return f"{name}={value}"
    return unexpected_layout()


def load() -> ModuleType | None:
    """Return the extension module, None if unavailable (`why_unavailable`)."""
    if why_unavailable():
        return None
    try:
        path = _path()
        if path is None:
            return None
        fill_table(path)
        loader = ExtensionFileLoader(NAME, str(path))
        found = importlib.util.module_from_spec(ModuleSpec(NAME, loader, origin=str(path)))
        loader.exec_module(found)
        return found if _fits(found) else None
    except (RuntimeError, ImportError, OSError) as error:
        cache.print_notice(
            f"calls run through Python, which is slower, since the extension module cannot be loaded: {error}"
        )
        return None


library.refuse_import()
module = load()


def refuse_unknown(self: Any, name: str) -> None:
    """Raise AttributeError for an unknown attribute, such as ``m.opt.timestp = 0.001``.

    Subclasses that users write accept new attributes, as in Python generally.
    """
    cls = type(self)
    if name[0] != "_" and not hasattr(cls, name) and cls.__module__.startswith("gelenk."):
        raise UnknownAttribute(f"{cls.__name__} has no attribute '{name}'", name, lambda: dir(cls))


class _Plain:
    """The base type without the extension module, with equal attributes."""

    # address of the struct; address of the model of an MjData; index guard of a model; warnings reported; serial number
    # of a model, or of the model of a scene; addresses of vis.map and vis.global_; row of the columns of a scene
    _address = _owner = _guard_at = _told = 0
    _serial = _map_at = _global_at = _row = 0

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __setattr__(self, name: str, value: Any) -> None:
            refuse_unknown(self, name)
            object.__setattr__(self, name, value)


def assign_plain(self: Any, name: str, *value: Any) -> None:
    """Assign, or without a value delete, an attribute of a Strict object that has no setter."""
    self._assign(name, *value)


class _PlainStrict:
    """Base of classes whose instances accept no unknown attributes, private ones included."""

    def _unknown(self, name: str) -> str:
        """Return the error message for an unknown attribute."""
        raise NotImplementedError

    def _assign(self, name: str, *value: Any) -> None:
        """Assign, or without a value delete, an attribute of the class that has no setter."""
        raise NotImplementedError

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __setattr__(self, name: str, value: Any) -> None:
            cls = type(self)
            if not hasattr(cls, name):
                raise AttributeError(self._unknown(name))
            if hasattr(type(inspect.getattr_static(cls, name)), "__set__"):
                object.__setattr__(self, name, value)
            else:
                self._assign(name, value)

        def __delattr__(self, name: str) -> None:
            known = inspect.getattr_static(type(self), name, self)
            if known is self or hasattr(type(known), "__set__"):
                object.__delattr__(self, name)
            else:
                self._assign(name)


def _refuse_strictly(self: Any, name: str) -> None:
    if not hasattr(type(self), name):  # metaclasses may know the attribute
        raise AttributeError(self._unknown(name))


if TYPE_CHECKING:
    Base = _Plain
    Strict = _PlainStrict
else:
    Base, Strict = (module.Base, module.Strict) if module else (_Plain, _PlainStrict)
    if module:
        module._close(refuse_unknown, _refuse_strictly)

_records: list[Any] = []  # records of the descriptors, alive as long as the process
PROPERTIES: dict[Any, property] = {}  # descriptor -> the property that the descriptor replaces
_ANY = -(2**63), 2**63 - 1


def replace_property(
    cls: type,
    name: str,
    kind: str,
    offset: int,
    bounds: tuple[int, int] = _ANY,
    room: tuple[int, int] = (-1, 0),
) -> None:
    """Replace the property ``name`` of a class by a descriptor that runs without Python code.

    kind     one of abi.PROPERTY
    offset   byte offset of the slot in the struct; for a row, of the column
    bounds   least and largest value
    room     (byte offset of a limiting scalar, amount): value + amount must not exceed the scalar; offset -1: no limit
    """
    plain = vars(cls)[name]
    if not module or type(plain) is not property:
        return
    # The record is followed by the strings that it points to, in one piece of memory.
    doc = (plain.__doc__ or "").encode()
    texts = b"%b\0%b\0" % (name.encode(), doc)
    record = bytearray(8 * len(RECORD)) + texts
    fixed = ctypes.c_char.from_buffer(record)  # pins the memory of the record
    at = ctypes.addressof(fixed)
    first = at + 8 * len(RECORD)
    values = {"name": first, "doc": first + texts.index(0) + 1 if doc else 0}
    values |= {"closure": at, "offset": offset, "low": bounds[0], "high": bounds[1]}
    values |= {"room": room[0], "extra": room[1], "property": id(plain)}
    for word, value in values.items():
        pack_into("q", record, RECORD[word], value)
    made = module._field(cls, PROPERTY.index(kind), at)
    _records.append(fixed)
    PROPERTIES[made] = plain
    setattr(cls, name, made)


def set_clock_watched(something: bool) -> None:
    """Route pipeline entries through Python while a program has set its own clock."""
    if module:
        module._watch(int(something))


# Calls of kernels


@functools.cache
def _compiled(name: str) -> Callable[..., Any] | None:
    """Return the machine code of a kernel, None without the extension module."""
    if module is None:
        return None
    target = KERNELS[name]
    entry = getattr(ctypes.CDLL(module.__file__), f"gelenk_{name}")
    entry.argtypes = library.argument_types(target.kinds)
    entry.restype = ctypes.c_double if target.return_type == "double" else ctypes.c_int64
    return entry


def run_kernel(name: str, *arguments: Any) -> Any:
    """Run a kernel that cannot stop and return its result.

    The kernel is one of the extension module, such as those of the mju_* functions, or a stage of plain arrays, of a
    model alone or of a context. Stages of a model and its data are run by `run_stage` (runtime/pipeline.py), which
    looks at d.status; kernels of the extension that get both never write d.status, and neither does the stage
    `check_data`, which checks indices before `run_stage` runs a stage.

    name         kernel of the extension (tables/functions/targets.py), else row of tables/stages.py
    arguments    structs, C-contiguous arrays and numbers, by the kinds of the row
    """
    target = KERNELS.get(name)
    if target is None:
        return library.call(name, *arguments)
    entry = _compiled(name)
    if entry is None:
        kernel = getattr(importlib.import_module(target.module), name)
        found = kernel(*[library.to_plain_python(a, k) for a, k in zip(arguments, target.kinds, strict=True)])
        return (
            float(found) if target.return_type == "double" else found
        )  # plain Python returns a numpy scalar for an array element
    try:
        return entry(*map(library.address, arguments))
    except ctypes.ArgumentError as error:
        raise link.conversion_error(error) from error
