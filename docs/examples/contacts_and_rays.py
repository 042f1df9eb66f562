"""Contacts and their forces, the constraint Jacobian, distances, rays."""

import numpy as np

import gelenk as mujoco

m = mujoco.MjModel.from_xml_string("""<mujoco>
  <asset>
    <mesh name="wedge" vertex="0 0 0  0.4 0 0  0 0.4 0  0 0 0.4"/>
    <hfield name="hill" nrow="3" ncol="3" size="1 1 0.5 0.1" elevation="0 0 0  0 1 0  0 0 0"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 0.1"/>
    <geom name="hill" type="hfield" hfield="hill" pos="3 0 0"/>
    <geom name="wedge" type="mesh" mesh="wedge" pos="0 3 0.5"/>
    <flexcomp name="cloth" type="grid" dim="2" count="4 4 1" spacing="0.2 0.2 0.2" pos="0 -3 0.5" radius="0.01"/>
    <body name="box" pos="0 0 0.199"><freejoint/><geom name="box" type="box" size="0.2 0.2 0.2" mass="1"/></body>
    <body name="ball" pos="1 0 1"><freejoint/><geom name="ball" size="0.1"/></body>
  </worldbody>
</mujoco>""")
d = mujoco.MjData(m)
mujoco.mj_forward(m, d)

# contact forces: in the frame of the contact, whose x axis is the normal; they carry the box
up = 0.0
for i, contact in enumerate(d.contact):
    wrench = np.zeros(6)
    mujoco.mj_contactForce(m, d, i, wrench)
    up += contact.frame.reshape(3, 3)[0, 2] * wrench[0]
print(f"{d.ncon} contacts push up with {up:.2f} N")

# forces of pyramidal cones are those of the edges of the pyramid
assert mujoco.mj_isPyramidal(m) and not mujoco.mj_isDual(m)
print("Jacobian of the constraints is", "sparse" if mujoco.mj_isSparse(m) else "dense")
edges, force = np.zeros(4), np.zeros(3)
friction = np.array([1.0, 1.0, 0.005])
mujoco.mju_encodePyramid(edges, np.array([2.0, 0.5, 0.0]), friction)
mujoco.mju_decodePyramid(force, edges, friction)
np.testing.assert_allclose(force, (2, 0.5, 0))

# efc_J times a vector, either way
velocity, qfrc = np.zeros(d.nefc), np.zeros(m.nv)
mujoco.mj_mulJacVec(m, d, velocity, d.qvel)
mujoco.mj_mulJacTVec(m, d, qfrc, d.efc_force)
np.testing.assert_allclose(qfrc, d.qfrc_constraint, atol=1e-9)

# a contact of our own
more = mujoco.MjContact()
more.geom[:] = m.geom("floor").id, m.geom("ball").id
more.dim = 1
assert mujoco.mj_addContact(m, d, more) == 0

# signed distance and nearest points
fromto = np.zeros(6)
distance = mujoco.mj_geomDistance(m, d, m.geom("box").id, m.geom("ball").id, 10.0, fromto)
np.testing.assert_allclose(np.linalg.norm(fromto[3:] - fromto[:3]), distance)
print(f"box and ball are {distance:.3f} m apart")

# rays: one, many at once, against one geom, against shapes that are in no model
origin, down = np.array([1.0, 0, 3]), np.array([0.0, 0, -1])
geomid, normal = np.zeros(1, np.int32), np.zeros(3)
length = mujoco.mj_ray(m, d, origin, down, None, 1, -1, geomid, normal)
assert m.geom(geomid[0]).name == "ball" and abs(length - 1.9) < 1e-12
fan = np.array([[x, 0.0, -1.0] for x in (-1, 0, 1)]).ravel()
hits, lengths = np.zeros(3, np.int32), np.zeros(3)
mujoco.mj_multiRay(m, d, origin, fan, None, 1, -1, hits, lengths, None, 3, 10.0)
print("a fan of rays meets", [m.geom(i).name for i in hits])
assert mujoco.mj_rayHfield(m, d, m.geom("hill").id, np.array([3.0, 0, 3]), down, normal) == 2.5
assert mujoco.mj_rayMesh(m, d, m.geom("wedge").id, np.array([0.1, 3.1, 3]), down, normal) > 0
vertex = np.zeros(1, np.int32)
above = np.array([0.1, -3.05, 2.0])
assert mujoco.mj_rayFlex(m, d, 0, 1, 1, 1, 0, 0, above, down, vertex, normal) > 1
sphere = int(mujoco.mjtGeom.mjGEOM_SPHERE)
length = mujoco.mju_rayGeom(
    np.zeros(3), np.eye(3).ravel(), np.array([0.5, 0, 0]), origin, -origin, sphere, normal
)
print(f"and a ray toward the origin hits a sphere there after {length * np.linalg.norm(origin):.3f} m")

# whether a point is in the volume of a site
zone = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><site name="zone" type="box" size="1 1 .5"/></worldbody></mujoco>'
)
inside = mujoco.MjData(zone)
mujoco.mj_kinematics(zone, inside)
assert mujoco.mj_insideSite(zone, inside, 0, np.array([0.5, 0, 0.4])) == 1
assert mujoco.mj_insideSite(zone, inside, 0, np.array([0.5, 0, 0.6])) == 0

# against a skin, given as its triangles and vertices
corners, vertices = np.array([0, 1, 2], np.int32), np.array([0, 0, 0, 1, 0, 0, 0, 1, 0.0])
assert mujoco.mju_raySkin(1, 3, corners, vertices, np.array([0.1, 0.1, 2.0]), down, vertex) == 2.0
