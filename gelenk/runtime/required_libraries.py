"""Which libraries a model needs, so that they are compiled and loaded together before its first step.

Documents: design / What is compiled when

A library that is missing here is still loaded when the pipeline first reaches it; this makes it early.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gelenk.engine.model_features import has_elastic_nodes, has_fluid
from gelenk.tables.enums import mjtDisableBit, mjtWrap
from gelenk.tables.libraries import LIBRARIES, USUAL
from gelenk.tables.stages import PLUGINS
from gelenk.toolchain import library

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import ModelBlock

_STEPPED = [(row.name, row.when, row.size) for row in LIBRARIES if row.when is not None]
_SIZES = {size for _, _, size in _STEPPED} - {""}
_WITHOUT_CONTACTS = int(mjtDisableBit.mjDSBL_CONSTRAINT | mjtDisableBit.mjDSBL_CONTACT)


class Parts:
    """What a model has, as its options are now: the questions that `when` of tables/libraries.py asks."""

    def __init__(self, m: ModelBlock) -> None:
        self.m = m
        self._columns: dict[str, list[int]] = {}  # of types, int32

    def _count(self, name: str, kinds: Any) -> int:
        """How many entries of a column are one of these, or there are at all."""
        column = self._columns.get(name)
        if column is None:
            column = self._columns[name] = memoryview(self.m._bytes_of(name)).cast("i").tolist()
        return sum(map(column.count, kinds)) if kinds and column else len(column)

    @cached_property
    def contacts(self) -> bool:
        """Whether anything can touch: a flex alone touches itself."""
        return (self.m.ngeom > 1 or self.m.nflex > 0) and not self.m.opt.disableflags & _WITHOUT_CONTACTS

    @property
    def flexes(self) -> bool:
        """Whether anything is soft."""
        return self.m.nflex > 0

    @property
    def spatial_tendons(self) -> bool:
        """Whether a tendon has a path."""
        return self.m.nwrap > self._count("wrap_type", [mjtWrap.mjWRAP_JOINT])

    @property
    def histories(self) -> bool:
        """Whether controls or readings are delayed."""
        return self.m.nhistory > 0

    @property
    def fluid(self) -> bool:
        """Whether there is a medium."""
        model: Any = self.m  # not as kernels see it, which takes longer
        return has_fluid(model)

    @property
    def elastic_nodes(self) -> bool:
        """Whether nodes of interpolated flexes are elastic."""
        return has_elastic_nodes(self.m._view)

    @property
    def noslip(self) -> bool:
        """Whether the solver is followed by the one against slip."""
        return self.m.opt.noslip_iterations > 0

    def geoms(self, *kinds: Any) -> int:
        """How many geoms are of one of these types."""
        return self._count("geom_type", kinds)

    def equalities(self, *kinds: Any) -> int:
        """How many equality constraints are of one of these types."""
        return self._count("eq_type", kinds)

    def sensors(self, *kinds: Any) -> int:
        """How many sensors are of one of these types, or there are at all."""
        return self._count("sensor_type", kinds)

    def plugins(self, name: str = "") -> int:
        """How many instances there are of a plugin (tables/stages.py, PLUGINS), or at all."""
        return self._count("plugin", [PLUGINS.index(name)] if name else [])

    def enabled(self, bit: Any) -> bool:
        """Whether a part of the pipeline is switched on."""
        return bool(self.m.opt.enableflags & int(bit))

    def disabled(self, bit: Any) -> bool:
        """Whether a part of the pipeline is switched off."""
        return bool(self.m.opt.disableflags & int(bit))

    def solver(self, kind: Any) -> bool:
        """Whether this is the solver."""
        return self.m.opt.solver == kind

    def integrator(self, *kinds: Any) -> bool:
        """Whether one of these is the integrator."""
        return self.m.opt.integrator in kinds


def libraries(m: ModelBlock) -> list[str]:
    """Names of the libraries that ``m`` steps with, as its options are now."""
    has = Parts(m)
    return [name for name, when in _possible(m) if when(has)]


def _possible(m: ModelBlock) -> list[tuple[str, Callable[[Any], bool]]]:
    """Those that models of these sizes may step with: name, and whether one does."""
    none = {size for size in _SIZES if not getattr(m, size)}
    return [(name, when) for name, when, size in _STEPPED if size not in none]


_asked: list[int] = []  # 1, once a model has been prepared for


def prepare(m: ModelBlock) -> None:
    """Load what the first model of this process steps with; what is missing is compiled now, side by side."""
    if not _asked:
        has, is_loaded = Parts(m), library.is_loaded
        missing = [name for name, when in _possible(m) if not is_loaded(name) and when(has)]
        library.load(["setconst", *missing])
        _asked.append(1)


def load_usual() -> None:
    """Load what nearly every model needs, if it is compiled already: models then wait for the rest alone."""
    if not library.is_loaded("setconst"):
        library.load_known(USUAL)
