"""Worlds of one model on one GPU.

Documents: design / Many worlds on GPUs

    batch = DeviceBatch(m, 4096, device="cuda:0", precision="float32")
    ctrl, qpos = batch.bind("ctrl"), batch.bind("qpos")     arrays on the device, (4096, nu) and (4096, nq)
    batch.step(4)                                           a graph of 4 steps; the host does not wait
    batch.reset(mask, key=0)
    batch.check()                                           waits, and raises for worlds that stopped

The state stays on the device. A step reads and writes bound fields, and transfers nothing else.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from gelenk.batch import arguments, transfers
from gelenk.batch.device import arguments as checked
from gelenk.batch.device import memory_plan
from gelenk.batch.device.arguments import check_supported
from gelenk.batch.device.arrays import DeviceArray
from gelenk.batch.device.memory_plan import DeviceModel, Entry, Plan, capacity, initial, lanes_for, tiled
from gelenk.batch.device.per_world_fields import OwnFields, check
from gelenk.errors import SimulationError, with_hint
from gelenk.runtime import required_libraries
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables import fields_data, gpu_stages
from gelenk.tables.api_enums import mjtEnableBit
from gelenk.tables.stages import STAGE_AT
from gelenk.tables.status import BAD_INTEGRATOR, BAD_SLEEP, BAD_SOLVER, DONE, MISSING
from gelenk.toolchain import cache, struct_layout
from gelenk.toolchain.gpu import program
from gelenk.toolchain.gpu.cuda_driver import Address, Device, Graph, Int32, Memory, Module, Stream
from gelenk.toolchain.gpu.variant import LANES, Variant
from gelenk.toolchain.struct_layout import COPY, EXTRA, KERNEL, MOST_CLEARED, symbol

PRECISIONS = ("float64", "float32")
_BOUND = {f.name for f in (*fields_data.DATA, *fields_data.SCALARS)}
# statuses of stopped worlds, and their reasons
_WHY = {
    BAD_SOLVER: "opt.solver names no solver",
    BAD_INTEGRATOR: "opt.integrator names no integrator",
    BAD_SLEEP: "a tree that begins asleep (sleep='init') touches one that does not",
}
_LOST, _MOST = ("lost_con", "lost_efc", "lost_J"), ("maxuse_con", "maxuse_efc")


class WorldsStopped(SimulationError):
    """Error: worlds stopped; ``ids`` has their numbers."""


def libraries_of(m: MjModel) -> list[str]:
    """Return the libraries of the GPU program that steps a model."""
    return [*(name for name in required_libraries.libraries(m) if gpu_stages.rows(name)), gpu_stages.LIBRARY]


class DeviceBatch:
    """``nsim`` worlds of the current state of ``model`` on a GPU.

    device      "cuda:0", "cuda:1", ..., or a Device
    precision   "float64", equal to the CPU up to rounding, or "float32", with two thirds of the memory and 1.2 to 1.4
                times the speed (docs/gpu.md)
    nconmax     capacity of contacts per world; njmax: of constraint rows. Excess ones are dropped: `overflow`
    fused       one kernel for the whole step instead of eight, for small models
    first       number of the first world, on which random values depend
    lanes       GPU threads that share a world: 1, 2, 4, 8, 16 or 32; None: the number of `lanes_for`, or 1 if only the
                program for 1 is prebuilt
    libraries   of the program; None: those that the model steps with
    load        makes the program: (libraries, variant) -> bytes. Default: the prebuilt program of gelenk-cuda, if that
                is installed and has one for the model; else compilation, once

    Errors      ValueError: wrong arguments, or a model with unsupported parts, by name; DriverError, MemoryError: of
                the device; RuntimeError: GELENK_STRICT=1
    """

    def __init__(
        self,
        model: MjModel,
        nsim: int,
        device: "str | Device" = "cuda:0",
        precision: "str | Variant" = "float64",
        nconmax: int | None = None,
        njmax: int | None = None,
        fused: bool = False,
        first: int = 0,
        load: Callable[[list[str], Variant], bytes] | None = None,
        lanes: int | None = 1,
        libraries: list[str] | None = None,
    ) -> None:
        if not isinstance(nsim, int) or nsim < 1:
            raise ValueError(f"nsim must be a positive integer, not {nsim!r}")
        if not isinstance(precision, Variant) and precision not in PRECISIONS:
            raise ValueError(f"precision must be one of {', '.join(PRECISIONS)}, not {precision!r}")
        if lanes is not None and lanes not in LANES:
            raise ValueError(f"lanes must be one of {', '.join(map(str, LANES))}, not {lanes!r}")
        check_supported(model)
        self.fused = arguments.flag("Batch", "fused", fused)
        self.model, self.nsim, self.first = model, nsim, first
        self.device = device if isinstance(device, Device) else Device(checked.device_number(device))
        single = precision == "float32"
        wanted = precision if isinstance(precision, Variant) else Variant(single=single, narrow=True)
        self.load, self._libraries = load, libraries or libraries_of(model)
        self.variant, made = self._choose_variant(wanted, lanes)
        used = made.used if made else program.used(self._libraries)["data"]
        self.plan = Plan(model, nsim, used, self.variant, capacity(model, nconmax, njmax))
        self._module: Module = self._load_program(self.variant, made)
        self.stream: Stream = self.device.stream()
        self._model = DeviceModel(model, self.device, self.variant, self._libraries)
        self.own = OwnFields(model, nsim, self.device, self.variant, self.stream)
        self._memory: dict[str, Memory] = {}
        self._rows: Memory | None = None
        self._bound: dict[str, DeviceArray] = {}
        self._graphs: dict[tuple[int, int], Graph] = {}
        self._picked_now: np.ndarray | None = None
        self.kept: list[DeviceArray] = []  # arrays in use until the stream is done
        self._allocate_fields(MjData(model))
        self._write_constants()

    # ---- the program

    def _choose_variant(self, wanted: Variant, lanes: int | None) -> tuple[Variant, program.Carried | None]:
        """Return the variant with these lanes, and its prebuilt program if there is one."""
        several = wanted._replace(lanes=lanes_for(self.model, self.nsim) if lanes is None else lanes)
        made = self._find_prebuilt(several)
        if made is None and lanes is None and several.lanes > 1:
            alone = wanted._replace(lanes=1)
            found = self._find_prebuilt(alone)
            if found is not None:
                return alone, found
        return several, made

    def _find_prebuilt(self, variant: Variant) -> program.Carried | None:
        return (
            program.find(self._libraries, variant, self.device.compute_capability)
            if self.load is None
            else None
        )

    def _load_program(self, variant: Variant, made: program.Carried | None) -> Module:
        if made:
            return self.device.module(made.image)
        if self.load is not None:
            return self.device.module(self.load(self._libraries, variant))
        cache.print_notice(f"{program.missing()}: its program for GPUs is compiled, once")
        return self.device.module(program.cubin(self._libraries, variant, self.device.compute_capability))

    # ---- memory

    def _all_entries(self) -> list[Entry]:
        return [*self.plan.arrays.values(), *self.plan.columns.values()]

    def _allocate_fields(self, d: MjData) -> None:
        """Allocate all fields, and set them to the values of a new MjData in every world."""
        nworld = self.plan.nworld
        for entry in self._all_entries():
            count = entry.times * nworld
            memory = self._memory[entry.name] = self.device.allocate(entry.nbytes * count)
            start = initial(d, entry)
            if start is not None and start.any():
                every = np.broadcast_to(start.astype(entry.dtype), (count, entry.numbers))
                memory.write(tiled(every, count, self.variant.tile))
        ids = np.arange(self.first, self.first + nworld, dtype=self.plan.columns["world_id"].dtype)
        self._memory["world_id"].write(ids)
        self._memory["picked"].write(np.ones(nworld, self.plan.columns["picked"].dtype))
        self._numbers = memory_plan.put_constants(self.model, self.plan, self.device, self._memory)

    def _write_constants(self) -> None:
        plan, slots = struct_layout.DATA, np.zeros(struct_layout.DATA.nslot, np.int64)
        for name, value in self.plan.sizes.items():
            if name in plan.offset:
                slots[plan.offset[name] // 8] = value
        for name, memory in self._memory.items():
            slots[plan.offset[name] // 8] = memory.pointer
        cleared = np.zeros(1 + 3 * MOST_CLEARED, np.int64)
        entries = self.plan.cleared_on_reset
        cleared[0] = len(entries)
        for i, e in enumerate(entries):
            cleared[1 + 3 * i : 4 + 3 * i] = self._memory[e.name].pointer, e.numbers, e.dtype.itemsize
        every = {struct: numbers.copy() for struct, numbers in self._model.slots.items()}
        for struct, slot, address in self.own.slots():
            every[struct][slot] = address
        every |= self.own.tables() if self.variant.own else {}
        every |= {
            "data": slots,
            "cleared": cleared,
            "extra": self._extra_slots(self._numbers),
        }
        for struct, numbers in every.items():
            self._module.write_constant(symbol(struct), numbers)

    def _extra_slots(self, numbers: Memory | None) -> np.ndarray:
        known = {"plugin_numbers": numbers.pointer if numbers else 0, "nworld": self.plan.nworld}
        return np.array([known[name] for name in EXTRA], np.int64)

    @property
    def can_sleep(self) -> bool:
        """Whether trees may sleep, so that the state alone does not determine a world."""
        return (
            bool(self.model.opt.enableflags & mjtEnableBit.mjENBL_SLEEP)
            or "opt.enableflags" in self.own.arrays
        )

    @property
    def nbytes(self) -> int:
        """Number of bytes on the device for all worlds, without the model and bound fields."""
        return self.plan.nbytes * self.plan.nworld

    # ---- fields

    def _find_entry(self, name: str) -> Entry:
        if not isinstance(name, str):
            raise transfers.not_bindable(name)
        entry = self.plan.arrays.get(name) or self.plan.columns.get(name)
        if entry is None or name not in _BOUND:
            known = [n for n in (*self.plan.arrays, *self.plan.columns) if n in _BOUND]
            raise ValueError(with_hint(f"{name!r} is not a fixed-size field of this batch", name, known))
        return entry

    def _copy_rows(
        self,
        entry: Entry,
        rows: int,
        out: bool,
        stream: Stream,
        stride: int | None = None,
        worlds: "tuple[int, int] | None" = None,
        only: int = 0,
    ) -> None:
        """Copy a field between interleaved tiles and rows.

        rows     address of the rows; stride   distance of rows in elements; None: contiguous
        worlds   (count, address of their ids); None: all
        only     address of a mask of worlds; 0: all
        out      whether to copy out of the tiles
        """
        count, which = worlds or (self.nsim, 0)
        total = count * entry.numbers
        if total:
            self._module.launch(
                f"{COPY}{8 * entry.dtype.itemsize}", total, stream, Int32(total),
                Address(self._memory[entry.name].pointer), Address(rows), Int32(entry.numbers),
                Int32(entry.numbers if stride is None else stride), Address(which), Address(only), Int32(out),
            )  # fmt: skip

    def _scratch_memory(self, nbytes: int) -> Memory:
        if self._rows is None or self._rows.size < nbytes:
            self._rows = self.device.allocate(nbytes)
        return self._rows

    def get(self, name: str) -> np.ndarray:
        """Return a copy of a field of all worlds on the host, (nsim, ...)."""
        return self._read_field(self._find_entry(name))

    def _read_field(self, entry: Entry) -> np.ndarray:
        made = np.empty((self.nsim, *entry.shape), entry.dtype)
        if made.size:
            rows = self._scratch_memory(made.nbytes)
            self._copy_rows(entry, rows.pointer, True, self.stream)
            self.stream.wait()
            rows.read(made)
        return made

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds from the host: (nsim, ...), or a shape that broadcasts.

        Errors   ValueError: no such field, or another shape; TypeError: an array on a device, this one or another
        """
        entry = self._find_entry(name)
        if hasattr(value, "__cuda_array_interface__"):
            raise TypeError(
                f"{name} is set from the host, not from an array on a device: write that into bind('{name}') there, or "
                "copy it to the host"
            )
        array = checked.rows(name, value, entry.dtype, (self.nsim, *entry.shape))
        self._write_field(entry, array)
        if name in self._bound:
            self._bound[name].write(array)

    def _write_field(self, entry: Entry, array: np.ndarray) -> None:
        if array.size:
            rows = self._scratch_memory(array.nbytes)
            self.stream.wait()
            rows.write(array)
            self._copy_rows(entry, rows.pointer, False, self.stream)

    def bind(self, name: str) -> DeviceArray:
        """Return a field of all worlds as an array on the device, (nsim, ...).

        Each call reads it before and writes it after its work.

        Errors   ValueError: no such field
        """
        if name not in self._bound:
            entry = self._find_entry(name)
            array = DeviceArray(self.device, (self.nsim, *entry.shape), entry.dtype, self.stream)
            self._copy_rows(entry, array.pointer, True, self.stream)
            self._bound[name] = array
            self._graphs.clear()
        return self._bound[name]

    def expand(self, name: str) -> DeviceArray:
        """Return a model field as an array (nsim, ...) on the device, with values per world.

        The first call loads another program, which all later steps use.

        Errors   TypeError, ValueError: no such field; NotImplementedError: an index field, by name; MemoryError
        """
        check(name)
        if name not in self.own.arrays:
            if not self.variant.own:
                variant = self.variant._replace(own=True)
                module = self._load_program(variant, self._find_prebuilt(variant))
                self.stream.wait()
                self._module, self.variant = module, variant
                self._graphs.clear()
                self._write_constants()
            array = self.own.add(name)
            self.stream.wait()
            self._write_constants()
            return array
        return self.own.arrays[name]

    def share_fields(self, names: Iterable[str]) -> None:
        """Share these model fields among all worlds again."""
        self.stream.wait()
        for name in names:
            self.own.arrays.pop(name, None)
        self._write_constants()

    def close(self) -> None:
        """Mark arrays of fields as closed, since no later call updates them."""
        for array in (*self._bound.values(), *self.own.arrays.values()):
            array.closed = True

    # ---- calls

    def _launch(self, stage: str, stream: Stream, *numbers: int) -> None:
        """Launch a stage for every world."""
        given = [Int32(self.nsim), *map(Int32, numbers)]
        given += [Int32(0)] * (3 - len(given))
        self._module.launch(KERNEL + stage, self.nsim * self.variant.lanes, stream, *given)

    def _copy_bound(self, stream: Stream, out: bool) -> None:
        for name, array in self._bound.items():
            self._copy_rows(self._find_entry(name), array.pointer, out, stream)

    def _checked_stream(self, stream: "int | Stream | None") -> Stream:
        if stream is None:
            return self.stream
        return checked.stream(self.device, stream)

    def step(self, nstep: int = 1, stream: "int | Stream | None" = None, which: Any = None) -> None:
        """Run ``nstep`` steps; the host does not wait for them.

        stream   stream of the caller, or its handle (torch.cuda.current_stream().cuda_stream); None: the own stream
        which    worlds that step: None for all, a mask (nsim,) or ids
        """
        if nstep < 0:
            raise ValueError(f"nstep must be at least 0, not {nstep}")
        queue = self._checked_stream(stream)
        self._select_worlds(which, queue)
        key = (nstep, queue.handle)
        if key not in self._graphs:
            if queue.handle == 0:  # the default stream cannot be captured
                self._enqueue_steps(nstep, queue)
                return
            self._graphs[key] = self.device.record_graph(queue, lambda: self._enqueue_steps(nstep, queue))
        self._graphs[key].launch(queue)

    def _enqueue_steps(self, nstep: int, stream: Stream) -> None:
        self._copy_bound(stream, False)
        self._launch_steps(nstep, stream)
        self._copy_bound(stream, True)

    def _launch_steps(self, nstep: int, stream: Stream) -> None:
        if self.fused:
            self._launch("batch_step", stream, nstep)
            return
        for _ in range(nstep):
            for stage in gpu_stages.CHAIN:
                self._launch(stage, stream)

    def forward(self, stream: "int | Stream | None" = None, which: Any = None) -> None:
        """Compute forward dynamics without changing the state; arguments as in `step`."""
        queue = self._checked_stream(stream)
        self._select_worlds(which, queue)
        self._copy_bound(queue, False)
        self._launch("batch_forward", queue)
        self._copy_bound(queue, True)

    def _world_mask(self, which: Any) -> np.ndarray:
        """Return worlds as a mask (nsim,): None for all, a mask, or ids."""
        mask = np.zeros(self.nsim, bool)
        if which is None:
            mask[:] = True
            return mask
        chosen = np.asarray(which)
        if chosen.dtype == bool:
            if chosen.shape != mask.shape:
                raise ValueError(f"a mask of worlds must have shape {mask.shape}, not {chosen.shape}")
            return chosen
        if chosen.size and not np.issubdtype(chosen.dtype, np.integer):
            raise TypeError(f"worlds are selected by a mask or by integers, not by {chosen.dtype}")
        if chosen.size and not (chosen.min() >= 0 and chosen.max() < self.nsim):
            raise IndexError(
                f"world numbers must be in 0 .. {self.nsim - 1}, not {chosen.min()} .. {chosen.max()}"
            )
        mask[chosen.astype(np.int64)] = True
        return mask

    def _select_worlds(self, which: Any, stream: Stream) -> None:
        """Write the mask of worlds for the next launches in a stream into ``picked``."""
        if which is None and self._picked_now is None:
            return
        mask = self._world_mask(which)
        entry = self.plan.columns["picked"]
        self._write_field(entry, mask.astype(entry.dtype))
        self._picked_now = None if mask.all() else mask
        if stream is not self.stream:
            self.stream.wait()

    def _launch_selected(self, which: Any, stage: str, *numbers: int) -> None:
        self._select_worlds(which, self.stream)
        self._copy_bound(self.stream, False)
        self._launch(stage, self.stream, *numbers)
        self._copy_bound(self.stream, True)

    def reset(self, which: Any = None, key: int = -1) -> None:
        """Reset worlds to qpos0 or to a keyframe: all, a mask (nsim,), or ids.

        Errors   IndexError: no such world or keyframe
        """
        if not -1 <= key < self.model.nkey:
            raise IndexError(f"keyframe must be below {self.model.nkey}, the number of keyframes, not {key}")
        self._launch_selected(which, "batch_reset", key)

    def noise(self, seed: int, amplitude: float) -> None:
        """Write normal controls of standard deviation ``amplitude`` times half their range.

        The controls depend on the seed, the world, and the number of draws of the world.
        """
        self._launch_selected(
            None, "batch_noise", checked.seed("noise", seed), checked.amplitude("noise", amplitude)
        )

    def scatter(self, seed: int, amplitude: float, which: Any = None) -> None:
        """Add normal noise of standard deviation ``amplitude`` [m/s, rad/s] to velocities."""
        wide = checked.amplitude("scatter", amplitude)
        self._launch_selected(which, "batch_scatter", checked.seed("scatter", seed), wide)

    # ---- status

    def check(self) -> None:
        """Wait until all work is done.

        Errors   WorldsStopped: ids of the worlds that stopped, and the reason
        """
        stopped = np.flatnonzero(self.stopped)
        if len(stopped):
            first = int(stopped[0])
            raise WorldsStopped(
                f"{len(stopped)} of {self.nsim} worlds stopped; world {first}: {self.stop_reason(first)}",
                stopped,
            )

    @property
    def stopped(self) -> np.ndarray:
        """Whether each world has stopped (nsim); it stays unchanged until it is reset."""
        return self._read_field(self.plan.columns["status"]) != DONE

    def stop_reason(self, world: int) -> str:
        """Return why a world stopped."""
        status = int(self._read_field(self.plan.columns["status"])[world])
        if status != MISSING:
            return _WHY.get(status, f"status {status}")
        stage = int(self._read_field(self.plan.columns["need_stage"])[world])
        return f"its program lacks the stage {STAGE_AT[stage].name}: make the batch anew after such an edit"

    @property
    def overflow(self) -> dict[str, np.ndarray]:
        """Usage and overflow of the capacities of each world, by name.

        Largest numbers of contacts and rows, and the numbers dropped at the last overflow.
        """
        return {name: self._read_field(self.plan.columns[name]) for name in (*_MOST, *_LOST)}

    def measure(self, nstep: int = 100, spare: float = 1.25) -> dict[str, int]:
        """Step, and return the capacities that would have sufficed, times ``spare``."""
        spare = checked.spare("measure", spare)
        self.step(arguments.checked_count("measure", "nstep", nstep))
        self.check()
        most = self.overflow
        found = {"nconmax": most["maxuse_con"] + most["lost_con"], "njmax": most["maxuse_efc"]}
        return {name: int(np.ceil(spare * max(1, int(values.max())))) for name, values in found.items()}
