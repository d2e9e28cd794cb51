import { addressOfCloudName } from '../../cloud/name.js';
import { nodeNameOf } from '../../cloud/object.js';
import { CLOUD_EGRESS_ANNOTATION, isCloud } from '../../cloud/platform.js';
import { isReserved } from '../../cloud/reserved.js';
import type { CloudEgress, Node } from '../../model/cluster.js';
import type { Finding } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type Address, compareAddresses, formatAddress } from '../../net/address.js';
import { contains, formatPrefix, ofFamily } from '../../net/prefix.js';
import { annotationPointer } from '../../yaml/locate.js';
import type { KindContext } from '../contract/kind-context.js';
import { type SlotCounts, countSlot } from '../../cloud/plan/match.js';
import { messages } from './messages.js';
import { keysOf } from '../../cloud/plan/slots.js';

/** A CloudPrivateIPConfig, and why the cloud will not have it so. */
export interface ResolvedAssignment {
  readonly manifest: Manifest;
  /** `spec.node`, or '' without one. */
  readonly nodeName: string;
  readonly outcome: Outcome;
  /** Reason why it is not `assigned`. */
  readonly problem?: Pick<Finding, 'message'>;
}

/** `no-node`: its node does not exist. `refused`: the cloud rejects it. `unread`: no controller processes it. */
type Outcome = 'assigned' | 'no-node' | 'refused' | 'unread';

interface Candidate {
  readonly manifest: Manifest;
  readonly nodeName: string;
  readonly address: Address;
  readonly node: Node;
  readonly egress: CloudEgress;
}

/** Resolves every object, in their order. Without a cloud the objects mean nothing, which is reported once. */
export function resolveAssignments(manifests: readonly Manifest[], context: KindContext): ResolvedAssignment[] {
  const [first] = manifests;
  if (!first) return [];
  const { configuration, report } = context;
  if (!isCloud(configuration.platform)) {
    const location = { origin: first.origin, pointer: '/kind' };
    report({ ...messages.ignored(configuration.platform), location, resource: resourceOf(first) });
    return [];
  }
  const checked = manifests.map((manifest) => checkPlace(manifest, context));
  const crowded = checkCapacity(checked.filter((one): one is Candidate => 'egress' in one));
  warnOfFullNodes(checked, context);
  return checked.map((one) => {
    const { manifest, nodeName } = one;
    const problem = 'problem' in one ? one : crowded.get(manifest);
    if (!problem) return takenBySomethingElse(one, context) ?? { manifest, nodeName, outcome: 'assigned' };
    const location = { origin: manifest.origin, pointer: problem.pointer };
    report({ ...problem.problem, location, resource: resourceOf(manifest) });
    return { manifest, nodeName, outcome: problem.outcome, problem: problem.problem };
  });
}

/**
 * Returns the rejected assignment of an address with a conflict. The claims report the conflict, this only sets the
 * status.
 */
function takenBySomethingElse(one: Candidate | Refused, { isRefused }: KindContext): ResolvedAssignment | undefined {
  if (!('address' in one)) return undefined;
  const { manifest, nodeName, address } = one;
  const text = formatAddress(address);
  if (!isRefused(manifest.kind, manifest.name, text)) return undefined;
  return { manifest, nodeName, outcome: 'refused', problem: { message: `address ${text} belongs to something else` } };
}

interface Refused {
  readonly outcome: Outcome;
  readonly problem: Finding;
  readonly pointer: string;
}

/** Returns true if the node can have the address at all: everything but the number of addresses. */
function checkPlace(
  manifest: Manifest,
  { cluster, configuration }: KindContext,
): Candidate | (Refused & Pick<Candidate, 'manifest' | 'nodeName'>) {
  const { name } = manifest;
  const nodeName = nodeNameOf(manifest);
  const refused = (problem: Finding, pointer: string, outcome: Outcome = 'refused') => ({
    manifest,
    nodeName,
    outcome,
    problem,
    pointer,
  });
  const address = addressOfCloudName(name);
  if (!address) return refused(messages.leadingZeros(name), '/metadata/name', 'unread');
  const node = cluster.nodeByName.get(nodeName);
  if (!node) return refused(messages.unknownNode(name, nodeName), '/spec/node', 'no-node');
  const egress = node.cloudEgress;
  if (!egress) return refused(messages.unusableNode(nodeName), '/spec/node');
  const text = formatAddress(address);
  const subnet = ofFamily(egress.subnets, address.family);
  if (!subnet) return refused(messages.noSubnet(text, address.family, nodeName), '/metadata/name');
  if (!contains(subnet, address))
    return refused(messages.outsideSubnet(text, formatPrefix(subnet), nodeName), '/metadata/name');
  if (isReserved(address, subnet, configuration.platform))
    return refused(messages.reservedByCloud(text, formatPrefix(subnet)), '/metadata/name');
  return { manifest, nodeName, address, node, egress };
}

/**
 * Returns the rejected addresses. Addresses count up to a node's limits in byte order, IPv4 first. Those beyond a limit
 * are rejected.
 */
function checkCapacity(candidates: readonly Candidate[]): ReadonlyMap<Manifest, Refused> {
  const sorted = [...candidates].sort((a, b) => compareAddresses(a.address, b.address));
  const totals: SlotCounts = new Map();
  for (const { nodeName, address } of sorted) countSlot(totals, nodeName, address);
  const counts: SlotCounts = new Map();
  const refused = new Map<Manifest, Refused>();
  for (const { manifest, address, nodeName, egress } of sorted) {
    const keys = keysOf(address.family);
    const full = keys.find((key) => (counts.get(`${nodeName} ${key}`) ?? 0) >= (egress.capacity[key] ?? Infinity));
    if (full !== undefined) {
      const planned = totals.get(`${nodeName} ${full}`) ?? 0;
      const problem = messages.overCapacity(nodeName, planned, egress.capacity[full] ?? 0, full);
      refused.set(manifest, { outcome: 'refused', problem, pointer: '/spec/node' });
    } else {
      countSlot(counts, nodeName, address);
    }
  }
  return refused;
}

/**
 * Reports nodes with a limit of 0, once per node: the limit is in the node's annotation and concerns all its objects.
 */
function warnOfFullNodes(checked: readonly (Candidate | Refused)[], { report }: KindContext): void {
  const nodes = new Set(checked.flatMap((one) => ('egress' in one ? [one.node] : [])));
  for (const { name, manifest, cloudEgress } of nodes) {
    if (!Object.values(cloudEgress?.capacity ?? {}).some((limit) => limit <= 0)) continue;
    const pointer = annotationPointer(CLOUD_EGRESS_ANNOTATION);
    const resource = { kind: 'Node', namespace: '', name };
    report({ ...messages.noFreeCapacity(name), location: { origin: manifest.origin, pointer }, resource });
  }
}

function resourceOf({ kind, name }: Manifest) {
  return { kind, namespace: '', name };
}
