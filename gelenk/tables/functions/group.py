"""Group: the row type of groups of functions.

Documents: API / Functions; design / One source of truth
"""

from typing import NamedTuple


class Group(NamedTuple):
    """Functions that share a page: name, title, source heading, common notes."""

    name: str
    title: str
    source: str
    about: str
    notes: str
    rows: str
