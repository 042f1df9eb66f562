"""The position stage: frames, tendons, transmissions, the inertia matrix.

Documents: Computation / Simulation pipeline
"""
