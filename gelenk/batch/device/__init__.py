"""Batches of worlds on a GPU.

Documents: design / Many worlds on GPUs
"""
