"""Compare contacts of both engines at equal poses, field by field and in order."""

import mujoco
import numpy as np

from gelenk.toolchain import library
from tests.support.mirror import mirror_data, mirror_model

FIELDS = (
    *("dist", "pos", "frame", "includemargin", "friction", "solref", "solreffriction", "solimp", "dim"),
    *("geom", "exclude", "flex", "elem", "vert", "efc_address"),
)


def reference(m, qpos):
    """Return the reference's data after its collision stage at ``qpos``."""
    d = mujoco.MjData(m)
    d.qpos[:] = qpos
    mujoco.mj_kinematics(m, d)
    mujoco.mj_comPos(m, d)
    mujoco.mj_collision(m, d)
    return d


def collide(mirrored, ref_model, ref_data, capacity=None):
    """Run gelenk's collision at the reference's poses, with all libraries of primitive pairs."""
    d = mirror_data(ref_model, ref_data, mirrored)
    d._resize(nconmax=capacity or ref_data.ncon + 100, nefcmax=8, nJmax=8, nAmax=8)
    d._set_scalar("ncon", 0)
    if library.JIT:
        library.load(["collision", "boxes", "convex"])
    library.call("collision", mirrored, d)
    return d


def difference(ref_data, d, fields=FIELDS):
    """Return the largest difference of contacts in order, and its field; inf if ncon differs."""
    if ref_data.ncon != d.ncon:
        return np.inf, f"ncon {ref_data.ncon} and {d.ncon}"
    worst = 0.0, ""
    for name in fields if d.ncon else ():
        want = np.array([getattr(c, name) for c in ref_data.contact], float)
        got = np.asarray(getattr(d.contact, name), float).reshape(want.shape)
        worst = max(worst, (float(np.abs(want - got).max()), name))
    return worst


class PairScene:
    """Two bodies with a geom each, at given poses; a plane is fixed to a tilted static body."""

    def __init__(self, type1, size1, type2, size2, margin=0.0):
        def geom(kind, size):
            return f'<geom type="{kind}" size="{" ".join(map(str, size))}" margin="{margin / 2}"/>'

        def free(kind, size):
            return f"<body><freejoint/>{geom(kind, size)}</body>"

        first = (
            f'<body euler="20 30 40">{geom(type1, size1)}</body>' if type1 == "plane" else free(type1, size1)
        )
        xml = f"<mujoco><worldbody>{first}{free(type2, size2)}</worldbody></mujoco>"
        self.ref = mujoco.MjModel.from_xml_string(xml)
        self.mirrored = mirror_model(self.ref)

    def at(self, *poses):
        """Return data of both engines with the bodies at ``poses`` [(pos, quat), ...]."""
        ref_data = reference(
            self.ref, np.concatenate([np.r_[p, np.array(q, float) / np.linalg.norm(q)] for p, q in poses])
        )
        return ref_data, collide(self.mirrored, self.ref, ref_data)


def random_quat(rng, kind):
    """Return a unit quaternion: 0 any, 1 a symmetry of the cube, 2 near the identity."""
    cube = [
        (1, 0, 0, 0),
        (1, 1, 0, 0),
        (1, 0, 1, 0),
        (1, 0, 0, 1),
        (0, 1, 0, 0),
        (0, 0, 1, 0),
        (1, 1, 1, 1),
        (1, -1, 1, 1),
    ]
    if kind == 1:
        q = np.array(cube[rng.integers(len(cube))], float)
    elif kind == 2:
        q = np.r_[1.0, rng.normal(size=3) * 10.0 ** rng.integers(-6, 0)]
    else:
        q = rng.normal(size=4)
    return q / np.linalg.norm(q)
