"""Where everything is: frames, tendons, transmissions, the inertia matrix.

Documents: Computation / Simulation pipeline
"""
