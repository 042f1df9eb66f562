"""Kernels of a batch: step, reset and query many worlds in one native call."""
