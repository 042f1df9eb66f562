"""Threads for one world: its islands are solved side by side, with the same bits as by one thread."""

import gelenk as mujoco

BALL = '<body pos="{} 0 {}"><freejoint/><geom size=".1"/></body>'
PILES = "".join(BALL.format(x, z) for x in range(4) for z in (0.1, 0.3))
m = mujoco.MjModel.from_xml_string(
    f'<mujoco><worldbody><geom type="plane" size="5 5 .1"/>{PILES}</worldbody></mujoco>'
)
alone, together = mujoco.MjData(m), mujoco.MjData(m)
pool = mujoco.mju_threadPoolCreate(2)
mujoco.mju_bindThreadPool(together, pool)
for d in (alone, together):
    mujoco.mj_step(m, d, 200)
assert alone.qpos.tobytes() == together.qpos.tobytes()
print(f"{together.nisland} islands on 2 threads, the same bits as on one")
mujoco.mju_threadPoolDestroy(pool)

# in one call: mjData makes its pool and keeps it
mujoco.mju_threadpool(alone, 2)
mujoco.mj_step(m, alone)
mujoco.mju_threadpool(alone, 0)  # none again
