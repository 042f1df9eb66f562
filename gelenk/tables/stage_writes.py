"""Which fields each stage writes, as the rows of the fields say.

Documents: design / One source of truth; Computation / Simulation pipeline
"""

import functools

from gelenk.tables import fields_data, fields_scratch
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_data import CONTACT_PREFIX
from gelenk.tables.stages import NAMED, STAGES, parts

# fields that programs see, by the name of their slot, and those of the engine alone
PUBLIC: dict[str, Field] = {
    row.name: row
    for row in (
        *fields_data.SCALARS,
        *fields_data.DATA,
        *(row._replace(name=CONTACT_PREFIX + row.name) for row in fields_data.CONTACT),
        *fields_data.ROWS,
    )
}
PRIVATE: dict[str, Field] = {
    row.name: row for row in (*fields_scratch.SCALARS, *fields_scratch.SCRATCH, *fields_scratch.BUFFERS)
}
ANY = "*"  # stands for any stage
STAGE_OF = {row.documented: row.name for row in STAGES if row.documented}  # of a documented function
MOST = 60  # fields that a list is still read of
_PLUGINS = "run_plugins"  # what plugins write is their business


def marks(row: Field) -> dict[str, str]:
    """The stages that write a field by themselves -> "" all of it, "?" in parts, "+" what is there."""
    words = ((word.rstrip("?+"), word) for word in row.stage.split())
    return {name: word[len(name) :] for name, word in words}


@functools.cache
def written(stage: str) -> dict[str, str]:
    """The public fields that a stage writes by itself, and how (`marks`)."""
    found = ((name, marks(row)) for name, row in PUBLIC.items())
    return {name: by[stage] for name, by in found if stage in by}


@functools.cache
def may_change(stage: str) -> tuple[str, ...]:
    """All fields that may be others after a stage, those that its parts write and those of the engine included."""
    stages = {stage, ANY, *parts(stage)}
    return tuple(name for name, row in (PUBLIC | PRIVATE).items() if stages & marks(row).keys())


def results(stage: str) -> tuple[str, ...]:
    """The public fields that may be others after a stage; those of contacts are one, `contact`."""
    named = (name for name in may_change(stage) if name in PUBLIC)
    return tuple(dict.fromkeys("contact" if name.startswith(CONTACT_PREFIX) else name for name in named))


@functools.cache
def _by_stage() -> dict[str, list[str]]:
    """Stage -> the public fields that it writes by itself."""
    found: dict[str, list[str]] = {}
    for name, row in PUBLIC.items():
        for stage in marks(row):
            found.setdefault(stage, []).append(name)
    return found


def told(function: str) -> tuple[str, ...]:
    """The fields that the docstring of a documented function lists: those that its stage writes, and its parts.

    Without what plugins write, which is called there; none of the functions that write nearly all: their docstrings
    say it in words. Functions that are no stage have a list in their row (tables/functions).
    """
    if function not in STAGE_OF:
        return ()
    stages: set[str] = set()
    todo = [STAGE_OF[function]]
    while todo:
        stage = todo.pop()
        if stage not in stages and stage != _PLUGINS:
            stages.add(stage)
            todo += NAMED[stage].runs.split()
    found = {name for stage in stages for name in _by_stage().get(stage, ())}
    named = dict.fromkeys(
        "contact" if name.startswith(CONTACT_PREFIX) else name for name in PUBLIC if name in found
    )
    return tuple(named) if len(named) <= MOST else ()
