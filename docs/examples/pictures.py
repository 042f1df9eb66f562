"""Pictures: a scene drawn into a buffer, texts and figures over it, pixels read, written and moved."""

import numpy as np

import gelenk as mujoco

XML = """
<mujoco>
  <asset>
    <texture name="checks" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="64" height="64"/>
    <material name="checks" texture="checks" texrepeat="4 4"/>
    <mesh name="wedge" vertex="0 0 0  .4 0 0  0 .3 0  0 0 .2"/>
    <hfield name="hills" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 1 0 0 3 0 0 2 0"/>
  </asset>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="2 2 .1" material="checks"/>
    <geom type="mesh" mesh="wedge" pos="0 0 .3"/>
    <geom type="hfield" hfield="hills" pos="0 -2 0"/>
  </worldbody>
</mujoco>"""
m = mujoco.MjModel.from_xml_string(XML)
d = mujoco.MjData(m)
mujoco.mj_forward(m, d)
camera, scene = mujoco.MjvCamera(), mujoco.MjvScene(m, maxgeom=100)
mujoco.mjv_defaultFreeCamera(m, camera)
everything = mujoco.mjtCatBit.mjCAT_ALL
mujoco.mjv_updateScene(m, d, mujoco.MjvOption(), mujoco.MjvPerturb(), camera, everything, scene)

# a context holds what is drawn with; no driver and no display is needed
con = mujoco.MjrContext(m, mujoco.mjtFontScale.mjFONTSCALE_100)
mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, con)
mujoco.mjr_resizeOffscreen(320, 240, con)
mujoco.mjr_changeFont(mujoco.mjtFontScale.mjFONTSCALE_150, con)
whole = mujoco.mjr_maxViewport(con)
assert (whole.width, whole.height) == (320, 240)
mujoco.mjr_render(whole, scene, con)

# read it: the first row is the lowest
rgb, depth = np.zeros((240, 320, 3), np.uint8), np.zeros((240, 320), np.float32)
mujoco.mjr_readPixels(rgb, depth, whole, con)
assert len(np.unique(rgb.reshape(-1, 3), axis=0)) > 20 and depth.min() < depth.max()

# what is changed in the model is uploaded: the floor becomes green
m.tex_data[:] = np.tile([0, 255, 0], m.tex_data.size // 3)
mujoco.mjr_uploadTexture(m, con, m.texture("checks").id)
mujoco.mjr_uploadMesh(m, con, m.mesh("wedge").id)
mujoco.mjr_uploadHField(m, con, m.hfield("hills").id)
mujoco.mjr_render(whole, scene, con)
green = np.zeros_like(rgb)
mujoco.mjr_readPixels(green, None, whole, con)
assert green[..., 1].mean() > rgb[..., 1].mean() and green[..., 2].mean() < rgb[..., 2].mean()

# texts, panels and a figure over it
normal, corner = mujoco.mjtFont.mjFONT_NORMAL, mujoco.mjtGridPos.mjGRID_TOPLEFT
mujoco.mjr_text(normal, "a text", con, 0.1, 0.5, 1, 1, 1)
mujoco.mjr_overlay(normal, corner, whole, "time\nenergy", "0.1 s\n2 J", con)
panel = mujoco.MjrRect(200, 10, 100, 30)
mujoco.mjr_rectangle(panel, 0.2, 0.2, 0.2, 1)
mujoco.mjr_label(panel, normal, "a label", 0.3, 0.3, 0.6, 1, 1, 1, 1, con)
figure = mujoco.MjvFigure()
figure.linepnt[0] = 3
figure.linedata[0, :6] = [0, 0, 1, 2, 2, 1]
mujoco.mjr_figure(mujoco.MjrRect(160, 120, 160, 120), figure, con)
written = np.zeros_like(rgb)
mujoco.mjr_readPixels(written, None, whole, con)
assert (written != green).any()
assert mujoco.mjr_findRect(250, 20, 1, panel) == 0  # its number: the point is inside

# pixels are written, and copied from one buffer to another
stripe = mujoco.MjrRect(0, 0, 320, 10)
mujoco.mjr_drawPixels(np.full(320 * 10 * 3, 255, np.uint8), None, stripe, con)
mujoco.mjr_addAux(0, 320, 240, 0, con)
mujoco.mjr_setAux(0, con)
mujoco.mjr_render(whole, scene, con)
mujoco.mjr_restoreBuffer(con)
mujoco.mjr_blitAux(0, whole, 0, 0, con)
mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_WINDOW, con)
mujoco.mjr_blitBuffer(stripe, stripe, 1, 0, con)
mujoco.mjr_finish()
assert mujoco.mjr_getError() == 0

# the same in a line: mujoco.Renderer
with mujoco.Renderer(m, 60, 80) as renderer:
    renderer.update_scene(d)
    assert renderer.render().shape == (60, 80, 3)

# what draws, and the pose of a camera as the renderer takes it
info = mujoco.MjrRendererInfo()
mujoco.mjr_defaultRendererInfo(info)
mujoco.mjr_getRendererInfo(info)
print(info.backend, info.renderer)
camera = mujoco.mjv_camera2GLCamera(m, d, mujoco.MjvCamera())
assert abs(np.linalg.norm(camera.forward) - 1) < 1e-6
