"""Stage libraries that a model requires, and steps compiled for a single model.

Documents: design / What is compiled when; design / Models made to measure

The required libraries are selected, compiled and loaded before the first step. If the selection misses a library, the
pipeline loads this library when a step first reaches it.

The struct of a model has the address of a step that was compiled for this model. The stage `step` calls the code at
this address, so that mj_step, rollouts and batches run the code, too. Zero selects the ordinary stages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gelenk.engine.flex.rod_geometry import has_rod
from gelenk.engine.model_features import (
    has_cells,
    has_elastic_flexes,
    has_elastic_nodes,
    has_fluid,
    has_passive_flexes,
    has_plastic_flexes,
    has_surfaces,
)
from gelenk.tables.api_enums import kernel_bits, mjtGain
from gelenk.tables.enums import mjtDisableBit, mjtWrap
from gelenk.tables.field_groups import ARRAYS, CHECKED
from gelenk.tables.libraries import LIBRARIES, USUAL
from gelenk.tables.stages import PLUGINS
from gelenk.toolchain import library
from gelenk.toolchain.struct_layout import MODEL, OWN_STEP

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import ModelBlock

_STEPPED = [(row.name, row.when, row.size) for row in LIBRARIES if row.when is not None]
_SIZES = {size for _, _, size in _STEPPED} - {""}
DRIVES = (mjtGain.mjGAIN_SO3, mjtGain.mjGAIN_PID, mjtGain.mjGAIN_DCMOTOR)
_WITHOUT_CONTACTS = int(mjtDisableBit.mjDSBL_CONSTRAINT | mjtDisableBit.mjDSBL_CONTACT)


class Parts:
    """The features of a model with its current options, for `when` in tables/libraries.py."""

    def __init__(self, m: ModelBlock) -> None:
        self.m = m
        self._columns: dict[str, list[int]] = {}  # type columns as lists

    def _count(self, name: str, kinds: Any) -> int:
        """Return how many entries of a column are of these kinds, or its length for no kinds."""
        column = self._columns.get(name)
        if column is None:
            column = self._columns[name] = memoryview(self.m._bytes_of(name)).cast("i").tolist()
        return sum(map(column.count, kinds)) if kinds and column else len(column)

    @cached_property
    def contacts(self) -> bool:
        """Return whether contacts are possible; a single flex can collide with itself."""
        return (self.m.ngeom > 1 or self.m.nflex > 0) and not self.m.opt.disableflags & _WITHOUT_CONTACTS

    @property
    def release(self) -> int:
        """Return the release of MuJoCo whose corrections the model has."""
        return int(memoryview(self.m._bytes_of("release")).cast("i")[0])

    @property
    def flexes(self) -> bool:
        """Return whether there is a flex."""
        return self.m.nflex > 0

    @property
    def drives(self) -> int:
        """Return the number of pid, dcmotor and orientation actuators."""
        return self._count("actuator_gaintype", DRIVES)

    @property
    def spatial_tendons(self) -> bool:
        """Return whether there is a spatial tendon."""
        return self.m.nwrap > self._count("wrap_type", [mjtWrap.mjWRAP_JOINT])

    @property
    def histories(self) -> bool:
        """Return whether there are history buffers."""
        return self.m.nhistory > 0

    @property
    def plastic(self) -> bool:
        """Return whether springs yield."""
        return self.m.nplastic > 0

    @property
    def rods(self) -> bool:
        """Return whether a flex of dimension 1 bends."""
        view = self.m._view
        return any(has_rod(view, f) for f in range(self.m.nflex))

    @property
    def cells(self) -> bool:
        """Return whether cells of an interpolated flex are elastic."""
        view = self.m._view
        return any(has_cells(view, f) for f in range(self.m.nflex))

    @property
    def fluid(self) -> bool:
        """Return whether the medium has density or viscosity."""
        model: Any = self.m  # not the view for kernels, which is slower
        return has_fluid(model)

    @property
    def surfaces(self) -> bool:
        """Return whether surfaces of geoms move or adhere."""
        return has_surfaces(self.m._view)

    @property
    def elastic_nodes(self) -> bool:
        """Return whether there are interpolated flexes with elasticity."""
        return has_elastic_nodes(self.m._view)

    @property
    def elastic_flexes(self) -> bool:
        """Return whether there are elastic flexes."""
        return has_elastic_flexes(self.m._view)

    @property
    def passive_flexes(self) -> bool:
        """Return whether there are flexes with passive contacts, in models of release 4.0."""
        return has_passive_flexes(self.m._view)

    @property
    def plastic_flexes(self) -> bool:
        """Return whether there are flexes that yield."""
        return has_plastic_flexes(self.m._view)

    @property
    def noslip(self) -> bool:
        """Return whether the noslip solver runs."""
        return self.m.opt.noslip_iterations > 0

    def geoms(self, *kinds: Any) -> int:
        """Return the number of geoms of these types."""
        return self._count("geom_type", kinds)

    def equalities(self, *kinds: Any) -> int:
        """Return the number of equality constraints of these types."""
        return self._count("eq_type", kinds)

    def sensors(self, *kinds: Any) -> int:
        """Return the number of sensors of these types, or of all sensors."""
        return self._count("sensor_type", kinds)

    def plugins(self, name: str = "") -> int:
        """Return the number of instances of a plugin (tables/stages.py, PLUGINS), or of all."""
        return self._count("plugin", [PLUGINS.index(name)] if name else [])

    def enabled(self, bit: Any) -> bool:
        """Return whether an enable flag is set."""
        return bool(kernel_bits(self.m.opt.enableflags) & int(bit))

    def disabled(self, bit: Any) -> bool:
        """Return whether a disable flag is set."""
        return bool(self.m.opt.disableflags & int(bit))

    def solver(self, kind: Any) -> bool:
        """Return whether the model uses this solver."""
        return self.m.opt.solver == kind

    def integrator(self, *kinds: Any) -> bool:
        """Return whether the model uses one of these integrators."""
        return self.m.opt.integrator in kinds


def libraries(m: ModelBlock) -> list[str]:
    """Return the names of the libraries that a step of ``m`` needs, with its current options."""
    has = Parts(m)
    return [name for name, when in _possible(m) if when(has)]


def _possible(m: ModelBlock) -> list[tuple[str, Callable[[Any], bool]]]:
    """Return (library, condition) of the libraries that models of these sizes may need."""
    none = {size for size in _SIZES if not getattr(m, size)}
    return [(name, when) for name, when, size in _STEPPED if size not in none]


_asked: list[int] = []  # [1] once a model has been prepared


def prepare(m: ModelBlock) -> None:
    """Load the libraries of this process's first model, compiling missing ones in parallel."""
    if not _asked:
        has, is_loaded = Parts(m), library.is_loaded
        missing = [name for name, when in _possible(m) if not is_loaded(name) and when(has)]
        library.load(["setconst", *missing])
        _asked.append(1)


def load_usual() -> None:
    """Load the libraries that most models need, if they are compiled already."""
    if not library.is_loaded("setconst"):
        library.load_known(USUAL)


# Step compiled for a model

_SLOT = MODEL.offset[OWN_STEP] // 8
_CONSTANT = ARRAYS - {*CHECKED}  # columns that no check compares when a step begins


def install(m: ModelBlock, address: int) -> None:
    """Let steps of a model run the code at an address; 0: the ordinary stages."""
    m._ints[_SLOT] = address


def installed(m: ModelBlock) -> int:
    """Return the address of the code that steps of a model run, 0 for the ordinary stages."""
    return int(m._ints[_SLOT])


def forget_if_changed(m: ModelBlock, names: Iterable[str]) -> None:
    """Return to the ordinary stages if a changed column is a constant in the compiled step."""
    if m._ints[_SLOT] and not _CONSTANT.isdisjoint(names):
        m._ints[_SLOT] = 0


def follow(struct: ModelBlock, m: ModelBlock, expanded: Iterable[str]) -> None:
    """Install the code of ``m`` in a second struct, unless an expanded field is a constant."""
    struct._ints[_SLOT] = m._ints[_SLOT] if _CONSTANT.isdisjoint(expanded) else 0
