"""Interrupts or starves a scenario at random, in a process of its own.

python -m tests.faults.campaign NAME SEED interrupts=COUNT starvation=COUNT

A round is one call that may be hit, and the check of the object after it. Rounds go on until COUNT interrupts came
while the call was at work, or COUNT calls failed for want of memory. The process ends with 0 and a line that sums up,
or says in which round what happened. A round that hangs ends the process with the stacks of all threads.
`python -m tests.faults.all` does this for all scenarios.
"""

import faulthandler
import gc
import logging
import os
import pickle
import random
import re
import signal
import sys
import threading
import time
import traceback
import warnings

from tests.faults.catalog import SCENARIOS

PATIENCE = 60.0  # seconds of one round
ROUNDS_EACH = 20  # rounds for one hit, on average, after which the scenario counts as one that cannot be hit
REPORTED = 25  # hits between two lines that say how many there were, for runs that crash
THREADS_MORE = (
    16  # threads that may live more than after the first calls: those of the last objects, which end
)
IN_TURN = 200  # the first allocations, which fail one after the other; later ones at random
NOTICED = 4  # allocations in a row, of which at least one is noticed: some, of caches, may fail unnoticed
TUPLES = 2000  # of two, which CPython keeps for later use
LOST = r"without|Py_BuildValue|of numpy\..* with an exception set"  # SystemErrors of CPython and numpy
SPANS = (1, 1, 1, 1, 2, 5, 20)  # allocations that fail in a row


class Interrupts:
    """Sends an exception from a signal handler while a call is at work, and counts how many reach the caller."""

    def __init__(self, scenario, rng):
        self.scenario, self.rng, self.sent, self.hits = scenario, rng, 0, 0
        self.struck = traceback.StackSummary()  # where the last interrupt came
        signal.signal(signal.SIGALRM, self.strike)
        took = []
        for _ in range(5):
            start = time.perf_counter()
            scenario.call()
            took.append(time.perf_counter() - start)
        self.longest = 1.1 * min(took)

    def strike(self, number, frame):
        self.sent += 1
        self.struck = traceback.StackSummary.extract(traceback.walk_stack(frame), lookup_lines=False)
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
            self.hits += 1
        assert self.hits == self.sent, f"{self.sent} interrupts were sent, {self.hits} reached the caller"

    def told(self):
        return f"{self.hits} of {self.sent} interrupts reached the caller"


class Settled:
    """A context variable that nobody sets."""

    def set(self, value):
        """Set nothing."""

    def reset(self, token):
        """Reset nothing."""


class Starvation:
    """Lets allocations fail, one or some in a row; nothing but MemoryError comes of it."""

    def __init__(self, scenario, rng):
        import _testcapi

        from numpy._core import _ufunc_config

        # ContextVar.set crashes CPython 3.11 to 3.13 if it has no memory for its token; numpy's errstate calls it
        _ufunc_config._extobj_contextvar = Settled()
        warnings.simplefilter("ignore")
        self.api, self.scenario, self.rng = _testcapi, scenario, rng
        self.hits, self.at, self.most, self.span = 0, -1, 1, 1
        self.call = getattr(scenario, "starved", scenario.call)
        self.call()
        gc.collect()
        gc.freeze()  # so that collections look at the objects of a round alone
        while any(self.reaches(self.most + i) for i in range(NOTICED)):
            self.most *= 2
        least = self.most // 2
        while self.most - least > 1:  # about so many allocations has a call
            middle = (least + self.most) // 2
            least, self.most = (middle, self.most) if self.reaches(middle) else (least, middle)

    def reaches(self, at):
        """Return whether a call has so many allocations."""
        hit = self.starve(at)
        self.scenario.check()
        return hit

    def starve(self, at, span=1):
        """Let ``span`` allocations fail from number ``at`` on; whether anybody noticed."""
        allowed = getattr(self.scenario, "errors", MemoryError)
        gc.collect()  # what the collector does at its own time would count
        # iter(d.items()) crashes CPython 3.11 to 3.13 if it has no memory for a tuple of two (dictiter_new frees an
        # iterator that the collector does not know); here it finds one among those kept:
        # i = {}.items(); gc.collect(); set_nomemory(2, 3); a, b = iter(i), iter(i)
        del [(None, i) for i in range(TUPLES)][:]
        try:
            self.api.set_nomemory(at, at + span)
            try:
                self.call()
            finally:
                self.api.remove_mem_hooks()
        except MemoryError:
            return True
        except allowed as error:
            if is_of_others(error.__cause__):
                return True
            assert isinstance(error.__cause__, MemoryError), repr(error)
            return True
        except (SystemError, AttributeError, RuntimeError, TypeError, pickle.PicklingError) as error:
            if not is_of_others(error):
                raise
            return True
        return False

    def round(self):
        self.at = self.at + 1 if self.at < min(self.most, IN_TURN) else self.rng.randrange(self.most)
        self.span = self.rng.choice(SPANS)
        self.hits += self.starve(self.at, self.span)

    def told(self):
        return f"{self.hits} calls failed for want of memory, of some {self.most} allocations"


def is_of_others(error):
    """Whether an error is what CPython and numpy themselves make of an allocation that failed.

    CPython 3.11 to 3.13 loses the exception where it has no memory for the frame of a traceback: `def f(): raise
    TypeError("x")` ends so without anything else. numpy's reductions and subscripts do the same, and array.ctypes
    passes NULL to Py_BuildValue. Both say SystemError, "... without exception set", or "... without setting an
    exception", of a function of Python or of numpy; our border would be named as a built-in function, _... or mj....
    An assignment to __dict__ says that there is none, and open() and stat() of a Path that it is no path.
    threading.RLock says RuntimeError, also within numpy.random, and so does the start of a thread. pickle says that
    the import of the module of a function failed.
    """
    text = str(error)
    if isinstance(error, pickle.PicklingError):
        return text.startswith("Can't pickle") and " import of module " in text
    if isinstance(error, RuntimeError) and not isinstance(error, SystemError):
        frames = [f.filename for f in traceback.extract_tb(error.__traceback__)]
        caller = next((f for f in reversed(frames) if not f.endswith("threading.py")), "")
        return text == "can't start new thread" or (
            text == "can't allocate lock" and "/gelenk/" not in caller
        )
    if isinstance(error, AttributeError):
        return text == "This object has no __dict__"
    if isinstance(error, TypeError):
        return re.search(r"os.PathLike (object|or integer), not \w+Path$", text) is not None
    ours = re.search(r"built-in function (_|mj)", text)
    return isinstance(error, SystemError) and re.search(LOST, text) and not ours


def check_threads(most):
    """Fail unless threads of objects that are gone have ended, a moment later at most."""
    until = time.monotonic() + 5
    while (count := threading.active_count()) > most:
        assert time.monotonic() < until, f"{count} threads: {[t.name for t in threading.enumerate()]}"
        gc.collect()
        time.sleep(0.01)


def main(name, seed, kind, count):
    faulthandler.enable()
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    logging.disable()
    lost = []
    sys.unraisablehook = lost.append
    scenario = SCENARIOS[name]()
    faults = {"interrupts": Interrupts, "starvation": Starvation}[kind](scenario, random.Random(seed))
    rounds, begun, most = 0, time.perf_counter(), threading.active_count() + THREADS_MORE
    while faults.hits < count:
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        rounds += 1
        try:
            assert rounds < ROUNDS_EACH * count, "these calls are never hit"
            faults.round()
            if (
                kind == "starvation"
            ):  # of ctypes, which the call has raised, or of generators that were closed
                lost[:] = [what for what in lost if "MemoryError" not in repr(what.exc_value)]
            assert not lost, f"lost: {lost[0].exc_value!r} in {lost[0].object}"
            assert gc.isenabled()
            scenario.check()
            check_threads(most)
            if faults.hits % REPORTED == 0:
                print(f"{name}: {faults.hits} hits", flush=True)
        except BaseException:
            traceback.print_exc()
            told = vars(faults)
            if "struck" in told:
                print(
                    "the last interrupt came here (innermost first):", *told.pop("struck").format(), sep="\n"
                )
            print(
                *(f"printed by Python and lost: {what.exc_value!r} in {what.object}" for what in lost),
                sep="\n",
            )
            print(f"{name}: round {rounds} of {kind}, seed {seed}, {told}")
            return 1
    print(
        f"{name}: {faults.hits} hits\n{name}: {rounds} rounds in {time.perf_counter() - begun:.0f} s; {faults.told()}",
        flush=True,
    )
    return 0


if __name__ == "__main__":
    kinds = [entry.split("=") for entry in sys.argv[3:]]
    code = max(main(sys.argv[1], int(sys.argv[2]), kind, int(count)) for kind, count in kinds)
    sys.stdout.flush()
    os._exit(code)  # whatever threads do
