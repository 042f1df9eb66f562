// The simulation of an exported page: a worker that steps a world, receives messages of the page, and sends frames.
//
// The worker takes the place of `gelenk view`: rows of panels are fields of structs (gelenk/viewer/export.py), steps
// follow the clock as in gelenk/viewer/loop.py, and mouse forces are those of gelenk/viewer/session.py.

import { World } from './world.js';
import { Scene } from './scene.js';

// refreshes per second; largest share of a refresh spent on steps; difference at which clocks are synchronized [s]
const REFRESH = 60, FRACTION = 0.7, MISALIGNED = 0.1;
const IN_FLIGHT = 2; // largest number of frames sent to the page but not drawn
const SLOW = 0.1; // interval between updates of rows [s]
const STATES = 2000, STATE_BYTES = 100 * 2 ** 20; // capacity of the history in states and bytes
const FREE = 0, TRACKING = 1, FIXED = 2; // mjtCamera
const PULL = { translate: 1, rotate: 2 }; // mjtPertBit
const DRAGS = [1, 2, 3, 4]; // mjtMouse: rotate and move
const clip = (x, low, high) => Math.min(Math.max(x, low), high);
const now = () => performance.now() / 1000;

// Returns a normally distributed random number.
const normal = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

export class Simulation {
  // post(head, arrays) sends a message to the page
  constructor(head, part, module, post) {
    Object.assign(this, { post, facts: head.facts, world: new World(head.world, part, module), run: head.facts.run, speed: 0, noiseStd: 0, noiseRate: 0, measured: 100, key: Math.max(0, head.facts.key),
      resync: true, moved: true, stepped: 0, number: 0, flying: [], serial: 0, states: [], at: 0, pushed: 0, open: new Set(head.facts.open), values: {}, valuesAt: -Infinity, shown: {}, visible: true, warned: '' });
    this.scene = new Scene(this.world, head.facts);
    this.camera = { ...head.facts.camera };
    this.cameraNew = true;
    this.rows = new Map(head.facts.rows.map(row => [row.id, row]));
    this.room = clip(Math.floor(STATE_BYTES / (8 * head.world.state.size)), 1, STATES);
    this.world.reset(head.facts.key);
    this.world.forward();
    this.remember();
  }

  // ---- messages of the page

  hear(message) {
    const say = { ack: () => this.ack(message.number), camera: () => this.setCamera(message), select: () => this.select(message), grab: () => this.grab(message.mode),
      drag: () => this.drag(message), release: () => this.world.set('pert', 'active', 0), set: () => this.put(message.id, message.value), press: () => this.press(message.id, message.repeat),
      open: () => { this.open = new Set(message.sections); }, scrub: () => this.seek(message.index), visible: () => { this.visible = message.on; this.resync = true; },
      model: () => { this.scene.forget(); this.cameraNew = true; } }[message.kind];
    if (!say) return;
    this.guard(say);
    if (message.kind !== 'ack') { this.moved = true; this.valuesAt = -Infinity; }
  }

  // Reports an error to the page, and pauses.
  guard(act) {
    try {
      return act();
    } catch (error) {
      this.run = false;
      this.post({ kind: 'error', text: String(error.message ?? error) }, {});
      console.error(error);
    }
  }

  ack(number) {
    while (this.flying.length && this.flying[0] <= number) this.flying.shift();
  }

  setCamera(said) {
    for (const name of ['type', 'fixedcamid', 'trackbodyid', 'lookat', 'distance', 'azimuth', 'elevation', 'orthographic']) this.camera[name] = said[name];
  }

  aim() {
    const { world, camera } = this;
    if (camera.type === TRACKING) camera.lookat = [...world.array('data', 'subtree_com').subarray(3 * camera.trackbodyid, 3 * camera.trackbodyid + 3)];
  }

  // ---- mouse

  // Finds what is under a point of the picture: body, point, flex; null if nothing is (gelenk/scene/select.py).
  hit({ x, y, aspect }) {
    const { world } = this, groups = world.scratch('groups', 6, 'int32'), flags = world.scratch('flags', world.array('vopt', 'flags').length, 'int32');
    this.aim();
    this.scene.update(this.camera);
    const point = world.scratch('point', 3), out = world.scratch('hit', 8), ids = ['geomid', 'flexid', 'skinid'].map(name => world.scratch(name, 2, 'int32').at);
    world.scratch('groups', 6, 'int32').set(world.array('vopt', 'geomgroup'));
    world.scratch('flags', flags.length, 'int32').set(world.array('vopt', 'flags'));
    world.perform('scene_select', groups.at, flags.at, clip(aspect, 1e-3, 1e3), clip(x, 0, 1), clip(y, 0, 1), 0, point.at, ...ids, out.at);
    const [body, distance, ...ray] = world.scratch('hit', 8);
    const geom = distance >= 0 ? { body, distance, point: [...world.scratch('point', 3)], flex: -1 } : null;
    const flex = this.hitFlex(ray, geom?.distance ?? Infinity);
    return flex ?? geom;
  }

  hitFlex(ray, nearest) {
    const { world, facts } = this, flags = world.array('vopt', 'flags'), [from, to] = facts.flexFlags;
    const bits = [...flags.subarray(from, to)].reduce((sum, on, k) => sum + (on ? 1 << k : 0), 0);
    let best = null;
    for (let f = 0; bits && f < world.get('model', 'nflex'); f++) {
      world.scratch('start', 3).set(ray.slice(0, 3));
      world.scratch('direction', 3).set(ray.slice(3, 6));
      world.perform('ray_flex', f, world.get('vopt', 'flex_layer'), bits, world.scratch('start', 3).at, world.scratch('direction', 3).at, world.scratch('vertex', 2, 'int32').at, world.scratch('normal', 4).at);
      const distance = world.scratch('normal', 4)[0];
      if (distance < 0 || distance >= nearest) continue;
      nearest = distance;
      const vertex = world.array('model', 'flex_vertadr')[f] + Math.max(0, world.scratch('vertex', 2, 'int32')[0]);
      best = { ...this.flexBody(f, vertex), distance, flex: f };
    }
    return best;
  }

  // Returns the body that carries a vertex of a flex, and its position; of an interpolated flex those of the nearest node.
  flexBody(f, vertex) {
    const { world } = this, row = (struct, name, i, w = 3) => [...world.array(struct, name).subarray(w * i, w * i + w)];
    const point = row('data', 'flexvert_xpos', vertex), first = world.array('model', 'flex_nodeadr')[f], count = world.array('model', 'flex_nodenum')[f];
    if (!world.array('model', 'flex_interp')[f] || !count) return { body: world.array('model', 'flex_vertbodyid')[vertex], point };
    let best = { away: Infinity };
    for (let i = first; i < first + count; i++) {
      const body = world.array('model', 'flex_nodebodyid')[i], R = row('data', 'xmat', body, 9), p = row('model', 'flex_node', i), x = row('data', 'xpos', body);
      const node = [0, 1, 2].map(k => x[k] + R[3 * k] * p[0] + R[3 * k + 1] * p[1] + R[3 * k + 2] * p[2]);
      const away = node.reduce((sum, v, k) => sum + (v - point[k]) ** 2, 0);
      if (away < best.away) best = { away, body, point: node };
    }
    return { body: best.body, point: best.point };
  }

  select(message) {
    const { world, camera } = this, found = this.hit(message), { action = 'select' } = message;
    if (action === 'select') {
      world.set('pert', 'active', 0);
      world.set('pert', 'select', found ? found.body : 0);
      world.set('pert', 'flexselect', found ? found.flex : -1);
      world.set('pert', 'skinselect', -1);
      if (!found) return;
      const x = world.array('data', 'xpos').subarray(3 * found.body), R = world.array('data', 'xmat').subarray(9 * found.body), local = world.array('pert', 'localpos');
      for (let k = 0; k < 3; k++) local[k] = [0, 1, 2].reduce((sum, i) => sum + R[3 * i + k] * (found.point[i] - x[i]), 0);
      return;
    }
    if (!found) return;
    Object.assign(camera, { lookat: found.point });
    if (action === 'track' && found.body > 0) Object.assign(camera, { type: TRACKING, trackbodyid: found.body, fixedcamid: -1 });
    else if (action === 'center' && camera.type !== FREE) Object.assign(camera, { type: FREE, fixedcamid: -1 });
    this.cameraNew = true;
  }

  grab(mode) {
    const { world } = this, at = name => world.address('pert', name), select = world.get('pert', 'select');
    if (!(select > 0)) return;
    this.aim();
    this.scene.update(this.camera);
    const mass = world.scratch('mass', 1).at, size = world.scratch('size', 1).at, room = world.scratch('room', 6 * Math.max(1, world.get('model', 'nv'))).at;
    world.call('scene_perturb', select, world.get('pert', 'flexselect'), at('localpos'), at('refpos'), at('refquat'), at('refselpos'), mass, size, room);
    world.set('pert', 'localmass', world.scratch('mass', 1)[0]);
    world.set('pert', 'scale', world.scratch('size', 1)[0]);
    world.set('pert', 'active', PULL[mode] ?? 0);
  }

  drag({ action, dx, dy }) {
    const { world } = this, at = name => world.address('pert', name);
    if (!world.get('pert', 'active') || !DRAGS.includes(action)) return;
    this.aim();
    world.call('move_perturb', action, clip(dx, -10, 10), clip(dy, -10, 10), world.get('pert', 'select'), at('refpos'), at('refquat'), at('refselpos'), world.get('pert', 'scale'));
  }

  // Applies force and pose of the mouse, and removes previous forces.
  pull() {
    const { world } = this, get = name => world.get('pert', name), at = name => world.address('pert', name), select = get('select');
    if (this.pushed && (!get('active') || select !== this.pushed)) {
      world.array('data', 'xfrc_applied').fill(0, 6 * this.pushed, 6 * this.pushed + 6);
      this.pushed = 0;
    }
    if (!get('active') || !(select > 0)) return;
    world.call('apply_perturb_pose', select, get('active'), get('active2'), at('refpos'), at('refquat'), this.run ? 0 : 1);
    if (!this.run) return;
    const { stiffness, stiffnessrot } = this.facts;
    world.call('apply_perturb_force', select, get('active'), get('active2'), at('refquat'), at('refselpos'), at('localpos'), get('localmass'), stiffness, stiffnessrot);
    this.pushed = select;
  }

  // ---- rows of the panels

  // Returns the value of a row: of its field, or else by its getter in OWN.
  value(row) {
    const { world } = this;
    if (!row.field) return OWN[row.id]?.get?.(this);
    const [struct, name, at, bit] = row.field, [, , shape] = world.field(struct, name);
    if (bit) return !!(world.get(struct, name) & bit);
    if (!shape) return world.get(struct, name);
    const array = world.array(struct, name);
    if (at === null) return [...array];
    return row.kind === 'check' ? !!array[at] : array[at];
  }

  put(id, value) {
    const row = this.rows.get(id), { world } = this;
    if (!row) return;
    this.open.add(row.section); // so that its value is sent
    if (!row.field) return void OWN[id]?.put?.(this, this.fit(row, value));
    const [struct, name, at, bit] = row.field, [, , shape] = world.field(struct, name), fit = this.fit(row, value);
    if (fit === null) return;
    if (bit) world.set(struct, name, fit ? world.get(struct, name) | bit : world.get(struct, name) & ~bit);
    else if (!shape) world.set(struct, name, +fit);
    else if (at === null) world.array(struct, name).set(fit);
    else world.array(struct, name)[at] = +fit;
    if (struct === 'data' && name === 'qpos') world.forward();
  }

  // Performs a shortcut: toggles a switch, advances a choice, presses a button.
  press(id, again) {
    const row = this.rows.get(id);
    if (!row || (again && !row.repeat)) return;
    if (row.kind === 'check') this.put(id, !this.value(row));
    else if (row.kind === 'choice') this.put(id, (this.value(row) + 1) % row.options.length);
    else if (row.kind === 'button') this.put(id, true);
  }

  // Returns the nearest valid value of a row, null for a value of another kind.
  fit(row, value) {
    const number = (x, k = null) => {
      const bound = (b, other) => (Array.isArray(b) ? b[k] : b ?? other);
      return typeof x === 'number' && Number.isFinite(x) ? clip(x, bound(row.min, -1e10), bound(row.max, 1e10)) : null;
    };
    if (row.kind === 'check' || row.kind === 'button') return typeof value === 'boolean' ? value : null;
    if (row.kind === 'choice') return number(value) === null ? null : Math.round(clip(value, 0, row.options.length - 1));
    if (Array.isArray(value)) return value.length === row.count && value.every(x => number(x) !== null) ? value.map(number) : null;
    const found = number(value);
    return found !== null && row.kind === 'integer' ? Math.round(found) : found;
  }

  sendValues() {
    const values = {};
    for (const row of this.rows.values()) {
      if (row.kind === 'button' || !(this.open.has(row.section) || BAR.includes(row.id))) continue;
      const value = this.value(row);
      if (value === undefined || JSON.stringify(value) === JSON.stringify(this.values[row.id])) continue;
      values[row.id] = this.values[row.id] = value;
    }
    const rows = this.changedRows();
    if (Object.keys(values).length || rows.length) this.post({ kind: 'panel', values, ...(rows.length && { rows }) }, {});
  }

  // Returns the row of the history slider if it has grown.
  changedRows() {
    const row = this.rows.get('simulation/history'), count = this.states.length, told = 1 - (row?.min ?? -1);
    if (!row || count < 2 || count === told || (this.run && count < 1.2 * told + 10)) return [];
    row.min = 1 - count;
    return [{ ...row, value: this.at }];
  }

  // ---- state

  remember() {
    this.states.length += this.at;
    this.at = 0;
    this.states.push(this.world.state());
    if (this.states.length > this.room) this.states.shift();
  }

  seek(index) {
    if (!this.states.length) return;
    this.run = false;
    this.at = clip(Math.round(index), 1 - this.states.length, 0);
    this.world.putState(this.states[this.states.length - 1 + this.at]);
    this.world.forward();
  }

  reset(key = -1) {
    this.world.reset(key);
    this.world.forward();
    this.resync = true;
  }

  useCamera(number) {
    const { camera, world } = this, select = world.get('pert', 'select');
    if (number >= 2) Object.assign(camera, { type: FIXED, fixedcamid: number - 2 });
    else if (number === 1 && select > 0) Object.assign(camera, { type: TRACKING, trackbodyid: select, fixedcamid: -1 });
    else Object.assign(camera, { type: FREE, fixedcamid: -1 });
    this.cameraNew = true;
  }

  // Switches to the next or the previous camera of the model, cyclically.
  switchCamera(by) {
    const { camera, world } = this, n = world.get('model', 'ncam'), at = camera.type === FIXED ? camera.fixedcamid : by > 0 ? -1 : 0;
    if (n) this.useCamera(2 + ((at + by + n) % n));
  }

  // Returns the state as a <key> of MJCF.
  stateText() {
    const { world } = this, text = x => [...x].map(v => +v.toPrecision(12)).join(' ');
    const parts = [['qpos', 'qpos'], ['qvel', 'qvel'], ['act', 'act'], ['ctrl', 'ctrl'], ['mpos', 'mocap_pos'], ['mquat', 'mocap_quat']];
    const lines = parts.filter(([, name]) => world.array('data', name).length).map(([key, name]) => `${key}="${text(world.array('data', name))}"`);
    return `<key time="${+world.get('data', 'time').toPrecision(12)}"\n  ${lines.join('\n  ')}\n/>\n`;
  }

  // ---- time

  // Advances noisy controls by one timestep, an Ornstein-Uhlenbeck process (gelenk/viewer/loop.py).
  advanceNoise() {
    const { world, noiseStd, noiseRate } = this, nu = world.get('model', 'nu');
    if (!(noiseStd > 0) || !nu) return;
    const keep = Math.exp(-world.get('opt', 'timestep') / Math.max(noiseRate, 1e-15)), ctrl = world.array('data', 'ctrl');
    const limited = world.array('model', 'actuator_ctrllimited'), range = world.array('model', 'actuator_ctrlrange');
    for (let i = 0; i < nu; i++) {
      const [low, high] = limited[i] ? [range[2 * i], range[2 * i + 1]] : [-1, 1], middle = limited[i] ? 0.5 * (low + high) : 0;
      const x = keep * ctrl[i] + (1 - keep) * middle + noiseStd * Math.sqrt(1 - keep * keep) * (limited[i] ? 0.5 * (high - low) : 1) * normal();
      ctrl[i] = limited[i] ? clip(x, low, high) : x;
    }
  }

  one() {
    this.advanceNoise();
    this.world.step();
  }

  // Makes the steps that are due; returns whether there were any.
  advance() {
    const { world } = this, start = now(), slowdown = 100 / this.percent, time = world.get('data', 'time');
    const spent = start - this.clockAt, simulated = time - this.timeAt;
    if (this.resync || Math.abs(spent / slowdown - simulated) > MISALIGNED || spent < 0 || simulated < 0) {
      Object.assign(this, { clockAt: start, timeAt: time, resync: false });
      this.one();
      return true;
    }
    let stepped = false;
    for (let at = time; (at - this.timeAt) * slowdown < now() - this.clockAt && now() - start < FRACTION / REFRESH; ) {
      if (!stepped && simulated > 0 && spent > 0) this.measured = (100 * simulated) / spent;
      this.one();
      stepped = true;
      const next = world.get('data', 'time');
      if (next < at) { this.resync = true; break; }
      at = next;
    }
    return stepped;
  }

  get percent() { return this.facts.speeds[this.speed]; }

  advanceTime() {
    if (this.run) {
      if (this.advance()) this.remember();
      return;
    }
    this.resync = true;
    const stepped = Math.min(this.stepped, 100);
    this.stepped = 0;
    for (let k = 0; k < stepped; k++) this.one();
    if (stepped) this.remember();
    else if (this.moved || this.world.get('pert', 'active')) this.world.forward();
  }

  refresh() {
    if (!this.visible) return;
    this.guard(() => { this.pull(); this.advanceTime(); });
    if (this.flying.length < IN_FLIGHT) this.guard(() => this.show());
  }

  // Sends the newest frame if anything has changed.
  show() {
    if (!this.run && !this.moved && this.sentPaused) return;
    this.aim();
    this.scene.update(this.camera);
    const { head, arrays, assets } = this.scene.frame();
    for (const [asset, parts] of assets) this.post(asset, parts);
    this.flying.push((head.number = ++this.number));
    Object.assign(head, { time: this.world.get('data', 'time') }, this.changedHead());
    this.post(head, arrays);
    this.sentPaused = !this.run;
    this.moved = false;
    if (now() - this.valuesAt >= SLOW) { this.valuesAt = now(); this.sendValues(); }
  }

  // Returns the parts of a frame's head that differ from the last one.
  changedHead() {
    const { world, camera } = this, pert = { localpos: [...world.array('pert', 'localpos')] };
    for (const name of ['select', 'flexselect', 'skinselect', 'active', 'active2']) pert[name] = world.get('pert', name);
    const now = { pert, status: { run: this.run, speed: this.percent, measured: +this.measured.toPrecision(2), loading: '', warnings: this.warnings() } };
    if (camera.type === TRACKING) now.lookat = camera.lookat;
    if (camera.type === FIXED) now.view = this.scene.camera();
    if (this.cameraNew) Object.assign(this.shown, { lookat: '', view: '' });
    const head = this.cameraNew ? { camera: { ...camera } } : {};
    this.cameraNew = false;
    for (const [name, value] of Object.entries(now)) {
      const text = JSON.stringify(value);
      if (text !== this.shown[name]) { head[name] = value; this.shown[name] = text; }
    }
    return head;
  }

  warnings() {
    const { world, facts } = this, number = world.array('data', 'warning_number'), info = world.array('data', 'warning_lastinfo');
    return facts.warnings.map((text, i) => number[i] && `${text.replace('{}', info[i])} (${number[i]} times)`).filter(Boolean);
  }
}

// Getters and setters of the panel rows that show no field of a struct.
const BAR = ['simulation/run', 'simulation/history'];
const button = act => ({ put: s => act(s) });
const OWN = {
  'simulation/run': { get: s => s.run, put: (s, on) => { s.run = on; s.resync = true; s.world.set('pert', 'active', 0); } },
  'simulation/step': button(s => { if (!s.run) s.at < 0 ? s.seek(s.at + 1) : s.stepped++; }),
  'simulation/back': button(s => { if (!s.run) s.seek(s.at - 1); }),
  'simulation/history': { get: s => s.at, put: (s, value) => s.seek(value) },
  'simulation/speed': { get: s => s.speed, put: (s, value) => { s.speed = value; s.resync = true; } },
  'simulation/slower': button(s => { s.speed = clip(s.speed + 1, 0, s.facts.speeds.length - 1); s.resync = true; }),
  'simulation/faster': button(s => { s.speed = clip(s.speed - 1, 0, s.facts.speeds.length - 1); s.resync = true; }),
  'simulation/measured': { get: s => `${+s.measured.toPrecision(3)} %` },
  'simulation/noise_std': { get: s => s.noiseStd, put: (s, value) => { s.noiseStd = value; } },
  'simulation/noise_rate': { get: s => s.noiseRate, put: (s, value) => { s.noiseRate = value; } },
  'simulation/reset': button(s => s.reset(s.facts.key)),
  'simulation/align': button(s => { Object.assign(s.camera, s.facts.camera); s.cameraNew = true; }),
  'simulation/copy_state': button(s => s.post({ kind: 'copy', text: s.stateText() }, {})),
  'simulation/key': { get: s => s.key, put: (s, value) => { s.key = value; } },
  'simulation/load_key': button(s => s.reset(s.key)),
  'simulation/save_key': button(s => s.world.saveKey(s.key)),
  'rendering/camera': { get: s => (s.camera.type === FIXED ? 2 + s.camera.fixedcamid : s.camera.type), put: (s, value) => s.useCamera(value) },
  'rendering/free': button(s => s.useCamera(0)),
  'rendering/previous': button(s => s.switchCamera(-1)),
  'rendering/next': button(s => s.switchCamera(1)),
  'rendering/parent': button(s => { const b = s.world.get('pert', 'select'); if (b > 0) s.world.set('pert', 'select', s.world.array('model', 'body_parentid')[b]); }),
  'group/collision': { get: s => s.scene.collision, put: (s, on) => { s.scene.collision = on; } },
  'option/look': { get: s => s.scene.look, put: (s, on) => { s.scene.look = on; } },
  'option/help': { get: s => !!s.help, put: (s, on) => { s.help = on; s.post(on ? s.facts.help : { kind: 'overlay', group: 'help', texts: [], figures: [], images: [] }, {}); } },
  'control/clear': button(s => s.world.array('data', 'ctrl').fill(0)),
};
