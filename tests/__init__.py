import os

os.environ.setdefault("GELENK_ASSETS", "0")  # no test depends on what an earlier run has left on disk
