import { protocolOf } from '../address-family.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Direction, IntentPeer, PodSelection, PolicyIntent, PolicyRule } from '../../../../model/intent/policy.js';
import type { Row } from '../../../../model/northbound.js';
import type { Family } from '../../../../net/address.js';
import { filterRowsOf } from '../../../../ovn-kubernetes/filter-rows.js';
import { objectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { aclRow, peerField, portClause } from './acl.js';
import { type PolicyPortGroup } from './port-groups.js';
import { portClauses } from './ports.js';

/**
 * Block indexes in the ids of ACLs: all peers of a rule except its blocks, or all its blocks. An ACL for one block has
 * the place of the block (OVN-Kubernetes).
 */
const PEERS = -1;
const BLOCKS = -2;

/** Returns the address sets for a selection, each as its names by family. */
export type SetNames = (selection: PodSelection) => readonly (readonly string[])[];

type Block = Extract<IntentPeer, { readonly type: 'block' }>;

/** Part of a match: the addresses of some peers of a rule. */
interface PeersClause {
  readonly blockIndex: number;
  readonly addresses: string;
}

/** Returns the port group of a NetworkPolicy, and an ACL for each rule, protocol and type of peers. */
export function emitPolicy(
  intent: PolicyIntent,
  configuration: Configuration,
  setNames: SetNames,
): { readonly acls: readonly Row[]; readonly group: PolicyPortGroup } {
  const { cause, subject, rules, isolates } = intent;
  const identity = configuration.release.portGroups.ofPolicy(cause.kind, cause.namespace, cause.name);
  const acls = rules.flatMap((rule) => emitRule(rule, intent, identity.key, configuration, setNames));
  return { acls, group: { identity, acls: acls.map(({ key }) => key), pods: subject.pods, cause, closes: isolates } };
}

function nameOf({ cause }: PolicyIntent): string {
  return `${cause.namespace}:${cause.name}`;
}

function emitRule(
  rule: PolicyRule,
  intent: PolicyIntent,
  portGroup: string,
  configuration: Configuration,
  setNames: SetNames,
): Row[] {
  const { direction, index } = rule;
  const { cause, stateless, log } = intent;
  const { prefix, tier, firstPriority } = filterRowsOf(cause.kind);
  const clauses = [...blocksClauses(rule), ...peersClauses(rule, configuration.ipFamilies, setNames)];
  return portClauses(rule.ports).flatMap(({ protocol, match: ports }) =>
    clauses.map(({ blockIndex, addresses }) =>
      aclRow({
        ids: objectIds(
          cause.kind,
          ['name', nameOf(intent)],
          ['direction', direction],
          ['gress-index', index],
          ['port-policy-protocol', protocol],
          ['ip-block-index', blockIndex],
        ),
        name: `${prefix}:${nameOf(intent)}:${direction}:${index}`,
        direction,
        action: stateless ? 'allow-stateless' : 'allow-related',
        match: [addresses, ...(ports === undefined ? [] : [ports]), portClause(direction, portGroup)].join(' && '),
        priority: firstPriority,
        tier,
        log: log.allow,
        cause: rule.cause,
      }),
    ),
  );
}

/** Returns a clause for all blocks, or one for each block with a place. */
function blocksClauses({ peers, direction }: PolicyRule): PeersClause[] {
  const blocks = peers.filter((peer): peer is Block => peer.type === 'block');
  const ownBlocks = blocks.flatMap((block) => (block.place === undefined ? [] : [{ block, blockIndex: block.place }]));
  if (ownBlocks.length > 0) {
    return ownBlocks.map(({ block, blockIndex }) => ({ blockIndex, addresses: blockClause(block, direction) }));
  }
  const clauses = blocks.map((block) => {
    const clause = blockClause(block, direction);
    return block.except.length === 0 ? clause : `(${clause})`;
  });
  if (clauses.length === 0) return [];
  return [{ blockIndex: BLOCKS, addresses: clauses.length === 1 ? clauses.join('') : `(${clauses.join(' || ')})` }];
}

/** Returns the clause of a block, as written in the resource, for any family. */
function blockClause({ prefix, text, except }: Block, direction: Direction): string {
  const field = `${protocolOf(prefix.family)}.${peerField(direction)}`;
  const block = `${field} == ${text}`;
  return except.length === 0 ? block : `${block} && ${field} != {${except.map((one) => one.text).join(', ')}}`;
}

/**
 * Returns a clause for all peers except blocks, or none if none of their namespaces exists. Without peers, the clause
 * matches everything.
 */
function peersClauses(
  { peers, direction }: PolicyRule,
  families: readonly Family[],
  setNames: SetNames,
): PeersClause[] {
  const selections = peers.flatMap((peer) => (peer.type === 'pods' ? [peer.selection] : []));
  if (selections.length === 0 && peers.length > 0) return [];
  const sets = selections.flatMap(setNames);
  if (sets.length === 0 && selections.length > 0) return [];
  const clauses = families.map((family, at) => {
    const protocol = protocolOf(family);
    if (sets.length === 0) return protocol;
    const names = new Set(sets.map((ofFamilies) => `$${ofFamilies[at] ?? ''}`));
    return `${protocol}.${peerField(direction)} == {${[...names].sort().join(', ')}}`;
  });
  return [{ blockIndex: PEERS, addresses: clauses.length === 1 ? clauses.join('') : `(${clauses.join(' || ')})` }];
}
