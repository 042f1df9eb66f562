"""From text to model: the spec, the reader and writer of MJCF, files that models name, and the compiler.

Documents: Modeling
"""
