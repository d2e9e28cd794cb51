import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generateFlows, generateObservedRepository } from './generate-flows.mjs';
import { CLI, HERE, compare, run, scratch } from './measure.mjs';

const FOLDER = join(scratch, 'observed');
const FLOWS = join(FOLDER, 'flows.json');

/** The repository with 100,000 pods, and five million flows of them, which are generated when they are first asked for. */
function observed() {
  if (existsSync(FLOWS)) return;
  generateObservedRepository(FOLDER);
  generateFlows(FLOWS, 5_000_000);
}

function observing() {
  observed();
  return [CLI, 'list', 'rules', '-C', FOLDER, '--flows', 'flows.json'];
}

function parsing() {
  observed();
  return [join(HERE, 'parse-lines.mjs'), FLOWS];
}

/** Lines about observed flows, like those of `lines.mjs`. */
export const FLOW_LINES = {
  flows: [
    'list rules --flows / JSON.parse of each line: 5,000,000 flows, 100,000 pods',
    1.5,
    () => compare(observing, parsing),
  ],
  'memory-flows': ['peak memory of list rules --flows, MB: the same', 600, () => run(observing()).memory / 1e6],
};
