"""Names, masses, constants and defaults of models: mj_name2id, mj_setTotalmass, mj_setConst, mj_defaultOption, ...

Documents: API / Support, Initialization
"""

import numpy as np

from gelenk.api.models import option_defaults, put_default_visual
from gelenk.tables.enums import mjMINVAL, mjtObj, mjVERSION_HEADER
from gelenk.version import API_VERSION
from gelenk.world.arguments import documented
from gelenk.world.model import MjOption, MjVisual
from gelenk.world.names import COUNTED, ids_of, names_of


@documented
def mj_name2id(m, type, name):
    """Id of the object of ``type`` (mjtObj) called ``name``, -1 when there is none."""
    if type not in COUNTED:
        return -1
    return ids_of(m, mjtObj(type)).get(name, -1)


@documented
def mj_id2name(m, type, id):
    """Name of object ``id`` of ``type`` (mjtObj), None when it has none."""
    if type not in COUNTED:
        return None
    if not 0 <= id < getattr(m, COUNTED[mjtObj(type)][0]):
        return None
    return names_of(m, mjtObj(type))[id] or None


@documented
def mj_getTotalmass(m):
    """Mass of all bodies [kg]."""
    return float(m.body_mass.sum())


@documented
def mj_setTotalmass(m, newmass):
    """Scale masses and inertias so that the total mass is ``newmass`` [kg]."""
    if not np.isfinite(newmass):
        raise ValueError(f"mj_setTotalmass: newmass must be a finite number, not {newmass}")
    factor = max(mjMINVAL, newmass / max(mjMINVAL, float(m.body_mass.sum())))
    m.body_mass *= factor
    m.body_inertia *= factor


@documented
def mj_setConst(m, d):
    """Recompute what depends on qpos0 and other constants; needed after editing a model."""
    from gelenk.world.constants import set_const

    set_const(m, d)


@documented
def mj_version():
    """Version of the API as a number: 3005000."""
    return int(mjVERSION_HEADER)


@documented
def mj_versionString():
    """Version of the API as text: "3.5.0"."""
    return API_VERSION


@documented
def mj_defaultOption(opt):
    """Give a MjOption the default values."""
    if not isinstance(opt, MjOption):
        raise TypeError(f"mj_defaultOption: opt must be a MjOption, not {type(opt).__name__}")
    for name, value in option_defaults().items():
        setattr(opt, name, value)


@documented
def mj_defaultVisual(vis):
    """Give a MjVisual the default values."""
    if not isinstance(vis, MjVisual):
        raise TypeError(f"mj_defaultVisual: vis must be a MjVisual, not {type(vis).__name__}")
    put_default_visual(vis)
