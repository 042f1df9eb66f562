"""Documented functions, in groups: signatures, shapes and units of arguments, fields.

Documents: API / Functions

A group of functions is a page of the reference. A row is a line, followed by indented lines that belong to it:

    mj_jac m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? point:R3 body:i<nbody -> None
        reads cdof subtree_com
        point [m]: a point that moves with the body, world frame

The line has the name, arguments as name:kind, and the result. Kinds: m MjModel, d MjData, i integer, f float, s text,
b bool, or the name of a struct; i<nbody is an index below a size. Arrays are R read or W writable, then their storage
(none float64, i int32, s float32, b uint8) and shape: 3, a fixed length; n any vector; mn any matrix; *6 any shape with
6 elements, * any shape; (3,nv) a shape that is checked. Its entries are numbers, sizes of the model or data, integer
arguments, multiples as 3*nray, or other letters, which stand for one number in all arguments of the call.
? after a kind: may be None; = its default.

`reads` and `writes` name fields of MjData that a function uses in addition to its arguments; the fields that stages
write are listed in the rows of the fields (tables/stage_writes.py). The other indented lines describe an argument with
its unit.
The notes of a group apply to all its rows, and NOTES to all groups.
The rows provide the checks of arguments, the first line and the lists of docstrings, stubs, pages and tests.
"""

from gelenk.tables.field_rows import Group
from gelenk.tables.functions import mathematics, model, pipeline, visual

GROUPS: tuple[Group, ...] = (*pipeline.GROUPS, *model.GROUPS, *mathematics.GROUPS, *visual.GROUPS)

NOTES = """
    m: the model
    d: the state of m, and what is computed from it
"""
