"""Update a scene in one kernel: mjv_updateScene and mjv_addGeoms of most models.

Documents: Programming / Visualization; API / mjv_updateScene, mjv_addGeoms

gelenk/scene/update.py handles all that needs Python or a library that is not loaded yet, and thus every error and
warning: labels with fractions, visited volumes, islands, flexes, skins, slider-cranks, plugins, contact indices out of
range, a full scene, a selected body that does not exist.
"""

from gelenk.engine.validation.index_columns import check_contacts
from gelenk.scene.geoms import DECORATING, FRACTIONS, RAY_SENSORS, scene_geoms
from gelenk.scene.kernels.cameras import scene_picture
from gelenk.scene.kernels.labels import scene_labels
from gelenk.scene.kernels.model_frame import NO, aim_at_body
from gelenk.scene.tendons import scene_tendons
from gelenk.tables.enums import mjtCamera, mjtCatBit, mjtLabel, mjtTrn, mjtVisFlag
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import call_scene, kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene, View

DECOR = INDEX["scene_decor"]

_DECORATING = sum(1 << flag for flag in DECORATING)


@kernel
def rays_of_sensors(m: Model) -> bool:
    """Return whether the model has sensors whose rays can be shown."""
    for i in range(m.nsensor):
        if m.sensor_type[i] in RAY_SENSORS:
            return True
    return False


@kernel
def has_decoration(m: Model, s: Scene) -> bool:
    """Return whether the settings enable decoration other than labels."""
    if s.pert.select > 0 or s.opt.frame != 0:
        return True
    for i in range(mjtVisFlag.mjNVISFLAG):
        if _DECORATING >> i & 1 and s.opt.flags[i] != 0:
            if i != mjtVisFlag.mjVIS_RANGEFINDER or rays_of_sensors(m):
                return True
    return False


@kernel
def includes_decoration(m: Model, s: Scene, kinds: int) -> bool:
    """Return whether these categories include decoration."""
    return kinds & mjtCatBit.mjCAT_DECOR != 0 and (s.opt.label != 0 or has_decoration(m, s))


@kernel
def needs_python_decoration(m: Model, d: Data, s: Scene) -> bool:
    """Return whether decoration needs Python.

    The reasons are an unloaded library, volumes marked as visited, and invalid contacts.
    """
    if m.stage_table[DECOR] == 0:
        return True
    flags = s.opt.flags
    if s.vis_global.bvactive != 0 and (
        flags[mjtVisFlag.mjVIS_BODYBVH] != 0 or flags[mjtVisFlag.mjVIS_MESHBVH] != 0
    ):
        return True
    d.bad_field = 0
    check_contacts(m, d)
    return d.bad_field != 0


@kernel
def needs_python_geoms(m: Model, d: Data, s: Scene, kinds: int) -> bool:
    """Return whether geoms of these categories need Python."""
    label = s.opt.label
    if label in FRACTIONS or label == mjtLabel.mjLABEL_ISLAND or s.opt.flags[mjtVisFlag.mjVIS_ISLAND] != 0:
        return True
    if m.nflex > 0 or m.nskin > 0 or m.nplugin > 0 or s.pert.select >= m.nbody:
        return True
    for i in range(m.nactuator):
        if m.actuator_trntype[i] == mjtTrn.mjTRN_SLIDERCRANK:
            return True
    return includes_decoration(m, s, kinds) and needs_python_decoration(m, d, s)


@kernel
def add_geoms(m: Model, d: Data, s: Scene, kinds: int) -> None:
    """Append geoms, sites, tendons and decoration of these categories, with labels."""
    s.catmask = kinds
    first = s.ngeom
    scene_geoms(m, d, s)
    if kinds & mjtCatBit.mjCAT_DYNAMIC and m.ntendon > 0 and s.opt.flags[mjtVisFlag.mjVIS_TENDON] != 0:
        scene_tendons(m, d, s)
    if includes_decoration(m, s, kinds):
        call_scene(m, d, s, DECOR)
    if s.opt.label != 0:
        scene_labels(m, d, s, first)


@kernel
def scene_add(m: Model, d: Data, s: Scene, kinds: int) -> int:
    """Append the visible geoms of these categories (mjv_addGeoms); nonzero: unchanged."""
    if needs_python_geoms(m, d, s, kinds) or s.status != 0:
        return NO
    before = s.ngeom
    add_geoms(m, d, s, kinds)
    if s.status != 0:
        s.ngeom = before
        s.status = 0
        return NO
    return 0


@kernel
def scene_update(
    m: Model,
    d: Data,
    s: Scene,
    kinds: int,
    kind: int,
    cam: int,
    track: int,
    lookat: View,
    distance: float,
    azimuth: float,
    elevation: float,
) -> int:
    """Rebuild the scene (mjv_updateScene); nonzero: Python must repeat the whole update."""
    if needs_python_geoms(m, d, s, kinds) or kind == mjtCamera.mjCAMERA_USER:
        return NO
    if aim_at_body(m, d, kind, cam, track, lookat) != 0:
        return NO
    s.ngeom = 0
    s.status = 0
    add_geoms(m, d, s, kinds)
    if s.status != 0:
        return NO
    scene_picture(m, d, s, kind, cam, lookat, distance, azimuth, elevation)
    return 0
