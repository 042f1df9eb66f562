// Draw lists: one call draws all rows that share shape and texture. Opaque rows are drawn in any order; transparent
// rows in two passes, near to far and far to near, as in MuJoCo's renderer.

import { LineSegments, Mesh, Scene } from 'three';
import { DECOR, GEOM } from './enums.js';
import { CUBE, OWN_UV, PLAIN, PROJECTED } from './materials.js';
import { BEHIND } from './rows.js';

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// A pool of objects in a scene; only the first `used` ones are in the scene.
class Pool {
  constructor(kind, set, planes) {
    Object.assign(this, { kind, set, planes });
    this.scene = new Scene();
    this.scene.matrixWorldAutoUpdate = false;
    this.all = [];
  }

  fill(calls, materialOf, wire) {
    calls.forEach((call, k) => {
      if (k === this.all.length) {
        const made = new this.kind();
        made.frustumCulled = made.matrixAutoUpdate = false;
        made.onBeforeRender = (gl, scene, camera, geometry, material) => this.set(made.userData, geometry, material);
        this.all.push(made);
      }
      const o = this.all[k];
      o.userData = call;
      o.geometry = !wire ? call.shape.faces : call.plane ? this.planes(call) : call.shape.edges;
      o.material = materialOf(call);
      o.renderOrder = k;
    });
    this.scene.children.length = 0;
    for (const o of this.all.slice(0, calls.length)) { this.scene.children.push(o); o.parent = this.scene; }
  }
}

export class Lists {
  constructor(rows, shapes, soft, materials) {
    Object.assign(this, { rows, shapes, soft, materials });
    const set = (call, geometry, material) => {
      geometry.instanceCount = call.count;
      material.uniforms.base.value = call.base;
      if (call.mapping === CUBE) material.uniforms.cubeMap.value = call.map;
      else if (call.mapping !== PLAIN) material.uniforms.flatMap.value = call.map;
      material.uniformsNeedUpdate = true;
    };
    const planes = call => { const r = call.rows[0]; return shapes.planeEdges(rows.size(r, 0), rows.size(r, 1), rows.size(r, 2), rows.reach); };
    const pool = kind => new Pool(kind, set, planes);
    this.faces = pool(Mesh); this.wires = pool(LineSegments); this.strokes = pool(Mesh);
    this.clear = pool(Mesh); this.clearWires = pool(LineSegments); this.casters = pool(Mesh); this.glass = pool(Mesh);
    this.opaque = [];
    this.solid = [];
    this.seen = { mirror: -1, clear: '' };
  }

  // Returns the draw call of a row; null if its shape is missing.
  call(row, own = null) {
    const { rows, shapes, soft } = this;
    const type = own ?? rows.type(row), id = rows.objid(row);
    let shape, key = type;
    if (type === GEOM.MESH || type === GEOM.SDF) shape = shapes.get((key = 'mesh' + rows.data(row)));
    else if (type === GEOM.HFIELD) shape = shapes.get((key = 'hfield' + rows.data(row)));
    else if (type === GEOM.FLEX) shape = soft.get('flex' + id, rows.part(row));
    else if (type === GEOM.SKIN) shape = soft.get((key = 'skin' + id));
    else if (type !== GEOM.LABEL) shape = shapes.get(type);
    if (!shape) return null;
    const texture = own === null ? rows.tex(row) : -1, map = texture >= 0 ? this.materials.texture(texture) : null;
    const mapping = !map ? PLAIN : map.isCubeTexture ? CUBE : rows.hasUv(row) ? OWN_UV : PROJECTED;
    const lines = type === GEOM.LINE || type === GEOM.LINEBOX;
    if (type === GEOM.FLEX) key = `flex${id}/${rows.part(row) ?? ''}`;
    // wireframes of planes have individual cells
    if (type === GEOM.PLANE) key += `-${rows.size(row, 0)}-${rows.size(row, 1)}-${rows.size(row, 2)}`;
    return { shape, mapping, map, lines, plane: type === GEOM.PLANE, soft: type === GEOM.FLEX || type === GEOM.SKIN,
      caster: !lines && rows.category(row) !== DECOR && rows.casts(row), key: `${key}/${map ? texture : ''}/${mapping}/${rows.casts(row)}`, rows: [row] };
  }

  // Returns the calls of extra rows for vertices and edges of flexes.
  flexCalls(row, flags) {
    const key = 'flex' + this.rows.objid(row);
    if (flags[3] && this.soft.get(key)) return []; // vertices and edges are inside the skin
    if (this.rows.data(row) > 0) return []; // the geom of the first material has the vertices and edges
    const n = this.soft.count(key, flags), calls = [];
    if (!n.verts && !n.edges) return calls;
    const first = this.next;
    this.next += n.verts + n.edges;
    if (this.next > 2 * this.rows.room) { this.rows.grow(this.next); this.next -= n.verts + n.edges; return null; }
    this.soft.write(this.rows, key, row, first, n);
    for (const [own, at, count] of [[GEOM.SPHERE, first, n.verts], ['rod', first + n.verts, n.edges]]) {
      const call = count ? this.call(row, own) : null;
      if (call) calls.push({ ...call, soft: false, key: `${call.key}/flex${row}`, caster: call.caster, rows: Array.from({ length: count }, (_, k) => at + k) });
    }
    return calls;
  }

  // Rebuilds all calls of the scene, after changes of materials, of the mirror, or of transparency.
  collect(flexFlags, mirror, behind) {
    const found = new Map(), { rows } = this;
    this.next = rows.room;
    this.clearRows = [];
    this.callOf = new Map();
    for (let row = 0; row < rows.n; row++) {
      const faces = rows.type(row) !== GEOM.FLEX || flexFlags[2] || flexFlags[3];
      const calls = [faces ? this.call(row) : null];
      if (rows.type(row) === GEOM.FLEX) {
        const more = this.flexCalls(row, flexFlags);
        if (!more) return this.collect(flexFlags, mirror, behind);
        calls.push(...more);
      }
      for (const call of calls.filter(Boolean)) {
        if (rows.isClear(row) || behind.has(row)) {
          this.clearRows.push([row, call]);
          continue;
        }
        if (row === mirror) call.mirror = true;
        const key = call.mirror ? call.key + '/mirror' : call.key;
        const there = found.get(key);
        if (there) there.rows.push(...call.rows);
        else found.set(key, call);
      }
    }
    this.opaque = [...found.values()];
    this.number();
  }

  // Assigns the rows of each call, call by call.
  number() {
    let at = 0;
    const put = list => {
      for (const call of list) {
        call.base = at; call.count = call.rows.length;
        for (const row of call.rows) this.rows.numbers[at++] = row;
      }
    };
    put(this.opaque);
    this.first = at;
    this.solid = this.clearRows.map(([, c]) => ({ ...c })); // copies for shadows, segmentation and depth
    put(this.solid);
    this.casting = [...this.opaque, ...this.solid].filter(c => c.caster);
    this.firstClear = at;
    this.rows.order.needsUpdate = true;
  }

  // Sorts the transparent rows by distance, merges neighbors of equal shape; both passes, or only the second.
  sortClear(eye, additive) {
    const { rows } = this;
    const far = this.clearRows.map(([row, call]) => [Math.hypot(...sub(rows.position(row), eye)), row, call]);
    far.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    const pass = list => {
      const calls = [];
      for (const [, , call] of list) {
        const last = calls.at(-1);
        if (last && last.key === call.key && !call.soft) last.rows.push(...call.rows);
        else calls.push({ ...call, rows: [...call.rows] });
      }
      return calls;
    };
    const calls = [...(additive ? [] : pass(far)), ...pass([...far].reverse())];
    let at = this.firstClear;
    const numbers = rows.numbers, was = calls.map(c => c.rows);
    if (at + was.reduce((n, r) => n + r.length, 0) > numbers.length) { rows.grow(2 * rows.room); return null; }
    let changed = false;
    for (const call of calls) {
      call.base = at; call.count = call.rows.length;
      for (const row of call.rows) { changed ||= numbers[at] !== row; numbers[at++] = row; }
    }
    if (changed) rows.order.needsUpdate = true;
    return calls;
  }

  // Returns the planes that the eye sees from behind.
  behind(eye) {
    const found = new Set(), { rows } = this;
    for (let row = 0; row < rows.n; row++) {
      if (rows.type(row) !== GEOM.PLANE) continue;
      const hidden = dot(rows.axis(row), sub(eye, rows.position(row))) < 0;
      if (hidden) found.add(row);
      rows.setAlpha(row, rows.alpha(row) * (hidden ? BEHIND : 1));
    }
    return found;
  }

  // Returns the first mirror whose front the eye sees, with its plane: {row, normal, point}; else null.
  mirror(eye) {
    const { rows } = this;
    for (let row = 0; row < rows.n; row++) {
      const type = rows.type(row);
      if (!(rows.reflectance(row) > 0) || (type !== GEOM.PLANE && type !== GEOM.BOX) || rows.isClear(row)) continue;
      const normal = rows.axis(row), height = type === GEOM.BOX ? rows.size(row, 2) : 0;
      const point = [0, 1, 2].map(k => rows.position(row)[k] + height * normal[k]);
      if (dot(normal, sub(eye, point)) > 0) return { row, normal, point };
    }
    return null;
  }

  // Returns the infinite plane with a hazy horizon: the first one below the eye; else null.
  horizon(eye) {
    const { rows } = this;
    for (let row = 0; row < rows.n; row++) {
      if (!rows.isInfinite(row)) continue;
      const normal = rows.axis(row), height = dot(normal, sub(eye, rows.position(row)));
      if (height > 0) return { row, normal, height };
    }
    return null;
  }
}
