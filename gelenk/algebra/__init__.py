"""Small algebra on tuples: vectors, quaternions, spatial vectors, factors; kernels that are plain Python functions too.

Documents: design / Kernels
"""
