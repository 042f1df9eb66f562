"""Compare the cost of calls and accesses from Python with 3.5.0; writes docs/calls.md.

    python benchmarks/calls.py

Documents: API / Functions; design / Testing

Both libraries run in one process and alternate; each turn repeats a statement for some milliseconds, and the best
turn is reported. Turns of a statement are spread over the run. The state is the same on both sides: the humanoid after
200 steps. The loop itself, about 0.01 microseconds, is included in all times.
"""

import argparse
import gc
import math
import os
import pickle
import sys
import tempfile
import timeit
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(1, str(ROOT))

import mujoco  # noqa: E402

import gelenk  # noqa: E402
from tools import figures  # noqa: E402

PAGE = ROOT / "docs" / "calls.md"
MODEL = ROOT / "gelenk" / "models" / "humanoid.xml"
ROUNDS = 5  # passes over all statements
# calls of a statement per turn, bounded so that the state drifts little and little garbage accumulates (gc is
# off)
MOST_CALLS = 500
LEAST, MOST = 0.7, 1.5  # targets: geometric mean of all ratios, and largest ratio

# statement -> reason why it takes longer
REASONS = {
    "small.copy()": "every element is copied by itself",
    "small.compile()": "a model of one body: most of it is what every model takes once",
    "d.actuator(0).moment": "all dofs are given, 3.5.0 gives what is stored, without where it belongs",
    "mj_saveModel(m, None, binary)": "a checksum is computed, 3.5.0 copies alone",
}

# statements as programs write them; names refer to corresponding objects of both sides, see Side
STATEMENTS = {
    "Stages and steps": """
        mj_step(m, d)
        mj_forward(m, d)
        mj_kinematics(m, d)
        mj_comPos(m, d)
        mj_comVel(m, d)
        mj_rne(m, d, 0, vector)
        mj_fwdKinematics(m, d)
        mj_projectConstraint(m, d)
    """,
    "State": """
        mj_stateSize(m, full)
        mj_getState(m, d, state, full)
        mj_setState(m, d, state, full)
        mj_copyState(m, d, e, full)
        mj_copyData(e, m, d)
        copy.deepcopy(d)
        mj_resetData(m, e)
        mj_step(m, e); mj_resetData(m, e)
        mj_copyData(e, m, d); mj_copyData(d, m, e)
        mj_resetDataDebug(m, e, 7)
        mj_resetDataKeyframe(m, e, 1)
        copy.copy(d)
        MjData(m)
        mj_readSensor(m, d, 0, 0.0, reading, 0)
        mj_saveModel(m, None, binary)
        MjModel.from_binary_path(saved)
    """,
    "Jacobians, inertia, positions": """
        mj_jac(m, d, jacp, jacr, point, 5)
        mj_jacBody(m, d, jacp, jacr, 5)
        mj_jacBody(m=m, d=d, jacp=jacp, jacr=None, body=5)
        m.geom_bodyid[3]; mj_jacBody(m, d, jacp, jacr, 5)
        mj_jacSubtreeCom(m, d, jacp, 1)
        mj_mulM(m, d, result, vector)
        mj_solveM(m, d, rows, rows)
        mjd_transitionFD(m, d, 1e-6, 1, A, B, None, None)
        mj_fullM(m, square, d.qM)
        mj_integratePos(m, qpos, vector, 1e-9)
        mj_differentiatePos(m, result, 0.1, qpos, d.qpos)
        mj_objectVelocity(m, d, 1, 5, six, 0)
        mj_applyFT(m, d, point, point, point, 5, result)
        mj_contactForce(m, d, 0, six)
        mjd_inverseFD(m, d, 1e-6, 1, square, None, None, None, None, None, None)
        mj_geomDistance(m, d, 5, 9, 1.0, None)
        mj_ray(m, d, above, down, None, 1, -1, geomid)
        mj_multiRay(m, d, above, down, None, 1, -1, geomid, dist, None, 1, 10.0)
        mj_rayFlex(cloth, hanging, 0, 1, 1, 1, 1, 0, above, down)
        mj_mulJacVec(m, d, forces, vector)
        mj_getTotalmass(m)
        mjd_subQuat(quat, other, slopes, None)
    """,
    "Vectors and rotations": """
        mju_quat2Mat(nine, quat)
        mju_quat2Mat(nine, d.xquat[3])
        mju_mulQuat(four, quat, quat)
        mju_rotVecQuat(three, point, quat)
        mju_mat2Quat(four, d.xmat[3])
        mju_subQuat(three, quat, other)
        mju_dot3(point, point)
        mju_normalize4(four)
        mju_quat2Mat(nine, [1, 0, 0, 0])
        mju_cross(three, point, point)
        mju_axisAngle2Quat(four, point, 0.1)
        mju_euler2Quat(four, point, "xyz")
        mju_mulMatVec(three, turn, point)
        mju_mat2Rot(four, d.xmat[3])
        mju_cholSolve(three, turn, point)
        mju_eig3(three, nine, four, d.xmat[3])
        mju_boxQP(start, work, None, turn, point, None, None)
        mju_cholSolveBand(three, band, point, 3, 2, 0)
        mju_bandMulMatVec(three, wide, tall, 3, 2, 0, 1, 1)
        mju_dense2sparse(nine, turn, counts, places, columns)
        mju_n2f(single, point)
        mju_f2n(three, single)
        mju_standardNormal(None)
    """,
    "Names and fields": """
        mj_name2id(m, 1, "head")
        mj_name2id(m, mjtObj.mjOBJ_BODY, "none")
        mj_id2name(m, 1, 3)
        m.body("head").mass
        d.body("head").xpos
        d.joint("right_knee").qpos
        d.qpos
        d.time
        m.nv
        m.opt.timestep
        d.contact[0].dist
        d.contact[0].frame
        d.contact.geom
        d.time = 0.0
        m.opt.timestep = 0.005
        m.geom("head").rgba
        d.sensor(0).data
        copy.copy(m)
        pickle.loads(pickled)
        copy.copy(m.opt)
        copy.copy(d.contact[0])
        MjOption()
        MjContact()
        MjSolverStat()
        m.geom(3).name
        m.body("head").pos[:] = 0.0
        d.joint("right_knee").qpos[0] = 0.0
        d.site(0).xpos
        d.actuator(0).moment
        d.contact[0].geom1
        [c.dist for c in d.contact]
        d.contact[0:2]
        d.warning.number
        d.timer.duration
        [m.body(i).name for i in range(m.nbody)]
        d.ncon
        d.efc_force
        d.warning[0].number
        d.timer[0].duration
        m.opt.gravity
        m.stat.extent
        m.vis.global_.fovy = 45.0
        mj_defaultOption(option)
        mj_defaultVisual(cloth.vis)
        mju_type2Str(5)
        mju_warningText(1, 3)
        mju_writeNumBytes(123456)
        d.nisland
        mj_setLengthRange(m, d, 0, ranges)
    """,
    "Specs": """
        spec.geom("head")
        spec.body("none")
        spec.sensor("none")
        spec.copy()
        small.copy()
        small.to_xml()
        bm.bind(head).size
        bd.bind(head).xpos
        bd.bind(joints).qpos
        spec.geoms
        shape.pos
        shape.pos = point
        shape.rgba = [1, 0, 0, 1]
        shape.name
        shape.mass = 0.5
        spec.modelname = "x"
        small.joints
        spec.delete(spec.worldbody.add_geom(type=2, size=[1, 1, 1]))
        MjSpec.from_string(SMALL)
        MjModel.from_xml_string(SMALL)
        small.compile()
    """,
    "Printing": """
        mj_printModel(m, path)
        mj_printData(m, d, path)
        mj_printScene(scn, path)
    """,
    "Scenes": """
        mjv_updateScene(m, d, opt, None, cam, 7, scn)
        mjv_updateScene(m, d, opt, pert, cam, 7, scn)
        mjv_updateScene(m, d, MjvOption(), MjvPerturb(), MjvCamera(), 7, scn)
        mjv_updateCamera(m, d, cam, scn)
        mjv_makeLights(m, d, scn)
        mjv_initGeom(geom, 2, point, point, nine, red)
        mjv_initGeom(loose, 2, point, point, nine, red)
        mjv_connector(geom, 3, 0.1, point, above)
        mjv_cameraInModel(three, axis, other_axis, scn)
        mjv_cameraFrustum(pair, pair, pair, m, cam)
        mjv_frustumHeight(scn)
        mjv_room2model(three, four, point, quat, scn)
        mjv_alignToCamera(three, point, above)
        mjv_moveCamera(m, 1, 1e-9, 1e-9, scn, cam)
        mjv_movePerturb(m, d, 1, 1e-9, 1e-9, scn, held)
        mjv_applyPerturbPose(m, d, held, 0)
        mjv_applyPerturbForce(m, d, held)
        mjv_initPerturb(m, d, scn, held)
        mjv_select(m, d, opt, 1.0, 0.5, 0.5, scn, three, geomid, geomid, geomid)
        mjv_defaultCamera(cam)
        mjv_defaultFreeCamera(m, free)
        MjvScene(m, 1000)
        MjvCamera()
        MjvOption()
        MjvGeom()
        MjvGLCamera()
        copy.copy(cam)
        copy.copy(opt)
        copy.copy(scn.geoms[3])
        scn.geoms[3].label = "x"
        MjrRect(0, 0, 64, 64)
        mjv_averageCamera(eye, eye)
        mjv_updateScene(m, d, labeled, None, cam, 7, scn)
        scn.geoms[3].pos
        scn.geoms[3].type
        scn.geoms[3].rgba = red
        scn.ngeom = 5
        cam.azimuth = 90.0
        opt.flags[0] = 1
        mjv_updateScene(m, d, decorated, None, cam, 7, scn)
        MjvFigure()
        figure.flg_extend = 1
        figure.linepnt[0] = 10
        pert.select = 0
        scn.geoms[3].label
        figure.title = "x"
    """,
}

# 3.5.0 needs a graphics card for these statements
ALONE = """
    mjr_maxViewport(con)
    mjr_setBuffer(1, con)
    mjr_restoreBuffer(con)
    mjr_rectangle(rect, 1, 0, 0, 1)
    mjr_readPixels(pixels, None, rect, con)
    mjr_readPixels(pixels, depths, rect, con)
    mjr_drawPixels(line, None, rect, con)
    mjr_overlay(0, 0, rect, "left", "right", con)
    mjr_findRect(8, 8, 1, rect)
    mjr_render(rect, scn, con)
"""
SMALL = """<mujoco><worldbody><geom type="plane" size="1 1 1"/>
<body pos="0 0 1"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>"""
CLOTH = """<mujoco><worldbody><flexcomp name="cloth" type="grid" count="4 4 1" spacing=".1 .1 .1" radius=".01" dim="2"
mass="1"/></worldbody></mujoco>"""
STRUCTS = (
    "MjSpec",
    "MjModel",
    "MjvFigure",
    "MjOption",
    "MjContact",
    "MjSolverStat",
    "MjrRect",
    "MjvScene",
    "MjvCamera",
    "MjvOption",
    "MjvPerturb",
    "MjvGeom",
    "MjvGLCamera",
)
SIDE = 64  # width and height of the images [pixels]


def pictures_of(names):
    """Return the arguments of image functions, given the names of gelenk's side."""
    con = gelenk.MjrContext(names["m"], 100)
    gelenk.mjr_setBuffer(1, con)
    return {
        "con": con,
        "rect": gelenk.MjrRect(0, 0, SIDE, SIDE),
        "pixels": np.zeros((SIDE, SIDE, 3), np.uint8),
        "depths": np.zeros((SIDE, SIDE), np.float32),
        "line": np.zeros(SIDE * SIDE * 3, np.uint8),
    }


def scene_of(library, m, d):
    """Return a scene of the state, and the arguments of scene functions."""
    held = library.MjvPerturb()
    held.select, held.active = 2, 1
    shown = library.MjvOption(), None, library.MjvCamera(), 7, library.MjvScene(m, 1000)
    library.mjv_updateScene(m, d, *shown)
    scn = shown[-1]
    library.mjv_initPerturb(m, d, scn, held)
    labeled = library.MjvOption()
    labeled.label = library.mjtLabel.mjLABEL_BODY
    decorated = library.MjvOption()
    for flag in ("CONTACTPOINT", "CONTACTFORCE", "JOINT", "COM"):
        decorated.flags[int(getattr(library.mjtVisFlag, f"mjVIS_{flag}"))] = 1
    return {
        "decorated": decorated,
        "figure": library.MjvFigure(),
        "labeled": labeled,
        "eye": library.MjvGLCamera(),
        "loose": library.MjvGeom(),
        "free": library.MjvCamera(),
        **{name: getattr(library, name) for name in STRUCTS},
        "opt": shown[0],
        "pert": library.MjvPerturb(),
        "held": held,
        "cam": shown[2],
        "scn": scn,
        "geom": scn.geoms[900],
        "red": np.array([1, 0, 0, 1], np.float32),
        "pair": np.zeros(2, np.float32),
        "axis": np.zeros(3),
        "other_axis": np.zeros(3),
    }


class Side:
    """One of the two libraries, with the objects that the statements name."""

    def __init__(self, library, state=None):
        m = library.MjModel.from_xml_path(str(MODEL))
        d, e = library.MjData(m), library.MjData(m)
        nv = m.nv
        every = int(library.mjtState.mjSTATE_INTEGRATION)
        if state is None:
            library.mj_step(m, d, 200)
            state = np.zeros(library.mj_stateSize(m, every))
            library.mj_getState(m, d, state, every)
        self.start = state
        full = int(library.mjtState.mjSTATE_FULLPHYSICS)
        library.mj_setState(m, d, state, every)
        library.mj_forward(m, d)
        self.every = every
        spec = library.MjSpec.from_file(str(MODEL))
        cloth = library.MjModel.from_xml_string(CLOTH)
        hanging = library.MjData(cloth)
        library.mj_forward(cloth, hanging)
        bound = spec.copy()
        bm = bound.compile()
        binary = np.zeros(library.mj_sizeModel(m), np.uint8)
        self.folder = tempfile.TemporaryDirectory()
        saved = f"{self.folder.name}/m.mjb"
        library.mj_saveModel(m, saved, None)
        self.names = (
            {n: getattr(library, n) for n in dir(library) if n.startswith("mj")}
            | {
                "MjData": library.MjData,
                "copy": __import__("copy"),
                "pickle": pickle,
                "pickled": pickle.dumps(m),
                "spec": spec,
                "shape": spec.geom("head"),
                "bm": bm,
                "bd": library.MjData(bm),
                "head": bound.geom("head"),
                "joints": bound.joints[1:],
                "small": library.MjSpec.from_string(SMALL),
                "SMALL": SMALL,
                "path": os.devnull,
                "turn": np.eye(3),
                "m": m,
                "d": d,
                "e": e,
                "cloth": cloth,
                "binary": binary,
                "saved": saved,
                "ranges": library.MjLROpt(),
                "option": library.MjOption(),
                "reading": np.zeros(m.sensor_dim[0]),
                "hanging": hanging,
                "single": np.zeros(3, np.float32),
                "full": full,
                "state": np.zeros(library.mj_stateSize(m, full)),
                "jacp": np.zeros((3, nv)),
                "jacr": np.zeros((3, nv)),
                "square": np.zeros((nv, nv)),
                "vector": 0.1 * np.ones(nv),
                "result": np.zeros(nv),
                "A": np.zeros((2 * nv, 2 * nv)),
                "B": np.zeros((2 * nv, m.nu)),
                "rows": np.ones((1, nv)),
                "qpos": d.qpos.copy(),
                "point": np.array([0.1, 0.2, 0.3]),
                "six": np.zeros(6),
                "above": np.array([0.0, 0.0, 3.0]),
                "down": np.array([0.0, 0.0, -1.0]),
                "geomid": np.zeros(1, np.int32),
                "dist": np.zeros(1),
                "forces": np.zeros(d.nefc),
                "slopes": np.zeros((3, 3)),
                "three": np.zeros(3),
                "four": np.ones(4),
                "nine": np.zeros(9),
                "start": np.zeros(3),
                "work": np.zeros((3, 10)),
                "band": np.array([0.0, 1, 0, 1, 0, 1]),
                "wide": np.array([[0.0, 1], [0, 1], [0, 1]]),
                "tall": np.ones((3, 1)),
                "counts": np.zeros(3, np.int32),
                "places": np.zeros(3, np.int32),
                "columns": np.zeros(9, np.int32),
                "quat": np.array([0.5, 0.5, -0.5, 0.5]),
                "other": np.array([0.6, 0.0, 0.8, 0.0]),
            }
            | scene_of(library, m, d)
        )
        library.mj_getState(m, d, self.names["state"], full)

    def timer(self, statement):
        """Return a timer of a statement that starts from the common state."""
        return timeit.Timer(statement, "restore()", globals=self.names | {"restore": self.restore})

    def restore(self):
        """Restore the state from which every turn starts."""
        names = self.names
        names["mj_setState"](names["m"], names["d"], self.start, self.every)
        names["mj_forward"](names["m"], names["d"])
        names["rows"][...], names["result"][...] = 1.0, 0.0


class Turns:
    """Times of a statement on both sides; the best time is reported."""

    def __init__(self, sides, statement, seconds):
        self.timers = [side.timer(statement) for side in sides]
        self.best = [math.inf for _ in sides]
        self.number = []
        for timer in self.timers:
            timer.timeit(1)  # load and compile before the measurement
            count = 1
            while (took := timer.timeit(count)) < seconds / 10:
                count *= 4
            self.number.append(max(1, min(int(count * seconds / took), MOST_CALLS)))

    def take(self, turns):
        """Run this many turns of each side."""
        for _ in range(turns):
            for k, (timer, number) in enumerate(zip(self.timers, self.number, strict=True)):
                self.best[k] = min(self.best[k], 1e6 * timer.timeit(number) / number)


def compare(sides, asked, turns, seconds):
    """Return the best times of each statement on the sides [µs].

    Turns of a statement are spread over the run, so that a few slow seconds do not affect all of them.
    """
    found = {statement: Turns(sides, statement, seconds) for statement in asked}
    for k in range(ROUNDS):
        for one in found.values():
            gc.collect()  # free garbage of the other statements
            one.take((turns + k) // ROUNDS)
    return {statement: one.best for statement, one in found.items()}


def lines_of(text):
    """Return the statements of a text, one per line."""
    return [line.strip() for line in text.split("\n") if line.strip()]


def statements():
    """Return title -> statements."""
    return {title: lines_of(text) for title, text in STATEMENTS.items()}


def geometric_mean(ratios):
    """Return the geometric mean of ratios."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def alone(rows):
    """Return the table of statements that only gelenk runs."""
    head = [
        "## Pictures",
        "",
        f"Of {SIDE} x {SIDE} pixels; 3.5.0 needs a graphics card, or a driver that plays one.",
        "",
    ]
    return [
        *head,
        "| statement | gelenk |",
        "|---|---|",
        *(f"| `{s}` | {a:.2f} |" for s, a in rows.items()),
        "",
    ]


def page(rows, pictures, note):
    """Return the page: one table with a line for each statement."""
    ratios = {s: ours / theirs for group in rows.values() for s, (ours, theirs) in group.items()} or {"": 1.0}
    worst = max(ratios, key=ratios.__getitem__)
    lines = [
        "# Calls from Python",
        "",
        "Written by `python benchmarks/calls.py`: microseconds of a call or an access, both libraries in turns in one",
        f"process, the best of each; the humanoid, mujoco {mujoco.__version__}, numpy {np.__version__}, "
        f"Python {sys.version.split()[0]}.{note}",
        "The collector is off, as timeit has it; with it, what a copy of a spec leaves to it costs a third more.",
        "",
        f"Geometric mean of all {len(ratios)} ratios: **{geometric_mean(ratios.values()):.2f}**. "
        f"The largest is {ratios[worst]:.2f}: `{worst}`.",
        "",
        *(f"- `{s}` takes longer: {why}." for s, why in REASONS.items() if ratios.get(s, 0.0) > MOST),
        "",
    ]
    for title, group in rows.items():
        lines += [f"## {title}", "", "| statement | gelenk | 3.5.0 | ratio |", "|---|---|---|---|"]
        lines += [f"| `{s}` | {a:.2f} | {b:.2f} | {a / b:.2f} |" for s, (a, b) in group.items()]
        lines.append("")
    return "\n".join(lines + (alone(pictures) if pictures else []))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.01, help="of one turn")
    parser.add_argument("--only", default="", help="statements that contain this; no page is written")
    given = parser.parse_args()
    theirs = Side(mujoco)
    sides = [Side(gelenk, theirs.start), theirs]
    groups = {title: [s for s in group if given.only in s] for title, group in statements().items()}
    best = compare(sides, [s for group in groups.values() for s in group], given.turns, given.seconds)
    rows = {title: {s: best[s] for s in group} for title, group in groups.items()}
    sides[0].names |= pictures_of(sides[0].names)
    asked = [s for s in lines_of(ALONE) if given.only in s]
    pictures = {s: ours for s, (ours,) in compare(sides[:1], asked, given.turns, given.seconds).items()}
    load = os.getloadavg()[0]
    note = f" The machine was busy with other work (load {load:.1f})." if load > 1.5 else ""
    text = page({title: group for title, group in rows.items() if group}, pictures, note)
    print(text)
    if not given.only:
        PAGE.write_text(text)
        figures.write_readme()


if __name__ == "__main__":
    main()
