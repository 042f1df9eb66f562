// Steps a world in WebAssembly: node wake_world.mjs PAGE_FOLDER WORLD STAGES KEY NSTEP STATE. Prints facts as JSON.
import { readFileSync, writeFileSync } from 'node:fs';

const [, , folder, file, stages, key, nstep, out] = process.argv;
const { readFile, World } = await import(`${folder}/world.js`);
const bytes = readFileSync(file), { head, part } = readFile(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const module = new WebAssembly.Module(readFileSync(stages));
const world = new World(head.world, part, module);
world.reset(+key);
const before = world.get('data', 'nconmax'), start = performance.now();
world.step(+nstep);
const seconds = (performance.now() - start) / 1000;
writeFileSync(out, new Uint8Array(Float64Array.from([...world.array('data', 'qpos'), ...world.array('data', 'qvel')]).buffer));
console.log(JSON.stringify({ time: world.get('data', 'time'), status: world.get('data', 'status'), ncon: world.get('data', 'ncon'), before, room: world.get('data', 'nconmax'), seconds,
  memory: world.memory.buffer.byteLength }));
