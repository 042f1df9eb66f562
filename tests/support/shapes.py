"""Pairs of geoms of any type, including meshes and height fields, in both engines."""

import mujoco
import numpy as np

from gelenk.runtime import pipeline
from gelenk.tables.enums.options import ONE_CONTACT
from tests.support.contacts import reference
from tests.support.mirror import mirror_data, mirror_model

_rng = np.random.default_rng(0)
_ball = _rng.normal(size=(40, 3))
_turn = np.arange(12) * np.pi / 6
MESHES = {
    "boxmesh": np.stack(np.meshgrid([-0.2, 0.2], [-0.25, 0.25], [-0.3, 0.3]), -1).reshape(-1, 3),
    "stone": _ball / np.linalg.norm(_ball, axis=1)[:, None] * [0.2, 0.25, 0.3],
    "drum": np.concatenate(
        [np.c_[0.2 * np.cos(_turn), 0.2 * np.sin(_turn), np.full(12, z)] for z in (-0.25, 0.25)]
    ),
    "tetra": np.array([[0, 0, 0.4], [0.4, 0, -0.2], [-0.2, 0.3, -0.2], [-0.2, -0.3, -0.2]]),
}
SIZES = {
    "plane": [5, 5, 0.1],
    "sphere": [0.2],
    "capsule": [0.15, 0.25],
    "ellipsoid": [0.2, 0.15, 0.3],
    "cylinder": [0.2, 0.25],
    "box": [0.2, 0.25, 0.3],
}
HFIELDS = {"hills": (12, 10, _rng.random(120)), "dip": (5, 5, np.r_[np.ones(24), 0.0])}
STATIC = ("plane", *HFIELDS)


def _text(numbers):
    return " ".join(f"{x:.6g}" for x in np.ravel(numbers))


class ShapeScene:
    """Two bodies with a geom each, at given poses; planes and height fields are static."""

    def __init__(self, a, b, margin=0.0, flag="", option=""):
        names = {a, b}
        assets = [f'<mesh name="{n}" vertex="{_text(MESHES[n])}"/>' for n in names if n in MESHES]
        for n in names & HFIELDS.keys():
            nrow, ncol, heights = HFIELDS[n]
            assets.append(
                f'<hfield name="{n}" nrow="{nrow}" ncol="{ncol}" size="1 1.2 .3 .1" elevation="{_text(heights)}"/>'
            )
        bodies = [
            f'<body euler="20 30 40">{self._geom(n, margin)}</body>'
            if n in STATIC
            else f"<body><freejoint/>{self._geom(n, margin)}</body>"
            for n in (a, b)
        ]
        self.ref = mujoco.MjModel.from_xml_string(
            f"<mujoco><option {option}><flag {flag}/></option><asset>{''.join(assets)}</asset>"
            f"<worldbody>{''.join(bodies)}</worldbody></mujoco>"
        )
        self.m = mirror_model(self.ref)
        self.m.opt.disableflags |= (
            ONE_CONTACT  # as in the reference, also for faces that are parallel by chance
        )
        self.free = self.ref.nq // 7

    @staticmethod
    def _geom(name, margin):
        kind = f'type="{name}" size="{_text(SIZES[name])}"' if name in SIZES else ""
        if name in MESHES:
            kind = f'type="mesh" mesh="{name}"'
        elif name in HFIELDS:
            kind = f'type="hfield" hfield="{name}"'
        return f'<geom {kind} margin="{margin / 2}" density="1e3"/>'

    def at(self, qpos):
        """Return data of the reference and of gelenk after the collision stage."""
        ref_data = reference(self.ref, qpos)
        d = mirror_data(self.ref, ref_data, self.m)
        d._set_scalar("ncon", 0)
        pipeline.run_stage("collision", self.m, d)
        return ref_data, d

    def random(self, rng, spread):
        """Return a pose: all bodies rotated at random, the last one also moved."""
        poses = [np.r_[np.zeros(3), rng.normal(size=4)] for _ in range(self.free)]
        poses[-1][:3] = rng.normal(size=3) * spread
        for p in poses:
            p[3:] /= np.linalg.norm(p[3:])
        return np.concatenate(poses)


def pairing(ref_data, d):
    """Return largest differences (dist, pos, normal) of matched contacts; None: ncon differs."""
    if ref_data.ncon != d.ncon:
        return None
    theirs = [(c.dist, c.pos, c.frame[:3]) for c in ref_data.contact]
    left = [(d.contact.dist[k], d.contact.pos[k], np.ravel(d.contact.frame[k])[:3]) for k in range(d.ncon)]
    worst = np.zeros(3)
    for one in theirs:

        def apart(k, one=one):
            return np.array([np.abs(np.subtract(x, y)).max() for x, y in zip(one, left[k], strict=True)])

        best = min(range(len(left)), key=lambda k: apart(k) @ [1.0, 1.0, 1e-3])
        worst = np.maximum(worst, apart(best))
        left.pop(best)
    return worst
