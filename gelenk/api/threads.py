"""Threads for the islands of a world: mju_threadPoolCreate, mju_bindThreadPool, mju_threadPoolDestroy.

Documents: API / Thread
"""

from gelenk.world.arguments import documented


@documented
def mju_threadPoolCreate(number_of_threads):
    """A pool of threads, which work beside the one that steps; its number, for mju_bindThreadPool.

    Errors   ValueError for a number of threads that no pool has
    """
    from gelenk.world import threads  # executors take a while to import

    return threads.create(number_of_threads)


@documented
def mju_bindThreadPool(d, thread_pool):
    """Let the islands of ``d`` be solved by the threads of a pool. It changes times, and no bit of any result.

    Errors   ValueError when there is no such pool
    """
    from gelenk.world import threads

    threads.find(thread_pool)
    d.threadpool = thread_pool


@documented
def mju_threadPoolDestroy(thread_pool):
    """End the threads of a pool. What it is bound to goes on with the one thread that steps.

    Errors   ValueError when there is no such pool
    """
    from gelenk.world import threads

    threads.destroy(thread_pool)
