"""Universal Scene Description (USD) export, under the names of ``mujoco.usd``.

Documents: drop-in / mujoco.usd

    exporter = USDExporter(model, camera_names=["closeup"])
    while d.time < 2:
        mujoco.mj_step(m, d)
        exporter.update_scene(d)
    exporter.save_scene("usda")

Needs the extra ``gelenk[usd]``.
"""

from typing import Any

from gelenk.compat.aliases import ALIASES


def _object_names() -> dict[str, Any]:
    """Return cameras, lights and matrices of USD: ``mujoco.usd.lights.USDDomeLight``."""
    from gelenk.usd import objects

    return {name: value for name, value in vars(objects).items() if name.startswith(("USD", "create_"))}


ALIASES |= dict.fromkeys(("usd.camera", "usd.lights", "usd.utils"), _object_names)
