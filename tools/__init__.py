"""Tools that write files of the repository; not part of the package. Start at render.py."""
