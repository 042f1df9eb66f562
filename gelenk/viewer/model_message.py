"""The message `model`: the data of a model that stay constant while the page shows it.

Documents: design / Out: `model`
"""

from typing import Any

import numpy as np

from gelenk.render.context import HAZE_REACH, SHADOW_MOST, SKY_REACH, plane_reach, shape_cells
from gelenk.render.draw_list import ARROW_LENGTH, HEAD_PART, HEAD_WIDTH
from gelenk.runtime.named_access import names_of
from gelenk.tables import fields_model
from gelenk.tables.enums import mjtObj, mjtTexture, mjtTextureRole
from gelenk.version import __version__
from gelenk.viewer.assets import texture_type
from gelenk.viewer.messages import PROTOCOL, pack
from gelenk.viewer.panels import SECTIONS, Row


def visual(m: Any) -> dict[str, dict[str, Any]]:
    """Return m.vis as plain values, with groups by their MJCF names."""
    found: dict[str, dict[str, Any]] = {}
    for group, rows in fields_model.VISUAL.items():
        block = getattr(m.vis, group)
        values = {f.name: getattr(block, "_a_" + f.name, None) for f in rows}
        found[group.rstrip("_")] = {
            name: getattr(block, name) if value is None else value.tolist() for name, value in values.items()
        }
    return found


def visual_key(m: Any) -> bytes:
    """Return bytes that differ whenever m.vis differs."""
    blocks = [getattr(m.vis, group) for group in fields_model.VISUAL]
    return b"".join(part.tobytes() for block in blocks for part in (block._slots, block._buffer))


def settings(m: Any) -> dict[str, Any]:
    """Return the visual settings of the renderer: fog, haze, sky, shadows, lines."""
    extent, vis = float(m.stat.extent), m.vis
    far = float(vis.map.zfar) * extent
    return {
        "vis": visual(m),
        "fog": {
            "start": vis.map.fogstart * extent,
            "end": vis.map.fogend * extent,
            "rgba": vis.rgba._a_fog.tolist(),
        },
        "haze": {
            "part": float(vis.map.haze),
            "sides": shape_cells(m)[0],
            "reach": HAZE_REACH * far,
            "rgba": vis.rgba._a_haze.tolist(),
        },
        "sky_reach": SKY_REACH * far,
        "reach": plane_reach(m)[0],
        "line_width": vis.global_.linewidth,
        "shadow": {
            "size": min(max(0, int(vis.quality.shadowsize)), SHADOW_MOST),
            "clip": vis.map.shadowclip * extent,
            "scale": vis.map.shadowscale,
            "near": max(1e-4, float(vis.map.znear)) * extent,
            "far": far,
        },
    }


def _materials(m: Any) -> list[dict[str, Any]]:
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


def _textures(m: Any) -> list[dict[str, Any]]:
    names = names_of(m, mjtObj.mjOBJ_TEXTURE)
    found = []
    for i in range(m.ntex):
        kind, height, width = texture_type(m, i), int(m.tex_height[i]), int(m.tex_width[i])
        if kind != "2d" and height != width:
            height //= 6
        found.append({"name": names[i], "type": kind, "width": width, "height": height})
    return found


def _names(m: Any) -> dict[str, Any]:
    sky = np.flatnonzero(m._a_tex_type == int(mjtTexture.mjTEXTURE_SKYBOX))
    assets = [["mesh", i] for i in range(2 * m.nmesh)] + [["hfield", i] for i in range(m.nhfield)]
    assets += [["skin", i] for i in range(m.nskin)] + [["flex", i] for i in range(m.nflex)]
    return {
        "name": m.names.partition(b"\0")[0].decode(errors="replace"),
        "skybox": int(sky[0]) if len(sky) else -1,
        "bodies": list(names_of(m, mjtObj.mjOBJ_BODY)),
        "cameras": list(names_of(m, mjtObj.mjOBJ_CAMERA)),
        "keys": list(names_of(m, mjtObj.mjOBJ_KEY)),
        "body_parent": m.body_parentid,
        "assets": assets + [["texture", i] for i in range(m.ntex)],
    }


def model_message(desk: Any, rows: dict[str, Row], opened: set[str], **more: Any) -> bytes:
    """Return the message `model`; ``more`` has serial, title, keep_camera, ui, shortcuts."""
    m = desk.m
    head = {
        "kind": "model",
        "protocol": PROTOCOL,
        "version": __version__,
        "passive": desk.passive,
        "stat": {"extent": m.stat.extent, "center": m.stat.center, "meansize": m.stat.meansize}
        | {"meanmass": m.stat.meanmass},
        "arrow": {"head_width": HEAD_WIDTH, "head_part": HEAD_PART, "length": ARROW_LENGTH},
        "materials": _materials(m),
        "textures": _textures(m),
        "sections": [
            {"name": s.name, "side": s.side, "open": s.name in opened}
            for s in SECTIONS
            if any(row.section == s.name for row in rows.values())
        ],
        "panel": [row.describe(desk) for row in rows.values()],
    }
    return pack(head | settings(m) | _names(m) | more)
