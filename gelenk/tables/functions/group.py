"""The row type of groups of functions.

Documents: API / Functions; design / One source of truth
"""

from typing import NamedTuple


class Group(NamedTuple):
    """Functions that share a page: its name and title, the heading that they implement, what they have in common."""

    name: str
    title: str
    source: str
    about: str
    notes: str
    rows: str
