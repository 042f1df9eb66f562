// A model and its data in the memory of WebAssembly: fields by name, calls of stages, growing buffers, resets.
//
// A world file (gelenk/viewer/frozen_memory.py) has the memory of the structs, the places of their pointers, and the
// layout of their fields: a slot of 8 bytes has a number, or the address of an array. Addresses have 4 bytes here, and
// fit since the upper half of a slot is zero.

const SIZES = { float64: 8, int64: 8, uint64: 8, float32: 4, int32: 4, uint32: 4, int8: 1, uint8: 1 };
const VIEWS = { float64: Float64Array, int64: BigInt64Array, uint64: BigUint64Array, float32: Float32Array, int32: Int32Array,
  uint32: Uint32Array, int8: Int8Array, uint8: Uint8Array };
const ALIGN = 64, PAGE = 65536;
const MOST = 1 << 30; // bytes that a page may use
const [DONE, GROW, MISSING, , RESTARTED, BAD_SOLVER, BAD_INTEGRATOR] = [0, 1, 2, 3, 4, 5, 6]; // gelenk/tables/status.py
// required capacity -> capacity (gelenk/runtime/data.py)
const NEED = { need_con: 'nconmax', need_efc: 'nefcmax', need_J: 'nJmax', need_A: 'nAmax', need_H: 'nHmax' };
const DISCRETE = 4; // mjINT_DISCRETE
const STEPS = 1000; // largest number of steps per call

// Returns head and parts of a file: magic, length of the head, head, parts that the head lists as [start, length].
export function readFile(buffer) {
  const bytes = new Uint8Array(buffer);
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== 'GELENKW1') throw new Error('This page has no world that it can read.');
  const length = new DataView(buffer).getUint32(8, true), first = (12 + length + 7) & ~7;
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + length)));
  return { head, part: ([start, n]) => bytes.subarray(first + start, first + start + n) };
}

// Returns the functions that kernels import.
function functions(module, memory) {
  const own = {
    memcpy: (a, b, n) => { new Uint8Array(memory.buffer).copyWithin(a, b, b + n); return a; },
    memset: (a, value, n) => { new Uint8Array(memory.buffer).fill(value, a, a + n); return a; },
    memcmp: (a, b, n) => {
      const x = new Uint8Array(memory.buffer);
      for (let i = 0; i < n; i++) if (x[a + i] !== x[b + i]) return x[a + i] - x[b + i];
      return 0;
    },
    fmod: (x, y) => x % y, fabs: Math.abs, ldexp: (x, n) => x * 2 ** n, exp2: x => 2 ** x, fmin: Math.min, fmax: Math.max,
  };
  own.memmove = own.memcpy;
  const env = { memory };
  for (const { kind, name } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') continue;
    env[name] = own[name] ?? Math[name];
    if (!env[name]) throw new Error(`undefined symbol ${name}: no function of the page defines it`);
  }
  return env;
}

export class World {
  // head, part   of a world file; module   the compiled stages
  constructor(head, part, module) {
    this.head = head;
    this.memory = new WebAssembly.Memory({ initial: 64 });
    this.exports = new WebAssembly.Instance(module, { env: functions(module, this.memory) }).exports;
    this.top = Number(this.exports.__heap_base.value);
    this.views = new Map();
    this.spare = new Map(); // small arrays for arguments, by name
    const place = head.regions.map(({ bytes, align }) => {
      const at = this.allocate(bytes[1] + ALIGN) + align;
      new Uint8Array(this.memory.buffer).set(part(bytes), at);
      return at;
    });
    const at = ([region, offset]) => place[region] + offset;
    for (const [slot, target] of head.pointers) this.data.setBigUint64(at(slot), BigInt(at(target)), true);
    this.base = Object.fromEntries(Object.entries(head.structs).map(([name, { place }]) => [name, at(place)]));
    this.fillTable();
    this.pristine = { block: this.array('data', 'block').slice(), scalars: head.cleared.map(name => this.get('data', name)) };
  }

  get data() {
    if (this.view?.buffer !== this.memory.buffer) { this.view = new DataView(this.memory.buffer); this.views.clear(); }
    return this.view;
  }

  // Fills the table from which kernels call stages by index.
  fillTable() {
    const { exports, head } = this, table = exports.__indirect_function_table;
    this.array('model', 'stage_table').fill(0n);
    let next = table.length;
    table.grow(head.stages.length);
    this.stages = new Map();
    for (const { name, symbol, kinds, index } of head.stages) {
      const entry = exports[symbol];
      if (!entry) throw new Error(`the stages lack ${symbol}`);
      this.stages.set(name, { entry, kinds });
      if (index < 0) continue; // a kernel that no stage calls
      table.set(next, entry);
      this.array('model', 'stage_table')[index] = BigInt(next++);
    }
  }

  // ---- memory

  allocate(size) {
    const at = Math.ceil(this.top / ALIGN) * ALIGN, end = at + size;
    if (end > MOST) throw new Error(`The simulation needs ${Math.ceil(end / 2 ** 20)} MiB; a page may use ${MOST / 2 ** 20}.`);
    const more = end - this.memory.buffer.byteLength;
    if (more > 0) this.memory.grow(Math.ceil(more / PAGE) + Math.min(Math.ceil(end / PAGE / 4), 256));
    this.top = end;
    return at;
  }

  field(struct, name) {
    const layout = this.head.layouts[this.head.structs[struct].layout], found = layout[name];
    if (!found) throw new Error(`${struct} has no field ${name}`);
    return found;
  }

  has(struct, name) { return name in this.head.layouts[this.head.structs[struct].layout]; }

  count(struct, shape) {
    return shape.reduce((n, size) => {
      if (typeof size === 'number') return n * size;
      const [name, factor] = size.split('*');
      return n * this.get(struct, name) * (factor ? +factor : 1);
    }, 1);
  }

  get(struct, name) {
    const [offset, dtype] = this.field(struct, name), at = this.base[struct] + offset;
    return dtype.startsWith('float') ? this.data.getFloat64(at, true) : Number(this.data.getBigInt64(at, true));
  }

  set(struct, name, value) {
    const [offset, dtype] = this.field(struct, name), at = this.base[struct] + offset;
    if (dtype.startsWith('float')) this.data.setFloat64(at, value, true);
    else this.data.setBigInt64(at, BigInt(Math.trunc(value)), true);
  }

  address(struct, name) {
    return this.data.getUint32(this.base[struct] + this.field(struct, name)[0], true);
  }

  // Returns an array as a view, valid until memory grows.
  array(struct, name) {
    const { data } = this, key = `${struct}.${name}`;
    let found = this.views.get(key);
    if (!found) {
      const [, dtype, shape] = this.field(struct, name);
      found = new VIEWS[dtype](data.buffer, this.address(struct, name) || 8, this.count(struct, shape));
      this.views.set(key, found);
    }
    return found;
  }

  // Returns an array for arguments of stages, by name, float64 or int32.
  scratch(name, length, dtype = 'float64') {
    let at = this.spare.get(name);
    if (at === undefined) this.spare.set(name, (at = this.allocate(length * SIZES[dtype])));
    return Object.assign(new VIEWS[dtype](this.data.buffer, at, length), { at });
  }

  // Reallocates all arrays whose shapes have these sizes; with `keep`, contents are copied as far as they fit.
  resize(struct, sizes, keep = true) {
    const layout = this.head.layouts[this.head.structs[struct].layout], moved = [];
    for (const [name, [offset, dtype, shape]] of Object.entries(layout)) {
      if (!shape?.some(s => typeof s === 'string' && s.split('*')[0] in sizes)) continue;
      moved.push({ offset, dtype, shape, from: this.address(struct, name), bytes: this.count(struct, shape) * SIZES[dtype] });
    }
    for (const [name, value] of Object.entries(sizes)) this.set(struct, name, value);
    for (const { offset, dtype, shape, from, bytes } of moved) {
      const size = this.count(struct, shape) * SIZES[dtype], to = this.allocate(size), all = new Uint8Array(this.memory.buffer);
      all.fill(0, to, to + size);
      if (keep) all.copyWithin(to, from, from + Math.min(bytes, size));
      this.data.setBigUint64(this.base[struct] + offset, BigInt(to), true);
    }
    this.views.clear();
  }

  // ---- stages

  // Calls a stage once; `rest` are its arguments beyond the structs, arrays as addresses.
  call(name, ...rest) {
    const { entry, kinds } = this.stages.get(name), own = { m: 'model', d: 'data', s: 'scene' };
    let k = 0;
    return entry(...[...kinds].map(kind => (own[kind] ? BigInt(this.base[own[kind]]) : kind === 'f' ? rest[k++] : BigInt(rest[k++]))));
  }

  // Calls a stage until it is done (gelenk/runtime/pipeline.py).
  perform(name, ...rest) {
    let result;
    do {
      this.set('data', 'status', DONE);
      result = this.call(name, ...rest);
    } while (this.recover() || this.grow());
    return result;
  }

  step(n = 1) {
    while (n > 0) {
      const wanted = Math.min(n, STEPS);
      this.call('step', wanted);
      const done = this.get('data', 'nstep');
      n -= done;
      if (!this.recover() && done < wanted) throw new Error(`The step ended with ${n} steps to go.`);
    }
    this.grow();
    this.set('data', 'restarted', 0);
  }

  forward() { this.perform('forward'); }

  // Handles the status with which a stage stopped; returns whether to call the stage again.
  recover() {
    const status = this.get('data', 'status');
    if (status === DONE) return false;
    if (status === GROW) { this.grow(); return true; }
    if (status === RESTARTED) {
      this.set('data', 'restarted', 1);
      this.restore('history', 'plugin_state', 'plugin_data');
      return true;
    }
    if (status === MISSING) throw new Error(`Stage ${this.get('data', 'need_stage')} is not in this page.`);
    if (status === BAD_SOLVER && this.get('opt', 'integrator') === DISCRETE) {
      throw new Error('mj_fwdConstraint: the integrator discrete supports neither elastic flexes nor the flag sleep while '
        + 'the flag island is disabled');
    }
    if (status === BAD_SOLVER) throw new Error(`mj_fwdConstraint: unknown solver type ${this.get('opt', 'solver')}`);
    if (status === BAD_INTEGRATOR) throw new Error(`mj_step: invalid integrator ${this.get('opt', 'integrator')}`);
    throw new Error(`A stage ended with status ${status}.`);
  }

  // Enlarges the buffers that the last call found too small; returns whether there were any.
  grow() {
    const sizes = {};
    for (const [need, capacity] of Object.entries(NEED)) {
      const wanted = this.get('data', need);
      if (!wanted) continue;
      this.set('data', need, 0);
      if (wanted > this.get('data', capacity)) sizes[capacity] = wanted + 2 * (Math.floor(wanted / 4) + 8);
    }
    if (!Object.keys(sizes).length) return false;
    this.resize('data', sizes);
    return true;
  }

  // ---- state

  // Restores arrays of data to their values after a reset.
  restore(...names) {
    const first = this.address('data', 'block');
    for (const name of names) {
      if (!this.has('data', name)) continue;
      const array = this.array('data', name), bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      const start = this.address('data', name) - first, all = new Uint8Array(this.pristine.block.buffer);
      bytes.set(all.subarray(start, start + bytes.length));
    }
  }

  // Resets data to time 0, and loads a keyframe of the model if its number is not negative.
  reset(key = -1) {
    this.array('data', 'block').set(this.pristine.block);
    this.head.cleared.forEach((name, i) => this.set('data', name, this.pristine.scalars[i]));
    if (key < 0 || key >= this.get('model', 'nkey')) return;
    this.set('data', 'time', this.array('model', 'key_time')[key]);
    for (const [name, of] of [['qpos', 'qpos'], ['qvel', 'qvel'], ['act', 'act'], ['ctrl', 'ctrl'], ['mpos', 'mocap_pos'], ['mquat', 'mocap_quat']]) {
      const target = this.array('data', of), rows = this.array('model', `key_${name}`), n = target.length;
      target.set(rows.subarray(n * key, n * key + n));
    }
  }

  // Stores the state in a keyframe of the model.
  saveKey(key) {
    if (key < 0 || key >= this.get('model', 'nkey')) return;
    this.array('model', 'key_time')[key] = this.get('data', 'time');
    for (const [name, of] of [['qpos', 'qpos'], ['qvel', 'qvel'], ['act', 'act'], ['ctrl', 'ctrl'], ['mpos', 'mocap_pos'], ['mquat', 'mocap_quat']]) {
      const source = this.array('data', of);
      this.array('model', `key_${name}`).set(source, source.length * key);
    }
  }

  // Returns the state from which a simulation can go on (mjSTATE_INTEGRATION).
  state() {
    const { size, fields } = this.head.state, out = new Float64Array(size);
    for (const [name, start] of fields) name === 'time' ? (out[start] = this.get('data', 'time')) : out.set(this.array('data', name), start);
    return out;
  }

  putState(values) {
    for (const [name, start, n] of this.head.state.fields) {
      if (name === 'time') this.set('data', 'time', values[start]);
      else this.array('data', name).set(values.subarray(start, start + n));
    }
  }
}
