// Draws an MjvFigure on a canvas: pane, grid, lines or bars, axis labels, legend, title, selection. The layout is in
// units of the font height, as in gelenk/render/figure.py.

const rgb = (c, a = 1) => `rgba(${c.slice(0, 3).map(x => Math.round(255 * x)).join(',')},${a})`;
const NARROW = 1e-5;

// Returns the finite points of a line, as pairs.
function pointsOf(data) {
  const out = [];
  for (let k = 0; k + 1 < data.length; k += 2) if (Number.isFinite(data[k]) && Number.isFinite(data[k + 1])) out.push([data[k], data[k + 1]]);
  return out;
}

// Returns the range of an axis: given, of the data if none is given, or the union if it may extend.
function ends(fig, axis, lines) {
  let [low, high] = fig.range[axis];
  const values = lines.flatMap(p => p.map(x => x[axis]));
  const least = values.reduce((a, b) => Math.min(a, b), Infinity), most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  if (values.length && low >= high) [low, high] = [least, most];
  else if (values.length && fig.flg_extend) [low, high] = [Math.min(low, least), Math.max(high, most)];
  if (high - low < NARROW) {
    const middle = 0.5 * (low + high), half = Math.max(0.5 * NARROW, Math.abs(middle) * 2.4e-7);
    [low, high] = [middle - half, middle + half];
  }
  return [low, high];
}

function rounded([low, high]) {
  const step = 10 ** Math.floor(Math.log10(high - low) + 1e-6);
  return [Math.floor(low / step + 1e-6) * step, Math.ceil(high / step - 1e-6) * step];
}

// Formats a number by a C format such as %.2f, without trailing zeros.
export function format(text, x) {
  const found = /%([-+ #0]*)(\d*)(?:\.(\d*))?([eEfFgG])/.exec(text);
  if (!found) return String(x);
  const [whole, flags, width, digits, kind] = found, n = Math.min(digits === undefined ? 6 : +digits, 20);
  let out;
  if (/f/i.test(kind)) out = x.toFixed(n);
  else if (/e/i.test(kind)) out = x.toExponential(n);
  else {
    const p = Math.max(n, 1), e = x === 0 ? 0 : Number(x.toExponential(p - 1).split('e')[1]);
    out = e < -4 || e >= p ? x.toExponential(p - 1).replace(/\.?0+e/, 'e') : x.toFixed(p - 1 - e);
  }
  out = out.replace(/e([+-])(\d)$/, 'e$10$2');
  if (out.includes('.') && !out.includes('e')) out = out.replace(/\.?0+$/, '');
  if (flags.includes('+') && x >= 0) out = '+' + out;
  return text.replace(whole, out.padStart(+width || 0)).trim();
}

// Draws a figure into a box of a 2D context, given from the upper left corner. With `apart`, the legend is above the pane.
export function drawFigure(c, fig, [left, top, width, height], letter, apart = false) {
  c.save();
  c.beginPath();
  c.rect(left, top, width, height);
  c.clip();
  c.font = `${letter}px system-ui, sans-serif`;
  c.textBaseline = 'alphabetic';
  c.fillStyle = rgb(fig.figurergba, fig.figurergba[3]);
  c.fillRect(left, top, width, height);
  const h = 1.35 * letter, lines = fig.lines.map(l => pointsOf(l.points ?? []));
  const x = ends(fig, 0, lines), y = rounded(ends(fig, 1, lines));
  if (fig.flg_symmetric) { const most = Math.max(Math.abs(y[0]), Math.abs(y[1])); y[0] = -most; y[1] = most; }
  const count = fig.gridsize.map(n => (n > 1 ? Math.min(n, 1000) : 0));
  const labels = (n, [low, high], text) => Array.from({ length: n }, (_, k) => format(text, low + ((high - low) * k) / (n - 1)));
  const xs = labels(count[0], x, fig.xformat), ys = labels(count[1], y, fig.yformat), wide = t => c.measureText(t).width;
  const pane = { left: left + h / 2, right: left + width - h / 2, top: top + h / 2, bottom: top + height - h / 2 };
  if (fig.flg_ticklabel[0] && xs.length) pane.bottom -= 1.2 * h;
  if (fig.xlabel) pane.bottom -= 1.1 * h;
  if (fig.flg_ticklabel[1] && ys.length) pane.left += h / 2 + Math.max(wide(fig.minwidth), ...ys.map(wide));
  if (fig.title && fig.subplot === 0) pane.top += 1.3 * h;
  if (apart && fig.flg_legend) pane.top += legendAbove(c, fig, lines, left + h / 2, pane.top, width - h, h, wide);
  const w = pane.right - pane.left, t = pane.bottom - pane.top;
  if (w > 2 && t > 2) {
    const at = ([a, b]) => [pane.left + ((a - x[0]) / (x[1] - x[0])) * w, pane.bottom - ((b - y[0]) / (y[1] - y[0])) * t];
    c.fillStyle = rgb(fig.textrgb);
    if (fig.title && fig.subplot === 0) c.fillText(fig.title, left + (width - wide(fig.title)) / 2, top + 1.3 * h);
    if (fig.xlabel) c.fillText(fig.xlabel, left + (width - wide(fig.xlabel)) / 2, top + height - h / 2);
    if (fig.flg_ticklabel[0]) xs.forEach((s, k) => c.fillText(s, Math.min(Math.max(pane.left + (w * k) / (xs.length - 1) - wide(s) / 2, pane.left), pane.right - wide(s)), pane.bottom + h));
    if (fig.flg_ticklabel[1]) ys.forEach((s, k) => c.fillText(s, pane.left - h / 2 - wide(s), pane.bottom - (t * k) / (ys.length - 1) + 0.35 * letter));
    c.fillStyle = rgb(fig.panergba, fig.panergba[3]);
    c.fillRect(pane.left, pane.top, w, t);
    c.strokeStyle = rgb(fig.gridrgb);
    c.lineWidth = Math.max(0.5, fig.gridwidth);
    for (let k = 0; k < count[0]; k++) stroke(c, [[pane.left + (w * k) / (count[0] - 1), pane.top], [pane.left + (w * k) / (count[0] - 1), pane.bottom]]);
    for (let k = 0; k < count[1]; k++) stroke(c, [[pane.left, pane.bottom - (t * k) / (count[1] - 1)], [pane.right, pane.bottom - (t * k) / (count[1] - 1)]]);
    c.save();
    c.beginPath();
    c.rect(pane.left, pane.top, w, t);
    c.clip();
    lines.forEach((points, i) => {
      c.strokeStyle = rgb(fig.lines[i].rgb);
      c.lineWidth = fig.linewidth * (i === fig.highlightid ? 2.5 : 1) * 0.6;
      const placed = points.map(at);
      if (fig.flg_barplot) for (let k = 0; k + 1 < placed.length; k += 2) stroke(c, placed.slice(k, k + 2));
      else stroke(c, placed);
    });
    if (fig.flg_selection && fig.selection >= x[0] && fig.selection <= x[1]) {
      c.strokeStyle = '#fff';
      c.lineWidth = 2;
      const [u] = at([fig.selection, 0]);
      stroke(c, [[u, pane.top], [u, pane.bottom]]);
    }
    c.restore();
    if (fig.flg_legend && !apart) legend(c, fig, lines, pane, h, wide);
  }
  c.restore();
}

function stroke(c, points) {
  if (points.length < 2) return;
  c.beginPath();
  points.forEach(([a, b], k) => (k ? c.lineTo(a, b) : c.moveTo(a, b)));
  c.stroke();
}

// Draws the legend in lines from the upper left corner on; returns its height.
function legendAbove(c, fig, lines, left, top, width, h, wide) {
  const named = fig.lines.filter((l, i) => lines[i].length && l.name);
  let x = left, y = top + 0.7 * h;
  for (const l of named) {
    const size = wide(l.name) + 0.9 * h;
    if (x > left && x + size > left + width) { x = left; y += 1.05 * h; }
    c.fillStyle = rgb(l.rgb);
    c.fillRect(x, y - 0.42 * h, 0.5 * h, 0.22 * h);
    c.fillStyle = rgb(fig.textrgb);
    c.fillText(l.name, x + 0.6 * h, y);
    x += size + 0.35 * h;
  }
  return named.length ? y - top + 0.4 * h : 0;
}

// Draws the legend in the upper right.
function legend(c, fig, lines, pane, h, wide) {
  const named = fig.lines.filter((l, i) => lines[i].length && l.name).slice(Math.max(0, fig.legendoffset));
  const shown = named.slice(0, Math.max(0, Math.floor((pane.bottom - pane.top - h) / h)));
  if (!shown.length) return;
  const most = Math.max(...named.map(l => wide(l.name))) + h, high = (shown.length + 0.6) * h;
  c.fillStyle = rgb(fig.legendrgba, fig.legendrgba[3]);
  c.fillRect(pane.right - most, pane.top, most, high);
  shown.forEach((l, k) => {
    c.fillStyle = rgb(l.rgb);
    c.fillText(l.name, pane.right - h / 2 - wide(l.name), pane.top + (k + 1) * h);
  });
}
