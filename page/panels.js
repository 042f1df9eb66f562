// The panels on both sides: sections of rows as Python describes them. The rows of a section are made when it is first
// opened.

import { make, widget } from './widgets.js';

const MOST_WAIT = 50; // interval between messages of a moving slider [ms]
const NARROW = 900; // window width below which panels are initially closed, and open one at a time [pixel]
const SLOW = 300; // interval between updates of rows while the program draws [ms]
const PAIRED = new Set(['check', 'button']);

export class Panels {
  constructor(app, left, right) {
    Object.assign(this, { app, sides: { left, right }, rows: new Map(), shortcuts: new Map(), sections: new Map(), shown: new Map(), waiting: new Map(), late: new Map() });
  }

  build(model) {
    const open = new Map(model.keep_camera ? [...this.sections].map(([name, s]) => [name, s.open]) : []);
    this.rows.clear(); this.sections.clear(); this.shown.clear(); this.late.clear();
    for (const row of model.panel ?? []) this.rows.set(row.id, { ...row });
    this.shortcuts = new Map([...this.rows.values()].filter(r => r.shortcut).map(r => [r.shortcut, r.id]));
    for (const side of Object.values(this.sides)) side.replaceChildren();
    for (const s of model.sections ?? []) this.section(s, open.get(s.name) ?? s.open);
    const narrow = this.isNarrow || this.app.query.get('embed') === '1';
    if (!this.built) for (const side of ['left', 'right']) this.toggle(side, !narrow && model.ui?.[side] !== false);
    this.built = true;
    for (const side of ['left', 'right']) document.body.classList.toggle(`open-${side}`, this.isOpen(side));
    this.enable(this.app.role.role === 'control');
  }

  section({ name, side }, open) {
    const head = make('button', { type: 'button', class: 'head', 'aria-expanded': 'false', text: name });
    const body = make('div', { class: 'body', hidden: true });
    const s = { name, body, head, open: false, made: false };
    head.onclick = () => { this.open(s, !s.open); this.tellOpen(); };
    this.sections.set(name, s);
    this.sides[side]?.append(make('section', { 'data-name': name }, head, body));
    if (open) this.open(s, true);
  }

  open(s, on) {
    if (on && !s.made) this.fill(s);
    s.open = on;
    s.body.hidden = !on;
    s.head.setAttribute('aria-expanded', String(on));
  }

  // Makes the rows of a section; checks and buttons are placed in pairs.
  fill(s) {
    s.made = true;
    let group = '', pair = null, kind = '';
    const out = [];
    for (const row of [...this.rows.values()].filter(r => r.section === s.name)) {
      if ((row.group ?? '') !== group) {
        group = row.group ?? '';
        pair = null;
        if (group) out.push(make('h3', { text: group }));
      }
      const made = this.make(row);
      if (!PAIRED.has(row.kind)) { pair = null; out.push(made.element); continue; }
      if (!pair || kind !== row.kind) out.push((pair = make('div', { class: `grid ${row.kind}s` })));
      kind = row.kind;
      pair.append(made.element);
    }
    s.body.replaceChildren(...out);
  }

  make(row) {
    const made = widget(row, value => this.press(row.id, value));
    this.shown.set(row.id, made);
    return made;
  }

  // Applies changes from Python.
  update(head) {
    for (const row of head.rows ?? []) {
      const old = this.shown.get(row.id);
      this.rows.set(row.id, { ...row });
      if (old) old.element.replaceWith(this.make(row).element);
    }
    for (const [id, value] of Object.entries(head.values ?? {})) this.late.set(id, value);
    // without a graphics card, drawing thirty sliders takes longer than a picture
    if (!this.app.pictures) this.showLate();
    else this.timer ||= setTimeout(() => this.showLate(), SLOW);
    this.app.bar.update(); // the history slider grows without a change of its value
  }

  showLate() {
    clearTimeout(this.timer);
    this.timer = 0;
    for (const [id, value] of this.late) this.show(id, value);
    this.late.clear();
  }

  show(id, value) {
    const row = this.rows.get(id);
    if (!row) return;
    row.value = value;
    this.shown.get(id)?.show(value);
    this.app.bar.update();
  }

  // Sends the new value of a row; sliders are limited to one message per interval.
  press(id, value) {
    const row = this.rows.get(id);
    if (!row) return false;
    if (row.local) return this.app.act.row(id, value), true;
    if (row.file) return this.app.input.choose(), true;
    if (!row.kind.match(/button/)) row.value = value;
    this.late.delete(id);
    this.shown.get(id)?.show(value);
    if (row.kind !== 'slider' && row.kind !== 'color') return this.app.send({ kind: 'set', id, value }), true;
    const waits = this.waiting.has(id);
    this.waiting.set(id, value);
    if (!waits) {
      this.app.send({ kind: 'set', id, value });
      setTimeout(() => {
        const last = this.waiting.get(id);
        this.waiting.delete(id);
        if (last !== value) this.app.send({ kind: 'set', id, value: last });
      }, MOST_WAIT);
    }
    return true;
  }

  // Returns the row with a shortcut such as 'Space'.
  byShortcut(text) {
    return this.rows.get(this.shortcuts.get(text)) ?? null;
  }

  // Returns the row of the history slider.
  get history() {
    return this.rows.get('simulation/history') ?? null;
  }

  // Returns the row whose shortcut matches a key.
  byKey(e) {
    return this.byShortcut(written(e));
  }

  all() {
    return [...this.rows.values()].map(r => ({ ...r }));
  }

  tellOpen() {
    const names = [...this.sections.values()].filter(s => s.open).map(s => s.name);
    this.app.send({ kind: 'open', sections: names });
  }

  get isNarrow() {
    return window.innerWidth < NARROW;
  }

  // Leaves one panel open in a window that has become narrow.
  fit() {
    if (this.isNarrow && this.isOpen('left') && this.isOpen('right')) this.toggle('right', false);
  }

  // Shows or hides a side.
  toggle(side, on) {
    const panel = this.sides[side], now = on ?? panel.classList.contains('closed'), other = side === 'left' ? 'right' : 'left';
    if (now && this.isNarrow && this.isOpen(other)) this.toggle(other, false);
    panel.classList.toggle('closed', !now);
    document.body.classList.toggle(`open-${side}`, this.isOpen(side));
    this.show(`option/${side}_ui`, now);
    if (this.app.overlay) this.app.overlay.stale = true;
    this.app.bar.update();
  }

  isOpen(side) {
    return !this.sides[side].classList.contains('closed') && this.sides[side].children.length > 0;
  }

  // Pages without control see all rows, and can only change the local ones.
  enable(on) {
    document.body.classList.toggle('watching', !on);
  }
}

// Names of keys that differ from the typed character, as in gelenk/viewer/ui_state.py.
const WRITTEN = { ArrowLeft: 'Left', ArrowRight: 'Right', ArrowUp: 'Up', ArrowDown: 'Down', Escape: 'Esc', Equal: '=', Minus: '-', BracketLeft: '[',
  BracketRight: ']', Comma: ',', Period: '.', Slash: '/', Semicolon: ';', Quote: "'", Backquote: '`', Backslash: '\\' };
const MARKS = new Set(Object.values(WRITTEN).filter(x => x.length === 1));

// Returns a key as shortcuts write it; keyboard layouts differ in punctuation, so the typed character counts there.
export function written(e) {
  const mark = MARKS.has(e.key);
  const name = mark ? e.key : WRITTEN[e.code] ?? e.code.replace(/^(Key|Digit)/, '');
  return (e.ctrlKey || e.metaKey ? 'Ctrl+' : '') + (e.altKey ? 'Alt+' : '') + (e.shiftKey && !mark ? 'Shift+' : '') + name;
}
