"""A second release of the reference in its own process, which runs and times steps on request (peer).

    python benchmarks/peer.py                  as a program, with any Python that has mujoco and numpy

Documents: design / Testing

One process cannot import two releases of the reference. The measuring program starts the second process with `Peer`
and waits for its answers, so that only one of the two runs at a time. Each line of a request is a JSON object.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

HOLD = 10  # steps with constant controls


class Peer:
    """A process with another release of the reference."""

    def __init__(self, python: str | Path):
        self.process = subprocess.Popen(
            [str(python), __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.version = self.ask("version")

    def ask(self, what: str, **given):
        """Return the answer to a request; raise ValueError with the reason if it failed."""
        self.process.stdin.write(json.dumps({"what": what, **given}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the process of the second release has ended")
        answer, error = json.loads(line)
        if error:
            raise ValueError(error)
        return answer

    def close(self):
        """End the process."""
        self.process.stdin.close()
        self.process.wait()


def build(library, path, options, **more):
    """Return model and data of a file, with other values of options."""
    spec = library.MjSpec.from_file(str(path), **more)
    for name, value in options.items():
        setattr(spec.option, name, value)
    m = spec.compile()
    return m, library.MjData(m)


STATE = ("time", "qpos", "qvel", "act", "qacc_warmstart", "mocap_pos", "mocap_quat", "ctrl")


def read_state(d) -> dict:
    """Return the state of a simulation as lists, which every release can read."""
    return {name: value.tolist() if hasattr(value := getattr(d, name), "tolist") else value for name in STATE}


def restore(library, m, d, state: dict):
    """Reset data and give it a state."""
    library.mj_resetData(m, d)
    for name, value in state.items():
        if name == "time":
            d.time = value
        elif len(value):
            getattr(d, name)[:] = value


def step_times(library, m, d, controls):
    """Return the times of HOLD calls of one step each, for each of the controls [ns]."""
    mj_step, clock, times = library.mj_step, time.perf_counter_ns, []
    for ctrl in controls:
        d.ctrl[:] = ctrl
        begin = clock()
        for _ in range(HOLD):
            mj_step(m, d)
        times.append(clock() - begin)
    return times


class Answers:
    """The requests that the process answers."""

    def __init__(self, library):
        self.library, self.m, self.d = library, None, None

    def version(self):
        """Return the release."""
        return self.library.__version__

    def load(self, path, options):
        """Load a model."""
        self.m, self.d = build(self.library, path, options)

    def step_times(self, state, controls):
        """Return the times of steps from a state, and the sum of abs(qpos) after them."""
        restore(self.library, self.m, self.d, state)
        times = step_times(self.library, self.m, self.d, controls)
        return [times, float(abs(self.d.qpos).sum())]


def main():
    import warnings

    import mujoco

    warnings.simplefilter("ignore")
    answers = Answers(mujoco)
    for line in sys.stdin:
        given = json.loads(line)
        answer, error = None, ""
        try:
            answer = getattr(answers, given.pop("what"))(**given)
        except ValueError as refused:
            error = str(refused)
        print(json.dumps([answer, error]), flush=True)


if __name__ == "__main__":
    main()
