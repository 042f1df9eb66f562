"""Threads for the islands of a world: mju_threadPoolCreate, mju_bindThreadPool, mju_threadPoolDestroy.

Documents: API / Thread
"""

from gelenk.world.arguments import documented
from gelenk.world.data import MjData


@documented
def mju_threadPoolCreate(number_of_threads: int) -> int:
    """A pool of threads, which work beside the one that steps.

    Returns    the number of the pool, for mju_bindThreadPool
    Errors     ValueError: no pool has so many threads
    Source     API / mju_threadPoolCreate
    """
    from gelenk.world import threads  # executors take a while to import

    return threads.create(number_of_threads)


@documented
def mju_bindThreadPool(d: MjData, thread_pool: int) -> None:
    """Let the islands of a world be solved by the threads of a pool. It changes times, and no bit of any result.

    Writes     threadpool
    Errors     ValueError: there is no such pool
    Source     API / mju_bindThreadPool
    """
    from gelenk.world import threads

    threads.find(thread_pool)
    d.threadpool = thread_pool


@documented
def mju_threadPoolDestroy(thread_pool: int) -> None:
    """End the threads of a pool. Worlds that it is bound to go on with the one thread that steps.

    Errors     ValueError: there is no such pool
    Source     API / mju_threadPoolDestroy
    """
    from gelenk.world import threads

    threads.destroy(thread_pool)
