// Labels of geoms: texts at their positions, not occluded. There are as many elements as visible labels.

import { RND } from './enums.js';

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
