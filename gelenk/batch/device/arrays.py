"""Arrays on a device that other libraries read and write in place: torch, jax, cupy, warp, numba.

Documents: design / Many worlds on GPUs

    __cuda_array_interface__    version 3
    __dlpack__                  from torch.from_dlpack, jax.dlpack.from_dlpack; the caller's stream waits for ours
"""

import copy
import ctypes
import math
from typing import Any, Self

import numpy as np

from gelenk.jit.targets.driver import Device, Memory, Stream

CUDA = 2  # kDLCUDA
_KINDS = {"i": 0, "u": 1, "f": 2}
_NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    pass


_DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _DELETER)]
_lent: dict[int, tuple] = {}  # what tensors that were handed out need, until their users are done


def _done(pointer: Any) -> None:
    _lent.pop(ctypes.addressof(pointer.contents), None)


_DONE = _DELETER(_done)
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_valid = ctypes.pythonapi.PyCapsule_IsValid
_valid.restype, _valid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
_DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)


def _forgotten(capsule: int) -> None:
    """A capsule that nobody took a tensor from: one that was taken has another name."""
    if _valid(capsule, _NAME):
        _lent.pop(_pointer(capsule, _NAME), None)


_FORGOTTEN = _DESTRUCTOR(_forgotten)


class DeviceArray:
    """Rows of numbers on a device: one row for each world. Whole arrays are C-contiguous.

    array[:, 2:4]        a view of some of them, by numbers and slices
    array[:] = 0.5       writes from the host, as numpy does; a part is written by way of a copy of the whole

    It is valid as long as anybody refers to it, and stays in its place.
    """

    def __init__(self, device: Device, shape: tuple[int, ...], dtype: np.dtype, stream: Stream) -> None:
        self.device, self.shape, self.dtype, self._stream = device, shape, np.dtype(dtype), stream
        self.memory: Memory = device.allocate(math.prod(shape) * self.dtype.itemsize)
        self.strides: tuple[int, ...] = _strides(shape, self.dtype)
        self._whole: DeviceArray | None = None  # what this is a view of
        self._offset = 0

    @property
    def pointer(self) -> int:
        """Address on the device."""
        return self.memory.pointer + self._offset

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of all its numbers."""
        return math.prod(self.shape) * self.dtype.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} {self.dtype} on cuda:{self.device.number}>"

    # ---- parts

    def _like(self) -> np.ndarray:
        """An array of that layout, whose numbers are none: it is looked at, and never read."""
        return np.lib.stride_tricks.as_strided(np.empty(1, self.dtype), self.shape, self.strides)

    def __getitem__(self, key: Any) -> Self:
        keys = key if isinstance(key, tuple) else (key,)
        if not all(k is Ellipsis or isinstance(k, slice | int | np.integer) for k in keys) or any(
            isinstance(k, bool) for k in keys
        ):
            raise TypeError(
                "an array on a device has parts by numbers and slices; numpy() is a copy of it, and torch.from_dlpack "
                "has the rest"
            )
        every = self._like()
        part = every[(*keys, Ellipsis) if Ellipsis not in keys else keys]
        made = copy.copy(self)
        made.shape, made.strides, made._whole = (
            part.shape,
            part.strides,
            self if self._whole is None else self._whole,
        )
        if math.prod(part.shape):
            made._offset = self._offset + part.ctypes.data - every.ctypes.data
        return made

    def __setitem__(self, key: Any, value: Any) -> None:
        if key is Ellipsis or (isinstance(key, slice) and key == slice(None)):
            self.assign(value)
            return
        numbers = self.numpy()
        numbers[key] = of_host(value)
        self.assign(numbers)

    def _of(self, numbers: np.ndarray) -> np.ndarray:
        """This part of the numbers of the whole."""
        return np.ndarray(self.shape, self.dtype, numbers, self._offset, self.strides)

    # ---- to the host and from it

    def numpy(self) -> np.ndarray:
        """A copy on the host, after what is in the stream."""
        if self._whole is not None:
            return self._of(self._whole.numpy()).copy()
        self._stream.wait()
        return self.memory.get(np.empty(self.shape, self.dtype))

    def assign(self, value: Any) -> None:
        """Copy numbers of the host here, in their order.

        Errors   ValueError: the shape does not fit; TypeError: it is an array of another library on a device
        """
        array = np.broadcast_to(np.asarray(of_host(value), self.dtype), self.shape)
        if self._whole is not None:
            numbers = self._whole.numpy()
            self._of(numbers)[...] = array
            self._whole.assign(numbers)
            return
        self._stream.wait()
        if array.nbytes:
            self.memory.put(np.ascontiguousarray(array))

    # ---- to other libraries

    @property
    def _packed(self) -> bool:
        return self.strides == _strides(self.shape, self.dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.pointer, False),
            "strides": None if self._packed else self.strides,
            "version": 3,
            "stream": self._stream.handle or 1,  # 1 is the default stream: 0 is not allowed
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self.device.number

    def __dlpack__(self, *, stream: Any = None, **_more: Any) -> Any:
        """A tensor for another library, which does not read it before ours is done.

        stream   that of the caller; -1: it waits by itself
        """
        if stream != -1:
            self._stream.wait()
        ndim = len(self.shape)
        shape = (ctypes.c_int64 * ndim)(*self.shape)
        strides = (ctypes.c_int64 * ndim)(*(s // self.dtype.itemsize for s in self.strides))
        managed = _Managed()
        managed.tensor = _Tensor(
            self.pointer, CUDA, self.device.number, ndim, _KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1,
            ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
            None if self._packed else ctypes.cast(strides, ctypes.POINTER(ctypes.c_int64)), 0,
        )  # fmt: skip
        managed.deleter = _DONE
        at = ctypes.addressof(managed)
        _lent[at] = (managed, shape, strides, self)
        return _new(at, _NAME, ctypes.cast(_FORGOTTEN, ctypes.c_void_p))


def _strides(shape: tuple[int, ...], dtype: np.dtype) -> tuple[int, ...]:
    """Strides of a C-contiguous array."""
    return tuple(math.prod(shape[i + 1 :]) * dtype.itemsize for i in range(len(shape)))


def of_host(value: Any) -> Any:
    """Numbers of the host: copied, where the array is one of ours, or a list with those of the worlds of each device.

    Errors   TypeError: it is an array of another library on a device
    """
    if isinstance(value, DeviceArray):
        return value.numpy()
    if isinstance(value, list) and value and all(isinstance(one, DeviceArray) for one in value):
        return np.concatenate([one.numpy() for one in value])
    if hasattr(value, "__cuda_array_interface__"):
        raise TypeError(
            "numbers are written here from the host: on a device, write into torch.from_dlpack(array)"
        )
    return value
