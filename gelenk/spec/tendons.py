"""Spec elements of tendons: MjsTendon, and the points of its path.

Documents: API / MjSpec; XML reference / tendon
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gelenk.spec import attributes
from gelenk.spec.arguments import real, text
from gelenk.spec.element import REMEDIES, Classed, MjsElement
from gelenk.tables.enums import mjtWrap

if TYPE_CHECKING:
    from gelenk.spec.defaults import MjsDefault
    from gelenk.spec.spec import MjSpec
    from gelenk.spec.tree import MjsGeom, MjsJoint, MjsSite

# what the points of a path are
WRAPPED = {
    mjtWrap.mjWRAP_JOINT: "joint",
    mjtWrap.mjWRAP_SITE: "site",
    mjtWrap.mjWRAP_SPHERE: "geom",
    mjtWrap.mjWRAP_CYLINDER: "geom",
}


class MjsWrap(MjsElement):
    """A point of a tendon's path.

    type      what it is (mjtWrap)
    name      the joint, site or geom
    sidename  of a geom, the site on whose side the tendon passes
    coef      of a joint, its coefficient [1, or m/rad]
    divisor   of a pulley, what lengths are divided by [1]
    tendon    the tendon (MjsTendon)
    """

    row = "none"
    _plain = {"type": mjtWrap, "name": str, "sidename": str}  # noqa: RUF012
    type: mjtWrap = None  # type: ignore[assignment]  # the functions that add points say it
    name: str = ""
    sidename: str = ""
    coef: float | None = None
    divisor: float | None = None
    tendon: MjsTendon = None  # type: ignore[assignment]
    _info: str | None = None

    @property
    def target(self) -> MjsJoint | MjsSite | MjsGeom | None:
        """The joint, site or geom that is wrapped, or None."""
        spec = self.tendon.spec if self.tendon is not None else None
        if spec is None:
            return None
        kind = WRAPPED.get(self.type)
        return getattr(spec, kind)(self.name) if kind else None

    @property
    def info(self) -> str:
        """A text of the user's own; where the point is in the text, or an empty text, until one is assigned."""
        if self._info is not None:
            return self._info
        position = self._position
        return f"line {position[1]}" if position and position[1] else ""

    @info.setter
    def info(self, value: str) -> None:
        self.__dict__["_info"] = text("info", value)

    @property
    def sidesite(self) -> MjsSite | None:
        """The side site of a wrapped geom, or None."""
        return self.tendon.spec.site(self.sidename) if self.sidename else None


class MjsTendonPath(list[MjsWrap]):
    """The points of a tendon's path, MjsWrap each, in order; the functions of the tendon add to it."""

    __slots__ = ()

    def _refuse(self, *args: object) -> None:
        """Refuse to add to the path.

        args       what would be added

        Errors     TypeError: always
        Source     API / MjSpec; XML reference / tendon
        """
        raise TypeError(f"path: {REMEDIES['path']}")

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        return MjsTendonPath, (list(self),)  # which is not filled item by item

    append = extend = insert = _refuse
    __setitem__ = __iadd__ = __imul__ = _refuse  # type: ignore[assignment]


class MjsTendon(Classed, attributes.TendonAttributes):
    """A tendon: a length that depends on joints, or on a path along sites and geoms; `path` lists what it goes along.

    Source   XML reference / tendon; Computation / General framework
    """

    tag = "tendon"
    path: MjsTendonPath = MjsTendonPath()  # each has its own

    def __init__(self, like: MjsElement | None = None, spec: MjSpec | None = None) -> None:
        super().__init__(like, spec)
        self.__dict__["path"] = MjsTendonPath()

    @property
    def default(self) -> MjsDefault:
        """The defaults class that the tendon was made from."""
        return self.classname

    def _wrap(self, kind: mjtWrap, **values: Any) -> MjsWrap:
        wrap = MjsWrap()
        wrap.__dict__.update(values, type=kind, tendon=self)
        list.append(self.path, wrap)
        return wrap

    def wrap_joint(self, name: str, coef: float) -> MjsWrap:
        """Let a fixed tendon depend on a joint.

        name       the joint
        coef       its coefficient [1, or m/rad]

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._wrap(
            mjtWrap.mjWRAP_JOINT, name=text("wrap_joint: name", name), coef=real("wrap_joint: coef", coef)
        )

    def wrap_site(self, name: str) -> MjsWrap:
        """Let the tendon pass through a site.

        name       the site

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._wrap(mjtWrap.mjWRAP_SITE, name=text("wrap_site: name", name))

    def wrap_geom(self, name: str, sidesite: str) -> MjsWrap:
        """Let the tendon wrap around a sphere or cylinder.

        name       the geom
        sidesite   the site on whose side it passes; "": the shorter way

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        side = text("wrap_geom: sidesite", sidesite)
        return self._wrap(mjtWrap.mjWRAP_SPHERE, name=text("wrap_geom: name", name), sidename=side)

    def wrap_pulley(self, divisor: float) -> MjsWrap:
        """Split the tendon at a pulley.

        divisor    what lengths of the path after it are divided by [1]

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._wrap(mjtWrap.mjWRAP_PULLEY, divisor=real("wrap_pulley: divisor", divisor))
