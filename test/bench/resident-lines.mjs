import { readPrinted, run } from './measure.mjs';

let times;

/** Returns the largest of the times of changes, against that of an empty program. All changes are made in one process. */
function measureLargest(isMeant) {
  times ??= readPrinted('resident-edits.mjs');
  const meant = Object.entries(times).filter(([name]) => isMeant(name));
  return Math.max(...meant.map(([, time]) => time)) / run(['-e', '0']).processor;
}

const line = (what, bar, isMeant) => [`${what} / node -e 0: a process that stays`, bar, () => measureLargest(isMeant)];

/** Lines about single changes in 10,000 resources, 1,000 nodes and 100,000 pods, like those of `lines.mjs`. */
export const RESIDENT_LINES = {
  'resident-pod': line('a changed pod of 100,000', 0.2, (name) => name.startsWith('pod ')),
  'resident-rule': line('a changed rule in 10,000 resources', 0.5, (name) => name.startsWith('rule ')),
  'resident-selector': line('a selector of an EgressIP or a label of a namespace', 1, (name) =>
    /selector|label/.test(name),
  ),
  'resident-endpoints': line('endpoints of a Service', 0.5, (name) => name.startsWith('endpoints')),
  'resident-node': line('a node that hosts 100 egress addresses is not ready', 4, (name) => name.startsWith('node')),
  'resident-setting': line('a setting of one kind', 10, (name) => name.startsWith('setting')),
};
