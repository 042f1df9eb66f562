"""Spread loops: their iterations are independent, so lanes of a GPU may share them."""

import ast
import random
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk.engine.collision import dispatch
from gelenk.engine.collision.dispatch import collision
from gelenk.engine.constraint.rows.make_constraint import make_constraint, reference_constraint
from gelenk.engine.constraint.solver.solve import fwd_constraint
from gelenk.engine.integrate.euler import euler
from gelenk.engine.integrate.implicit import implicit
from gelenk.engine.position.inertia import factor_m, make_m
from gelenk.engine.position.kinematics import com_pos, kinematics
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import spread
from tests.support.races import Races, Watched
from tests.support.tolerance import tol

# stacked balls, a box, limits, friction loss and equalities: rows of every kind, in two islands
TEXT = """<mujoco><option solver="{solver}" cone="{cone}" iterations="20"/>
<worldbody><geom type="plane" size="5 5 .1"/>
<body pos="0 0 .09"><freejoint/><geom size=".1" condim="4"/></body>
<body pos="0 0 .28"><freejoint/><geom size=".1" condim="3"/></body>
<body pos="1 0 .09"><freejoint/><geom type="box" size=".1 .1 .1" condim="3"/></body>
<body pos="2 0 1"><joint name="a" axis="0 1 0" range="-10 -5" frictionloss=".3"/><geom size=".1" pos=".3 0 0"/>
<body pos=".6 0 0"><joint name="b" axis="0 1 0" frictionloss=".2"/>
<geom size=".1" pos=".3 0 0" condim="1"/></body></body>
</worldbody><equality><joint joint1="a" joint2="b" polycoef="0 .5 0 0 0"/></equality></mujoco>"""


# masses at points, whose inertia matrix is a diagonal
CLOTH = """<mujoco><option solver="CG" iterations="20"/><worldbody>
<flexcomp name="cloth" type="grid" count="4 3 1" spacing=".1 .1 .1" dim="2" radius=".01" mass="1" pos="0 0 1">
<contact selfcollide="none"/><edge equality="true"/><pin id="0"/></flexcomp></worldbody></mujoco>"""


def scene(solver, cone):
    m = gelenk.MjModel.from_xml_string(TEXT.format(solver=solver, cone=cone))
    d = gelenk.MjData(m)
    d.qvel[:] = np.random.default_rng(0).normal(0, 0.3, m.nv)
    gelenk.mj_step(m, d, nstep=3)
    gelenk.mj_forward(m, d)
    assert d.nefc > 15 and d.ne and d.nf and d.nl
    return m, d


def solved(m, d, order, lanes=1):
    """Forces and accelerations by plain Python, its spread loops in that order; and the races that were found."""
    d._set_scalar("status", DONE)
    with Races(order, lanes) as races:
        view = Watched(d._view, races)
        reference_constraint(m._view, view)
        fwd_constraint(m._view, view)
    return d.qacc.copy(), d.efc_force.copy(), d.efc_aref.copy(), races


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", ["Newton", "CG", "PGS"])
def test_no_iteration_touches_what_another_one_writes(solver, cone):
    m, d = scene(solver, cone)
    *_, races = solved(m, d, random.Random(0))
    assert not races.found
    assert races.loops >= 5 and races.longest > 10


@pytest.mark.parametrize("solver", ["Newton", "CG"])
def test_the_order_of_iterations_changes_sums_by_rounding_alone(solver):
    m, d = scene(solver, "elliptic")
    *forward, _ = solved(m, d, "forward")
    for order in ("backward", random.Random(1)):
        *other, _ = solved(m, d, order)
        for x, y in zip(other, forward, strict=True):
            # the last bits of the sums move where the iteration ends: the tolerance of the solver bounds that
            assert np.abs(x - y).max() <= tol(1e-6) * max(1.0, np.abs(y).max())


def test_forces_of_edges_are_shared_and_added_to_their_points_in_order():
    m = gelenk.MjModel.from_xml_string(CLOTH)
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, nstep=5)
    gelenk.mj_forward(m, d)
    assert d.ne == m.nflexedge > 20
    *alone, _ = solved(m, d, "forward")
    *together, races = solved(m, d, random.Random(0), 4)
    assert not races.found and races.longest > 20
    for x, y in zip(together, alone, strict=True):
        # sums are in another order, which moves where the iteration ends: as above
        assert np.abs(x - y).max() <= tol(1e-6) * max(1.0, np.abs(y).max())


def test_a_race_is_found():
    class Numbers:
        a = np.zeros(4)
        n = 0.0

    with Races() as races:
        d = Watched(Numbers(), races)
        for i in spread(d, 0, 4):
            d.a[i] = d.a[i] + 1.0
        assert not races.found
        for i in spread(d, 0, 3):
            d.a[i] = d.a[i + 1]
        assert races.found
        races.found.clear()
        for _ in spread(d, 0, 3):
            d.n += 1.0
        assert races.found


def test_what_is_before_the_solver_is_free_of_races_too():
    m, d = scene("Newton", "elliptic")
    with Races(random.Random(0)) as races:
        view = Watched(d._view, races)
        d._set_scalar("status", DONE)
        kinematics(m._view, view)
        com_pos(m._view, view)
        make_m(m._view, view)
        factor_m(m._view, view)
        collision(m._view, view)
        make_constraint(m._view, view)
    assert not races.found
    assert races.loops >= 40 and d.nefc > 15


PILE = """<mujoco><option cone="{cone}"><flag multiccd="enable"/></option>
<asset><mesh name="rock" vertex="0 0 0  .2 0 0  0 .2 0  0 0 .2  .15 .15 .15"/>
<hfield name="ground" nrow="3" ncol="3" size="1 1 .1 .1" elevation="0 0 0 0 1 0 0 0 0"/></asset>
<worldbody><geom type="plane" size="5 5 .1"/><geom type="hfield" hfield="ground" pos="3 0 0"/>
<body pos="0 0 .09"><freejoint/><geom name="b1" type="box" size=".1 .1 .1"/></body>
<body pos=".02 .03 .28"><freejoint/><geom type="box" size=".1 .1 .1" condim="4"/></body>
<body pos=".05 0 .47"><freejoint/><geom type="capsule" size=".1 .1" euler="0 90 0" condim="1"/></body>
<body pos="1 0 .09"><freejoint/><geom type="cylinder" size=".1 .1"/></body>
<body pos="1.18 0 .09"><freejoint/><geom name="e1" type="ellipsoid" size=".1 .1 .1" condim="6"/></body>
<body pos="2 0 -.01"><freejoint/><geom type="mesh" mesh="rock"/></body>
<body pos="2.05 .05 .1"><freejoint/><geom type="mesh" mesh="rock"/></body>
<body pos="3 0 .15"><freejoint/><geom size=".1"/></body>
<body pos="0 2 .09"><joint type="slide" axis="0 0 1"/><geom size=".1"/>
<body pos=".2 0 0"><joint axis="0 1 0"/><geom size=".12" gap=".01"/></body></body>
</worldbody><contact><pair geom1="b1" geom2="e1"/></contact></mujoco>"""
CONTACTS = (
    "geom",
    "dist",
    "pos",
    "frame",
    "dim",
    "friction",
    "exclude",
    "includemargin",
    "efc_address",
    "mu",
)
ROWS = ("type", "id", "pos", "margin", "KBIP", "diagApprox", "R", "D", "J_rowadr", "J_rownnz")


def found_by(m, d, lanes, room, rows=None, colliders=1):
    """Contacts and rows by plain Python, where kernels are told of so many lanes; with ``rows`` others are lost.

    colliders   lanes that have work space to search
    """
    d._set_scalar("status", DONE)
    d._set_scalar("nconmax", room)
    d._set_scalar("ncollider", colliders)
    if rows is not None:
        d._set_scalar("fixed", 1)
        d._set_scalar("nefcmax", rows)
    with Races(random.Random(0), lanes) as races:
        view = Watched(d._view, races)
        collision(m._view, view)
        make_constraint(m._view, view)
    fields = {f"contact_{name}": getattr(d._view, f"contact_{name}")[: d.ncon] for name in CONTACTS}
    fields |= {f"efc_{name}": getattr(d._view, f"efc_{name}")[: d.nefc] for name in ROWS}
    numbers = d._scalar("nJ")
    fields["efc_J"] = d._view.efc_J[:numbers]
    if gelenk.mj_isSparse(m):
        fields["efc_J_colind"] = d._view.efc_J_colind[:numbers]
    counts = {
        name: d._scalar(name) for name in ("ncon", "nefc", "nJ", "need_con", "need_efc", "nl", "nf", "ne")
    }
    return {name: value.copy() for name, value in fields.items()}, counts, races


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_pairs_of_geoms_and_rows_of_contacts_have_a_lane_each_and_the_order_of_one(cone, jacobian):
    m = gelenk.MjModel.from_xml_string(
        PILE.format(cone=cone).replace("<option", f'<option jacobian="{jacobian}"')
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    room = d._scalar("nconmax")
    assert d.ncon > 12
    alone, counts, races = found_by(m, d, 1, room)
    assert not races.found
    loops = races.loops
    together, others, races = found_by(m, d, 4, room)
    assert not races.found and races.loops < loops  # a loop of pairs and contacts, none for each of them
    assert counts == others
    wide, same, races = found_by(m, d, 4, room, colliders=3)
    assert not races.found and counts == same
    for name, values in alone.items():
        np.testing.assert_array_equal(together[name], values, err_msg=name)
        np.testing.assert_array_equal(wide[name], values, err_msg=name)
    few, counts, _ = found_by(m, d, 1, 5)  # of which the list is as long
    same, others, races = found_by(m, d, 4, 5)
    assert not races.found and counts == others and counts["ncon"] <= 5 < counts["need_con"]
    for name, values in few.items():
        np.testing.assert_array_equal(same[name], values, err_msg=name)
    few, counts, _ = found_by(m, d, 1, room, 17)
    same, others, races = found_by(m, d, 4, room, 17)
    assert not races.found and counts == others and 10 < counts["nefc"] <= 17
    for name, values in few.items():
        np.testing.assert_array_equal(same[name], values, err_msg=name)


def test_pairs_that_take_work_space_to_search_are_known_by_their_types(monkeypatch):
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><worldbody><geom size=".1 .1 .1"/><body><freejoint/><geom size=".1 .1 .1"/></body></worldbody>
        </mujoco>"""
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    called = []
    monkeypatch.setattr(dispatch, "call_far", lambda m, d, index, *geoms: called.append(index))
    far = {dispatch.CONVEX_PAIR, dispatch.HFIELD_PAIR, dispatch.SDF_PAIR}
    kinds = range(gelenk.mjtGeom.mjGEOM_SDF + 1)
    searched = 0
    for type1 in kinds:
        for type2 in kinds:
            if type1 <= type2:
                called.clear()
                m._view.geom_type[:] = type1, type2
                dispatch.touch(m._view, d._view, 0, 1)
                assert dispatch.is_searched(type1, type2) == (not far.isdisjoint(called)), (
                    type1,
                    type2,
                )
                searched += not far.isdisjoint(called)
    # all but plane, and seven that have functions, of solids; six of height fields
    assert searched == 28 - 7 + 6


# Every loop is reached, by scenes of which some are here for a loop or two alone

# more than 64 geoms, of few bodies: boxes are put around them; one body has so many that spheres are compared
BOXED = """<mujoco><worldbody><geom type="plane" size="5 5 .1"/>{}</worldbody></mujoco>""".format(
    "".join(
        f'<body pos="{b} 0 .2"><freejoint/>'
        + "".join(
            f'<geom size=".05" pos="{0.1 * (k % 4)} {0.1 * (k // 4)} 0"/>'
            for k in range(32 if b == 5 else 12)
        )
        + "</body>"
        for b in range(6)
    )
)
# sites; a chain, whose rows of the inertia matrix are long; connect has three rows in a block of dofs, and what moves
# without constraints is beside it
CHAIN = """<mujoco><option jacobian="{jacobian}" cone="{cone}" solver="{solver}">
<flag warmstart="{warmstart}"/></option>
<worldbody><body pos="4 0 1"><freejoint/><geom size=".1"/></body>{open}{close}<geom type="plane" size="5 5 .1"/>
<body pos="1 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody>
<equality><connect body1="b7" body2="b3" anchor=".1 0 0"/><joint joint1="j1" joint2="j5" polycoef=".1 .5 0 0 0"/>
<weld body1="b4" body2="b6"/></equality>
<tendon><fixed armature=".1"><joint joint="j2" coef="1"/><joint joint="j3" coef="1"/></fixed></tendon></mujoco>"""
LINKS = "".join(
    f'<body name="b{k}" pos="{0.2 if k else 0} 0 {0 if k else 0.09}"><joint name="j{k}" axis="0 {k % 2} {1 - k % 2}"/>'
    f'<geom size=".1"/><site name="s{k}"/>'
    for k in range(8)
)
# a belt and balls that adhere to it
BELT = """<mujoco><worldbody><geom type="plane" size="5 5 .1" surfacevel="1 0 0 0 0 1" adhesion="1"/>
<body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
<body pos="1 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""
# inertia matrices with that of a tendon, whose rows are short and long
WITH_TENDON = """<mujoco><worldbody>{}</worldbody><tendon><fixed armature=".1"><joint joint="j0" coef="1"/>
<joint joint="j1" coef="1"/></fixed></tendon></mujoco>"""
SHORT = WITH_TENDON.format(
    "".join(
        f'<body pos="{k} 0 0"><joint name="j{k}"/><geom size=".1" pos=".1 0 0"/></body>' for k in range(2)
    )
)
LONG = WITH_TENDON.format(LINKS + "</body>" * 8)


# seven dofs: three columns are left where four are solved at once
SEVEN = """<mujoco><worldbody><geom type="plane" size="5 5 .1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
<body pos="1 0 1"><joint axis="0 1 0"/><geom size=".1"/></body></worldbody></mujoco>"""
# dampers of joints leave the derivative diagonal, one of a tendon does not
DAMPED = """<mujoco><option integrator="{integrator}"/><worldbody>
<body pos="0 0 1"><joint name="a" axis="0 1 0" damping=".1"/><geom size=".1" pos=".3 0 0"/>
<body pos=".6 0 0"><joint name="b" axis="0 1 0" damping=".1"/><geom size=".1" pos=".3 0 0"/></body></body></worldbody>
<tendon><fixed damping="{tendon}"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon></mujoco>"""
BEFORE = (kinematics, com_pos, make_m, factor_m, collision, make_constraint, fwd_constraint)


def scenes_of_all_loops():
    """Models that together reach every loop that is shared."""
    for solver in ("Newton", "CG"):
        for cone in ("pyramidal", "elliptic"):
            yield TEXT.format(solver=solver, cone=cone)
            for jacobian, warmstart in (("dense", "disable"), ("sparse", "enable")):
                yield CHAIN.format(
                    jacobian=jacobian,
                    cone=cone,
                    solver=solver,
                    warmstart=warmstart,
                    open=LINKS,
                    close="</body>" * 8,
                )
    yield PILE.format(cone="elliptic")
    yield BOXED
    yield SHORT
    yield LONG
    yield CLOTH
    yield BELT
    yield SEVEN


def stages_of_all_loops():
    """The same, and models for the integrators, with the stages that run."""
    for text in scenes_of_all_loops():
        yield text, (*BEFORE, reference_constraint)
    for integrator, tendon, stage in (
        ("Euler", 0, euler),
        ("implicit", 0, implicit),
        ("implicitfast", 0, implicit),
        ("implicitfast", 0.1, implicit),
    ):
        yield DAMPED.format(integrator=integrator, tendon=tendon), (stage,)


def shared_lines():
    """(file, line) of every shared loop of the engine."""
    root = Path(gelenk.__file__).parent
    return {
        (str(path), loop.lineno)
        for path in sorted((root / "engine").rglob("*.py"))
        for _, loop in shared_loops(ast.parse(path.read_text()))
    }


def test_every_loop_is_reached_by_two_iterations_or_more():
    reached, found = {}, set()
    for text, stages in stages_of_all_loops():
        m = gelenk.MjModel.from_xml_string(text)
        d = gelenk.MjData(m)
        d.qvel[:] = np.random.default_rng(0).normal(0, 0.3, m.nv)
        gelenk.mj_step(m, d, nstep=3)
        gelenk.mj_forward(m, d)
        for lanes in (1, 4):
            d._set_scalar("status", DONE)
            with Races(random.Random(0), lanes) as races:
                view = Watched(d._view, races)
                for stage in stages:
                    stage(m._view, view)
                    assert d._scalar("status") == DONE, stage
            found |= races.found
            for place, longest in races.reached.items():
                reached[place] = max(longest, reached.get(place, 0))
    assert not found
    missed = sorted(place for place in shared_lines() if reached.get(place, 0) < 2)
    assert not missed, "\n".join(f"{path}:{line}" for path, line in missed)


# What a lane has in a variable is its own: out of a loop comes nothing but what ``total`` adds up, and no way leads
# out of it but its end.


def shared_loops(tree):
    """The functions that have spread loops, with each of these."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for loop in ast.walk(function):
                if (
                    isinstance(loop, ast.For)
                    and getattr(getattr(loop.iter, "func", None), "id", "") == "spread"
                ):
                    yield function, loop


def names(tree, kind):
    return [n for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, kind)]


def leaves(body):
    """Breaks of a loop itself, and returns."""
    for line in body:
        if isinstance(line, ast.Break | ast.Return):
            yield line
        elif isinstance(line, ast.For | ast.While):
            yield from (n for n in ast.walk(line) if isinstance(n, ast.Return))
        else:
            yield from leaves([*getattr(line, "body", []), *getattr(line, "orelse", [])])


def faults(tree):
    """What spread loops do that lanes cannot."""
    every = list(shared_loops(tree))
    within = {id(n) for _, loop in every for n in ast.walk(loop)}
    for function, loop in every:
        for line in leaves(loop.body):
            yield f"{function.name}, line {line.lineno}: a way out of the loop"
        written = {n.id for n in names(loop, ast.Store)}
        summed = {
            id(n)
            for call in ast.walk(function)
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "total"
            for n in names(call, ast.Load)
        }
        stores = [(n.lineno, n.id, id(n) in within) for n in names(function, ast.Store)]
        for n in names(function, ast.Load):
            if n.id not in written or n.lineno <= loop.end_lineno or id(n) in within or id(n) in summed:
                continue
            before = [row for row in stores if row[1] == n.id and loop.lineno <= row[0] < n.lineno]
            if max(before)[2]:
                yield f"{function.name}, line {n.lineno}: {n.id} is that of a lane"


def test_nothing_but_sums_comes_out_of_a_shared_loop():
    root = Path(gelenk.__file__).parent
    trees = {path: ast.parse(path.read_text()) for path in sorted((root / "engine").rglob("*.py"))}
    assert sum(len(list(shared_loops(tree))) for tree in trees.values()) >= 50
    assert not [f"{path.name}: {fault}" for path, tree in trees.items() for fault in faults(tree)]


def test_ways_out_and_variables_of_a_lane_are_found():
    text = """
def f(d, n):
    s = 0.0
    for i in spread(d, 0, n):
        s += i
        if i > 3:
            LEAVE
    RESULT
"""
    assert not list(
        faults(ast.parse(text.replace("LEAVE", "continue").replace("RESULT", "return total(d, s)")))
    )
    assert (
        len(list(faults(ast.parse(text.replace("LEAVE", "break").replace("RESULT", "return total(d, s)")))))
        == 1
    )
    assert len(list(faults(ast.parse(text.replace("LEAVE", "return 1").replace("RESULT", "return 2"))))) == 1
    assert len(list(faults(ast.parse(text.replace("LEAVE", "pass").replace("RESULT", "return s"))))) == 1
