"""Checks of the arguments of batches on a device: values, seeds, devices, streams.

Documents: promises / Arguments; design / Many worlds on GPUs

Features that a device does not support are refused before anything is allocated.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.batch import arguments, transfers
from gelenk.runtime import plugin_instances
from gelenk.runtime.arguments import number
from gelenk.runtime.model import MjModel
from gelenk.tables.api_enums import kernel_bits
from gelenk.tables.enums import mjtEnableBit, mjtIntegrator
from gelenk.tables.stages import CALLBACKS, FIRST_PARTY, INDEX
from gelenk.toolchain import digests
from gelenk.toolchain.gpu.cuda_driver import Device, Stream
from gelenk.toolchain.library import TABLE

_MILLIONTHS = 1_000_000  # unit of amplitudes in kernels: 1e-6
_UINT32_COUNT = 2**32


def rows(name: str, value: Any, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
    """Return host values for a field of all worlds, in its dtype and shape (nsim, ...).

    Errors   ValueError: no real numbers, or another shape
    """
    array = arguments.real_array(name, value)
    try:
        return np.ascontiguousarray(np.broadcast_to(array.astype(dtype), shape))
    except ValueError:
        raise ValueError(f"{name} of {shape[0]} worlds has shape {shape}, not {array.shape}") from None


def writable(name: object) -> None:
    """Raise ValueError for a field that every call computes."""
    if name not in transfers.STATE_ROWS:
        raise ValueError(
            f"{name} is computed by every call, and cannot be written: write fields of the state"
        )


def device_number(device: Any) -> int:
    """Return the number of a device name, 0 for "cuda:0"."""
    kind, _, digits = str(device).partition(":")
    if kind != "cuda" or (digits and not digits.isdigit()):
        raise ValueError(f"device must be 'cuda:N', the number of an NVIDIA GPU, not {device!r}")
    return int(digits or 0)


def devices(value: Any) -> list[Any]:
    """Return a nonempty list of devices, or raise."""
    if isinstance(value, str | bytes | Device) or not isinstance(value, Iterable):
        raise TypeError(f"MultiBatch: devices must be a list, ['cuda:0', 'cuda:1'], not {value!r}")
    found = list(value)
    if not found:
        raise ValueError("MultiBatch: devices must name at least one GPU")
    return found


def stream(device: Device, value: Any) -> Stream:
    """Return a stream of the caller, or its handle, as a stream of a device."""
    if not isinstance(value, Stream):
        return Stream(device, arguments.checked_count("Batch", "stream", value, 0, 2**64 - 1))
    if value.device.number != device.number:
        raise ValueError(
            f"Batch: stream must be one of cuda:{device.number}, where the worlds are, not of "
            f"cuda:{value.device.number}"
        )
    return value


def seed(function: str, value: Any) -> int:
    """Return a seed as the 32-bit signed integer that kernels take."""
    bits = arguments.checked_count(function, "seed", value, 0, _UINT32_COUNT - 1)
    return bits - _UINT32_COUNT if bits >= _UINT32_COUNT // 2 else bits


def amplitude(function: str, value: Any) -> int:
    """Return an amplitude in units of 1e-6, which fits in 31 bits."""
    found, most = number(function, "amplitude", value), (_UINT32_COUNT // 2 - 1) / _MILLIONTHS
    if not 0 <= found <= most:
        raise ValueError(f"{function}: amplitude must be in [0, {most}], not {found}")
    return round(found * _MILLIONTHS)


def spare(function: str, value: Any) -> float:
    """Return the factor of spare capacity, at least 1."""
    found = number(function, "spare", value)
    if not 1 <= found < math.inf:
        raise ValueError(f"{function}: spare must be at least 1 (exactly the needed capacity), not {found}")
    return found


def stage(function: str, value: Any) -> int:
    """Return a stage that a device supports, mjSTAGE_NONE or mjSTAGE_ACC, or raise."""
    found = arguments.stage(function, value)
    if found not in (0, 3):
        raise NotImplementedError(
            f"{function}: a device computes all stages (mjSTAGE_ACC) or none (mjSTAGE_NONE); device='cpu' can stop "
            "between"
        )
    return found


def unsupported_parts(m: MjModel) -> list[str]:
    """Return the names of the parts of a model that a device does not support."""
    kinds = sorted({*m._a_plugin.tolist()})
    found = [
        f"the plugin {plugin_instances.REGISTERED[kind].name}" for kind in kinds if kind >= len(FIRST_PARTY)
    ]
    if m.opt.integrator == int(mjtIntegrator.mjINT_DISCRETE):
        found.append("the integrator discrete")
    if kernel_bits(m.opt.enableflags) & mjtEnableBit.mjENBL_SPECULATIVE:
        found.append("the flag speculative")
    if m.ncellmode:
        found.append("elastic cells of flexes (trilinear and quadratic dofs of release 4.0)")
    found += [f"the Python callback mjcb_{name}" for name in CALLBACKS if TABLE[INDEX[f"mjcb_{name}"]]]
    return found


def check_supported(m: MjModel) -> None:
    """Raise ValueError with the parts of a model that a device does not support.

    RuntimeError under GELENK_STRICT=1.
    """
    if digests.strict():
        raise RuntimeError(
            "GPUs round differently from CPUs, and GELENK_STRICT=1 requires equal results: unset GELENK_STRICT"
        )
    found = unsupported_parts(m)
    if found:
        raise ValueError(f"a batch on a GPU cannot run {'; '.join(found)}: device='cpu' can")
