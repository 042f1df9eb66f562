"""The glossary (docs/design/glossary.md) has one row a term, and names files that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `(gelenk/[^`]+)` \|", re.MULTILINE)


def test_every_term_stands_once_and_names_a_file_of_the_source():
    rows = ROW.findall((ROOT / "docs/design/glossary.md").read_text(encoding="utf-8"))
    terms = [term for term, _, _ in rows]
    assert len(terms) > 70 and len(set(terms)) == len(terms)
    assert not [path for _, _, path in rows if not (ROOT / path).is_file()]
