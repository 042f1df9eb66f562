"""The texts of labels: kernels mark the geoms that have one, and what it says.

Documents: Modeling / Naming elements; API / mjtLabel
"""

from gelenk.scene.cameras import Numbers
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.tables.enums import mjtLabel, mjtObj
from gelenk.tables.fields_scene import LABEL
from gelenk.world.data import MjData
from gelenk.world.model import MjModel
from gelenk.world.names import names_of

_NAMED = {
    mjtLabel.mjLABEL_BODY: mjtObj.mjOBJ_BODY,
    mjtLabel.mjLABEL_JOINT: mjtObj.mjOBJ_JOINT,
    mjtLabel.mjLABEL_GEOM: mjtObj.mjOBJ_GEOM,
    mjtLabel.mjLABEL_SITE: mjtObj.mjOBJ_SITE,
    mjtLabel.mjLABEL_CAMERA: mjtObj.mjOBJ_CAMERA,
    mjtLabel.mjLABEL_LIGHT: mjtObj.mjOBJ_LIGHT,
    mjtLabel.mjLABEL_TENDON: mjtObj.mjOBJ_TENDON,
    mjtLabel.mjLABEL_ACTUATOR: mjtObj.mjOBJ_ACTUATOR,
    mjtLabel.mjLABEL_CONSTRAINT: mjtObj.mjOBJ_EQUALITY,
    mjtLabel.mjLABEL_FLEX: mjtObj.mjOBJ_FLEX,
    mjtLabel.mjLABEL_SKIN: mjtObj.mjOBJ_SKIN,
}
_KINDS = {int(label): kind for label, kind in _NAMED.items()}  # found ten times as fast by number


def write(m: MjModel, d: MjData, pert: MjvPerturb, scn: MjvScene, first: int) -> None:
    """The texts of the geoms from ``first`` on that are marked."""
    marks = scn._a_geom_mark[first : scn.ngeom]
    marked = marks.nonzero()[0]
    if not marked.size:
        return
    names: dict[int, tuple[str, ...]] = {}
    labels = scn._a_geom_label.reshape(-1).data
    ids = scn._a_geom_objid[first : scn.ngeom][marked].tolist()
    for i, mark, objid in zip((marked + first).tolist(), marks[marked].tolist(), ids, strict=True):
        if mark not in names and mark in _KINDS:
            names[mark] = names_of(m, _KINDS[mark])
        text = names[mark][objid] or _nameless(mark, objid) if mark in names else _text(m, d, pert, scn, i)
        written = text.encode()[: LABEL - 1] + b"\0"
        labels[i * LABEL : i * LABEL + len(written)] = written


def _text(m: MjModel, d: MjData, pert: MjvPerturb, scn: MjvScene, i: int) -> str:
    """The text of a label that is no name."""
    mark, objid = int(scn._a_geom_mark[i]), int(scn._a_geom_objid[i])
    value = float(scn._a_geom_value[i])
    if mark == mjtLabel.mjLABEL_CONTACTPOINT:
        return " | ".join(_side(m, d, objid, side) for side in (0, 1))
    if mark == mjtLabel.mjLABEL_SELPNT:
        point = scn._a_geom_pos[i]
        return _triple(point) + f" (local {_triple(pert.localpos)})"
    return f"{value:.0f}" if mark == mjtLabel.mjLABEL_ISLAND else f"{value:.3g}"


def _nameless(mark: int, objid: int) -> str:
    """What is said of an object without a name: its kind and number."""
    return f"{_KINDS[mark].name.removeprefix('mjOBJ_').lower()} {objid}"


def _side(m: MjModel, d: MjData, c: int, side: int) -> str:
    """What touches on one side of contact ``c``: a geom, or a vertex or element of a flex."""
    geom, flex = int(d._a_contact_geom[c, side]), int(d._a_contact_flex[c, side])
    if geom >= 0:
        return names_of(m, mjtObj.mjOBJ_GEOM)[geom] or f"g{geom}"
    elem, vert = int(d._a_contact_elem[c, side]), int(d._a_contact_vert[c, side])
    part = f".e{elem}" if elem >= 0 else f".v{vert}"
    return (names_of(m, mjtObj.mjOBJ_FLEX)[flex] or f"f{flex}") + part


def _triple(numbers: Numbers) -> str:
    return " ".join(f"{float(x):.3f}" for x in numbers)
