"""Materials as the model keeps them; nothing here moves a body.

Documents: Modeling / XML reference / asset / material
"""

from __future__ import annotations

import numpy as np

from gelenk.compiler.build import Build
from gelenk.compiler.columns import column, elements_of
from gelenk.compiler.textures import kept
from gelenk.tables.enums import mjtObj, mjtTextureRole

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


def compile_materials(build: Build) -> None:
    """Fill mat_*; mat_texid has one column for each role that a texture can have."""
    materials = elements_of(build, mjtObj.mjOBJ_MATERIAL, kept(build, build.spec.materials))
    build.sizes["nmat"] = len(materials)
    if not materials:
        return
    texid = np.full((len(materials), mjtTextureRole.mjNTEXROLE), -1, np.int32)
    for row, el in zip(texid, materials, strict=True):
        if not el.name:
            build.fail(el, "empty name in material", "name")
        for role, name in enumerate(el.textures):
            if name:
                row[role] = build.lookup(mjtObj.mjOBJ_TEXTURE, name, el, "texture")
    build.put(mat_texid=texid, **{field: column(materials, *spec) for field, spec in COPIED.items()})
