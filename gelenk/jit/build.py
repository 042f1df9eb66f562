"""Compiling what is missing: worker processes side by side, with a progress bar.

Documents: design / Compiled ahead, loaded without Numba
"""

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

from gelenk.jit import library, sources


def compile_libraries(libraries, folder: Path | None = None) -> dict[str, float]:
    """Compile ``libraries`` into ``folder`` (default: the user's cache); returns seconds per library."""
    folder = folder or library.cache_folder()
    work = []
    for name in libraries:
        rows = library.LIBRARIES[name]
        work.append((str(folder / sources.library_name(name, rows)), rows))
    seconds = compile_rows(work)
    return {name: seconds.get(path, 0.0) for name, (path, _) in zip(libraries, work, strict=True)}


def compile_rows(work) -> dict[str, float]:
    """Compile ``work`` [(path, stages)] in parallel; returns seconds per path, raises RuntimeError naming failures."""
    todo: queue.SimpleQueue = queue.SimpleQueue()
    for item in work:
        todo.put(item)
    results: queue.SimpleQueue = queue.SimpleQueue()
    count = min(len(work), os.cpu_count() or 1)
    threads = [threading.Thread(target=_serve, args=(todo, results), daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    seconds, errors = {}, []
    with _bar(len(work)) as advance:
        for _ in work:
            answer = results.get()
            name = Path(answer["path"]).name.split("-")[0]
            if "error" in answer:
                errors.append(f"{name}: {answer['error']}")
            seconds[answer["path"]] = answer.get("seconds", 0.0)
            advance(name)
    for thread in threads:
        thread.join()
    if errors:
        raise RuntimeError("compiling failed for " + "; ".join(errors))
    return seconds


def _serve(todo, results):
    """One worker process, fed until the work is done; a worker that dies is reported, not waited for."""
    path = [str(sources.ROOT.parent), *(os.path.abspath(folder) for folder in sys.path)]  # kernels of plugins
    process = subprocess.Popen(
        [sys.executable, "-m", "gelenk.jit.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"GELENK_COMPILING": "1", "PYTHONPATH": os.pathsep.join(path)},
    )
    assert process.stdin is not None and process.stdout is not None
    while True:
        try:
            path, rows = todo.get_nowait()
        except queue.Empty:
            break
        answer = ""
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(json.dumps([path, [tuple(r) for r in rows]]) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        results.put(json.loads(answer) if answer else {"path": path, "error": "the compile process ended"})
    process.stdin.close()
    process.wait()


@contextlib.contextmanager
def _bar(total):
    """A progress bar on the terminal; one line at the start and end elsewhere. Silent with GELENK_QUIET=1."""
    if os.environ.get("GELENK_QUIET") == "1":
        yield lambda name: None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    except ImportError:
        start = time.perf_counter()
        sys.stderr.write(f"gelenk: compiling {total} libraries, once\n")
        yield lambda name: None
        sys.stderr.write(f"gelenk: compiled in {time.perf_counter() - start:.1f} s\n")
        return
    columns = (TextColumn("gelenk: compiling, once"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeElapsedColumn(), TextColumn("{task.description}"), console=Console(stderr=True)
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda name: bar.update(task, advance=1, description=name)
