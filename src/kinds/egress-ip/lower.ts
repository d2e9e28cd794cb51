import type { Db, Query } from '../../engine/query.js';
import type { Cluster, Pod } from '../../model/cluster.js';
import type { Intent } from '../../model/intent.js';
import type {
  CloudAddressIntent,
  CloudAssignment,
  CloudOwnerIntent,
  CloudRefusal,
} from '../../model/intent/cloud-address.js';
import type { EgressPoint, RerouteIntent, TranslateIntent } from '../../model/intent/egress-point.js';
import type { WrittenSelection } from '../../model/intent/pod-set.js';
import type { StatusIntent } from '../../model/intent/kubernetes-object.js';
import { isCloud } from '../../cloud/platform.js';
import { concatenate } from '../../std/concatenate.js';
import type { KindContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { causeOf } from '../shared/cause.js';
import type { Assignment, UnplacedReason } from './placement/place.js';
import { reportSelection } from './report/selection.js';
import type { Assignments, MarkedEgressIP } from './resolve.js';
import { divideByNetwork, reportPrimaryNetworks } from './selection/primary-network.js';
import { type RequestedAddress, specOf } from './parse.js';
import { type ServedEgressIP, createServe } from './selection/winner.js';

/** Mark of an EgressIP that has none: packets keep theirs. */
const NO_MARK = 0;

/**
 * Creates a function that returns the effects of all EgressIPs in a query. Those of an EgressIP do not depend on the pods
 * of others. Reports what is suspicious about their pods.
 */
export function createLower(assignments: Query<undefined, Assignments>): (db: Db) => readonly Intent[] {
  const placedIn = (db: Db): Assignments['placed'] => db.get(assignments, undefined).placed;
  const serve = createServe(placedIn);
  const effects: Query<MarkedEgressIP, readonly Intent[]> = {
    name: 'effects of an EgressIP',
    hasOneReader: true,
    run: (db, placed) => {
      const context = contextOf(db);
      const served = serve(db, placed);
      reportSelection(served, context);
      reportPrimaryNetworks(served, context.cluster.namespaces, db.report);
      return lowerEgressIP(served, placed.mark, context);
    },
  };
  return (db) => concatenate(placedIn(db).map((placed) => db.get(effects, placed)));
}

/**
 * Returns the effects of an EgressIP: the reroute of its pods, a translation at each of its points, and its status. On a
 * cloud, also the operations on its addresses.
 */
function lowerEgressIP(
  served: ServedEgressIP,
  mark: number | undefined,
  { cluster, configuration }: Pick<KindContext, 'cluster' | 'configuration'>,
): Intent[] {
  return [
    ...trafficOf(served, mark ?? NO_MARK, cluster),
    ...(isCloud(configuration.platform) ? inCloud(served) : []),
    statusOf(served),
  ];
}

/** Returns the traffic of pods on the default network. Other pods leave through a router of their own network. */
function trafficOf(
  { placed: { parsed, assignments }, pods, hostPods }: ServedEgressIP,
  mark: number,
  { namespaces, nodeByName }: Cluster,
): Intent[] {
  const { onDefault } = divideByNetwork(pods, namespaces);
  const onHost = divideByNetwork(hostPods, namespaces).onDefault;
  if (onDefault.length + onHost.length === 0 || assignments.length === 0) return [];
  const isElsewhere = ({ nodeName }: Pod, zone: string): boolean => {
    const node = nodeByName.get(nodeName);
    return node !== undefined && node.zone !== zone;
  };
  const { namespaceSelector, podSelector } = specOf(parsed.manifest);
  const selection: WrittenSelection = { namespaces: namespaceSelector, ...(podSelector ? { podSelector } : {}) };
  const translations = assignments.map((assignment): TranslateIntent => ({
    effect: 'translate',
    selection,
    pods: onDefault,
    ...withHostPods(onHost.filter((pod) => isElsewhere(pod, assignment.node.zone))),
    point: pointOf(assignment),
    mark,
    cause: causeOf(parsed.manifest, `/spec/egressIPs/${assignment.address.index}`),
  }));
  const reroute: RerouteIntent = {
    effect: 'reroute',
    selection,
    pods: onDefault,
    ...withHostPods(onHost),
    points: translations.map(({ point }) => point),
    cause: causeOf(parsed.manifest, '/spec'),
  };
  return [reroute, ...translations];
}

function withHostPods(hostPods: readonly Pod[]): Pick<RerouteIntent, 'hostPods'> {
  return hostPods.length === 0 ? {} : { hostPods };
}

function pointOf({ address, node, hosting: { network, prefix } }: Assignment): EgressPoint {
  return { address, node, network, prefix };
}

/**
 * Returns the status. The live controllers write only the items, without conditions, and omit addresses without a node.
 */
function statusOf({ placed: { parsed, assignments } }: ServedEgressIP): StatusIntent {
  const items = assignments.map(({ address, node }) => ({ egressIP: address.text, node: node.name }));
  return { effect: 'status', subresource: '', status: { items }, cause: causeOf(parsed.manifest, '') };
}

/** Returns the operations in the cloud: the node of each address, or the reason why no node can have it. */
function inCloud({
  placed: { parsed, assignments, unplaced },
}: ServedEgressIP): (CloudOwnerIntent | CloudAddressIntent)[] {
  const intentOf = (address: RequestedAddress, assignment: CloudAssignment): CloudAddressIntent => ({
    effect: 'cloud-address',
    address,
    assignment,
    cause: causeOf(parsed.manifest, `/spec/egressIPs/${address.index}`),
  });
  const owner = parsed.name;
  return [
    { effect: 'cloud-owner', owner, cause: causeOf(parsed.manifest, '') },
    ...assignments.map(({ address, node }) => intentOf(address, { state: 'desired', owner, node: node.name })),
    ...unplaced.map(({ address, reason }) => intentOf(address, { state: 'unplaced', owner, ...refusalOf(reason) })),
    ...[...parsed.refused.values()].map((address) =>
      intentOf(address, { state: 'unplaced', owner, reason: 'conflict', nodes: [] }),
    ),
  ];
}

/** Returns the reason in the words of the plan of cloud assignments. */
function refusalOf(reason: UnplacedReason): { readonly reason: CloudRefusal; readonly nodes: readonly string[] } {
  switch (reason.why) {
    case 'full':
      return { reason: 'capacity', nodes: [reason.node] };
    case 'used-by-object':
      return { reason: 'nodeUsedByObject', nodes: reason.nodes };
    case 'no-usable-host':
      return { reason: 'noAssignableNode', nodes: reason.nodes };
    case 'node-address':
    case 'other-egress-ip':
      return { reason: 'conflict', nodes: [reason.node] };
    case 'no-network':
    case 'secondary-on-cloud':
      return { reason: 'noSubnet', nodes: [] };
    case 'no-usable-node':
    case 'missing-host-cidrs':
    case 'not-assigned':
      return { reason: 'noAssignableNode', nodes: [] };
  }
}
