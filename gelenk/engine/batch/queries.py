"""What programs ask of many worlds: Jacobians of points, and rays.

Documents: design / Batches; API / mj_jac, mj_ray; design / Many worlds on GPUs

Positions are computed from the state, and nothing that a program has bound is written. The parameters are words, most
of them addresses of arrays with a row for each position of the call.

What programs ask of worlds on a device: Jacobians of points, and rays.

They run in worlds of their own, which have the states of those that are meant and nothing else: what is computed for an
answer is not seen elsewhere. Questions and answers are rows of one array of numbers, ids among them as numbers too,
which single precision tells apart up to 16 million.
"""

from gelenk.engine.query.jacobian import jac_point
from gelenk.engine.query.ray import ray
from gelenk.engine.step import run
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import call_stage, kernel, numbers_at
from gelenk.toolchain.kernel_types import Data, Model

KINEMATICS, COM_POS, FLEX = INDEX["kinematics"], INDEX["com_pos"], INDEX["flex"]
# words of the parameters: of Jacobians, then of rays
BODY, POINT, JACP, JACR = range(0, 32, 8)
ORIGIN, ALONG, NRAY, GROUPS, USE_GROUPS, STATIC, EXCLUDE, DIST, GEOM, NORMAL = range(0, 80, 8)


@kernel
def world_jac(m: Model, d: Data, parameters: int, at: int) -> None:
    """Jacobians (3, nv) of a point of a body of one world."""
    d.status = DONE
    call_stage(m, d, KINEMATICS)
    call_stage(m, d, COM_POS)
    size = 3 * m.nv
    point = memory.numbers(memory.word(parameters + POINT) + 24 * at, 3)
    jacp = memory.numbers(memory.word(parameters + JACP) + 8 * size * at, size)
    jacr = memory.numbers(memory.word(parameters + JACR) + 8 * size * at, size)
    body = memory.word(memory.word(parameters + BODY) + 8 * at)
    jac_point(m, d, jacp, jacr, (point[0], point[1], point[2]), body)


@kernel
def one_ray(m: Model, d: Data, parameters: int, k: int) -> None:
    """Ray k of all: where it hits, what, and the normal there, if it is asked for."""
    origin = memory.numbers(memory.word(parameters + ORIGIN) + 24 * k, 3)
    along = memory.numbers(memory.word(parameters + ALONG) + 24 * k, 3)
    groups = memory.integers(memory.word(parameters + GROUPS), 6)
    use, static = memory.word(parameters + USE_GROUPS), memory.word(parameters + STATIC)
    exclude = memory.word(memory.word(parameters + EXCLUDE) + 8 * k)
    geom = memory.integers(memory.word(parameters + GEOM) + 4 * k, 1)
    ray(m, d, origin, along, groups, use, static, exclude, geom, d.sense_hit)
    memory.put_number(memory.word(parameters + DIST) + 8 * k, d.sense_hit[0])
    normals = memory.word(parameters + NORMAL)
    if normals != 0:
        for i in range(3):
            memory.put_number(normals + 24 * k + 8 * i, d.sense_hit[1 + i])


@kernel
def world_rays(m: Model, d: Data, parameters: int, at: int) -> None:
    """The rays of one world."""
    d.status = DONE
    call_stage(m, d, KINEMATICS)
    if m.nflex > 0:
        call_stage(m, d, FLEX)
    n = memory.word(parameters + NRAY)
    for k in range(n):
        one_ray(m, d, parameters, n * at + k)


FIRST = 1  # where the array begins
POINT_FLOATS = 4  # numbers of a question of Jacobians: body, point
HEAD, RAY, HIT = (
    8,
    7,
    5,
)  # groups (6), whether they count, static geoms; origin, direction, body; distance, geom, normal


@kernel
def many_jac(m: Model, d: Data, n: int) -> None:
    """Jacobians (3, nv), of translation and rotation, of a point of a body in each of ``n`` worlds that is picked."""
    if d.picked == 0:
        return
    run(m, d, KINEMATICS)
    run(m, d, COM_POS)
    given = numbers_at(FIRST + POINT_FLOATS * d.world_id)
    found = FIRST + POINT_FLOATS * n + 6 * m.nv * d.world_id
    jacp, jacr = numbers_at(found), numbers_at(found + 3 * m.nv)
    jac_point(m, d, jacp, jacr, (given[1], given[2], given[3]), int(given[0]))


@kernel
def answer_ray(m: Model, d: Data, question: int, answer: int) -> None:
    """Where a ray hits, what, and the normal there; sense_geom has the groups until it has the geom."""
    head, given, found = numbers_at(FIRST), numbers_at(question), numbers_at(answer)
    for i in range(6):
        d.sense_geom[i] = int(head[i])
    use, static, exclude = int(head[6]), int(head[7]), int(given[6])
    ray(m, d, given, numbers_at(question + 3), d.sense_geom, use, static, exclude, d.sense_geom, d.sense_hit)
    found[0] = d.sense_hit[0]
    found[1] = d.sense_geom[0]
    for i in range(3):
        found[2 + i] = d.sense_hit[1 + i]


@kernel
def many_rays(m: Model, d: Data, n: int, nray: int) -> None:
    """The first geoms along ``nray`` rays in each of ``n`` worlds that is picked."""
    if d.picked == 0:
        return
    run(m, d, KINEMATICS)
    if m.nflex > 0:
        run(m, d, FLEX)
    for k in range(d.world_id * nray, (d.world_id + 1) * nray):
        answer_ray(m, d, FIRST + HEAD + RAY * k, FIRST + HEAD + RAY * n * nray + HIT * k)
