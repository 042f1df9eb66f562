"""What all tests share: objects are compiled once, for libraries that tests load and for the wheel that they build."""

import os

from gelenk.jit import cache

os.environ.setdefault("GELENK_OBJECTS", str(cache.wanted() / "objects"))
