"""A module for each page that is rendered from the source; each has ``page()``, the whole text."""
