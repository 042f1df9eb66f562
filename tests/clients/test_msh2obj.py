"""Old MSH files become OBJ files that say the same."""

import struct

import numpy as np
import pytest

import gelenk
from gelenk.compat.msh2obj import msh_to_obj
from tests.support.tolerance import tol

reference = pytest.importorskip("mujoco.msh2obj")
rng = np.random.default_rng(0)
VERT = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.25]], "<f4")
NORMAL, TEXCOORD = rng.normal(size=(4, 3)).astype("<f4"), rng.random((4, 2)).astype("<f4")
FACE = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]], "<i4")


def msh(path, normals, texcoords):
    content = struct.pack("<4i", 4, 4 * normals, 4 * texcoords, 4) + VERT.tobytes()
    content += NORMAL.tobytes() * normals + TEXCOORD.tobytes() * texcoords + FACE.tobytes()
    path.write_bytes(content)
    return path


def test_a_full_file_gives_the_text_of_the_reference(tmp_path):
    path = msh(tmp_path / "a.msh", True, True)
    assert msh_to_obj(path).split() == reference.msh_to_obj(path).split()


@pytest.mark.parametrize("normals", [False, True])
@pytest.mark.parametrize("texcoords", [False, True])
def test_both_files_load_as_the_same_mesh(tmp_path, normals, texcoords):
    """Where parts are missing, the reference refers to them all the same."""
    content = msh_to_obj(msh(tmp_path / "a.msh", normals, texcoords))
    (tmp_path / "b.obj").write_text(content)
    models = [
        gelenk.MjModel.from_xml_string(
            f'<mujoco><asset><mesh name="m" file="{tmp_path / name}"/></asset>'
            '<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
        )
        for name in ("a.msh", "b.obj")
    ]
    for field in ("mesh_vert", "mesh_face", "mesh_texcoord", "mesh_facetexcoord", "mesh_pos", "mesh_quat"):
        np.testing.assert_allclose(*(getattr(m, field) for m in models), atol=tol(1e-6), err_msg=field)


def test_what_is_no_msh_file_is_refused(tmp_path):
    (tmp_path / "a.msh").write_bytes(b"no mesh at all, this")
    with pytest.raises(gelenk.Error, match="MSH file"):
        msh_to_obj(tmp_path / "a.msh")
