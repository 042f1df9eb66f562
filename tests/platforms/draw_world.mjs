// Runs the program of an exported page without a page: node draw_world.mjs PAGE_FOLDER WORLD_FILE STAGES MESSAGES OUT.
//
// MESSAGES are those of a page, as a JSON list; {kind: "refresh", seconds} refreshes, for some time. OUT gets what the page hears: the length of
// a JSON text, the text [[head, {name: [type, length]}], ...], and the arrays.
import { readFileSync, writeFileSync } from 'node:fs';

const [, , folder, file, stages, messages, out] = process.argv;
const { readFile } = await import(`${folder}/world.js`), { Simulation } = await import(`${folder}/simulation.js`);
const bytes = readFileSync(file), { head, part } = readFile(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const heard = [], arrays = [];
const post = (message, parts) => {
  heard.push([message, Object.fromEntries(Object.entries(parts).map(([name, a]) => [name, [a.constructor.name, a.length]]))]);
  for (const a of Object.values(parts)) arrays.push(Buffer.from(a.buffer.slice(a.byteOffset, a.byteOffset + a.byteLength)));
};
const simulation = new Simulation(head, part, new WebAssembly.Module(readFileSync(stages)), post);
for (const message of JSON.parse(readFileSync(messages))) {
  if (message.kind !== 'refresh') simulation.hear(message);
  else {
    const end = performance.now() + 1000 * (message.seconds ?? 0);
    do {
      simulation.valuesAt = -Infinity;
      simulation.refresh();
      simulation.ack(simulation.number);
    } while (performance.now() < end);
  }
}
const text = Buffer.from(JSON.stringify(heard)), size = Buffer.alloc(4);
size.writeUInt32LE(text.length);
writeFileSync(out, Buffer.concat([size, text, ...arrays]));
