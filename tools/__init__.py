"""What writes files of the repository, and is no part of the package; start at render.py."""
