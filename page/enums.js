// Values of the MuJoCo enums that the page reads, under their documented names.

export const GEOM = {
  PLANE: 0, HFIELD: 1, SPHERE: 2, CAPSULE: 3, ELLIPSOID: 4, CYLINDER: 5, BOX: 6, MESH: 7, SDF: 8,
  ARROW: 100, ARROW1: 101, ARROW2: 102, LINE: 103, LINEBOX: 104, FLEX: 105, SKIN: 106, LABEL: 107, TRIANGLE: 108,
};
export const RND = {
  SHADOW: 0, WIREFRAME: 1, REFLECTION: 2, ADDITIVE: 3, SKYBOX: 4, FOG: 5, HAZE: 6, DEPTH: 7, SEGMENT: 8, IDCOLOR: 9, CULL: 10,
};
export const CAMERA = { FREE: 0, TRACKING: 1, FIXED: 2, USER: 3 };
export const LIGHT = { SPOT: 0, DIRECTIONAL: 1, POINT: 2, IMAGE: 3 };
export const MOUSE = { ROTATE_V: 1, ROTATE_H: 2, MOVE_V: 3, MOVE_H: 4, ZOOM: 5, MOVE_V_REL: 6, MOVE_H_REL: 7 };
export const DECOR = 4; // mjCAT_DECOR: casts no shadows
export const SIDE_BY_SIDE = 2; // mjSTEREO_SIDEBYSIDE
