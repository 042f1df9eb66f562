"""Models as text, as files, as objects that can be edited; constants; the cache of assets."""

import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

import gelenk as mujoco
from gelenk import models

# an editable model
spec = mujoco.MjSpec()
spec.worldbody.add_geom(name="floor", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[2, 2, 0.1])
arm = spec.worldbody.add_body(name="arm", pos=[0, 0, 1])
arm.add_joint(name="shoulder", axis=[0, 1, 0], range=[-1, 1])
arm.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, 0.5, 0, 0], size=[0.04, 0, 0])
tip = arm.add_site(name="tip", pos=[0.5, 0, 0])
cable = spec.add_tendon(name="cable")
cable.wrap_site("tip")
anchor = spec.worldbody.add_site(name="anchor", pos=[0, 0.5, 1.5])
cable.wrap_site("anchor")
muscle = spec.add_actuator(name="pull", target="cable", trntype=mujoco.mjtTrn.mjTRN_TENDON)
muscle.set_to_muscle()
muscle.lengthrange = [0.3, 0.9]
m = spec.compile()
print([body.name for body in spec.bodies], m.nv, m.nu)

with tempfile.TemporaryDirectory() as folder:
    here = Path(folder)
    (here / "arm.xml").write_text(spec.to_xml())
    again = mujoco.MjModel.from_xml_path(str(here / "arm.xml"))
    mujoco.mj_saveLastXML(str(here / "saved.xml"), again)
    print(mujoco.mju_getXMLDependencies(str(here / "arm.xml")))
    mujoco.to_zip(spec, str(here / "arm.zip"))
    assert mujoco.from_zip(str(here / "arm.zip")).compile().nv == m.nv

    # to read by eye
    d = mujoco.MjData(m)
    mujoco.mj_printModel(m, str(here / "model.txt"))
    mujoco.mj_printFormattedModel(m, str(here / "model.txt"), "%.3g")
    mujoco.mj_printData(m, d, str(here / "data.txt"))
    mujoco.mj_printFormattedData(m, d, str(here / "data.txt"), "%.3g")
    print((here / "model.txt").read_text(encoding="utf-8")[:200])

# a mistake is told with its place
try:
    mujoco.MjModel.from_xml_string("<mujoco><worldbody><geom size='0.1' typ='box'/></worldbody></mujoco>")
except mujoco.Error as error:
    print(error)
schema = mujoco.mj_printSchema(False, True)
assert "worldbody" in schema

# attach one model to another, under a prefix
base = mujoco.MjSpec.from_file(str(models.path("pendulum")))
base.attach(spec, prefix="left_", frame=base.worldbody.add_frame(pos=[0, 1, 0]))
assert base.compile().body("left_arm").id > 0

# constants that follow from the model: recompute them after changing it
m.body_mass[1] *= 2
mujoco.mj_setConst(m, d)
options = mujoco.MjLROpt()
mujoco.mj_defaultLROpt(options)
options.useexisting = 0
mujoco.mj_setLengthRange(m, d, 0, options)
print("lengths of the cable:", m.actuator_lengthrange[0])

# defaults of options, solver parameters, pictures
mujoco.mj_defaultOption(m.opt)
mujoco.mj_defaultVisual(m.vis)
solref, solimp = np.zeros(2), np.zeros(5)
mujoco.mj_defaultSolRefImp(solref, solimp)
assert tuple(solref) == (0.02, 1)

# decoded meshes and textures stay in a cache, so that loading again is fast
cache = mujoco.mj_getCache()
print(mujoco.mj_getCacheSize(cache), "of", mujoco.mj_setCacheCapacity(cache, 500_000_000), "bytes")
assert mujoco.mj_getCacheCapacity(cache) == 500_000_000
mujoco.mj_clearCache(cache)

# textures by reference: the model has the path, and their pixels are read when they are needed
picture = Path(tempfile.mkdtemp()) / "red.png"
Image.new("RGB", (2, 2), (255, 0, 0)).save(picture)
text = f"""<mujoco>
  <compiler passthrough="textures"/>
  <asset><texture name="red" type="2d" file="{picture}"/></asset>
</mujoco>"""
outside = mujoco.MjModel.from_xml_string(text, release="4.0")
assert outside.tex_adr[0] == -1 and outside.ntexdata == 0
pixels, colorspace = mujoco.mj_loadTexture(outside, 0)
assert pixels.shape == (2, 2, 3) and pixels[0, 0].tolist() == [255, 0, 0]
inside = mujoco.mj_embedAssets(outside)
assert inside.tex_adr[0] == 0 and inside.ntexdata == 12
