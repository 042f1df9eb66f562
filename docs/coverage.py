"""Writes docs/attributes.md: every element and attribute of MJCF, and the test that uses it.

Run from the root of the repository: python -m docs.coverage
"""

from pathlib import Path

from tests.support.attributes import FORMER, name_of, paths

HEAD = """# Attributes and their tests

Rendered by `python -m docs.coverage`. Each attribute has a model with it and one without, made in
`tests/support/attributes.py`; `tests/agreement/test_attributes.py` checks that it changes the spec, is written again,
and compiles to what 3.5.0 compiles it to. Elements that cannot be loaded yet are marked: missing.

| element | attribute | test |
|---|---|---|
"""


def table() -> str:
    """The page."""
    lines = []
    for path in paths():
        key = name_of(path)
        missing = any(row.later for row in path)
        for name in path[-1].by_name:
            test = f"test_attributes[{key or 'mujoco'}]"
            note = "missing" if missing else f"{test}, former spelling" if (key, name) in FORMER else test
            lines.append(f"| {key or 'mujoco'} | {name} | {note} |")
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(__file__).with_name("attributes.md").write_text(table())
