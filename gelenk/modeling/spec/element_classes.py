"""Element classes besides bodies and their parts: assets, tendons, actuators, sensors, ...

Documents: API / MjSpec; XML reference / asset, deformable; XML reference / tendon; Modeling / Model editing

MjsTendon comes with the points of its path. LISTS maps the lists of a spec to the classes of their elements. The
elements of the kinematic tree are in tree_elements.py, meshes in mesh_element.py, the base classes in element.py.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from gelenk.modeling.spec import attribute_bases
from gelenk.modeling.spec.arguments import real, text
from gelenk.modeling.spec.drive_shortcuts import DriveShortcuts
from gelenk.modeling.spec.element import FIELDS as FIELDS
from gelenk.modeling.spec.element import GROUPS as GROUPS
from gelenk.modeling.spec.element import REMEDIES, Classed, MjsElement, Named, plugin_of
from gelenk.modeling.spec.element import Late as Late
from gelenk.modeling.spec.element import MjsOrientation as MjsOrientation
from gelenk.modeling.spec.element import MjsPlugin as MjsPlugin
from gelenk.modeling.spec.mesh_element import MjsMesh as MjsMesh
from gelenk.modeling.spec.shortcuts import Shortcuts
from gelenk.modeling.spec.tree_elements import KINDS as KINDS
from gelenk.modeling.spec.tree_elements import Container as Container
from gelenk.modeling.spec.tree_elements import MjsBody as MjsBody
from gelenk.modeling.spec.tree_elements import MjsCamera as MjsCamera
from gelenk.modeling.spec.tree_elements import MjsFrame as MjsFrame
from gelenk.modeling.spec.tree_elements import MjsGeom as MjsGeom
from gelenk.modeling.spec.tree_elements import MjsJoint as MjsJoint
from gelenk.modeling.spec.tree_elements import MjsLight as MjsLight
from gelenk.modeling.spec.tree_elements import MjsSite as MjsSite
from gelenk.modeling.spec.tree_elements import Placed as Placed
from gelenk.modeling.spec.tree_elements import Turned as Turned
from gelenk.tables.api_enums import mjtActuator
from gelenk.tables.enums import mjtWrap

if TYPE_CHECKING:
    from gelenk.modeling.spec.defaults import MjsDefault
    from gelenk.modeling.spec.spec import MjSpec
    from gelenk.modeling.spec.tree_elements import MjsGeom, MjsJoint, MjsSite


class MjsHField(Named, attribute_bases.HFieldAttributes):
    """A height field: elevations on a grid, from a file or `userdata` (nrow ncol).

    Source   XML reference / asset / hfield
    """

    tag = "hfield"


class MjsSkin(Named, attribute_bases.SkinAttributes):
    """A skin: a rendered mesh whose vertices are moved by bodies, by weights.

    Source   XML reference / deformable / skin
    """

    tag = "skin"


class MjsFlex(Named, attribute_bases.FlexAttributes):
    """A flex: a deformable line, sheet or solid whose vertices move with bodies.

    Source   XML reference / deformable / flex
    """

    tag = "flex"


class MjsTexture(Classed, attribute_bases.TextureAttributes):
    """A texture: an image from a file, a builtin pattern, or `data`.

    Source   XML reference / asset / texture
    """

    tag = "texture"


class MjsMaterial(Classed, attribute_bases.MaterialAttributes):
    """A material: color, textures and reflection of light.

    Source   XML reference / asset / material
    """

    tag = "material"


# type of a wrap point -> kind of its element
WRAPPED = {
    mjtWrap.mjWRAP_JOINT: "joint",
    mjtWrap.mjWRAP_SITE: "site",
    mjtWrap.mjWRAP_SPHERE: "geom",
    mjtWrap.mjWRAP_CYLINDER: "geom",
}


class MjsWrap(MjsElement):
    """A point of a tendon's path.

    type      type of the point (mjtWrap)
    name      the joint, site or geom
    sidename  side site of a geom: the tendon passes the geom on the side of this site
    coef      coefficient of a joint [1, or m/rad]
    divisor   divisor of lengths at a pulley [1]
    tendon    the tendon (MjsTendon)
    """

    row = "none"
    _plain = {"type": mjtWrap, "name": str, "sidename": str}  # noqa: RUF012
    type: mjtWrap = None  # type: ignore[assignment]  # set by the functions that add points
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
        """A text for the user; until one is assigned, the line of the point in the text or ""."""
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
    """The points (MjsWrap) of a tendon's path, in order; the tendon's methods add to it."""

    __slots__ = ()

    def _refuse(self, *args: object) -> None:
        """Refuse to add to the path.

        args       what would be added

        Errors     TypeError: always
        Source     API / MjSpec; XML reference / tendon
        """
        raise TypeError(f"path: {REMEDIES['path']}")

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        return MjsTendonPath, (list(self),)  # the whole list, since pickle cannot append items

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"'{name}' of a path cannot be assigned: {REMEDIES['path']}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"'{name}' of a path cannot be deleted: {REMEDIES['path']}")

    append = extend = insert = _refuse
    __setitem__ = __iadd__ = __imul__ = _refuse  # type: ignore[assignment]


class MjsTendon(Classed, attribute_bases.TendonAttributes):
    """A tendon: a length that depends on joints, or on a path through sites and around geoms.

    `path` lists the points.

    Source   XML reference / tendon; Computation / General framework
    """

    tag = "tendon"
    path: MjsTendonPath = MjsTendonPath()  # replaced by a new path in each tendon

    def __init__(self, like: MjsElement | None = None, spec: MjSpec | None = None) -> None:
        super().__init__(like, spec)
        self.__dict__["path"] = MjsTendonPath()

    @property
    def default(self) -> MjsDefault:
        """The defaults class that the tendon was made from."""
        return self.classname

    def _add_wrap(self, kind: mjtWrap, **values: Any) -> MjsWrap:
        wrap = MjsWrap()
        wrap.__dict__.update(values, type=kind, tendon=self)
        list.append(self.path, wrap)
        return wrap

    def wrap_joint(self, name: str, coef: float) -> MjsWrap:
        """Make a fixed tendon depend on a joint.

        name       the joint
        coef       its coefficient [1, or m/rad]

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._add_wrap(
            mjtWrap.mjWRAP_JOINT, name=text("wrap_joint: name", name), coef=real("wrap_joint: coef", coef)
        )

    def wrap_site(self, name: str) -> MjsWrap:
        """Route the tendon through a site.

        name       the site

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._add_wrap(mjtWrap.mjWRAP_SITE, name=text("wrap_site: name", name))

    def wrap_geom(self, name: str, sidesite: str) -> MjsWrap:
        """Wrap the tendon around a sphere or cylinder.

        name       the geom
        sidesite   the site on whose side it passes; "": the shorter way

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        side = text("wrap_geom: sidesite", sidesite)
        return self._add_wrap(mjtWrap.mjWRAP_SPHERE, name=text("wrap_geom: name", name), sidename=side)

    def wrap_pulley(self, divisor: float) -> MjsWrap:
        """Split the tendon at a pulley.

        divisor    divisor of the lengths of the path after the pulley [1]

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._add_wrap(mjtWrap.mjWRAP_PULLEY, divisor=real("wrap_pulley: divisor", divisor))


class MjsPair(Classed, attribute_bases.PairAttributes):
    """A contact pair: two geoms that are tested regardless of contype and conaffinity.

    Source   XML reference / contact / pair; Computation / Collision detection
    """

    tag = "pair"


class MjsExclude(Named, attribute_bases.ExcludeAttributes):
    """A pair of bodies that do not collide.

    Source   XML reference / contact / exclude
    """

    tag = "exclude"


class MjsEquality(Classed, attribute_bases.EqualityAttributes):
    """An equality constraint: connect, weld, or a relation of joints, tendons or flexes.

    Source   XML reference / equality; Computation / Constraint model
    """

    tag = "equality"


SHORTCUT_NUMBERS = {
    name.removeprefix("mjACTUATOR_").lower(): int(member) for name, member in mjtActuator.__members__.items()
}


@plugin_of
class MjsActuator(Classed, Shortcuts, DriveShortcuts, attribute_bases.ActuatorAttributes):
    """An actuator: a force on joints, tendons or sites that depends on control and activation.

    Source   XML reference / actuator; Computation / Actuation model
    """

    tag = "actuator"
    _written_as: str = ""  # tag with which it was read, or of the last set_to function

    @property
    def type(self) -> mjtActuator:
        """Shortcut with which the actuator, or its default, was written or set (mjtActuator).

        It only records where the parameters came from: assigning another shortcut changes no parameter.
        """
        return mjtActuator(SHORTCUT_NUMBERS.get(self._written_as, 0))

    @type.setter
    def type(self, value: mjtActuator | int) -> None:
        try:
            member = mjtActuator(operator.index(value))
        except TypeError:
            raise TypeError(f"type takes a member of mjtActuator, not {value.__class__.__name__}") from None
        self.__dict__["_written_as"] = member.name.removeprefix("mjACTUATOR_").lower()


@plugin_of
class MjsSensor(Named, attribute_bases.SensorAttributes):
    """A sensor: values of d.sensordata that follow from the state.

    Source   XML reference / sensor
    """

    tag = "sensor"


class MjsNumeric(Named, attribute_bases.NumericAttributes):
    """Custom numbers for the user, m.numeric_data.

    Source   XML reference / custom / numeric
    """

    tag = "numeric"


class MjsText(Named, attribute_bases.TextAttributes):
    """A custom text for the user, m.text_data.

    Source   XML reference / custom / text
    """

    tag = "text"


class MjsTuple(Named, attribute_bases.TupleAttributes):
    """A custom list of elements, by kind and name, each with a number.

    Source   XML reference / custom / tuple
    """

    tag = "tuple"


class MjsKey(Named, attribute_bases.KeyAttributes):
    """A keyframe: a state and controls to which programs can reset.

    Source   XML reference / keyframe / key
    """

    tag = "key"


LISTS: dict[str, Any] = {
    "actuators": MjsActuator,
    "equalities": MjsEquality,
    "excludes": MjsExclude,
    "flexes": MjsFlex,
    "hfields": MjsHField,
    "keys": MjsKey,
    "materials": MjsMaterial,
    "meshes": MjsMesh,
    "numerics": MjsNumeric,
    "pairs": MjsPair,
    "plugins": MjsPlugin,
    "sensors": MjsSensor,
    "skins": MjsSkin,
    "tendons": MjsTendon,
    "texts": MjsText,
    "textures": MjsTexture,
    "tuples": MjsTuple,
}

REMEDIES |= {group: f"add_{tag} adds to the list" for group, tag in KINDS.items()}
REMEDIES |= {group: f"add_{cls.tag} adds to the list" for group, cls in LISTS.items()}
GROUPS |= {tag: group for group, tag in KINDS.items()} | {cls.tag: group for group, cls in LISTS.items()}
