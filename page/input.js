// Mouse, touch and keys, as in simulate: left rotates, right moves, wheel and middle zoom, double click selects (right:
// looks at the point; Ctrl and right: tracks), Ctrl perturbs the selected body: right moves it, left rotates it.

import { MOUSE } from './enums.js';

const WHEEL = 0.05 / 100; // fractions of the window height per unit of the wheel; ten lines per notch
const TWICE = 350, NEAR = 6; // largest time [ms] and distance [pixel] between the clicks of a double click
const BITS = [1, 4, 2]; // bits of buttons in PointerEvent.buttons
const LONG = 500; // duration after which a touch selects [ms]
const OWN_KEYS = new Set(['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'Tab', 'Space', 'Backspace', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown',
  'PageUp', 'PageDown', 'Home', 'End', 'Quote', 'Slash']);

export class Input {
  constructor(app, files) {
    this.app = app;
    this.canvas = app.canvas;
    this.points = new Map(); // pointers that are down
    this.last = null; // last click: {time, x, y, button}
    this.chosen = null; // time of the last double click
    this.pulling = false;
    this.drag = null;
    const on = (target, type, f, how) => target.addEventListener(type, f.bind(this), how);
    for (const target of [this.canvas, app.frames.canvas]) {
      on(target, 'pointerdown', this.down);
      on(target, 'pointermove', this.moved);
      on(target, 'pointerup', this.up);
      on(target, 'pointercancel', this.up);
      on(target, 'dblclick', this.twice);
      on(target, 'wheel', this.wheel, { passive: false });
      on(target, 'contextmenu', e => e.preventDefault());
      on(target, 'auxclick', e => e.preventDefault());
    }
    on(window, 'keydown', e => this.key(e, true));
    on(window, 'keyup', e => this.key(e, false));
    on(window, 'blur', this.letGo);
    on(window, 'dragover', e => e.preventDefault());
    on(window, 'drop', this.drop);
    this.files = files;
    on(files, 'change', () => this.give([...files.files]));
  }

  get height() { return this.app.height; }

  // ---- pointers

  down(e) {
    const { canvas, app } = this;
    document.activeElement?.blur?.();
    canvas.focus({ preventScroll: true });
    try { e.target.setPointerCapture(e.pointerId); } catch { /* a pointer made by a script */ }
    this.points.set(e.pointerId, { x: e.clientX, y: e.clientY, touch: e.pointerType === 'touch' });
    if (e.pointerType === 'touch') return this.touchDown(e);
    const near = this.last && e.timeStamp - this.last.time < TWICE && e.button === this.last.button && Math.hypot(e.clientX - this.last.x, e.clientY - this.last.y) < NEAR;
    if (near) {
      this.last = null;
      const right = e.button === 2;
      this.chosen = e.timeStamp;
      if (e.button === 0 || right) this.select(e, right ? (e.ctrlKey || e.metaKey ? 'track' : 'center') : 'select');
      return;
    }
    this.chosen = null;
    this.last = { time: e.timeStamp, x: e.clientX, y: e.clientY, button: e.button };
    this.begin(e.ctrlKey || e.metaKey, e.button, e.shiftKey);
    if (app.input.pulling) e.preventDefault();
  }

  // Double clicks of the left button as the system detects them, however slow, unless already handled.
  twice(e) {
    if (this.chosen === null && e.button === 0) this.select(e, 'select');
  }

  // Begins a drag with this button, and chooses its action.
  begin(control, button, shift) {
    const move = button === 2, action = button === 1 ? MOUSE.ZOOM : move ? (shift ? MOUSE.MOVE_H : MOUSE.MOVE_V) : shift ? MOUSE.ROTATE_H : MOUSE.ROTATE_V;
    this.drag = { button, action };
    if (!control || !(this.app.pert.select > 0) || button === 1) return;
    this.pulling = true;
    this.app.send({ kind: 'grab', mode: move ? 'translate' : 'rotate' });
  }

  moved(e) {
    const p = this.points.get(e.pointerId);
    if (!p) return;
    // a button that changes while another one is down arrives as a move
    if (this.drag && e.button === this.drag.button && !(e.buttons & BITS[e.button])) {
      this.drag = null;
      return this.letGo();
    }
    const dx = (e.clientX - p.x) / this.height, dy = (e.clientY - p.y) / this.height;
    if (dx === 0 && dy === 0) return;
    if (p.touch) return this.touchMoved(e, p, dx, dy);
    Object.assign(p, { x: e.clientX, y: e.clientY });
    if (!this.drag) return;
    const { button } = this.drag, shift = e.shiftKey;
    const action = button === 1 ? MOUSE.ZOOM : button === 2 ? (shift ? MOUSE.MOVE_H : MOUSE.MOVE_V) : shift ? MOUSE.ROTATE_H : MOUSE.ROTATE_V;
    if (this.pulling) return this.app.send({ kind: 'drag', action, dx, dy });
    this.move(action, dx, dy);
  }

  move(action, dx, dy) {
    const { camera } = this.app;
    if (!camera.isOwn) return; // fixed cameras do not move
    camera.move(action, dx, dy);
    this.app.cameraMoved();
  }

  up(e) {
    clearTimeout(this.holding);
    this.points.delete(e.pointerId);
    this.drag = null;
    if (this.pulling) this.letGo();
  }

  letGo() {
    if (!this.pulling) return;
    this.pulling = false;
    this.app.send({ kind: 'release' });
  }

  wheel(e) {
    e.preventDefault();
    const lines = e.deltaMode === 1 ? 33 * e.deltaY : e.deltaMode === 2 ? 400 * e.deltaY : e.deltaY;
    this.move(MOUSE.ZOOM, 0, -WHEEL * lines * (this.app.invertWheel ? -1 : 1));
  }

  // Asks Python which body is at the pointer, in the scene that is shown.
  select(e, action) {
    const { app } = this, box = this.canvas.getBoundingClientRect();
    const area = box.width ? box : app.frames.canvas.getBoundingClientRect();
    if (app.cameraToTell) { app.cameraToTell = false; app.send({ kind: 'camera', ...app.camera.said }); }
    app.send({ kind: 'select', x: (e.clientX - area.left) / area.width, y: 1 - (e.clientY - area.top) / area.height, aspect: area.width / area.height, action });
  }

  // ---- touch: one finger rotates, two move and zoom, a long press selects; with «pull» in the bar one finger perturbs

  touchDown(e) {
    clearTimeout(this.holding);
    if (this.points.size === 1) {
      this.drag = { button: 0 };
      this.start = { x: e.clientX, y: e.clientY };
      if (this.app.bar.pull && this.app.pert.select > 0) {
        this.pulling = true;
        this.app.send({ kind: 'grab', mode: 'translate' });
      } else this.holding = setTimeout(() => this.select(e, 'select'), LONG);
    } else if (this.pulling) this.letGo();
  }

  touchMoved(e, p, dx, dy) {
    if (Math.hypot(e.clientX - this.start.x, e.clientY - this.start.y) > NEAR) clearTimeout(this.holding);
    const others = [...this.points.entries()].filter(([id]) => id !== e.pointerId).map(([, q]) => q);
    if (others.length === 0) {
      if (this.pulling) this.app.send({ kind: 'drag', action: MOUSE.MOVE_V, dx, dy });
      else this.move(MOUSE.ROTATE_V, dx, dy);
    } else {
      const q = others[0], before = Math.hypot(p.x - q.x, p.y - q.y), after = Math.hypot(e.clientX - q.x, e.clientY - q.y);
      this.move(MOUSE.ZOOM, 0, (after - before) / this.height / 2);
      this.move(MOUSE.MOVE_V, dx / 2, dy / 2);
    }
    Object.assign(p, { x: e.clientX, y: e.clientY });
  }

  // ---- keys

  key(e, down) {
    const { app } = this;
    const typing = e.target.matches?.('input:not([type=checkbox]):not([type=range]), textarea, select');
    if (typing) {
      if (down && e.key === 'Escape') e.target.blur();
      return;
    }
    if (down && app.model?.shortcuts !== false && app.act.key(e)) return e.preventDefault();
    const control = e.ctrlKey || e.metaKey;
    // copies the selected text of the page
    if (control && e.code === 'KeyC' && String(getSelection())) return;
    const listed = app.panels.byKey(e);
    if (control && !listed) return;
    if (listed || OWN_KEYS.has(e.code)) e.preventDefault();
    const mods = (e.shiftKey ? 1 : 0) | (e.ctrlKey ? 2 : 0) | (e.altKey ? 4 : 0) | (e.metaKey ? 8 : 0);
    app.send({ kind: 'key', code: e.code, key: e.key, mods, down, repeat: e.repeat });
  }

  // ---- files

  choose() {
    this.files.value = '';
    this.files.click();
  }

  async drop(e) {
    e.preventDefault();
    const entries = [...(e.dataTransfer?.items ?? [])].map(i => i.webkitGetAsEntry?.()).filter(Boolean);
    const files = entries.length ? (await Promise.all(entries.map(walk))).flat() : [...(e.dataTransfer?.files ?? [])];
    this.give(files);
  }

  async give(files) {
    if (!files.length) return;
    if (this.app.model?.passive) return this.app.bar.tell('The program that runs here takes no files.', 'file', 4);
    this.app.bar.tell(`Sending ${files.length === 1 ? files[0].name : `${files.length} files`} …`, 'file', 4);
    if (!(await this.app.wire.sendFiles(files))) this.app.bar.tell('The files could not be sent: the connection is lost, or they are too large for it.', 'file', 6);
  }
}

// Returns all files of a dropped folder, with their paths in the folder.
function walk(entry, path = '') {
  if (entry.isFile) return new Promise((done, fail) => entry.file(f => { Object.defineProperty(f, 'path', { value: path + f.name }); done([f]); }, fail));
  const reader = entry.createReader(), found = [];
  return new Promise((done, fail) => {
    const more = () => reader.readEntries(async batch => {
      if (!batch.length) return done((await Promise.all(found.map(x => walk(x, `${path}${entry.name}/`)))).flat());
      found.push(...batch);
      more();
    }, fail);
    more();
  });
}

