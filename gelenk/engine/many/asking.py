"""What programs ask of worlds on a device: Jacobians of points, and rays.

Documents: design / Many worlds on GPUs; API / mj_jac, mj_ray

They run in worlds of their own, which have the states of those that are meant and nothing else: what is computed for an
answer is not seen elsewhere. Questions and answers are rows of one array of numbers, ids among them as numbers too,
which single precision tells apart up to 16 million.
"""

from gelenk.engine.query.jacobian import jac_point
from gelenk.engine.query.ray import ray
from gelenk.engine.step import run
from gelenk.jit.kernel import kernel, numbers_at
from gelenk.jit.structs import Data, Model
from gelenk.tables.stages import INDEX

KINEMATICS, COM_POS, FLEX = INDEX["kinematics"], INDEX["com_pos"], INDEX["flex"]
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
