"""Fields that each stage writes, derived from the field rows.

Documents: design / One source of truth; Computation / Simulation pipeline
"""

import functools

from gelenk.tables import fields_data, fields_model, fields_scratch
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_data import CONTACT_PREFIX
from gelenk.tables.stages import NAMED, STAGES, parts

# public fields by the name of their slot, and private fields
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
# fields of MjModel that mj_setConst writes
CONSTANTS: dict[str, Field] = {
    **{row.name: row for row in fields_model.MODEL if row.stage},
    **{f"stat.{row.name}": row for row in fields_model.STATISTIC if row.stage},
}
ANY = "*"  # stands for any stage
STAGE_OF = {row.documented: row.name for row in STAGES if row.documented}  # documented function -> stage
MOST_FIELDS = 60  # longest list of fields that a docstring contains
_PLUGINS = "run_plugins"  # fields that plugins write are unknown


def stage_marks(row: Field) -> dict[str, str]:
    """Return stage -> mark: "" writes all, "?" some elements, "+" modifies."""
    words = ((word.rstrip("?+"), word) for word in row.stage.split())
    return {name: word[len(name) :] for name, word in words}


@functools.cache
def written(stage: str) -> dict[str, str]:
    """Return the public fields that a stage writes directly, with their marks."""
    found = ((name, stage_marks(row)) for name, row in PUBLIC.items())
    return {name: by[stage] for name, by in found if stage in by}


@functools.cache
def may_change(stage: str) -> tuple[str, ...]:
    """Return all fields, private ones included, that a stage and its parts may change."""
    stages = {stage, ANY, *parts(stage)}
    return tuple(name for name, row in (PUBLIC | PRIVATE).items() if stages & stage_marks(row).keys())


def results(stage: str) -> tuple[str, ...]:
    """Return the public fields that a stage may change; contact fields count as `contact`."""
    named = (name for name in may_change(stage) if name in PUBLIC)
    return tuple(dict.fromkeys("contact" if name.startswith(CONTACT_PREFIX) else name for name in named))


@functools.cache
def _by_stage() -> dict[str, list[str]]:
    """Return stage -> public fields that the stage writes directly."""
    found: dict[str, list[str]] = {}
    for name, row in PUBLIC.items():
        for stage in stage_marks(row):
            found.setdefault(stage, []).append(name)
    return found


def told(function: str) -> tuple[str, ...]:
    """Return the fields that the docstring of a documented function lists as written.

    These are the fields of its stage and of the parts of the stage, except fields written by plugins. The list is empty
    for functions that write more than MOST_FIELDS fields, since their docstrings describe the fields in words.
    Functions that are not a stage have a list in their row (tables/functions).
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
    return tuple(named) if len(named) <= MOST_FIELDS else ()
