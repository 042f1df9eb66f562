"""Constraint solver: islands, cost, Newton, CG, PGS, noslip.

Documents: Computation / Solver
"""
