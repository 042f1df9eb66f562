"""From accelerations to the next state: Euler, Runge-Kutta, the implicit integrators and their derivatives.

Documents: Computation / Numerical integration
"""
