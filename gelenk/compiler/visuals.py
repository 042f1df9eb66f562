"""Materials and textures as the model keeps them; nothing here moves a body.

Documents: Modeling / XML reference / asset / texture; asset / material
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.assets.images import CUBE_FACES, builtin_image
from gelenk.compiler.build import Build
from gelenk.compiler.columns import column, elements_of, unsupported
from gelenk.tables.enums import mjtBuiltin, mjtObj, mjtTexture, mjtTextureRole

TEXTURE = mjtObj.mjOBJ_TEXTURE
MATERIAL = mjtObj.mjOBJ_MATERIAL
NO_BUILTIN = int(mjtBuiltin.mjBUILTIN_NONE)
TWO_D = int(mjtTexture.mjTEXTURE_2D)
SKYBOX = int(mjtTexture.mjTEXTURE_SKYBOX)  # the only one that nothing refers to
ROLES = int(mjtTextureRole.mjNTEXROLE)
MAX_TEXTURE_BYTES = 1 << 31

# model field -> (spec attribute, columns, dtype); all copied as they are
COPIED = {
    "mat_texuniform": ("texuniform", 0, np.uint8),
    "mat_texrepeat": ("texrepeat", 2, np.float32),
    "mat_emission": ("emission", 0, np.float32),
    "mat_specular": ("specular", 0, np.float32),
    "mat_shininess": ("shininess", 0, np.float32),
    "mat_reflectance": ("reflectance", 0, np.float32),
    "mat_metallic": ("metallic", 0, np.float32),
    "mat_roughness": ("roughness", 0, np.float32),
    "mat_rgba": ("rgba", 4, np.float32),
}


def compile_textures(build: Build) -> None:
    """Fill tex_* with the pixels of builtin textures, one after the other, row by row from the top."""
    textures = elements_of(build, TEXTURE, kept(build, build.spec.textures))
    sizes = [texture_size(build, el) for el in textures]
    images = [
        builtin_image(
            int(el.type) == TWO_D,
            int(el.builtin),
            int(el.mark),
            width,
            height,
            channels,
            el.rgb1,
            el.rgb2,
            el.markrgb,
            float(el.random),
        )
        for el, (width, height, channels) in zip(textures, sizes, strict=True)
    ]
    table = np.array(sizes, np.int32).reshape(len(sizes), 3)
    nbytes = np.array([image.size for image in images], np.int64)
    build.put(
        tex_type=column(textures, "type", 0, np.int32),
        tex_colorspace=column(textures, "colorspace", 0, np.int32),
        tex_width=table[:, 0].copy(),
        tex_height=table[:, 1].copy(),
        tex_nchannel=table[:, 2].copy(),
        tex_adr=np.cumsum(nbytes) - nbytes,
        tex_data=np.concatenate([image.ravel() for image in images]) if images else np.zeros(0, np.uint8),
    )
    build.sizes.update(ntex=len(textures), ntexdata=int(nbytes.sum()))


def kept(build: Build, elements: Any) -> list:
    """Materials and textures are dropped when only the physics is wanted (discardvisual)."""
    return [] if build.spec.compiler.discardvisual else list(elements)


def texture_size(build: Build, el: Any) -> tuple[int, int, int]:
    """Width, height and channels; six square faces of a cube stand below each other."""
    if not el.name and int(el.type) != SKYBOX:
        build.fail(el, "empty name in texture", "name")
    flat = int(el.type) == TWO_D
    if int(el.builtin) == NO_BUILTIN:
        if el.file or any(el.cubefiles):
            unsupported(build, el, "texture from a file", "file")
        if len(el.data):
            unsupported(build, el, "texture from data", "data")
        build.fail(el, "texture has neither builtin nor file", "builtin", "gradient, checker or flat")
    width, height, channels = int(el.width), int(el.height), int(el.nchannel)
    if width < 1:
        build.fail(el, f"invalid width {width} of builtin texture", "width", "at least 1")
    if not flat:
        height = CUBE_FACES * width
    if height < 1:
        build.fail(el, f"invalid height {height} of builtin texture", "height", "at least 1")
    if channels < 1:
        build.fail(el, f"invalid number of channels {channels} of texture", "nchannel", "3, or 4 with alpha")
    if width * height * channels >= MAX_TEXTURE_BYTES:
        build.fail(el, f"could not allocate memory for texture: {width} x {height} x {channels}", "width")
    return width, height, channels


def compile_materials(build: Build) -> None:
    """Fill mat_*; mat_texid has one column for each role that a texture can have."""
    materials = elements_of(build, MATERIAL, kept(build, build.spec.materials))
    texid = np.full((len(materials), ROLES), -1, np.int32)
    for row, el in zip(texid, materials, strict=True):
        if not el.name:
            build.fail(el, "empty name in material", "name")
        for role, name in enumerate(el.textures):
            if name:
                row[role] = build.lookup(TEXTURE, name, el, "texture")
    build.put(mat_texid=texid, **{field: column(materials, *spec) for field, spec in COPIED.items()})
    build.sizes["nmat"] = len(materials)
