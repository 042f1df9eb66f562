"""Arrays on a device that other libraries use in place: torch, jax, cupy, warp, numba.

Documents: design / Many worlds on GPUs

    __cuda_array_interface__    version 3
    __dlpack__                  from torch.from_dlpack, jax.dlpack.from_dlpack; the caller's stream waits for ours
"""

import copy
import ctypes
import math
from typing import Any, Self

import numpy as np

from gelenk.batch import arguments
from gelenk.batch.device import arguments as checked
from gelenk.toolchain.gpu.cuda_driver import Device, Memory, Stream

CUDA = 2  # kDLCUDA
_NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    """The first members of a DLManagedTensor."""

    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32)]


_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class _Placed:
    """An owner of device memory for a numpy array whose elements are never read."""

    def __init__(self, array: "DeviceArray") -> None:
        self.array = array
        self.__array_interface__ = {
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (array.pointer, False),
            "strides": array.strides,
            "version": 3,
        }


class DeviceArray:
    """An array on a device with a row for each world; whole arrays are C-contiguous.

    array[:, 2:4]        a view of a part, by integers and slices
    array[:] = 0.5       writes from the host, as numpy does; writing a part copies the whole array to the host and back

    The array is valid as long as a reference to it exists, and its address does not change.
    """

    def __init__(self, device: Device, shape: tuple[int, ...], dtype: np.dtype, stream: Stream) -> None:
        self.device, self.shape, self.dtype, self._stream = device, shape, np.dtype(dtype), stream
        self.memory: Memory = device.allocate(math.prod(shape) * self.dtype.itemsize)
        self.strides: tuple[int, ...] = _strides(shape, self.dtype)
        self._whole: DeviceArray | None = None  # the array that this is a view of
        self._offset = 0
        self.closed = False  # whether the batch of this field has been closed
        self.computed = ""  # name of the field, if every call computes it

    def _check_open(self) -> None:
        """Raise RuntimeError if the batch of this array is closed."""
        if (self if self._whole is None else self._whole).closed:
            raise RuntimeError("the batch is closed")

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
        """Number of bytes of all elements."""
        return math.prod(self.shape) * self.dtype.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} {self.dtype} on cuda:{self.device.number}>"

    # ---- parts

    def _index_array(self) -> np.ndarray:
        """Return a numpy array of this layout over a single element, only for indexing."""
        return np.lib.stride_tricks.as_strided(np.empty(1, self.dtype), self.shape, self.strides)

    def __getitem__(self, key: Any) -> Self:
        keys = key if isinstance(key, tuple) else (key,)
        if not all(k is Ellipsis or isinstance(k, slice | int | np.integer) for k in keys) or any(
            isinstance(k, bool) for k in keys
        ):
            raise TypeError(
                "arrays on a GPU are indexed by integers and slices only; use numpy() for a copy, or torch.from_dlpack"
            )
        every = self._index_array()
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
        arguments.write_broadcast("value", numbers, of_host(value), key)
        self.assign(numbers)

    def _view_of(self, numbers: np.ndarray) -> np.ndarray:
        """Return the view of a copy of the whole array that corresponds to this part."""
        return np.ndarray(self.shape, self.dtype, numbers, self._offset, self.strides)

    # ---- copies to and from the host

    def numpy(self) -> np.ndarray:
        """Return a copy on the host, made after all work in the stream.

        Errors   RuntimeError: the array is a field of a batch that has been closed
        """
        self._check_open()
        if self._whole is not None:
            return self._view_of(self._whole.numpy()).copy()
        self._stream.wait()
        return self.memory.read(np.empty(self.shape, self.dtype))

    def assign(self, value: Any) -> None:
        """Copy host values into this array, after all work in the stream.

        Errors   ValueError: no numbers, or the shape does not fit, or the field is computed in every call; TypeError:
                 an array of another library on a device; RuntimeError: the batch has been closed
        """
        self._check_open()
        if self.computed:
            checked.writable(self.computed)
        array = arguments.real_array("value", of_host(value))
        self.write(arguments.broadcast("value", array, self.shape).astype(self.dtype, copy=False))

    def write(self, array: np.ndarray) -> None:
        """Copy a host array of the same shape and dtype into this array."""
        if self._whole is not None:
            numbers = self._whole.numpy()
            self._view_of(numbers)[...] = array
            self._whole.write(numbers)
            return
        self._stream.wait()
        if array.nbytes:
            self.memory.write(np.ascontiguousarray(array))

    def __array__(self, *_more: Any, **_named: Any) -> np.ndarray:
        raise TypeError("arrays on a GPU are not numpy arrays: array.numpy() returns a copy on the host")

    # ---- interfaces for other libraries

    @property
    def _packed(self) -> bool:
        return self.strides == _strides(self.shape, self.dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        self._check_open()
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.pointer, False),
            "strides": None if self._packed else self.strides,
            "version": 3,
            "stream": self._stream.handle or 1,  # 1: the default stream; the protocol does not allow 0
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self.device.number

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None
    ) -> Any:
        """Return a DLPack capsule; the stream of the caller waits for pending work.

        stream        of the caller; -1: the caller synchronizes
        max_version   of the protocol; the tensor has the format before 1.0, which all versions read
        dl_device     required device: this one, or None
        copy          whether to copy: False, or None

        Errors   BufferError: another device, or a copy; TypeError, ValueError: not a stream; RuntimeError: closed
        """
        self._check_open()
        here = self.__dlpack_device__()
        handle = -1 if stream is None else arguments.integer("__dlpack__", "stream", stream)
        if handle == 0 or handle < -1:
            raise ValueError(
                f"__dlpack__: stream must be a handle, 1 for the default one, or -1, not {handle}"
            )
        if dl_device is not None and dl_device != here:
            raise BufferError(f"__dlpack__: the array is on device {here}, not {dl_device}: copy it there")
        if copy is not None and not (isinstance(copy, bool | np.bool_) and not copy):
            raise BufferError(
                "__dlpack__ shares the array and never copies: pass copy=None, and copy it afterwards"
            )
        if stream != -1:
            self._stream.wait()
        # a capsule of numpy, since its destructor may run with an exception pending, which a Python function would not
        # keep
        capsule = np.asarray(_Placed(self)).__dlpack__()
        tensor = _Tensor.from_address(_pointer(capsule, _NAME))
        tensor.device_type, tensor.device_id = here
        return capsule


def _strides(shape: tuple[int, ...], dtype: np.dtype) -> tuple[int, ...]:
    """Return the strides of a C-contiguous array."""
    return tuple(math.prod(shape[i + 1 :]) * dtype.itemsize for i in range(len(shape)))


def of_host(value: Any) -> Any:
    """Return host values: our own device arrays are copied to the host.

    value   an array or number of the host, a DeviceArray, or a list with one DeviceArray for each device

    Errors   TypeError: it is an array of another library on a device
    """
    if isinstance(value, DeviceArray):
        return value.numpy()
    if isinstance(value, list) and value and all(isinstance(one, DeviceArray) for one in value):
        return np.concatenate([one.numpy() for one in value])
    if hasattr(value, "__cuda_array_interface__"):
        raise TypeError("assign takes host arrays; to write on the GPU, use torch.from_dlpack(array)")
    return value
