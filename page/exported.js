// An exported page: a worker simulates the model in place of a program, sends frames and receives messages of the page.
// A picture is shown until the first frame, and where the page cannot simulate.

import { written } from './panels.js';
import { readFile } from './world.js';
import { unpack } from './wire.js';

// Returns the element with a world, or null.
export function exported() {
  return document.getElementById('gelenk-world');
}

async function decode(element) {
  const text = element.textContent.trim(), bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  element.remove();
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

// Returns why the page cannot simulate, or ''.
function obstacle(app) {
  if (typeof WebAssembly === 'undefined') return 'WebAssembly is off in this browser, so this is only a picture of the model.';
  if (typeof Worker === 'undefined' || typeof DecompressionStream === 'undefined') return 'This browser is too old to simulate; this is a picture of the model.';
  return app.drawing ? '' : 'WebGL is off in this browser, so this is only a picture of the model.';
}

export class Exported {
  constructor(app, element) {
    Object.assign(this, { app, element, worker: null, poster: document.getElementById('gelenk-poster') });
  }

  get open() { return !!this.worker; }

  async run() {
    const problem = obstacle(this.app);
    if (problem) return this.fail(problem);
    try {
      const file = await decode(this.element), { head, part } = readFile(file);
      this.start(file, head.messages.map(place => unpack(part(place).slice().buffer)));
    } catch (error) {
      console.error(error);
      this.fail(String(error.message ?? error));
    }
  }

  start(file, messages) {
    const { app } = this, script = document.getElementById('gelenk-worker').textContent;
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = event => this.fail(event.message || 'The worker of this page could not start.');
    this.worker.postMessage({ file }, [file]);
    app.role = { role: 'control', clients: 1 };
    app.connected = true;
    for (const [head, arrays] of messages) app.hear(head, arrays);
    new IntersectionObserver(([entry]) => { this.inView = entry.isIntersecting; this.tellVisible(); }).observe(app.stage);
    document.addEventListener('visibilitychange', () => this.tellVisible());
  }

  // Lets the worker rest while nobody sees the page.
  tellVisible() {
    this.send({ kind: 'visible', on: !document.hidden && this.inView !== false });
  }

  receive({ head, arrays }) {
    const { app } = this;
    if (head.kind === 'failed') return this.fail(head.text);
    if (head.kind === 'ready') return this.ready();
    if (arrays.light_i) arrays.light_i.shape = [arrays.light_i.length / 5, 5]; // lost when the message is copied
    app.hear(head, arrays);
    if (head.kind === 'frame' && this.poster) this.hidePoster();
  }

  ready() {
    this.isReady = true;
    for (const message of this.early ?? []) this.worker.postMessage(message);
    this.early = null;
    this.tellVisible();
  }

  hidePoster() {
    const { poster } = this;
    this.poster = null;
    requestAnimationFrame(() => requestAnimationFrame(() => poster.remove()));
  }

  fail(text) {
    this.worker?.terminate();
    this.worker = null;
    document.body.classList.add('still');
    this.app.bar.tell(text, 'wire');
  }

  send(message) {
    if (message.kind === 'key') return this.key(message);
    if (!this.worker || ['size', 'frames', 'file'].includes(message.kind)) return;
    if (this.isReady) this.worker.postMessage(message);
    else (this.early ??= []).push(message);
  }

  // Sends a press of the row that has a key as its shortcut; the page looks the row up.
  key({ code, key, mods, down, repeat }) {
    const name = written({ code, key, shiftKey: mods & 1, ctrlKey: mods & 2, altKey: mods & 4, metaKey: mods & 8 });
    const row = this.app.panels.byShortcut(name);
    if (down && row && !row.local) this.send({ kind: 'press', id: row.id, repeat });
  }

  async sendFiles() {
    this.app.bar.tell('This page has one model.', 'file', 4);
    return true;
  }

  stop() { this.fail(''); }
}
