"""Support and utility functions against the reference, on the same numbers, to rounding."""

import numpy as np
import pytest

import gelenk
from gelenk.tables.docstrings import SIGNATURES
from tests.support import models
from tests.support.tolerance import tol

reference = pytest.importorskip("mujoco")
BOTH = (gelenk, reference)
NAMES = ["arm", "loops", "humanoid", "chain100", "arm7"]


def agree(ours, theirs, what, rtol=1e-9):
    """Equal within ``rtol`` of the largest number."""
    ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
    assert ours.shape == theirs.shape, f"{what}: {ours.shape} {theirs.shape}"
    if theirs.size:
        assert np.array_equal(np.isnan(ours), np.isnan(theirs)), what
        error = np.abs(np.nan_to_num(ours) - np.nan_to_num(theirs)).max()
        assert error <= tol(rtol) * max(1.0, np.abs(np.nan_to_num(theirs)).max()), (
            f"{what}: differs by {error}"
        )


class Pair:
    """The same model and state in both."""

    def __init__(self, name):
        self.m = [models.load(name, module) for module in BOTH]
        self.d = [module.MjData(m) for module, m in zip(BOTH, self.m, strict=True)]
        m, self.rng = self.m[1], np.random.default_rng(len(name))
        qpos = self.d[1].qpos.copy()
        reference.mj_integratePos(m, qpos, 0.3 * self.rng.standard_normal(m.nv), 1.0)
        state = {
            "qpos": qpos,
            "qvel": self.rng.standard_normal(m.nv),
            "ctrl": self.rng.uniform(-1, 1, m.nu),
            "act": self.rng.uniform(0, 1, m.na),
            "qfrc_applied": self.rng.standard_normal(m.nv),
            "xfrc_applied": self.rng.standard_normal((m.nbody, 6)),
        }
        for module, mm, d in zip(BOTH, self.m, self.d, strict=True):
            for field, value in state.items():
                getattr(d, field)[...] = value
            mm.opt.tolerance, mm.opt.iterations = 1e-14, 200
            module.mj_forward(mm, d)
        self.state = state

    def same(self, function, *arguments, outputs=(), rtol=1e-9, data=True):
        """Call ``function`` in both with fresh ``outputs`` (shapes) before ``arguments``, and compare."""
        results = []
        for module, m, d in zip(BOTH, self.m, self.d, strict=True):
            out = [np.zeros(s) if isinstance(s, tuple | int) else s.copy() for s in outputs]
            value = getattr(module, function)(m, *([d] if data else []), *out, *arguments)
            results.append([*out, *([] if value is None else [value])])
        for k, (ours, theirs) in enumerate(zip(*results, strict=True)):
            agree(ours, theirs, f"{function} output {k}", rtol)
        return results[0]


@pytest.fixture(scope="module", params=NAMES)
def pair(request):
    return Pair(request.param)


def test_jacobians(pair):
    m, rng = pair.m[1], pair.rng
    jac = (3, m.nv)
    for body in {1, m.nbody // 2, m.nbody - 1, *np.flatnonzero(m.body_subtreemass == 0)[:1]}:
        point, axis = rng.standard_normal(3), rng.standard_normal(3)
        pair.same("mj_jac", point, body, outputs=(jac, jac))
        pair.same("mj_jacDot", point, body, outputs=(jac, jac))
        pair.same("mj_jacBody", body, outputs=(jac, jac))
        pair.same("mj_jacBodyCom", body, outputs=(jac, jac))
        pair.same("mj_jacPointAxis", point, axis, body, outputs=(jac, jac))
        pair.same("mj_jacSubtreeCom", body, outputs=(jac,))
        pair.same("mj_angmomMat", body, outputs=(jac,))
    pair.same("mj_jacGeom", m.ngeom - 1, outputs=(jac, jac))
    if m.nsite:
        pair.same("mj_jacSite", m.nsite - 1, outputs=(jac, jac))


def test_the_mass_matrix_and_what_multiplies_with_it(pair):
    m, rng = pair.m[1], pair.rng
    x = rng.standard_normal(m.nv)
    pair.same("mj_mulM", x, outputs=(m.nv,))
    pair.same("mj_mulM2", x, outputs=(m.nv,))
    pair.same("mj_solveM", rng.standard_normal((2, m.nv)), outputs=((2, m.nv),), rtol=tol(1e-8))
    scale = 1 / np.sqrt(rng.uniform(1, 2, m.nv))
    pair.same("mj_solveM2", rng.standard_normal((1, m.nv)), scale, outputs=((1, m.nv),), rtol=tol(1e-8))
    for flag in (0, 1):
        results = []
        for module, mm, d in zip(BOTH, pair.m, pair.d, strict=True):
            results.append(np.zeros(m.nv))
            module.mj_rne(mm, d, flag, results[-1])
        agree(*results, "mj_rne", 1e-6)
    full = []
    for module, mm, d in zip(BOTH, pair.m, pair.d, strict=True):
        M = np.zeros((m.nv, m.nv))
        module.mj_fullM(mm, M, d.qM)
        full.append(M)
    agree(*full, "mj_fullM")


def test_constraint_jacobian_products(pair):
    m, d = pair.m[1], pair.d[1]
    assert pair.d[0].nefc == d.nefc
    if d.nefc:
        pair.same("mj_mulJacVec", pair.rng.standard_normal(m.nv), outputs=(d.nefc,))
        pair.same("mj_mulJacTVec", pair.rng.standard_normal(d.nefc), outputs=(m.nv,))
    for name in ("mj_isSparse", "mj_isDual", "mj_isPyramidal"):
        pair.same(name, data=False)


def test_motion_of_objects(pair):
    m = pair.m[1]
    for module, mm, d in zip(BOTH, pair.m, pair.d, strict=True):
        module.mj_rnePostConstraint(mm, d)
    counts = {"BODY": m.nbody, "XBODY": m.nbody, "GEOM": m.ngeom, "SITE": m.nsite, "CAMERA": m.ncam}
    for kind, count in counts.items():
        for i in range(0, count, max(1, count // 3)):
            for local in (0, 1):
                objtype = int(getattr(reference.mjtObj, f"mjOBJ_{kind}"))
                results = []
                for module, mm, d in zip(BOTH, pair.m, pair.d, strict=True):
                    v, a = np.zeros(6), np.zeros(6)
                    module.mj_objectVelocity(mm, d, objtype, i, v, local)
                    module.mj_objectAcceleration(mm, d, objtype, i, a, local)
                    results.append((v, a))
                agree(results[0][0], results[1][0], f"velocity of {kind} {i}")
                agree(results[0][1], results[1][1], f"acceleration of {kind} {i}", 1e-5)


def test_forces_and_positions(pair):
    m, rng = pair.m[1], pair.rng
    force, torque, point = rng.standard_normal((3, 3))
    results = []
    for module, mm, d in zip(BOTH, pair.m, pair.d, strict=True):
        qfrc = np.ones(m.nv)
        module.mj_applyFT(mm, d, force, torque, point, m.nbody - 1, qfrc)
        results.append(qfrc)
    agree(*results, "mj_applyFT")
    velocity, target = rng.standard_normal(m.nv), pair.state["qpos"]
    results = []
    for module, mm in zip(BOTH, pair.m, strict=True):
        qpos, qvel = target.copy(), np.zeros(m.nv)
        module.mj_integratePos(mm, qpos, velocity, 0.3)
        module.mj_differentiatePos(mm, qvel, 0.3, target, qpos)
        scaled = 2.0 * qpos
        module.mj_normalizeQuat(mm, scaled)
        results.append(np.concatenate([qpos, qvel, scaled]))
    agree(*results, "mj_integratePos and back")
    # integration and differentiation are inverse
    np.testing.assert_allclose(results[0][m.nq : m.nq + m.nv], velocity, atol=tol(1e-12 * 100))
    results = []
    for module, d in zip(BOTH, pair.d, strict=True):
        xpos, xmat = np.zeros(3), np.zeros(9)
        module.mj_local2Global(d, xpos, xmat, point, np.array([0.5, 0.5, -0.5, 0.5]), m.nbody - 1, 0)
        results.append(np.concatenate([xpos, xmat]))
    agree(*results, "mj_local2Global")


def test_states_pack_the_same(pair):
    bits = [1 << k for k in range(14)]
    for sig in (
        *bits,
        0,
        8191,
        int(reference.mjtState.mjSTATE_FULLPHYSICS),
        int(reference.mjtState.mjSTATE_INTEGRATION),
    ):
        size = pair.same("mj_stateSize", sig, data=False)[0]
        # warmstart and history are the solver's own
        if not sig & int(reference.mjtState.mjSTATE_WARMSTART):
            values = []
            for module, m, d in zip(BOTH, pair.m, pair.d, strict=True):
                state = np.zeros(size)
                module.mj_getState(m, d, state, sig)
                values.append(state)
            agree(*values, f"mj_getState {sig}")


def test_rays_hit_the_same_geoms(pair):
    m = pair.m[1]
    center, extent = np.array(m.stat.center), m.stat.extent
    for _ in range(20):
        source = pair.rng.standard_normal(3)
        source = center + 1.5 * extent * source / np.linalg.norm(source)
        ray = center + 0.2 * extent * pair.rng.standard_normal(3) - source
        results = []
        for module, mm, d in zip(BOTH, pair.m, pair.d, strict=True):
            geom = np.array([-7], np.int32)
            results.append((module.mj_ray(mm, d, source, ray, None, 1, -1, geom), geom[0]))
        agree(*results, "mj_ray", 1e-8)


def test_distances_between_geoms(pair):
    m = pair.m[1]
    ids = [g for g in range(m.ngeom) if m.geom_type[g] != reference.mjtGeom.mjGEOM_PLANE]
    for _ in range(6):
        a, b = pair.rng.choice(ids, 2, replace=False)
        results = []
        for module, mm, d in zip(BOTH, pair.m, pair.d, strict=True):
            results.append(module.mj_geomDistance(mm, d, int(a), int(b), 5.0, np.zeros(6)))
        if results[1] > 0:
            agree(*results, "mj_geomDistance", 1e-5)


def test_forces_of_contacts(pair):
    assert pair.d[0].ncon == pair.d[1].ncon
    for i in range(min(10, pair.d[1].ncon)):
        results = []
        for module, m, d in zip(BOTH, pair.m, pair.d, strict=True):
            force = np.zeros(6)
            module.mj_contactForce(m, d, i, force)
            results.append(force)
        agree(*results, "mj_contactForce", 1e-3)


def test_the_mass_of_everything(pair):
    pair.same("mj_getTotalmass", data=False)


# mju_*: random arguments from the table of signatures

SKIP = {
    "mju_printMat", "mju_printMatSparse",  # they print
    "mju_writeLog", "mju_warningText",  # texts of our own
    "mju_standardNormal",  # random
    "mju_boxQP", "mju_cholFactorBand", "mju_cholSolveBand", "mju_band2Dense", "mju_dense2Band",
    "mju_bandMulMatVec",
    "mju_sparse2dense", "mju_dense2sparse", "mju_raySkin", "mju_getXMLDependencies", "mju_bandDiag",  # below
    "mju_Halton", "mju_eig3", "mju_insertionSort", "mju_insertionSortInt", "mju_euler2Quat",
    "mju_decodePyramid",
    "mju_encodePyramid",
    "mju_cholUpdate", "mju_cholSolve", "mju_cholFactor", "mju_rayGeom", "mju_str2Type", "mju_type2Str",
    "mju_sqrMatTD",
}  # fmt: skip
SIZES = {"mju_sqrMatTD.diag": 3}


def value_for(argument, rng):
    """A random value for ``argument``: vectors of 3, matrices 3 by 3, quaternions of length one."""
    if argument.kind == "i":
        return int(rng.integers(1, 5))
    if argument.kind == "f":
        return float(rng.uniform(0.1, 2))
    shape = (int(argument.form),) if argument.form.isdecimal() else (3, 3) if argument.is_matrix else (3,)
    value = rng.standard_normal(shape)
    if shape == (4,):
        value /= np.linalg.norm(value)
    if shape == (9,) and argument.name in ("mat", "rotnew2old"):
        value = np.linalg.qr(value.reshape(3, 3))[0].ravel()
    return value.astype(argument.dtype)


@pytest.mark.parametrize(
    "name",
    [
        n
        for n in sorted(SIGNATURES)
        if n.startswith("mju_") and n not in SKIP and all(hasattr(m, n) for m in BOTH)
    ],
)
def test_utility_functions(name):
    rng = np.random.default_rng(sum(map(ord, name)))
    for _ in range(20):
        values = [value_for(a, rng) for a in SIGNATURES[name].arguments]
        copies = [[np.copy(v) if isinstance(v, np.ndarray) else v for v in values] for _ in BOTH]
        results = []
        for module, arguments in zip(BOTH, copies, strict=True):
            try:
                results.append(getattr(module, name)(*arguments))
            except TypeError as error:
                results.append(error)
        assert isinstance(results[0], TypeError) == isinstance(results[1], TypeError), results
        if not isinstance(results[0], TypeError) and results[1] is not None:
            agree(results[0], results[1], name, 1e-12) if not isinstance(results[1], str) else None
            if isinstance(results[1], str):
                assert results[0] == results[1]
        for k, (ours, theirs) in enumerate(zip(*copies, strict=True)):
            if isinstance(ours, np.ndarray):
                agree(ours, theirs, f"{name} argument {k}", 1e-12)


def both(name, *arguments):
    """Results and written arrays of both."""
    results = []
    for module in BOTH:
        own = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
        value = getattr(module, name)(*own)
        arrays = [a for a in own if isinstance(a, np.ndarray)]
        results.append([*arrays, *([] if value is None else [value])])
    for k, (ours, theirs) in enumerate(zip(*results, strict=True)):
        if isinstance(theirs, str):
            assert ours == theirs
        else:
            agree(ours, theirs, f"{name} {k}", 1e-11)


def test_factors_bands_and_sparse_matrices():
    rng = np.random.default_rng(5)
    A = rng.standard_normal((6, 6))
    A = A @ A.T + np.eye(6)
    both("mju_cholFactor", A, 1e-9)
    S = A[:3, :3].copy().ravel()
    both("mju_eig3", np.zeros(3), np.zeros(9), np.zeros(4), S)
    for base in (2, 3, 7):
        both("mju_Halton", 5, base)
    L = A.copy()
    reference.mju_cholFactor(L, 1e-9)
    both("mju_cholSolve", np.zeros(6), L, rng.standard_normal(6))
    both("mju_cholUpdate", L, 0.3 * rng.standard_normal(6), 1)
    both("mju_cholUpdate", L, 0.01 * rng.standard_normal(6), 0)
    both("mju_sqrMatTD", np.zeros((6, 6)), A, rng.uniform(1, 2, 6))
    ntotal, nband, ndense = 6, 3, 2
    band = np.zeros((ntotal - ndense) * nband + ndense * ntotal)
    both("mju_dense2Band", band, A, ntotal, nband, ndense)
    reference.mju_dense2Band(band, A, ntotal, nband, ndense)
    both("mju_band2Dense", np.zeros((6, 6)), band, ntotal, nband, ndense, 1)
    both("mju_cholFactorBand", band, ntotal, nband, ndense, 0.1, 0.0)
    both(
        "mju_bandMulMatVec",
        np.zeros(6),
        band.reshape(1, -1),
        rng.standard_normal((6, 1)),
        ntotal,
        nband,
        ndense,
        1,
        1,
    )
    reference.mju_cholFactorBand(band, ntotal, nband, ndense, 1.0, 0.0)
    both("mju_cholSolveBand", np.zeros(6), band, rng.standard_normal(6), ntotal, nband, ndense)
    for i in range(6):
        both("mju_bandDiag", i, ntotal, nband, ndense)
    sparse = np.where(rng.uniform(size=(4, 5)) < 0.4, rng.standard_normal((4, 5)), 0.0)
    n = int((sparse != 0).sum())
    integers = [np.zeros(4, np.int32), np.zeros(4, np.int32), np.zeros(n, np.int32)]
    both("mju_dense2sparse", np.zeros(n), sparse, *integers)
    values = np.zeros(n)
    reference.mju_dense2sparse(values, sparse, *integers)
    both("mju_sparse2dense", np.zeros((4, 5)), values, *integers)


def test_box_constrained_quadratic_programs():
    rng = np.random.default_rng(6)
    for _ in range(10):
        H = rng.standard_normal((5, 5))
        H = H @ H.T + 0.1 * np.eye(5)
        arguments = [np.zeros(5), np.zeros((5, 12)), np.zeros(5, np.int32), H, rng.standard_normal(5)]
        results = []
        for module in BOTH:
            own = [a.copy() for a in arguments]
            count = module.mju_boxQP(*own, -np.full(5, 0.3), np.full(5, 0.4))
            results.append((own[0], count))
        agree(results[0][0], results[1][0], "mju_boxQP", 1e-9)
        assert results[0][1] == results[1][1]


def test_texts_sorting_cones_and_rays():
    rng = np.random.default_rng(7)
    for kind in range(30):
        both("mju_type2Str", kind)
    for text in ("body", "joint", "geom", "no such type", ""):
        both("mju_str2Type", text)
    both("mju_insertionSort", rng.standard_normal(9))
    both("mju_insertionSortInt", rng.integers(-9, 9, 9).astype(np.int32))
    for order in ("xyz", "XYZ", "zYx", "XzX"):
        both("mju_euler2Quat", np.zeros(4), rng.standard_normal(3), order)
    mu = rng.uniform(0.2, 1, 3)
    both("mju_encodePyramid", np.zeros(6), np.array([2.0, 0.1, 0.2, -0.1]), mu)
    both("mju_decodePyramid", np.zeros(4), rng.uniform(0, 1, 6), mu)
    R = np.linalg.qr(rng.standard_normal((3, 3)))[0].ravel()
    for kind in ("PLANE", "SPHERE", "CAPSULE", "ELLIPSOID", "CYLINDER", "BOX"):
        for _ in range(10):
            source = rng.standard_normal(3)
            geom = int(getattr(reference.mjtGeom, f"mjGEOM_{kind}"))
            both(
                "mju_rayGeom",
                np.zeros(3),
                R,
                np.array([0.5, 0.4, 0.3]),
                2 * source,
                -source + 0.2 * rng.standard_normal(3),
                geom,
            )
