"""Spec classes: MjsBody, MjsGeom, ... by the lists of a spec that have them.

Documents: API / MjSpec; Modeling / Model editing

Here are the elements that relate others, drive them, measure them or carry a user's data; tree.py has those of the
kinematic tree, assets.py those with files, tendons.py tendons, element.py what all have in common.
"""

from __future__ import annotations

from typing import Any

from gelenk.spec import attributes
from gelenk.spec.assets import MjsFlex as MjsFlex
from gelenk.spec.assets import MjsHField as MjsHField
from gelenk.spec.assets import MjsMaterial as MjsMaterial
from gelenk.spec.assets import MjsMesh as MjsMesh
from gelenk.spec.assets import MjsSkin as MjsSkin
from gelenk.spec.assets import MjsTexture as MjsTexture
from gelenk.spec.element import FIELDS as FIELDS
from gelenk.spec.element import GROUPS as GROUPS
from gelenk.spec.element import REMEDIES, plugin_of
from gelenk.spec.element import Classed as Classed
from gelenk.spec.element import Late as Late
from gelenk.spec.element import MjsElement as MjsElement
from gelenk.spec.element import MjsOrientation as MjsOrientation
from gelenk.spec.element import MjsPlugin as MjsPlugin
from gelenk.spec.element import Named as Named
from gelenk.spec.shortcuts import Shortcuts
from gelenk.spec.tendons import MjsTendon as MjsTendon
from gelenk.spec.tendons import MjsTendonPath as MjsTendonPath
from gelenk.spec.tendons import MjsWrap as MjsWrap
from gelenk.spec.tree import KINDS as KINDS
from gelenk.spec.tree import Container as Container
from gelenk.spec.tree import MjsBody as MjsBody
from gelenk.spec.tree import MjsCamera as MjsCamera
from gelenk.spec.tree import MjsFrame as MjsFrame
from gelenk.spec.tree import MjsGeom as MjsGeom
from gelenk.spec.tree import MjsJoint as MjsJoint
from gelenk.spec.tree import MjsLight as MjsLight
from gelenk.spec.tree import MjsSite as MjsSite
from gelenk.spec.tree import Placed as Placed
from gelenk.spec.tree import Turned as Turned


class MjsPair(Classed, attributes.PairAttributes):
    """A contact pair: two geoms that are tested whatever their contype and conaffinity say.

    Source   XML reference / contact / pair; Computation / Collision detection
    """

    tag = "pair"


class MjsExclude(Named, attributes.ExcludeAttributes):
    """A pair of bodies that does not collide.

    Source   XML reference / contact / exclude
    """

    tag = "exclude"


class MjsEquality(Classed, attributes.EqualityAttributes):
    """An equality constraint: connect, weld, or a relation of joints, tendons or flexes.

    Source   XML reference / equality; Computation / Constraint model
    """

    tag = "equality"


@plugin_of
class MjsActuator(Classed, Shortcuts, attributes.ActuatorAttributes):
    """An actuator: a force on joints, tendons or sites that follows from a control and an activation.

    Source   XML reference / actuator; Computation / Actuation model
    """

    tag = "actuator"


@plugin_of
class MjsSensor(Named, attributes.SensorAttributes):
    """A sensor: numbers of d.sensordata that follow from the state.

    Source   XML reference / sensor
    """

    tag = "sensor"


class MjsNumeric(Named, attributes.NumericAttributes):
    """Numbers of the user's own, m.numeric_data.

    Source   XML reference / custom / numeric
    """

    tag = "numeric"


class MjsText(Named, attributes.TextAttributes):
    """A text of the user's own, m.text_data.

    Source   XML reference / custom / text
    """

    tag = "text"


class MjsTuple(Named, attributes.TupleAttributes):
    """A list of elements, by kinds and names, each with a number.

    Source   XML reference / custom / tuple
    """

    tag = "tuple"


class MjsKey(Named, attributes.KeyAttributes):
    """A keyframe: a state and controls that programs can return to.

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
