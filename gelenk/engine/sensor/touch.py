"""Touch sensors: normal contact forces within a site's volume.

Documents: XML reference / sensor / touch
"""

from gelenk.algebra.vec import load3, load9, neg
from gelenk.engine.force.post_constraint import normal_force
from gelenk.engine.query.ray import ray_geom
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model


@kernel
def meets(m: Model, d: Data, site: int, c: int, inward: bool) -> bool:
    """Whether contact c is in the volume of the site, or before it on the way along its normal or, ``inward``, back."""
    normal = load3(d.contact_frame, c)
    x, _ = ray_geom(
        load3(d.site_xpos, site),
        load9(d.site_xmat, site),
        load3(m.site_size, site),
        load3(d.contact_pos, c),
        neg(normal) if inward else normal,
        m.site_type[site],
    )
    return x >= 0.0


@kernel
def sensor_touch(m: Model, d: Data, i: int, adr: int) -> None:
    """sensordata[adr]: sum of the normal forces [N] of the contacts of touch sensor i.

    A contact counts when its point is in the volume of the site, or when the ray from it along the normal
    into the other body meets the volume: soft contacts may have left the volume on that side.
    Reads   contacts, efc_force, site_xpos, site_xmat
    """
    site, total = m.sensor_objid[i], 0.0
    b = m.site_bodyid[site]
    geom, end = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]  # most contacts are of other bodies
    for c in range(d.ncon):
        second = geom <= d.contact_geom[c, 1] < end
        if second or geom <= d.contact_geom[c, 0] < end:
            if d.contact_efc_address[c] >= 0 and meets(m, d, site, c, second):
                total += max(0.0, normal_force(m, d, c, d.contact_efc_address[c]))
    d.sensordata[adr] = total
