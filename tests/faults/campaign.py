"""Interrupts or starves a scenario at random, in a process of its own.

python -m tests.faults.campaign NAME SEED interrupts=ROUNDS starvation=ROUNDS

It ends with 0 and a line that sums up, or says in which round what happened. A round that hangs ends the process with
the stacks of all threads.
"""

import faulthandler
import gc
import logging
import os
import random
import re
import signal
import sys
import time
import traceback

from tests.faults.scenarios import SCENARIOS

PATIENCE = 60.0  # seconds of one round


class Interrupts:
    """Sends an exception from a signal handler while a call is at work, and counts how many reach the caller."""

    def __init__(self, scenario, rng):
        self.scenario, self.rng, self.sent, self.reached = scenario, rng, 0, 0
        signal.signal(signal.SIGALRM, self.strike)
        took = []
        for _ in range(5):
            start = time.perf_counter()
            scenario.call()
            took.append(time.perf_counter() - start)
        self.longest = 1.2 * min(took)

    def strike(self, number, frame):
        self.sent += 1
        raise KeyboardInterrupt(self.sent)

    def settle(self):
        signal.setitimer(signal.ITIMER_REAL, 0)
        time.sleep(1e-4)  # some kernels deliver a signal of a timer that has just been taken back

    def round(self):
        try:
            signal.setitimer(signal.ITIMER_REAL, self.rng.uniform(1e-6, self.longest))
            self.scenario.call()
            self.settle()
        except KeyboardInterrupt as error:
            self.settle()
            assert error.args == (self.sent,)
            self.reached += 1
        assert self.reached == self.sent, (
            f"{self.sent} interrupts were sent, {self.reached} reached the caller"
        )

    def told(self):
        return f"{self.reached} of {self.sent} interrupts reached the caller"


class Starvation:
    """Lets one allocation fail; nothing but MemoryError comes of it."""

    def __init__(self, scenario, rng):
        import _testcapi

        self.api, self.scenario, self.rng, self.failed, self.at, self.most = (
            _testcapi,
            scenario,
            rng,
            0,
            0,
            64,
        )
        self.call = getattr(scenario, "starved", scenario.call)
        self.call()
        while self.starve(self.most):  # so many allocations has a call
            self.most *= 2

    def starve(self, at):
        """Let allocation ``at`` fail; whether anybody noticed."""
        allowed = getattr(self.scenario, "errors", MemoryError)
        gc.collect()
        try:
            self.api.set_nomemory(at, at + 1)
            try:
                self.call()
            finally:
                self.api.remove_mem_hooks()
        except MemoryError:
            return True
        except (SystemError, AttributeError) as error:
            if not is_of_others(error):
                raise
            return True
        except allowed as error:
            if is_of_others(error.__cause__):
                return True
            assert isinstance(error.__cause__, MemoryError), repr(error)
            return True
        return False

    def round(self):
        self.at = self.at + 1 if self.at < 200 else self.rng.randrange(self.most)
        self.failed += self.starve(self.at)

    def told(self):
        return f"{self.failed} calls failed for want of memory, of up to {self.most} allocations"


def is_of_others(error):
    """Whether an error is what CPython and numpy themselves make of an allocation that failed.

    CPython 3.11 to 3.13 loses the exception where it has no memory for the frame of a traceback: `def f(): raise
    TypeError("x")` ends so without anything else. numpy's reductions and subscripts do the same, and array.ctypes
    passes NULL to Py_BuildValue. Both say SystemError, "... without exception set", or "... without setting an
    exception", of a function of Python or of numpy; our border would be named as a built-in function, _... or mj....
    An assignment to __dict__ says that there is none.
    """
    text = str(error)
    if isinstance(error, AttributeError):
        return text == "This object has no __dict__"
    ours = re.search(r"built-in function (_|mj)", text)
    return isinstance(error, SystemError) and ("without" in text or "Py_BuildValue" in text) and not ours


def main(name, seed, kind, count):
    faulthandler.enable()
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    logging.disable()
    lost = []
    sys.unraisablehook = lost.append
    scenario = SCENARIOS[name]()
    faults = {"interrupts": Interrupts, "starvation": Starvation}[kind](scenario, random.Random(seed))
    for i in range(count):
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        try:
            faults.round()
            assert not lost, f"lost: {lost[0].exc_value!r} in {lost[0].object}"
            assert gc.isenabled()
            scenario.check()
        except BaseException:
            traceback.print_exc()
            print(f"{name}: round {i} of {kind}, seed {seed}, {vars(faults)}")
            return 1
    print(f"{name}: {count} rounds; {faults.told()}")
    return 0


if __name__ == "__main__":
    kinds = [entry.split("=") for entry in sys.argv[3:]]
    code = max(main(sys.argv[1], int(sys.argv[2]), kind, int(count)) for kind, count in kinds)
    sys.stdout.flush()
    os._exit(code)  # whatever threads do
