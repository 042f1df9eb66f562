// Messages to and from Python: a WebSocket, or long-polls where proxies block sockets. This file knows only bytes,
// tokens and retries.
//
// A message from Python is the length of a JSON head, the head, and arrays that are read in place. When the program
// ends, the page keeps trying to reconnect; it accepts a new program at the same address.

const KINDS = { '<f4': Float32Array, '<i4': Int32Array, '<u4': Uint32Array, '<u2': Uint16Array, '|u1': Uint8Array };
const PATIENCE = [0.3, 0.6, 1, 2, 3]; // delays between retries [s]
const TRIES = 2; // failed sockets before the page polls
const MOST_SAY = 5000; // largest total message length of a poll request [characters]
const PART = 3060, AT_ONCE = 3; // bytes of files per poll request; concurrent requests
const PARTS_MOST = 1 << 25; // largest files sent by requests [byte]
const KEPT = 'gelenk-token';

// Returns the head and the arrays of a message.
export function unpack(buffer) {
  const n = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, n)));
  const arrays = {};
  for (const [name, [kind, shape, at]] of Object.entries(head.arrays ?? {})) {
    const array = new KINDS[kind](buffer, 4 + n + at, shape.reduce((x, y) => x * y, 1));
    array.shape = shape;
    arrays[name] = array;
  }
  return [head, arrays];
}

// Packs files into one binary message: a head with their names, then their bytes.
export async function packFiles(files) {
  const parts = await Promise.all(files.map(f => f.arrayBuffer()));
  const head = JSON.stringify({ kind: 'file', files: files.map((f, i) => [f.path ?? f.name, parts[i].byteLength]) });
  let bytes = new TextEncoder().encode(head);
  bytes = new TextEncoder().encode(head + ' '.repeat((4 - (bytes.length % 4)) % 4));
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, bytes.length, true);
  return new Blob([size, bytes, ...parts]);
}

// Moves the token from the address to the session storage of this tab, so that the history does not contain it.
function takeToken() {
  const query = new URLSearchParams(location.search);
  const given = query.get('token');
  try {
    if (given) {
      sessionStorage.setItem(KEPT, given);
      query.delete('token');
      const rest = query.toString();
      history.replaceState(history.state, '', location.pathname + (rest ? '?' + rest : '') + location.hash);
    }
    return given ?? sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return given ?? ''; // frames of other sites may have no storage
  }
}

const wait = seconds => new Promise(done => setTimeout(done, 1000 * seconds));

export class Wire {
  // hear(head, arrays) receives each message; change(state, text) receives 'open', 'lost', 'refused' or 'over'.
  constructor(hear, change) {
    this.hear = hear;
    this.change = change;
    this.token = takeToken();
    this.view = new URLSearchParams(location.search).get('view') ?? '';
    this.failed = 0;
    this.over = false;
    this.way = null; // sender: socket or poll
  }

  address(path, more = {}) {
    const url = new URL(path, document.baseURI);
    url.hash = '';
    url.search = '';
    const all = { token: this.token, ...(this.view && { view: this.view }), ...more };
    Object.entries(all).forEach(([k, v]) => url.searchParams.set(k, v));
    return url;
  }

  get open() {
    return this.way !== null;
  }

  send(message) {
    this.way?.(message);
  }

  // Sends files; returns whether all were sent.
  async sendFiles(files) {
    const packed = await packFiles(files);
    if (this.socket?.readyState === 1) return this.socket.send(packed), true;
    return this.client ? this.sendParts(packed) : false;
  }

  // Sends files in many small requests, for proxies that accept no others.
  async sendParts(packed) {
    const bytes = new Uint8Array(await packed.arrayBuffer()), size = bytes.length, { client } = this;
    if (size > PARTS_MOST) return false;
    let next = 0;
    const some = async () => {
      while (next < size) {
        const at = next, part = bytes.subarray(at, (next += PART));
        const data = btoa(String.fromCharCode(...part)).replace(/\+/g, '-').replace(/\//g, '_');
        await this.ask(client, { say: JSON.stringify([{ kind: 'part', size, at, data }]), wait: 0 });
      }
    };
    return Promise.all(Array.from({ length: AT_ONCE }, some)).then(() => true, () => false);
  }

  // Reconnects as long as the page exists.
  async run() {
    for (let n = 0; !this.over; n++) {
      const came = this.failed < TRIES ? await this.socketOnce() : await this.poll();
      if (came) n = 0;
      this.way = null;
      if (this.over) return;
      this.change('lost', '');
      await wait(PATIENCE[Math.min(n, PATIENCE.length - 1)]);
    }
  }

  stop() {
    this.over = true;
    this.way = null;
    this.socket?.close();
    this.change('over', '');
  }

  receive(buffer) {
    try {
      this.hear(...unpack(buffer));
    } catch (error) {
      console.error(error); // an error in one message must not block the next
      this.change('error', String(error));
    }
  }

  // Runs one socket until it closes; returns whether it opened.
  socketOnce() {
    return new Promise(done => {
      const url = this.address('./socket');
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      let opened = false;
      const socket = (this.socket = new WebSocket(url));
      socket.binaryType = 'arraybuffer';
      socket.onopen = () => {
        opened = true;
        this.failed = 0;
        this.way = message => socket.readyState === 1 && socket.send(JSON.stringify(message));
        this.change('open', 'socket');
      };
      socket.onmessage = event => this.receive(event.data);
      socket.onclose = () => {
        if (!opened) this.failed++;
        done(opened);
      };
    });
  }

  // ---- long-poll

  async poll() {
    this.client = null;
    const client = Array.from(crypto.getRandomValues(new Uint8Array(16)), x => (x % 36).toString(36)).join('');
    const said = [];
    let talking = false;
    let alive = true;
    const talk = async () => {
      if (talking) return;
      talking = true;
      while (said.length && alive) {
        const now = [said.shift()];
        while (said.length && JSON.stringify([...now, said[0]]).length < MOST_SAY / 2) now.push(said.shift());
        await this.ask(client, { say: JSON.stringify(now), wait: 0 }).catch(() => { alive = false; });
      }
      talking = false;
    };
    let first = true;
    try {
      while (alive && !this.over) {
        await this.ask(client, first ? { wait: 0 } : {});
        if (first) {
          first = false;
          this.way = message => { said.push(message); talk(); };
          this.client = client;
          this.change('open', 'poll');
        }
      }
    } catch (error) {
      if (error.status === 403) {
        this.over = true;
        this.change('refused', 'Open the address that the program printed, with its token.');
      }
    }
    alive = false;
    this.failed = 0; // a restarted program may accept sockets again
    return !first;
  }

  // Sends one request, and handles the messages of its answer.
  async ask(client, more) {
    const answer = await fetch(this.address('./poll', { client, ...more }), { cache: 'no-store' });
    if (!answer.ok) throw Object.assign(new Error(`status ${answer.status}`), { status: answer.status });
    const whole = await answer.arrayBuffer();
    const view = new DataView(whole);
    for (let at = 0; at + 4 <= whole.byteLength; ) {
      const n = view.getUint32(at, true);
      this.receive(whole.slice(at + 4, at + 4 + n));
      at += 4 + n;
    }
  }
}
