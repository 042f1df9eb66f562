"""Velocities and forces: bias, passive, fluid, actuation; body forces of constraints.

Documents: Computation / Simulation pipeline
"""
