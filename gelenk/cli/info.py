"""Model info as tables and JSON, and the list of shipped models with pictures.

Documents: Modeling / Model elements; Modeling / MJCF models

Implementation of `gelenk info`: sizes, tree, joints, actuators, sensors, keyframes.

`model_contents` collects the data in the units of MjModel. `all_tables` formats them as tables, where angles are in
degrees, columns without values are omitted, and names are never truncated.

Implementation of `gelenk models`: the list of shipped models, with pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from gelenk import models
from gelenk.tables.enums import mjtCone, mjtGeom, mjtIntegrator, mjtJacobian, mjtJoint, mjtSensor, mjtSolver

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

Record = dict[str, Any]  # one row of a table
SIZES = {
    "nq": "positions",
    "nv": "degrees of freedom",
    "nactuator": "actuators",
    "nu": "controls",
    "na": "activations",
    "nbody": "bodies, with the world",
    "njnt": "joints",
    "ngeom": "geoms",
    "nsite": "sites",
    "ncam": "cameras",
    "nlight": "lights",
    "nflex": "flexes",
    "neq": "equality constraints",
    "ntendon": "tendons",
    "nsensor": "sensors",
    "nsensordata": "sensor values",
    "npair": "contact pairs",
    "nexclude": "contact exclusions",
    "nkey": "keyframes",
    "nmocap": "mocap bodies",
}
MOST_COLUMNS = 100_000  # width of output that is not a terminal, so that no line wraps


def new_table(title: str, *columns: str) -> Table:
    """Return an empty table; columns that start with ">" are right-aligned numbers."""
    result = Table(title=title, title_justify="left", header_style="bold", title_style="bold cyan")
    for column in columns:
        result.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left")
    return result


# ---- data


def _enum_word(enum: Any, value: Any, prefix: str) -> str:
    return enum(int(value)).name.removeprefix(prefix).lower()


def _format_short(values: np.ndarray) -> list[float]:
    """Return values without trailing zeros."""
    return np.trim_zeros(values, "b").tolist()


def _range_or_none(limited: Any, values: np.ndarray) -> list[float] | None:
    return values.tolist() if limited else None


def _model_facts(m: MjModel) -> Record:
    return {
        "name": m.names[: m.names.index(b"\0")].decode(),
        "sizes": {name: int(getattr(m, name)) for name in SIZES},
        "mass": float(m.body_mass.sum()),
        "timestep": float(m.opt.timestep),
        "integrator": _enum_word(mjtIntegrator, m.opt.integrator, "mjINT_"),
        "solver": _enum_word(mjtSolver, m.opt.solver, "mjSOL_"),
        "iterations": int(m.opt.iterations),
        "cone": _enum_word(mjtCone, m.opt.cone, "mjCONE_"),
        "jacobian": _enum_word(mjtJacobian, m.opt.jacobian, "mjJAC_"),
    }


def _body_facts(m: MjModel, b: int) -> Record:
    joints = range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b])
    geoms = range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b])
    return {
        "id": b,
        "name": m.body(b).name,
        "parent": int(m.body_parentid[b]),
        "mocap": bool(m.body_mocapid[b] >= 0),
        "mass": float(m.body_mass[b]),
        "subtree_mass": float(m.body_subtreemass[b]),
        "inertia": m.body_inertia[b].tolist(),
        "joints": [int(j) for j in joints],
        "geoms": [_enum_word(mjtGeom, m.geom_type[g], "mjGEOM_") for g in geoms],
    }


def _joint_facts(m: MjModel, j: int) -> Record:
    dof = int(m.jnt_dofadr[j])
    return {
        "id": j,
        "name": m.joint(j).name,
        "type": _enum_word(mjtJoint, m.jnt_type[j], "mjJNT_"),
        "body": int(m.jnt_bodyid[j]),
        "range": _range_or_none(m.jnt_limited[j], m.jnt_range[j]),
        "stiffness": float(m.jnt_stiffness[j]),
        "damping": float(m.dof_damping[dof]),
        "armature": float(m.dof_armature[dof]),
        "frictionloss": float(m.dof_frictionloss[dof]),
    }


def _actuator_facts(m: MjModel, i: int) -> Record:
    u, out = m.actuator_ctrladr[i], m.actuator_outadr[i]  # the first control and output
    return {
        "id": i,
        "name": m.actuator(i).name,
        "ctrlrange": _range_or_none(m.actuator_ctrllimited[u], m.actuator_ctrlrange[u]) if u < m.nu else None,
        "forcerange": _range_or_none(m.actuator_forcelimited[i], m.actuator_forcerange[i]),
        "gear": _format_short(m.actuator_gear[out]),
        "gain": _format_short(m.actuator_gainprm[i]),
        "bias": _format_short(m.actuator_biasprm[i]),
    }


def _sensor_facts(m: MjModel, i: int) -> Record:
    return {
        "id": i,
        "name": m.sensor(i).name,
        "type": _enum_word(mjtSensor, m.sensor_type[i], "mjSENS_"),
        "address": int(m.sensor_adr[i]),
        "dim": int(m.sensor_dim[i]),
    }


def model_contents(m: MjModel) -> dict[str, Any]:
    """Return the structure of a model as lists, dicts, strings and numbers.

    Units are those of MjModel: angles in radians. Bodies and joints refer to each other by id; joints have the damping,
    armature and friction loss of their first dof.
    """
    return {
        "model": _model_facts(m),
        "bodies": [_body_facts(m, b) for b in range(m.nbody)],
        "joints": [_joint_facts(m, j) for j in range(m.njnt)],
        "actuators": [_actuator_facts(m, i) for i in range(m.nactuator)],
        "sensors": [_sensor_facts(m, i) for i in range(m.nsensor)],
        "cameras": [m.cam(i).name for i in range(m.ncam)],
        "keyframes": [m.key(k).name for k in range(m.nkey)],
    }


# ---- tables


def _object_label(kind: str, record: Record) -> str:
    """Return the name of an object, or its kind and id such as "joint 3"."""
    return escape(record["name"]) if record["name"] else f"{kind} {record['id']}"


def _format_numbers(values: list[float] | None, form: str = "g") -> str:
    return " ".join(f"{x:{form}}" for x in values or [])


def _format_range(values: list[float] | None, scale: float = 1.0) -> str:
    return f"{values[0] * scale:.4g}…{values[1] * scale:.4g}" if values else ""


def table_of_filled(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    """Return a table of the columns in which some row has a value; cells do not wrap."""
    used = [k for k in range(len(columns)) if any(row[k] for row in rows)]
    result = new_table(title, *(columns[k] for k in used))
    for k, column in zip(used, result.columns, strict=True):
        texts = [columns[k].lstrip(">"), *(row[k] for row in rows)]
        column.min_width = max(Text.from_markup(text).cell_len for text in texts)
    for row in rows:
        result.add_row(*(row[k] for k in used))
    return result


def size_table(model: Record) -> Table:
    """Return a table of the nonzero sizes and the main options."""
    result = new_table("Model " + escape(model["name"]), "", ">value", "meaning")
    for name, meaning in SIZES.items():
        if model["sizes"][name]:
            result.add_row(name, str(model["sizes"][name]), meaning)
    result.add_section()
    result.add_row("mass", f"{model['mass']:.6g}", "kg")
    result.add_row("timestep", f"{model['timestep']:g}", "s")
    result.add_row("integrator", model["integrator"], "")
    result.add_row("solver", model["solver"], f"{model['iterations']} iterations at most")
    result.add_row("cone", model["cone"], "of friction")
    result.add_row("jacobian", model["jacobian"], "of constraints")
    return result


def body_tree(found: dict[str, Any]) -> Tree:
    """Return the tree of bodies, each with its mass, joints with types, and shapes of geoms."""
    world, *bodies = found["bodies"]
    branches = {0: Tree("[bold]world[/]" + _shape_words(world), guide_style="dim")}
    for body in bodies:
        joints = [found["joints"][j] for j in body["joints"]]
        text = f"[bold]{_object_label('body', body)}[/] {body['mass']:.4g} kg"
        if body["mocap"]:
            text += " · mocap"
        if joints:
            listed = ", ".join(f"{_object_label('joint', j)} [dim]({j['type']})[/]" for j in joints)
            text += f" · joint{'s' if len(joints) > 1 else ''} {listed}"
        branches[body["id"]] = branches[body["parent"]].add(text + _shape_words(body))
    return branches[0]


def _shape_words(body: Record) -> str:
    kinds: list[str] = body["geoms"]
    counted = [f"{kinds.count(k)} x {k}" if kinds.count(k) > 1 else k for k in dict.fromkeys(kinds)]
    return f" · [green]geom{'s' if len(kinds) > 1 else ''} {', '.join(counted)}[/]" if counted else ""


def body_table(found: dict[str, Any]) -> Table:
    """Return a table of masses and principal inertias."""
    columns = (">id", "name", "parent", ">mass [kg]", ">subtree", ">inertia [kg m²]")
    everyone = found["bodies"]
    rows = [
        (
            str(body["id"]),
            _object_label("body", body),
            _object_label("body", everyone[body["parent"]]),
            f"{body['mass']:.4g}",
            f"{body['subtree_mass']:.4g}",
            _format_numbers(body["inertia"], ".3g"),
        )
        for body in everyone[1:]
    ]
    return table_of_filled("Bodies", tuple(escape(c) for c in columns), rows)


def joint_table(found: dict[str, Any]) -> Table:
    """Return a table of joints: type, range, stiffness, damping, armature, friction.

    Ranges of hinges and balls are in degrees.
    """
    columns = (">id", "name", "type", "body", "range", ">stiffness", ">damping", ">armature")
    rows = []
    for joint in found["joints"]:
        scale = 180 / np.pi if joint["type"] in ("hinge", "ball") else 1.0
        values = (joint[name] for name in ("stiffness", "damping", "armature", "frictionloss"))
        rows.append(
            (
                str(joint["id"]),
                _object_label("joint", joint),
                joint["type"],
                _object_label("body", found["bodies"][joint["body"]]),
                _format_range(joint["range"], scale),
                *(f"{x:g}" if x else "" for x in values),
            )
        )
    return table_of_filled("Joints, with ranges in degrees or meters", (*columns, ">friction"), rows)


def actuator_table(found: dict[str, Any]) -> Table:
    """Return a table of actuators: control and force ranges, gear, gain, bias."""
    rows = [
        (
            str(one["id"]),
            _object_label("actuator", one),
            _format_range(one["ctrlrange"]),
            _format_range(one["forcerange"]),
            _format_numbers(one["gear"]),
            _format_numbers(one["gain"]),
            _format_numbers(one["bias"]),
        )
        for one in found["actuators"]
    ]
    columns = (">id", "name", "control range", "force range", ">gear", "gain", "bias")
    return table_of_filled("Actuators", columns, rows)


def sensor_table(found: dict[str, Any]) -> Table:
    """Return a table of sensors: type, address in sensordata, dimension."""
    rows = [
        (str(one["id"]), _object_label("sensor", one), one["type"], str(one["address"]), str(one["dim"]))
        for one in found["sensors"]
    ]
    return table_of_filled("Sensors", (">id", "name", "type", ">address", ">dim"), rows)


def all_tables(found: dict[str, Any]) -> list[Table | Tree | str]:
    """Return the tree and all tables that have rows."""
    shown: list[Table | Tree | str] = [size_table(found["model"]), body_tree(found)]
    for name, make in (("joints", joint_table), ("actuators", actuator_table), ("sensors", sensor_table)):
        if found[name]:
            shown.append(make(found))
    if len(found["bodies"]) > 1:
        shown.insert(2, body_table(found))
    for title in ("cameras", "keyframes"):
        if found[title]:
            names = ", ".join(escape(name) or str(k) for k, name in enumerate(found[title]))
            shown.append(f"[bold cyan]{title.capitalize()}[/] {names}")
    return shown


def print_parts(console: Console, parts: list[Table | Tree | str]) -> None:
    """Print tables and trees without truncation, wider than the terminal if necessary."""
    for part in parts:
        width = MOST_COLUMNS
        if console.is_terminal and not isinstance(part, str):
            width = max(console.width, _least_width(console, part) if isinstance(part, Table) else 0)
        options = console.options.update(width=width, max_width=width)
        for line in console.render_lines(part, options, pad=False):
            console.print(Text.assemble(*((piece.text, piece.style or "") for piece in line)), soft_wrap=True)


def _least_width(console: Console, part: Table) -> int:
    """Return the least width at which no cell of a table is truncated."""
    wide = console.options.update(max_width=MOST_COLUMNS)
    if part.__rich_measure__(console, wide).minimum > console.width:
        part.box, part.padding, part.show_edge = SIMPLE_HEAD, (0, 0, 0, 0), False
    return part.__rich_measure__(console, wide).minimum


# List of shipped models

WIDTH, HEIGHT = 40, 30  # pixels of a stored picture: a pixel fills one column and half a line of text
GAP = 2  # columns between pictures


def describe_models() -> Iterator[tuple[str, str, str]]:
    """Yield name, sizes, and a description of the motion, of each shipped model."""
    for name in models.names():
        m = models.load(name)
        counts = (
            (m.nbody - 1, "body", "bodies"),
            (m.nv, "dof", "dofs"),
            (m.nactuator, "actuator", "actuators"),
        )
        sizes = ", ".join(f"{count} {one if count == 1 else more}" for count, one, more in counts if count)
        yield name, sizes, models.SHOWS[name].does


def list_lines() -> Iterator[str]:
    """Yield one line for each shipped model."""
    for name, sizes, does in describe_models():
        yield f"{name:<15} {sizes:<40} {does}"


def half_blocks(top: bytes, bottom: bytes) -> str:
    """Return a line of half blocks that shows two rows of RGB pixels."""
    made = []
    for i in range(0, len(top), 3):
        r, g, b = top[i : i + 3]
        red, green, blue = bottom[i : i + 3]
        made.append(f"\x1b[38;2;{r};{g};{b}m\x1b[48;2;{red};{green};{blue}m▀")
    return "".join(made) + "\x1b[0m"


def picture_lines(columns: int) -> Iterator[str]:
    """Yield the lines of all pictures, side by side, with a caption below each."""
    from PIL import Image

    with Image.open(models.THUMBNAILS) as sheet:
        pixels = sheet.convert("RGB").tobytes()
    stride = 3 * WIDTH
    across = max(1, (columns + GAP) // (WIDTH + GAP))
    listed = [*enumerate(describe_models())]
    for first in range(0, len(listed), across):
        group = listed[first : first + across]
        for y in range(0, HEIGHT, 2):
            parts = []
            for k, _ in group:
                at = stride * (HEIGHT * k + y)
                parts.append(half_blocks(pixels[at : at + stride], pixels[at + stride : at + 2 * stride]))
            yield (" " * GAP).join(parts)
        captions = [[name, sizes, *wrap_caption(does)] for _, (name, sizes, does) in group]
        for line in range(4):
            texts = [(caption[line] if line < len(caption) else "").ljust(WIDTH) for caption in captions]
            if line == 0:
                texts = [f"\x1b[1m{text}\x1b[0m" for text in texts]
            yield (" " * GAP).join(texts).rstrip()


def wrap_caption(text: str) -> list[str]:
    """Return a text in lines of the width of a picture."""
    import textwrap

    return textwrap.wrap(text, WIDTH)


def list_models(
    plain: Annotated[bool, typer.Option("--plain", help="Text alone, as in a pipe.")] = False,
) -> None:
    """List the shipped models, with pictures in a terminal: what to type after `gelenk view`."""
    if plain or not sys.stdout.isatty():
        for line in list_lines():
            print(line)
        return
    import shutil

    for line in picture_lines(shutil.get_terminal_size().columns):
        print(line)
    print("Show one: gelenk view NAME")
