// A process that stays, with 10,000 resources and 1,000 nodes that are a zone each. Prints the processor time of the output of one
// zone, and of that of all, in milliseconds, as JSON: the objects, and what all zones share, are compiled before.
import { compile } from '../../build/compile/compile.js';
import { createEngine } from '../../build/engine/engine.js';
import { SETTINGS, configure, fileOf, processorTime, requireValid } from './build-input.mjs';
import { generateCluster } from './resident-cluster.mjs';

const input = {
  ...configure(`interconnect: true\n${SETTINGS}`),
  files: Array.from(generateCluster(10_000, { zones: true }), ([path, text]) => fileOf(path, text)),
  engine: createEngine(),
};
function measure(owner) {
  const start = processorTime();
  requireValid(compile({ ...input, ...owner }));
  input.engine.endRound();
  return processorTime() - start;
}
const ofZone = (name) => ({ owner: { role: 'zone', name } });

measure(ofZone('node-1'));
const alone = measure(ofZone('node-700'));
console.log(JSON.stringify({ alone, all: measure({}) }));
