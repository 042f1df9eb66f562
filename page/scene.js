// The scene of a world: what to draw of a model in a state, and its changes as frames for the page.
//
// The geoms, lights and vertices are made by the stages of mjv_updateScene (gelenk/scene/update.py), so that the picture
// is that of the viewer; the frames are those of gelenk/viewer/scene_delta.py.

const NI = 12, NF = 13;
const [CONTENT, DYNAMIC] = [7, 2]; // mjCAT_ALL, mjCAT_DYNAMIC
const [FLEX, SKIN] = [105, 106]; // mjGEOM_FLEX, mjGEOM_SKIN
const OBJECT = 5; // mjOBJ_GEOM
const OPAQUE = 0.995; // opacity from which geoms are drawn as opaque
const LABEL = 100; // bytes of a label
const LIGHT_I = ['id', 'type', 'texid', 'headlight', 'castshadow'];
const LIGHT_F = ['pos', 'dir', 'attenuation', 'ambient', 'diffuse', 'specular', 'cutoff', 'exponent', 'bulbradius', 'intensity', 'range'];
const NLI = 5, NLF = 23, HEADLIGHT = 3; // integers and floats per light, column of the headlight flag
const TRIES = 4; // merges of the corners of a flex, after which each corner is a vertex of its own

// Writes the unit quaternion of a rotation matrix at `from`; a degenerate one gives the identity.
function quaternion(mat, from, out, to) {
  const m = k => mat[from + k];
  const plus = m(0) + m(4), minus = m(0) - m(4), z = m(8);
  const squares = [1 + plus + z, 1 + minus - z, 1 - minus - z, 1 - plus + z];
  const a = m(7) - m(5), b = m(2) - m(6), c = m(3) - m(1), ab = m(1) + m(3), ac = m(2) + m(6), bc = m(5) + m(7);
  const best = squares.indexOf(Math.max(...squares));
  const q = [[squares[0], a, b, c], [a, squares[1], ab, ac], [b, ab, squares[2], bc], [c, ac, bc, squares[3]]][best] ?? [1, 0, 0, 0];
  const n = Math.hypot(...q);
  for (let k = 0; k < 4; k++) out[to + k] = n > 0 ? q[k] / n : k ? 0 : 1;
}

// Returns the unique edges of triangles.
export function edges(index) {
  const found = new Map();
  for (let t = 0; t < index.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = index[t + k], b = index[t + ((k + 1) % 3)];
      found.set(Math.min(a, b) * 2 ** 26 + Math.max(a, b), [Math.min(a, b), Math.max(a, b)]);
    }
  }
  return Uint32Array.from([...found.values()].flat());
}

const differs = (a, b, n, at, bt) => {
  for (let k = 0; k < n; k++) if (a[at + k] !== b[bt + k]) return true;
  return false;
};
const same = (a, b) => a && b && a.length === b.length && !differs(a, b, a.length, 0, 0);

// Merged corners of the triangles of a flex: corners share a vertex as long as they are equal.
class Corners {
  constructor() { Object.assign(this, { tries: 0, count: -1, first: [], index: new Uint32Array(0), uv: new Float32Array(0), version: 0 }); }

  fits(pos, normal, uv) {
    const n = pos.length / 3, { first, index } = this;
    if (this.count !== n) return false;
    for (let c = 0; c < n; c++) {
      const v = index[c], f = first[v];
      if (uv[2 * c] !== this.uv[2 * v] || uv[2 * c + 1] !== this.uv[2 * v + 1]) return false;
      if (f !== c && (differs(pos, pos, 3, 3 * c, 3 * f) || differs(normal, normal, 3, 3 * c, 3 * f))) return false;
    }
    return true;
  }

  merge(pos, normal, uv) {
    const n = pos.length / 3, seen = new Map();
    Object.assign(this, { count: n, tries: this.tries + 1, first: [], index: new Uint32Array(n), version: this.version + 1 });
    for (let c = 0; c < n; c++) {
      const key = this.tries > TRIES ? c : [...pos.subarray(3 * c, 3 * c + 3), ...normal.subarray(3 * c, 3 * c + 3), uv[2 * c], uv[2 * c + 1]].join();
      let v = seen.get(key);
      if (v === undefined) { seen.set(key, (v = this.first.length)); this.first.push(c); }
      this.index[c] = v;
    }
    this.uv = Float32Array.from(this.first.flatMap(c => [uv[2 * c], uv[2 * c + 1]]));
  }

  take(array) {
    const out = new Float32Array(3 * this.first.length);
    this.first.forEach((c, v) => { for (let k = 0; k < 3; k++) out[3 * v + k] = array[3 * c + k]; });
    return out;
  }
}

export class Scene {
  // world   the World; facts   data of the model besides the structs (gelenk/viewer/export.py)
  constructor(world, facts) {
    Object.assign(this, { world, facts, corners: new Map(), sent: null, look: true, collision: false });
    this.covered = new Set(facts.covered);
    const { layouts, structs } = world.head;
    this.width = name => (layouts[structs.scene.layout][name][2].slice(1).reduce((a, b) => a * b, 1));
  }

  // Discards the record of sent data, so that the next frame is complete.
  forget() {
    this.sent = null;
  }

  // Rebuilds the scene for a camera (mjv_updateScene).
  update(camera) {
    const { world } = this;
    do {
      world.set('scene', 'ngeom', 0);
      world.set('scene', 'status', 0);
      world.set('scene', 'catmask', CONTENT);
      this.addGeoms();
    } while (this.isFull());
    world.scratch('lookat', 3).set(camera.lookat);
    world.call('scene_picture', camera.type, camera.fixedcamid, world.scratch('lookat', 3).at, camera.distance, camera.azimuth, camera.elevation);
    const flags = world.array('vopt', 'flags'), [from, to] = this.facts.flexFlags;
    if (world.get('model', 'nflex') && flags.subarray(from, to).some(Boolean)) world.call('scene_flex_shapes');
    if (world.get('model', 'nskin') && flags[this.facts.flags.SKIN]) world.call('scene_skin_shapes', 0);
  }

  addGeoms() {
    const { world, facts } = this, flags = world.array('vopt', 'flags'), label = world.get('vopt', 'label');
    if ((flags[facts.flags.ISLAND] || label === facts.labels.ISLAND) && world.get('data', 'islands_due')) world.perform('island');
    if (world.get('model', 'nflex')) world.call('scene_flexes');
    if (world.get('model', 'nskin')) world.call('scene_skins');
    world.call('scene_geoms');
    if (world.get('model', 'ntendon') && flags[facts.flags.TENDON]) world.call('scene_tendons');
    if (facts.cranks) world.call('scene_cranks');
    if (label || world.get('pert', 'select') > 0 || world.get('vopt', 'frame') || facts.decorating.some(i => flags[i])) world.call('scene_decor');
    if (label) this.writeLabels(label);
  }

  isFull() {
    const { world } = this;
    if (!world.get('scene', 'status')) return false;
    const maxgeom = 2 * world.get('scene', 'maxgeom');
    world.resize('scene', { maxgeom, nrow: maxgeom + 1 }, false);
    return true;
  }

  // Writes labels: a stage writes those without fractions, this function the others, as gelenk/scene/update.py.
  writeLabels(label) {
    const { world, facts } = this;
    world.call('scene_labels', 0);
    if (!facts.fractions.includes(label)) return;
    const marks = world.array('scene', 'geom_mark'), texts = world.array('scene', 'geom_label'), vector = x => [...x].map(v => v.toFixed(3)).join(' ');
    for (let i = 0; i < world.get('scene', 'ngeom'); i++) {
      if (!marks[i]) continue;
      const pos = world.array('scene', 'geom_pos').subarray(3 * i, 3 * i + 3);
      const text = marks[i] === facts.labels.SELPNT ? `${vector(pos)} (local ${vector(world.array('pert', 'localpos'))})` : `${+world.array('scene', 'geom_value')[i].toPrecision(3)}`;
      texts.fill(0, LABEL * i, LABEL * i + LABEL);
      texts.set(new TextEncoder().encode(text).subarray(0, LABEL - 1), LABEL * i);
    }
  }

  // ---- frames

  // Returns head and arrays of what differs from the last frame, and messages with new triangles of flexes.
  frame() {
    const now = this.read(), old = this.sent, head = { kind: 'frame', ngeom: now.n }, arrays = {};
    const looks = [], moved = [];
    for (let i = 0; i < now.n; i++) {
      const fresh = !old || i >= old.n;
      if (fresh || differs(now.i, old.i, NI, NI * i, NI * i) || differs(now.f, old.f, NF, NF * i, NF * i)) looks.push(i);
      if (fresh || differs(now.pose, old.pose, 7, 7 * i, 7 * i)) moved.push(i);
    }
    const pick = (rows, source, width) => {
      const out = new source.constructor(rows.length * width);
      rows.forEach((row, k) => out.set(source.subarray(width * row, width * row + width), width * k));
      return out;
    };
    if (!old) head.full = true;
    if (looks.length) Object.assign(arrays, { look_at: Uint32Array.from(looks), look_i: pick(looks, now.i, NI), look_f: pick(looks, now.f, NF) });
    if (looks.length || now.n !== old?.n) head.nshown = now.shown;
    if (moved.length) Object.assign(arrays, { moved: Uint32Array.from(moved), pose: pick(moved, now.pose, 7) });
    const labels = this.changedLabels(now, old);
    if (labels.length) head.labels = labels;
    if (!same(now.lightI, old?.lightI) || !same(now.lightF, old?.lightF)) Object.assign(arrays, { light_i: now.lightI.slice(), light_f: now.lightF.slice() });
    for (const [name, values] of Object.entries(now.soft)) if (!same(values, old?.soft[name])) arrays[name] = values.slice();
    const room = JSON.stringify(now.scene);
    if (room !== old?.room) head.scene = now.scene;
    this.sent = { ...now, room };
    return { head, arrays, assets: now.assets };
  }

  changedLabels(now, old) {
    const found = [];
    for (let i = 0; i < now.n; i++) if ((now.labels.get(i) ?? '') !== (old?.labels.get(i) ?? '')) found.push([i, now.labels.get(i) ?? '']);
    return found;
  }

  // Returns the scene as arrays of the message `frame`, with the parts that the model lacks.
  read() {
    const { world, facts } = this, count = world.get('scene', 'ngeom');
    const rows = [], type = world.array('scene', 'geom_objtype'), objid = world.array('scene', 'geom_objid');
    for (let i = 0; i < count; i++) if (this.collision || type[i] !== OBJECT || !this.covered.has(objid[i])) rows.push(i);
    const floor = this.look ? facts.look.floor : null, n = rows.length + (floor ? 1 : 0);
    const made = { n, i: new Int32Array(NI * n), f: new Float32Array(NF * n), pose: new Float32Array(7 * n), labels: new Map(), shown: 0 };
    this.readRows(rows, made);
    if (floor) {
      const eye = this.camera().pos, at = rows.length;
      made.i.set(floor.i, NI * at);
      made.f.set(floor.f, NF * at);
      made.pose.set([...[0, 1].map(k => floor.step * Math.floor(eye[k] / floor.step + 0.5)), floor.height, 1, 0, 0, 0], 7 * at);
    }
    for (let k = 0; k < n; k++) made.shown += made.f[NF * k + 6] > 0;
    this.readLights(rows, made);
    this.readSoft(made);
    made.scene = this.settings();
    return made;
  }

  readRows(rows, made) {
    const { world, facts } = this, column = name => world.array('scene', `geom_${name}`), texts = column('label'), { textures } = facts;
    const [type, dataid, matid, texcoord, category, objtype, objid, segid, castshadow] = ['type', 'dataid', 'matid', 'texcoord', 'category', 'objtype', 'objid', 'segid', 'castshadow'].map(column);
    const [size, rgba, emission, specular, shininess, reflectance, pos, mat] = ['size', 'rgba', 'emission', 'specular', 'shininess', 'reflectance', 'pos', 'mat'].map(column);
    const none = textures.texid.length - 1;
    rows.forEach((i, k) => {
      const m = matid[i] >= 0 && matid[i] < none ? matid[i] : none;
      made.i.set([type[i], dataid[i], matid[i], textures.texid[m], textures.uniform[m], texcoord[i], category[i], objtype[i], objid[i], segid[i], +(rgba[4 * i + 3] < OPAQUE), castshadow[i]], NI * k);
      made.f.set([size[3 * i], size[3 * i + 1], size[3 * i + 2], rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2], rgba[4 * i + 3], emission[i], specular[i], shininess[i], reflectance[i],
        ...textures.repeat[m]], NF * k);
      for (let c = 0; c < 3; c++) made.pose[7 * k + c] = pos[3 * i + c];
      quaternion(mat, 9 * i, made.pose, 7 * k + 3);
      if (texts[LABEL * i]) made.labels.set(k, new TextDecoder().decode(texts.slice(LABEL * i, texts.indexOf(0, LABEL * i))));
    });
  }

  readLights(rows, made) {
    const { world, facts } = this, n = world.get('scene', 'nlight'), more = this.look ? facts.look.lights : [];
    made.lightI = new Int32Array(NLI * (n + more.length));
    made.lightF = new Float32Array(NLF * (n + more.length));
    LIGHT_I.forEach((name, c) => { const x = world.array('scene', `light_${name}`); for (let k = 0; k < n; k++) made.lightI[NLI * k + c] = x[k]; });
    let at = 0;
    for (const name of LIGHT_F) {
      const x = world.array('scene', `light_${name}`), w = this.width(`light_${name}`);
      for (let k = 0; k < n; k++) made.lightF.set(x.subarray(w * k, w * k + w), NLF * k + at);
      at += w;
    }
    for (let k = 0; k < n; k++) if (made.lightI[NLI * k + HEADLIGHT]) made.lightF.fill(0, NLF * k, NLF * k + 6);
    more.forEach(({ i, f, distance }, k) => {
      made.lightI.set(i, NLI * (n + k));
      made.lightF.set(f, NLF * (n + k));
      if (distance) made.lightF.set(this.center(rows).map((x, c) => x - distance * f[3 + c]), NLF * (n + k));
    });
  }

  // Returns the mean position of the moving geoms.
  center(rows) {
    const pos = this.world.array('scene', 'geom_pos'), category = this.world.array('scene', 'geom_category'), sum = [0, 0, 0];
    let n = 0;
    for (const i of rows) if (category[i] === DYNAMIC) { n++; for (let c = 0; c < 3; c++) sum[c] += pos[3 * i + c]; }
    return n ? sum.map(x => x / n) : this.facts.center;
  }

  readSoft(made) {
    const { world } = this, numbers = kind => new Set([...Array(made.n).keys()].filter(k => made.i[NI * k] === kind).map(k => made.i[NI * k + 8]));
    Object.assign(made, { soft: {}, assets: [] });
    if (world.get('model', 'nflex')) for (const f of numbers(FLEX)) this.readFlex(f, made);
    if (world.get('model', 'nskin')) {
      const adr = world.array('scene', 'skinvertadr'), num = world.array('scene', 'skinvertnum');
      for (const s of numbers(SKIN)) {
        const part = name => world.array('scene', name).slice(3 * adr[s], 3 * (adr[s] + num[s]));
        made.soft[`skin${s}.position`] = part('skinvert');
        made.soft[`skin${s}.normal`] = part('skinnormal');
      }
    }
  }

  readFlex(f, made) {
    const { world } = this, of = name => world.array('scene', `flex${name}`)[f], option = name => world.get('scene', `flex${name}opt`);
    const faces = option('face') || option('skin') ? Math.max(0, Math.min(of('faceused'), of('facenum'))) : 0;
    if ((option('vert') || option('edge')) && !(option('skin') && faces)) {
      made.soft[`flex${f}.vert`] = world.array('scene', 'flexvert').slice(3 * of('vertadr'), 3 * (of('vertadr') + of('vertnum')));
    }
    const part = (name, w) => world.array('scene', name).subarray(w * of('faceadr'), w * (of('faceadr') + faces));
    const pos = part('flexface', 9), normal = part('flexnormal', 9), uv = part('flextexcoord', 6);
    if (!this.corners.has(f)) this.corners.set(f, new Corners());
    const corners = this.corners.get(f);
    if (!corners.fits(pos, normal, uv) || !this.sent) {
      if (!corners.fits(pos, normal, uv)) corners.merge(pos, normal, uv);
      const edge = Uint32Array.from(world.array('scene', 'flexedge').subarray(2 * of('edgeadr'), 2 * (of('edgeadr') + of('edgenum'))));
      made.assets.push([{ kind: 'asset', asset: 'flex', id: f, version: corners.version }, { edge, index: corners.index.slice(), uv: corners.uv.slice(), line: edges(corners.index) }]);
    }
    if (faces) Object.assign(made.soft, { [`flex${f}.position`]: corners.take(pos), [`flex${f}.normal`]: corners.take(normal) });
  }

  settings() {
    const { world } = this, get = name => world.get('scene', name), list = name => [...world.array('scene', name)];
    return { flags: list('flags'), stereo: get('stereo'), framewidth: get('framewidth'), framergb: list('framergb'), enabletransform: get('enabletransform'),
      translate: list('translate'), rotate: list('rotate'), scale: get('scale'), flex: ['vert', 'edge', 'face', 'skin'].map(k => get(`flex${k}opt`)) };
  }

  // Returns the graphics camera of the scene, averaged over both eyes.
  camera() {
    const { world } = this, mean = name => {
      const x = world.array('scene', `camera_${name}`), n = x.length / 2;
      return Array.from({ length: n }, (_, k) => (x[k] + x[n + k]) / 2);
    };
    const found = Object.fromEntries(['pos', 'forward', 'up'].map(name => [name, mean(name)]));
    for (const name of ['center', 'width', 'bottom', 'top', 'near', 'far']) found[name] = mean(`frustum_${name}`)[0];
    return { ...found, orthographic: world.array('scene', 'camera_orthographic')[0] };
  }
}
