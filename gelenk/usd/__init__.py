"""Universal Scene Description (USD) export, under the names of ``mujoco.usd``.

Documents: drop-in / mujoco.usd

    exporter = USDExporter(model, camera_names=["closeup"])
    while d.time < 2:
        mujoco.mj_step(m, d)
        exporter.update_scene(d)
    exporter.save_scene("usda")

Needs the extra ``gelenk[usd]``.
"""
