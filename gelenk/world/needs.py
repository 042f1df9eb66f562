"""Which libraries a model needs, so that they are compiled and loaded together before its first step.

Documents: design / What is compiled when

A library that is missing here is still loaded when the pipeline first reaches it; this makes it early.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from gelenk.engine.force.passive import has_fluid
from gelenk.engine.integrate.implicit import has_elastic_nodes
from gelenk.tables.enums import mjtDisableBit, mjtWrap
from gelenk.tables.libraries import LIBRARIES
from gelenk.tables.stages import PLUGINS

if TYPE_CHECKING:
    from gelenk.world.owners import ModelBlock

_WITHOUT_CONTACTS = int(mjtDisableBit.mjDSBL_CONSTRAINT | mjtDisableBit.mjDSBL_CONTACT)


class Parts:
    """What a model has, as its options are now: the questions that `when` of tables/libraries.py asks."""

    def __init__(self, m: ModelBlock) -> None:
        self.m, self.view = m, m._view
        self._counts: dict[str, Counter[int]] = {}  # column of types -> how many there are of each

    def _count(self, name: str, kinds: Any) -> int:
        """How many entries of a column are one of these, or there are at all."""
        counts = self._counts.get(name)
        if counts is None:
            counts = self._counts[name] = Counter(getattr(self.view, name).tolist())
        return sum(counts[int(kind)] for kind in kinds) if kinds else sum(counts.values())

    @property
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
        return bool((self.view.wrap_type != int(mjtWrap.mjWRAP_JOINT)).any())

    @property
    def histories(self) -> bool:
        """Whether controls or readings are delayed."""
        return self.m.nhistory > 0

    @property
    def fluid(self) -> bool:
        """Whether there is a medium."""
        return has_fluid(self.m._view)

    @property
    def elastic_nodes(self) -> bool:
        """Whether nodes of interpolated flexes are elastic."""
        return has_elastic_nodes(self.view)

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
    return [row.name for row in LIBRARIES if row.when is not None and row.when(has)]
