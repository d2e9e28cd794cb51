import { protocolOf } from '../address-family.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Direction, Peer, PolicyIntent, PolicyRule } from '../../../../model/intent/policy.js';
import type { Row } from '../../../../model/northbound.js';
import type { Family } from '../../../../net/address.js';
import { filterRowsOf } from '../../../../ovn-kubernetes/filter-rows.js';
import { objectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { aclRow, peerField, portClause } from './acl.js';
import { podSetName } from './pod-sets.js';
import { type PolicyPortGroup } from './port-groups.js';
import { portClauses } from './ports.js';

/** What the ids of ACLs say that these are for: all blocks of a rule, or all its other peers (OVN-Kubernetes v1.3). */
const PEERS = -1;
const BLOCKS = -2;

/** Selections of a rule → the names of their address sets by family; equal selections have the same. */
export type SetNames = (name: string) => readonly string[];

/** The port group of a NetworkPolicy, and an ACL for each rule, protocol and sort of peers. */
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
  { ipFamilies }: Configuration,
  setNames: SetNames,
): Row[] {
  const { direction, index, peers } = rule;
  const { cause, stateless, log } = intent;
  const { prefix, tier, firstPriority } = filterRowsOf(cause.kind);
  const blocks = peers.filter(({ type }) => type === 'block');
  const matches = [
    ...(blocks.length > 0 ? [[BLOCKS, blocksClause(blocks, direction)] as const] : []),
    ...(blocks.length < peers.length || peers.length === 0
      ? [[PEERS, peersClause(peers, direction, ipFamilies, setNames)] as const]
      : []),
  ];
  return portClauses(rule.ports).flatMap(({ protocol, match: ports }) =>
    matches.map(([blockIndex, addresses]) =>
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

/** Blocks are written as the resource writes them, of whatever family. */
function blocksClause(blocks: readonly Peer[], direction: Direction): string {
  const clauses = blocks.flatMap((peer) => {
    if (peer.type !== 'block') return [];
    const field = `${protocolOf(peer.prefix.family)}.${peerField(direction)}`;
    const block = `${field} == ${peer.text}`;
    if (peer.except.length === 0) return [block];
    return [`(${block} && ${field} != {${peer.except.map(({ text }) => text).join(', ')}})`];
  });
  return clauses.length === 1 ? clauses.join('') : `(${clauses.join(' || ')})`;
}

/** Without peers, everything of the families that the cluster has. */
function peersClause(
  peers: readonly Peer[],
  direction: Direction,
  families: readonly Family[],
  setNames: SetNames,
): string {
  const selected = new Set(peers.flatMap((peer) => (peer.type === 'pods' ? [podSetName(peer.selection)] : [])));
  const sets = [...selected].map(setNames);
  const clauses = families.map((family, at) => {
    const protocol = protocolOf(family);
    if (sets.length === 0) return protocol;
    const names = sets.map((ofFamilies) => `$${ofFamilies[at] ?? ''}`).sort();
    return `${protocol}.${peerField(direction)} == {${names.join(', ')}}`;
  });
  return clauses.length === 1 ? clauses.join('') : `(${clauses.join(' || ')})`;
}
