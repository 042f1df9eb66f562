"""Filling a scene: mjv_updateScene, mjv_addGeoms, mjv_updateSkin.

Documents: Programming / Visualization; API / mjv_updateScene, mjv_addGeoms, mjv_updateSkin
"""

import weakref

import numpy as np

from gelenk.engine import ranges
from gelenk.jit import layout, library
from gelenk.scene import cameras, labels, lights
from gelenk.scene.scene import sizes
from gelenk.scene.structs import MjvOption, MjvPerturb
from gelenk.tables.enums import mjtCatBit, mjtLabel, mjtTrn, mjtVisFlag, mjtWarning
from gelenk.world import data_indices
from gelenk.world.model import VISUAL_CLASSES

NOTHING = MjvPerturb()  # what is selected without a perturbation
EVERYTHING = MjvOption()  # where options play no part
DYNAMIC, DECOR = int(mjtCatBit.mjCAT_DYNAMIC), int(mjtCatBit.mjCAT_DECOR)
_ISLAND, _TENDON = int(mjtVisFlag.mjVIS_ISLAND), int(mjtVisFlag.mjVIS_TENDON)
_SKIN, _BODY_TREES = int(mjtVisFlag.mjVIS_SKIN), int(mjtVisFlag.mjVIS_BODYBVH)

_FLEX_PARTS = ("vert", "edge", "face", "skin")
_FLEX_FLAGS = [(f"flex{x}opt", int(getattr(mjtVisFlag, f"mjVIS_FLEX{x.upper()}"))) for x in _FLEX_PARTS]


def prepare(m, scn, opt, pert, catmask):
    """Let the kernels see the visual settings of a model, options, perturbation and mask of categories."""
    if scn._model is None or scn._model() is not m:
        _fit(m, scn)
    scn._ints[layout.SCENE.offset["catmask"] // 8] = catmask
    scn._nest("opt", opt)
    scn._nest("pert", pert if pert is not None else NOTHING)


def _fit(m, scn):
    """Take over the topology of a model, whose flexes and skins must have the sizes that the scene was made for."""
    wanted = sizes(m)
    other = [name for name, size in wanted.items() if scn._room.get(name, 0) != size]
    if other:
        raise ValueError(f"the scene was made for another model: {', '.join(other)} differ")
    scn._take_topology(m)
    for group in VISUAL_CLASSES:
        scn._nest(f"vis_{group.rstrip('_')}", getattr(m.vis, group))
    scn._model = weakref.ref(m)


def add_geoms(m, d, opt, pert, catmask, scn):
    """Append everything of these categories that the options show (mjv_addGeoms)."""
    prepare(m, scn, opt, pert, catmask)
    first, was_full = scn.ngeom, scn.status
    if opt.flags[_ISLAND] or opt.label == mjtLabel.mjLABEL_ISLAND:
        _ = d.nisland  # which finds the islands if that has not been done
    if catmask & DYNAMIC and m.nflex:
        library.call("scene_flexes", m, d, scn)
    if catmask & DYNAMIC and m.nskin:
        library.call("scene_skins", m, d, scn)
    library.call("scene_geoms", m, d, scn)
    if catmask & DYNAMIC and m.ntendon and opt.flags[_TENDON]:
        library.call("scene_tendons", m, d, scn)
    if catmask & DYNAMIC and m.nu and (m._a_actuator_trntype == mjtTrn.mjTRN_SLIDERCRANK).any():
        library.call("scene_cranks", m, d, scn)
    if catmask & DECOR and _decorated(opt, pert):
        if d._get("ncon"):
            data_indices.check(m, d, ranges.CONTACTS)
        if opt.flags[_BODY_TREES] and m.vis.global_.bvactive:
            library.call("visit_volumes", m, d, scn, np.empty(2 * m.nbvhstatic + 4, np.int32))
        library.call("scene_decor", m, d, scn)
    if opt.label:
        labels.write(m, d, pert, scn, first)
    if scn.status and not was_full:
        _warn(d, scn.maxgeom)


_PLAIN = np.zeros(len(EVERYTHING.flags), bool)  # flags that decorate nothing
for _flag in (
    *("CONVEXHULL", "TEXTURE", "TENDON", "ACTIVATION", "SCLINERTIA", "ISLAND", "CONTACTSPLIT", "TRANSPARENT"),
    *("STATIC", "SKIN", "FLEXVERT", "FLEXEDGE", "FLEXFACE", "FLEXSKIN", "SDFITER"),
):
    _PLAIN[int(getattr(mjtVisFlag, f"mjVIS_{_flag}"))] = True
_PLAIN[int(mjtVisFlag.mjVIS_PERTOBJ)] = True  # asked for by the perturbation


def _decorated(opt, pert):
    """Whether anything but geoms, sites and tendons can be shown."""
    pulled = pert is not None and pert.select > 0
    return pulled or opt.frame != 0 or opt.label != 0 or bool((opt.flags.astype(bool) & ~_PLAIN).any())


def _warn(d, room):
    """Count that not all geoms fit, once an update."""
    d._a_warning_number[mjtWarning.mjWARN_VGEOMFULL] += 1
    d._a_warning_lastinfo[mjtWarning.mjWARN_VGEOMFULL] = room
    d._set("warned", 1)


def update_scene(m, d, opt, pert, cam, catmask, scn):
    """Everything anew: geoms, camera, lights, flexes, skins (mjv_updateScene)."""
    scn.ngeom = 0
    scn.status = 0
    add_geoms(m, d, opt, pert, catmask, scn)
    cameras.update_camera(m, d, cam, scn)
    lights.make_lights(m, d, scn)
    drawn = 0
    for name, flag in _FLEX_FLAGS:
        setattr(scn, name, int(opt.flags[flag]))
        drawn |= opt.flags[flag]
    if m.nflex and drawn:
        scn._place_faces()
        library.call("scene_flex_shapes", m, d, scn)
    if m.nskin and opt.flags[_SKIN]:
        library.call("scene_skin_shapes", m, d, scn, 0)


def update_skins(m, d, scn):
    """Vertices and normals of all skins (mjv_updateSkin)."""
    prepare(m, scn, EVERYTHING, None, 0)
    if m.nskin:
        library.call("scene_skin_shapes", m, d, scn, 1)
