// The overlay: texts at grid positions, figures and images over the picture, and labels of geoms.

import { RND } from './enums.js';
import { drawFigure } from './figure.js';
import { make } from './widgets.js';

const PLACES = ['topleft', 'topright', 'bottomleft', 'bottomright', 'top', 'bottom', 'left', 'right']; // mjtGridPos
const BIG = 2; // mjFONT_BIG
const LETTER = 11; // font height [pixel]
const BELOW = 52; // height of the bar with its margin [pixel]

export class Overlay {
  constructor(app, canvas, texts) {
    Object.assign(this, { app, canvas, texts, groups: new Map(), boxes: new Map(), stale: true });
    this.context = canvas.getContext('2d');
    for (const place of PLACES) this.boxes.set(place, texts.appendChild(make('div', { class: `place ${place}` })));
  }

  clear() {
    this.groups.clear();
    this.write();
  }

  put(head, a) {
    const data = name => a[name] && Object.assign(a[name].slice(), { shape: a[name].shape });
    const figures = (head.figures ?? []).map(f => ({ ...f, lines: f.lines.map(l => ({ ...l, points: data(l.data) })) }));
    const images = (head.images ?? []).map(i => ({ ...i, bitmap: picture(data(i.data)) }));
    this.groups.set(head.group, { texts: head.texts ?? [], figures, images });
    this.write();
  }

  // Shows texts as elements in two columns, the left one dimmer.
  write() {
    const all = new Map(PLACES.map(p => [p, []]));
    for (const [group, g] of this.groups) {
      for (const t of g.texts) {
        const key = `${group}/${t.font}/${t.left}/${t.right}`;
        all.get(PLACES[t.grid] ?? 'topleft').push([key, t, group]);
      }
    }
    for (const [place, list] of all) {
      const box = this.boxes.get(place), key = list.map(x => x[0]).join('|');
      if (box.dataset.key === key) continue;
      box.dataset.key = key;
      box.replaceChildren(...list.map(([, t, group]) => {
        if (group === 'help') return helpTable(t);
        const both = t.left && t.right, column = (text, kind) => (text ? make('pre', { class: kind, text }) : null);
        return make('div', { class: `text ${group}${t.font === BIG ? ' big' : ''}` }, column(t.left, both ? 'dim' : ''), column(t.right, ''));
      }));
    }
    this.stale = true;
  }

  // Draws the optional frame of a scene around the picture.
  frame({ framewidth, framergb }) {
    if (framewidth === undefined) return;
    const color = (framergb ?? [0, 0, 0]).map(x => Math.round(255 * x));
    this.stale = true;
    this.canvas.style.boxShadow = framewidth > 0 ? `inset 0 0 0 ${framewidth}px rgb(${color})` : '';
  }

  resize(width, height, ratio) {
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    this.stale = true;
  }

  draw() {
    if (!this.stale) return;
    this.stale = false;
    const { canvas, context: c, app } = this;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, canvas.width, canvas.height);
    c.setTransform(app.ratio, 0, 0, app.ratio, 0, 0);
    canvas.hidden = !canvas.style.boxShadow && ![...this.groups.values()].some(g => g.images.length || g.figures.length); // an empty layer costs time
    for (const [group, g] of this.groups) {
      // built-in plots avoid the panels; those of users are placed as given
      const area = group === 'profiler' || group === 'sensors' ? this.free() : [0, 0, app.width, app.height];
      for (const image of g.images) c.drawImage(image.bitmap, ...place(image, area));
      const own = group === 'profiler' || group === 'sensors'; // legends beside the curves
      for (const figure of g.figures) drawFigure(c, figure, place(figure, area), LETTER * (app.scale ?? 1), own);
    }
  }

  // Returns the part of the picture that panels and bar leave free: left, top, width, height.
  free() {
    const { app } = this, side = name => (app.panels.isOpen(name) ? document.getElementById(name).offsetWidth : 0);
    const left = side('left'), right = side('right');
    return app.width - left - right > 200 ? [left, 0, app.width - left - right, app.height - BELOW] : [0, 0, app.width, app.height - BELOW];
  }
}

// Returns the help in as many columns as the window needs.
function helpTable({ left, right }) {
  const keys = right.split('\n');
  const rows = left.split('\n').map((text, k) => make('div', {}, make('span', { text }), make('kbd', { text: keys[k] ?? '' })));
  return make('div', { class: 'text help' }, make('div', { class: 'columns' }, ...rows));
}

// Converts a viewport rectangle, measured from below, to left, top, width, height within an area of the page.
function place({ rect: [left, bottom, width, height], of: [w, h] }, [x0, y0, dx, dy]) {
  const x = dx / w, y = dy / h;
  return [x0 + left * x, y0 + (h - bottom - height) * y, width * x, height * y];
}

// Returns an RGB image as a canvas.
function picture(data) {
  const [height, width] = data.shape, canvas = make('canvas', { width, height }), c = canvas.getContext('2d');
  const image = c.createImageData(width, height);
  for (let i = 0, k = 0; i < data.length; i += 3, k += 4) {
    image.data[k] = data[i]; image.data[k + 1] = data[i + 1]; image.data[k + 2] = data[i + 2]; image.data[k + 3] = 255;
  }
  c.putImageData(image, 0, 0);
  return canvas;
}

// Labels of geoms: texts at their positions, not occluded. There are as many elements as visible labels.
export class Labels {
  constructor(app, box) {
    Object.assign(this, { app, box, pool: [] });
  }

  // Returns the visible labels with their positions.
  seen() {
    const { drawing, rows, camera, width, height } = this.app, found = [];
    if (!drawing || drawing.room.flags[RND.SEGMENT]) return found;
    for (const [row, text] of rows.labels) {
      const at = drawing.project(rows.position(row), camera);
      if (at && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height) found.push([text, at.x, at.y]);
    }
    return found;
  }

  draw() {
    const { pool, box } = this, seen = this.seen();
    seen.forEach(([text, x, y], k) => {
      if (k === pool.length) pool.push(box.appendChild(document.createElement('span')));
      const span = pool[k];
      if (span.textContent !== text) span.textContent = text;
      if (span.hidden) span.hidden = false;
      span.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translateY(-100%)`;
    });
    for (let k = seen.length; k < pool.length && !pool[k].hidden; k++) pool[k].hidden = true;
  }

  // Draws the labels into a picture that is saved [CSS pixel].
  write(c) {
    const font = this.pool[0] && getComputedStyle(this.pool[0]);
    if (!font) return;
    Object.assign(c, { font: font.font, textBaseline: 'bottom', strokeStyle: '#000', fillStyle: '#fff', lineWidth: 3, lineJoin: 'round' });
    for (const [text, x, y] of this.seen()) {
      c.strokeText(text, x, y);
      c.fillText(text, x, y);
    }
  }
}
