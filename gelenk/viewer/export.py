"""Exported pages: a model as one HTML file that simulates in the browser.

Documents: design / Exported pages

The file has the page of the viewer, the stages as WebAssembly (toolchain/wasm.py), the memory of model, data and scene
(frozen_memory.py), and the description of the model: the messages `model` and `asset`, the rows of the panels with the
fields that they show, and the parts of the default look. A worker of the page (page/simulation.js) takes the place of
this process. A picture of the model is shown until it runs, and where it cannot run.
"""

import base64
import contextlib
import gzip
import html
import io
import json
import os
import struct
from collections.abc import Iterator
from typing import Any

from PIL import Image

from gelenk.api import mj_state, simulate
from gelenk.errors import Error
from gelenk.render import default_look
from gelenk.runtime import state
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_struct
from gelenk.runtime.assignment import file_name
from gelenk.runtime.data import MjData
from gelenk.runtime.log_messages import text as warning_text
from gelenk.runtime.model import MjModel
from gelenk.scene import update
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.scene.geoms import DECORATING, FRACTIONS, RAY_SENSORS
from gelenk.scene.shapes import MATERIAL_STEP
from gelenk.tables import enums
from gelenk.tables.enums import mjtCatBit, mjtLabel, mjtTrn, mjtVisFlag
from gelenk.tables.fields_visual import FLEX_FLAGS
from gelenk.tables.stages import FIRST_PARTY, INDEX
from gelenk.toolchain import struct_layout, wasm
from gelenk.toolchain.extension.abi import CLEARED
from gelenk.viewer import messages, model_message, overlay, page_bundle, record
from gelenk.viewer.channel import Channel
from gelenk.viewer.frozen_memory import FrozenMemory
from gelenk.viewer.page_state import camera_head
from gelenk.viewer.panels import Row
from gelenk.viewer.panels.settings import CHOICES, DEPTHS, GROUPS, KINDS
from gelenk.viewer.scene_delta import Picture
from gelenk.viewer.session import Session
from gelenk.viewer.ui_state import SPEEDS

MAGIC, PLACE, WORKER, POSTER = b"GELENKW1", "gelenk-world", "gelenk-worker", "gelenk-poster"
SCRIPT = "worker.js"  # file of the bundle
POSTER_SIZE = 1280, 800  # pixels
SPARE_GEOMS = (
    64  # geoms of the scene beyond those of the first picture; the page adds more when it needs them
)
NUMBER = 987654321  # placeholder for the number in the text of a warning
# name in FrozenMemory -> name of the struct in the page
STRUCTS = {
    "model": "model",
    "model.opt": "opt",
    "data": "data",
    "scene": "scene",
    "scene.opt": "vopt",
    "scene.pert": "pert",
}
# rows that show no field of a struct, and are implemented in page/simulation.js
ACTIONS = {
    *(
        f"simulation/{name}"
        for name in ("run", "step", "back", "history", "speed", "slower", "faster", "measured")
    ),
    *(f"simulation/{name}" for name in ("noise_std", "noise_rate", "reset", "align", "copy_state")),
    *(f"simulation/{name}" for name in ("key", "load_key", "save_key")),
    *(f"rendering/{name}" for name in ("camera", "free", "previous", "next", "parent")),
    *("group/collision", "option/look", "option/help", "control/clear"),
}
NOT_LOCAL = {"option/pictures"}  # rows handled by the page that need a program


def _fields(m: Any, rows: dict[str, Row]) -> dict[str, list[Any]]:
    """Return [struct, field, element or None, bit or 0] of the rows that show a field."""
    found: dict[str, list[Any]] = {}
    for name in ("label", "frame", *(name for name, _, _ in DEPTHS)):
        found[f"rendering/{name}"] = ["vopt", name, None, 0]
    by_group = {"vis": ("vopt", enums.mjVISSTRING), "rnd": ("scene", enums.mjRNDSTRING)}
    for group, (owner, table) in by_group.items():
        names = [name for name in rows if name.startswith(f"rendering/{group}/")]
        found |= {name: [owner, "flags", i, 0] for i, name in enumerate(names) if i < len(table)}
    for kind in KINDS:
        found |= {f"group/{kind}/{i}": ["vopt", f"{kind}group", i, 0] for i in range(6)}
    found |= {f"control/{i}": ["data", "ctrl", i, 0] for i in range(m.nu)}
    found |= {f"joint/{j}": ["data", "qpos", int(m.jnt_qposadr[j]), 0] for j in range(m.njnt)}
    found |= {f"equality/{i}": ["data", "eq_active", i, 0] for i in range(m.neq)}
    options = (*CHOICES, *(name for names in GROUPS.values() for name in names))
    found |= {f"physics/{name}": ["opt", name, None, 0] for name in options}
    for field in ("disableactuator", "disableflags", "enableflags"):
        names = [name for name in rows if name.startswith(f"physics/{field}/")]
        found |= {name: ["opt", field, None, 1 << i] for i, name in enumerate(names)}
    return found


def _kept_rows(session: Session) -> dict[str, list[Any] | None]:
    """Return the rows of the page, with the fields of those that show one."""
    fields = _fields(session.ui.m, session.rows)
    kept: dict[str, list[Any] | None] = {}
    for name, row in session.rows.items():
        if name in fields:
            kept[name] = fields[name]
        elif name in ACTIONS or (row.local and name not in NOT_LOCAL):
            kept[name] = None
    return kept


def _look(session: Session, picture: Picture) -> dict[str, Any]:
    """Return floor and lights of the default appearance, as rows of the message `frame`."""
    m, look = session.ui.m, session.ui.appearance.added_parts
    found: dict[str, Any] = {"floor": None, "lights": []}
    if look.floor is not None:
        at = len(picture.pose) - 1
        found["floor"] = {
            "i": picture.look_i[at],
            "f": picture.look_f[at],
            "height": look.floor,
            "step": MATERIAL_STEP / default_look.floor_repeat(look),
        }
    distances = [0.0] * (look.sky or look.light) + [default_look.LIGHT_DISTANCE * m.stat.extent] * look.light
    first = len(picture.light_i) - len(distances)
    found["lights"] = [
        {"i": picture.light_i[first + k], "f": picture.light_f[first + k], "distance": distance}
        for k, distance in enumerate(distances)
    ]
    return found


def _decorating(m: Any) -> list[int]:
    """Return the visualization flags that need the stage of decoration."""
    rays = not set(RAY_SENSORS).isdisjoint(m._a_sensor_type.tolist())
    return [flag for flag in DECORATING if rays or flag != int(mjtVisFlag.mjVIS_RANGEFINDER)]


def _facts(session: Session, picture: Picture, kept: dict[str, list[Any] | None], key: int) -> dict[str, Any]:
    """Return the data that page/simulation.js and page/scene.js need besides the structs."""
    m, ui, reader = session.ui.m, session.ui, session.reader
    rows = [
        session.rows[name].describe(ui) | {"field": field, "repeat": session.rows[name].repeat}
        for name, field in kept.items()
    ]
    warnings = [
        warning_text(kind, NUMBER).replace(str(NUMBER), "{}") for kind in range(enums.mjtWarning.mjNWARNING)
    ]
    help_message = overlay.message("help", overlay.help_text({name: session.rows[name] for name in kept}))
    return {
        "run": True,
        "key": key,
        "open": sorted(session.open),
        "rows": rows,
        "camera": camera_head(ui.camera),
        "speeds": SPEEDS,
        "flags": {name: int(getattr(mjtVisFlag, f"mjVIS_{name}")) for name in ("SKIN", "ISLAND", "TENDON")},
        "labels": {name: int(getattr(mjtLabel, f"mjLABEL_{name}")) for name in ("ISLAND", "SELPNT")},
        "fractions": FRACTIONS,
        "decorating": _decorating(m),
        "flexFlags": FLEX_FLAGS,
        "cranks": int(mjtTrn.mjTRN_SLIDERCRANK) in m._a_actuator_trntype.tolist(),
        "covered": ui.appearance.covered.geoms,
        "look": _look(session, picture),
        "textures": reader.textures,
        "center": m.stat.center,
        "stiffness": m.vis.map.stiffness,
        "stiffnessrot": m.vis.map.stiffnessrot,
        "warnings": warnings,
        "help": messages.unpack(help_message)[0],
    }


class WorldFile:
    """A world file: binary parts, and a head in JSON with their offsets and sizes."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, part: bytes) -> tuple[int, int]:
        """Add a part; return its start and its size."""
        start = self._size
        self._parts.append(part + bytes(-len(part) % 8))
        self._size += len(self._parts[-1])
        return start, len(part)

    def contents(self, head: dict[str, Any]) -> bytes:
        """Return the file."""
        text = json.dumps(messages.to_json_values(head), separators=(",", ":")).encode()
        before = MAGIC + struct.pack("<I", len(text)) + text
        return b"".join([before, bytes(-len(before) % 8), *self._parts])


def add_world(file: WorldFile, m: Any, d: Any, opt: Any, maxgeom: int) -> dict[str, Any]:
    """Add the memory of model, data and scene to a file; return its description.

    opt       options of the scene
    maxgeom   geoms for which the scene has room at first
    """
    scn = MjvScene(m, maxgeom)
    update.link_inputs(m, d, scn, opt, MjvPerturb(), int(mjtCatBit.mjCAT_ALL))
    roots = {
        "model": (struct_layout.MODEL, m),
        "data": (struct_layout.DATA, d),
        "scene": (struct_layout.SCENE, scn),
    }
    memory = FrozenMemory({name: (plan, owner._address) for name, (plan, owner) in roots.items()})
    sig = state.INTEGRATION
    stages = [
        {"name": s.name, "symbol": wasm.symbol(s), "kinds": s.kinds, "index": INDEX.get(s.name, -1)}
        for s in wasm.stages()
    ]
    more = {
        "stages": stages,
        "cleared": CLEARED,
        "state": {"size": state.size(m, sig), "fields": state.parts(m, sig)},
    }
    # textures are sent in messages, and addresses of stages are valid in this process only
    without = (("model", "tex_data"), ("model", "stage_table"))
    world = memory.description(STRUCTS)
    aligns = world.pop("aligns")
    regions = [
        {"bytes": file.add(region), "align": align}
        for region, align in zip(memory.contents(without), aligns, strict=True)
    ]
    return world | more | {"regions": regions}


def _poster(session: Session) -> Any:
    """Draw a picture (height, width, 3) of a session."""
    ui = session.ui
    return default_look.draw_picture(ui.m, ui.d, ui.camera, POSTER_SIZE, ui.opt, {}, ui.appearance.covered)


def _webp(pixels: Any) -> bytes:
    """Encode a picture as WebP."""
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "WEBP", quality=78, method=6)
    return out.getvalue()


@contextlib.contextmanager
def _started(m: MjModel, keyframe: int, title: str = "") -> Iterator[Session]:
    """Open a session that shows a model at a keyframe, and close it at the end."""
    d = MjData(m)
    if keyframe >= 0:
        mj_state.mj_resetDataKeyframe(m, d, keyframe)
    simulate.mj_forward(m, d)  # also computes the model constants that are deferred to the first step
    session = Session(m, d, Channel("export"), passive=False, title=title)
    try:
        yield session
    finally:
        session.close()


def picture_of(model: MjModel, keyframe: int = -1) -> Any:
    """Draw the picture (height, width, 3) that a page shows before it simulates."""
    with _started(model, keyframe) as session:
        return _poster(session)


def page_html(
    model: MjModel, keyframe: int = -1, title: str = "", panels: tuple[bool, bool] = (True, True)
) -> str:
    """Return the page of a model as one HTML file.

    keyframe   number of the keyframe at which the simulation starts; -1: qpos0
    title      title of the page; "": the name of the model
    panels     whether the panels at the left and the right are open

    Errors   gelenk.Error: the model has plugins that are not part of gelenk; this installation has no page, or no
             WebAssembly, and cannot make it
    """
    _refuse_plugins(model)
    stages = _stages()
    with _started(model, keyframe, title) as session:
        session.open_panels = {"left": panels[0], "right": panels[1]}
        packed = gzip.compress(world_file(session, stages, keyframe), 9, mtime=0)
        return _html(packed, _webp(_poster(session)), title or model_name(model))


def world_file(session: Session, stages: bytes, keyframe: int) -> bytes:
    """Return all that a page needs to simulate a session's model from a keyframe on."""
    m, file = session.ui.m, WorldFile()
    picture = session.show()
    kept = _kept_rows(session)
    session.assets.make_all()
    sent = [_model_message(session, kept), *(message for _, message in session.assets.assets.values())]
    head = {
        "messages": [file.add(message) for message in sent],
        "wasm": file.add(stages),
        "facts": _facts(session, picture, kept, keyframe),
        "world": add_world(file, m, MjData(m), session.ui.opt, len(picture.pose) + SPARE_GEOMS),
    }
    return file.contents(head)


def model_name(m: Any) -> str:
    """Return the name of a model."""
    return str(m.names.partition(b"\0")[0].decode(errors="replace"))


def _refuse_plugins(m: Any) -> None:
    if any(not 0 <= plugin < len(FIRST_PARTY) for plugin in m._a_plugin.tolist()):
        raise Error("the model has user plugins, whose kernels are compiled for this CPU only")


def _stages() -> bytes:
    try:
        return wasm.module()
    except RuntimeError as error:
        raise Error(str(error)) from None


def _model_message(session: Session, kept: dict[str, list[Any] | None]) -> bytes:
    """Return the message `model` with the rows that the page has."""
    rows = {name: session.rows[name] for name in kept}
    title = session.title or model_name(session.ui.m)
    more = {"serial": 0, "ui": session.open_panels, "shortcuts": True, "keep_camera": False, "title": title}
    return model_message.model_message(session.ui, rows, session.open, **more)


def _html(packed: bytes, poster: bytes, title: str) -> str:
    """Return the page of the viewer with a world, its worker and a picture."""
    if not (record.BUILT / "page.html").is_file() or page_bundle.is_checkout():
        page_bundle.ready()
    worker = record.inline_script(SCRIPT)
    picture = base64.b64encode(poster).decode()
    return record.page_with(
        f'<img id="{POSTER}" alt="{html.escape(title)}" src="data:image/webp;base64,{picture}">'
        f'<script type="text/plain" id="{WORKER}">{worker}</script>'
        f'<script type="text/plain" id="{PLACE}">{base64.b64encode(packed).decode()}</script>'
    )


@checked
def export(
    model: MjModel,
    path: str | os.PathLike[str],
    *,
    keyframe: int = -1,
    title: str = "",
    panels: tuple[bool, bool] = (True, True),
) -> None:
    """Write a page that simulates a model in the browser.

    model      the MjModel
    path       the HTML file
    keyframe   number of the keyframe at which the simulation starts; -1: qpos0
    title      title of the page; "": the name of the model
    panels     whether the panels at the left and the right are open at first

    Errors     gelenk.Error: the model has plugins that are not part of gelenk; this installation has no page, or no
               WebAssembly, and cannot make it
    Source     design / Exported pages
    """
    check_struct("export", "model", model, MjModel)
    made = page_html(model, keyframe, title, panels)
    with open(file_name("path", path), "w", encoding="utf-8") as file:
        file.write(made)
