// Actions of the page itself: screenshots and videos, full screen, panels, theme, font.

const SCALES = [0.85, 1, 1.15, 1.3, 1.5];
const LONGEST = 3600; // longest video [s]

function save(blob, name) {
  const url = URL.createObjectURL(blob), a = document.createElement('a');
  Object.assign(a, { href: url, download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function stored(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`gelenk-${name}`, value);
    return localStorage.getItem(`gelenk-${name}`);
  } catch { return null; }
}

export function local(app) {
  let shots = [], video = null, timer = 0;
  const name = end => `${(app.model?.name || 'gelenk').replace(/[^\w.-]+/g, '_')}-${app.time.toFixed(2)}.${end}`;

  // Takes a picture of the canvas in the task that draws it, while its pixels are valid.
  const picture = () => new Promise(done => { shots.push(done); app.dirty = true; });

  // Combines canvas and overlay.
  function both() {
    const c = document.createElement('canvas');
    Object.assign(c, { width: Math.round(app.width * app.ratio), height: Math.round(app.height * app.ratio) });
    const context = c.getContext('2d');
    context.drawImage(app.drawing ? app.canvas : app.frames.canvas, 0, 0, c.width, c.height);
    context.drawImage(app.overlay.canvas, 0, 0, c.width, c.height);
    context.scale(c.width / app.width, c.height / app.height);
    app.labels.write(context);
    return c;
  }

  function drawn() {
    if (!shots.length) return;
    const made = both(), waiting = shots;
    shots = [];
    made.toBlob(blob => waiting.forEach(done => done(blob)), 'image/png');
  }

  async function screenshot() {
    save(await picture(), name('png'));
  }

  function record(on = !video) {
    if (!on && video) video.stop();
    if (!on || video) return;
    const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'].find(t => window.MediaRecorder?.isTypeSupported(t));
    if (!type) return app.bar.tell('This browser records no video.', 'video', 6);
    const parts = [];
    video = new MediaRecorder((app.drawing ? app.canvas : app.frames.canvas).captureStream(60), { mimeType: type, videoBitsPerSecond: 12e6 });
    video.ondataavailable = e => parts.push(e.data);
    video.onstop = () => {
      clearTimeout(timer);
      video = null;
      app.bar.tell('', 'video');
      app.panels.show('file/video', false);
      save(new Blob(parts, { type }), name(type.includes('mp4') ? 'mp4' : 'webm'));
    };
    video.start(1000);
    timer = setTimeout(() => record(false), 1000 * LONGEST);
    app.bar.tell('Recording a video; press Video again to end it.', 'video');
    app.panels.show('file/video', true);
  }

  function fullscreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => app.bar.tell('This browser does not show the page in full.', 'full', 4));
  }

  // Sets the theme, dark or light; the system's preference until the user chooses.
  function theme(value) {
    const names = app.panels.rows.get('option/theme')?.options?.map(t => t.toLowerCase()) ?? ['dark', 'light'];
    const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    const now = typeof value === 'number' ? names[value] : value ?? (stored('theme') || 'auto');
    document.documentElement.dataset.theme = now === 'auto' ? system : now;
    if (typeof value === 'number') stored('theme', now);
    app.panels.show('option/theme', names.indexOf(document.documentElement.dataset.theme));
  }

  function font(value) {
    const row = app.panels.rows.get('option/font'), at = typeof value === 'number' ? value : 1;
    const percent = /(\d+)\s*%/.exec(row?.options?.[at] ?? ''); // the options of the row have the values
    app.scale = percent ? percent[1] / 100 : SCALES[at] ?? 1;
    document.documentElement.style.setProperty('--scale', app.scale);
    app.overlay.stale = true;
    stored('font', at);
    app.panels.show('option/font', at);
  }

  // Sets the line spacing, tight or wide.
  function spacing(value) {
    const wide = +(value ?? stored('spacing') ?? 0) === 1;
    document.documentElement.dataset.spacing = wide ? 'wide' : 'tight';
    if (value !== undefined) stored('spacing', +wide);
    app.panels.show('option/spacing', +wide);
  }

  const rows = {
    'file/screenshot': screenshot, 'file/video': v => record(typeof v === 'boolean' ? v && !video : undefined), 'option/fullscreen': fullscreen,
    'option/left_ui': v => app.panels.toggle('left', typeof v === 'boolean' ? v : undefined),
    'option/right_ui': v => app.panels.toggle('right', typeof v === 'boolean' ? v : undefined),
    'option/pictures': v => { app.pace = null; app.draw(typeof v === 'boolean' ? v : !app.pictures); }, 'option/theme': theme, 'option/font': font, 'option/spacing': spacing, 'option/vsync': v => { app.vsync = v !== false; app.panels.show('option/vsync', app.vsync); },
  };

  // Handles a key of the page itself; returns whether there is such a key.
  function key(e) {
    const row = app.panels.byKey(e);
    if (!row?.local) return false;
    rows[row.id]?.();
    return true;
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      app.bar.tell('Copied.', 'copy', 2);
    } catch { // no clipboard without a user gesture, or in frames of other sites
      app.bar.tell(text, 'copy');
    }
  }

  theme(app.query.get('theme') ?? undefined);
  return { picture, drawn, key, copy, row: (id, value) => rows[id]?.(value), download: (head, a) => save(new Blob([a.data], { type: head.type }), head.name),
    restore: () => { const f = stored('font'); if (f !== null) font(+f); else app.panels.show('option/font', 1); spacing(); theme(app.query.get('theme') ?? undefined); app.panels.show('option/vsync', app.vsync); } };
}
