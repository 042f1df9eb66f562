"""States and all fields computed from them as text, as mj_printData writes them.

Documents: API / mj_printData
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.api.mj_jacobian import mj_contactForce, mj_isSparse
from gelenk.api.printing.forms import (
    Array,
    array_text,
    check_spans,
    entry_indices,
    integer_row,
    join_integers,
    sparse_text,
    sparsity_picture,
    without_zeros,
)
from gelenk.engine.model_features import history_length
from gelenk.tables import field_groups, fields_data

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel


def data_text(m: MjModel, d: MjData, form: str) -> bytes:
    """Return the state and all computed fields as text, with floats in the format `form`."""
    parts = [
        _memory_text(d),
        _size_lines(d),
        _warning_text(d),
        _timer_text(d, form),
        _solver_text(d, form),
        _time_text(d, form),
    ]
    for word in field_groups.DATA_ORDER.split():
        name, _, how = word.partition(":")
        if word[0] == "*":
            parts += _SPECIAL[word[1:]](m, d, form)
            continue
        values = getattr(d, name)
        if name in field_groups.COUNTED:
            values = values[: getattr(d, field_groups.COUNTED[name])]
        title = field_groups.DATA_TITLES.get(name, name.upper())
        if not how:
            parts.append(array_text(title, values, form))
        elif how == "line":
            parts.append(integer_row(title, values))
        elif how == "label":
            parts.append(_labeled(title, join_integers(values)))
        else:
            parts.append(_structured_matrix_text(m, title, values, how, form))
    return "".join(parts).encode("latin-1")


def _labeled(title: str, text: str) -> str:
    """Return integers after their title on one line; nothing for an empty text."""
    return f"{title:<22}{text}\n\n" if text else ""


def _vector_text(title: str, values: Any, form: str) -> str:
    values = np.atleast_1d(values)
    return f"{title} = " + " ".join([f" {form}" * len(values)]) % tuple(values.tolist()) + "\n"


def _memory_text(d: MjData) -> str:
    """Return the memory use by part as text."""
    struct, buffer, arena = amounts = _memory_sizes(d)
    used = 100.0 * d.maxuse_arena / arena if arena else 0.0
    lines = [
        f"  {name:<8}{(n + 512) >> 10:13} KB"
        for name, n in (("total", sum(amounts)), ("struct", struct), ("buffer", buffer), ("arena", arena))
    ]
    return "MEMORY\n" + "\n".join(lines) + f", used {used:.1f}%\n\n"


def _memory_sizes(d: MjData) -> tuple[int, int, int]:
    """Return the sizes of scalars, fixed arrays, and contacts with constraint rows [bytes]."""
    pieces = {group: piece.bytes.nbytes for group, piece in d._pieces.items()}
    stay = pieces.pop("")
    return d._ints.nbytes, stay, sum(pieces.values())


def _size_lines(d: MjData) -> str:
    sizes = [
        (f.name, getattr(d, f.name)) for f in fields_data.SCALARS if f.name not in field_groups.NOT_SIZES
    ]
    return "SIZES\n" + "".join([f"  {name:<22}{size}\n" for name, size in sizes]) + "\n"


def _warning_text(d: MjData) -> str:
    """Return the raised warnings as text."""
    warnings = [(i, warning.lastinfo, warning.number) for i, warning in enumerate(d.warning)]
    rows = [f"    {i}:  lastinfo = {info}   number = {number}\n" for i, info, number in warnings if number]
    return "".join(["WARNING\n", *rows, "\n"]) if rows else ""


def _timer_text(d: MjData, form: str) -> str:
    timers = [(i, timer.duration, timer.number) for i, timer in enumerate(d.timer)]
    if not any(duration for _, duration, _ in timers):
        return ""
    line = f"    %d:  duration = {form}   number = %d\n"
    return "TIMER\n" + "".join(map(line.__mod__, timers)) + "\n"


def _solver_text(d: MjData, form: str) -> str:
    """Return the solver statistics as text, island by island."""
    if not d.nefc:
        return ""
    parts = ["SOLVER STAT\n", _vector_text("  solver_fwdinv", d.solver_fwdinv, form)]
    columns = [getattr(d.solver, f.name) for f in fields_data.SOLVER]
    first = f"      %d:  improvement = {form}    gradient = {form}    lineslope = {form}\n"
    second = "          nactive = %d   nchange = %d   neval = %d   nupdate = %d\n"
    islands = len(d.solver_niter)
    length = len(d.solver) // islands
    for island in range(min(max(d.nisland, 1), islands)):
        niter, nnz = int(d.solver_niter[island]), int(d.solver_nnz[island])
        if niter <= 0:
            continue
        parts.append(f"  ISLAND {island}\n    solver_niter = {niter}\n    solver_nnz = {nnz}\n")
        n = min(niter, length)
        rows = zip(range(n), *(column[island * length :][:n].tolist() for column in columns), strict=True)
        parts += [*map((first + second).__mod__, rows), "\n"]
    return "".join(parts)


def _time_text(d: MjData, form: str) -> str:
    return f"{_vector_text('ENERGY', d.energy, form)}\nTIME = {form % d.time}\n\n"


# ---- state


def _history_texts(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    """Yield histories of controls and readings: phase, cursor, times, values."""
    if not m.nhistory:
        return
    yield "DELAY\n"
    count = len(m.actuator_historyadr)
    controls = [1] * count if len(d.ctrl) == count else m.actuator_ctrlnum.tolist()
    actuators = (count, m.actuator_historyadr, m.actuator_history, controls, "name_actuatoradr")
    sensors = (m.nsensor, m.sensor_historyadr, m.sensor_history, m.sensor_dim.tolist(), "name_sensoradr")
    for kind, (count, addresses, kept, dims, names) in (("actuator", actuators), ("sensor", sensors)):
        for i in range(count):
            adr, n, dim = int(addresses[i]), int(kept[i, 0]), dims[i]
            if adr < 0 or n <= 0:
                continue
            name = m.names[getattr(m, names)[i] :].partition(b"\0")[0].decode("latin-1")
            check_spans("history", addresses[i : i + 1], np.array([history_length(n, dim)]), m.nhistory)
            phase, cursor = d.history[adr : adr + 2].tolist()
            times = d.history[adr + 2 : adr + 2 + n].tolist()
            values = d.history[adr + 2 + n :][: n * dim].reshape(n, dim)
            many = form * n
            yield f"  {kind} {i}{' ' if kind == 'actuator' else '  '}'{name}':\n"
            yield f"    phase  = {form % phase}\n    cursor =  {cursor:.0f}\n"
            yield f"    times  = {many % tuple(times)}\n"
            if dim == 1:
                yield f"    values = {many % tuple(values.ravel().tolist())}\n"
            else:
                yield "    values:\n"
                for k, sample in enumerate(values.tolist()):
                    yield f"      [{k}] ={form * dim % tuple(sample)}\n"
    yield "\n"


# ---- position


def _flexedge_J(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    rows = (m.flexedge_J_rownnz, m.flexedge_J_rowadr, m.flexedge_J_colind)
    yield sparsity_picture("FLEXEDGE_J: flex edge connectivity", (m.nflexedge, m.nv), *rows)
    yield sparse_text("FLEXEDGE_J", d.flexedge_J, *rows, form)


def _ten_J(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    if not mj_isSparse(m):
        yield array_text("TEN_MOMENT", d.ten_J, form)
        return
    rows = (d.ten_J_rownnz, d.ten_J_rowadr, d.ten_J_colind)
    yield sparsity_picture("TEN_J: tendon moments", (m.ntendon, m.nv), *rows)
    yield array_text("TEN_J_ROWNNZ", d.ten_J_rownnz, form)
    yield array_text("TEN_J_ROWADR", d.ten_J_rowadr, form)
    yield sparse_text("TEN_J", d.ten_J, *rows, form)


def _wrap_texts(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    """Yield the wrap points of tendons as text."""
    check_spans("d.ten_wrapadr, d.ten_wrapnum", d.ten_wrapadr, d.ten_wrapnum, d.wrap_obj.size)
    objects, points = d.wrap_obj.ravel().tolist(), d.wrap_xpos.reshape(-1, 3).tolist()
    line = f"    %d:   {form} {form} {form}\n"
    for i, (adr, num) in enumerate(zip(d.ten_wrapadr.tolist(), d.ten_wrapnum.tolist(), strict=True)):
        rows = [(objects[k], *points[k]) for k in range(adr, adr + num)]
        yield f"TENDON {i}: {num} wrap points\n" + "".join(map(line.__mod__, rows)) + "\n"


def _actuator_moment(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    rows = (d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    yield sparsity_picture("actuator_moment", (len(d.actuator_force), m.nv), *rows)
    yield sparse_text("ACTUATOR_MOMENT", d.actuator_moment, *rows, form)


def _qM(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    """Yield the lower triangle of M, blank where two dofs share no branch."""
    if not 0 < m.nv <= field_groups.MOST_ROWS:
        return
    blank = " " * len(form % 0.0)
    order: list[int] = []
    lines = []
    parents, addresses = m.dof_parentid.tolist(), m.dof_Madr.tolist()
    for i in range(m.nv):
        cells = [blank] * (i + 1)
        j, above = i, 0
        while j >= 0:
            cells[j] = form
            above += 1
            if parents[j] >= j:
                raise IndexError(f"m.dof_parentid[{j}] must be less than {j}, got {parents[j]}")
            j = parents[j]
        # a row of qM begins at its diagonal and goes up to the root
        order += range(addresses[i] + above - 1, addresses[i] - 1, -1)
        lines.append("  " + " ".join(cells) + "\n")
    yield "QM\n" + "".join(lines) % tuple(d.qM[order].tolist()) + "\n"


def _structured_matrix_text(m: MjModel, title: str, values: Array, letter: str, form: str) -> str:
    """Return a matrix with the sparsity structure of M or D as text."""
    nnz, adr, columns = (getattr(m, f"{letter}_{part}") for part in ("rownnz", "rowadr", "colind"))
    return sparse_text(title, values, nnz, adr, columns, form)


def _island_marks(d: MjData, counts: Array) -> Array:
    """Return the mark of each row, ordered by island: the island id, x from 10 on."""
    ids = np.repeat(np.arange(d.nisland), counts)
    return np.where(ids < 10, ids + ord("0"), ord("x")).astype(np.uint8)


def _inertia_pictures(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    """Yield pictures of the inertia matrix, whole and by island."""
    if not d.nisland:
        return
    yield sparsity_picture("M: inertia structure", (m.nv, m.nv), m.M_rownnz, m.M_rowadr, m.M_colind)
    rows = (d.iM_rownnz, d.iM_rowadr)
    columns = _whole_columns(d, *rows, d.iM_colind, d.island_nv)
    yield sparsity_picture(
        "iM: block-diagonal inertia (nnzs are island ids)",
        (d.nidof, d.nidof),
        *rows,
        columns,
        _island_marks(d, d.island_nv),
    )


def _whole_columns(d: MjData, nnz: Array, adr: Array, columns: Array, counts: Array) -> Array:
    """Convert columns relative to an island to columns among all dofs of islands."""
    whole = columns.copy()
    check_spans("islands", np.zeros_like(counts), counts, len(nnz))
    whole[entry_indices("islands", nnz, adr, whole.size)] += np.repeat(
        np.repeat(d.island_idofadr, counts), nnz
    )
    return whole


def _qH(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    if d.qHDiagInv.any():
        yield _structured_matrix_text(m, "QH", d.qH, "M", form)
        yield array_text("QHDIAGINV", d.qHDiagInv, form)


def _qDeriv(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    for title, values in (("QDERIV", d.qDeriv), ("QLU", d.qLU)):
        if values.any():
            yield _structured_matrix_text(m, title, values, "D", form)


# ---- contacts and constraint rows


def _contact_texts(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    """Yield contacts, field by field, and their forces."""
    if not d.ncon:
        return
    text = ["  %d:\n"]
    columns: list[Any] = [range(d.ncon)]
    for name in field_groups.CONTACT_FIELDS.split():
        if name == "geoms":
            text.append("%s")
            columns.append(_contact_pairs(m, d))
            continue
        values = _contact_forces(m, d) if name == "force" else getattr(d.contact, name)
        values = values.reshape(d.ncon, -1)
        whole = values.dtype.kind != "f"
        one = " %d" if whole else " ".join([form] * values.shape[1])
        text.append(f"     {name:<{13 if whole else 14}}{one}\n")
        columns += values.T.tolist()
    yield "CONTACT\n" + "".join(map("".join(text).__mod__, zip(*columns, strict=True))) + "\n"


def _contact_pairs(m: MjModel, d: MjData) -> list[str]:
    """Return the touching pairs: geom names or ids, or ids of geom, flex, element and vertex."""
    text = m.names.decode("latin-1")
    names = [text[adr : text.find("\0", adr)] or i for i, adr in enumerate(m.name_geomadr.tolist())]
    lines = []
    sides = [getattr(d.contact, part).tolist() for part in ("geom", "flex", "elem", "vert")]
    for geoms, *rest in zip(*sides, strict=True):
        if min(geoms) >= 0:
            lines.append(f"     geoms         {names[geoms[0]]} : {names[geoms[1]]}\n")
        else:
            one, two = (" ".join(str(part[side]) for part in (geoms, *rest)) for side in (0, 1))
            lines.append(f"     gfev          {one} : {two}\n")
    return lines


def _contact_forces(m: MjModel, d: MjData) -> Array:
    """Return force and torque of all contacts (ncon, 6)."""
    forces = np.zeros((d.ncon, 6))
    for i, force in enumerate(forces):
        mj_contactForce(m, d, i, force)
    return forces


def _efc_J(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    if not d.nefc:
        return
    if not mj_isSparse(m):
        yield array_text("EFC_J", d.efc_J[: d.nefc * m.nv].reshape(d.nefc, -1), form)
        if d.nisland:
            yield _island_jacobian_text(d, form)
        return
    rows = (d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
    yield array_text("EFC_J_ROWNNZ", d.efc_J_rownnz, form)
    yield array_text("EFC_J_ROWADR", d.efc_J_rowadr, form)
    yield sparse_text("EFC_J", d.efc_J, *rows, form)
    yield sparsity_picture("J: constraint Jacobian", (d.nefc, m.nv), *rows, ends=d.efc_J_rowsuper)
    if d.nisland:
        nnz, adr = d.iefc_J_rownnz, d.iefc_J_rowadr
        yield sparsity_picture(
            "IEFC_J: block-diagonalized constraint Jacobian (nnzs are island ids)",
            (d.nefc, d.nidof),
            nnz,
            adr,
            _whole_columns(d, nnz, adr, d.iefc_J_colind, d.island_nefc),
            _island_marks(d, d.island_nefc),
            ends=d.iefc_J_rowsuper,
        )


def _island_jacobian_text(d: MjData, form: str) -> str:
    """Return the dense Jacobian of islands as text, with dots outside of their blocks."""
    dots = "." * len(form % 0.0) + " "
    # the offset of an island's block is that of its first row in a matrix of this width
    width = d.nidof
    parts = []
    spans = (d.island_nefc, d.island_iefcadr, d.island_nv, d.island_idofadr)
    check_spans("islands", d.island_iefcadr, d.island_nefc, d.nefc)
    check_spans("islands", d.island_idofadr, d.island_nv, d.nidof)
    if d.nidof > len(d.map_idof2dof):
        raise IndexError(f"d.nidof must be at most {len(d.map_idof2dof)}, got {d.nidof}")
    for nefc, above, nv, first in zip(*(a.tolist() for a in spans), strict=True):
        left, right = " " + dots * first + " ", dots * (d.nidof - first - nv) + "\n"
        pieces, filled = without_zeros(d.iefc_J[above * width :][: nefc * nv], form)
        rows = [left + " ".join(pieces[at : at + nv]) + right for at in range(0, len(pieces), max(nv, 1))]
        parts.append("".join(rows) % filled)
    return "IEFC_J\n" + "".join(parts) + "\n"


def _efc_AR(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    if not d.nA:
        return
    if not mj_isSparse(m):
        yield array_text("EFC_AR", d.efc_AR[: d.nefc**2].reshape(d.nefc, -1), form)
        return
    rows = (d.efc_AR_rownnz, d.efc_AR_rowadr, d.efc_AR_colind)
    yield array_text("EFC_AR_ROWNNZ", d.efc_AR_rownnz, form)
    yield array_text("EFC_AR_ROWADR", d.efc_AR_rowadr, form)
    yield sparse_text("EFC_AR", d.efc_AR, *rows, form)
    yield sparsity_picture("efc_AR: inverse constraint inertia", (d.nefc, d.nefc), *rows)


def _island_texts(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    """Yield the trees, dofs and rows of each island, with a bar between islands."""
    if not d.nisland:
        return
    for name in ("tree_island", "island_ntree", "island_itreeadr", "map_itree2tree"):
        yield integer_row(name.upper(), getattr(d, name))
    yield _labeled("DOF_ISLAND", join_integers(d.dof_island))
    yield _labeled("ISLAND_NV", join_integers(d.island_nv))
    yield _labeled("ISLAND_IDOFADR", join_integers(d.island_idofadr))
    yield _labeled("MAP_IDOF2DOF", _integers_with_bars(d.map_idof2dof, d.island_idofadr.tolist(), d.nidof))
    yield _labeled("EFC_ISLAND", join_integers(d.efc_island))
    yield _labeled("ISLAND_NEFC", join_integers(d.island_nefc))
    yield _labeled("ISLAND_IEFCADR", join_integers(d.island_iefcadr))
    yield _labeled("MAP_IEFC2EFC", _integers_with_bars(d.map_iefc2efc, d.island_iefcadr.tolist(), d.nefc))


def _tendon_efcadr(m: MjModel, d: MjData, form: str) -> Iterator[str]:
    """Yield the addresses of the first limit rows of tendons."""
    yield _labeled("TENDON_EFCADR", join_integers(d.tendon_efcadr))


def _integers_with_bars(values: Array, starts: list[int], end: int) -> str:
    """Return integers with a bar between islands, and before values that are in no island."""
    bounds = [*starts, end, len(values)]
    groups = [join_integers(values[a:b]) for a, b in itertools.pairwise(bounds)]
    return " | ".join([group for group in groups if group])


_SPECIAL: dict[str, Callable[..., Iterator[str]]] = {
    "history": _history_texts,
    "flexedge_J": _flexedge_J,
    "ten_J": _ten_J,
    "wrap": _wrap_texts,
    "actuator_moment": _actuator_moment,
    "qM": _qM,
    "inertia": _inertia_pictures,
    "qH": _qH,
    "qDeriv": _qDeriv,
    "contact": _contact_texts,
    "efc_J": _efc_J,
    "efc_AR": _efc_AR,
    "islands": _island_texts,
    "tendon_efcadr": _tendon_efcadr,
}
