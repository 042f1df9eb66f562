"""Convert MSH to OBJ (msh2obj): ``mujoco.msh2obj.msh_to_obj(path)`` returns the text.

Documents: XML reference / asset / mesh (file)

    python -m gelenk.msh2obj old.msh > new.obj
"""

import sys
from pathlib import Path

import numpy as np

from gelenk.modeling.assets.binary_formats import read_msh

__all__ = ["msh_to_obj"]


def msh_to_obj(msh_file: Path) -> str:
    """Convert an MSH file to OBJ, with normals and texture coordinates.

    v is flipped, since it points down in OBJ.

    msh_file   path of the file
    Returns    text of an OBJ file
    Errors     OSError: the file cannot be read; gelenk.Error: the file is not an MSH file
    Source     drop-in / mujoco.msh2obj
    """
    mesh = read_msh(Path(msh_file).read_bytes())
    texcoord = np.array(mesh.texcoord, np.float32).reshape(-1, 2)
    texcoord[:, 1] = 1.0 - texcoord[:, 1]
    parts = (("v", mesh.vert), ("vn", mesh.normal), ("vt", texcoord))
    lines = [f"{key} " + " ".join(str(float(x)) for x in row) for key, rows in parts for row in rows]
    # a corner is vertex/texcoord/normal, without the parts that the mesh lacks
    corner = "{0}/{0}/{0}" if len(texcoord) and len(mesh.normal) else "{0}/{0}" if len(texcoord) else "{0}"
    if len(mesh.normal) and not len(texcoord):
        corner = "{0}//{0}"
    lines += ["f " + " ".join(corner.format(i + 1) for i in face) for face in mesh.face]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(msh_to_obj(Path(sys.argv[1])))
