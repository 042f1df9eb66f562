"""Flag multiccd: contacts of parallel faces have the normal of the faces, to rounding, and the reference's to 2e-3."""

import numpy as np
import pytest

from tests.support.shapes import ShapeScene
from tests.support.tolerance import tol

DEPTH = 0.01


def quaternion(axis, angle):
    return np.r_[np.cos(angle / 2), np.sin(angle / 2) * np.asarray(axis)]


@pytest.mark.parametrize(
    ("a", "b"), [("box", "boxmesh"), ("boxmesh", "boxmesh"), ("box", "drum"), ("cylinder", "box")]
)
@pytest.mark.parametrize("margin", [0.0, 0.05])
@pytest.mark.parametrize("angle", [0.0, 0.3])
def test_normals_of_faces_that_rest_on_each_other_are_those_of_the_faces(a, b, margin, angle):
    """The second geom stands on the first, turned by an angle about the vertical."""
    scene = ShapeScene(a, b, margin=margin, flag='multiccd="enable"', option='ccd_tolerance="1e-10"')
    half = [0.25 if name in ("cylinder", "drum") else 0.3 for name in (a, b)]
    up = np.r_[0.02, 0.01, sum(half) - DEPTH]
    theirs, ours = scene.at(np.r_[np.zeros(3), quaternion([0, 0, 1], 0), up, quaternion([0, 0, 1], angle)])
    assert ours.ncon > 1
    for k in range(ours.ncon):
        normal = np.ravel(ours.contact.frame[k])[:3]
        tilt = (
            1e-3 if margin or a == "cylinder" else 1e-9
        )  # what is found by turning the geoms against each other
        np.testing.assert_allclose(normal, [0, 0, 1], atol=tol(tilt))
        assert ours.contact.dist[k] == pytest.approx(-DEPTH, abs=tol(1e-6))
    for contact in theirs.contact:
        # 3.5.0 turns the geoms by 1e-3 about two axes
        np.testing.assert_allclose(contact.frame[:3], [0, 0, 1], atol=tol(3e-3))
