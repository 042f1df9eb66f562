// The page: messages from Python become a picture, actions of the user become messages to Python.

import { Bar } from './bar.js';
import { Camera } from './camera.js';
import { Drawing } from './draw.js';
import { drawnBy, Frames, isSoftware, Pace } from './frames.js';
import { Input } from './input.js';
import { local } from './local.js';
import { Labels, Overlay } from './overlay.js';
import { Panels } from './panels.js';
import { Exported, exported } from './exported.js';
import { Replay, recording } from './replay.js';
import { Rows } from './rows.js';
import { Shapes } from './shapes.js';
import { Soft } from './soft.js';
import { make } from './widgets.js';
import { Wire } from './wire.js';

const PROTOCOL = 1;
// messages that change no picture by themselves
const UNSEEN = new Set(['frame', 'overlay', 'panel', 'role', 'copy', 'download', 'error']);
const byId = id => document.getElementById(id);
const query = new URLSearchParams(location.search);

class App {
  constructor() {
    Object.assign(this, { query, canvas: byId('view'), model: null, time: 0, number: 0, drawn: 0, dirty: true, acks: [], role: { role: 'watch', clients: 0 },
      pert: { select: 0 }, status: {}, error: '', connected: false, vsync: true, ipd: 0, stage: byId('stage') });
    this.rows = new Rows();
    this.shapes = new Shapes();
    this.soft = new Soft(this.shapes);
    this.camera = new Camera();
    this.panels = new Panels(this, byId('left'), byId('right'));
    this.bar = new Bar(this, byId('bar'), byId('banners'));
    this.overlay = new Overlay(this, byId('overlay'), byId('texts'));
    this.labels = new Labels(this, byId('labels'));
    this.frames = new Frames(this, byId('frames'));
    this.act = local(this);
    this.chooseDrawing();
    this.input = new Input(this, byId('files'));
    this.start();
  }

  // The drawing by WebGL; null while the program draws.
  get drawing() {
    return this.pictures ? null : this.gl ?? null;
  }

  // Lets the program draw where WebGL is missing or drawn by software, unless the address says otherwise.
  chooseDrawing() {
    const name = drawnBy(), forced = query.get('webgl') === '1' || !!recording() || !!exported();
    // an exported page has no program that could draw; without shadows a picture takes half the time
    this.plain = !!exported() && isSoftware(name);
    this.pace = forced ? null : new Pace();
    const asked = query.get('frames') === '1' || query.get('webgl') === '0';
    this.draw(asked || (!forced && (name === null || isSoftware(name))));
    if (this.pictures && !asked) setTimeout(() => this.tellPictures(name !== null));
    this.canvas.addEventListener('webglcontextlost', event => { event.preventDefault(); this.lost = true; this.bar.tell('The graphics were lost; waiting for them.', 'lost'); });
    this.canvas.addEventListener('webglcontextrestored', () => { this.lost = false; this.bar.tell('', 'lost'); this.rows.texture.needsUpdate = true; this.rows.changed = true; this.send({ kind: 'model' }); });
  }

  // Draws by WebGL, or shows pictures of the program.
  draw(pictures) {
    if (!pictures && !this.gl) {
      try {
        this.gl = new Drawing(this.canvas, this.rows, this.shapes, this.soft, { antialias: query.get('aa') !== '0' && !this.plain, shadows: query.get('shadow') !== '0' && !this.plain });
      } catch (error) {
        console.warn(error);
        pictures = !recording() && !exported();
      }
    }
    this.pictures = pictures;
    this.frames.show(pictures);
    if (this.drawing) this.drawing.model = this.model;
    this.panels.show('option/pictures', pictures);
    if (!this.connected) return;
    this.resize(true);
    this.send({ kind: 'frames', as: pictures ? 'pictures' : 'frames' });
    if (!pictures) this.send({ kind: 'model' }); // meshes and textures were not sent
  }

  // Tells the user that the program draws, and offers WebGL.
  tellPictures(back) {
    const action = back ? ['Use WebGL', () => { this.pace = null; this.draw(false); this.bar.tell('', 'quiet'); }] : null;
    this.bar.tell('The program draws these pictures: no graphics card needed on either side.', 'quiet', 10, action);
  }

  start() {
    const record = recording(), world = exported();
    if (record) {
      this.wire = new Replay(this, record);
    } else if (world) {
      this.wire = new Exported(this, world);
    } else {
      this.wire = new Wire((head, arrays) => this.hear(head, arrays), (state, text) => this.change(state, text));
    }
    if (query.get('bare') === '1') document.body.classList.add('bare');
    if (query.get('beside') && !record && !world) this.showBeside(query.get('beside'));
    this.wire.run();
    new ResizeObserver(() => this.resize()).observe(this.stage);
    this.resize();
    this.loop();
  }

  // Shows another view of the program in a frame at the right; the program lets this page act on both.
  showBeside(view) {
    const more = new URLSearchParams(query);
    more.delete('beside');
    for (const [key, value] of Object.entries({ token: this.wire.token, view, embed: 1, bare: 1 })) more.set(key, value);
    document.body.classList.add('two');
    this.stage.after(make('iframe', { id: 'beside', title: 'The second model', src: `./?${more}` }));
  }

  send(message) {
    this.wire.send(message);
  }

  change(state, text) {
    if (state === 'error') return void (this.error = text);
    this.connected = state === 'open';
    if (state === 'open') {
      this.acks = [];
      this.resize(true);
      if (!this.drawing) this.send({ kind: 'frames', as: 'pictures' });
      this.panels.tellOpen();
      this.bar.tell('', 'wire');
    } else if (state === 'refused') this.bar.tell(text, 'wire');
    else if (state === 'lost') this.bar.tell('The program has gone; waiting for it.', 'wire');
    this.bar.update();
  }

  // ---- messages

  hear(head, a) {
    const say = { model: () => this.onModel(head), asset: () => this.onAsset(head, a), frame: () => this.onFrame(head, a), panel: () => this.panels.update(head),
      overlay: () => this.overlay.put(head, a), role: () => this.onRole(head), error: () => this.onError(head), download: () => this.act.download(head, a),
      copy: () => this.act.copy(head.text), picture: () => this.onPicture(head, a), camera: () => this.camera.follow(head), bye: () => this.onBye(head) }[head.kind];
    say?.();
    if (!UNSEEN.has(head.kind)) this.dirty = true;
  }

  onModel(head) {
    if (head.protocol !== PROTOCOL) return this.otherProtocol(head);
    const same = head.keep_camera && this.model && this.camera.isOwn;
    this.model = head;
    document.title = head.title || head.name || 'Gelenk';
    this.rows.clear();
    this.shapes.clear();
    this.soft.clear();
    this.drawing?.materials.clear();
    Object.assign(this.shapes.arrow, head.arrow);
    this.rows.reach = head.reach;
    this.rows.arrow = head.arrow.length;
    if (same) Object.assign(this.camera, { stat: head.stat, vis: head.vis });
    else this.camera.reset(head.stat, head.vis);
    if (this.drawing) this.drawing.model = head;
    this.panels.build(head);
    this.bar.build(head);
    this.overlay.clear();
    this.act.restore();
    this.panels.tellOpen();
    this.upright = !same;
    if (query.get('look') === '0') this.panels.press('option/look', false);
    this.panels.show('option/pictures', !!this.pictures);
    if (head.hints?.length && this.hinted !== head.hints.join()) this.bar.tell(head.hints.join('\n'), 'quiet hint', 12);
    this.hinted = head.hints?.join();
  }

  otherProtocol(head) {
    let tried = false;
    try { tried = sessionStorage.getItem('gelenk-reloaded') === String(head.protocol); sessionStorage.setItem('gelenk-reloaded', head.protocol); } catch { tried = true; }
    if (!tried) return location.reload();
    this.wire.stop();
    this.bar.tell(`This page speaks protocol ${PROTOCOL}, the program ${head.protocol}: load it again.`, 'wire');
  }

  onAsset(head, a) {
    if (head.asset === 'texture') this.drawing?.materials.putTexture(head.id, head.type, a);
    else {
      this.shapes.put(head.asset, head.id, a);
      this.soft.forget(head.asset + head.id);
    }
    this.rows.changed = true;
  }

  // Applies the common parts of the heads of frames and pictures.
  onHead(head) {
    this.time = head.time ?? this.time;
    this.number = head.number;
    if (head.vis) Object.assign(this.model.vis, head.vis);
    if (head.settings) {
      Object.assign(this.model, head.settings);
      this.rows.setReach(this.model.reach);
      this.dirty = true;
    }
    if (!this.wire.replay || this.wire.sees(head)) this.camera.follow(head);
    if (head.ipd !== undefined) this.ipd = head.ipd;
    if (head.pert) this.pert = head.pert;
    if (head.status) {
      Object.assign(this.status, head.status);
      this.bar.warn(head.status.warnings ?? []);
    }
    this.bar.update();
  }

  onFrame(head, a) {
    if (!this.model) return;
    this.onHead(head);
    if (head.scene && this.drawing) Object.assign(this.drawing.room, head.scene);
    if (head.scene) this.overlay.frame(head.scene);
    if (a.light_i && this.drawing) this.drawing.setLights(a.light_i, a.light_f);
    this.fitUpright();
    this.rows.apply(head, a);
    if (this.soft.apply(a) || Object.keys(a).some(k => k.endsWith('.vert'))) this.rows.changed = true;
    this.nshown = head.nshown ?? this.nshown;
    this.acks.push(head.number);
    // a frame that only updates the delay needs no redraw
    const seen = head.full || head.scene || head.vis || head.camera || head.lookat || head.view || head.pert || head.labels?.length;
    if (seen || Object.values(a).some(x => x.length > 0) || head.ngeom !== this.lastCount) this.dirty = true;
    this.lastCount = head.ngeom;
  }

  onPicture(head, a) {
    this.onHead(head);
    this.fitUpright();
    if (a.data) {
      this.frames.put(head, a);
      this.dirty = true;
    }
    this.fine = !a.data || !!head.fine;
    this.acks.push(head.number);
  }

  // Moves the initial camera back in windows that are higher than wide, so that the width of the model fits.
  fitUpright() {
    const { camera, width, height } = this;
    if (this.upright && camera.isOwn && width < height && !this.wire.replay) {
      camera.distance *= Math.min(3, height / width);
      this.cameraMoved();
    }
    this.upright = false;
  }

  onRole(head) {
    this.role = head;
    this.bar.update();
    this.panels.enable(head.role === 'control');
  }

  onError(head) {
    this.error = head.text;
    const known = head.file && head.text.includes(head.line ? `${head.file}:${head.line}` : head.file);
    const place = head.file && !known ? `${head.file}${head.line ? `:${head.line}${head.column ? `:${head.column}` : ''}` : ''}\n` : '';
    this.bar.tell(head.text ? place + head.text : '', 'error');
  }

  onBye(head) {
    this.wire.stop();
    this.bar.tell(head.text || 'The viewer was closed.', 'wire');
  }

  // ---- the picture

  resize(force) {
    const box = this.stage.getBoundingClientRect(), ratio = Math.min(window.devicePixelRatio || 1, 2);
    const [width, height] = [Math.max(1, Math.round(box.width)), Math.max(1, Math.round(box.height))];
    if (force === true || width !== this.width || height !== this.height || ratio !== this.ratio) {
      Object.assign(this, { width, height, ratio });
      this.drawing?.resize(width, height, ratio);
      this.overlay.resize(width, height, ratio);
      this.panels.fit();
      this.send({ kind: 'size', width, height, ratio });
    }
    this.dirty = true;
  }

  cameraMoved() {
    this.dirty = this.cameraToTell = true;
    this.wire.moved?.();
  }

  loop() {
    (this.vsync ? requestAnimationFrame : f => setTimeout(f, 0))(() => this.loop());
    if (this.cameraToTell && this.connected) {
      this.cameraToTell = false;
      this.send({ kind: 'camera', ...this.camera.said });
    }
    if (this.lost) return;
    if (this.drawing && !this.drawing.stub && this.pace?.isSlow(performance.now(), this.dirty && !!this.model)) {
      this.draw(true);
      this.tellPictures(true);
    }
    if (this.dirty) this.show();
    else this.overlay.draw(); // only the overlay has changed
    for (const number of this.acks.splice(0)) this.send({ kind: 'ack', number });
  }

  show() {
    this.dirty = false;
    if (this.drawing && this.model) {
      try {
        this.drawing.draw(this.camera, this.ipd);
      } catch (error) {
        this.error = String(error.stack ?? error);
        console.error(error);
      }
    }
    this.labels.draw();
    this.overlay.draw();
    this.drawn++;
    this.act.drawn();
  }
}

const app = new App();
expose(app);

// window.gelenk, an interface for tests and for scripts of users, documented in docs/guide/viewer.md.
function expose(app) {
  window.gelenk = Object.freeze({
    state: () => ({
      connected: app.connected, protocol: app.model?.protocol ?? 0, time: app.time, number: app.number, frames: app.drawn, ngeom: app.rows.n,
      nshown: app.nshown ?? 0, selected: app.pert.select, camera: app.camera.said, role: app.role.role, run: !!app.status.run, error: app.error,
      webgl: !!app.drawing, images: app.frames.count, settled: !app.dirty && !app.acks.length && (!app.pictures || !!app.fine),
    }),
    project: point => app.drawing?.project(point, app.camera) ?? null,
    rows: () => app.panels.all(),
    set: (id, value) => app.panels.press(id, value),
    send: message => app.send(message),
    screenshot: () => app.act.picture(),
    stub: on => { if (app.drawing) app.drawing.stub = !!on; },
    position: row => Array.from(app.rows.position(row)),
    move: (action, dx, dy) => { app.camera.move(action, dx, dy); app.cameraMoved(); },
  });
}
