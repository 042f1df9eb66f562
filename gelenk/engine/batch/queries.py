"""What programs ask of many worlds: Jacobians of points, and rays.

Documents: design / Batches; API / mj_jac, mj_ray

Positions are computed from the state, and nothing that a program has bound is written. The parameters are words, most
of them addresses of arrays with a row for each position of the call.
"""

from gelenk.engine.query.jacobian import jac_point
from gelenk.engine.query.ray import ray
from gelenk.jit import raw
from gelenk.jit.kernel import call_stage, kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE

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
    point = raw.numbers(raw.word(parameters + POINT) + 24 * at, 3)
    jacp = raw.numbers(raw.word(parameters + JACP) + 8 * size * at, size)
    jacr = raw.numbers(raw.word(parameters + JACR) + 8 * size * at, size)
    body = raw.word(raw.word(parameters + BODY) + 8 * at)
    jac_point(m, d, jacp, jacr, (point[0], point[1], point[2]), body)


@kernel
def one_ray(m: Model, d: Data, parameters: int, k: int) -> None:
    """Ray k of all: where it hits, what, and the normal there, if it is asked for."""
    origin = raw.numbers(raw.word(parameters + ORIGIN) + 24 * k, 3)
    along = raw.numbers(raw.word(parameters + ALONG) + 24 * k, 3)
    groups = raw.integers(raw.word(parameters + GROUPS), 6)
    use, static = raw.word(parameters + USE_GROUPS), raw.word(parameters + STATIC)
    exclude = raw.word(raw.word(parameters + EXCLUDE) + 8 * k)
    geom = raw.integers(raw.word(parameters + GEOM) + 4 * k, 1)
    ray(m, d, origin, along, groups, use, static, exclude, geom, d.sense_hit)
    raw.put_number(raw.word(parameters + DIST) + 8 * k, d.sense_hit[0])
    normals = raw.word(parameters + NORMAL)
    if normals != 0:
        for i in range(3):
            raw.put_number(normals + 24 * k + 8 * i, d.sense_hit[1 + i])


@kernel
def world_rays(m: Model, d: Data, parameters: int, at: int) -> None:
    """The rays of one world."""
    d.status = DONE
    call_stage(m, d, KINEMATICS)
    if m.nflex > 0:
        call_stage(m, d, FLEX)
    n = raw.word(parameters + NRAY)
    for k in range(n):
        one_ray(m, d, parameters, n * at + k)
