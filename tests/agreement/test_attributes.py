"""Every attribute of every element of MJCF, one at a time: it changes the spec, is written, compiles as in 3.5.0."""

import functools
import re

import numpy as np
import pytest

from gelenk.errors import Error
from gelenk.modeling.compiler.compile import compile
from gelenk.modeling.mjcf.read import from_string
from gelenk.modeling.mjcf.write import to_xml
from gelenk.tables import fields_model
from gelenk.tables.field_rows import FIRST
from tests.support import attribute_needs, attributes
from tests.support.same_model import differences
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

# layouts and pictures that are choices of an implementation, and memory
OWN = re.compile(
    r"(n?B_|D_|M_|nD$|nB$|nC$|nJ|narena|nbuffer|signature|names_map|nnames_map|paths|npaths|mesh_graph"
    r"|nmeshgraph|mesh_poly|nmeshpoly|nmeshnormal|mesh_normal|mesh_facenormal|tex_data|mapM|mapD|flexvert_J|flexedge_J)"
    r"|.*(pathadr|sameframe|_simple|simplenum|graphadr|polyadr|polynum|normaladr|normalnum)$"
)
# meshes that plugins make are our own
MADE = re.compile(r"n?(mesh|bvh)")
# of a camera with a sensor: an arc tangent in float32; boxes around the float32 vertices of builtin meshes
FROM_FLOAT32 = ("cam_fovy", "bvh_aabb")
# what 3.5.0 refuses however it is said, and so do we
REFUSED = {
    (f"sensor/{tag}", "cutoff") for tag in ("ballquat", "framequat", "framexaxis", "frameyaxis", "framezaxis")
}
# read, and without effect on the spec: what they say is what there is
NO_EFFECT = {
    ("option", "apirate"),
    ("compiler", "coordinate"),
    ("compiler", "savecanonical"),  # it only says how to write models as authored
    ("compiler", "eulerseq"),  # orientations are written as quaternions
    ("asset/model", "content_type"),  # we read XML whatever it is called
    *(("worldbody/composite/joint", name) for name in ("type", "axis", "solreffix", "solimpfix")),
    ("worldbody/composite/skin", "inflate"),
}


def disagreements(ours, theirs, left_out):
    """Names of the fields of a model in which we differ from the reference, without those that ``left_out`` matches."""
    found = [
        f.name
        for f in fields_model.SIZES
        if not left_out.match(f.name)
        and f.since == FIRST
        and getattr(ours, f.name) != getattr(theirs, f.name)
    ]
    if found:
        return found
    for f in fields_model.MODEL:
        if left_out.match(f.name) or f.since != FIRST:
            continue
        a, b = getattr(ours, f.name), getattr(theirs, f.name)
        if isinstance(a, bytes):
            found += [f.name] if a != b else []
            continue
        b = np.reshape(b, a.shape)
        if a.tobytes() == b.tobytes():  # mostly; quicker to find out
            continue
        # compiled from the same numbers by other operations: float64 to some roundings, float32 to its own
        close = tol(1e-6) if b.dtype == np.float32 or f.name in FROM_FLOAT32 else tol(1e-8)
        if not np.allclose(a.astype(float), b.astype(float), close, close, equal_nan=True):
            found.append(f.name)
    blocks = [("opt", fields_model.OPTION), ("stat", fields_model.STATISTIC)]
    for block, rows in blocks:
        found += [f"{block}.{name}" for name in unequal(rows, *(getattr(m, block) for m in (ours, theirs)))]
    for group, rows in fields_model.VISUAL.items():
        found += [
            f"vis.{group}.{name}" for name in unequal(rows, *(getattr(m.vis, group) for m in (ours, theirs)))
        ]
    return found


def unequal(rows, ours, theirs):
    """Names of the settings that differ by more than the roundings of float32."""
    for f in rows:
        a, b = np.asarray(getattr(ours, f.name), float), np.asarray(getattr(theirs, f.name), float)
        if not np.array_equal(a, b) and not np.allclose(a, b, 1e-6, 1e-6):
            yield f.name


@functools.cache
def canonical(text):
    """A model as it is written, or None where it lacks what is required."""
    try:
        return to_xml(from_string(text, attributes.assets()))
    except Error:
        return None


def verdict(key, name, without, text):
    """What is wrong with one attribute, or None."""
    files = attributes.assets()
    tags = tuple(key.split("/")[-2:])
    try:
        spec = from_string(text, files)
        ours = compile(spec)
    except Error as error:
        ours = error
    if (tags[-1], name) in attribute_needs.OF_4_0:
        return None if isinstance(ours, Error) else "it is not refused"
    former = (key, name) in attribute_needs.FORMER or name in attribute_needs.FORMER_NAMES
    if former or (tags[-1], name) in attribute_needs.LATER or tags in attribute_needs.LATER:
        theirs = None  # what only the documents have, or later releases
    else:
        try:
            theirs = mujoco.MjModel.from_xml_string(text, files)
        except ValueError as error:
            theirs = error
    if isinstance(theirs, ValueError):
        if (key, name) not in REFUSED:
            return f"the reference refuses it: {theirs}"
        return None if isinstance(ours, Error) else "the reference refuses it, and we do not"
    if isinstance(ours, Error):
        return f"we refuse it: {ours}"
    if theirs is not None:
        made = key == "asset/mesh/plugin"
        found = disagreements(ours, theirs, re.compile(f"{OWN.pattern}|{MADE.pattern}") if made else OWN)
        if found:
            return f"the model differs in {', '.join(found[:8])}"
    written = to_xml(spec)
    again = compile(from_string(written, files))
    found = differences(ours, again, 1e-9)
    if found:
        return f"after writing, the model differs in {', '.join(found[:8])}"
    if (key, name) not in NO_EFFECT and canonical(without) == written:
        return "it changes nothing in the spec"
    return None


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the files: the reference does not look for those of flexcomp among the given ones."""
    where = tmp_path_factory.mktemp("files")
    for name, content in attributes.assets().items():
        (where / name).write_bytes(content)
    return where


PATHS = [path for path in attributes.paths() if path[-1].by_name]


# drives have values of their own in tests/text/test_drive_attributes.py
COMPARED = [path for path in PATHS if path[-1].tag not in attribute_needs.LATER_ELEMENTS]


@pytest.mark.parametrize("path", COMPARED, ids=lambda path: attributes.name_of(path) or "mujoco")
def test_every_attribute_does_what_it_does_in_the_reference(path, folder, monkeypatch):
    monkeypatch.chdir(folder)
    key = attributes.name_of(path)
    wrong = {}
    for name, without, text in attributes.cases(path):
        found = verdict(key, name, without, text)
        if found:
            wrong[name] = found
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


def test_every_attribute_of_the_schema_has_its_model():
    tested = {(path[-1], name) for path in PATHS for name, _, _ in attributes.cases(path)}
    every = {(row, name) for row, _ in attributes.elements() for name in row.by_name}
    assert every - tested == {(attributes.rows()[key][-1], name) for key, name in attribute_needs.NEVER_ALONE}
