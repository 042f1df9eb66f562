"""What loading imports and keeps: the passes of elements that a model has, one spec, docstrings when asked for."""

import subprocess
import sys
import weakref

import numpy as np
import pytest

import gelenk
from gelenk.api import model_methods
from gelenk.modeling.compiler.compile import CUSTOM, PASS_OF_LIST
from gelenk.modeling.compiler.spec_columns import distinct
from gelenk.modeling.spec.element_classes import LISTS
from gelenk.modeling.spec.field_descriptors import Array, Real
from gelenk.modeling.spec.spec import MjSpec

BALL = '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody>{}</mujoco>'
EARLY = {
    f"gelenk.modeling.compiler.{module}" for module in gelenk._passes
}  # most models have what they compile
LATE_MODULES = {f"gelenk.modeling.compiler.{module}" for module, _ in PASS_OF_LIST.values()} - EARLY
OTHERS = {
    "_hashlib",
    "numpy.ma",
    "gelenk.runtime.binary_model",
    "gelenk.modeling.compiler.mesh.mesh_columns",
    "gelenk.modeling.spec.attach",
    "gelenk.modeling.spec.copy",
    "gelenk.modeling.spec.mesh_shapes",
}

CODE = """
import sys, gelenk
gelenk.MjModel.from_xml_string(sys.argv[1])
print(*sys.modules)
"""


def imported(text):
    done = subprocess.run([sys.executable, "-c", CODE, text], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_a_model_imports_the_passes_of_what_it_has():
    assert {
        "gelenk.modeling.compiler.hfields",
        "gelenk.modeling.compiler.skins",
        "gelenk.modeling.compiler.flex.flex_columns",
    } <= LATE_MODULES
    assert not imported(BALL.format("")) & (LATE_MODULES | OTHERS)
    found = imported(BALL.format('<asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset>'))
    assert found & (LATE_MODULES | OTHERS) == {"gelenk.modeling.compiler.hfields"}


def test_the_data_that_constants_are_computed_with_has_no_room_for_rows():
    m = gelenk.MjModel.from_xml_string(BALL.format(""))
    data = gelenk.MjData._for_constants(m)
    assert 2 * data._memory[1].nbytes < gelenk.MjData(m)._memory[1].nbytes
    gelenk.mj_step(m, data)  # where there are rows after all, it grows
    fresh = gelenk.MjData(m)
    gelenk.mj_step(m, fresh)
    assert np.array_equal(data.qpos, fresh.qpos)


HULL = """
import sys, numpy as np
from gelenk.modeling.compiler.mesh.hull import hull_faces
points = np.random.default_rng(0).random((30, 3))
faces = hull_faces(points, -1)
print(*[name for name in sys.modules if name.startswith(("scipy.spatial", "scipy.linalg"))])
from gelenk.modeling.compiler.mesh.hull import qhull
import scipy.spatial, scipy.linalg
assert (scipy.spatial.ConvexHull, scipy.spatial.QhullError) == qhull()
assert scipy.spatial._qhull.ConvexHull is scipy.spatial.ConvexHull and scipy.linalg.cython_lapack
whole = scipy.spatial.ConvexHull(points, qhull_options="Qt").simplices
assert {frozenset(f) for f in faces.tolist()} == {frozenset(f) for f in whole.tolist()}
"""


def test_hulls_need_no_package_of_scipy_and_leave_it_as_it_is():
    """Once without those packages; once with them, which Qhull is then taken from."""
    for before in ("", "import scipy.spatial\n"):
        done = subprocess.run(
            [sys.executable, "-c", before + HULL], capture_output=True, text=True, check=True
        )
        assert bool(done.stdout.split()) == bool(before)


def test_another_scipy_has_qhull_in_its_package(monkeypatch):
    from gelenk.modeling.compiler.mesh import hull

    monkeypatch.setattr(hull, "QHULL", "scipy.spatial._not_there")
    found = hull.qhull.__wrapped__()
    assert found[0].__name__ == "ConvexHull" and issubclass(found[1], Exception)


def test_every_list_of_a_spec_has_its_pass():
    assert {*PASS_OF_LIST, *CUSTOM, "keys", "meshes", "plugins"} == {*LISTS}


@pytest.mark.parametrize("kind", ["tendon", "actuator", "sensor"])
def test_stated_columns_of_user_data_stay_without_elements(kind):
    m = gelenk.MjModel.from_xml_string(BALL.format(f'<size nuser_{kind}="3"/>'))
    assert getattr(m, f"nuser_{kind}") == 3


def test_keyframes_that_are_only_counted_are_made():
    m = gelenk.MjModel.from_xml_string(BALL.format('<size nkey="2"/>'))
    assert m.nkey == 2 and m.key_qpos.shape == (2, 1)


def parts_of(spec):
    """A body of the spec, and the template of its main class: what cycles go through."""
    return weakref.ref(spec.worldbody.bodies[0]), weakref.ref(spec.default.geom)


def test_the_spec_of_a_model_is_freed_when_another_is_read():
    with model_methods.garbage_collection_paused():
        gelenk.MjModel.from_xml_string(BALL.format("<!-- loaded once: the model cache keeps no spec -->"))
        refs = parts_of(model_methods._last["spec"])
        assert all(ref() is not None for ref in refs)
        gelenk.MjModel.from_xml_string("<mujoco/>")
        assert all(ref() is None for ref in refs)


def test_a_spec_that_somebody_has_asked_for_stays():
    gelenk.MjModel.from_xml_string(BALL.format(""))
    spec = model_methods.last_spec()
    gelenk.MjModel.from_xml_string("<mujoco/>")
    assert len(spec.geoms) == 1 and spec.geoms[0].size[0] == 0.1


def test_fields_tell_what_they_are():
    geom = MjSpec().worldbody.add_geom()
    assert type(geom).pos.__doc__ == type(geom).pos.row.description
    assert "float64 (3)" in type(geom).pos.__doc__
    assert Real.__doc__.startswith("A number") and Array.__doc__.startswith("An array of fixed shape")
    for add in (gelenk.MjSpec.add_mesh, gelenk.MjsBody.add_geom):
        assert "Errors     TypeError" in add.__doc__


@pytest.mark.parametrize("values", [[], [3], [2, 2, 1, 5, 1], [[4, 0], [0, 4]]])
def test_distinct_numbers(values):
    values = np.array(values, np.int64)
    np.testing.assert_array_equal(distinct(values), np.unique(values))
