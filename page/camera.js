// The camera, as an mjvCamera: free, tracking a body, fixed to the model, or set by the program. The page moves the
// camera itself, so that there is no delay, and reports it to Python.

import { CAMERA, MOUSE } from './enums.js';

const SLOWER = 0.15; // factor of drags for orthographic cameras, as in 3.5.0
const STEEPEST = 89; // largest elevation by the mouse [degree]
const DEGREE = Math.PI / 180;
const add = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const clip = (x, low, high) => Math.min(Math.max(x, low), high);

// Returns an angle [degree] in -180 .. 180, rounding ties to an even number of turns.
function wrap(angle) {
  if (angle >= -180 && angle <= 180) return angle;
  const turns = angle / 360, near = Math.round(turns);
  return angle - 360 * (Math.abs(turns % 1) === 0.5 ? 2 * Math.round(turns / 2) : near);
}

// Rotates a vector from the axes (right, ahead, above) of a camera about the vertical into the world.
function align(v, forward) {
  const n = Math.hypot(forward[0], forward[1]);
  const [x, y] = n >= 1e-15 ? [forward[0] / n, forward[1] / n] : [1, 0];
  return [v[0] * y + v[1] * x, -v[0] * x + v[1] * y, v[2]];
}

export class Camera {
  constructor() {
    Object.assign(this, { type: CAMERA.FREE, fixedcamid: -1, trackbodyid: -1, lookat: [0, 0, 0], distance: 2, azimuth: 90,
      elevation: -45, orthographic: 0 });
    this.upright = false; // whether to fit the width, in recordings
    this.view = null; // graphics camera of a fixed camera, from Python
    this.stat = { extent: 1, center: [0, 0, 0] };
    this.vis = { map: { znear: 0.01, zfar: 50 }, global: { fovy: 45, orthographic: 0, azimuth: 90, elevation: -45 } };
  }

  // Resets to the free camera of a model.
  reset(stat, vis) {
    this.stat = stat;
    this.vis = vis;
    Object.assign(this, { type: CAMERA.FREE, fixedcamid: -1, trackbodyid: -1, lookat: [...stat.center], distance: 1.5 * stat.extent,
      azimuth: vis.global.azimuth, elevation: vis.global.elevation, orthographic: vis.global.orthographic ?? 0 });
  }

  take(said) {
    for (const k of ['type', 'fixedcamid', 'trackbodyid', 'distance', 'azimuth', 'elevation', 'orthographic']) if (said[k] !== undefined) this[k] = said[k];
    if (said.lookat) this.lookat = [...said.lookat];
  }

  // Applies the camera data of a frame head.
  follow(head) {
    if (head.camera) this.take(head.camera);
    if (head.lookat) this.lookat = [...head.lookat];
    if (head.view) this.view = head.view;
  }

  get said() {
    const { type, fixedcamid, trackbodyid, lookat, distance, azimuth, elevation, orthographic } = this;
    return { type, fixedcamid, trackbodyid, lookat: [...lookat], distance, azimuth, elevation, orthographic };
  }

  get isOwn() {
    return this.type === CAMERA.FREE || this.type === CAMERA.TRACKING;
  }

  // Returns pose and frustum: pos, forward, up, near, far, and the sides of the near plane.
  // With `upright`, windows that are higher than wide show the width that a square one shows.
  frame(aspect, upright = this.upright) {
    if (!this.isOwn && this.view) {
      const v = this.view, half = v.width || 0.5 * (v.top - v.bottom) * (upright ? Math.max(1, aspect) : aspect), tall = upright && !v.width ? Math.max(1, 1 / aspect) : 1;
      return { pos: v.pos, forward: v.forward, up: v.up, left: v.center - half, right: v.center + half, bottom: v.bottom * tall, top: v.top * tall,
        near: v.near, far: v.far, orthographic: !!v.orthographic };
    }
    const a = this.azimuth * DEGREE, e = this.elevation * DEGREE;
    const forward = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
    const up = [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)];
    const { znear, zfar } = this.vis.map, near = znear * this.stat.extent, far = zfar * this.stat.extent;
    const orthographic = !!this.vis.global.orthographic, fovy = this.vis.global.fovy;
    const half = (orthographic ? 0.5 * fovy : near * Math.tan(0.5 * fovy * DEGREE)) / (upright ? Math.min(1, aspect) : 1);
    return { pos: add(this.lookat, forward, -this.distance), forward, up, left: -half * aspect, right: half * aspect, bottom: -half,
      top: half, near, far, orthographic };
  }

  // Applies a mouse drag in fractions of the window height (mjv_moveCamera).
  move(action, dx, dy) {
    if (!this.isOwn) return;
    const f = this.frame(1), tracking = this.type === CAMERA.TRACKING;
    const vertical = action === MOUSE.MOVE_V || action === MOUSE.MOVE_V_REL || action === MOUSE.ROTATE_V;
    if (action === MOUSE.ROTATE_V || action === MOUSE.ROTATE_H) {
      this.azimuth -= 180 * dx;
      this.elevation -= 180 * dy;
    } else if ((action === MOUSE.MOVE_V || action === MOUSE.MOVE_H) && !tracking) {
      const depth = dot(add(this.lookat, f.pos, -1), f.forward) * (this.orthographic ? SLOWER : 1);
      const height = f.orthographic ? f.top - f.bottom : (f.top - f.bottom) / f.near;
      const moved = align(vertical ? [dx, 0, -dy] : [dx, -dy, 0], f.forward);
      this.lookat = add(this.lookat, moved, -height * depth);
    } else if ((action === MOUSE.MOVE_V_REL || action === MOUSE.MOVE_H_REL) && !tracking) {
      const right = cross(f.forward, f.up);
      this.lookat = add(add(this.lookat, right, dx), vertical ? f.up : f.forward, dy);
    } else if (action === MOUSE.ZOOM) {
      const extent = this.stat.extent;
      this.distance -= Math.log(1 + this.distance / extent / 3) * dy * 9 * extent;
    }
    this.azimuth = Number.isFinite(this.azimuth) ? wrap(this.azimuth) : 0;
    this.elevation = clip(this.elevation, -STEEPEST, STEEPEST);
    this.distance = clip(this.distance, 0.01 * this.stat.extent, 100 * this.stat.extent);
  }
}

// Transforms a camera frame from the room into a model that is moved, rotated and scaled in it.
export function inModel(f, room) {
  if (!room?.enabletransform) return f;
  const [w, x, y, z] = room.rotate, n = Math.hypot(w, x, y, z) || 1, s = room.scale;
  const q = [-x / n, -y / n, -z / n], turn = v => {
    const t = cross(q, v).map(k => 2 * k);
    return add(add(v, t, w / n), cross(q, t));
  };
  const pos = turn(add(f.pos, room.translate, -1).map(k => k / s));
  const sides = Object.fromEntries(['left', 'right', 'bottom', 'top', 'near', 'far'].map(k => [k, f[k] / s]));
  return { ...f, ...sides, pos, forward: turn(f.forward), up: turn(f.up) };
}

// Returns the frame of one eye: -1 left, 1 right.
export function eyeOf(f, side, ipd) {
  return { ...f, pos: add(f.pos, cross(f.forward, f.up), 0.5 * side * ipd) };
}
