"""The message `model`, and the assets of a model: meshes and textures, each sent once.

Documents: design / The wire; design / Out: `model`; API / MjrContext

The message has the data of a model that stay constant while the page shows it. Shapes come from
render/builtin_shapes.py and render/context.py, textures from render/texture_memory.py, so that page and renderer draw
equal triangles. An asset is made when a geom in a scene first needs it. The triangles of flexes are in the scene,
corner by corner; equal corners are merged into one vertex as long as they remain equal.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from gelenk.algebra.portable_arrays import unique_rows
from gelenk.render import builtin_shapes, context, default_look, texture_memory
from gelenk.render.context import HAZE_REACH, SHADOW_MOST, SKY_REACH, plane_reach, shape_cells
from gelenk.render.draw_list import ARROW_LENGTH, HEAD_PART, HEAD_WIDTH
from gelenk.render.texture_memory import with_pixels
from gelenk.runtime.named_access import names_of
from gelenk.tables import fields_model
from gelenk.tables.enums import mjtGeom, mjtObj, mjtTexture, mjtTextureRole
from gelenk.version import __version__
from gelenk.viewer.messages import PROTOCOL, pack
from gelenk.viewer.panels import SECTIONS, Row

Array = np.ndarray
Key = tuple[str, int]
Assets = Mapping[Key, tuple[int, bytes]]
MESHES = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)
TEXTURES = {
    int(mjtTexture.mjTEXTURE_2D): "2d",
    int(mjtTexture.mjTEXTURE_CUBE): "cube",
    int(mjtTexture.mjTEXTURE_SKYBOX): "sky",
}
EDGES = ((0, 1), (1, 2), (2, 0))  # edge k of a face is drawn if bit k of its fourth column is set
TRIES = 4  # merges of a flex's corners until merging is given up, and each corner is a vertex of its own


def wireframe_edges(face: Array) -> Array:
    """Return the unique edges (k, 2) of triangles (m, 4) that wireframes draw."""
    found = []
    for bit, (a, b) in enumerate(EDGES):
        drawn = face[:, 3] >> bit & 1 != 0
        found.append(np.sort(face[drawn][:, [a, b]], axis=1))
    return unique_rows(np.concatenate(found))[0] if len(face) else np.zeros((0, 2), np.int32)


def shape_arrays(shape: builtin_shapes.Shape) -> dict[str, Array]:
    """Return the arrays of the message `asset` for a shape."""
    return {
        "position": shape.pos,
        "normal": shape.normal,
        "uv": shape.uv,
        "index": shape.face[:, :3].astype(np.uint32),
        "line": wireframe_edges(shape.face).astype(np.uint32),
    }


class MergedCorners:
    """Merged corners of triangles.

    A corner has 8 values: position, normal and texture coordinates. Equal corners are one vertex.
    """

    def __init__(self) -> None:
        self.tries, self.count = 0, -1
        self.first = self.index = np.zeros(0, np.int64)
        self.uv = np.zeros((0, 2), np.float32)

    def fits_or_merge(self, pos: Array, normal: Array, uv: Array) -> bool:
        """Return whether the merged vertices fit these corners; otherwise merge them anew."""
        if self.count == len(pos) and self._is_valid_for(pos, normal, uv):
            return True
        self.count, self.tries = len(pos), self.tries + 1
        if self.tries > TRIES:
            self.first = self.index = np.arange(len(pos))
        else:
            rows = np.concatenate([pos, normal, uv], axis=1)
            _, self.first, self.index = unique_rows(rows)
            self.index = self.index.reshape(-1)
        self.uv = uv[self.first].copy()
        return False

    def _is_valid_for(self, pos: Array, normal: Array, uv: Array) -> bool:
        if self.tries > TRIES:
            return np.array_equal(uv, self.uv)
        return (
            np.array_equal(pos[self.first][self.index], pos)
            and np.array_equal(normal[self.first][self.index], normal)
            and np.array_equal(self.uv[self.index], uv)
        )


class AssetMessages:
    """The assets of a model as messages, made on demand.

    worlds   number of worlds of the model that are shown, each with skins of its own
    look     parts that the model lacks, whose textures follow those of the model
    """

    def __init__(
        self, m: Any, worlds: int = 1, look: default_look.DefaultLook = default_look.NOTHING
    ) -> None:
        self._model, self._worlds = m, worlds
        self._more: Any = default_look.make_textures() if look else None
        self._versions: dict[Key, int] = {}
        self._corners: dict[int, MergedCorners] = {}
        self.assets: Assets = {}
        made = {
            ("shape", i): shape for i, shape in enumerate(context.built_in(m)) if i < builtin_shapes.COARSE
        }
        self._add_messages(
            {key: pack(self._next_head(key), shape_arrays(shape)) for key, shape in made.items()}
        )
        self._sky = np.flatnonzero(m._a_tex_type == int(mjtTexture.mjTEXTURE_SKYBOX))[:1].tolist()
        if look.sky:
            self._sky = [m.ntex]

    def _next_head(self, key: Key, **more: Any) -> dict[str, Any]:
        version = self._versions[key] = self._versions.get(key, 0) + 1
        return {"kind": "asset", "asset": key[0], "id": key[1], "version": version, **more}

    def _add_messages(self, made: Mapping[Key, bytes]) -> None:
        """Add messages in a new mapping; pictures that hold the old mapping keep it."""
        if made:
            self.assets = {**self.assets, **{key: (self._versions[key], raw) for key, raw in made.items()}}

    def make_missing(self, look_i: Array) -> None:
        """Make the missing assets of the geoms with these material rows (n, 12)."""
        kinds, data = look_i[:, 0], look_i[:, 1]
        wanted = {("mesh", i) for i in set(data[np.isin(kinds, MESHES)].tolist())}
        wanted |= {("hfield", i) for i in set(data[kinds == mjtGeom.mjGEOM_HFIELD].tolist())}
        wanted |= {("skin", i) for i in set(look_i[kinds == mjtGeom.mjGEOM_SKIN, 8].tolist())}
        wanted |= {("texture", i) for i in {*look_i[:, 3].tolist(), *self._sky}}
        missing = sorted(key for key in wanted if key not in self.assets and self.has_asset(key))
        self._add_messages({key: self._make_message(key) for key in missing})

    @property
    def _counts(self) -> dict[str, int]:
        """Number of assets of each kind that the model has, beside the built-in shapes."""
        m, textures = self._model, self._model.ntex + (0 if self._more is None else 2)
        return {
            "mesh": 2 * m.nmesh,
            "hfield": m.nhfield,
            "skin": m.nskin * self._worlds,
            "texture": textures,
        }

    def make_all(self) -> None:
        """Make the missing assets of the model, and of its skyboxes the one that is drawn."""
        skies = set(np.flatnonzero(self._model._a_tex_type == int(mjtTexture.mjTEXTURE_SKYBOX)).tolist())
        unused = {("texture", i) for i in skies - set(self._sky)}
        keys = [
            key
            for kind, count in self._counts.items()
            for i in range(count)
            if (key := (kind, i)) not in unused
        ]
        self._add_messages({key: self._make_message(key) for key in keys if key not in self.assets})

    def has_asset(self, key: Key) -> bool:
        """Return whether the model has an asset; user geoms may refer to missing ones."""
        kind, i = key
        return 0 <= i < self._counts.get(kind, 0)

    def update(self, kind: str, i: int) -> None:
        """Update a mesh, texture or height field from the model, if a page has it."""
        keys = [("mesh", 2 * i), ("mesh", 2 * i + 1)] if kind == "mesh" else [(kind, i)]
        self._add_messages({key: self._make_message(key) for key in keys if key in self.assets})

    def _make_message(self, key: Key) -> bytes:
        m, (kind, i) = self._model, key
        if kind == "mesh":
            return pack(self._next_head(key), shape_arrays(context.mesh_and_hull(m, i // 2)[i % 2]))
        if kind == "hfield":
            return pack(self._next_head(key), shape_arrays(builtin_shapes.hfield(m, i)))
        if kind == "skin":
            arrays = shape_arrays(builtin_shapes.skin(m, i % m.nskin))
            return pack(self._next_head(key), {name: arrays[name] for name in ("uv", "index", "line")})
        source, i = (m, i) if i < m.ntex else (self._more, i - m.ntex)
        flat = source._a_tex_type[i] == int(mjtTexture.mjTEXTURE_2D)
        return pack(
            self._next_head(key, type=texture_type(source, i)), {"data": texture_data(source, i, flat)}
        )

    def skin_vertices(self, scn: Any, place: Array, s: int, number: int) -> dict[str, Array]:
        """Return the vertices of skin ``s`` of a scene at ``place`` (3) [m].

        number   number of the skin in the page
        """
        first, count = int(scn._a_skinvertadr[s]), int(scn._a_skinvertnum[s])
        rows = slice(3 * first, 3 * (first + count))
        return {
            f"skin{number}.position": scn._a_skinvert[rows].reshape(-1, 3) + place,
            f"skin{number}.normal": scn._a_skinnormal[rows].reshape(-1, 3).copy(),
        }

    def flex_vertices(self, scn: Any, place: Array, f: int, number: int) -> dict[str, Array]:
        """Return the vertices of flex ``f`` of a scene at ``place`` (3) [m].

        number   number of the flex in the page

        If the triangles have changed, they become a new version of the asset.
        """
        found: dict[str, Array] = {}
        first, count = int(scn._a_flexvertadr[f]), int(scn._a_flexvertnum[f])
        used = max(0, min(int(scn._a_flexfaceused[f]), int(scn._a_flexfacenum[f])))
        faces = used if scn.flexfaceopt or scn.flexskinopt else 0
        if (scn.flexvertopt or scn.flexedgeopt) and not (scn.flexskinopt and faces):
            found[f"flex{number}.vert"] = (
                scn._a_flexvert[3 * first : 3 * (first + count)].reshape(-1, 3) + place
            )
        adr = int(scn._a_flexfaceadr[f])
        pos = scn._a_flexface[9 * adr : 9 * (adr + faces)].reshape(-1, 3)
        normal = scn._a_flexnormal[9 * adr : 9 * (adr + faces)].reshape(-1, 3)
        uv = scn._a_flextexcoord[6 * adr : 6 * (adr + faces)].reshape(-1, 2)
        corners = self._corners.setdefault(number, MergedCorners())
        if not corners.fits_or_merge(pos, normal, uv) or ("flex", number) not in self.assets:
            self._add_messages({("flex", number): self._flex_asset(scn, f, number, corners)})
        if faces:
            found[f"flex{number}.position"] = pos[corners.first] + place
            found[f"flex{number}.normal"] = normal[corners.first]
        return found

    def _flex_asset(self, scn: Any, f: int, number: int, corners: MergedCorners) -> bytes:
        adr, count = int(scn._a_flexedgeadr[f]), int(scn._a_flexedgenum[f])
        face = np.full((len(corners.index) // 3, 4), builtin_shapes.ALL_EDGES, np.int64)
        face[:, :3] = corners.index.reshape(-1, 3)
        arrays = {
            "edge": scn._a_flexedge[2 * adr : 2 * (adr + count)].reshape(-1, 2).astype(np.uint32),
            "index": face[:, :3].astype(np.uint32),
            "uv": corners.uv,
            "line": wireframe_edges(face).astype(np.uint32),
        }
        return pack(self._next_head(("flex", number)), arrays)


def texture_type(m: Any, i: int) -> str:
    """Return the type of a texture: 2d, cube or sky."""
    return TEXTURES.get(int(m._a_tex_type[i]), "2d")


def texture_data(m: Any, i: int, flat: bool) -> Array:
    """Return the opaque colors of a texture, uint8.

    The shape is (height, width, 4), or (6, height, width, 4) for a cube.
    """
    faces = texture_memory.texture_faces(with_pixels(m) if m._a_tex_adr[i] < 0 else m, i)
    rgba = np.full((len(faces), *faces[0].shape[:2], 4), 255, np.uint8)
    for k, face in enumerate(faces):
        rgba[k, :, :, :3] = face
    return rgba[0] if flat else rgba


def visual_values(m: Any) -> dict[str, dict[str, Any]]:
    """Return m.vis as plain values, with groups by their MJCF names."""
    found: dict[str, dict[str, Any]] = {}
    for group, rows in fields_model.VISUAL.items():
        block = getattr(m.vis, group)
        values = {f.name: getattr(block, "_a_" + f.name, None) for f in rows}
        found[group.rstrip("_")] = {
            name: getattr(block, name) if value is None else value.tolist() for name, value in values.items()
        }
    return found


def visual_key(ui: Any) -> bytes:
    """Return bytes that differ whenever m.vis or the appearance differs."""
    blocks = [getattr(ui.m.vis, group) for group in fields_model.VISUAL]
    own = bytes((ui.appearance.wanted, ui.appearance.soft))
    return own + b"".join(part.tobytes() for block in blocks for part in (block._slots, block._buffer))


def renderer_settings(ui: Any) -> dict[str, Any]:
    """Return the visual settings of the renderer: fog, haze, sky, shadows, lines."""
    m, appearance = ui.m, ui.appearance
    extent, vis = float(m.stat.extent), m.vis
    sky = np.flatnonzero(m._a_tex_type == int(mjtTexture.mjTEXTURE_SKYBOX))
    far = float(vis.map.zfar) * extent
    return {
        "vis": visual_values(m),
        "fog": {
            "start": vis.map.fogstart * extent,
            "end": vis.map.fogend * extent,
            "rgba": vis.rgba._a_fog.tolist(),
        },
        "haze": {
            "part": float(vis.map.haze),
            "sides": shape_cells(m)[0],
            "reach": HAZE_REACH * far,
            "rgba": list(default_look.HAZE) if appearance.added_parts.sky else vis.rgba._a_haze.tolist(),
        },
        "skybox": m.ntex if appearance.added_parts.sky else int(sky[0]) if len(sky) else -1,
        "sky_reach": SKY_REACH * far,
        "reach": plane_reach(m)[0],
        "line_width": vis.global_.linewidth,
        "shadow": {
            "size": min(max(0, int(vis.quality.shadowsize)), SHADOW_MOST),
            "clip": vis.map.shadowclip * extent,
            "scale": vis.map.shadowscale,
            "near": max(1e-4, float(vis.map.znear)) * extent,
            "far": far,
            "soft": appearance.soft_width if appearance.soft else 0.0,
        },
    }


def _material_heads(m: Any) -> list[dict[str, Any]]:
    names = names_of(m, mjtObj.mjOBJ_MATERIAL)
    return [
        {
            "name": names[i],
            "texid": int(m.mat_texid[i, mjtTextureRole.mjTEXROLE_RGB]),
            "texuniform": int(m.mat_texuniform[i]),
            "texrepeat": m.mat_texrepeat[i],
            "emission": m.mat_emission[i],
            "specular": m.mat_specular[i],
            "shininess": m.mat_shininess[i],
            "reflectance": m.mat_reflectance[i],
            "rgba": m.mat_rgba[i],
        }
        for i in range(m.nmat)
    ]


def _texture_heads(m: Any) -> list[dict[str, Any]]:
    names = names_of(m, mjtObj.mjOBJ_TEXTURE)
    found = []
    loaded = with_pixels(m)
    for i in range(m.ntex):
        kind, height, width = texture_type(m, i), int(loaded._a_tex_height[i]), int(loaded._a_tex_width[i])
        if kind != "2d" and height != width:
            height //= 6
        found.append({"name": names[i], "type": kind, "width": width, "height": height})
    return found


def _object_names(m: Any) -> dict[str, Any]:
    assets = [["mesh", i] for i in range(2 * m.nmesh)] + [["hfield", i] for i in range(m.nhfield)]
    assets += [["skin", i] for i in range(m.nskin)] + [["flex", i] for i in range(m.nflex)]
    return {
        "name": m.names.partition(b"\0")[0].decode(errors="replace"),
        "bodies": list(names_of(m, mjtObj.mjOBJ_BODY)),
        "cameras": list(names_of(m, mjtObj.mjOBJ_CAMERA)),
        "keys": list(names_of(m, mjtObj.mjOBJ_KEY)),
        "body_parent": m.body_parentid,
        "assets": assets + [["texture", i] for i in range(m.ntex)],
    }


def model_message(ui: Any, rows: dict[str, Row], opened: set[str], /, **more: Any) -> bytes:
    """Return the message `model`; ``more`` has serial, title, keep_camera, ui, shortcuts."""
    m = ui.m
    head = {
        "kind": "model",
        "protocol": PROTOCOL,
        "version": __version__,
        "passive": ui.passive,
        "stat": {"extent": m.stat.extent, "center": m.stat.center, "meansize": m.stat.meansize}
        | {"meanmass": m.stat.meanmass},
        "arrow": {"head_width": HEAD_WIDTH, "head_part": HEAD_PART, "length": ARROW_LENGTH},
        "materials": _material_heads(m),
        "textures": _texture_heads(m),
        "sections": [
            {"name": s.name, "side": s.side, "open": s.name in opened}
            for s in SECTIONS
            if any(row.section == s.name for row in rows.values())
        ],
        "hints": ui.appearance.hints(),
        "panel": [row.describe(ui) for row in rows.values()],
    }
    return pack(head | renderer_settings(ui) | _object_names(m) | more)
