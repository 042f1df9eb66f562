"""Modeling: the model spec, the MJCF reader and writer, asset files, and the compiler.

Documents: Modeling
"""
