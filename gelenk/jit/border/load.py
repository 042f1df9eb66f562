"""Finding, compiling and loading the border; the base type of structs, which it brings.

Documents: design / The border

Where it cannot be had, `module` is None, and structs have a base in Python: everything works, calls take longer. That
is so under GELENK_BORDER=0, GELENK_JIT=0 and GELENK_CHECK=1, in other interpreters than CPython, without the global
lock, where numpy keeps its arrays in another way than we know, and in a source checkout without Numba or a cache.
"""

import ctypes
import importlib.util
import os
import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.jit import cache, known, library, manifest, platforms, sources
from gelenk.jit.border.places import (
    DATA,
    DESCR,
    FLAGS,
    NAME,
    NDIM,
    NUMBER,
    NUMBERS,
    ORDER,
    SHAPE,
    TYPE,
)


def _word(kind: Any, address: int) -> int:
    return kind.from_address(address).value


def familiar() -> bool:
    """Whether objects of this interpreter, and arrays of this numpy, are laid out as the border reads them."""
    if sys.implementation.name != "cpython" or "t" in sys.abiflags or sys.maxsize < 2**32:
        return False
    word, narrow = ctypes.c_int64, ctypes.c_int32
    array = np.zeros((3, 7))[1:, :5]
    array.flags.writeable = False
    at, descr = id(array), id(array.dtype)
    if _word(word, at + TYPE) != id(np.ndarray) or _word(word, at + DATA) != array.ctypes.data:
        return False
    if _word(narrow, at + NDIM) != 2 or _word(word, at + DESCR) != descr:
        return False
    shape = _word(word, at + SHAPE)
    if [_word(word, shape + 8 * i) for i in range(2)] != [3 - 1, 5] or _word(
        narrow, at + FLAGS
    ) & 0x501 != 0x100:
        return False
    for name, number in NUMBERS.items():
        for kind in (np.dtype(name), np.dtype(name).newbyteorder()):
            if _word(narrow, id(kind) + NUMBER) != number or kind.num != number:
                return False
            foreign = kind.itemsize > 1 and not kind.isnative
            if (_word(ctypes.c_uint8, id(kind) + ORDER) == ord(">")) != foreign:
                return False
    return True


def _fits(found: ModuleType) -> bool:
    """Whether the members of the base type are where the border looks for them."""
    one = type("One", (found.Base,), {})()
    one._address = 77
    return _word(ctypes.c_int64, id(one) + 16) == 77


def _path() -> Path | None:
    """The file of the border for these sources, compiled now if it is missing and can be kept."""
    path = manifest.border()
    if path is not None and not _broken(path):
        return path
    name = known.name(sources.BORDER, sources.border_modules, sources.border_name)
    known.keep()
    path = cache.find(name)
    if path is None and importlib.util.find_spec("numba") is not None and cache.usable():
        from gelenk.jit import build

        path = cache.folder() / name
        with platforms.locked(f"{path}.lock"):
            if not path.is_file():
                cache.place(path, build.border(library.why()))
    return None if path is None or _broken(path) else path


def _broken(path: Path) -> bool:
    return path.suffix == ".so" and library.cut_short(path)


def load() -> ModuleType | None:
    """The border as an extension module, or None where there is none."""
    if os.environ.get("GELENK_BORDER") == "0" or not library.JIT or sources.checking() or not familiar():
        return None
    try:
        path = _path()
        if path is None:
            return None
        loader = ExtensionFileLoader(NAME, str(path))
        found = importlib.util.module_from_spec(ModuleSpec(NAME, loader, origin=str(path)))
        loader.exec_module(found)
        return found if _fits(found) else None
    except (RuntimeError, ImportError, OSError) as error:
        cache.say(f"calls go the long way, through Python, since their entry points cannot be had: {error}")
        return None


module = load()


class _Plain:
    """The base type where there is no border: the same attributes."""

    # address of the struct, of the model that a MjData was made for; the guard of a model's indices; warnings told
    _address = _owner = _kept_at = _index_at = _index_size = _told = 0


if TYPE_CHECKING:
    Base = _Plain
else:
    Base = module.Base if module else _Plain


def watch(something: bool) -> None:
    """Let entries of the pipeline go through Python while a program has set a clock of its own."""
    if module:
        module._watch(int(something))
