"""The asset cache: mj_getCache, mj_getCacheSize, mj_getCacheCapacity, mj_setCacheCapacity, mj_clearCache.

Documents: API / Asset cache
"""

from gelenk.assets.cache import CACHE, AssetCache
from gelenk.world.arguments import documented


def _checked(function, cache):
    if not isinstance(cache, AssetCache):
        raise TypeError(f"{function}: cache is what mj_getCache returns, not {type(cache).__name__}")
    return cache


@documented
def mj_getCache():
    """The cache of decoded assets that the compiler uses."""
    return CACHE


@documented
def mj_getCacheSize(cache):
    """Bytes that the cache holds."""
    return _checked("mj_getCacheSize", cache).size


@documented
def mj_getCacheCapacity(cache):
    """Bytes that the cache may hold."""
    return _checked("mj_getCacheCapacity", cache).capacity


@documented
def mj_setCacheCapacity(cache, size):
    """Set the bytes that the cache may hold, 0 for none; returns them."""
    if size < 0:
        raise TypeError(f"mj_setCacheCapacity: size cannot be negative, as {size} is")
    _checked("mj_setCacheCapacity", cache).resize(size)
    return size


@documented
def mj_clearCache(cache):
    """Drop everything from the cache."""
    _checked("mj_clearCache", cache).clear()
