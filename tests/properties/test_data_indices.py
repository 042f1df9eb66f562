"""Indices in MjData: garbage written by a user is found before a stage that starts in the middle reads it."""

import numpy as np
import pytest

import gelenk
from tests.support import models

ALL = ["mj_step2", "mj_fwdConstraint", "mj_forwardSkip"]
SENSORS = ["mj_sensorPos", "mj_sensorVel", "mj_sensorAcc", "mj_rnePostConstraint"]
GARBAGE = [10**6, -7, 2**31 - 1, -(2**31)]


def call(name, m, d):
    function = getattr(gelenk, name)
    if name == "mj_forwardSkip":
        function(m, d, gelenk.mjtStage.mjSTAGE_POS, 0)
    elif name == "mj_contactForce":
        function(m, d, 0, np.zeros(6))
    elif name == "mj_constraintUpdate":
        function(m, d, np.zeros(d.nefc), np.zeros(1), 1)
    else:
        function(m, d)


def ready(option):
    text = models.LOOPS.replace("<worldbody>", f"<option {option}/><worldbody>", 1)
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 40)
    gelenk.mj_forward(m, d)
    assert d.ncon > 0 and d.nefc > 20
    return m, d


@pytest.mark.parametrize("value", GARBAGE)
@pytest.mark.parametrize(
    "names", [[*ALL, *SENSORS, "mj_makeConstraint", "mj_contactForce", "mj_constraintUpdate"]]
)
@pytest.mark.parametrize("field", ["geom", "flex", "dim", "efc_address"])
def test_garbage_in_a_contact_raises_and_names_it(names, field, value):
    m, d = ready("")
    column = getattr(d.contact, field)
    old = column.flat[-1]
    column.flat[-1] = value
    for name in names:
        with pytest.raises(IndexError, match=rf"contact\.{field}"):
            call(name, m, d)
    column.flat[-1] = old
    for name in names:
        call(name, m, d)


@pytest.mark.parametrize("value", GARBAGE)
@pytest.mark.parametrize("field", ["efc_id", "efc_type", "efc_J_rowadr", "efc_J_rownnz", "efc_J_colind"])
def test_garbage_in_rows_raises(field, value):
    m, d = ready('jacobian="sparse"')
    names = [
        *ALL,
        *SENSORS,
        "mj_island",
        "mj_constraintUpdate",
        "mj_referenceConstraint",
    ]
    at = d.nefc // 2 if field != "efc_J_colind" else int(d.efc_J_rowadr[d.nefc // 2])
    old = getattr(d, field)[at]
    getattr(d, field)[at] = value
    for name in names:
        with pytest.raises(IndexError, match="efc_"):
            call(name, m, d)
    gelenk.mj_fwdPosition(m, d)  # makes them anew
    assert getattr(d, field)[at] == old
    for name in names:
        call(name, m, d)


def test_rows_that_together_are_longer_than_the_matrix_raise():
    """Each fits; what copies them one behind the other would leave its buffer."""
    m, d = ready('jacobian="sparse"')
    d.efc_J_rowadr[:] = 0
    d.efc_J_rownnz[:] = d.efc_J.size
    for name in ("mj_island", "mj_fwdConstraint"):
        with pytest.raises(IndexError, match="efc_J_rowadr"):
            call(name, m, d)


def test_garbage_in_rows_is_found_when_islands_are_read():
    _, d = ready('jacobian="sparse"')
    d.efc_J_colind[3] = 10**6
    with pytest.raises(IndexError, match="efc_J_colind"):
        _ = d.nisland


def test_a_dual_solver_without_its_matrix_raises():
    for jacobian in ("dense", "sparse"):
        m, d = ready(f'jacobian="{jacobian}"')
        m.opt.solver = gelenk.mjtSolver.mjSOL_PGS
        if jacobian == "dense":
            with pytest.raises(IndexError, match="efc_AR"):
                gelenk.mj_fwdConstraint(m, d)
        gelenk.mj_projectConstraint(m, d)
        gelenk.mj_fwdConstraint(m, d)
        if jacobian == "sparse":
            kept, d.efc_J_colind[2] = int(d.efc_J_colind[2]), -9
            with pytest.raises(IndexError, match="efc_J_colind"):
                gelenk.mj_projectConstraint(m, d)
            d.efc_J_colind[2] = kept
            d.efc_AR_colind[2] = -9
            with pytest.raises(IndexError, match="efc_AR_colind"):
                gelenk.mj_fwdConstraint(m, d)


@pytest.mark.parametrize("value", GARBAGE)
def test_garbage_in_moments_and_tendon_jacobians_raises(value):
    m = gelenk.MjModel.from_xml_string(models.ARM)
    m.opt.jacobian = gelenk.mjtJacobian.mjJAC_SPARSE
    d = gelenk.MjData(m)
    for field in (
        "moment_rowadr",
        "moment_rownnz",
        "moment_colind",
        "ten_J_rowadr",
        "ten_J_rownnz",
        "ten_J_colind",
    ):
        gelenk.mj_forward(m, d)
        getattr(d, field).flat[0] = value
        part = field.split("_row")[0].split("_col")[0]
        for name in ("mj_step2", "mj_fwdVelocity", "mj_implicit"):
            with pytest.raises(IndexError, match=part):
                call(name, m, d)
        with pytest.raises(IndexError, match=part):
            gelenk.mj_fwdActuation(m, d) if part == "moment" else gelenk.mj_passive(m, d)


def test_what_a_callback_writes_is_checked():
    m, d = ready("")

    def control(m, d):
        d.contact.geom[:] = 10**6

    gelenk.set_mjcb_control(control)
    try:
        with pytest.raises(IndexError, match=r"contact\.geom"):
            gelenk.mj_step(m, d)
    finally:
        gelenk.set_mjcb_control(None)
    gelenk.mj_step(m, d)


def test_a_contact_of_nothing_that_is_added_raises():
    m, d = ready("")
    contact = gelenk.MjContact()
    contact.dim, contact.geom1, contact.geom2 = 3, 0, 77
    contact.flex = -1
    gelenk.mj_addContact(m, d, contact)
    with pytest.raises(IndexError, match=r"contact\.geom"):
        gelenk.mj_makeConstraint(m, d)


def test_stale_contacts_are_not_an_error():
    """Collision alone renumbers contacts; the rows are still those of the old ones."""
    m, d = ready("")
    d.qpos[2] += 1.0
    gelenk.mj_kinematics(m, d)
    gelenk.mj_collision(m, d)
    gelenk.mj_fwdVelocity(m, d)
    gelenk.mj_sensorAcc(m, d)
    d.ncon = 0
    gelenk.mj_fwdConstraint(m, d)
