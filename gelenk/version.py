"""The version of this package; gelenk.__version__ is the version of the API."""

__version__ = "0.2.0"
