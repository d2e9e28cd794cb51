import { refuseNode } from '../../../cloud/egress-node.js';
import type { CurrentAssignment, DesiredAssignment, UnplacedCloudAddress } from '../../../cloud/plan/model.js';
import { planCloud } from '../../../cloud/plan/plan.js';
import { cloudObjectOf } from '../../../cloud/object.js';
import type { Artefact } from '../../../model/artefact.js';
import type { Cluster } from '../../../model/cluster.js';
import type { Reporter } from '../../../model/diagnostic.js';
import type { CloudAddressIntent } from '../../../model/intent/cloud-address.js';
import type { ObjectIntent } from '../../../model/intent/kubernetes-object.js';
import { formatAddress, withText } from '../../../net/address.js';
import { toChunks } from '../../../std/byte-writer.js';
import { sortedJson } from '../../../std/json-text.js';
import { messages } from '../shared/messages.js';
import { resourceText } from '../shared/provenance.js';

/**
 * Writes `cluster/cloud-plan.json`: the desired node of each egress address in the cloud, and the operations that lead
 * there from the current assignments. `owners` are the EgressIPs that are in force. An owner that no longer requests
 * addresses gives its addresses back. Writes no file if no owner requests or has a cloud address.
 */
export function emitCloudPlan(
  intents: readonly CloudAddressIntent[],
  owners: ReadonlySet<string>,
  { nodes }: Cluster,
  platform: string,
): Artefact[] {
  const desired: DesiredAssignment[] = [];
  const current: CurrentAssignment[] = [];
  const unplaced: UnplacedCloudAddress[] = [];
  for (const { address, assignment } of intents) {
    if (assignment.state === 'desired') desired.push({ address, ...assignment });
    else if (assignment.state === 'current') current.push({ address, ...assignment });
    else if (assignment.state === 'unplaced') {
      const { owner, reason } = assignment;
      const refused = assignment.nodes.map((node) => ({ node, reason }));
      unplaced.push({ owner, address: withText(address), reason, nodes: refused });
    }
  }
  const isOwned = ({ owner = '' }: { readonly owner?: string }): boolean => owners.has(owner);
  if (![...desired, ...unplaced, ...current].some(isOwned)) return [];
  const isAssignable = (node: Cluster['nodes'][number]): boolean => refuseNode(node, platform) === undefined;
  const plan = planCloud({ platform, current, desired, unplaced, nodes, owners, isAssignable });
  return [
    {
      path: 'cluster/cloud-plan.json',
      content: toChunks(`${sortedJson(plan, 2)}\n`),
      sources: [...new Set(intents.map(({ cause }) => resourceText(cause)))].sort(),
      counts: { operations: plan.operations.length, unplaced: plan.unplaced.length },
    },
  ];
}

/**
 * Returns the CloudPrivateIPConfigs that bring the desired addresses to their nodes. If a manifest of the repository
 * has another node for an address, the object would move, which is reported.
 */
export function collectCloudObjects(intents: readonly CloudAddressIntent[], report: Reporter): ObjectIntent[] {
  const declared = new Map<string, CloudAddressIntent>();
  for (const intent of intents) {
    if (intent.assignment.state === 'declared') declared.set(formatAddress(intent.address), intent);
  }
  return intents.flatMap(({ address, assignment, cause }): ObjectIntent[] => {
    if (assignment.state !== 'desired') return [];
    const { owner, node } = assignment;
    const other = declared.get(formatAddress(address));
    if (other?.assignment.state === 'declared' && other.assignment.node !== node) {
      report({
        ...messages.movedCloudObject(formatAddress(address), other.assignment.node, owner, node),
        location: { origin: other.cause.origin, pointer: other.cause.pointer },
        resource: other.cause,
        related: [
          { message: `${resourceText(cause)} has it`, location: { origin: cause.origin, pointer: cause.pointer } },
        ],
      });
    }
    return [{ effect: 'object', object: cloudObjectOf(address, owner, node), cause }];
  });
}
