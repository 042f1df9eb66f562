"""The schema against itself, the reference's grammar, and what the reference makes of every attribute."""

import re

import mujoco
import pytest

from gelenk.errors import Error
from gelenk.modeling.compiler.compile import compile
from gelenk.modeling.mjcf import actuator_shortcuts, attribute_setters, attribute_values, read
from gelenk.modeling.mjcf.attribute_setters import Registry
from gelenk.modeling.spec import spec as spec_module
from gelenk.tables import schema
from gelenk.tables.schema_rows import ANY
from tests.support.attribute_needs import LATER, LATER_ELEMENTS
from tests.support.spec_compare import differences, spec_differences

ELEMENTS = list(schema.elements())
SPELLINGS_OF_THE_DOCUMENTS = {  # what the documents have and 3.5.0 no longer reads
    ("option",): {"apirate"},
    ("option", "flag"): {"passive"},
    ("body", "camera"): {"orthographic"},
    ("default", "camera"): {"orthographic"},
}
POLYNOMIALS = ("stiffness", "damping")  # of joints and tendons, which 3.5.0 gives one number
OUTSIDE_THE_SCHEMA = ("frame", "replicate")


# ---- the grammar


def reference_grammar():
    """Path of tags -> (cardinality, attributes), from the reference's own listing of its grammar."""
    grammar, path, current = {}, [], None
    for line in mujoco.mj_printSchema(False, True).splitlines():
        found = re.match(r"(\s*)(\S+) \((.)\)\s*(.*)", line)
        if found and len(found[1]) < 27:
            path = path[: len(found[1]) // 3] + [found[2].replace("(world)", "")]
            current = tuple(path[1:])
            grammar[current] = found[3], set(found[4].split())
        elif line.strip():
            grammar[current][1].update(line.split())
    return grammar


def our_grammar():
    grammar = {}

    def walk(element, path, inside):
        grammar[path] = (
            element.card,
            {name for name in element.by_name if (*path[-1:], name) not in LATER},
        )
        for child in element.children:
            if child.tag in LATER_ELEMENTS or (element.tag, child.tag) in LATER:
                continue
            if child not in inside and child.tag not in OUTSIDE_THE_SCHEMA and child.tag != "worldbody":
                walk(child, (*path, child.tag), (*inside, child))

    walk(schema.ROOT, (), (schema.ROOT,))
    walk(schema.ELEMENTS["body"], ("body",), (schema.ELEMENTS["body"],))
    return grammar


def test_elements_attributes_and_cardinalities_are_those_of_the_reference():
    expected = reference_grammar()
    for path, names in SPELLINGS_OF_THE_DOCUMENTS.items():
        expected[path][1].update(names)
    assert our_grammar() == expected


@pytest.mark.parametrize("element, path", ELEMENTS, ids=["/".join(path) for _, path in ELEMENTS])
def test_rows_are_complete(element, path):
    names = [row.name for row in element.attrs if row.name]
    assert len(names) == len(set(names)), "an attribute is there twice"
    assert element.doc.endswith("."), "an element without meaning"
    for row in element.attrs:
        assert not row.name or row.doc.endswith("."), f"{row.name} without meaning"
        assert row.kind.base != "keyword" or row.kind.keys
        assert row.name or row.field, "a row that is neither an attribute nor a field"
    for rule, names in element.rules:
        assert rule in ("at most one", "exactly one") and set(names) <= set(element.by_name)
    assert set(element.required) <= set(element.by_name)


def test_every_custom_reader_is_used_and_exists():
    stores_used = {row.store for element, _ in ELEMENTS for row in element.attrs if row.store}
    for there in ({*attribute_setters.STORES}, {*attribute_values.RECALLS}):
        assert stores_used <= there
        made_for_every_kind = {name for name in there if name.startswith(("target_", "side"))}
        assert there - made_for_every_kind <= stores_used
    readers = {element.reader for element, _ in ELEMENTS if element.reader}
    assert {*attribute_setters.FINISHERS} == readers
    assert {*attribute_values.REVISIONS} <= readers
    assert set(actuator_shortcuts.SHORTCUTS) < {
        child.tag for child in schema.ROOT.by_tag["actuator"].children
    }


def test_a_name_that_no_function_has_is_an_error_that_says_which():
    found = Registry("store")
    found("there")(len)
    found.check_complete(["", "there"])
    with pytest.raises(
        LookupError, match="name store='elsewhere', for which there is no function; there are there"
    ):
        found.check_complete(["", "there", "elsewhere"])
    with pytest.raises(ValueError, match="store 'there' is both len and repr"):
        found("there")(repr)


# ---- the fields of the spec


def fresh():
    """(label, theirs, ours) for a new element of every kind."""
    theirs, ours = mujoco.MjSpec(), spec_module.MjSpec()
    body, other = theirs.worldbody.add_body(), ours.worldbody.add_body()
    yield "body", body, other
    for kind in ("geom", "joint", "site", "camera", "light", "frame"):
        yield kind, getattr(body, f"add_{kind}")(), getattr(other, f"add_{kind}")()
    for kind in (
        "actuator",
        "equality",
        "exclude",
        "flex",
        "hfield",
        "key",
        "material",
        "mesh",
        "numeric",
        "pair",
        "sensor",
        "skin",
        "tendon",
        "text",
        "texture",
        "tuple",
    ):
        yield kind, getattr(theirs, f"add_{kind}")(), getattr(ours, f"add_{kind}")()


def test_new_elements_have_the_attributes_and_defaults_of_the_reference():
    found = [text for label, theirs, ours in fresh() for text in differences(label, theirs, ours)]
    assert found == []
    assert spec_differences(mujoco.MjSpec(), spec_module.MjSpec()) == []


def test_fields_round_as_those_of_the_reference():
    for label, theirs, ours in fresh():
        for name in ours._fields:
            if isinstance(getattr(ours, name), float) and hasattr(theirs, name):
                setattr(theirs, name, 0.1)
                setattr(ours, name, 0.1)
                assert getattr(ours, name) == getattr(theirs, name), f"{label}.{name}"


# ---- every attribute, with every number of values and every keyword

PARENTS = {"material": 'name="m"', "tuple": 'name="t"'}
COMPANIONS = {  # what an element needs beside the attribute in question
    "connect": {"body1": "a", "anchor": "0 0 0"},
    "weld": {"body1": "a"},
    "numeric": {"data": "1"},
    "hfield": {"nrow": "1", "ncol": "2"},  # without which the reference does not read elevation
}


def document(element, path, attribute, value):
    """A model with the element at its place, carrying one attribute and what it cannot do without."""
    given = {row.name: sample(row, max(row.kind.least, 1)) for row in element.attrs if row.required}
    given.update(COMPANIONS.get(element.tag, {}))
    if attribute in ("site1", "site2"):
        given = {"site1": "a", "site2": "b"}
    given.update(
        {
            "reftype": {"refname": "r"},
            "refname": {"reftype": "body"},
            "refsite": {"site": "s"},
            "objname": {"objtype": "body"},
            "objtype": {"objname": "x"},
        }.get(attribute, {})
    )
    given[attribute] = value
    text = f"<{element.tag} " + " ".join(f'{name}="{value}"' for name, value in given.items()) + "/>"
    for tag in reversed(path[:-1]):
        text = f"<{tag} {PARENTS.get(tag, '') if 'asset' in path or tag == 'tuple' else ''}>{text}</{tag}>"
    return text


def sample(row, count):
    if row.kind.base == "keyword":
        return next(iter(row.kind.keys))
    if row.kind.base in ("string", "strings"):
        return {"eulerseq": "xyz", "memory": "1M", "gridlayout": "."}.get(row.name, "x")
    return " ".join(
        ("1", "2", "3", "4")[i % 4] if row.kind.base == "int" else ("0.5", "0.25", "0.75")[i % 3]
        for i in range(count)
    )


def variants(row):
    if row.kind.base == "keyword":
        return [*row.kind.keys, "no such keyword"]
    if row.kind.base in ("string", "strings"):
        return [sample(row, 1)]
    most = min(row.kind.most, 6)
    return ["", *(sample(row, count) for count in sorted({1, 2, 3, most - 1, most, most + 1}) if count), "x"]


def questions():
    documents_only = set().union(*SPELLINGS_OF_THE_DOCUMENTS.values())
    for element, path in ELEMENTS:
        nested = path.count("body") + path.count("frame") > 1
        if not nested and not {"replicate", "composite", "flexcomp"} & set(path):
            names = [name for name in element.by_name if name not in documents_only or path[-1] == "global"]
            names = [name for name in names if (path[-1], name) not in LATER]
            if path[-2:] in LATER:
                continue
            if names and not {"later", *LATER_ELEMENTS} & set(path):
                yield pytest.param(element, path, names, id="/".join(path))


# the reference asks these only when it compiles: the type of an object, that there is one at all
ASKED_LATER = {"objtype", "reftype", "geom1", "geom2", "body"}
# and we these: whether there is such a plugin, whether a flex has elements
ASKED_LATER_BY_US = {("plugin", "plugin", "x"), ("flex", "element", "")}
# the reference looks at the parameters of a builtin mesh only where there is one
OURS = {
    ("multiccd", "disable"),  # sets a bit that 3.5.0 has not: tests/text/test_multiccd_flag.py
    *(("data", field) for field in ("linvel", "angvel")),  # of later releases, as these
    ("integrator", "discrete"),
    *((name, law) for name in ("dyntype", "gaintype", "biastype") for law in ("pid", "dcmotor", "so3")),
}
READ_ONLY_WITH_OTHERS = {("params", "x")}
READ_DIFFERENTLY = {("nuserdata", "-1")}


@pytest.mark.parametrize("element, path, names", list(questions()))
def test_values_are_taken_refused_and_stored_as_by_the_reference(element, path, names):
    for name in names:
        for value in variants(element.by_name[name]):
            if name in ASKED_LATER and value == "no such keyword":
                continue
            if (name, value) in READ_ONLY_WITH_OTHERS or (name, value) in OURS:
                continue
            if name in POLYNOMIALS and 1 < len(value.split()) <= 3:
                continue
            text = document(element, path, name, value)
            try:
                theirs = mujoco.MjSpec.from_string(text)
            except (ValueError, mujoco.FatalError):
                theirs = None
            try:
                ours = read.from_string(text)
            except Error as error:
                assert theirs is None, f"refused what the reference takes: {text}: {error}"
            else:
                if theirs is None and (path[-1], name, value) in ASKED_LATER_BY_US:
                    with pytest.raises(Error):
                        compile(ours)
                    continue
                assert theirs is not None, f"taken what the reference refuses: {text}"
                assert spec_differences(theirs, ours) == [], text


def test_kinds_describe_themselves_as_the_documents_do():
    geom, body = schema.ELEMENTS["body"].by_tag["geom"], schema.ELEMENTS["body"]
    assert geom.by_name["rgba"].kind.description() == "real(4)"
    assert geom.by_name["contype"].kind.description() == "int"
    assert geom.by_name["user"].kind.description() == "real(n)"
    assert geom.by_name["user"].kind.most == ANY
    assert body.by_name["mocap"].kind.description() == "[false, true]"
