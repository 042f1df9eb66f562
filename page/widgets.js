// Widgets of panel rows: one function per kind. Each returns {element, show}; show(value) displays the value from
// Python, unless the user is changing it.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) {
    if (v === undefined || v === false) continue;
    if (k.startsWith('on')) element.addEventListener(k.slice(2), v);
    else if (k === 'text') element.textContent = v;
    else element.setAttribute(k, v === true ? '' : v);
  }
  element.append(...children.filter(c => c !== null && c !== undefined));
  return element;
}

// Formats a number for display.
export function number(x, digits = 5) {
  if (typeof x !== 'number') return String(x ?? '');
  if (!Number.isFinite(x)) return String(x);
  const far = Math.abs(x) >= 1e7 || (x !== 0 && Math.abs(x) < 1e-4);
  return far ? String(Number(x.toPrecision(Math.min(digits, 3))).toExponential()) : String(Number(x.toPrecision(digits)));
}

// Formats a number with no more digits than a step of the slider shows.
function stepped(x, step) {
  if (!(step > 0) || !Number.isFinite(x)) return number(x, 4);
  const digits = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  return String(Number(x.toFixed(digits)) || 0);
}

const busy = element => document.activeElement === element || element.matches(':active');
const keycap = row => (row.shortcut ? make('kbd', { text: row.shortcut }) : null);
const titled = row => [row.help, row.shortcut && `(${row.shortcut})`].filter(Boolean).join(' ') || undefined;

function line(row, ...right) {
  return make('label', { class: `row ${row.kind}`, title: titled(row) }, make('span', { class: 'name', text: row.label }), ...right);
}

function check(row, send) {
  const input = make('input', { type: 'checkbox', onchange: () => send(input.checked) });
  const element = make('label', { class: 'chip', title: titled(row) }, input, make('span', { text: row.label }), keycap(row));
  return { element, show: v => { input.checked = !!v; } };
}

function button(row, send) {
  const element = make('button', { type: 'button', class: 'action', title: titled(row), onclick: () => send(true) }, make('span', { text: row.label }), keycap(row));
  return { element, show: () => {} };
}

function slider(row, send) {
  const { min = 0, max = 1 } = row, step = row.step ?? ((max - min) / 1000 || 'any');
  const input = make('input', { type: 'range', min, max, step, 'aria-label': row.label });
  const value = make('input', { type: 'text', inputmode: 'decimal', class: 'value', 'aria-label': row.label });
  const fill = v => input.style.setProperty('--part', max > min ? (Math.min(Math.max(v, min), max) - min) / (max - min) : 0);
  input.oninput = () => { value.value = stepped(+input.value, step); fill(+input.value); send(+input.value); };
  value.onchange = () => { if (Number.isFinite(+value.value)) send(+value.value); };
  value.onkeydown = e => { if (e.key === 'Enter') value.blur(); };
  const show = v => {
    if (!busy(input)) { input.value = v; fill(v); }
    if (!busy(value)) value.value = stepped(v, step);
  };
  return { element: make('div', { class: 'row slider', title: titled(row) }, make('span', { class: 'name', text: row.label }), value, input), show };
}

function field(row, send, k = null) {
  const input = make('input', { type: 'text', inputmode: 'decimal', 'aria-label': row.label + (k === null ? '' : ` ${k + 1}`) });
  input.onchange = () => (input.value.trim() !== '' && Number.isFinite(+input.value) ? send(row.kind === 'integer' ? Math.round(+input.value) : +input.value) : input.show?.());
  input.onkeydown = e => {
    if (e.key === 'Enter') input.blur();
    if ((e.key === 'ArrowUp' || e.key === 'ArrowDown') && row.step) {
      e.preventDefault();
      input.value = number(+input.value + (e.key === 'ArrowUp' ? 1 : -1) * row.step);
      input.onchange();
    }
  };
  return input;
}

function single(row, send) {
  const input = field(row, send);
  let last;
  input.show = () => { input.value = number(last, 7); };
  return { element: line(row, input), show: v => { last = v; if (!busy(input)) input.value = number(v, 7); } };
}

function vector(row, send) {
  let value = [];
  const inputs = Array.from({ length: row.count ?? 3 }, (_, k) => field(row, x => send(Object.assign([...value], { [k]: x })), k));
  const show = v => {
    value = [...(v ?? [])];
    inputs.forEach((input, k) => { if (!busy(input)) input.value = number(value[k], 5); });
  };
  return { element: make('div', { class: `row vector n${inputs.length}`, title: titled(row) }, make('span', { class: 'name', text: row.label }), make('div', { class: 'fields' }, ...inputs)), show };
}

function choice(row, send) {
  const options = row.options ?? [];
  const input = make('select', { 'aria-label': row.label }, ...options.map((text, k) => make('option', { value: k, text })));
  input.onchange = () => { send(+input.value); input.blur(); };
  return { element: line(row, input), show: v => { if (!busy(input)) input.value = v; } };
}

function checks(row, send) {
  let value = [];
  const inputs = (row.options ?? []).map((text, k) => {
    const input = make('input', { type: 'checkbox', 'aria-label': `${row.label} ${text}` });
    input.onchange = () => send(Object.assign([...value], { [k]: input.checked }));
    return [input, make('label', { class: 'mini' }, input, make('span', { text }))];
  });
  const show = v => {
    value = (v ?? []).map(Boolean);
    inputs.forEach(([input], k) => { input.checked = value[k]; });
  };
  return { element: make('div', { class: 'row checks', title: titled(row) }, make('span', { class: 'name', text: row.label }), make('div', { class: 'minis' }, ...inputs.map(x => x[1]))), show };
}

function text(row, send) {
  const input = make('input', { type: 'text', spellcheck: 'false', 'aria-label': row.label });
  input.onchange = () => send(input.value);
  input.onkeydown = e => { if (e.key === 'Enter') input.blur(); };
  return { element: line(row, input), show: v => { if (!busy(input)) input.value = v ?? ''; } };
}

function readout(row) {
  const output = make('output', {});
  return { element: line(row, output), show: v => { const t = typeof v === 'number' ? number(v) : String(v ?? ''); if (output.textContent !== t) output.textContent = t; } };
}

const hex = x => Math.round(255 * Math.min(Math.max(x, 0), 1)).toString(16).padStart(2, '0');

function color(row, send) {
  let value = [0, 0, 0, 1];
  const input = make('input', { type: 'color', 'aria-label': row.label });
  const alpha = make('input', { type: 'range', min: 0, max: 1, step: 0.01, 'aria-label': `${row.label}, opacity` });
  const read = () => [1, 3, 5].map(k => parseInt(input.value.slice(k, k + 2), 16) / 255);
  input.oninput = () => send([...read(), ...value.slice(3)]);
  alpha.oninput = () => { alpha.style.setProperty('--part', alpha.value); send([...value.slice(0, 3), +alpha.value]); };
  const show = v => {
    value = [...(v ?? value)];
    if (!busy(input)) input.value = '#' + value.slice(0, 3).map(hex).join('');
    if (!busy(alpha)) { alpha.value = value[3] ?? 1; alpha.style.setProperty('--part', alpha.value); }
  };
  return { element: line(row, value.length > 3 ? alpha : null, input), show };
}

const KINDS = { check, button, slider, number: single, integer: single, vector, choice, checks, text, readout, color };

// Returns the element of a row with its value.
export function widget(row, send) {
  const made = (KINDS[row.kind] ?? readout)(row, send);
  made.show(row.value);
  made.element.dataset.id = row.id;
  return made;
}
