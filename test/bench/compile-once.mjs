// Compiles a cluster of that many resources once, in memory. With `record`, records what each result was made from, as
// processes that stay do. Prints the processor time of the compilation in milliseconds.
import { compile } from '../../build/compile/compile.js';
import { createEngine } from '../../build/engine/engine.js';
import { SETTINGS, configure, fileOf, processorTime, requireValid } from './build-input.mjs';
import { generateCluster } from './resident-cluster.mjs';

const [resources, mode] = process.argv.slice(2);
const files = Array.from(generateCluster(Number(resources)), ([path, text]) => fileOf(path, text));
const start = processorTime();
requireValid(compile({ ...configure(SETTINGS), files, ...(mode === 'record' && { engine: createEngine() }) }));
console.log(processorTime() - start);
