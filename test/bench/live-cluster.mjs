import { renderPolicy } from '../../build/policy/render.js';
import { compose } from '../../build/yaml/compose.js';
import { generateCluster } from './resident-cluster.mjs';

/** Configuration of the policy. Each node is a zone. */
const CONFIGURATION = {
  interconnect: true,
  clusterSubnets: ['10.128.0.0/10/24'],
  serviceCIDRs: ['172.30.0.0/16'],
  features: [
    ...['egressFirewall', 'egressQoS', 'egressIP', 'egressService', 'multiExternalGateway'],
    ...['networkPolicy', 'adminNetworkPolicy', 'services'],
  ],
};

/** A policy of namespaces that have a label. */
const LABELLED = {
  apiVersion: 'policy.networking.k8s.io/v1alpha1',
  kind: 'AdminNetworkPolicy',
  metadata: { name: 'stage' },
  spec: {
    priority: 50,
    subject: { namespaces: { matchLabels: { stage: 'quarantine' } } },
    egress: [{ name: 'none', action: 'Deny', to: [{ networks: ['203.0.113.0/24'] }] }],
  },
};

/** Returns the policy as text, and the objects of the API server of a cluster in which each node is a zone, see `generateCluster`. */
export function makeCluster(resources, isFull = false) {
  const policy = [LABELLED];
  const objects = [];
  for (const [path, text] of generateCluster(resources, { zones: true, isFull })) {
    const object = compose(text).values[0];
    (path.startsWith('inventory/') ? objects : policy).push(object);
  }
  const hosts = hostsAmong(objects).length;
  const hostOf = ({ metadata: { name } }) => Math.floor(Number(name.split('-')[1]) / 10) % hosts;
  for (const object of policy) if (object.kind === 'EgressIP') objects.push(assign(object, hostOf(object)));
  return { policy: renderPolicy({ configuration: CONFIGURATION, lock: '', objects: policy }).text, objects };
}

/** Returns the nodes that host egress addresses. They are the first ones. */
export const hostsAmong = (objects) =>
  objects.filter(({ kind, metadata: { labels = {} } }) => kind === 'Node' && 'k8s.ovn.org/egress-assignable' in labels);

/** Returns an EgressIP with the status and the mark that an applier of the cluster writes. */
export function assign(egressIP, host) {
  const { metadata, spec } = egressIP;
  const annotations = { 'k8s.ovn.org/egressip-mark': String(50_000 + Number(metadata.name.split('-')[1])) };
  const items = spec.egressIPs.map((address) => ({ egressIP: address, node: `node-${host}` }));
  return { ...egressIP, metadata: { ...metadata, annotations }, status: { items } };
}

/** Returns the operations for the rows of a zone that Weir refers to: switches, routers and the ports of pods. */
export function baseRows(zone, ports) {
  const named = (table, name) => ({ op: 'insert', table, row: { name } });
  return [
    ...['ovn_cluster_router', `GR_${zone}`].map((name) => named('Logical_Router', name)),
    ...['clusterLBGroup', 'clusterSwitchLBGroup', 'clusterRouterLBGroup'].map((name) =>
      named('Load_Balancer_Group', name),
    ),
    ...['join', `ext_${zone}`, 'transit_switch'].map((name) => named('Logical_Switch', name)),
    ...ports.map((name, index) => ({ ...named('Logical_Switch_Port', name), 'uuid-name': `port${index}` })),
    {
      op: 'insert',
      table: 'Logical_Switch',
      row: { name: zone, ports: ['set', ports.map((_, index) => ['named-uuid', `port${index}`])] },
    },
  ];
}
