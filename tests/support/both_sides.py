"""Batches with equal worlds on the CUDA driver stub (GELENK_CUDA_DRIVER) and on the CPU."""

import numpy as np

from gelenk.batch import Batch
from tests.support import fake_cuda


def both_sides(m, nsim, precision, persistent=False, lanes=1):
    """Return a batch on the device and a CPU batch, with equal random positions."""
    there = Batch(m, nsim, device="cuda:0", precision=precision, load=fake_cuda.load, lanes=lanes)
    here = Batch(m, nsim, nthread=1, persistent=persistent)
    there.qpos = here.qpos = np.random.default_rng(0).normal(0, 0.3, (nsim, m.nq))
    return there, here
