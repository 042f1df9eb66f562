"""Copy and pickle models and data: sizes, arrays, scalars, and nothing executable.

Documents: promises / Restored models; drop-in / Copies
"""

import functools
import pickle
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from gelenk.errors import Damaged, guarded
from gelenk.runtime import index_checks, input_checks
from gelenk.runtime import plugin_instances as plugins
from gelenk.runtime.block import Block, Fixed, attach
from gelenk.runtime.data import WHOLE, MjData, buffer_plans
from gelenk.runtime.model import CHARS, SIZE_NAMES, VISUAL_CLASSES, MjModel, MjOption, MjStatistic, MjVisual
from gelenk.runtime.struct_bases import put_arrays, saved_part, with_later_sizes
from gelenk.tables import fields_data, fields_model, fields_scratch
from gelenk.toolchain import struct_layout
from gelenk.toolchain.digests import blake2b

# settings classes by their name in pickles; groups of visual settings are not module attributes
_NAMED: dict[str, Any] = {"MjOption": MjOption, "MjStatistic": MjStatistic, **VISUAL_CLASSES}
MOST_KEPT = 1 << 26  # bytes of model arrays that are compared directly; larger ones by hash
Raw = bytes | memoryview
Settings = Sequence[tuple[list[int] | Raw, Raw]]  # scalars and arrays of each block with settings
_SIZES = np.array([struct_layout.MODEL.offset[name] // 8 for name in SIZE_NAMES])
_NBUFFER = SIZE_NAMES.index("nbuffer")
_FLAGS = np.array(
    [struct_layout.MODEL.offset[f.name] // 8 for f in fields_model.SIZES if f.use == "flag"], np.int64
)
_ALL = (*fields_data.SCALARS, *fields_scratch.SCALARS)
_SCALARS = tuple(f.name for f in _ALL if f.saved != "own")
_OF_PROCESS = tuple(f.name for f in _ALL if f.saved == "process")
_PLACES = np.array([struct_layout.DATA.offset[name] // 8 for name in _SCALARS])
_BUFFERS = tuple(f for f in struct_layout.BUFFERS if f.saved != "own")
# capacities of copied buffers; those of work memory differ between MjData and are not copied
_CAPACITY = tuple(f.name for f in _ALL if f.saved == "own" and any(f.name in b.shape for b in _BUFFERS))


@functools.cache
def _places_of(cls: Any) -> slice:
    """Return the slots of all scalars of a class without nested structs, which are contiguous."""
    places = [cls._layout.offset[name] // 8 for name in cls._layout.scalars]
    first = min(places, default=0)
    assert places == [*range(first, first + len(places))]
    return slice(first, first + len(places))


def _scalars(block: Block) -> np.ndarray:
    """Return the scalars of a block as integers that keep every bit; no nested structs."""
    cls: Any = type(block)
    return block._ints[_places_of(cls)]


def _slots(block: Block) -> list[int]:
    return _scalars(block).tolist()


def _put_settings(block: Fixed, scalars: list[int] | Raw, raw: Raw) -> None:
    """Set the scalars (from `_slots`, or their bytes) and the array bytes of a block."""
    cls: Any = type(block)
    places, first = _places_of(cls), block._memory_layout().first
    memory, count = memoryview(block._memory).cast("B"), places.stop - places.start
    numbers = np.array(scalars, np.int64).tobytes() if isinstance(scalars, list) else scalars
    if len(numbers) != 8 * count:
        raise ValueError(f"{cls.__name__}: {len(numbers) // 8} scalars, expected {count}")
    if len(raw) != len(memory) - first:
        raise ValueError(f"{cls.__name__}: {len(raw)} bytes, expected {len(memory) - first}")
    memory[8 * places.start : 8 * places.stop], memory[first:] = numbers, raw


def _blocks(model: MjModel) -> list[Fixed]:
    """Return the blocks of a model with settings."""
    return [model.opt, model.stat, *(getattr(model.vis, g) for g in VISUAL_CLASSES)]


def _settings(model: MjModel) -> list[tuple[list[int], bytes]]:
    """Return (scalars, arrays as bytes) of each block of a model with settings."""
    return [(_slots(b), b._buffer.tobytes()) for b in _blocks(model)]


class Contents:
    """Snapshot of the values of a model, for comparisons; arrays of large models are hashed."""

    def __init__(self, model: MjModel) -> None:
        self.signature, buffer = model._signature, model._buffer
        self.digest = blake2b(buffer.data).digest() if buffer.nbytes > MOST_KEPT else b""
        self.arrays = buffer.tobytes() if not self.digest else b""
        self.settings = [block._bits() for block in _blocks(model)]
        self.memory: list[bytes] = []  # memory, with addresses, of the blocks of the last equal model

    def is_equal(self, model: MjModel) -> bool:
        """Return whether a model has equal values, bit by bit."""
        if self.signature != model._signature:
            return False
        buffer = model._buffer
        if self.digest:
            same = self.digest == blake2b(buffer.data).digest()
        else:
            same = self.arrays == buffer.tobytes()
        if not same:
            return False
        blocks = _blocks(model)
        memory = [bytes(block._memory) for block in blocks]
        if memory != self.memory:
            if self.settings != [block._bits() for block in blocks]:
                return False
            self.memory = memory
        return True


def put_settings(model: MjModel, values: Settings) -> None:
    """Set options, statistics and visual settings from ``model_state`` or `settings_of`."""
    for block, (scalars, raw) in zip(_blocks(model), values, strict=True):
        _put_settings(block, scalars, raw)


def sizes_of(model: MjModel, number: int, nbuffer: int) -> bytes:
    """Return the first ``number`` sizes of ``model``, with the given nbuffer."""
    sizes = model._slots[_SIZES[:number]]
    sizes[_NBUFFER] = nbuffer
    return sizes.tobytes()


def settings_of(model: MjModel) -> list[Raw]:
    """Return the memory of scalars and of arrays of each block with settings, in order.

    The memory stays valid as long as the blocks exist.
    """
    found: list[Raw] = []
    for block in _blocks(model):
        cls: Any = type(block)
        memory, places = memoryview(block._memory).cast("B"), _places_of(cls)
        found += [memory[8 * places.start : 8 * places.stop], memory[block._memory_layout().first :]]
    return found


def model_state(model: MjModel) -> tuple:
    """Return the content of a model as plain values, without unused later fields."""
    names, raw = saved_part(model)
    sizes = dict(zip(names, model._slots[_SIZES[: len(names)]].tolist(), strict=True))
    chars = {name: getattr(model, name) for name in CHARS}
    sizes["nbuffer"] = len(raw)
    return sizes, chars, bytes(raw), _settings(model)


def restore_model(sizes: dict[str, int], chars: dict[str, bytes], raw: Raw, settings: Settings) -> MjModel:
    """Return the model of ``model_state``.

    Errors   Damaged: the parts do not fit each other; IndexError: an index is out of range, as in a step
    """
    sizes = with_later_sizes(input_checks.dictionary("sizes", sizes))
    input_checks.check_sizes(sizes, chars, raw)
    model = MjModel._from_arrays(sizes, {}, chars)
    put_arrays(model, raw)
    index_checks.check(model)
    input_checks.check_sums(model)
    model._update_hulls()
    put_settings(model, settings)
    return model


def copy_model(
    model: MjModel, sizes: Mapping[str, int] | None = None, arrays: Mapping[str, Any] | None = None
) -> MjModel:
    """Return an independent copy of a model; IndexError if an invalid index was written.

    sizes, arrays   sizes that differ in the copy, and all arrays of their length
    """
    model._check_indices()  # the guard of the copy does not check indices that were changed before
    found = dict(zip(SIZE_NAMES, model._slots[_SIZES].tolist(), strict=True)) | dict(sizes or {})
    chars = {name: getattr(model, name) for name in CHARS}
    made = MjModel._from_arrays(found, {}, chars)
    if arrays:
        for name in struct_layout.MODEL.arrays:
            array = arrays.get(name)
            getattr(made, "_a_" + name)[...] = getattr(model, "_a_" + name) if array is None else array
    else:
        made._buffer[:] = model._buffer
    made._update_hulls()
    for block, source in zip(_blocks(made), _blocks(model), strict=True):
        block._copy_values(source._memory)
    return made


def data_state(data: MjData) -> tuple:
    """Return the complete content of ``data`` except its model, as plain values."""
    data._whole_statistics()
    scalars = {n: int(data._ints[struct_layout.DATA.offset[n] // 8]) for n in _SCALARS}
    buffers = {f.name: getattr(data, "_a_" + f.name).tobytes() for f in _BUFFERS}
    return {n: data._scalar(n) for n in _CAPACITY}, scalars, data._buffer.tobytes(), buffers


def put_data(
    data: MjData, capacity: dict[str, int], scalars: dict[str, int], raw: bytes, buffers: dict[str, bytes]
) -> None:
    """Set ``data`` to the content of ``data_state``."""
    if len(raw) != data._buffer.nbytes or set(scalars) != set(_SCALARS):
        raise Damaged("the arrays do not fit the model")
    data._resize(**capacity)
    data._buffer[:] = np.frombuffer(raw, np.uint8)
    if data._model.nplugin:
        plugins.attach(data)  # the addresses of this object's constants, not those of the source
    for name, value in scalars.items():
        data._set_scalar(name, value)
    data._set_scalar("stat_rows", data._scalar("nstat"))  # complete, whatever the pickle states
    for f in _BUFFERS:
        array = getattr(data, "_a_" + f.name)
        array[...] = np.frombuffer(buffers[f.name], array.dtype).reshape(array.shape)


def restore_data(model: MjModel, *state: Any) -> MjData:
    """Return the data of ``data_state`` for ``model``; Damaged if the parts do not fit."""
    if not isinstance(model, MjModel) or len(state) != 4:
        raise Damaged("it lacks a model, or has a wrong number of parts")
    capacity, scalars, raw, buffers = state
    data = MjData(model)
    input_checks.known("capacities", capacity, _CAPACITY)
    input_checks.known("scalars", scalars, _SCALARS)
    input_checks.known("buffers", buffers, [f.name for f in _BUFFERS])
    input_checks.check_capacity(capacity, buffers, lambda: buffer_plans(model, capacity))
    input_checks.check_counts(data, scalars, capacity)
    input_checks.size_of("the arrays", raw)
    put_data(data, capacity, {**scalars, **dict.fromkeys(_OF_PROCESS, 0)}, raw, buffers)
    input_checks.check_awake(data)
    return data


def copy_data(data: MjData, model: MjModel | None = None) -> MjData:
    """Return an independent copy of an MjData, for its model or a copy of the model."""
    new = MjData.__new__(MjData)
    new._make(model or data._model, {n: data._scalar(n) for n in _CAPACITY})
    if new._model.nplugin:
        plugins.restart(new._model, new)  # the state that Python plugins keep outside of d
    _take(new, data)
    return new


def refresh_data(data: MjData, source: MjData) -> None:
    """Make ``data`` equal to ``source``, reusing memory; their models have equal sizes."""
    wanted = {n: source._scalar(n) for n in _CAPACITY}
    if any(data._scalar(n) != size for n, size in wanted.items()):
        data._resize(**wanted)
    _take(data, source)


def _take(data: MjData, source: MjData) -> None:
    """Copy the values of ``source``, which has equal sizes and capacities."""
    for group in ("", WHOLE, *_CAPACITY):
        data._pieces[group].bytes[:] = source._pieces[group].bytes
    if data._model.nplugin:
        plugins.attach(data)  # the addresses of this object's constants, not those of the source
    data._slots[_PLACES] = source._slots[_PLACES]
    if data._scalar("stat_asked"):
        data._whole_statistics()


def refresh_model(model: MjModel, source: MjModel, places: list[slice] | None = None) -> None:
    """Make ``model`` equal to ``source``, which has equal sizes.

    places   byte ranges of the arrays to copy; default: all
    """
    for place in places if places is not None else [slice(None)]:
        model._buffer[place] = source._buffer[place]
    model._slots[_FLAGS] = source._slots[_FLAGS]
    for block, other in zip(_blocks(model), _blocks(source), strict=True):
        block._copy_values(other._memory)


def places_of(model: MjModel, wanted: Callable[[str], bool]) -> list[slice]:
    """Return the byte ranges of the wanted fields in the memory of a model, merged."""
    first, found = model._buffer.ctypes.data, []
    for name in struct_layout.MODEL.arrays:
        array = getattr(model, "_a_" + name)
        if array.nbytes and wanted(name) and model._buffer.nbytes > array.ctypes.data - first >= 0:
            found.append((array.ctypes.data - first, array.ctypes.data - first + array.nbytes))
    pieces: list[slice] = []
    for start, stop in sorted(found):
        if pieces and start - pieces[-1].stop <= 64:  # gaps of alignment
            pieces[-1] = slice(pieces[-1].start, stop)
        else:
            pieces.append(slice(start, stop))
    return pieces


class _Checksum:
    """A write-only file that computes the checksum of its content."""

    def __init__(self) -> None:
        self.value = 0

    def write(self, content: bytes) -> int:
        """Add bytes to the checksum."""
        self.value = zlib.crc32(content, self.value)
        return len(content)


def _digest(state: Any) -> int:
    """Return the checksum of plain values (numbers, texts, bytes, containers) by pickling."""
    checksum = _Checksum()
    pickle.Pickler(checksum, protocol=4).dump(state)  # does not copy long values
    return checksum.value


def _sealed(is_model: bool, state: tuple, *before: Any) -> tuple:
    return _unseal, (is_model, _digest(state), *before, *state)


def _unseal(is_model: object = None, digest: object = None, *parts: Any) -> MjModel | MjData:
    """Restore a model or an MjData from a pickle, and compare its checksum ``digest``."""
    return _restore_model(digest, parts) if is_model is True else _restore_data(digest, parts)


def _compare(digest: object, state: tuple) -> None:
    if type(digest) is not int or _digest(state) != digest:
        raise Damaged("its checksum differs")


@guarded("MjModel")
def _restore_model(digest: object, parts: tuple) -> MjModel:
    _compare(digest, parts)
    return restore_model(*parts)


@guarded("MjData")
def _restore_data(digest: object, parts: tuple) -> MjData:
    _compare(digest, parts[1:])
    return restore_data(*parts)


def _deepcopy_model(self: MjModel, memo: dict[int, Any]) -> MjModel:
    return memo.setdefault(id(self), copy_model(self))


def _reduce_model(self: MjModel) -> tuple:
    return _sealed(True, model_state(self))


def _deepcopy_data(self: MjData, memo: dict[int, Any]) -> MjData:
    model = memo.get(id(self._model)) or copy_model(self._model)
    memo[id(self._model)] = model
    return memo.setdefault(id(self), copy_data(self, model))


def _reduce_data(self: MjData) -> tuple:
    state = data_state(self)
    state[1].update(dict.fromkeys(_OF_PROCESS, 0))
    return _sealed(False, state, self._model)


def add_copying() -> None:
    """Add copy, deepcopy and pickle to the classes."""
    attach(MjModel, __copy__=copy_model, __deepcopy__=_deepcopy_model, __reduce__=_reduce_model)
    attach(MjData, __copy__=copy_data, __deepcopy__=_deepcopy_data, __reduce__=_reduce_data)
    attach(MjVisual, __reduce__=_reduce_visual)
    for cls in _NAMED.values():
        attach(cls, __copy__=_copy_block, __deepcopy__=_copy_block, __reduce__=_reduce_block)


def _reduce_block(self: Block) -> tuple:
    name = next(name for name, cls in _NAMED.items() if isinstance(self, cls))
    return _restore_block, (name, _slots(self), self._buffer.tobytes())


def _reduce_visual(self: MjVisual) -> tuple:
    return _restore_visual, ({group: getattr(self, group) for group in VISUAL_CLASSES},)


@guarded("MjVisual")
def _restore_visual(groups: dict[str, Fixed]) -> MjVisual:
    for name, group in input_checks.known("groups", groups, tuple(VISUAL_CLASSES)).items():
        if type(group) is not VISUAL_CLASSES[name]:
            raise Damaged(f"{name} is of another class")
    return MjVisual._from_groups(groups)


def _copy_block(self: Fixed, memo: object = None) -> Fixed:
    made = type(self).__new__(type(self))
    made._allocate_copy(self)
    return made


@guarded("a struct of settings")
def _restore_block(name: str, scalars: list[int], raw: bytes) -> Fixed:
    cls = _NAMED.get(name)
    if cls is None:
        raise Damaged("it has an unknown name")
    block = cls.__new__(cls)
    block._clear()
    _put_settings(block, scalars, raw)
    return block
