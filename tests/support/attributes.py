"""A model for every attribute of every element of MJCF: the element in its place, with and without the attribute.

Made from the rows of the schema: a value for each kind of attribute, and tables of what some need beside them.
"""

import functools
import io

import numpy as np

from gelenk.mjcf.text import quoted, text_of
from gelenk.tables.schema import DEFAULT, ROOT, elements

WORLD = """
<default><default class="K"><geom rgba="0.1 0.2 0.3 1"/><joint damping="3"/><site rgba="1 0 0 1"/><mesh scale="2 2 2"/>
  <camera fovy="30"/><light cutoff="20"/><pair margin="0.25"/><equality solref="0.1 1"/><tendon damping="2"/>
  <general user="5"/><material shininess="0.25"/></default></default>
<asset><texture name="tex" type="2d" builtin="checker" width="4" height="4"/><material name="mat"/>
  </asset>
<worldbody>
  <geom name="floor" type="plane" size="1 1 1"/>
  <body name="B" pos="0 0 1"><joint name="J" axis="0 1 0" range="-30 60" limited="true"/>
    <joint name="slide" type="slide" axis="1 0 0" range="-1 1" limited="true"/>
    <geom name="G" type="capsule" size="0.1 0.2"/>
    <site name="S" pos="0.3 0 0"/><site name="S2" pos="0.1 0.2 0.3"/><camera name="C" pos="0 0 2"/>
    <body name="B2" pos="0.5 0 0"><joint name="ball" type="ball" range="0 50" limited="true"/>
      <geom name="G2" type="sphere" size="0.1"/><site name="S3" size="0.1"/></body></body>
  <body name="free" pos="2 0 1"><freejoint/><geom name="G3" type="box" size="0.1 0.1 0.1"/></body>
  <body name="moved" mocap="true"/>
</worldbody>
<tendon><fixed name="T" range="-1 1" limited="true"><joint joint="J" coef="1"/></fixed>
  <fixed name="T2"><joint joint="slide" coef="1"/></fixed></tendon>
<actuator><motor name="A" joint="J"/>
  <general name="I" joint="slide" dyntype="integrator"/></actuator>"""

# heavier assets, where they are named
ASSETS = {
    "mesh0": '<mesh name="mesh0" vertex="0 0 0 1 0 0 0 1.5 0 0 0 2.25"/>',
    "hf": '<hfield name="hf" nrow="2" ncol="2" size="1 1 1 1" elevation="0 1 2 3"/>',
    "other": '<model name="other" file="other.xml"/>',
}
CONFIGS = {
    "mujoco.elasticity.cable": {"twist": "1"},
    "mujoco.pid": {"kp": "2", "ki": "3"},
    "mujoco.sensor.touch_grid": {"size": "2 3", "fov": "10 20", "gamma": "0", "nchannel": "1"},
    "mujoco.sdf.torus": {"radius1": "0.3", "radius2": "0.2"},
}


def configured(plugin):
    """The configuration of a plugin."""
    return "".join(f'<config key="{key}" value="{value}"/>' for key, value in CONFIGS[plugin].items())


def extension(text):
    """The plugins and instances that a model names; an instance has the last word of the name of its plugin."""
    said = ""
    for plugin in CONFIGS:
        name = plugin.split(".")[-1]
        shared = (
            f'<instance name="{name}">{configured(plugin)}</instance>' if f'instance="{name}"' in text else ""
        )
        if shared or f'"{plugin}"' in text:
            said += f'<plugin plugin="{plugin}">{shared}</plugin>'
    return f"<extension>{said}</extension>"


NAMES = {
    "body": "B2", "geom": "G2", "site": "S2", "joint": "J", "tendon": "T", "actuator": "A", "camera": "C",
    "material": "mat", "texture": "tex", "mesh": "mesh0", "hfield": "hf", "default": "K", "model": "other",
    "plugin": "mujoco.elasticity.cable", "instance": "cable", "flex": "F",
}  # fmt: skip

# attributes with which an element is right; by path from the root, or by tag
NEEDS = {
    "geom": {"type": "box", "size": "0.1 0.2 0.3"},
    "asset/mesh": {"name": "m", "vertex": "0 0 0 1 0 0 0 1.5 0 0 0 2.25"},
    "asset/hfield": {"name": "h", "nrow": "2", "ncol": "2", "size": "1 1 1 1", "elevation": "0 1 2 3"},
    "asset/texture": {"name": "t", "type": "2d", "builtin": "gradient", "width": "4", "height": "4"},
    "asset/material": {"name": "x"},
    "asset/model": {"name": "more", "file": "other.xml"},
    "asset/skin": {"name": "s", "vertex": "0 0 0 1 0 0 0 1 0", "face": "0 1 2"},
    "asset/skin/bone": {"body": "B", "bindpos": "0 0 0", "bindquat": "1 0 0 0", "vertid": "0 1 2",
                        "vertweight": "1 1 1"},
    "custom/numeric": {"name": "n", "data": "1 2"},
    "custom/text": {"name": "x", "data": "text"},
    "custom/tuple": {"name": "x"},
    "default/intvelocity": {"actrange": "-2 3"}, "intvelocity": {"joint": "J", "actrange": "-2 3"},
    "custom/tuple/element": {"objtype": "body", "objname": "B"},
    "worldbody/attach": {"model": "other", "prefix": "p", "body": "part"},
    "worldbody/composite": {"prefix": "c", "type": "cable", "count": "4 1 1", "curve": "s", "size": "1"},
    "worldbody/composite/joint": {"kind": "main"},
    "worldbody/composite/geom": {"type": "capsule", "size": "0.02"},
    "worldbody/flexcomp": {"name": "F2", "type": "grid", "count": "3 3 1", "dim": "2", "radius": "0.01",
                           "spacing": "0.1 0.1 0.1"},
    "worldbody/flexcomp/pin": {"id": "0"},
    "worldbody/body": {"name": "new", "pos": "0 0 3"},
    "inertial": {"pos": "0.1 0 0", "mass": "2", "diaginertia": "1 1 1"},
    "worldbody/body/frame/replicate": {"count": "3", "offset": "0.1 0 0"},
    "deformable/flex": {"name": "F", "body": "B B2 free", "dim": "2", "element": "0 1 2",
                        "vertex": "0 0 0 0 0.3 0 0 0 0.2"},
    "contact/pair": {"geom1": "G", "geom2": "G3"},
    "contact/exclude": {"body1": "B", "body2": "free"},
    "equality/connect": {"body1": "B", "anchor": "0 0 1"},
    "equality/weld": {"body1": "B"},
    "equality/joint": {"joint1": "J"},
    "equality/tendon": {"tendon1": "T"},
    "equality/flex": {"flex": "F"},
    "equality/flexvert": {"flex": "F"},
    "actuator": {"joint": "J"},
    "actuator/adhesion": {"body": "B", "ctrlrange": "0 1"},
    "actuator/damper": {"joint": "J", "ctrlrange": "0 1"},
    "actuator/muscle": {"joint": "J", "lengthrange": "0.1 1"},
    "plugin": {"plugin": "mujoco.elasticity.cable"},
    **{f"{tag}/plugin": {"plugin": "mujoco.sdf.torus"} for tag in ("asset/mesh", "worldbody/geom")},
    "config": {"key": "bend", "value": "2"},
    "actuator/plugin": {"joint": "J", "plugin": "mujoco.pid", "actdim": "1"},
    "sensor/plugin": {"plugin": "mujoco.sensor.touch_grid", "objtype": "site", "objname": "S"},
    "extension/plugin/instance": {"name": "shared"},
    "sensor/user": {"dim": "2"},
    **{f"sensor/frame{what}": {"objtype": "body", "objname": "B"}
       for what in ("pos", "quat", "xaxis", "yaxis", "zaxis", "linvel", "angvel", "linacc", "angacc")},
    "sensor/insidesite": {"objtype": "body", "objname": "B", "site": "S3"},
    "sensor/rangefinder": {"site": "S"},
    "sensor/contact": {"body1": "B"},
    "sensor/camprojection": {"site": "S", "camera": "C"},
    "sensor/tactile": {"geom": "G", "mesh": "mesh0"},
    **{f"sensor/{tag}": {"body1": "B", "body2": "free"} for tag in ("distance", "normal", "fromto")},
    **{f"sensor/{tag}": {"joint": "ball"} for tag in ("ballquat", "ballangvel")},
}  # fmt: skip

# what an attribute needs beside it, or instead of what its element needs (None: not given); attribute itself included
BESIDE = {
    "limited": {"range": "-0.5 0.75"},
    "ctrllimited": {"ctrlrange": "0.25 0.75"},
    "forcelimited": {"forcerange": "-2 3"},
    "actlimited": {"actrange": "-2 3", "dyntype": "integrator"},
    "actrange": {"dyntype": "integrator"},
    "actuatorfrclimited": {"actuatorfrcrange": "-2 3"},
    "damper:ctrlrange": {"ctrlrange": "0.25 0.75"},
    "intvelocity:actrange": {"actrange": "-1 2"},
    "fluidcoef": {"fluidshape": "ellipsoid"},
    "geom:mesh": {"type": "mesh", "size": None},
    "geom:fitscale": {"mesh": "mesh0", "size": None},
    "geom:hfield": {"type": "hfield", "size": None},
    "fromto": {"size": "0.1"},
    "focal": {"sensorsize": "0.1 0.2", "resolution": "20 40"},
    "focalpixel": {"sensorsize": "0.1 0.2", "resolution": "20 40"},
    "principal": {"sensorsize": "0.1 0.2", "resolution": "20 40", "focal": "0.1 0.1"},
    "principalpixel": {"sensorsize": "0.1 0.2", "resolution": "20 40", "focal": "0.1 0.1"},
    "sensorsize": {"resolution": "20 40", "focal": "0.1 0.1"},
    "camera:target": {"mode": "targetbody"},
    "light:target": {"mode": "targetbody"},
    "light:texture": {"type": "image"},
    "light:mode": {"mode": "track"},
    "camera:mode": {"mode": "track"},
    "light:type": {"type": "point"},
    "fullinertia": {"fullinertia": "2 2.5 3 0.1 0.2 0.3", "diaginertia": None},
    "inertial:mass": {"mass": "3"},
    "worldbody/body:mocap": {"mocap": "true"},

    "extension/plugin:plugin": {"plugin": "mujoco.pid"},
    "config:key": {"key": "twist"}, "config:value": {"value": "3"},
    "actuator/plugin:plugin": {"plugin": "mujoco.pid"},
    "sensor/plugin:plugin": {"plugin": "mujoco.sensor.touch_grid"},
    "plugin:instance": {"plugin": None},
    **{f"{tag}/plugin:plugin": {"plugin": "mujoco.sdf.torus"} for tag in ("asset/mesh", "worldbody/geom")},
    **{f"{tag}/plugin:instance": {"plugin": None, "instance": "torus"} for tag in ("asset/mesh", "worldbody/geom")},
    "composite/plugin:instance": {"plugin": "mujoco.elasticity.cable"},
    "actuator/plugin:instance": {"plugin": None, "instance": "pid"},
    "sensor/plugin:instance": {"plugin": None, "instance": "touch_grid"},
    "sensor/plugin:objtype": {"objname": "S2", "objtype": "site"},
    "actuator/plugin:actdim": {"actdim": "1"},
    "sensor/plugin:objname": {"objname": "S2"},
    **{f"actuator/plugin:{name}": {"actdim": "2", "dyntype": "filter", **said}
       for name, said in (("dyntype", {}), ("dynprm", {"dynprm": "0.5"}), ("actearly", {}),
                          ("actrange", {}), ("actlimited", {"actrange": "-2 3"}))},

    "asset/mesh:file": {"file": "cube.obj", "vertex": None},
    "asset/mesh:content_type": {"file": "cube.bin", "vertex": None, "content_type": "model/obj"},
    "asset/mesh:normal": {"normal": "1 0 0 0 1 0 0 0 1 1 0 0", "face": "0 2 1 0 1 3 0 3 2 1 2 3"},
    "asset/mesh:texcoord": {"texcoord": "0 0 1 0 0 1 1 1", "face": "0 2 1 0 1 3 0 3 2 1 2 3"},
    "asset/mesh:face": {"face": "0 2 1 0 1 3 0 3 2 1 2 3"},
    "asset/mesh:vertex": {"vertex": "0 0 0 2 0 0 0 1.5 0 0 0 2.25"},
    **{f"asset/mesh:{name}": {"builtin": "sphere", "params": "2", "scale": "1 2 3", "vertex": None}
       for name in ("builtin", "params")},
    "mesh:maxhullvert": {"maxhullvert": "8"},
    "mesh:inertia": {"inertia": "convex"},
    "asset/hfield:file": {"file": "hf.png", "nrow": None, "ncol": None, "elevation": None},
    "asset/hfield:content_type": {"file": "hf.bin", "content_type": "image/png", "nrow": None, "ncol": None,
                                  "elevation": None},
    "asset/hfield:nrow": {"nrow": "3", "elevation": "0 1 2 3 4 5"},
    "asset/hfield:ncol": {"ncol": "3", "elevation": "0 1 2 3 4 5"},
    "asset/hfield:elevation": {"elevation": "3 1 4 1"},
    "asset/texture:type": {"type": "skybox"},
    "asset/texture:file": {"file": "hf.png", "builtin": None},
    "asset/texture:content_type": {"file": "hf.bin", "content_type": "image/png", "builtin": None},
    "asset/texture:colorspace": {"colorspace": "sRGB"},
    "asset/texture:gridsize": {"file": "grid.png", "type": "cube", "builtin": None, "gridsize": "3 4",
                               "gridlayout": ".U..LFRB.D.."},
    "asset/texture:gridlayout": {"file": "grid.png", "type": "cube", "builtin": None, "gridsize": "3 4",
                                 "gridlayout": ".U..LFRB.D.."},
    "asset/texture:builtin": {"builtin": "flat"},
    "asset/texture:rgb2": {"builtin": "gradient"},
    "asset/texture:mark": {"mark": "cross"},
    "asset/texture:markrgb": {"mark": "cross", "markrgb": "1 0 0"},
    "asset/texture:random": {"mark": "random", "random": "0.5"},
    "asset/texture:width": {"width": "6"},
    "asset/texture:height": {"height": "6"},
    "asset/texture:hflip": {"file": "hf.png", "builtin": None},
    "asset/texture:vflip": {"file": "hf.png", "builtin": None},
    "asset/texture:nchannel": {"file": "hf.png", "builtin": None, "nchannel": "4"},
    **{f"asset/texture:file{side}": {f"file{side}": "hf.png", "type": "cube", "builtin": None}
       for side in ("right", "left", "up", "down", "front", "back")},
    "asset/model:file": {"file": "another.xml"},
    "asset/model:content_type": {"file": "other.bin", "content_type": "text/xml"},
    "asset/skin:file": {"file": "s.skn", "vertex": None, "face": None},
    "layer:role": {"role": "normal"},
    "kp": {"kp": "5"},
    "dampratio": {"dampratio": "2"},
    "position:ctrlrange": {"ctrlrange": "-2 3"},
    "lengthrange": {"lengthrange": "0.25 2"},
    "muscle:range": {"range": "0.5 1.25"},
    "muscle:lmin": {"lmin": "0.25"}, "muscle:lmax": {"lmax": "2"},
    "actuator:jointinparent": {"joint": None}, "actuator:tendon": {"joint": None},
    "actuator:cranksite": {"joint": None, "slidersite": "S", "cranklength": "0.5"},
    "actuator:slidersite": {"joint": None, "slidersite": "S", "cranksite": "S2", "cranklength": "0.5"},
    "actuator:cranklength": {"joint": None, "slidersite": "S", "cranksite": "S2", "cranklength": "0.5"},
    "actuator:site": {"joint": None}, "actuator:refsite": {"joint": None, "site": "S"},
    "actuator:body": {"joint": None}, "adhesion:body": {"body": "B2"},
    "actuator:nsample": {"nsample": "3", "delay": "0.004"}, "actuator:delay": {"nsample": "3", "delay": "0.004"},
    "actuator:interp": {"nsample": "3", "delay": "0.004", "interp": "linear"},
    "sensor:nsample": {"nsample": "3", "delay": "0.004"}, "sensor:delay": {"nsample": "3", "delay": "0.004"},
    "sensor:interp": {"nsample": "3", "delay": "0.004", "interp": "linear"},
    "sensor:interval": {"nsample": "3", "interval": "0.01 -0.002"},
    "actdim": {"dyntype": "user", "actdim": "2"},
    "actearly": {"dyntype": "integrator"},
    "dyntype": {"dyntype": "filter"}, "gaintype": {"gaintype": "affine"}, "biastype": {"biastype": "affine"},
    "dynprm": {"dyntype": "filter", "dynprm": "0.5"},
    "gain": {"gain": "2"},
    "refname": {"reftype": "body", "refname": "B2"}, "reftype": {"reftype": "site", "refname": "S2"},
    "objtype": {"objtype": "body", "objname": "B2"}, "objname": {"objtype": "body", "objname": "B2"},
    "sensor/user:needstage": {"needstage": "vel"}, "sensor/user:datatype": {"datatype": "axis", "dim": "3"},
    "sensor/rangefinder:camera": {"site": None},
    "sensor/rangefinder:data": {"data": "dist point"},
    "sensor/contact:data": {"data": "found force"}, "sensor/contact:num": {"num": "3"},
    "sensor/contact:subtree1": {"body1": None}, "sensor/contact:geom1": {"body1": None},
    "sensor/contact:site": {"body1": None},
    **{f"sensor/{tag}:geom{side}": {f"body{side}": None}
       for tag in ("distance", "normal", "fromto") for side in (1, 2)},
    "sensor/insidesite:site": {"site": "S"},
    "equality/connect:body1": {"body1": "B2"}, "equality/connect:body2": {"body2": "free"},
    **{f"equality/{tag}:site{side}": {"site1": "S", "site2": "S3", "body1": None, "anchor": None}
       for tag in ("connect", "weld") for side in (1, 2)},
    "equality/weld:body2": {"body2": "free"},
    "equality/weld:relpose": {"relpose": "0 1 0 1 0 0 0"},
    "equality/joint:joint2": {"joint2": "slide"}, "equality/tendon:tendon2": {"tendon2": "T2"},
    "contact/pair:geom1": {"geom1": "floor"}, "contact/pair:geom2": {"geom2": "floor"},
    "contact/exclude:body1": {"body1": "B2"}, "contact/exclude:body2": {"body2": "moved"},
    "condim": {"condim": "4"},
    "tendon:springlength": {"springlength": "0.5 0.75"},
    "replicate:sep": {"sep": "_"},
    "freejoint:align": {"align": "true"},
    "inertiagrouprange": {"inertiagrouprange": "0 3"},
    "intvelocity:inheritrange": {"actrange": None},
    "composite/skin:subgrid": {"subgrid": "3"}, "asset/skin:vertex": {"vertex": "0 0 0 2 0 0 0 1 0"},
    "asset/skin:face": {"face": "1 2 0"},
    "asset/skin:texcoord": {"texcoord": "0 0 1 0 0 1"}, "flexcomp:dim": {"dim": "3", "count": "3 3 3"},
    "flexcomp:dof": {"dof": "trilinear", "dim": "3", "count": "3 3 3"},
    "flexcomp:type": {"type": "disc", "count": "4 4 1"}, "flexcomp:count": {"count": "4 3 1"},
    "flexcomp:spacing": {"spacing": "1 1 1"},
    "flexcomp:point": {"type": "direct", "count": None, "point": "0 0 0 1 0 0 0 1 0", "element": "0 1 2"},
    "flexcomp:element": {"type": "direct", "count": None, "point": "0 0 0 1 0 0 0 1 0", "element": "0 1 2"},
    "flexcomp:radius": {"radius": "0.002"}, "flexcomp:file": {"type": "mesh", "file": "cube.obj"},
    "flexcomp:scale": {"type": "mesh", "file": "cube.obj"},
    "flexcomp:origin": {"type": "mesh", "file": "cube.obj", "dim": "3"},
    "flexcomp/edge:solref": {"equality": "true"}, "flexcomp/edge:solimp": {"equality": "true"},
    "flexcomp:texcoord": {"texcoord": "0 0 1 0 0 1 1 1 0 0 1 0 0 1 1 1 0 0"},
    "worldbody/composite:vertex": {"count": None, "curve": None, "size": None,
                                   "vertex": "0 0 0 0.1 0 0 0.1 0.1 0 0.2 0.1 0 0.2 0.2 0"},
    "flexcomp/edge:stiffness": {"stiffness": "5"},
    "composite/joint:range": {"range": "0 0.75"}, "composite/joint:limited": {"range": "0 0.75"},
    "composite/geom:type": {"type": "box", "size": "0.02 0.02 0.02"},
    "flexcomp/edge:equality": {"equality": "vert"},
    "flexcomp/contact:margin": {"margin": "0.001"},
    "sensor/ballquat:joint": {"joint": "ball"}, "sensor/ballangvel:joint": {"joint": "ball"},
    "deformable/flex:node": {"node": "B B2 free B B2 free B B2", "body": "B B B"},
    "deformable/flex:dim": {"dim": "1", "element": "0 1 1 2"},
    "deformable/flex:vertex": {"vertex": "0 0 0 2 0 0 0 1 0"},
    "deformable/flex:element": {"element": "0 2 1"}, "deformable/flex:texcoord": {"texcoord": "0 0 1 0 0 1"},
    "deformable/flex:elemtexcoord": {"texcoord": "0 0 1 0 0 1", "elemtexcoord": "0 2 1"},
    "adhesion:ctrlrange": {"ctrlrange": "0.25 0.75"},
    "compiler:autolimits": {"autolimits": "false"},
    "default/geom:type": {"type": "cylinder", "size": "0.1 0.2"},
    "default/geom:fromto": {"type": "capsule", "size": "0.1"},
    "worldbody/geom:type": {"type": "cylinder", "size": "0.1 0.2"}, "site:type": {"type": "box", "size": "0.1 0.2 0.3"},
    "site:fromto": {"type": "capsule", "size": "0.1"},
    "default:delay": {"nsample": "3", "delay": "0.004"}, "muscle:timeconst": {"timeconst": "0.5 0.75"},
    "custom/tuple:name": {"name": "given"}, "hfield:size": {"size": "1 2 3 4"},
    "skin/bone:vertid": {"vertid": "2 1 0"}, "skin/bone:vertweight": {"vertweight": "1 2 3"},
    "composite:count": {"count": "5 1 1"}, "composite:curve": {"curve": "s 0 s"},
    "compiler:angle": {"angle": "radian"}, "compiler:coordinate": {"coordinate": "local"},
    "compiler:eulerseq": {"eulerseq": "zyx"}, "compiler:inertiafromgeom": {"inertiafromgeom": "true"},
    "lengthrange:mode": {"mode": "none"},
    "option:actuatorgroupdisable": {"actuatorgroupdisable": "1 3"},
    "size:memory": {"memory": "1M"}, "size:nkey": {"nkey": "3"}, "size:nstack": {"nstack": "30000"},
    "size:njmax": {"njmax": "300"}, "size:nconmax": {"nconmax": "50"},
    "global:cameraid": {"cameraid": "0"},
    "numeric:size": {"size": "4"}, "tuple/element:objtype": {"objtype": "site", "objname": "S"},
    "key:qpos": {"qpos": "QPOS"}, "key:qvel": {"qvel": "QVEL"}, "key:ctrl": {"ctrl": "0.5 0.25"},
    "key:act": {"act": "0.75"}, "key:mpos": {"mpos": "1 2 3"}, "key:mquat": {"mquat": "0 1 0 0"},
    "composite:initial": {"initial": "none"}, "composite:type": {"type": "cable"},
    "composite:vertex": {"vertex": "0 0 0 1 0 0 1 1 0", "count": None, "curve": None, "size": None},
    "composite/joint:kind": {"kind": "main"}, "composite/joint:type": {"type": "ball"},
    "worldbody/attach:prefix": {"prefix": "q"}, "worldbody/attach:body": {"body": "part"},
    "pin:range": {"id": None, "range": "0 2"}, "pin:grid": {"id": None, "grid": "0 1"},
    "pin:gridrange": {"id": None, "gridrange": "0 0 1 1"},
}  # fmt: skip

# what an attribute needs of the element around its own
PARENT = {
    "worldbody/flexcomp/edge:stiffness": {"dim": "1", "count": "4 1 1"},
    "deformable/flex/edge:stiffness": {"dim": "1", "element": "0 1 1 2"},
}

VALUES = {
    "quat": "0.6 0 0.8 0", "axisangle": "0 1 0 30", "xyaxes": "0 1 0 -1 0 0", "zaxis": "1 0 1", "euler": "10 20 30",
    "solref": "0.05 0.9", "solimp": "0.8 0.9 0.01 0.4 3", "range": "-0.5 0.75", "name": "given", "childclass": "K",
    "fromto": "0 0 0 0.5 0 0", "size": "0.15 0.25 0.35", "user": "1 2", "refquat": "0.6 0 0.8 0", "refpos": "1 2 3",
    "springdamper": "0.5 1", "output": "rgb depth", "resolution": "20 40", "polycoef": "0 2 1", "anchor": "0 0.5 0",
    "forcerange": "-2 3", "ctrlrange": "-2 3", "actrange": "-2 3", "actuatorfrcrange": "-2 3", "gear": "2",
    "timeconst": "0.5", "friction": "0.5 0.25 0.125", "bindquat": "0.6 0 0.8 0",
}  # fmt: skip
FORMER = {("option", "apirate"), ("option/flag", "passive")}  # spellings that 3.5.0 refuses
FORMER_NAMES = ("orthographic",)
NEVER_ALONE = {
    ("default", "class"): "default/geom"
}  # a class is seen in what it holds: element whose models use it
# an element that means something else in each of its places
PLACES = [("worldbody", *place, "plugin") for place in (("body",), ("geom",), ("composite",), ("flexcomp",))]


def paths():
    """The rows from the root down to every element, mostly each element in one of its places."""
    for tags in (*(tags[1:] for _, tags in elements()), *PLACES):
        path = [ROOT]
        for tag in tags:
            path.append(path[-1].by_tag[tag])
        yield tuple(path)


def name_of(path):
    """asset/texture"""
    return "/".join(row.tag for row in path[1:])


def lookup(table, key, attr=""):
    """The entry of a table for an element or its attribute: by path, by the end of it, by section, by attribute."""
    tags = key.split("/")
    suffixes = ["/".join(tags[i:]) for i in range(len(tags))]
    keys = [*suffixes, tags[0]]
    if attr:
        keys = [*(f"{one}:{attr}" for one in keys), attr]
    return next((table[one] for one in keys if one in table), {})


def value_for(row, attr):
    """A value that is not the default."""
    kind = attr.kind
    if attr.refers:
        return NAMES[attr.refers]
    if attr.name in VALUES:
        words = VALUES[attr.name].split() if kind.base in ("real", "int") else None
        return VALUES[attr.name] if words is None else " ".join(words[: kind.most])
    if kind.base == "keyword":
        others = [word for word, meant in kind.keys.items() if meant != attr.default and word != attr.default]
        return others[-1]
    if kind.base in ("string", "strings"):
        return "text"
    count = max(1, kind.least) if kind.most > 100 else kind.most
    if kind.base == "int":
        return " ".join(str(2 + i) for i in range(count))
    return " ".join(str(0.25 + 0.125 * i) for i in range(count))


def element(path, said, parent=None):
    """The text of an element in its place, inside elements that have what they need; `parent`: what its own says."""
    inner = ""
    row = path[-1]
    for depth in range(len(path) - 1, 0, -1):
        row = path[depth]
        key = name_of(path[: depth + 1])
        attributes = said if depth == len(path) - 1 else lookup(NEEDS, key)
        if depth == len(path) - 2 and parent:
            attributes = {**attributes, **parent}
        if row is DEFAULT:
            inner = f'<default><default class="D">{inner}</default></default>'
            continue
        head = "".join(
            f" {n}={quoted(v)}" for n, v in attributes.items() if v is not None and n in row.by_name
        )
        own = lookup(CONTENT, key) or ""
        if name_of(path) in INSTEAD or (row.tag == "skin" and attributes.get("file")):
            own = ""
        if row.tag in ("instance", "config") or attributes.get("instance"):
            own = ""
        if row.tag == "body" and "sleep" in attributes:
            own += "<joint/>"
        after = '<site site="S"/><site site="S3"/>' if row.tag == "spatial" and inner else ""
        inner = f"<{row.tag}{head}>{own}{inner}{after}</{row.tag}>"
    return inner


CONTENT = {
    "spatial": '<site site="S"/><site site="S3"/>',
    "fixed": '<joint joint="slide" coef="1"/>',
    "worldbody/body": '<geom type="sphere" size="0.05"/>',
    "replicate": '<geom name="copied" size="0.05"/>',
    "tuple": '<element objtype="body" objname="B"/>',
    "asset/skin": '<bone body="B" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>',
    "worldbody/composite": '<geom type="box" size="0.02 0.01 0.01"/>',
    "worldbody/flexcomp": '<contact selfcollide="none"/>',
    "deformable/flex": '<contact selfcollide="none"/>',
    "actuator/plugin": configured("mujoco.pid"),
    "sensor/plugin": configured("mujoco.sensor.touch_grid"),
}
# inside their element, these are what it needs
INSTEAD = (
    "asset/skin/bone",
    "custom/tuple/element",
    "worldbody/composite/geom",
    "worldbody/flexcomp/contact",
    "deformable/flex/contact",
)
# what makes a defaults class D visible: an element of it in its usual place
USERS = {
    "mesh": ("asset/mesh", "mesh"),
    "material": ("asset/material", "material"),
    "joint": ("worldbody/body/joint", "joint"),
    "geom": ("worldbody/geom", "geom"),
    "site": ("worldbody/site", "site"),
    "camera": ("worldbody/camera", "camera"),
    "light": ("worldbody/light", "light"),
    "pair": ("contact/pair", "pair"),
    "equality": ("equality/connect", "connect"),
    "tendon": ("tendon/spatial", "spatial"),
}


@functools.cache
def rows():
    """path -> rows, for every place."""
    return {name_of(path): path for path in paths()}


def with_user(path, text, said):
    """For a defaults class, the text of an element that has it."""
    if path[1:2] != (DEFAULT,) or len(path) < 3:
        return text
    tag = path[2].tag
    key = USERS[tag][0] if tag in USERS else f"actuator/{tag}"
    needs = {n: v for n, v in lookup(NEEDS, key).items() if n not in said}
    return text + element(rows()[key], {**needs, "class": "D"})


def needs_of(path):
    """What an element must say; in a defaults class nothing."""
    key = name_of(path)
    if path[1:2] == (DEFAULT,) and path[-1].tag != "layer":
        return NEEDS.get(key, {})
    found = dict(lookup(NEEDS, key))
    for name in path[-1].required:
        found.setdefault(name, value_for(path[-1], path[-1].by_name[name]))
    return found


def model(path, said, parent=None):
    """A model in which the element says just that."""
    text = with_user(path, element(path, said, parent) if len(path) > 1 else "", said)
    deform = ""
    if path[1:2] == (ROOT.by_tag["equality"],) and "flex" in path[-1].tag:
        deform = element(rows()["worldbody/flexcomp"], {**NEEDS["worldbody/flexcomp"], "name": "F"})
    if path[-1] is rows()["asset/model"][-1]:  # seen when a part of it is attached
        text += f'<worldbody><attach model="{said.get("name", "given")}" body="part" prefix="q"/></worldbody>'
    head = f" model={quoted(said['model'])}" if len(path) == 1 and "model" in said else ""
    plugins = extension(text) if "plugin" in name_of(path) else ""
    named = "".join(asset for name, asset in ASSETS.items() if f'"{name}"' in text)
    return f"<mujoco{head}>{WORLD}<asset>{named}</asset>{plugins}{deform}{text}</mujoco>"


def cases(path):
    """(attribute, model without it, model with it) for every attribute of an element."""
    needs = needs_of(path)
    key = name_of(path)
    for name, attr in path[-1].by_name.items():
        beside = lookup(BESIDE, key, name)
        said = {
            n: v for n, v in {**needs, name: None, **beside}.items() if n in path[-1].by_name or v is None
        }
        if said.get(name) is None:
            said[name] = value_for(path[-1], attr)
        for n, kind in ((n, path[-1].by_name[n].kind) for n in said if n in path[-1].by_name):
            if said[n] in ("QPOS", "QVEL"):
                said[n] = " ".join(text_of(x, kind) for x in np.arange(13 if n == "qpos" else 11)[:, None])
        if (key, name) in NEVER_ALONE:
            continue
        without = {n: v for n, v in said.items() if n != name}
        parent = PARENT.get(f"{key}:{name}")
        yield name, model(path, without, parent), model(path, said, parent)


# ---- files


def png(width, height):
    """A small picture, the same each time."""
    from PIL import Image

    numbers = np.arange(width * height * 3, dtype=np.uint8).reshape(height, width, 3) * 7
    out = io.BytesIO()
    Image.fromarray(numbers).save(out, "png")
    return out.getvalue()


CUBE = b"v 0 0 0\nv 1 0 0\nv 0 1.5 0\nv 0 0 2.25\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def skin_file():
    """A square with two bones, in the format of SKN files: counts, vertices, texture coordinates, faces, bones."""
    head = np.array([4, 0, 2, 2], "<i4").tobytes()
    vertices = np.array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], "<f4").tobytes()
    faces = np.array([0, 1, 2, 1, 3, 2], "<i4").tobytes()
    bones = b""
    for name in ("B", "B2"):
        bones += name.encode().ljust(40, b"\0") + np.array([0, 0, 0, 1, 0, 0, 0], "<f4").tobytes()
        bones += np.array([4], "<i4").tobytes() + np.array([0, 1, 2, 3], "<i4").tobytes()
        bones += np.array([0.5] * 4, "<f4").tobytes()
    return head + vertices + faces + bones


@functools.cache
def assets():
    """Files that the models name."""
    part = '<body name="part"><geom name="pg" size="0.1"/></body>'
    other = f'<mujoco model="other"><worldbody>{part}</worldbody></mujoco>'
    return {
        "other.xml": other.encode(),
        "other.bin": other.encode(),
        "another.xml": other.replace("0.1", "0.2").encode(),
        "cube.obj": CUBE,
        "cube.bin": CUBE,
        "hf.png": png(4, 4),
        "hf.bin": png(4, 4),
        "grid.png": png(16, 12),
        "sheet.obj": CUBE,
        "s.skn": skin_file(),
    }
