"""Struct pointers: compiled kernels, plain Python and numpy see the same numbers."""

import os
import subprocess
import sys
from itertools import pairwise

import numpy as np

from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtGeom, mjtObj
from gelenk.toolchain import struct_layout
from gelenk.toolchain.library import jit
from tests.support import probes

SIZES = {"nq": 7, "nv": 6, "nbody": 3, "ngeom": 4, "ntendon": 2, "nconmax": -1, "njmax": -1}


def world():
    arrays = {"geom_bodyid": [0, 1, 2, 1], "geom_pos": np.arange(12.0), "body_mocapid": [-1, -1, -1]}
    arrays["body_treeid"] = [-1, -1, -1]
    m = MjModel._from_arrays(SIZES, arrays)
    return m, MjData(m)


def test_compiled_and_plain_kernels_agree_to_the_bit():
    m, compiled = world()
    _, plain = m, MjData(m)
    for d in (compiled, plain):
        d.qpos[:] = np.arange(7.0)
        d.cdof[:] = np.arange(36.0).reshape(6, 6)
    m.opt.gravity[:] = (0.0, 0.0, -9.81)
    jit(probes.touch)(m, compiled)
    probes.touch(m._view, plain._view)
    np.testing.assert_array_equal(compiled._buffer, plain._buffer)
    np.testing.assert_array_equal(compiled._slots[:10], plain._slots[:10])
    assert compiled.time == plain.time == 0.5
    assert compiled.ten_J[1, 2] == 9.0  # an inner dimension known only at run time
    assert compiled.qacc[0] == compiled.cdof[2, 3]  # a row of a matrix
    assert compiled.qacc[1] == 4.0  # the tail of a vector
    assert compiled.eq_active.size == 0 and compiled.geom_xpos[3, 2] == 11.0


def test_members_of_enums_are_integers_in_kernels():
    m, d = world()
    m.geom_type[:] = [mjtGeom.mjGEOM_BOX, 0, 2, mjtGeom.mjGEOM_BOX]
    for run in (jit(probes.name_members), lambda m, d: probes.name_members(m._view, d._view)):
        d.geom_xpos[:], d._slots[struct_layout.DATA.offset["ne"] // 8] = 0.0, 0
        run(m, d)
        assert d.geom_xpos[:, 0].tolist() == [1.0, 0.0, 0.0, 1.0]
        kinds = mjtObj.mjOBJ_SITE, 7 & mjtObj.mjOBJ_GEOM, 1 << mjtObj.mjOBJ_JOINT
        assert (d._scalar("ne"), d._scalar("nf"), d._scalar("nl")) == kinds


def test_every_array_is_aligned_and_apart():
    m, d = world()
    for block in (m, d):
        spans = []
        for name in block._layout.arrays:
            a = getattr(block, "_a_" + name)
            assert a.flags.c_contiguous
            if a.size and name != "block":
                spans.append((a.ctypes.data, a.ctypes.data + a.nbytes))
        spans.sort()
        assert all(end <= start for (_, end), (start, _) in pairwise(spans))


def test_slots_hold_the_addresses_of_the_arrays():
    _, d = world()
    for name in struct_layout.DATA.arrays:
        a = getattr(d, "_a_" + name)
        if a.size:
            assert d._slots[struct_layout.DATA.offset[name] // 8] == a.ctypes.data, name


def test_growing_keeps_what_was_in_the_buffers():
    _, d = world()
    d._set_scalar("ncon", 2)
    d.contact.dist[:] = (1.0, 2.0)
    old = d.contact.dist
    d._resize(nconmax=1000)
    np.testing.assert_array_equal(d.contact.dist, (1.0, 2.0))
    old[:] = 0.0  # a view from before stays valid memory
    assert d._slots[struct_layout.DATA.offset["contact_dist"] // 8] == d._a_contact_dist.ctypes.data


def test_checked_kernels_report_an_index_out_of_bounds():
    code = (
        "from tests.stages.test_bridge import world\n"
        "from tests.support import probes\n"
        "from gelenk.toolchain.library import jit\n"
        "m, d = world()\n"
        "run = jit(probes.touch)\n"
        "run(m, d)\n"
        "try:\n"
        "    jit(probes.trespass)(m, d)\n"
        "except IndexError as error:\n"
        "    print(error)\n"
    )
    out = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"GELENK_CHECK": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "out of bounds" in out.stdout and "trespass" in out.stdout
