"""Materials as the model keeps them; nothing here moves a body.

Documents: Modeling / XML reference / asset / material
"""

from __future__ import annotations

from gelenk.compiler.build import Build
from gelenk.compiler.columns import Copied, elements_of
from gelenk.compiler.textures import kept
from gelenk.tables.enums import mjtObj

COPIED = Copied(
    {
        f"mat_{name}": name
        for name in (
            *("texuniform", "texrepeat", "emission", "specular", "shininess", "reflectance", "metallic"),
            *("roughness", "rgba"),
        )
    }
)


def compile_materials(build: Build) -> None:
    """Fill mat_*; mat_texid has one column for each role that a texture can have."""
    materials = elements_of(build, mjtObj.mjOBJ_MATERIAL, kept(build, build.spec.materials))
    build.sizes["nmat"] = len(materials)
    if not materials:
        return
    texid = []
    for el in materials:
        if not el.name:
            build.fail(el, "empty name in material", "name")
        texid.append(
            [build.lookup(mjtObj.mjOBJ_TEXTURE, name, el, "texture") if name else -1 for name in el.textures]
        )
    build.put(mat_texid=texid)
    build.arrays.update(COPIED.columns(materials))
