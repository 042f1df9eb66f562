"""Skins: visual surfaces whose vertices follow several bodies, from file or attributes.

Documents: Modeling / XML reference / deformable / skin
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets import binary_formats
from gelenk.modeling.assets.binary_formats import Bone, Skin
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.geoms import visual_id
from gelenk.modeling.compiler.spec_columns import column, starts, starts_or_none
from gelenk.modeling.spec.element import name_after_files
from gelenk.tables.enums import mjMINVAL, mjtObj


def compile_skins(build: Build) -> None:
    """Fill skin_*: vertices, texture coordinates, faces and bones, one skin after the other."""
    name_after_files(build.spec.skins)
    elements = build.register(mjtObj.mjOBJ_SKIN, build.spec.skins)
    skins = [file_skin(build, el) if el.file else stated_skin(build, el) for el in elements]
    for el, skin in zip(elements, skins, strict=True):
        check_skin(build, el, skin)
    bones = [(el, bone) for el, skin in zip(elements, skins, strict=True) for bone in skin.bones]
    vert, texcoord = joined([skin.vert for skin in skins]), joined([skin.texcoord for skin in skins])
    face = joined([skin.face for skin in skins])
    vertid = joined([bone.vertid for _, bone in bones])
    texcoordnum = [len(skin.texcoord) for skin in skins]
    build.set_fields(
        skin_matid=[visual_id(build, mjtObj.mjOBJ_MATERIAL, el.material, el, "material") for el in elements],
        skin_group=column(elements, "group"),
        skin_rgba=column(elements, "rgba", 4),
        skin_inflate=column(elements, "inflate"),
        skin_vertadr=starts([len(skin.vert) for skin in skins]),
        skin_vertnum=[len(skin.vert) for skin in skins],
        skin_texcoordadr=starts_or_none(texcoordnum),
        skin_faceadr=starts([len(skin.face) for skin in skins]),
        skin_facenum=[len(skin.face) for skin in skins],
        skin_boneadr=starts([len(skin.bones) for skin in skins]),
        skin_bonenum=[len(skin.bones) for skin in skins],
        skin_vert=vert,
        skin_texcoord=texcoord,
        skin_face=face,
        skin_bonevertadr=starts([len(bone.vertid) for _, bone in bones]),
        skin_bonevertnum=[len(bone.vertid) for _, bone in bones],
        skin_bonebindpos=joined([bone.bindpos for _, bone in bones]),
        skin_bonebindquat=joined([normalized_quat(bone.bindquat) for _, bone in bones]),
        skin_bonebodyid=[build.lookup(mjtObj.mjOBJ_BODY, bone.body, el, "bone") for el, bone in bones],
        skin_bonevertid=vertid,
        skin_bonevertweight=joined(
            [relative_weights(build, *pair) for pair in zip(elements, skins, strict=True)]
        ),
    )
    build.sizes.update(
        nskin=len(skins),
        nskinvert=len(vert),
        nskintexvert=len(texcoord),
        nskinface=len(face),
        nskinbone=len(bones),
        nskinbonevert=len(vertid),
    )


def joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.zeros(0)


def file_skin(build: Build, el: Any) -> Skin:
    """Return the skin of an SKN file."""
    if len(el.vert) or len(el.texcoord) or len(el.face) or len(el.bodyname):
        build.fail(el, f"both skin data and file were specified: '{el.file}'", "file", "give one of them")
    if not el.file.lower().endswith(".skn"):
        build.fail(el, f"unknown skin file type: '{el.file}'", "file", "its extension must be .skn")
    content = build.read_file(el, el.file)
    try:
        return binary_formats.decode(content)
    except Error as error:
        build.fail(el, f"{error}: '{el.file}'", "file")


def stated_skin(build: Build, el: Any) -> Skin:
    """Return the skin that the attributes of the element state."""
    for values, width, attribute in (
        (el.vert, 3, "vertex"),
        (el.texcoord, 2, "texcoord"),
        (el.face, 3, "face"),
    ):
        if len(values) % width:
            build.fail(el, f"{attribute} data must be multiple of {width} in skin", attribute)
    count = len(el.bodyname)
    lists = (len(el.bindpos) // 3, len(el.bindquat) // 4, len(el.vertid), len(el.vertweight))
    if lists != (count,) * 4:
        build.fail(
            el, f"bones of skin need a body, bindpos, bindquat, vertid and vertweight each: {count}, {lists}"
        )
    bindpos, bindquat = el.bindpos[: 3 * count].reshape(-1, 3), el.bindquat[: 4 * count].reshape(-1, 4)
    bones = [
        Bone(
            body,
            bindpos[i],
            bindquat[i],
            np.array(el.vertid[i], np.int32),
            np.array(el.vertweight[i], np.float32),
        )
        for i, body in enumerate(el.bodyname)
    ]
    return Skin(el.vert.reshape(-1, 3), el.texcoord.reshape(-1, 2), el.face.reshape(-1, 3), bones)


def check_skin(build: Build, el: Any, skin: Skin) -> None:
    """Fail on missing data, unequal sizes, invalid indices, or values that are not finite.

    3.5.0 accepts face indices that are out of range, and values that are not finite.
    """
    if not len(skin.vert) or not len(skin.face) or not skin.bones:
        build.fail(el, "missing data in skin", "vertex", "it needs vertices, faces and bones")
    count = len(skin.vert)
    if len(skin.texcoord) not in (0, count):
        build.fail(el, f"skin has {count} vertices, but {len(skin.texcoord)} texture coordinates", "texcoord")
    if skin.face.min() < 0 or skin.face.max() >= count:
        build.fail(el, f"a face of skin has a vertex that is not among the {count} vertices", "face")
    poses = [numbers for bone in skin.bones for numbers in (bone.bindpos, bone.bindquat, bone.vertweight)]
    if not all(np.isfinite(numbers).all() for numbers in (skin.vert, skin.texcoord, *poses)):
        build.fail(el, "a number of skin is not finite")
    for bone in skin.bones:
        if len(bone.vertid) != len(bone.vertweight) or not len(bone.vertid):
            build.fail(el, "vertid and vertweight must have same non-zero size in skin", "bone")
        wrong = bone.vertid[(bone.vertid < 0) | (bone.vertid >= count)]
        if len(wrong):
            told = "" if el.file else f" {wrong[0]}"  # messages must not reveal the content of files
            build.fail(el, f"vertid{told} out of range in skin", "bone", f"there are {count} vertices")


def relative_weights(build: Build, el: Any, skin: Skin) -> np.ndarray:
    """Return the weights of all bones, normalized so that those of each vertex sum to 1."""
    vertid = np.concatenate([bone.vertid for bone in skin.bones])
    weight = np.concatenate([bone.vertweight for bone in skin.bones])
    total = np.zeros(len(skin.vert), np.float32)
    np.add.at(total, vertid, weight)
    short = np.flatnonzero(~(total > mjMINVAL))
    if len(short):
        build.fail(el, f"vertex {short[0]} must have positive total weight in skin", "bone")
    return weight / total[vertid]


def normalized_quat(quat: np.ndarray) -> np.ndarray:
    """Return the unit quaternion; zero stays zero."""
    length = np.sqrt(np.sum(quat.astype(np.float64) ** 2))
    return quat / length if length > 0.0 else quat
