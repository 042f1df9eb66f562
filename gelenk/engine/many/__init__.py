"""Kernels for many worlds on one device: the step in parts, resets, random numbers.

Documents: design / Many worlds on GPUs
"""
