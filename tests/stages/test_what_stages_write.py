"""Every stage writes the fields that name it in the tables, all of them, and no others.

Before a stage runs, what it is to write is filled with NaN (integers with a mark). Afterwards what it writes whole must
have none of that, what it writes in parts may have some, which is put back, and no other field may have changed: those
of programs, of the engine, and scalars. Stages run as plain Python, as the pipeline calls them and by themselves.
"""

import numpy as np
import pytest

from gelenk.tables import stage_writes
from gelenk.tables.stages import INDEX, NAMED, STAGES
from gelenk.tables.status import DONE
from gelenk.toolchain import kernel
from tests.support import stage_scenes
from tests.support.stage_calls import Watch

SCENES = stage_scenes.texts()
MEMORY = ("maxuse_arena", "maxuse_con", "maxuse_efc")  # grow only: begin at zero
# stages of user plugins, and one that needs thousands of rows


def arguments(m, d):
    """What stages with arguments of their own are called with, beside model and data; steps come last."""
    v, point, away, six = np.zeros(m.nv), np.array([0.0, 0.0, 5.0]), np.array([0.1, 0.2, -1.0]), np.zeros(6)
    jac, body = (np.zeros(3 * m.nv), np.zeros(3 * m.nv)), m.nbody - 1
    groups, geom, hit = np.ones(6, np.int32), np.zeros(1, np.int32), np.zeros(4)
    calls = {}
    if d.nefc:
        calls["constraint_update"] = (np.zeros(d.nefc), np.zeros(1), 1)
    calls |= {"contact_force": (0, six)} if d.ncon else {}
    calls |= {"jac_geom": (*jac, 0)} if m.ngeom else {}
    calls |= {"jac_site": (*jac, 0)} if m.nsite else {}
    return calls | {
        "solve_m": (v, v, 1),
        "solve_m2": (v, v, v + 1.0, 1),
        "mul_m": (v, v),
        "mul_m2": (v, v),
        "jac": (*jac, point, body),
        "jac_body": (*jac, body),
        "jac_body_com": (*jac, body),
        "jac_subtree_com": (jac[0], body),
        "jac_point_axis": (*jac, point, point, body),
        "jac_dot": (*jac, point, body),
        "angmom_mat": (jac[0], body),
        "object_velocity": (1, body, six, 0),
        "object_acceleration": (1, body, six, 0),
        "apply_ft": (point, point, point, body, v),
        "add_m_dense": (np.zeros(m.nv * m.nv),),
        "ray": (point, away, groups, 1, 1, -1, geom, hit),
        "multi_ray": (
            point,
            away,
            groups,
            1,
            1,
            -1,
            99.0,
            np.zeros(m.ngeom, np.int32),
            geom,
            hit,
            np.zeros(3),
            1,
        ),
        "check_data": (31,),
        "rne": (1, v),
        "forward_part": (0, 0),
        "inverse_part": (0, 0),
        "step": (1,),
        "world_step": (),
        "forward_until": (3, 0),
    }


def pairs(m):
    """Pairs of geoms, ten at most, one of each two types."""
    found = {}
    for i in range(m.ngeom):
        for j in range(i):
            found.setdefault(tuple(sorted((m.geom_type[i], m.geom_type[j]))), (j, i))
    return list(found.values())


def by_itself(d, name, *args):
    """A stage alone, once more where it asks for room."""
    for _ in range(5):
        d._set_scalar("status", DONE)
        kernel.run_python(INDEX[name], d._model._view, d._view, *args)
        if not d._grow():
            return


# stages that are called by themselves; others are parts of these
ALONE = [s.name for s in STAGES if s.kinds == "md" and (s.documented or s.library.startswith("setconst"))]


@pytest.fixture(scope="module")
def watch():
    return Watch()


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_a_stage_writes_its_fields_and_no_others(scene, watch):
    m, d = stage_scenes.world(SCENES[scene])
    for name in MEMORY:
        d._set_scalar(name, 0)
    d._set_scalar("threadpool", 1)
    assert len(d.solver)  # the watch looks at all of it, as a program that has it might
    with watch.of(m):
        by_itself(d, "forward")
        for name, args in arguments(m, d).items():
            by_itself(d, name, *args)
        for name in ("fwd_velocity_smooth", *ALONE):
            by_itself(d, name)
        for one, other in pairs(m):
            if m.geom_type[one] != 0:
                by_itself(d, "geom_distance", one, other, 9.0, np.zeros(6))
    assert "; ".join(sorted(watch.problems)) == ""


def test_every_word_of_a_row_is_a_stage():
    rows = (*stage_writes.PUBLIC.values(), *stage_writes.PRIVATE.values())
    assert {name for row in rows for name in stage_writes.stage_marks(row)} <= {*NAMED, stage_writes.ANY}
