// A process that stays, with 10,000 resources, 1,000 nodes and 100,000 pods, one object a file, as live appliers have them. Makes
// single changes one after the other, and prints the processor time of each in milliseconds, by name, as JSON.
import { compile } from '../../build/compile/compile.js';
import { createEngine } from '../../build/engine/engine.js';
import { checkConfiguration } from '../../build/schema/configuration.js';
import { parseConfiguration } from '../../build/settings/configuration/parse.js';
import { renderLock } from '../../build/settings/lock/render.js';
import { memoizeLast } from '../../build/std/memoize.js';
import { INVENTORY, MIX, OBJECTS, pod } from './generate.mjs';
import { median } from './measure.mjs';

const RESOURCES = Number(process.argv[2] ?? 10_000);
const NODES = RESOURCES / 10;
const HOSTS = 10;
const PODS = 10;
const ROUNDS = 3;
const SETTINGS = 'clusterSubnets: [10.128.0.0/10/24]\nmanifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n';

const files = new Map();
const put = (path, text) => files.set(path, { path, text, ...(path.startsWith('inventory') && { role: 'inventory' }) });
const edit = (path, change) => put(path, change(files.get(path).text));

/** A node; the first ones host egress addresses. */
function node(index) {
  const address = `192.168.${10 + ((index + 10) >> 8)}.${(index + 10) & 255}/16`;
  const subnet = `10.${140 + (index >> 8)}.${index & 255}.0/24`;
  return (
    `apiVersion: v1\nkind: Node\nmetadata:\n  name: node-${index}\n  labels: {${index < HOSTS ? 'k8s.ovn.org/egress-assignable: ""' : ''}}\n` +
    `  annotations:\n    k8s.ovn.org/node-id: "${index + 2}"\n    k8s.ovn.org/node-subnets: '{"default": ["${subnet}"]}'\n` +
    `    k8s.ovn.org/node-primary-ifaddr: '{"ipv4": "${address}"}'\n    k8s.ovn.org/host-cidrs: '["${address}"]'\n`
  );
}

function policy(number) {
  return (
    `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: own, namespace: team-${number}}\n` +
    `spec: {podSelector: {}, policyTypes: [Ingress], ingress: [{from: [{podSelector: {}}], ports: [{port: 8080}]}]}\n`
  );
}

function adminPolicy(number) {
  return (
    `apiVersion: policy.networking.k8s.io/v1alpha1\nkind: AdminNetworkPolicy\nmetadata: {name: tier-${number}}\n` +
    `spec:\n  priority: ${number}\n  subject: {namespaces: {matchLabels: {kubernetes.io/metadata.name: team-${number}}}}\n` +
    `  egress:\n  - {name: out, action: Deny, to: [{networks: [198.51.100.0/24]}], ports: [{portNumber: {protocol: TCP, port: 80}}]}\n`
  );
}

function slice(number, address) {
  return (
    `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: web\n  namespace: team-${number}\n` +
    `  labels: {kubernetes.io/service-name: web}\naddressType: IPv4\nports: [{port: 8080}]\nendpoints: [{addresses: [${address}]}]\n`
  );
}

function service(number) {
  return (
    `apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: team-${number}}\n` +
    `spec: {clusterIP: 172.30.${number >> 8}.${number & 255}, ports: [{port: 8080}]}\n`
  );
}

for (let number = 0; number < RESOURCES; number++) {
  put(`egress/${number}.yaml`, OBJECTS[MIX[number % MIX.length]](number, 10));
  put(`inventory/namespace-${number}.yaml`, INVENTORY.EgressFirewall(number));
  for (let index = 0; index < PODS; index++)
    put(`inventory/pod-${number}-${index}.yaml`, pod(number, index, PODS, NODES));
}
for (let index = 0; index < NODES; index++) put(`inventory/node-${index}.yaml`, node(index));
for (let number = 5; number < RESOURCES; number += 100) {
  put(`egress/policy-${number}.yaml`, policy(number));
  put(`inventory/service-${number}.yaml`, service(number));
  put(`inventory/slice-${number}.yaml`, slice(number, `10.128.0.${number & 255}`));
}
for (let number = 0; number < 10; number++) put(`egress/admin-${number}.yaml`, adminPolicy(number));

let settings = SETTINGS;
let lock;
const engine = createEngine();
function run() {
  const compilation = compile({ ...configured(settings), files: [...files.values()], lock, engine });
  engine.endRound();
  compilation.diagnostics.filter(({ severity }) => severity === 'error').forEach(fail);
  return compilation;
}
/** The same settings are the same object, as in every process that stays. */
const configured = memoizeLast((text) => {
  const configurationFile = { path: 'weir.yaml', text };
  return { configurationFile, configuration: parseConfiguration(configurationFile, checkConfiguration, fail) };
});
function fail(finding) {
  throw new Error(finding.message);
}

const processor = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;
function measure(change) {
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    change(round);
    const start = processor();
    run();
    return processor() - start;
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
