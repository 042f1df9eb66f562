"""Batches of worlds on a CUDA device.

Documents: design / Many worlds on GPUs
"""
