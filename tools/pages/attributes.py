"""docs/attributes.md: every element and attribute of MJCF, and the test that covers it."""

from tests.support.attribute_needs import FORMER, FORMER_NAMES, NEVER_ALONE
from tests.support.attributes import name_of, paths

HEAD = """# Attributes and their tests

Each attribute has a model with it and one without, made in
`tests/support/attributes.py`; `tests/agreement/test_attributes.py` checks that it changes the spec, is written again,
and compiles to what 3.5.0 compiles it to, one test for each element. Former spellings are those that 3.5.0 refuses.

| element | attribute | test |
|---|---|---|
"""


def page() -> str:
    """Return the whole page."""
    lines = []
    for path in paths():
        key = name_of(path)
        for name in path[-1].by_name:
            test = f"test_attributes[{NEVER_ALONE.get((key, name), key) or 'mujoco'}]"
            former = (key, name) in FORMER or name in FORMER_NAMES
            note = f"{test}, former spelling" if former else test
            lines.append(f"| {key or 'mujoco'} | {name} | {note} |")
    return HEAD + "\n".join(lines) + "\n"
