"""Numerical integration: Euler, Runge-Kutta, implicit methods and their derivatives.

Documents: Computation / Numerical integration
"""
