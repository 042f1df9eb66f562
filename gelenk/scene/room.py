"""The model in the room: a scene may show it moved, turned and scaled.

Documents: Programming / Visualization; API / mjv_room2model, mjv_model2room, mjv_cameraInModel
"""

from gelenk.algebra.vec import Quat, Vec3, add, mul_quat, neg_quat, normalize4, rotate, scale, sub
from gelenk.errors import FatalError
from gelenk.scene.cameras import camera_in_room, triple
from gelenk.scene.classes import MjvScene
from gelenk.tables.enums import mjMINVAL


def check_scale(scn: MjvScene) -> None:
    """FatalError unless the model has a size in the room."""
    if scn.scale < mjMINVAL:
        raise FatalError(f"the scale of the scene must be positive, and is {scn.scale}")


def _transform(scn: MjvScene) -> tuple[Vec3, Quat, float]:
    """Translation, rotation and scale of the model in the room."""
    turn = scn._a_rotate.astype(float)
    return triple(scn._a_translate), normalize4(tuple(turn.tolist())), scn.scale


def room_to_model(pos: Vec3, quat: Quat, scn: MjvScene) -> tuple[Vec3, Quat]:
    """A pose in the room as it is in the model (mjv_room2model)."""
    check_scale(scn)
    if not scn.enabletransform:
        return pos, quat
    shift, turn, size = _transform(scn)
    back = neg_quat(turn)
    return rotate(back, scale(sub(pos, shift), 1.0 / size)), normalize4(mul_quat(back, quat))


def model_to_room(pos: Vec3, quat: Quat, scn: MjvScene) -> tuple[Vec3, Quat]:
    """A pose in the model as it is in the room (mjv_model2room); the translation is scaled too, as in 3.5.0."""
    check_scale(scn)
    if not scn.enabletransform:
        return pos, quat
    shift, turn, size = _transform(scn)
    return scale(add(rotate(turn, pos), shift), size), normalize4(mul_quat(turn, quat))


def camera_in_model(scn: MjvScene) -> tuple[Vec3, Vec3, Vec3]:
    """Position, forward and up of the camera of a scene, in the model (mjv_cameraInModel)."""
    pos, forward, up = camera_in_room(scn)
    pos, back = room_to_model(pos, (1.0, 0.0, 0.0, 0.0), scn)
    return pos, rotate(back, forward), rotate(back, up)
