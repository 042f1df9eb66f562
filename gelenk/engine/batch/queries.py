"""Queries of many worlds: Jacobians of points and ray casts, on the host and on the GPU.

Documents: design / Batches; API / mj_jac, mj_ray; design / Many worlds on GPUs

Host kernels (``world_*``) compute positions from the state and leave all bound fields unwritten. Their parameters are
words, most of them addresses of arrays with a row per position of the call.

GPU kernels (``batch_*``) run in worlds reserved for queries, which hold copies of the states of the queried worlds, so
that intermediate results do not overwrite fields of the originals. Queries and results are rows of one float array. Ids
are floats too, and exact up to 2^24 in single precision.
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
# offsets of the parameters of world_jac, then of world_rays [bytes]
JAC_BODY, JAC_POINT, JACP, JACR = range(0, 32, 8)
ORIGIN, RAY_DIRECTION, NRAY, GROUPS, USE_GROUPS, STATIC, EXCLUDE, DIST, RAY_GEOM, NORMAL = range(0, 80, 8)


@kernel
def world_jac(m: Model, d: Data, parameters: int, at: int) -> None:
    """Write the Jacobians (3, nv) of a point of a body of one world."""
    d.status = DONE
    call_stage(m, d, KINEMATICS)
    call_stage(m, d, COM_POS)
    size = 3 * m.nv
    point = memory.numbers(memory.load_int64(parameters + JAC_POINT) + 24 * at, 3)
    jacp = memory.numbers(memory.load_int64(parameters + JACP) + 8 * size * at, size)
    jacr = memory.numbers(memory.load_int64(parameters + JACR) + 8 * size * at, size)
    body = memory.load_int64(memory.load_int64(parameters + JAC_BODY) + 8 * at)
    jac_point(m, d, jacp, jacr, (point[0], point[1], point[2]), body)


@kernel
def one_ray(m: Model, d: Data, parameters: int, k: int) -> None:
    """Cast ray k: write distance, geom and, if requested, the normal."""
    origin = memory.numbers(memory.load_int64(parameters + ORIGIN) + 24 * k, 3)
    along = memory.numbers(memory.load_int64(parameters + RAY_DIRECTION) + 24 * k, 3)
    groups = memory.integers(memory.load_int64(parameters + GROUPS), 6)
    use, static = memory.load_int64(parameters + USE_GROUPS), memory.load_int64(parameters + STATIC)
    exclude = memory.load_int64(memory.load_int64(parameters + EXCLUDE) + 8 * k)
    geom = memory.integers(memory.load_int64(parameters + RAY_GEOM) + 4 * k, 1)
    ray(m, d, origin, along, groups, use, static, exclude, geom, d.sense_hit)
    memory.store_float64(memory.load_int64(parameters + DIST) + 8 * k, d.sense_hit[0])
    normals = memory.load_int64(parameters + NORMAL)
    if normals != 0:
        for i in range(3):
            memory.store_float64(normals + 24 * k + 8 * i, d.sense_hit[1 + i])


@kernel
def world_rays(m: Model, d: Data, parameters: int, at: int) -> None:
    """Cast all rays of one world."""
    d.status = DONE
    call_stage(m, d, KINEMATICS)
    if m.nflex > 0:
        call_stage(m, d, FLEX)
    n = memory.load_int64(parameters + NRAY)
    for k in range(n):
        one_ray(m, d, parameters, n * at + k)


ARRAY_OFFSET = 1  # offset of the array
POINT_FLOATS = 4  # floats of a Jacobian query: body, point
# floats of the header (6 groups, whether groups apply, static geoms), of a ray (origin, direction, body) and of an
# answer (distance, geom, normal)
HEAD, RAY, HIT = 8, 7, 5


@kernel
def batch_jac(m: Model, d: Data, n: int) -> None:
    """Write the Jacobians (3, nv) of a point in each picked world.

    The result of each of the ``n`` worlds is the Jacobian of translation, then that of rotation.
    """
    if d.picked == 0:
        return
    run(m, d, KINEMATICS)
    run(m, d, COM_POS)
    given = numbers_at(ARRAY_OFFSET + POINT_FLOATS * d.world_id)
    found = ARRAY_OFFSET + POINT_FLOATS * n + 6 * m.nv * d.world_id
    jacp, jacr = numbers_at(found), numbers_at(found + 3 * m.nv)
    jac_point(m, d, jacp, jacr, (given[1], given[2], given[3]), int(given[0]))


@kernel
def answer_ray(m: Model, d: Data, question: int, answer: int) -> None:
    """Cast one ray and write distance, geom and normal.

    sense_geom holds the geom groups before the cast, and the id of the geom after the cast.
    """
    head, given, found = numbers_at(ARRAY_OFFSET), numbers_at(question), numbers_at(answer)
    for i in range(6):
        d.sense_geom[i] = int(head[i])
    use, static, exclude = int(head[6]), int(head[7]), int(given[6])
    ray(m, d, given, numbers_at(question + 3), d.sense_geom, use, static, exclude, d.sense_geom, d.sense_hit)
    found[0] = d.sense_hit[0]
    found[1] = d.sense_geom[0]
    for i in range(3):
        found[2 + i] = d.sense_hit[1 + i]


@kernel
def batch_rays(m: Model, d: Data, n: int, nray: int) -> None:
    """Cast ``nray`` rays in each picked world of ``n``."""
    if d.picked == 0:
        return
    run(m, d, KINEMATICS)
    if m.nflex > 0:
        run(m, d, FLEX)
    for k in range(d.world_id * nray, (d.world_id + 1) * nray):
        answer_ray(m, d, ARRAY_OFFSET + HEAD + RAY * k, ARRAY_OFFSET + HEAD + RAY * n * nray + HIT * k)
