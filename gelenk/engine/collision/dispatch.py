"""Near phase: the collision function of each pair of geoms, and the contacts that it yields.

Documents: Computation / Collision detection / Checking

A collision function is ``name(m, d, geom1, geom2)`` with geom_type[geom1] <= geom_type[geom2]. It reads the poses
(d.geom_xpos, d.geom_xmat), m.geom_size and d.near_margin, and writes candidates k = 0, 1, ..., each with

    d.near_dist[k]         signed distance, negative when penetrating                              [m]
    d.near_pos[k, 0..2]    point midway between the two surfaces along the normal, world frame     [m]
    d.near_frame[k, 0..5]  unit normal from geom1 to geom2; then a hint for the first tangent, any length, zero
                           for "no preference" (it is made orthogonal here), world frame

and their number to d.near_count, at most MAXCONPAIR (50). Only candidates with dist <= d.near_margin may be written.
Nobody else uses near_*; the function may use scratch rows of its own besides. The caller has set near_count = 0.

The plain functions (primitives.py) are called directly; those of other libraries, box_box and convex_pair, are stages
with kinds "mdii" behind ``call_pair``, so that a model without such pairs never loads or compiles them: where the
address in m.stage_table is 0, the stage sets d.status = 2 and d.need_stage, and ends; the caller loads it and repeats.
"""
