import type { Cause } from '../../../../model/intent/cause.js';
import type { LogSeverity } from '../../../../model/cluster.js';
import type { Direction } from '../../../../model/intent/policy.js';
import type { Row } from '../../../../model/northbound.js';
import { ACL_LOGGING_METER, ACL_NAME_LENGTH } from '../../../../ovn-kubernetes/filter-rows.js';
import type { ObjectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { ID_KEY } from '../../../../ovn-kubernetes/object-ids.js';

/** An ACL of a policy. */
export interface PolicyACL {
  readonly ids: ObjectIds;
  /** Name of the ACL, cut to the length of the column. */
  readonly name: string;
  readonly direction: Direction;
  readonly action: 'allow' | 'allow-related' | 'allow-stateless' | 'drop' | 'pass';
  readonly match: string;
  readonly priority: number;
  readonly tier: number;
  readonly log: LogSeverity | undefined;
  readonly cause: Cause;
}

/**
 * Returns the row of an ACL. OVN-Kubernetes: egress is matched after load balancing, when the destination is a pod's
 * own address.
 */
export function aclRow({ ids, name, direction, action, match, priority, tier, log, cause }: PolicyACL): Row {
  const isEgress = direction === 'Egress';
  return {
    key: ids[ID_KEY.id],
    columns: {
      action,
      direction: isEgress ? 'from-lport' : 'to-lport',
      external_ids: ids,
      ...(log && { log: true, severity: log }),
      match,
      meter: ACL_LOGGING_METER,
      name: name.slice(0, ACL_NAME_LENGTH),
      ...(isEgress && { options: { 'apply-after-lb': 'true' } }),
      priority,
      tier,
    },
    cause,
  };
}

/** Returns the clause for the pods of a port group: packets to them, or packets that they send. */
export function portClause(direction: Direction, portGroup: string): string {
  return `${direction === 'Ingress' ? 'outport' : 'inport'} == @${portGroup}`;
}

/** Returns the field of the peer's address. */
export function peerField(direction: Direction): 'src' | 'dst' {
  return direction === 'Ingress' ? 'src' : 'dst';
}
