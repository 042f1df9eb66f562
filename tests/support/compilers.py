"""Processes that compile, kept from test to test: each takes a second to begin, and all tests ask for hundreds."""

import os
import subprocess
import threading

from gelenk.toolchain import build

MOST = 3  # that wait for work
MOST_BYTES = 400 << 20  # of memory: one that has grown beyond ends when its work is done
APART = {"PYTEST_CURRENT_TEST", "GELENK_CUDA_DRIVER"}  # of the environment, but nothing to those who compile

_lock = threading.Lock()
_waiting: list["Kept"] = []  # that have waited longest come first


class Kept:
    """A process that compiles, as `build` uses it; to close its input is to put it back."""

    def __init__(self, process: subprocess.Popen[str], surroundings: tuple) -> None:
        self.process, self.surroundings, self.stdin, self.stdout = process, surroundings, self, process.stdout
        self.returncode = None

    def write(self, text: str) -> None:
        self.process.stdin.write(text)

    def flush(self) -> None:
        self.process.stdin.flush()

    def close(self) -> None:
        """Let it wait; that which has waited longest ends where there are too many."""
        with _lock:
            _waiting.append(self)
            ended = [kept for kept in _waiting if not kept.fit()]
            ended += [kept for kept in _waiting if kept not in ended][:-MOST]
            _waiting[:] = [kept for kept in _waiting if kept not in ended]
        for kept in ended:
            kept.process.stdin.close()
            kept.process.wait()
            kept.process.stdout.close()

    def wait(self) -> int:
        """How it ended; of one that waits for more work there is nothing to be said."""
        with _lock:
            if self in _waiting:
                return 0
        return self.process.wait()

    def poll(self) -> int | None:
        """How it ended, or None."""
        return self.process.poll()

    def kill(self) -> None:
        """Nothing: it is put back as it is."""

    def fit(self) -> bool:
        """Whether it lives, and has not grown too much."""
        if self.process.poll() is not None:
            return False
        try:
            with open(f"/proc/{self.process.pid}/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") <= MOST_BYTES
        except OSError:  # another system: nobody knows
            return True


def keep() -> None:
    """From now on, in this process."""
    begin = build._worker

    def worker(tiles: bool | str, warm: bool = False) -> Kept:
        environment = frozenset((k, v) for k, v in os.environ.items() if k not in APART)
        surroundings = (tiles, tuple(map(os.path.abspath, build.sys.path)), environment)
        with _lock:
            for kept in _waiting:
                if kept.surroundings == surroundings and kept.process.poll() is None:
                    _waiting.remove(kept)
                    return kept
        return Kept(begin(tiles, warm), surroundings)

    build._worker = worker
