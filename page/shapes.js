// Shapes as the renderer makes them, combined for each geom type: one buffer per shape, drawn many times.

import { BufferAttribute, InstancedBufferGeometry } from 'three';
import { GEOM } from './enums.js';

const BALL = 0, TOP = 1, BOTTOM = 2, TUBE = 3, CAP = 4, CUP = 5, CONE = 6, UNDER = 7, BOX = 8, PLANE = 9, TRIANGLE = 11, ROD = 12;
const PLANE_CELLS = 100; // cells on each side of the center, as in render/builtin_shapes.py
const whole = s => ({ s });
const part = (s, radius, low, high, up = true) => ({ s, radius, low, high, up });

// Built-in shapes of each geom type. Parts of arrows are in units of their radius and length.
function pieces(type, arrow) {
  const head = arrow.head_part, wide = arrow.head_width;
  const shaft = (low, high) => [TUBE, CAP, CUP].map(s => part(s, 1, low, high));
  const tip = (low, high, up) => [CONE, UNDER].map(s => part(s, wide, low, high, up));
  switch (type) {
    case GEOM.SPHERE: case GEOM.ELLIPSOID: return [whole(BALL)];
    case GEOM.CAPSULE: return [whole(TUBE), { s: TOP, cap: 1 }, { s: BOTTOM, cap: -1 }];
    case GEOM.CYLINDER: return [whole(TUBE), whole(CAP), whole(CUP)];
    case GEOM.BOX: return [whole(BOX)];
    case GEOM.PLANE: return [whole(PLANE)];
    case GEOM.TRIANGLE: return [whole(TRIANGLE)];
    case GEOM.ARROW: return [...shaft(0, 1 - head), ...tip(1 - head, 1, true)];
    case GEOM.ARROW1: return shaft(0, 1);
    case GEOM.ARROW2: return [...shaft(head, 1 - head), ...tip(1 - head, 1, true), ...tip(head, 0, false)];
    case 'rod': return [whole(ROD)];
    default: return null;
  }
}

// Returns the position of a vertex of an arrow part: shapes have z in -1 .. 1, cones in 0 .. 1.
function place(p, cone) {
  if (p.low === undefined) return null;
  const length = p.high - p.low;
  const [a, b] = cone ? [length, p.low] : [0.5 * length, p.low + 0.5 * length];
  const flip = p.up === false ? -1 : 1; // half a turn about x keeps faces oriented outwards
  return { x: p.radius, y: flip * p.radius, z: a, shift: b };
}

function attribute(array, width) {
  return new BufferAttribute(array, width);
}

function geometryOf(position, normal, uv, cap, index, line) {
  const make = corners => {
    const g = new InstancedBufferGeometry();
    g.setAttribute('position', position);
    g.setAttribute('normal', normal);
    g.setAttribute('uv', uv);
    g.setAttribute('cap', cap);
    g.setIndex(attribute(corners, 1));
    g.instanceCount = 1;
    return g;
  };
  return { faces: make(index), edges: make(line) };
}

export class Shapes {
  constructor() {
    this.clear();
  }

  clear() {
    this.made?.forEach(g => { g.faces.dispose(); g.edges.dispose(); });
    this.assets = new Map();
    this.made = new Map();
    this.arrow = { head_width: 1.75, head_part: 1 / 3, length: 0.5 };
  }

  put(asset, id, arrays) {
    // copies, so that messages can be released
    const own = Object.fromEntries(Object.entries(arrays).map(([k, v]) => [k, v.slice()]));
    this.assets.set(asset + id, own);
    for (const [key, g] of this.made) {
      if (key === asset + id || asset === 'shape') {
        g.faces.dispose(); g.edges.dispose();
        this.made.delete(key);
      }
    }
  }

  asset(name) {
    return this.assets.get(name);
  }

  // Returns the wireframe of a plane.
  planeEdges(x, y, spacing, reach) {
    const [xs, ys] = [planeLines(x, spacing, reach), planeLines(y, spacing, reach)], key = `plane${[xs, ys].map(v => [v.length, v.at(-2)])}`;
    if (!this.made.has(key)) this.made.set(key, grid(xs, ys));
    return this.made.get(key).edges;
  }

  // Returns faces and edges of a key: a geom type, 'mesh3', 'hfield0'; null while a part is missing.
  get(key) {
    const found = this.made.get(key);
    if (found) return found;
    const made = typeof key === 'number' || key === 'rod' ? this.builtin(key) : this.own(key);
    if (made) this.made.set(key, made);
    return made;
  }

  own(key) {
    const a = this.assets.get(key);
    if (!a?.position) return null;
    const n = a.position.length / 3;
    const uv = a.uv?.length ? a.uv : new Float32Array(2 * n);
    return geometryOf(attribute(a.position, 3), attribute(a.normal, 3), attribute(uv, 2), attribute(new Float32Array(n), 1), a.index, a.line);
  }

  builtin(type) {
    if (type === GEOM.LINE || type === GEOM.LINEBOX) return lines(type);
    const parts = pieces(type, this.arrow);
    if (!parts || parts.some(p => !this.assets.has('shape' + p.s))) return null;
    const out = { position: [], normal: [], uv: [], cap: [], index: [], line: [] };
    for (const p of parts) {
      const a = this.assets.get('shape' + p.s), first = out.cap.length, w = place(p, p.s === CONE || p.s === UNDER);
      for (let i = 0; i < a.position.length; i += 3) {
        const [x, y, z] = a.position.subarray(i, i + 3), [u, v, t] = a.normal.subarray(i, i + 3);
        if (w) {
          out.position.push(w.x * x, w.y * y, w.z * z + w.shift);
          out.normal.push(u / w.x, v / w.y, t / w.z);
        } else {
          out.position.push(x, y, z);
          out.normal.push(u, v, t);
        }
        out.cap.push(p.cap ?? 0);
        out.uv.push(0, 0);
      }
      for (const i of a.index) out.index.push(first + i);
      for (const i of a.line) out.line.push(first + i);
    }
    const f = x => new Float32Array(x);
    return geometryOf(attribute(f(out.position), 3), attribute(f(out.normal), 3), attribute(f(out.uv), 2),
      attribute(f(out.cap), 1), new Uint32Array(out.index), new Uint32Array(out.line));
  }
}

// Returns where the lines of a plane cross a side, in -1 .. 1, as `plane_lines` of render/builtin_shapes.py.
function planeLines(half, spacing, reach) {
  const extent = half > 0 ? half : reach, cell = half > 0 ? Math.max(2 * spacing, half / (PLANE_CELLS - 1)) : reach / PLANE_CELLS;
  const side = Array.from({ length: Math.ceil((extent / cell) * (1 - 1e-9)) }, (_, i) => (i * cell) / extent).concat(1);
  return side.slice(1).reverse().map(v => -v).concat(side);
}

// Returns the lines of a grid with these coordinates.
function grid(xs, ys) {
  const position = [], line = [], [nx, ny] = [xs.length - 1, ys.length - 1], n = (nx + 1) * (ny + 1), at = (i, j) => j * (nx + 1) + i;
  for (const y of ys) for (const x of xs) position.push(x, y, 0);
  for (let j = 0; j <= ny; j++) for (let i = 0; i <= nx; i++) {
    if (i < nx) line.push(at(i, j), at(i + 1, j));
    if (j < ny) line.push(at(i, j), at(i, j + 1));
  }
  const normal = new Float32Array(3 * n).map((_, k) => (k % 3 === 2 ? 1 : 0));
  return geometryOf(attribute(new Float32Array(position), 3), attribute(normal, 3), attribute(new Float32Array(2 * n), 2),
    attribute(new Float32Array(n), 1), new Uint32Array(0), new Uint32Array(line));
}

// Returns a line, or the edges of a box, with four vertices each that the shader displaces.
function lines(type) {
  const ends = [];
  if (type === GEOM.LINE) ends.push([[0, 0, 0], [0, 0, 1]]);
  else for (let i = 0; i < 8; i++) for (const bit of [1, 2, 4]) if (!(i & bit)) ends.push([corner(i), corner(i | bit)]);
  const position = [], other = [], uv = [], index = [];
  ends.forEach(([a, b], k) => {
    for (const [end, side] of [[0, -1], [0, 1], [1, -1], [1, 1]]) {
      position.push(...a); other.push(...b); uv.push(end, side);
    }
    index.push(4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 2, 4 * k + 1, 4 * k + 3);
  });
  const f = x => new Float32Array(x);
  return geometryOf(attribute(f(position), 3), attribute(f(other), 3), attribute(f(uv), 2),
    attribute(new Float32Array(position.length / 3), 1), new Uint32Array(index), new Uint32Array(0));
}

const corner = i => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1];
