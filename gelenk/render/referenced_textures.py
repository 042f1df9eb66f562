"""Pixels of referenced textures, whose files renderer and viewer read.

Documents: XML reference / asset / texture; API / mjr_uploadTexture

A file that cannot be read is a warning that names it, and a gray texture.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from gelenk.errors import Error
from gelenk.runtime import user_warnings

GRAY = 128  # of textures whose file cannot be read
KEPT = "_loaded_textures"  # attribute of a model: {id: (image, color space)} of textures by reference


def with_pixels(m: Any, again: int = -1) -> Any:
    """Return the model, or, if textures are by reference, their tex_* with all pixels.

    Their pixels are kept with the model, so that a file is read, and a missing one told, once.

    again   texture whose file is read again; -1: none
    """
    if not (m._a_tex_adr < 0).any():
        return m
    # imported here, since few models have textures by reference
    from gelenk.modeling.compiler.texture_references import is_by_reference, load_texture, texture_columns

    kept = m.__dict__.setdefault(KEPT, {})
    kept.pop(again, None)
    pairs = []
    for i in range(m.ntex):
        if not is_by_reference(m, i):
            pairs.append(load_texture(m, i))
            continue
        if i not in kept:
            kept[i] = _image_or_gray(m, i)
        pairs.append(kept[i])
    columns = texture_columns([image for image, _ in pairs], [space for _, space in pairs])
    found = SimpleNamespace(ntex=m.ntex, _a_tex_type=m._a_tex_type)
    for name, values in columns.items():
        setattr(found, "_a_" + name, np.asarray(values))
    return found


def _image_or_gray(m: Any, i: int) -> tuple[np.ndarray, int]:
    """Return pixels and color space of a texture, gray if its file cannot be read."""
    from gelenk.modeling.compiler.texture_references import load_texture

    try:
        return load_texture(m, i)
    except (Error, MemoryError) as error:
        user_warnings.send(f"texture {i}: not uploaded, and gray: {error}")
        return np.full((1, 1, 3), GRAY, np.uint8), 0
