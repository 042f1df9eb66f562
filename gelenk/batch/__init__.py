"""Many trajectories, many worlds.

Documents: Programming / Simulation loop
"""
