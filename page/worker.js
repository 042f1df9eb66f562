// The worker of an exported page: the first message has the world file, further ones are those of the page.

import { Simulation } from './simulation.js';
import { readFile } from './world.js';

let simulation = null;

function post(head, arrays) {
  const list = Object.values(arrays);
  self.postMessage({ head, arrays }, list.map(a => a.buffer));
}

async function begin({ file }) {
  try {
    const { head, part } = readFile(file);
    const module = await WebAssembly.compile(part(head.wasm));
    simulation = new Simulation(head, part, module, post);
    post({ kind: 'ready' }, {});
    let due = performance.now();
    const turn = () => {
      simulation.refresh();
      due = Math.max(due + 1000 / 60, performance.now() - 1000 / 60);
      setTimeout(turn, Math.max(0, due - performance.now()));
    };
    turn();
  } catch (error) {
    console.error(error);
    post({ kind: 'failed', text: String(error.message ?? error) }, {});
  }
}

self.onmessage = event => (simulation ? simulation.hear(event.data) : begin(event.data));
