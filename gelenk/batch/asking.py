"""Calls that ask something of the states of worlds, and change none.

Documents: design / Batches; API / mj_jac, mj_ray
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from gelenk.batch import arguments
from gelenk.batch.query import Points, Rays, jacobians, lines, points, rays
from gelenk.batch.turns import Turns

Questions = TypeVar("Questions", Points, Rays)


class Asking(Turns):
    """A batch as what can be asked."""

    def _asked(self, ids: np.ndarray, asked: Questions) -> tuple[np.ndarray, Questions]:
        """The worlds that can answer, and what they are asked; they have not failed in this call."""
        good = self._begin(ids)
        self._cpu.status[good] = 0
        return good, asked if len(good) == len(ids) else asked.of(np.isin(ids, good))

    def jac(
        self, body: npt.ArrayLike, point: npt.ArrayLike, ids: npt.ArrayLike | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Jacobians of a point that is fixed in a body (mj_jac), at the state of each world.

        body     id, one for all or one for each world of the call (n)
        point    (3) or (n, 3), world frame [m]
        ids      worlds of the call, as of `step`

        Returns jacp, jacr (n, 3, nv). Nothing that is bound changes.
        Errors   those of `step`
        Source   design / Batches
        """
        ids = arguments.ids(ids, self._cpu.all)
        asked = points(self._cpu.model, len(ids), body, point)
        with self._alone():
            good, some = self._asked(ids, asked)
            call, found = jacobians(self._cpu, good, some)
            self._do(ids, call)
        return found

    def ray(
        self,
        pnt: npt.ArrayLike,
        vec: npt.ArrayLike,
        geomgroup: npt.ArrayLike | None = None,
        flg_static: bool = True,
        bodyexclude: npt.ArrayLike = -1,
        ids: npt.ArrayLike | None = None,
        normal: bool = False,
    ) -> tuple[np.ndarray, ...]:
        """The first geoms along rays (mj_ray), at the state of each world.

        pnt, vec      where rays begin and their directions, spread to (n, nray, 3): (3) is one ray, (nray, 3) the same
                      rays in all n worlds of the call
        geomgroup     whether rays see each group of geoms (6); None: all
        flg_static    whether they see static geoms
        bodyexclude   a body whose geoms they do not see, spread to (n, nray); -1: none
        ids           worlds of the call, as of `step`
        normal        whether normals are asked for

        Returns dist, geomid (n, nray), -1 where nothing is hit; with normal also the normals (n, nray, 3).
        Errors        those of `step`; ValueError: a direction is zero
        Source        design / Batches
        """
        ids, normal = arguments.ids(ids, self._cpu.all), arguments.flag("ray", "normal", normal)
        asked = lines(self._cpu.model, len(ids), pnt, vec, geomgroup, flg_static, bodyexclude)
        with self._alone():
            good, some = self._asked(ids, asked)
            call, found = rays(self._cpu, good, some, normal)
            self._do(ids, call)
        return found
