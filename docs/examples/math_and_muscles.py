"""Scalars, sorting, random numbers, springs, muscles."""

import math

import numpy as np

import gelenk as mujoco

assert mujoco.mju_min(1, 2) == 1 and mujoco.mju_max(1, 2) == 2 and mujoco.mju_clip(3, 0, 2) == 2
assert mujoco.mju_sign(-3) == -1 and mujoco.mju_round(2.5) == 3
assert mujoco.mju_isBad(math.nan) and not mujoco.mju_isBad(1.0)
assert mujoco.mju_sigmoid(0.5) == 0.5

numbers, integers = np.array([3.0, 1, 2]), np.array([3, 1, 2], np.int32)
mujoco.mju_insertionSort(numbers)
mujoco.mju_insertionSortInt(integers)

print("Halton, base 2:", [mujoco.mju_Halton(k, 2) for k in range(1, 6)])
print("normal:", mujoco.mju_standardNormal(None))
print("12288 bytes are", mujoco.mju_writeNumBytes(12288))
print(mujoco.mju_warningText(int(mujoco.mjtWarning.mjWARN_BADQPOS), 3))
mujoco.mju_writeLog("WARNING", "an example of a message")

# a damped spring after a second, in closed form
print("spring:", mujoco.mju_springDamper(1.0, 0.0, 4.0, 4.0, 1.0), "=", 3 * math.exp(-2))

# a muscle at rest length: its force, and how fast it wakes up
length, velocity, lengthrange, acc0 = 1.0, 0.0, np.array([0.5, 1.5]), 1.0
parameters = np.array([0.75, 1.05, 200.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2])
gain = mujoco.mju_muscleGain(length, velocity, lengthrange, acc0, parameters)
bias = mujoco.mju_muscleBias(length, lengthrange, acc0, parameters)
rate = mujoco.mju_muscleDynamics(1.0, 0.0, np.array([0.01, 0.04, 0.0]))
print(f"active {gain:.1f} N, passive {bias:.1f} N, activation grows by {rate:.0f} per second")
