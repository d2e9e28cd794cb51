import type { Configuration } from '../../../../model/configuration.js';
import type { Direction, PolicyIntent } from '../../../../model/intent/policy.js';
import type { Row } from '../../../../model/northbound.js';
import { objectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { ACL_PRIORITY, ACL_TIER } from '../../../../ovn-kubernetes/priorities.js';
import { aclRow, portClause } from './acl.js';
import { type PolicyPortGroup } from './port-groups.js';

/** Port groups of a namespace with policies, and their ACLs. */
export interface DefaultDeny {
  readonly acls: readonly Row[];
  readonly groups: readonly PolicyPortGroup[];
}

/** Exempt packets: type in the ids → match. Never logged. */
const EXEMPT = { arpAllow: 'arp || nd', icmpAllow: 'icmp || icmp6' } as const;

/**
 * Returns the rows that isolate pods of a namespace (OVN-Kubernetes). The first policy creates both directions. A pod
 * is in the group of a direction as soon as a policy isolates it there. `policies` are all those of one namespace, at
 * least one.
 */
export function emitDefaultDeny(
  policies: readonly [PolicyIntent, ...PolicyIntent[]],
  configuration: Configuration,
): DefaultDeny {
  const sides = (['Egress', 'Ingress'] as const).map((direction) => emitDirection(direction, policies, configuration));
  return { acls: sides.flatMap(({ acls }) => acls), groups: sides.map(({ group }) => group) };
}

function emitDirection(
  direction: Direction,
  policies: readonly [PolicyIntent, ...PolicyIntent[]],
  { allowIcmpNetworkPolicy, release }: Configuration,
): { readonly acls: readonly Row[]; readonly group: PolicyPortGroup } {
  const isolating = policies.filter(({ isolates }) => isolates.includes(direction));
  const { cause, log } = isolating[0] ?? policies[0];
  const { namespace } = cause;
  const identity = release.portGroups.ofDefaultDeny(namespace, direction);
  const clause = portClause(direction, identity.key);
  const acl = (type: string, rest: Pick<Parameters<typeof aclRow>[0], 'action' | 'match' | 'priority' | 'log'>): Row =>
    aclRow({
      ids: objectIds(OWNER_TYPE.defaultDeny, ['name', namespace], ['direction', direction], ['type', type]),
      name: `NP:${namespace}:${direction}`,
      direction,
      tier: ACL_TIER,
      cause,
      ...rest,
    });
  const exempt = (type: keyof typeof EXEMPT): Row =>
    acl(type, {
      action: 'allow',
      match: `${clause} && (${EXEMPT[type]})`,
      priority: ACL_PRIORITY.policyAllow,
      log: undefined,
    });
  const acls = [
    exempt('arpAllow'),
    acl('defaultDeny', { action: 'drop', match: clause, priority: ACL_PRIORITY.defaultDeny, log: log.drop }),
    ...(allowIcmpNetworkPolicy ? [exempt('icmpAllow')] : []),
  ];
  const pods = [...new Set(isolating.flatMap(({ subject }) => subject.pods))];
  return { acls, group: { identity, acls: acls.map(({ key }) => key), pods, cause } };
}
