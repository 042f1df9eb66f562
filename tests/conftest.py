"""What all tests share: objects are compiled once, for libraries that tests load and for the wheel that they build,
and what takes minutes begins first.
"""

import os

from gelenk.jit import cache

os.environ.setdefault("GELENK_OBJECTS", str(cache.wanted() / "objects"))


def pytest_collection_modifyitems(items):
    """Slow tests come first, so that no process goes on with one of them while all others have nothing left to do."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
