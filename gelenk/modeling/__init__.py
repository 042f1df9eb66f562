"""The modeling package: the spec, reader and writer of MJCF, asset files, the compiler.

Documents: Modeling
"""
