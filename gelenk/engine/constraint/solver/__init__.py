"""Solving for the constraint forces: islands, costs, Newton, CG, PGS, noslip.

Documents: Computation / Solver
"""
