"""The processors that kernels are compiled for."""
