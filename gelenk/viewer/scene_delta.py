"""Delta between scenes: copies of scenes as arrays, and their changes.

Documents: design / The wire; Programming / Visualization

A `Picture` is a copy of an MjvScene in the arrays of the message `frame`. `difference` returns the arrays that update a
page from one picture to another: material rows that changed, poses and soft vertices that moved.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gelenk.render import default_look
from gelenk.render.default_look import NOTHING, DefaultLook
from gelenk.render.draw_list import OPAQUE
from gelenk.tables.enums import mjtGeom, mjtTextureRole
from gelenk.tables.fields_visual import LABEL
from gelenk.viewer.model_message import AssetMessages, Assets
from gelenk.viewer.world_grid import Soft

Array = np.ndarray
LOOK_I = ("type", "dataid", "matid", "texid", "texuniform", "texcoord") + (
    *("category", "objtype", "objid", "segid", "transparent", "castshadow"),
)
LOOK_F = ("size", "rgba", "emission", "specular", "shininess", "reflectance", "texrepeat")
LIGHT_I = ("id", "type", "texid", "headlight", "castshadow")
LIGHT_F = ("pos", "dir", "attenuation", "ambient", "diffuse", "specular") + (
    *("cutoff", "exponent", "bulbradius", "intensity", "range"),
)
HERE = np.zeros(3, np.float32)
FLOATS = 13
# columns of a scene from which material rows are made
OF_LOOKS = (
    *("type", "dataid", "matid", "texcoord", "category", "objtype", "objid", "segid", "castshadow"),
    *("size", "rgba", "emission", "specular", "shininess", "reflectance"),
)


@dataclass(frozen=True)
class Picture:
    """A copy of a scene.

    look_i, look_f  (ngeom, 12) int32 and (ngeom, 13) float32: LOOK_I, LOOK_F
    pose            (ngeom, 7) float32: position [m], quaternion
    label           (ngeom) texts of at most 99 bytes; None if no geom has one
    light_i         (nlight, 5) int32, LIGHT_I;   light_f  (nlight, 23) float32, LIGHT_F
    soft            vertices and normals of flexes and skins by name, float32
    scene           rendering settings of the scene, as in the head of a frame
    assets          the required assets: (kind, number) -> (version, message)
    """

    look_i: Array
    look_f: Array
    pose: Array
    label: Array | None
    light_i: Array
    light_f: Array
    soft: Mapping[str, Array]
    scene: Mapping[str, Any]
    assets: Assets
    time: float = 0.0
    head: Mapping[str, Any] = field(default_factory=dict)

    @property
    def visible_count(self) -> int:
        """Number of geoms that are not fully transparent."""
        return int((self.look_f[:, 6] > 0).sum())


def quaternions_of(mat: Array) -> Array:
    """Return unit quaternions (n, 4) of rotation matrices (n, 9).

    Degenerate matrices give the identity.
    """
    m = np.ascontiguousarray(mat.T, np.float64)
    if not np.isfinite(m).all():
        m = np.nan_to_num(m, posinf=0.0, neginf=0.0)
    plus, minus, zz = m[0] + m[4], m[0] - m[4], m[8]
    # four times the squared components; the largest is far from 0, and divides the others
    squares = np.stack([1 + plus + zz, 1 + minus - zz, 1 - minus - zz, 1 - plus + zz])
    a, b, c = m[7] - m[5], m[2] - m[6], m[3] - m[1]
    ab, ac, bc = m[1] + m[3], m[2] + m[6], m[5] + m[7]
    best = squares.argmax(axis=0)
    q = np.empty((4, len(mat)))
    np.choose(best, (squares[0], a, b, c), out=q[0])
    np.choose(best, (a, squares[1], ab, ac), out=q[1])
    np.choose(best, (b, ab, squares[2], bc), out=q[2])
    np.choose(best, (c, ac, bc, squares[3]), out=q[3])
    length = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if not length.all():
        q[0, length == 0] = 1
        length = np.where(length == 0, 1, length)
    return (q / length).T.astype(np.float32)


def differing_rows(new: Array, old: Array) -> Array:
    """Return which rows (n, k) of two arrays differ.

    The loop over columns is faster than a reduction over short rows.
    """
    other = new != old
    found = other[:, 0].copy()
    for k in range(1, other.shape[1]):
        found |= other[:, k]
    return found


class SceneReader:
    """A reader that makes pictures of the scenes of one model, and caches constant parts.

    supply   source of the assets of the model
    look     parts that the model lacks: geoms with material nmat have the texture of its floor
    """

    def __init__(self, m: Any, supply: AssetMessages, look: DefaultLook = NOTHING) -> None:
        self._supply, self._more = supply, look
        self._mat = np.zeros((0, 9), np.float32)
        self._pose = np.zeros((0, 7), np.float32)
        self._needs: Array | None = None
        self._look_key: list[bytes] = []
        self._look = (np.zeros((0, len(LOOK_I)), np.int32), np.zeros((0, FLOATS), np.float32))
        self.update_materials(m)

    def update_materials(self, m: Any) -> None:
        """Update the textures of the materials."""
        self._nmat, self._look_key = m.nmat, []
        texid = m._a_mat_texid[:, mjtTextureRole.mjTEXROLE_RGB] if m.nmat else np.zeros(0, np.int32)
        # the last two rows are for the floor of the default look, and for geoms without a material
        floor, repeat = (m.ntex + 1, default_look.floor_repeat(self._more)) if self._more else (-1, 1)
        self._texid = np.append(np.where(texid < m.ntex, texid, -1), [floor, -1]).astype(np.int32)
        self._uniform = np.append(m._a_mat_texuniform, [1, 0]).astype(np.int32)
        both = [[repeat, repeat], [1, 1]]
        self._repeat = np.concatenate([m._a_mat_texrepeat.reshape(-1, 2), both]).astype(np.float32)

    @property
    def textures(self) -> dict[str, Array]:
        """Texture, texuniform, texrepeat of each material, the added floor, and no material."""
        return {"texid": self._texid, "uniform": self._uniform, "repeat": self._repeat}

    def read(self, scn: Any, further: Soft = (), **head: Any) -> Picture:
        """Return the picture of a scene.

        further   scenes with the flexes and skins of the other worlds
        """
        n = scn.ngeom
        look_i, look_f = self._material_rows(scn, n)
        soft = self._soft_vertices(scn, look_i, further)
        assets = self._required_assets(look_i)
        light_i, light_f = _read_lights(scn)
        return Picture(
            *(look_i, look_f, self._read_poses(scn, n), _read_labels(scn, n), light_i, light_f, soft),
            *(_scene_head(scn), assets),
            time=float(head.pop("time", 0.0)),
            head=head,
        )

    def _material_rows(self, scn: Any, n: int) -> tuple[Array, Array]:
        """Return the material rows; the previous arrays if no column has changed."""
        key = [getattr(scn, "_a_geom_" + name)[:n].tobytes() for name in OF_LOOKS]
        if key != self._look_key:
            self._look_key, self._look = key, self._read_material_rows(scn, n)
        return self._look

    def _read_material_rows(self, scn: Any, n: int) -> tuple[Array, Array]:
        ints, floats = np.empty((n, len(LOOK_I)), np.int32), np.empty((n, FLOATS), np.float32)
        matid = scn._a_geom_matid[:n]
        row = np.where((matid >= 0) & (matid <= self._nmat), matid, self._nmat + 1)
        texid = self._texid[row]
        columns = {"texid": texid, "texuniform": self._uniform[row]}
        columns["transparent"] = scn._a_geom_rgba[:n, 3] < OPAQUE
        for k, name in enumerate(LOOK_I):
            ints[:, k] = columns[name] if name in columns else getattr(scn, "_a_geom_" + name)[:n]
        at = 0
        for name in LOOK_F:
            column = self._repeat[row] if name == "texrepeat" else getattr(scn, "_a_geom_" + name)[:n]
            width = column.shape[1] if column.ndim > 1 else 1
            floats[:, at : at + width] = column.reshape(n, width)
            at += width
        return ints, floats

    def _read_poses(self, scn: Any, n: int) -> Array:
        pose, mat = np.empty((n, 7), np.float32), scn._a_geom_mat[:n]
        pose[:, :3] = scn._a_geom_pos[:n]
        same = min(n, len(self._mat))
        turned = np.ones(n, bool)
        if same:
            turned[:same] = differing_rows(mat[:same], self._mat[:same])
            pose[:same, 3:] = self._pose[:same, 3:]
        if turned.all():
            pose[:, 3:] = quaternions_of(mat)
        elif turned.any():
            pose[turned, 3:] = quaternions_of(mat[turned])
        self._mat, self._pose = mat.copy(), pose
        return pose

    def _soft_vertices(self, scn: Any, look_i: Array, further: Soft) -> dict[str, Array]:
        """Return the vertices of the flexes and skins that have geoms."""
        found: dict[str, Array] = {}
        sources = ((scn, HERE), *further)
        kinds, numbers = look_i[:, 0], look_i[:, LOOK_I.index("objid")]
        for kind, count, read in (
            (mjtGeom.mjGEOM_FLEX, scn.nflex, self._supply.flex_vertices),
            (mjtGeom.mjGEOM_SKIN, scn.nskin, self._supply.skin_vertices),
        ):
            for number in set(numbers[kinds == kind].tolist()) if count else ():
                world, i = divmod(number, count)
                if 0 <= world < len(sources):
                    source, place = sources[world]
                    found |= read(source, place, i, number)
        return found

    def _required_assets(self, look_i: Array) -> Assets:
        if self._needs is not look_i:
            self._needs = look_i
            self._supply.make_missing(look_i)
        return self._supply.assets


def _read_labels(scn: Any, n: int) -> Array | None:
    label = scn._a_geom_label[:n]
    if not label[:, 0].any():
        return None
    return np.ascontiguousarray(label).view(f"S{LABEL}")[:, 0].copy()


def _read_lights(scn: Any) -> tuple[Array, Array]:
    """Return all lights; the headlight has no position, since it follows the page's camera."""
    n = scn.nlight
    ints = np.stack([getattr(scn, "_a_light_" + name)[:n] for name in LIGHT_I], axis=1).astype(np.int32)
    floats = np.concatenate(
        [getattr(scn, "_a_light_" + name)[:n].reshape(n, -1) for name in LIGHT_F], axis=1
    ).astype(np.float32)
    floats[ints[:, LIGHT_I.index("headlight")] != 0, :6] = 0
    return ints, floats


def _scene_head(scn: Any) -> dict[str, Any]:
    """Return the rendering settings of a scene as plain values."""
    return {
        "flags": scn._a_flags.tolist(),
        "stereo": scn.stereo,
        "framewidth": scn.framewidth,
        "framergb": scn._a_framergb.tolist(),
        "enabletransform": scn.enabletransform,
        "translate": scn._a_translate.tolist(),
        "rotate": scn._a_rotate.tolist(),
        "scale": scn.scale,
        "flex": [scn.flexvertopt, scn.flexedgeopt, scn.flexfaceopt, scn.flexskinopt],
    }


def _changed_rows(new: Array, old: Array | None) -> Array:
    """Return which rows of ``new`` differ from ``old``, including rows that ``old`` lacks."""
    n = len(new)
    if old is None or not len(old):
        return np.ones(n, bool)
    if new is old:
        return np.zeros(n, bool)
    same = min(n, len(old))
    if n <= same:
        return differing_rows(new, old[:n])
    changed = np.ones(n, bool)
    changed[:same] = differing_rows(new[:same], old[:same])
    return changed


def difference(new: Picture, old: Picture | None) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return the head and arrays that update a page from ``old`` to ``new``."""
    head: dict[str, Any] = {"time": new.time, "ngeom": len(new.pose)}
    arrays: dict[str, Array] = {}
    looks = _changed_rows(new.look_i, old.look_i if old else None) | _changed_rows(
        new.look_f, old.look_f if old else None
    )
    if looks.any():
        at = np.flatnonzero(looks)
        arrays |= {"look_at": at.astype(np.uint32), "look_i": new.look_i[at], "look_f": new.look_f[at]}
        head["nshown"] = new.visible_count
    elif old is None or len(old.pose) != len(new.pose):
        head["nshown"] = new.visible_count
    moved = _changed_rows(new.pose, old.pose if old else None)
    if moved.any():
        at = np.flatnonzero(moved)
        arrays |= {"moved": at.astype(np.uint32), "pose": new.pose[at]}
    if texts := _changed_labels(new, old):
        head["labels"] = texts
    if old is None or not (
        np.array_equal(new.light_i, old.light_i) and np.array_equal(new.light_f, old.light_f)
    ):
        arrays |= {"light_i": new.light_i, "light_f": new.light_f}
    for name, values in new.soft.items():
        if old is None or name not in old.soft or not np.array_equal(values, old.soft[name]):
            arrays[name] = values
    if old is None or new.scene != old.scene:
        head["scene"] = dict(new.scene)
    for name, value in new.head.items():
        if old is None or name not in old.head or value != old.head[name]:
            head[name] = value
    return head, arrays


def _changed_labels(new: Picture, old: Picture | None) -> list[list[Any]]:
    """Return [row, text] of the rows with changed labels; new rows had none before."""
    before = old.label if old is not None else None
    if new.label is None and before is None:
        return []
    n = len(new.pose)
    now = new.label if new.label is not None else np.zeros(n, f"S{LABEL}")
    was = np.zeros(n, f"S{LABEL}")
    if before is not None:
        same = min(n, len(before))
        was[:same] = before[:same]
    return [[int(i), now[i].decode(errors="replace")] for i in np.flatnonzero(now != was)]
