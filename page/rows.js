// The rows of the scene: material and pose of each geom, as in Python's MjvScene, and as texels for shaders.
//
// A row has eight texels: three rows of the rotation with the position, color, scale of its shape (and the length of
// capsules, the width of lines), shine, the scale to texture coordinates, and texture repeats with the segmentation id.

import { DataTexture, FloatType, NearestFilter, RedFormat, RGBAFormat } from 'three';
import { GEOM } from './enums.js';
import { TEXELS, WIDTH } from './glsl.js';

const I = { TYPE: 0, DATA: 1, MAT: 2, TEX: 3, UNIFORM: 4, UV: 5, CATEGORY: 6, OBJTYPE: 7, OBJID: 8, SEGID: 9, CLEAR: 10, CAST: 11 };
const NI = 12, NF = 13, NUMBERS = 4 * TEXELS;
const SOLID = 0.995; // opacity from which geoms are drawn as opaque
export const BEHIND = 0.3; // factor of the opacity of planes seen from behind

function texture(lines, format, width) {
  const t = new DataTexture(new Float32Array(WIDTH * lines * width), WIDTH, lines, format, FloatType);
  Object.assign(t, { minFilter: NearestFilter, magFilter: NearestFilter, generateMipmaps: false, unpackAlignment: 4 });
  return t;
}

// Writes the nine elements of a rotation from a quaternion w x y z.
export function rotation(q, at, out) {
  const [w, x, y, z] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  out[0] = 1 - 2 * (y * y + z * z); out[1] = 2 * (x * y - w * z); out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z); out[4] = 1 - 2 * (x * x + z * z); out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y); out[7] = 2 * (y * z + w * x); out[8] = 1 - 2 * (x * x + y * y);
  return out;
}

export class Rows {
  constructor() {
    this.n = 0;
    this.room = 0;
    this.reach = 100;
    this.arrow = 0.5;
    this.labels = new Map();
    this.changed = true; // whether materials or shapes have changed
    this.turn = new Float32Array(9);
    this.grow(256);
  }

  grow(room) {
    const { i, f, pose, texels } = this;
    this.room = room;
    this.i = new Int32Array(room * NI);
    this.f = new Float32Array(room * NF);
    this.pose = new Float32Array(room * 7);
    this.texture?.dispose();
    this.order?.dispose();
    // twice the size: extra rows, such as the vertices of flexes, follow those of the scene
    this.lines = Math.ceil((2 * room * TEXELS) / WIDTH);
    this.texture = texture(this.lines, RGBAFormat, 4);
    this.texels = this.texture.image.data;
    this.order = texture(Math.ceil((8 * room) / WIDTH), RedFormat, 1);
    this.numbers = this.order.image.data;
    if (i) {
      this.i.set(i); this.f.set(f); this.pose.set(pose); this.texels.set(texels.subarray(0, Math.min(texels.length, this.texels.length)));
    }
    this.changed = true;
    this.grown = true;
  }

  clear() {
    this.n = 0;
    this.labels.clear();
    this.changed = true;
  }

  type(row) { return this.i[NI * row + I.TYPE]; }
  data(row) { return this.i[NI * row + I.DATA]; }
  tex(row) { return this.i[NI * row + I.TEX]; }
  hasUv(row) { return this.i[NI * row + I.UV] !== 0; }
  category(row) { return this.i[NI * row + I.CATEGORY]; }
  casts(row) { return this.i[NI * row + I.CAST] !== 0; }
  objid(row) { return this.i[NI * row + I.OBJID]; }
  alpha(row) { return this.f[NF * row + 6]; }
  reflectance(row) { return this.f[NF * row + 10]; }
  isClear(row) { return this.alpha(row) < SOLID; }
  size(row, k) { return this.f[NF * row + k]; }
  // Returns [first, number] of the triangles of a flex geom with one of several materials, else null.
  part(row) { return this.data(row) >= 0 ? [this.size(row, 1), this.size(row, 2)] : null; }
  position(row) { return this.pose.subarray(7 * row, 7 * row + 3); }
  isSoft(row) { const t = this.type(row); return t === GEOM.FLEX || t === GEOM.SKIN; }

  // Returns an axis of a row in the world, by default the z axis.
  axis(row, k = 2) {
    const r = rotation(this.pose, 7 * row + 3, this.turn);
    return [r[k], r[3 + k], r[6 + k]];
  }

  isInfinite(row) {
    return this.type(row) === GEOM.PLANE && !(this.size(row, 0) > 0) && !(this.size(row, 1) > 0);
  }

  // Applies the row data of a frame.
  apply(head, a) {
    if (head.full) this.clear();
    if (head.ngeom > this.room) this.grow(Math.max(2 * this.room, head.ngeom));
    if (head.ngeom !== this.n) this.changed = true;
    for (let row = head.ngeom; row < this.n; row++) this.labels.delete(row);
    this.n = head.ngeom;
    if (a.look_at) {
      for (let k = 0; k < a.look_at.length; k++) {
        const row = a.look_at[k];
        this.i.set(a.look_i.subarray(NI * k, NI * k + NI), NI * row);
        this.f.set(a.look_f.subarray(NF * k, NF * k + NF), NF * row);
        this.writeLook(row);
      }
      if (a.look_at.length) this.changed = true;
    }
    if (a.moved) {
      for (let k = 0; k < a.moved.length; k++) {
        const row = a.moved[k];
        this.pose.set(a.pose.subarray(7 * k, 7 * k + 7), 7 * row);
        this.writePose(row);
      }
    }
    for (const [row, text] of head.labels ?? []) text ? this.labels.set(row, text) : this.labels.delete(row);
    if (a.look_at?.length || a.moved?.length) this.texture.needsUpdate = true;
  }

  // Sets the extent of infinite planes.
  setReach(reach) {
    if (reach === this.reach) return;
    this.reach = reach;
    for (let row = 0; row < this.n; row++) if (this.isInfinite(row)) this.writeLook(row);
    this.texture.needsUpdate = true;
  }

  // Returns the scale of the shape of a row: x, y, z and the last element of its texel.
  scale(row) {
    const [x, y, z] = [this.size(row, 0), this.size(row, 1), this.size(row, 2)];
    switch (this.type(row)) {
      case GEOM.PLANE: return [x > 0 ? x : this.reach, y > 0 ? y : this.reach, 1, 0];
      case GEOM.CAPSULE: return [x, x, z, z];
      case GEOM.SPHERE: case GEOM.ELLIPSOID: case GEOM.CYLINDER: case GEOM.BOX: return [x, y, z, 0];
      case GEOM.ARROW: case GEOM.ARROW1: case GEOM.ARROW2: return [x, x, this.arrow * z, 0];
      case GEOM.LINE: return [1, 1, z, x];
      case GEOM.LINEBOX: return [x, y, z, 0];
      case GEOM.TRIANGLE: return [x, y, 1, 0];
      default: return [1, 1, 1, 0];
    }
  }

  // Returns the scale from a unit shape to texture coordinates; shapes in meters are divided by their size.
  inverse(row) {
    const type = this.type(row);
    const one = s => (s > 0 ? 1 / s : 1);
    const [x, y, z] = [this.size(row, 0), this.size(row, 1), this.size(row, 2)];
    if (type === GEOM.PLANE) return [x > 0 ? 1 : this.reach, y > 0 ? 1 : this.reach, 1];
    if (type === GEOM.MESH || type === GEOM.SDF) return [one(x), one(y), one(z)];
    return [1, 1, 1];
  }

  writeLook(row) {
    const t = this.texels, at = NUMBERS * row, f = this.f, from = NF * row;
    for (let k = 0; k < 4; k++) t[at + 12 + k] = f[from + 3 + k];
    t.set(this.scale(row), at + 16);
    for (let k = 0; k < 4; k++) t[at + 20 + k] = f[from + 7 + k];
    t.set(this.inverse(row), at + 24);
    t[at + 27] = this.i[NI * row + I.UNIFORM];
    t[at + 28] = f[from + 11];
    t[at + 29] = f[from + 12];
    t[at + 30] = this.i[NI * row + I.SEGID];
    if (this.isSoft(row)) this.writePose(row);
  }

  writePose(row) {
    const t = this.texels, at = NUMBERS * row, p = this.pose, r = this.turn;
    // vertices of flexes and skins are in world coordinates
    if (this.isSoft(row)) {
      for (let k = 0; k < 12; k++) t[at + k] = k % 5 === 0 ? 1 : 0;
      return;
    }
    rotation(p, 7 * row + 3, r);
    for (let k = 0; k < 3; k++) {
      t[at + 4 * k] = r[3 * k]; t[at + 4 * k + 1] = r[3 * k + 1]; t[at + 4 * k + 2] = r[3 * k + 2];
      t[at + 4 * k + 3] = p[7 * row + k];
    }
  }

  // Sets the opacity that is drawn; planes seen from behind are faint.
  setAlpha(row, alpha) {
    const at = NUMBERS * row + 15;
    if (this.texels[at] === Math.fround(alpha)) return;
    this.texels[at] = alpha;
    this.texture.needsUpdate = true;
  }

  // Writes an extra row: the material of another row, with the given rotation, position and scale.
  copy(row, from, turn, pos, scale) {
    const t = this.texels, at = NUMBERS * row, source = NUMBERS * from;
    t.copyWithin(at + 12, source + 12, source + NUMBERS);
    for (let k = 0; k < 3; k++) {
      t[at + 4 * k] = turn[3 * k]; t[at + 4 * k + 1] = turn[3 * k + 1]; t[at + 4 * k + 2] = turn[3 * k + 2];
      t[at + 4 * k + 3] = pos[k];
    }
    t.set(scale, at + 16);
  }
}
