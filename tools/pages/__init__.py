"""Rendered pages: a module per page, each with ``page()``, which returns the whole text."""
