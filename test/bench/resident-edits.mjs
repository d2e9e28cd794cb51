// A process that stays, with 10,000 resources, 1,000 nodes and 100,000 pods, one object a file, as live appliers have them. Makes
// single changes one after the other, and prints the processor time of each in milliseconds, by name, as JSON.
import { compile } from '../../build/compile/compile.js';
import { createEngine } from '../../build/engine/engine.js';
import { renderLock } from '../../build/settings/lock/render.js';
import { memoizeLast } from '../../build/std/memoize.js';
import { SETTINGS, configure, fileOf, processorTime, requireValid } from './build-input.mjs';
import { median } from './measure.mjs';
import { generateCluster, slice } from './resident-cluster.mjs';

const RESOURCES = Number(process.argv[2] ?? 10_000);
const ROUNDS = 3;

const files = new Map();
const put = (path, text) => files.set(path, fileOf(path, text));
const edit = (path, change) => put(path, change(files.get(path).text));

for (const [path, text] of generateCluster(RESOURCES)) put(path, text);

let settings = SETTINGS;
let lock;
const engine = createEngine();
function run() {
  const compilation = compile({ ...configured(settings), files: [...files.values()], lock, engine });
  engine.endRound();
  return requireValid(compilation);
}
/** The same settings are the same object, as in every process that stays. */
const configured = memoizeLast(configure);

function measure(change) {
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    change(round);
    const start = processorTime();
    run();
    return processorTime() - start;
  });
  return median(times);
}

const at = (round) => 507 + round * 10;
const podFile = (round) => `inventory/pod-${at(round)}-3.yaml`;
const withoutAddress = (text) => text.replace(/status:[^]*/, '');
const texts = [0, 1, 2].map((round) => files.get(podFile(round)).text);
const EDITS = {
  'pod deleted': (round) => files.delete(podFile(round)),
  'pod created': (round) => put(podFile(round), withoutAddress(texts[round])),
  'pod addressed': (round) => put(podFile(round), texts[round]),
  'pod relabelled': (round) => edit(podFile(round), (text) => text.replace('app: app-3', 'app: app-x')),
  'pod completed': (round) => edit(podFile(round), (text) => `${text}  phase: Succeeded\n`),
  'rule of an EgressFirewall': (round) =>
    edit(`egress/${at(round)}.yaml`, (text) => text.replace(/port: \d+/, `port: ${9000 + round}`)),
  'rule of an EgressQoS': (round) =>
    edit(`egress/${501 + round * 10}.yaml`, (text) => text.replace('dscp: 1\n', `dscp: ${30 + round}\n`)),
  'rule of a NetworkPolicy': (round) =>
    edit(`egress/policy-${505 + round * 100}.yaml`, (text) => text.replace('port: 8080', `port: ${9000 + round}`)),
  'rule of an AdminNetworkPolicy': (round) =>
    edit(`egress/admin-${round}.yaml`, (text) => text.replace('port: 80}', `port: ${81 + round}}`)),
  'selector of an EgressIP': (round) =>
    edit(`egress/${500 + round * 10}.yaml`, (text) => text.replace(/team-\d+\n$/, `team-${501 + round * 10}\n`)),
  'label of a namespace': (round) =>
    edit(`inventory/namespace-${505 + round}.yaml`, (text) => `${text}  labels: {stage: "${round}"}\n`),
  'endpoints of a Service': (round) =>
    put(`inventory/slice-${505 + round * 100}.yaml`, slice(505 + round * 100, `10.128.1.${round}`)),
  'node not ready': (round) =>
    edit(`inventory/node-${round}.yaml`, (text) => `${text}status: {conditions: [{type: Ready, status: "False"}]}\n`),
  'setting of a kind': (round) => {
    settings = `${SETTINGS}dns: {api${round}.example.com: [198.51.100.7]}\n`;
  },
};

lock = { path: 'weir.lock.yaml', text: renderLock(run().lock.after) };
run();
console.log(JSON.stringify(Object.fromEntries(Object.entries(EDITS).map(([name, change]) => [name, measure(change)]))));
