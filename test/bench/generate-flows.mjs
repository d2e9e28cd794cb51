import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { header, node } from './generate.mjs';

const NODES = 120;
const NAMESPACES = 1000;
const WORKLOADS = 10_000;
const PODS_A_WORKLOAD = 10;

/**
 * Writes a repository with 100,000 pods of 10,000 StatefulSets in 1,000 namespaces, each with an EgressFirewall of ten
 * rules.
 */
export function generateObservedRepository(folder) {
  mkdirSync(join(folder, 'egress'), { recursive: true });
  mkdirSync(join(folder, 'inventory'), { recursive: true });
  writeFileSync(join(folder, 'weir.yaml'), 'manifests: [egress/*.yaml]\ninventory: [inventory/*]\n');
  const rule = (type, cidr) => `  - type: ${type}\n    to:\n      cidrSelector: ${cidr}\n`;
  for (let team = 0; team < NAMESPACES; team++) {
    const allowed = Array.from({ length: 9 }, (_, index) => rule('Allow', `203.0.${10 * index}.0/24`));
    const firewall = `${header('EgressFirewall', team)}${allowed.join('')}${rule('Deny', '0.0.0.0/0')}`;
    writeFileSync(join(folder, `egress/team-${team}.yaml`), firewall);
  }
  const pods = Array.from({ length: WORKLOADS * PODS_A_WORKLOAD }, (_, order) => JSON.stringify(pod(order)));
  writeFileSync(join(folder, 'inventory/pods.json'), `${pods.join('\n')}\n`);
  writeFileSync(join(folder, 'inventory/nodes.yaml'), Array.from({ length: NODES }, (_, at) => node(at)).join('---\n'));
}

const workloadOf = (order) => Math.floor(order / PODS_A_WORKLOAD);
const teamOf = (order) => workloadOf(order) % NAMESPACES;
const nameOf = (order) => `app-${workloadOf(order)}`;

function pod(order) {
  const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: nameOf(order), controller: true };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${nameOf(order)}-${order % PODS_A_WORKLOAD}`,
      namespace: `team-${teamOf(order)}`,
      labels: { app: nameOf(order) },
      ownerReferences: [{ ...owner, uid: `${workloadOf(order)}` }],
    },
    spec: { nodeName: `node-${order % NODES}` },
    status: { podIPs: [{ ip: addressOf(order) }] },
  };
}

const PORTS = [80, 443, 5432, 8080];
/** Flows per write. */
const PIECE = 2000;

/**
 * Writes a file with that many flows of the repository, one per line, as the Network Observability operator exports them:
 * requests and replies of each workload with three others and an address outside.
 */
export function generateFlows(path, count) {
  const file = openSync(path, 'w');
  for (let start = 0; start < count; start += PIECE) {
    const numbers = Array.from({ length: Math.min(PIECE, count - start) }, (_, index) => start + index);
    writeSync(file, numbers.map((number) => `${JSON.stringify(flow(number))}\n`).join(''));
  }
  closeSync(file);
}

function flow(number) {
  const turn = (number >> 1) % PORTS.length;
  const client = ((number >> 1) * 7919) % (WORKLOADS * PODS_A_WORKLOAD);
  const workload = (workloadOf(client) * 31 + turn * 977) % WORKLOADS;
  const server = workload * PODS_A_WORKLOAD + (number % PODS_A_WORKLOAD);
  const own = { address: addressOf(client), port: 32_768 + (number % 28_000), order: client };
  const outside = { address: `203.0.${workload % 100}.${workload % 250}`, port: PORTS[turn] };
  const other = turn === 0 ? outside : { address: addressOf(server), port: PORTS[turn], order: server };
  const [from, to] = number % 2 === 0 ? [own, other] : [other, own];
  const end = 1_795_000_000_000 + number;
  return {
    AgentIP: '192.168.10.11',
    Bytes: 1234 + (number % 1000),
    ...describeEnd('Dst', to),
    Dscp: 0,
    Etype: 2048,
    Flags: number % 2 === 0 ? 18 : 272,
    FlowDirection: number % 3,
    IfDirections: [number % 2],
    Interfaces: ['eth0'],
    K8S_FlowLayer: 'app',
    Packets: 1 + (number % 20),
    Proto: 6,
    ...describeEnd('Src', from),
    TimeFlowEndMs: end,
    TimeFlowStartMs: end - 4000,
    TimeReceived: Math.floor(end / 1000) + 1,
  };
}

function describeEnd(side, { address, port, order }) {
  const pod =
    order === undefined
      ? {}
      : {
          [`${side}K8S_Name`]: `${nameOf(order)}-${order % PODS_A_WORKLOAD}`,
          [`${side}K8S_Namespace`]: `team-${teamOf(order)}`,
          [`${side}K8S_OwnerName`]: nameOf(order),
          [`${side}K8S_OwnerType`]: 'StatefulSet',
          [`${side}K8S_Type`]: 'Pod',
        };
  return { [`${side}Addr`]: address, ...pod, [`${side}Mac`]: '0A:58:0A:80:00:05', [`${side}Port`]: port };
}

function addressOf(order) {
  return `10.${128 + (order >> 16)}.${(order >> 8) & 255}.${order & 255}`;
}
