"""The asset cache: mj_getCache, mj_getCacheSize, mj_getCacheCapacity, mj_setCacheCapacity, mj_clearCache.

Documents: API / Asset cache
"""

from gelenk.assets.cache import CACHE, AssetCache
from gelenk.world.arguments import STRUCT_CLASSES, check_struct, checked, described, documented

STRUCT_CLASSES["CapsuleType"] = AssetCache


@documented
def mj_getCache() -> AssetCache:
    """The cache of decoded meshes, textures and height fields, which the compiler uses for all models of the process.

    Returns    the cache, for the functions of this group
    """
    return CACHE


@described
def mj_getCacheSize(cache: AssetCache) -> int:
    """How much the cache holds.

    Returns    the size [bytes]
    """
    check_struct("mj_getCacheSize", "cache", cache, AssetCache)
    return cache.size


@described
def mj_getCacheCapacity(cache: AssetCache) -> int:
    """How much the cache may hold.

    Returns    the capacity [bytes]
    """
    check_struct("mj_getCacheCapacity", "cache", cache, AssetCache)
    return cache.capacity


@described
def mj_setCacheCapacity(cache: AssetCache, size: int) -> int:
    """Say how much the cache may hold; what does not fit any more is dropped, the oldest first.

    Returns    the capacity [bytes]
    Errors     TypeError: size is negative
    """
    if type(cache) is not AssetCache or type(size) is not int:
        cache, size = checked("mj_setCacheCapacity", (cache, size))
    if size < 0:
        raise TypeError(f"mj_setCacheCapacity: size cannot be negative, as {size} is")
    if size != cache.capacity:
        cache.resize(size)
    return size


@described
def mj_clearCache(cache: AssetCache) -> None:
    """Drop everything from the cache."""
    if type(cache) is not AssetCache:
        check_struct("mj_clearCache", "cache", cache, AssetCache)
    cache.clear()
