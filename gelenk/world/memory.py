"""How much memory this process may still take.

Documents: promises (a model that asks for too much gets an exception)
"""

from pathlib import Path

_MEMINFO = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")
# limit of a container, and where the system says what is taken and cannot be given back; version 2, else version 1
_LIMITS = (
    ("memory.max", "memory.stat", "anon "),
    ("memory/memory.limit_in_bytes", "memory/memory.stat", "total_rss "),
)


def free_memory() -> float:
    """Bytes that this process may still take; infinite where the system does not say."""
    return min(_machine(), _container())


def _machine() -> float:
    try:
        lines = _MEMINFO.read_text().splitlines()
    except OSError:
        return float("inf")
    return 1024.0 * _number(lines, "MemAvailable:", float("inf"))


def _number(lines, name, otherwise):
    """The number after ``name`` at the start of a line."""
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), otherwise)


def _container() -> float:
    for most, parts, taken in _LIMITS:
        try:
            limit, lines = (_GROUP / most).read_text().strip(), (_GROUP / parts).read_text().splitlines()
        except OSError:
            continue
        return float("inf") if limit == "max" else float(int(limit) - _number(lines, taken, 0))
    return float("inf")
