// Soft bodies: triangles of flexes and skins, whose vertices come with each frame; vertices and edges of flexes as
// spheres and rods in extra rows.

import { BufferAttribute, DynamicDrawUsage, InstancedBufferGeometry } from 'three';
import { edges } from './scene.js';

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function dynamic(array, width) {
  const made = new BufferAttribute(array.slice(), width);
  made.setUsage(DynamicDrawUsage);
  return made;
}

// Returns the shortest rotation from z to a direction.
function turnZ(x, y, z) {
  const n = Math.hypot(x, y, z) || 1;
  [x, y, z] = [x / n, y / n, z / n];
  if (z < -1 + 1e-9) return [1, 0, 0, 0, -1, 0, 0, 0, -1];
  const k = 1 / (1 + z);
  return [1 - k * x * x, -k * x * y, x, -k * x * y, 1 - k * y * y, y, -x, -y, z];
}

// Releases the geometries of a body and of its parts.
function release(b) {
  for (const g of [b, ...(b.parts?.values() ?? [])]) { g.faces?.dispose(); g.edges?.dispose(); }
}

export class Soft {
  constructor(shapes) {
    this.shapes = shapes;
    this.clear();
  }

  clear() {
    this.bodies?.forEach(release);
    this.bodies = new Map(); // by 'flex0', 'skin1': positions, normals, geometries
  }

  forget(key) {
    const b = this.bodies.get(key);
    if (!b) return;
    release(b);
    b.faces = b.edges = b.parts = null;
  }

  // Applies the vertices of a frame; returns whether anything new must be drawn.
  apply(a) {
    let fresh = false;
    for (const [name, array] of Object.entries(a)) {
      const [, key, what] = /^((?:flex|skin)\d+)\.(\w+)$/.exec(name) ?? [];
      if (!key) continue;
      if (!this.bodies.has(key)) this.bodies.set(key, {});
      const b = this.bodies.get(key), old = b[what];
      if (what === 'vert') {
        fresh ||= old?.length !== array.length;
        b.vert = array.slice();
      } else if (old && old.array.length === array.length) {
        old.array.set(array);
        old.needsUpdate = true;
      } else {
        b[what] = dynamic(array, 3);
        this.forget(key);
        fresh = true;
      }
    }
    return fresh;
  }

  // Returns faces and edges of 'flex0' as geometries; null without vertices or triangles. A part is [first, number] of
  // triangles, those of one material.
  get(key, part = null) {
    const b = this.bodies.get(key), a = this.shapes.asset(key);
    if (!b?.position || !b.normal || !a?.index?.length) return null;
    if (part) return this.part(b, a, part);
    if (b.faces) return b;
    const make = this.maker(b, a);
    b.faces = make(a.index);
    b.edges = make(a.line ?? new Uint32Array(0));
    return b;
  }

  // Returns the geometries of a part of a body; they are cached.
  part(b, a, [first, count]) {
    b.parts ??= new Map();
    const name = `${first}/${count}`, there = b.parts.get(name);
    if (there) return there;
    const index = a.index.slice(3 * first, 3 * (first + count)), make = this.maker(b, a);
    if (!index.length) return null;
    const made = { faces: make(index), edges: make(edges(index)) };
    b.parts.set(name, made);
    return made;
  }

  // Returns a function that makes a geometry of triangle or edge indices.
  maker(b, a) {
    const n = b.position.count;
    const uv = new BufferAttribute(a.uv?.length === 2 * n ? a.uv : new Float32Array(2 * n), 2);
    const cap = new BufferAttribute(new Float32Array(n), 1);
    return index => {
      const g = new InstancedBufferGeometry();
      g.setAttribute('position', b.position); g.setAttribute('normal', b.normal);
      g.setAttribute('uv', uv); g.setAttribute('cap', cap);
      g.setIndex(new BufferAttribute(index, 1));
      g.instanceCount = 1;
      return g;
    };
  }

  // Returns the numbers of extra rows for vertices and edges of a flex.
  count(key, [vert, edge]) {
    const b = this.bodies.get(key), a = this.shapes.asset(key);
    return { verts: vert && b?.vert ? b.vert.length / 3 : 0, edges: edge && b?.vert && a?.edge ? a.edge.length / 2 : 0 };
  }

  // Writes the extra rows from `first` on, with the material of row `from` but no texture.
  write(rows, key, from, first, { verts, edges }) {
    const { vert } = this.bodies.get(key), edge = this.shapes.asset(key)?.edge, r = rows.size(from, 0);
    for (let i = 0; i < verts; i++) rows.copy(first + i, from, IDENTITY, vert.subarray(3 * i, 3 * i + 3), [r, r, r, 0]);
    for (let e = 0; e < edges; e++) {
      const p = vert.subarray(3 * edge[2 * e], 3 * edge[2 * e] + 3), q = vert.subarray(3 * edge[2 * e + 1], 3 * edge[2 * e + 1] + 3);
      const axis = [q[0] - p[0], q[1] - p[1], q[2] - p[2]], middle = [0, 1, 2].map(k => 0.5 * (p[k] + q[k]));
      rows.copy(first + verts + e, from, turnZ(...axis), middle, [r, r, 0.5 * Math.hypot(...axis), 0]);
    }
    if (verts || edges) rows.texture.needsUpdate = true;
  }
}
