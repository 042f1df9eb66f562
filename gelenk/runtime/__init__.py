"""The runtime: models, data, callbacks, threads and plugins as Python objects over memory.

Documents: design / Memory
"""
