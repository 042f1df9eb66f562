"""Select what is under a point of the image: the first geom, flex or skin along the ray.

Documents: Programming / Visualization; API / mjv_select
"""

from typing import NamedTuple

import numpy as np

from gelenk.runtime import pipeline
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.query import meet_triangles, ray_flex
from gelenk.scene.cameras import check_near
from gelenk.scene.classes import MjvOption, MjvScene
from gelenk.scene.model_frame import check_scale
from gelenk.tables.enums import mjtVisFlag
from gelenk.tables.fields_visual import FLEX_FLAGS


class Hit(NamedTuple):
    """The first hit of a ray: distance (inf: none), body, and geom, flex or skin id, else -1.

    ``point`` is the intersection with a geom, or the nearest vertex of a flex or skin. As in 3.5.0, flexes and skins of
    all groups can be hit.
    """

    distance: float = float("inf")
    body: int = -1
    geom: int = -1
    flex: int = -1
    skin: int = -1
    point: np.ndarray | None = None


def _first_geom(
    m: MjModel, d: MjData, opt: MjvOption, aspect: float, x: float, y: float, scn: MjvScene
) -> tuple[Hit, np.ndarray, np.ndarray]:
    """Return the first geom hit, and origin and direction of the ray."""
    groups, flags = opt.geomgroup.astype(np.int32), opt.flags.astype(np.int32)
    point, ids, out = np.zeros(3), np.full((3, 1), -1, np.int32), np.zeros(8)
    pipeline.run_stage("scene_select", m, d, scn, groups, flags, aspect, x, y, 0, point, *ids, out)
    start, direction = out[2:5], out[5:8]
    if out[1] < 0.0:
        return Hit(), start, direction
    return Hit(float(out[1]), int(out[0]), geom=int(ids[0, 0]), point=point), start, direction


def _first_flex(m: MjModel, d: MjData, opt: MjvOption, start: np.ndarray, direction: np.ndarray) -> Hit:
    shown = tuple(bool(opt.flags[f]) for f in range(*FLEX_FLAGS))
    best = Hit()
    for f in range(m.nflex if any(shown) else 0):
        distance, _, vertex = ray_flex(m, d, f, opt.flex_layer, shown, start, direction)
        if 0.0 <= distance < best.distance:
            body, point = _flex_body(m, d, f, int(m._a_flex_vertadr[f]) + max(vertex, 0))
            best = Hit(distance, body, flex=f, point=point)
    return best


def _flex_body(m: MjModel, d: MjData, f: int, vertex: int) -> tuple[int, np.ndarray]:
    """Return the body that carries a vertex of a flex, and the position of that vertex.

    For an interpolated flex, both are those of the nearest node.
    """
    point = d._a_flexvert_xpos[vertex].copy()
    first, count = int(m._a_flex_nodeadr[f]), int(m._a_flex_nodenum[f])
    if m._a_flex_interp[f] == 0 or count == 0:
        return int(m._a_flex_vertbodyid[vertex]), point
    bodies = m._a_flex_nodebodyid[first : first + count]
    turned = np.einsum(
        "nij,nj->ni", d._a_xmat[bodies].reshape(-1, 3, 3), m._a_flex_node[first : first + count]
    )
    nodes = d._a_xpos[bodies] + turned
    nearest = int(np.argmin(((nodes - point) ** 2).sum(1)))
    return int(bodies[nearest]), nodes[nearest]


def _first_skin(m: MjModel, scn: MjvScene, opt: MjvOption, start: np.ndarray, direction: np.ndarray) -> Hit:
    best = Hit()
    for i in range(m.nskin if opt.flags[mjtVisFlag.mjVIS_SKIN] else 0):
        first, face = int(m._a_skin_vertadr[i]), int(m._a_skin_faceadr[i])
        x = scn._a_skinvert.reshape(-1, 3)[first : first + int(m._a_skin_vertnum[i])].astype(float)
        corners = m._a_skin_face[face : face + int(m._a_skin_facenum[i])]
        if not len(corners):
            continue
        distance, _ = meet_triangles(x[corners], start, direction)
        t = int(np.argmin(distance))
        if distance[t] < best.distance:
            at = start + distance[t] * direction
            vertex = corners[t][np.argmin(np.linalg.norm(x[corners[t]] - at, axis=1))]
            best = Hit(float(distance[t]), _skin_body(m, i, int(vertex)), skin=i, point=x[vertex])
    return best


def _skin_body(m: MjModel, i: int, vertex: int) -> int:
    """Return the body with the largest weight for a vertex of a skin."""
    best, body = 0.0, -1
    for bone in range(m._a_skin_boneadr[i], m._a_skin_boneadr[i] + m._a_skin_bonenum[i]):
        first = int(m._a_skin_bonevertadr[bone])
        rows = slice(first, first + int(m._a_skin_bonevertnum[bone]))
        weights = m._a_skin_bonevertweight[rows][m._a_skin_bonevertid[rows] == vertex]
        if weights.size and weights.max() > best:
            best, body = float(weights.max()), int(m._a_skin_bonebodyid[bone])
    return body


def select_at(m: MjModel, d: MjData, opt: MjvOption, aspect: float, x: float, y: float, scn: MjvScene) -> Hit:
    """Return the first geom, flex or skin under a point of the image.

    x, y   position, 0 .. 1 from the lower left corner
    """
    check_near(scn)
    check_scale(scn)
    geom, start, direction = _first_geom(m, d, opt, aspect, x, y, scn)
    hits = (
        geom,
        _first_flex(m, d, opt, start, direction),
        _first_skin(m, scn, opt, start, direction),
    )
    return min(hits, key=lambda hit: hit.distance)
