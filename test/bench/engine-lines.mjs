import { join } from 'node:path';
import { compareEditor } from './editor.mjs';
import { ROUNDS, median, readPrinted } from './measure.mjs';
import { compareChanged } from './remembering.mjs';

function compareBookkeeping() {
  const once = (...mode) => readPrinted('compile-once.mjs', '5000', ...mode);
  return median(Array.from({ length: ROUNDS }, () => once('record') / once()));
}

function compareZone() {
  const { alone, all } = readPrinted('zone-alone.mjs');
  return alone / all;
}

/** Changes of one file since the last run: what changes, the file, and the text before and after. */
const CHANGES = [
  ['inventory/part-500.yaml', 'app: app-3', (round) => `app: app-x${round}`],
  ['egress/team-571.yaml', 'dscp: 1', (round) => `dscp: ${20 + round}`],
  ['egress/team-570.yaml', /team-570\n$/, (round) => `team-${580 + round}\n`],
  ['inventory/nodes.yaml', '---\n', (round) => `status: {conditions: [{type: Ready, status: "${round}"}]}\n---\n`],
];

/** Returns the largest ratio of a run after one of the changes, against a first compilation. */
function compareChanges(folder) {
  const ratios = CHANGES.map(([path, from, to]) =>
    compareChanged(folder, join(folder, path), (text, round) => text.replace(from, to(round))),
  );
  return Math.max(...ratios);
}

/** A rule that has no effect behind the same one. */
const pointlessRule = (round) => `  - {type: Deny, to: {cidrSelector: 192.0.2.${round}/32}}\n`;

/** Lines about what is done again, on the folder of 10,000 objects in 10,000 files, like those of `lines.mjs`. */
export const createEngineLines = (folder) => ({
  'changed-any': [
    'compile again after any one change / compile: 10,000 objects of five kinds in 10,000 files, 100,000 pods',
    0.35,
    () => compareChanges(folder()),
  ],
  bookkeeping: ['a first compilation that records / one that does not: 5,000 resources', 1.05, compareBookkeeping],
  'zone-alone': ['output of one zone of 1,000 / of all: a process that stays', 0.15, compareZone],
  editor: [
    'language server, from a change to its findings / node -e 0: 10,000 objects in 10,000 files',
    2,
    () =>
      compareEditor(
        folder(),
        join(folder(), 'egress/team-7.yaml'),
        (text, round) => text + pointlessRule(round).repeat(2),
      ),
  ],
});
