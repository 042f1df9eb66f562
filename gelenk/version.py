"""Our own version; gelenk.__version__ is the version of the API that we follow."""

__version__ = "0.2.0"
API_VERSION = "3.5.0"
