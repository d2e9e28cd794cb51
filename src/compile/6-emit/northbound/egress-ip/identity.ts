import type { Pod } from '../../../../model/cluster.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Family } from '../../../../net/address.js';
import { type ObjectIds, objectId, objectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { flat } from '../../../../std/json-text.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';

/** How identities of policies, QoS rules and NATs spell a family; `ip` is both. */
export type FamilyKey = 'ip4' | 'ip6' | 'ip';

/** Identity of a router policy or QoS rule of EgressIP on the default network (OVN-Kubernetes). */
export function policyIds(priority: number, name: string, family: FamilyKey): ObjectIds {
  return objectIds(
    OWNER_TYPE.egressPoint,
    ['priority', priority],
    ['name', name],
    ['ip-family', family],
    ['network', 'default'],
  );
}

/** Identity of the translation of a pod's addresses of a family: the same at every egress node. */
export function natIds(name: string, family: FamilyKey): ObjectIds {
  return objectIds(OWNER_TYPE.egressPoint, ['name', name], ['ip-family', family]);
}

/** `<resource>_<namespace>/<pod>`: the name of what a resource has for one pod. */
export function podRowName({ name }: Cause, pod: Pod): string {
  return `${name}_${pod.namespace}/${pod.name}`;
}

/** The keys of rows for pods, which hold the names of these. */
export interface PodKeys {
  /** The key that is made of a name. */
  readonly keyOf: (name: string) => string;
  /** The name that is in a key. */
  readonly nameIn: (key: string) => string;
  /** How much longer a key is than the name. */
  readonly around: number;
}

/** Keys that begin and end with the same values; a name has a value of its own. */
export function podKeys(before: readonly (string | number)[], after: readonly string[]): PodKeys {
  const start = flat(objectId(OWNER_TYPE.egressPoint, ...before, ''));
  const end = flat(after.map((value) => `:${value}`).join(''));
  return {
    keyOf: (name) => flat(`${start}${name}${end}`),
    nameIn: (key) => key.slice(start.length, -end.length),
    around: start.length + end.length,
  };
}

/** Returns the text of the address of a pod in a family: Kubernetes gives a pod at most one. */
export function podAddress({ addresses }: Pod, family: Family): string | undefined {
  return addresses.find((address) => address.family === family)?.text;
}
