"""A model of release 3.5.0, rewritten for 4.0.0: what changes, what moves, which levels differ."""

import tempfile
from pathlib import Path

import gelenk as mujoco
from gelenk.migration import (
    Change,
    Difference,
    FieldDifference,
    Level,
    Migration,
    Remark,
    check_levels,
    migrate,
)

TEXT = """
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 .15">
      <freejoint/>
      <geom size=".1" margin=".03" gap=".02"/>  <!-- the gap has another meaning since 3.9 -->
    </body>
    <body pos="1 0 1">
      <joint name="a" type="ball"/>
      <geom size=".05" pos=".2 0 0" surfacevel="0 0 0 0 0 1"/>
    </body>
  </worldbody>
  <option integrator="RK4"/>
</mujoco>
"""

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "model.xml"
    path.write_text(TEXT)
    found: Migration = migrate(path, to="4.0.0", from_="3.5.0")
    levels: tuple[Level, ...] = check_levels(path)

changes: tuple[Change, ...] = found.changes
for change in changes:
    print(
        f"{change.element}: {change.attribute} {change.old} -> {change.new}, since {change.since}: {change.why}"
    )
remarks: tuple[Remark, ...] = found.remarks
for remark in remarks:
    print(f"{remark.element}: {remark.what}, since {remark.since}")
after: Difference = found.after
print(f"largest difference of qpos: {found.before} before, {after} after the rewrite")

m = mujoco.MjModel.from_xml_string(found.text, release="4.0")
assert m.geom_margin[1] == 0.01 and "another meaning" in found.text

for level in levels:
    fields: tuple[FieldDifference, ...] = level.fields
    print(level.name, "refused by mujoco:", len(level.refused), "differ:", [field.name for field in fields])
assert levels[0].refused and not levels[-1].refused
