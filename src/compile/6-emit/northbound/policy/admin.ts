import { protocolOf } from '../address-family.js';
import type { Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { PolicyIntent, PolicyRule } from '../../../../model/intent/policy.js';
import type { Row, RowIdentity } from '../../../../model/northbound.js';
import type { Family } from '../../../../net/address.js';
import { formatPrefix } from '../../../../net/prefix.js';
import { ADMIN_POLICY_STEP, filterRowsOf } from '../../../../ovn-kubernetes/filter-rows.js';
import { FAMILY_ID, byHashedName, objectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { type SetMember, addressSetRow } from '../address-set.js';
import { aclRow, peerField, portClause } from './acl.js';
import { namedPortClauses, portNamesOf } from './named-ports.js';
import { type PolicyPortGroup } from './port-groups.js';
import { portClauses, unreadableClause } from './ports.js';

const ACTIONS = { allow: 'allow-related', drop: 'drop', pass: 'pass' } as const;

/** Rows of a cluster-wide policy. Those of rules about incoming connections to named ports differ between zones. */
export interface AdminPolicyRows {
  readonly addressSets: readonly Row[];
  readonly acls: readonly Row[];
  /** Returns the additional ACLs of a zone, for the policy's pods that run there. If unset, there are none. */
  readonly aclsFor?: (subject: readonly Pod[]) => readonly Row[];
  readonly group: PolicyPortGroup;
}

/**
 * Returns a port group, an address set for each rule and family, and an ACL for each rule and protocol
 * (OVN-Kubernetes).
 */
export function emitAdminPolicy(intent: PolicyIntent, configuration: Configuration): AdminPolicyRows {
  const { cause, subject, rules } = intent;
  const identity = configuration.release.portGroups.ofAdminPolicy(cause.kind, cause.name);
  const rows = rules.map((rule) => emitRule(rule, intent, identity.key, configuration));
  const named = rows.flatMap(({ incoming }) => (incoming ? [incoming] : []));
  const acls = rows.flatMap((row) => row.acls);
  return {
    addressSets: rows.flatMap(({ addressSets }) => addressSets),
    acls,
    ...(named.length > 0 && { aclsFor: (pods: readonly Pod[]) => named.flatMap((emit) => emit(pods)) }),
    group: { identity, acls: acls.map(({ key }) => key), pods: subject.pods, cause },
  };
}

interface RuleRows {
  readonly addressSets: readonly Row[];
  readonly acls: readonly Row[];
  /** Returns the ACLs of an incoming rule with named ports, for the pods of its subject. */
  readonly incoming?: (subject: readonly Pod[]) => readonly Row[];
}

function emitRule(
  rule: PolicyRule,
  intent: PolicyIntent,
  portGroup: string,
  { ipFamilies, release }: Configuration,
): RuleRows {
  const { direction, ports } = rule;
  const addresses = addressesOf(rule);
  const { matchStart, looksUpNames } = release.adminPolicy;
  const sets = ipFamilies.map((family) => ({ family, identity: setOf(rule, intent, family) }));
  const { cause } = intent;
  const addressSets = sets.map(({ identity, family }) => ({ ...addressSetRow(identity, addresses, family), cause }));
  const clauses = sets.map(
    ({ identity, family }) => `${protocolOf(family)}.${peerField(direction)} == $${identity.key}`,
  );
  const peers = `((${clauses.join(' || ')}))`;
  const group = portClause(direction, portGroup);
  const sides = matchStart === 'ports' ? [group, peers] : [peers, group];
  const emit = (protocol: string, match: string): Row => ruleRow(rule, intent, protocol, match);
  const numbered = ports.filter(({ port }) => typeof port !== 'string');
  const plain = ports.length > 0 && numbered.length === 0 ? [] : portClauses(numbered);
  const acls = plain.map(({ protocol, match }) =>
    emit(protocol, [...sides, ...(match === undefined ? [] : [match])].join(' && ')),
  );
  const unreadable = unreadableClause(ports);
  if (unreadable !== undefined) acls.push({ ...emit('', [...sides, unreadable].join(' && ')), isUnreadable: true });
  const names = looksUpNames ? portNamesOf(ports) : [];
  if (names.length === 0) return { addressSets, acls };
  const selected = rule.peers.flatMap((peer) => (peer.type === 'pods' ? peer.selection.pods : []));
  const named = (pods: readonly Pod[], side: string): Row[] =>
    namedPortClauses(names, pods).map(({ protocol, match }) => emit(`${protocol}-namedPort`, `${side} && ${match}`));
  // Upstream also looks up the names in the peers of incoming connections, and omits the port group from the match.
  if (direction === 'Ingress') {
    return { addressSets, acls, incoming: (subject) => named([...subject, ...selected], peers) };
  }
  return { addressSets, acls: [...acls, ...named(selected, group)] };
}

/** Returns the ACL of a rule. Priorities of the two directions are counted separately. */
function ruleRow(rule: PolicyRule, intent: PolicyIntent, protocol: string, match: string): Row {
  const { cause, priority, log } = intent;
  const { prefix, tier, firstPriority } = filterRowsOf(cause.kind);
  const { direction, index, verdict } = rule;
  return aclRow({
    ids: objectIds(
      cause.kind,
      ['name', cause.name],
      ['direction', direction],
      ['gress-index', index],
      ['port-policy-protocol', protocol],
    ),
    name: `${prefix}:${cause.name}:${direction}:${index}`,
    direction,
    action: ACTIONS[verdict],
    match,
    priority: firstPriority - ADMIN_POLICY_STEP * priority - index,
    tier,
    log: log[verdict],
    cause: rule.cause,
  });
}

function setOf({ direction, index }: PolicyRule, { cause }: PolicyIntent, family: Family): RowIdentity {
  return byHashedName(
    objectIds(
      cause.kind,
      ['name', cause.name],
      ['direction', direction],
      ['gress-index', index],
      ['ip-family', FAMILY_ID[family]],
    ),
  );
}

/** Returns the addresses of a rule's peers. Networks are written without host bits. */
function addressesOf({ peers }: PolicyRule): readonly SetMember[] {
  return peers.flatMap((peer): readonly SetMember[] => {
    switch (peer.type) {
      case 'pods':
        return peer.selection.pods.flatMap(({ addresses }) => addresses);
      case 'block':
        return [{ family: peer.prefix.family, text: formatPrefix(peer.prefix) }];
      case 'addresses':
        return peer.addresses;
    }
  });
}
