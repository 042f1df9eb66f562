"""Elementary functions of strict builds, from sums, products, quotients, square roots.

Documents: design / A strict build

Ordinary builds call the C library, which rounds in its own way on each platform. Operations of IEEE 754 round alike
everywhere, so these kernels give equal bits. Errors are below 1 unit in the last place, special values are those of
C99, annex F; a NaN has no defined sign. Polynomials interpolate at Chebyshev nodes (`tools/polynomials.py`).

KERNELS names the kernel of each C function.
"""

KERNELS = {
    "sin": ("trigonometric", "sine"),
    "cos": ("trigonometric", "cosine"),
    "tan": ("trigonometric", "tangent"),
    "asin": ("trigonometric", "arcsine"),
    "acos": ("trigonometric", "arccosine"),
    "atan": ("trigonometric", "arctangent"),
    "atan2": ("trigonometric", "angle_of"),
    "exp": ("exponential", "exponential"),
    "sinh": ("exponential", "hyperbolic_sine"),
    "cosh": ("exponential", "hyperbolic_cosine"),
    "tanh": ("exponential", "hyperbolic_tangent"),
    "log": ("exponential", "logarithm"),
    "log1p": ("exponential", "logarithm_plus_one"),
    "asinh": ("exponential", "inverse_hyperbolic_sine"),
    "pow": ("exponential", "power"),
}
BINARY = frozenset({"atan2", "pow"})  # functions of two arguments
