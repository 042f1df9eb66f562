"""Calls that no program would make on purpose, by chance: arguments of every kind, threads, forks, closed batches.

`main` is run in a process of its own, which must end by itself, and in good order.
"""

import copy
import faulthandler
import os
import pickle
import random
import threading

import numpy as np

import gelenk
from gelenk import models
from gelenk.batch import DATA_FIELDS, MODEL_FIELDS, Batch
from gelenk.batch.device.multi_gpu import MultiBatch
from gelenk.errors import FatalError
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda

# of arguments, of memory, of worlds that failed (SimulationError is a RuntimeError), of a batch that is closed
ERRORS = (
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    MemoryError,
    RuntimeError,
    FatalError,
    OverflowError,
)
NSIM = 7
HUGE = 2**31 - 1
FIELDS = [*sorted({*DATA_FIELDS, *MODEL_FIELDS}), "nothing", "_cpu", "__class__", "state", "model", "nsim"]
NUMBERS = [-1, 0, 1, 2, 6, 7, 2**31, 2**63, -(2**63), 10**30, 3.5, float("nan"), True, 1j]
TEXTS = ["", "qpos", "a\0b", "x" * 10000, "hinge", "pole", "opt.timestep", b"qpos"]
SHAPES = [(), (0,), (1,), (2,), (7,), (7, 2), (7, 1), (2, 7), (7, 3, 1), (3, 5, 1), (1, 1, 1, 1), (65536,)]
TYPES = ["f8", "f4", "i4", "i8", "u1", "?", "c16", "O", "U3", "M8[s]", "V4", "f2", ">f8"]


class Evil:
    """Says that it has elements, and has none."""

    def __len__(self):
        return 10**5

    def __getitem__(self, i):
        raise IndexError(i)


class Elsewhere:
    """An array that only a device can read."""

    def __init__(self):
        self.__cuda_array_interface__ = {
            "shape": (3, 2), "typestr": "<f8", "data": (4096, False), "strides": None, "version": 3,
        }  # fmt: skip


class Attack:
    """One batch after the other, and calls of them."""

    def __init__(self, kind, seed):
        self.kind, self.random, self.numpy = kind, random.Random(seed), np.random.default_rng(seed)
        self.m, self.other = models.load("cartpole"), models.load("pendulum")

    def batch(self):
        """A batch of this kind."""
        if self.kind == "several":
            made = {"precision": Variant(exact=True), "load": fake_cuda.load}
            return MultiBatch(self.m, NSIM, ["cuda:0", "cuda:1"], **made)
        return Batch(self.m, NSIM, self.random.choice([1, 3]), persistent=self.kind == "persistent")

    def array(self):
        """Numbers of some shape and type."""
        shape, dtype = self.random.choice(SHAPES), self.random.choice(TYPES)
        try:
            made = self.numpy.normal(0, 3, shape).astype(dtype)
        except (TypeError, ValueError):
            made = np.zeros(shape, dtype)
        if made.dtype.kind == "f" and made.size and self.random.random() < 0.4:
            made.flat[self.random.randrange(made.size)] = self.random.choice([np.nan, np.inf, -np.inf])
        return made.T if self.random.random() < 0.2 else made

    def thing(self):
        """Any argument."""
        choose = self.random.choice
        kinds = [
            *[self.array] * 4,
            *(
                lambda: None,
                lambda: choose(NUMBERS),
                lambda: choose(TEXTS),
                lambda: choose([{}, [[1, [2]], [3]]]),
            ),
            *(Evil, Elsewhere, object, lambda: iter([1, 2]), lambda: slice(None), lambda: [self.m] * NSIM),
            *(
                lambda: [self.random.randrange(-3, 9) for _ in range(4)],
                lambda: np.arange(7)[:: choose([1, 2, -1])],
            ),
            *(lambda: self.m, lambda: gelenk.MjData(self.m)),
        ]
        return choose(kinds)()

    def calls(self):
        """Functions of a batch."""
        any_, field = self.thing, lambda: self.random.choice(FIELDS)
        return [
            lambda b: b.step(any_()),
            lambda b: b.step(None, any_(), any_()),
            lambda b: b.forward(any_(), any_()),
            lambda b: b.reset(any_()),
            lambda b: b.reset(None, any_(), any_()),
            lambda b: b.rollout(any_(), ids=any_()),
            lambda b: b.rollout(5, any_(), any_()),
            lambda b: b.rollout(3, record=any_()),
            lambda b: b.rollout(3, record=["qpos"], out={"qpos": any_()}),
            lambda b: b.rollout(HUGE),
            lambda b: b.jac(any_(), any_()),
            lambda b: b.jac(1, [0, 0, 0], any_()),
            lambda b: b.ray(any_(), any_()),
            lambda b: b.ray([0, 0, 5], [0, 0, -1], any_(), any_(), any_(), any_(), any_()),
            lambda b: b.bind(any_()),
            lambda b: b.expand(field()),
            lambda b: getattr(b, field()),
            lambda b: setattr(b, field(), any_()),
            lambda b: setattr(b.body(any_()), "mass", any_()),
            lambda b: setattr(
                b.joint("hinge"), self.random.choice(["qpos", "damping", "xpos", "id"]), any_()
            ),
            lambda b: b.set_const(any_()),
            lambda b: b.set_models(any_()),
            lambda b: b.set_models([self.other] * NSIM),
            lambda b: b.get_model(0, any_()),
            lambda b: b.get_data(any_(), any_()),
            lambda b: b.error(any_()),
            lambda b: Batch(self.m, any_(), any_(), any_(), any_()),
            lambda b: Batch(self.m, HUGE),
            lambda b: type(b).step(any_()),
            lambda b: b.qpos.__setitem__(any_(), any_()),
            lambda b: pickle.loads(pickle.dumps(b)),
            lambda b: type(b).__new__(type(b)).step(),
            self.closed,
            self.threads,
            *([] if self.kind == "several" or not hasattr(os, "fork") else [self.fork]),
        ]

    def closed(self, b):
        """Everything that is asked of a closed batch."""
        b.close()
        for call in (
            pickle.dumps,
            copy.copy,
            repr,
            lambda b: b.step(),
            lambda b: b.xpos,
            lambda b: b.rollout(2),
        ):
            refused(call, b)

    def threads(self, b):
        """Several threads use one batch, which may be closed meanwhile."""
        calls = (
            *(lambda: b.step(), lambda: b.reset([1]), lambda: b.rollout(2), lambda: b.bind("xpos")),
            *(lambda: b.expand("body_mass"), lambda: b.joint("hinge").qpos, lambda: copy.copy(b).close()),
        )

        def work(seed):
            choose = random.Random(seed).choice
            for _ in range(10):
                refused(choose(calls))

        threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(4)]
        for thread in threads:
            thread.start()
        if self.random.random() < 0.3:
            b.close()
        for thread in threads:
            thread.join(60)
        assert not any(thread.is_alive() for thread in threads)

    def fork(self, b):
        """A child goes on with the batch."""
        b.step()
        child = os.fork()
        if child == 0:
            refused(b.step)
            refused(b.reset)
            os._exit(0)
        b.step()
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def refused(call, *arguments):
    """Whether a call raised what it may; anything else comes out."""
    try:
        call(*arguments)
    except ERRORS:
        return True
    return False


def main(kind, seed, count):
    """Make ``count`` calls; after each the batch still steps, or says why it does not."""
    faulthandler.enable()
    attack = Attack(kind, seed)
    counts, b = [0, 0], attack.batch()
    b.step()  # compiles what is missing
    faulthandler.dump_traceback_later(300, exit=True)
    for i in range(count):
        b = b if i % 5 else attack.batch()
        counts[refused(attack.random.choice(attack.calls()), b)] += 1
        refused(b.step)
    assert min(counts) > count // 20, "some calls are accepted, some refused"
    print("done")
