// A recorded run in place of a program: timed messages from the file of the page. The recorded camera is used until the
// user moves it; Esc switches between the recorded and the free camera.

import { unpack } from './wire.js';

const MAGIC = 'GELENKR1';
const SPEEDS = [1, 2, 4, 0.1, 0.25, 0.5];

// Returns the element with a recording, or null.
export function recording() {
  return document.getElementById('gelenk-recording');
}

async function decode(element) {
  const text = element.textContent.trim(), bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

export class Replay {
  constructor(app, element) {
    Object.assign(this, { app, element, replay: true, playing: true, records: [], at: 0, shown: -1, clock: 0, speed: 1, open: true, next: 0,
      recorded: {}, own: false });
  }

  async run() {
    const whole = await decode(this.element), view = new DataView(whole);
    if (new TextDecoder().decode(new Uint8Array(whole, 0, 8)) !== MAGIC) return this.app.bar.tell('This recording cannot be read.', 'wire');
    for (let at = 8; at + 12 <= whole.byteLength; ) {
      const time = view.getFloat64(at, true), n = view.getUint32(at + 8, true);
      const n2 = view.getUint32(at + 12, true), head = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, at + 16, n2)));
      this.records.push({ time, from: at + 12, to: at + 12 + n, kind: head.kind, full: !!head.full });
      at += 12 + n;
    }
    this.whole = whole;
    this.length = this.records.at(-1)?.time ?? 0;
    const { app } = this, bar = app.bar;
    app.connected = true;
    app.camera.upright = true;
    app.role = { role: 'control', clients: 1 };
    document.body.classList.add('replay');
    bar.run.addEventListener('click', () => this.play(!this.playing));
    bar.speed.title = 'Speed; a click changes it';
    bar.speed.addEventListener('click', () => { this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]; bar.update(); });
    Object.assign(bar.scrub, { min: 0, max: this.length, step: 0.01, value: 0, oninput: () => this.jump(+bar.scrub.value) });
    addEventListener('keydown', e => {
      if (e.code === 'Space') { e.preventDefault(); this.play(!this.playing); }
      if (e.code === 'Escape') this.leave();
    });
    this.tick(performance.now());
  }

  play(on) {
    this.playing = on;
    if (on && this.clock >= this.length) this.jump(0);
    this.app.bar.update();
  }

  // Returns whether to apply the camera of a head; the last recorded camera is stored in any case.
  sees(head) {
    for (const k of ['camera', 'lookat', 'view']) if (head[k]) this.recorded[k] = head[k];
    return !this.own;
  }

  // Notes that the user has moved the camera.
  moved() {
    this.own = true;
  }

  // Switches between the recorded and the free camera.
  leave() {
    const { camera, model } = this.app;
    this.own = !this.own;
    if (this.own) camera.reset(model.stat, model.vis);
    else camera.follow(this.recorded);
    this.app.dirty = true;
  }

  hear(k) {
    const r = this.records[k];
    if (r.kind === 'model') this.shown = k;
    this.app.hear(...unpack(this.whole.slice(r.from, r.to)));
  }

  // Seeks to a time, from the last full frame before it.
  jump(time) {
    let from = 0, model = -1, begin = this.shown;
    this.records.forEach((r, k) => {
      if (r.kind === 'model') model = k;
      if (r.time <= time && r.full) { from = k; begin = model; }
    });
    if (begin !== this.shown) {
      this.at = Math.max(0, begin);
      while (this.at < from) this.skip(this.at++);
    } else if (time < this.clock || this.records[from].time > this.clock) {
      if (time < this.clock) this.at = from;
      else { while (this.at < from) this.skip(this.at++); }
    }
    this.clock = time;
    this.advance();
  }

  // Applies a record that a jump passes over, unless it is a frame.
  skip(k) {
    if (this.records[k].kind !== 'frame') this.hear(k);
  }

  advance() {
    while (this.at < this.records.length && this.records[this.at].time <= this.clock) this.hear(this.at++);
  }

  tick(now) {
    const past = (now - (this.then ?? now)) / 1000;
    this.then = now;
    if (this.playing) {
      this.clock = Math.min(this.clock + past * this.speed, this.length);
      this.advance();
      if (this.clock >= this.length) this.play(false);
      const { scrub } = this.app.bar;
      if (!scrub.matches(':active')) { scrub.value = this.clock; this.app.bar.showScrub(this.clock); }
    }
    requestAnimationFrame(t => this.tick(t));
  }

  send() {} // a recording has no receiver

  sendFiles() { return false; }
  stop() { this.playing = false; }
}
