"""nativeccd="disable": contacts and distances are those of portal refinement, step by step as in 3.5.0."""

import importlib.metadata
import json
import os
import subprocess
import sys
from pathlib import Path

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.shapes import ShapeScene, pairing
from tests.support.tolerance import tol

ROOT = Path(__file__).resolve().parents[2]
OFF = 'nativeccd="disable"'
ROUND = [
    ("sphere", "ellipsoid"),
    ("sphere", "stone"),
    ("capsule", "cylinder"),
    ("capsule", "stone"),
    ("ellipsoid", "ellipsoid"),
    ("ellipsoid", "box"),
    ("cylinder", "cylinder"),
]
STRAIGHT = [
    ("box", "stone"),
    ("tetra", "boxmesh"),
    ("stone", "stone"),
    ("cylinder", "box"),
    ("cylinder", "stone"),
]
POSES = 30
# poses in which rounding decides between corners that are equally far out, as four corners of a parallelogram of edges
TIES = 6


def poses(pair, spread=(0.12, 0.25), number=POSES, **keywords):
    """The scene, the reference's data and ours in random poses."""
    scene, rng = ShapeScene(*pair, flag=OFF, **keywords), np.random.default_rng(7)
    for k in range(number):
        yield scene, *scene.at(scene.random(rng, spread[k % 2]))


def is_deep(theirs, m):
    """Whether a contact is so deep in an ellipsoid that the search of 3.5.0 for its normal ends early."""
    for contact in theirs.contact:
        for g in contact.geom:
            if m.geom_type[g] == mujoco.mjtGeom.mjGEOM_ELLIPSOID:
                local = theirs.geom_xmat[g].reshape(3, 3).T @ (contact.pos - theirs.geom_xpos[g])
                if np.linalg.norm(local / m.geom_size[g]) < 0.8:
                    return True
    return False


@pytest.mark.parametrize("pair", ROUND + STRAIGHT, ids="-".join)
@pytest.mark.parametrize(
    ("margin", "option"), [(0, ""), (0.1, ""), (0, 'ccd_iterations="0"'), (0, 'ccd_iterations="3"')]
)
def test_contacts_are_those_of_the_step_at_which_the_reference_stops(pair, margin, option):
    equal, touching = 0, 0
    for scene, theirs, ours in poses(pair, margin=margin, option=option):
        assert ours.ncon == theirs.ncon
        dist, pos, normal = pairing(theirs, ours)
        touching += ours.ncon
        same_normal = normal < tol(1e-5) or is_deep(theirs, scene.ref)
        equal += dist < tol(1e-9) and pos < tol(1e-6) and same_normal
    assert touching > 10
    assert equal >= POSES - (TIES if pair in STRAIGHT else 1)


@pytest.mark.parametrize("pair", [*ROUND, ("box", "stone")], ids="-".join)
def test_distances_are_those_of_the_contacts_within_the_largest_distance(pair):
    """And the segment is along their normals; 3.5.0 does the same."""
    equal = 0
    for scene, theirs, ours in poses(pair, (0.3, 1.0)):
        want, got = np.zeros(6), np.zeros(6)
        far = mujoco.mj_geomDistance(scene.ref, theirs, 0, 1, 3.0, want)
        mine = gelenk.mj_geomDistance(scene.m, ours, 0, 1, 3.0, got)
        assert mine == pytest.approx(far, abs=tol(1e-6))
        assert np.linalg.norm(got[3:] - got[:3]) == pytest.approx(abs(mine), abs=tol(1e-12))
        equal += np.abs(got - want).max() < tol(1e-4)
    assert equal >= 0.8 * POSES  # normals deep inside the swollen geoms


@pytest.mark.parametrize("other", ["sphere", "capsule", "ellipsoid", "cylinder", "box", "stone"])
@pytest.mark.parametrize("margin", [0.0, 0.1])
def test_height_fields_collide_by_their_prisms(other, margin):
    """Contact by contact; edges of prisms and of geoms make ties."""
    same, count = 0, 0
    for _, theirs, ours in poses(("hills", other), (0.4, 0.4), 15, margin=margin):
        assert ours.ncon == theirs.ncon
        frames = np.reshape(ours.contact.frame, (-1, 9))
        for k in range(ours.ncon):
            dist = abs(ours.contact.dist[k] - theirs.contact.dist[k])
            pos = np.abs(ours.contact.pos[k] - theirs.contact.pos[k]).max()
            normal = np.abs(frames[k] - theirs.contact.frame[k]).max()
            same += dist < tol(1e-9) and pos < tol(1e-6) and normal < tol(1e-4)
        count += ours.ncon
    assert count > 100
    # sides of cylinders are straight too: most of their contacts are at ties, off by 1e-5 in depth
    assert same >= {"sphere": 0.98, "capsule": 0.98, "cylinder": 0.7}.get(other, 0.9) * count


def test_depths_are_along_the_ray_of_the_centers_and_never_less_than_the_least():
    """With nativeccd the depth is the least one; the flag makes the difference."""
    exact = ShapeScene("ellipsoid", "cylinder", option='ccd_tolerance="1e-11"')
    deeper, rng = [], np.random.default_rng(3)
    for _ in range(20):
        qpos = exact.random(rng, 0.15)
        _, least = exact.at(qpos)
        _, ours = ShapeScene("ellipsoid", "cylinder", flag=OFF).at(qpos)
        assert ours.ncon == least.ncon
        deeper += [least.contact.dist[k] - ours.contact.dist[k] for k in range(ours.ncon)]
    assert min(deeper) > tol(-1e-6)
    assert max(deeper) > 1e-3


@pytest.mark.parametrize(
    "pair", [("ellipsoid", "box"), ("cylinder", "cylinder"), ("stone", "boxmesh")], ids="-".join
)
@pytest.mark.parametrize("height", [0.4, 1e-3, 0.0])
def test_centers_one_above_the_other_or_in_one_place(pair, height):
    """The ray meets a vertex; without a ray some direction is taken."""
    scene = ShapeScene(*pair, flag=OFF)
    theirs, ours = scene.at(np.r_[np.zeros(3), 1, 0, 0, 0, 0, 0, height, 1, 0, 0, 0])
    assert ours.ncon == theirs.ncon == 1
    assert ours.contact.dist[0] == pytest.approx(theirs.contact.dist[0], abs=tol(1e-6))


def test_the_flag_counts_when_it_is_set_in_a_model():
    """The library is loaded when it is first needed."""
    scene = ShapeScene("ellipsoid", "cylinder")
    qpos = scene.random(np.random.default_rng(5), 0.1)
    _, with_it = scene.at(qpos)
    scene.ref.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_NATIVECCD
    scene.m.opt.disableflags |= gelenk.mjtDisableBit.mjDSBL_NATIVECCD
    theirs, without = scene.at(qpos)
    assert without.contact.dist[0] == pytest.approx(theirs.contact.dist[0], abs=tol(1e-9))
    assert without.contact.dist[0] != with_it.contact.dist[0]


@pytest.mark.parametrize("pair", [("box", "boxmesh"), ("boxmesh", "boxmesh"), ("box", "drum")], ids="-".join)
def test_faces_on_faces_have_several_contacts_with_multiccd(pair):
    """As many as 3.5.0 finds by turning the geoms, where it finds them."""
    scene = ShapeScene(*pair, flag=f'{OFF} multiccd="enable"')
    half = [0.25 if name == "drum" else 0.3 for name in pair]
    theirs, ours = scene.at(
        np.r_[np.zeros(3), 1, 0, 0, 0, 0.02, 0.01, sum(half) - 0.01, np.cos(0.15), 0, 0, np.sin(0.15)]
    )
    assert ours.ncon == theirs.ncon > 1
    dist, pos, normal = pairing(theirs, ours)
    # turned by a thousandth, a face of 0.3 finds corners that far away: which way is each collider's own
    assert dist < tol(1e-5) and pos < tol(1e-2) and normal < tol(2e-3)


def test_toy_bricks_of_dm_control_hold_with_the_force_they_were_made_for(tmp_path):
    """Its own test: studs and holes are convex contacts, tuned to what this collider makes of them."""
    bricks = (
        Path(str(importlib.metadata.distribution("dm_control").locate_file("dm_control")))
        / "entities/props/duplo"
    )
    own = {
        "PYTHONPATH": str(ROOT),
        "GELENK_UNPACKED": str(tmp_path),
        "GELENK_OUTCOMES": str(tmp_path / "outcomes"),
    }
    command = [sys.executable, "-m", "pytest", "-p", "tests.reference.alias", "-p", "no:cacheprovider", "-q"]
    done = subprocess.run(
        [
            *command,
            "--rootdir",
            str(tmp_path),
            "-k",
            "test_separation_force_fixed0",
            str(bricks / "duplo_test.py"),
        ],
        cwd=tmp_path,
        env=os.environ | own,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert list(json.loads((tmp_path / "outcomes").read_text()).values()) == ["passed"]


STUDS = """
import json, numpy as np, gelenk
gelenk.install_as_mujoco()
from dm_control.entities.props.duplo import duplo_test, utils
_, bottom = bricks = duplo_test.DuploTest().make_bricks(seed=0)
arena, _ = utils.stack_bricks(*bricks)
m = gelenk.MjModel.from_xml_string(arena.mjcf_model.to_xml_string())
d, found = gelenk.MjData(m), []
for _ in range(10):
    gelenk.mj_step(m, d)
gelenk.mj_forward(m, d)
for stud in bottom.studs.flat:
    forces = np.zeros((0, 6))
    for k in np.flatnonzero((d.contact.geom == m.geom(stud.full_identifier).id).any(axis=1)):
        forces = np.vstack([forces, np.zeros(6)])
        gelenk.mj_contactForce(m, d, k, forces[-1])
    found.append(forces[:, 0].tolist())
print(json.dumps(found))
"""


def test_the_contacts_of_a_stud_of_theirs_share_its_force():
    """As dm_control's own test says, with contacts and forces of one state.

    That test reads forces of the step before beside contacts of this one. The bricks' boxes are equal, so that rounding
    says how often their corner counts as a contact; where that changes, the two do not belong together.
    """
    done = subprocess.run(
        [sys.executable, "-c", STUDS], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    forces = json.loads(done.stdout.splitlines()[-1])
    assert len(forces) == 8 and all(len(force) == 3 for force in forces)
    for first, *others in forces:
        np.testing.assert_allclose(others, first, rtol=tol(0.05))  # as in their test; it is 0.003
