import type { Pod } from '../../../../model/cluster.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Family } from '../../../../net/address.js';
import { type ObjectIds, objectId, objectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { flat } from '../../../../std/json-text.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';

/** A family as in identities of policies, QoS rules and NATs. `ip` stands for both. */
export type FamilyKey = 'ip4' | 'ip6' | 'ip';

/** Returns the identity of a router policy or QoS rule of EgressIP on the default network (OVN-Kubernetes). */
export function policyIds(priority: number, name: string, family: FamilyKey): ObjectIds {
  return objectIds(
    OWNER_TYPE.egressPoint,
    ['priority', priority],
    ['name', name],
    ['ip-family', family],
    ['network', 'default'],
  );
}

/** Returns the identity of the translation of a pod's addresses of a family. It is the same at every egress node. */
export function natIds(name: string, family: FamilyKey): ObjectIds {
  return objectIds(OWNER_TYPE.egressPoint, ['name', name], ['ip-family', family]);
}

/** Returns the name of a resource's row for one pod: `<resource>_<namespace>/<pod>`. */
export function podRowName({ name }: Cause, pod: Pod): string {
  return `${name}_${pod.namespace}/${pod.name}`;
}

/** Keys of rows for pods, which contain the name of the row. */
export interface PodKeys {
  /** Returns the key for a name. */
  readonly keyOf: (name: string) => string;
  /** Returns the name in a key. */
  readonly nameIn: (key: string) => string;
}

/** Returns keys that begin and end with the same values. A name is one value. */
export function podKeys(before: readonly (string | number)[], after: readonly string[]): PodKeys {
  const start = flat(objectId(OWNER_TYPE.egressPoint, ...before, ''));
  const end = flat(after.map((value) => `:${value}`).join(''));
  return {
    keyOf: (name) => flat(`${start}${name}${end}`),
    nameIn: (key) => key.slice(start.length, -end.length),
  };
}

/** Returns the address of a pod in a family as text. Kubernetes assigns a pod at most one per family. */
export function podAddress({ addresses }: Pod, family: Family): string | undefined {
  return addresses.find((address) => address.family === family)?.text;
}
