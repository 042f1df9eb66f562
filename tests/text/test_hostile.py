"""Whatever the text is: a spec or an Error, nothing else."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gelenk.errors import Error
from gelenk.modeling.mjcf.read import from_string
from gelenk.tables.schema import ROOT, elements

TAGS = sorted({element.tag for element, _ in elements()} | {"include", "robot", "nonsense"})
ATTRIBUTES = sorted({name for element, _ in elements() for name in element.by_name})
KEYWORDS = sorted(
    {word for element, _ in elements() for row in element.attrs for word in row.kind.keys or ()}
)
VALUES = st.one_of(
    st.sampled_from(KEYWORDS),
    st.sampled_from(["", "nan", "1e999", "-1", "0", "a", "1 2 3 4 5 6 7 8 9 10 11 12", "0x7"]),
    st.lists(st.floats(width=32), max_size=12).map(lambda numbers: " ".join(map(repr, numbers))),
    st.integers(-(2**40), 2**40).map(str),
    st.text("abc<&'\"\n\0é", max_size=5),
)
MODEL = b"""<mujoco><default><default class="a"><geom size="1"/></default></default><worldbody><body name="b"
childclass="a"> <joint name="j" range="-1 1"/><geom type="box" size="1 2
3"/></body></worldbody><actuator><motor joint="j"/></actuator> <sensor><jointpos
joint="j"/></sensor><keyframe><key qpos="1"/></keyframe></mujoco>"""


def loads_or_raises(text):
    try:
        from_string(text)
    except Error as error:
        assert str(error)


@given(st.binary(max_size=200))
def test_any_bytes(content):
    loads_or_raises(content)


@settings(max_examples=300)
@given(st.data())
def test_a_model_with_bytes_changed(data):
    content = bytearray(MODEL)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        how = data.draw(st.integers(0, 2))
        if how == 0:
            content[place] = data.draw(st.integers(0, 255))
        elif how == 1:
            del content[place : place + data.draw(st.integers(1, 20))]
        else:
            content[place:place] = data.draw(st.binary(max_size=5))
        if not content:
            return
    loads_or_raises(bytes(content))


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def element(tag, attributes, inside):
    given = " ".join(f'{name}="{escaped(value)}"' for name, value in attributes.items())
    return f"<{tag} {given}>{''.join(inside)}</{tag}>"


def tree(children):
    attributes = st.dictionaries(st.sampled_from(ATTRIBUTES), VALUES, max_size=3)
    return st.builds(element, st.sampled_from(TAGS), attributes, children)


@settings(max_examples=300)
@given(st.recursive(st.just([]), lambda inner: st.lists(tree(inner), max_size=4), max_leaves=20))
def test_any_tree_of_any_elements(children):
    loads_or_raises(f"<mujoco>{''.join(children)}</mujoco>")


@st.composite
def grammatical(draw, row=ROOT, depth=0):
    """Text in which elements and attributes stand where they may, with any values."""
    names = (
        draw(st.lists(st.sampled_from(sorted(row.by_name)), max_size=3, unique=True)) if row.by_name else []
    )
    names = [*names, *(name for name in row.required if name not in names)]
    attributes = " ".join(f'{name}="{escaped(draw(value_of(row.by_name[name])))}"' for name in names)
    inside = ""
    if depth < 5 and row.children:
        inside = "".join(
            draw(
                st.lists(
                    st.sampled_from(row.children).flatmap(lambda child: grammatical(child, depth + 1)),
                    max_size=3,
                )
            )
        )
    return f"<{row.tag} {attributes}>{inside}</{row.tag}>"


def value_of(row):
    kind = row.kind
    if kind.base == "keyword":
        return st.sampled_from(sorted(kind.keys))
    if kind.base in ("string", "strings"):
        return st.sampled_from(["a", "b", "main", ""])
    count = min(max(kind.least, 1), 12)
    number = st.integers(-3, 9) if kind.base == "int" else st.floats(-10, 10, width=16)
    return st.lists(number, min_size=count, max_size=count).map(lambda numbers: " ".join(map(repr, numbers)))


@settings(max_examples=300)
@given(grammatical())
def test_any_grammatical_model(text):
    loads_or_raises(text)
