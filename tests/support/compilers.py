"""Compiler processes that tests reuse, since hundreds of starts would take a second each."""

import os
import subprocess
import threading

from gelenk.toolchain import build

MOST = 3  # idle processes that are kept
MOST_BYTES = 400 << 20  # memory of a process above which it ends after its work
APART = {
    "PYTEST_CURRENT_TEST",
    "GELENK_CUDA_DRIVER",
}  # variables of the environment that do not affect compilation

_lock = threading.Lock()
_waiting: list["Kept"] = []  # idle processes, the longest idle one first


class Kept:
    """A compiler process with the interface that `build` uses; closing its input keeps it."""

    def __init__(self, process: subprocess.Popen[str], surroundings: tuple) -> None:
        self.process, self.surroundings, self.stdin, self.stdout = process, surroundings, self, process.stdout
        self.returncode = None

    def write(self, text: str) -> None:
        self.process.stdin.write(text)

    def flush(self) -> None:
        self.process.stdin.flush()

    def close(self) -> None:
        """Keep the process for reuse; end unfit processes, and the oldest ones beyond MOST."""
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
        """Return the exit status; 0 for a process that waits for work."""
        with _lock:
            if self in _waiting:
                return 0
        return self.process.wait()

    def poll(self) -> int | None:
        """Return the exit status, None while the process runs."""
        return self.process.poll()

    def kill(self) -> None:
        """Do nothing: the process is reused."""

    def fit(self) -> bool:
        """Return whether the process is alive and uses at most MOST_BYTES."""
        if self.process.poll() is not None:
            return False
        try:
            with open(f"/proc/{self.process.pid}/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") <= MOST_BYTES
        except OSError:  # a system without /proc
            return True


def keep() -> None:
    """Let `build` reuse compiler processes from now on, in this process."""
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
