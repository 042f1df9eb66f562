// Labels of geoms: texts at their positions, whatever is before them. As many elements as there are labels to see.

import { RND } from './enums.js';

export class Labels {
  constructor(app, box) {
    Object.assign(this, { app, box, pool: [] });
  }

  // The labels that are in the picture, with their places.
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

  // The same into a picture that is saved, in CSS pixels.
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
