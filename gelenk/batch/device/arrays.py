"""Arrays on a device that other libraries read and write in place: torch, jax, cupy, warp, numba.

Documents: design / Many worlds on GPUs

    __cuda_array_interface__    version 3
    __dlpack__                  from torch.from_dlpack, jax.dlpack.from_dlpack; the caller's stream waits for ours
"""

import ctypes
from typing import Any

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
    """Rows of numbers on a device, C-contiguous: one row for each world.

    It is valid as long as anybody refers to it, and stays in its place.
    """

    def __init__(self, device: Device, shape: tuple[int, ...], dtype: np.dtype, stream: Stream) -> None:
        self.device, self.shape, self.dtype, self._stream = device, shape, np.dtype(dtype), stream
        self.memory: Memory = device.allocate(int(np.prod(shape)) * self.dtype.itemsize)

    @property
    def pointer(self) -> int:
        """Address on the device."""
        return self.memory.pointer

    @property
    def nbytes(self) -> int:
        """Bytes of all rows."""
        return int(np.prod(self.shape)) * self.dtype.itemsize

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} {self.dtype} on cuda:{self.device.number}>"

    def numpy(self) -> np.ndarray:
        """A copy on the host, after what is in the stream."""
        self._stream.wait()
        return self.memory.get(np.empty(self.shape, self.dtype))

    def assign(self, value: Any) -> None:
        """Copy numbers of the host here, in their order.

        Errors   ValueError: the shape does not fit
        """
        array = np.ascontiguousarray(np.broadcast_to(np.asarray(value, self.dtype), self.shape))
        self._stream.wait()
        if array.nbytes:
            self.memory.put(array)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.pointer, False),
            "strides": None,
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
        managed = _Managed()
        managed.tensor = _Tensor(
            self.pointer, CUDA, self.device.number, ndim, _KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1,
            ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)), None, 0,
        )  # fmt: skip
        managed.deleter = _DONE
        at = ctypes.addressof(managed)
        _lent[at] = (managed, shape, self)
        return _new(at, _NAME, ctypes.cast(_FORGOTTEN, ctypes.c_void_p))
