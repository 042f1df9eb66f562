// Times steps of exported pages in node: gelenk export humanoid page.html && node benchmarks/page_speed.mjs page.html
//
// Prints the best of seven runs of 1000 steps from the start of each page, in microseconds a step.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const STEPS = 1000, RUNS = 7;
const { readFile, World } = await import(fileURLToPath(new URL('../page/world.js', import.meta.url)));
for (const page of process.argv.slice(2)) {
  const text = /id="gelenk-world">([^<]*)</.exec(readFileSync(page, 'utf8'))[1];
  const { head, part } = readFile(Uint8Array.from(gunzipSync(Buffer.from(text, 'base64'))).buffer);
  const world = new World(head.world, part, new WebAssembly.Module(part(head.wasm)));
  let best = Infinity;
  for (let k = 0; k < RUNS; k++) {
    world.reset(head.facts.key);
    const start = performance.now();
    world.step(STEPS);
    best = Math.min(best, performance.now() - start);
  }
  const real = (1000 * STEPS * world.get('opt', 'timestep')) / best;
  console.log(`${page}: ${((1000 * best) / STEPS).toFixed(1)} us a step, ${real.toFixed(1)} times real time`);
}
