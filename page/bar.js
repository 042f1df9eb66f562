// The bar below the picture: run and pause, steps, time, speed, history; and banners for errors and warnings.

import { make } from './widgets.js';

const ICONS = {
  play: 'M4 2.5v11l9-5.5z', pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z', forward: 'M3 2.5v11l7-5.5zM11 2.5h2v11h-2z', back: 'M13 2.5v11L6 8zM3 2.5h2v11H3z',
  reset: 'M8 3a5 5 0 1 1-4.6 3.1l1.5.6A3.4 3.4 0 1 0 8 4.6V7L4.2 3.8 8 .8z', left: 'M2 2.5h12v11H2zM3.4 3.9v8.2H6V3.9z', right: 'M2 2.5h12v11H2zM10 3.9v8.2h2.6V3.9z',
  hand: 'M5 8V3.4a1 1 0 0 1 2 0V7h.4V2.2a1 1 0 0 1 2 0V7h.4V3a1 1 0 0 1 2 0v6.2c0 3-1.6 5.3-4.4 5.3-2 0-3-1-4.2-3.6L2 8.6c-.3-.8.7-1.6 1.5-.9z',
};

function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), path = document.createElementNS(svg.namespaceURI, 'path');
  svg.setAttribute('viewBox', '0 0 16 16');
  path.setAttribute('d', ICONS[name]);
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}

const press = (name, title, onclick) => make('button', { type: 'button', class: `tool ${name}`, title, 'aria-label': title, onclick }, icon(name));

export class Bar {
  constructor(app, bar, banners) {
    Object.assign(this, { app, bar, banners, said: new Map(), pull: false });
    const row = (text, value) => () => { const r = app.panels.byShortcut(text); if (r) app.panels.press(r.id, value ?? !r.value); };
    this.run = press('play', 'Run or pause (Space)', row('Space'));
    this.back = press('back', 'Step back (Left)', row('Left', true));
    this.forward = press('forward', 'Single step (Right)', row('Right', true));
    this.reset = press('reset', 'Reset (Backspace)', row('Backspace', true));
    this.grip = press('hand', 'A finger pulls the selected body', () => { this.pull = !this.pull; this.update(); });
    this.time = make('output', { class: 'time', title: 'Time of the simulation' });
    this.speed = make('output', { class: 'speed', title: 'Speed, in percent of real time' });
    this.scrub = make('input', { type: 'range', class: 'scrub', min: -1, max: 0, step: 1, value: 0, title: 'History', 'aria-label': 'History' });
    this.scrub.oninput = () => { app.send({ kind: 'scrub', index: +this.scrub.value }); this.showScrub(+this.scrub.value); };
    this.body = make('output', { class: 'body', title: 'Selected body' });
    this.role = make('button', { type: 'button', class: 'role', onclick: () => this.changeRole() });
    this.leftSide = press('left', 'Left panel (Tab)', () => app.panels.toggle('left'));
    this.rightSide = press('right', 'Right panel (Shift+Tab)', () => app.panels.toggle('right'));
    bar.append(this.leftSide, this.reset, this.back, this.run, this.forward, this.time, this.speed, this.scrub, this.body, this.grip, this.role, this.rightSide);
    this.icon = '';
  }

  build() {
    this.update();
  }

  showScrub(value) {
    this.scrub.style.setProperty('--part', (value - this.scrub.min) / Math.max(1e-9, this.scrub.max - this.scrub.min));
  }

  update() {
    const { app } = this, { status, panels } = app;
    const runs = app.wire?.replay ? app.wire.playing : panels.byShortcut('Space')?.value ?? status.run;
    const name = runs ? 'pause' : 'play';
    if (this.icon !== name) { this.icon = name; this.run.replaceChildren(icon(name)); this.run.classList.toggle('on', !runs); }
    const replay = !!app.wire?.replay;
    for (const [tool, text] of [[this.run, 'Space'], [this.back, 'Left'], [this.forward, 'Right'], [this.reset, 'Backspace']]) tool.hidden = !replay && !panels.byShortcut(text);
    if (replay) for (const tool of [this.back, this.forward, this.reset]) tool.hidden = true;
    const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
    put(this.time, app.model ? `${app.time.toFixed(app.time < 1000 ? 3 : 1)} s` : '');
    const slow = status.measured !== undefined && status.run && Math.abs(status.measured - status.speed) > 0.1 * status.speed;
    put(this.speed, replay ? `${app.wire.speed} ×` : status.speed === undefined || app.model?.passive ? '' : `${+status.speed.toPrecision(3)} %${slow ? ` (${Math.round(status.measured)} %)` : ''}`);
    this.speed.classList.toggle('slow', !!slow);
    const { history } = panels;
    this.scrub.hidden = !replay && !history;
    if (history && !this.scrub.matches(':active')) {
      this.scrub.min = history.min; this.scrub.max = history.max ?? 0;
      this.scrub.value = history.value;
      this.showScrub(history.value);
    }
    const body = app.pert.select > 0 ? app.model?.bodies?.[app.pert.select] || `body ${app.pert.select}` : '';
    put(this.body, body);
    this.grip.hidden = !body || !matchMedia('(pointer: coarse)').matches;
    this.grip.classList.toggle('on', this.pull);
    this.leftSide.classList.toggle('on', panels.isOpen('left'));
    this.rightSide.classList.toggle('on', panels.isOpen('right'));
    this.leftSide.hidden = this.rightSide.hidden = !panels.sections.size;
    this.updateRole(put);
  }

  updateRole(put) {
    const { role } = this.app, asks = role.asks ?? [];
    this.role.hidden = replayOrAlone(this.app, role);
    put(this.role, role.role === 'watch' ? (this.asked ? 'Asked for control' : 'Watching: ask for control') : asks.length ? `Give control to viewer ${asks[0]}` : `${role.clients} viewers`);
  }

  changeRole() {
    const { role } = this.app;
    if (role.role === 'watch') { this.asked = true; this.app.send({ kind: 'role', want: 'control' }); }
    else if (role.asks?.length) this.app.send({ kind: 'role', give: role.asks[0] });
    this.update();
  }

  // Shows warnings of the simulation with their counts. A closed banner reappears with the next kind of warning.
  warn(list) {
    const kinds = list.map(text => text.replace(/ \(\d+ times\)$/, '')).join('|');
    if (!list.length || kinds !== this.warned || this.said.has('warning')) this.tell(list.join('\n'), 'warning');
    this.warned = kinds;
  }

  // Shows a banner by topic; '' removes it. With `seconds`, it disappears by itself; `action` is the text of a button, and what it does.
  tell(text, about, seconds = 0, action = null) {
    const old = this.said.get(about);
    clearTimeout(old?.timer);
    if (!text) { old?.element.remove(); this.said.delete(about); return; }
    const element = old?.element ?? this.banners.appendChild(make('div', { class: `banner ${about}` }));
    const more = action && make('button', { type: 'button', class: 'act', text: action[0], onclick: action[1] });
    element.replaceChildren(make('span', { text }), ...(more ? [more] : []), make('button', { type: 'button', title: 'Close', 'aria-label': 'Close', text: '×', onclick: () => this.tell('', about) }));
    this.said.set(about, { element, timer: seconds ? setTimeout(() => this.tell('', about), 1000 * seconds) : 0 });
  }
}

const replayOrAlone = (app, role) => !!app.wire?.replay || !role.role || (role.role === 'control' && role.clients < 2);
