"""What Python holds and drives: models, data, views and copies of them, callbacks, threads, plugins.

Documents: design / Memory
"""
