"""Copy structs of the reference to gelenk, as inputs of single stages."""

import numpy as np

from gelenk.runtime.data import MjData
from gelenk.runtime.model import CHARS, MjModel
from gelenk.runtime.struct_bases import FIRST_SIZES, LATER, unused_values, with_later_sizes
from gelenk.tables import fields_data, fields_model
from gelenk.tables.field_rows import FIRST, extents
from gelenk.toolchain import struct_layout


def mirror_model(ref):
    """Return an MjModel of gelenk with all values of the reference's MjModel ``ref``."""
    sizes = with_later_sizes({name: getattr(ref, name) for name in FIRST_SIZES})
    made = {f.name for f in struct_layout.MADE}
    fields = [f for name, f in struct_layout.MODEL.arrays.items() if name not in made]
    arrays = {f.name: np.asarray(getattr(ref, f.name)) for f in fields if f.since == FIRST}
    arrays |= {f.name: unused_values(f, extents(f, sizes.__getitem__)) for f in LATER}
    m = MjModel._from_arrays(sizes, arrays, {name: bytes(getattr(ref, name)) for name in CHARS})
    for f in fields_model.OPTION:
        setattr(m.opt, f.name, getattr(ref.opt, f.name))
    for f in fields_model.STATISTIC:
        setattr(m.stat, f.name, getattr(ref.stat, f.name))
    for group, rows in fields_model.VISUAL.items():
        for f in rows:
            value = getattr(getattr(ref.vis, group), f.name)
            if np.size(value):  # the reference's bindings return an empty array for rgba.bv
                setattr(getattr(m.vis, group), f.name, value)
    return m


def of_first_release(rows):
    """Return the fields that 3.5.0 has."""
    return [f for f in rows if f.since == FIRST]


def mirror_data(ref_model, ref, m):
    """Return an MjData of gelenk for ``m`` with all values of the reference's MjData ``ref``."""
    d = MjData(m)
    d._resize(
        nconmax=ref.ncon + 32, nefcmax=ref.nefc + 64, nJmax=(ref.nefc + 64) * max(m.nv, 1), nAmax=ref.nA + 16
    )
    for f in fields_data.SCALARS:
        slot = struct_layout.DATA.offset[f.name] // 8
        if f.dtype == "float64":
            d._floats[slot] = getattr(ref, f.name)
        elif f.name not in ("signature", "threadpool", "pbase"):
            d._ints[slot] = int(getattr(ref, f.name))
    for f in of_first_release((*fields_data.DATA, *fields_data.ROWS)):
        value = np.asarray(getattr(ref, f.name))
        target = getattr(d, f.name)
        if target.size:
            target[...] = value.reshape(target.shape)
    for f in of_first_release(fields_data.CONTACT):
        if ref.ncon:
            getattr(d.contact, f.name)[...] = np.array([getattr(c, f.name) for c in ref.contact]).reshape(
                getattr(d.contact, f.name).shape
            )
    if d.nefc and ref.efc_J.size == d.nefc * m.nv:  # dense: the reference does not write row addresses
        d.efc_J_rowadr[:] = np.arange(d.nefc) * m.nv
    return d
