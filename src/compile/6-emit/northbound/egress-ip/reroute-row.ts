import { protocolOf } from '../address-family.js';
import type { Pod } from '../../../../model/cluster.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Row } from '../../../../model/northbound.js';
import type { Family } from '../../../../net/address.js';
import { RowOfShape, RowShape } from '../../../../northbound/row-shape.js';
import { memoize } from '../../../../std/memoize.js';
import { ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { clusterRouterName } from '../../../../ovn-kubernetes/row-names.js';
import { routerPolicyKey } from '../keys.js';
import type { RouterRowDraft } from '../router-row.js';
import { type FamilyKey, type PodKeys, podKeys, podRowName, policyIds } from './identity.js';
import { withPlainNames } from './plain-name.js';

/** Common data of policies of one family to the same next hops. */
export interface Reroute {
  readonly family: FamilyKey;
  /** Unset for a release without ids. There, a policy is identified by its match, and has the name of the resource. */
  readonly keys: PodKeys | undefined;
  readonly shape: RowShape<Values>;
}

type Values = readonly [name: string, address: string];

const PRIORITY = ROUTER_POLICY_PRIORITY.toEgressNode;
const keysOf = memoize((family: FamilyKey) => podKeys([PRIORITY], [family, 'default']));

/** Returns what policies to these next hops have in common, as a text. `mark`: packet mark that they set, if any. */
export function rerouteKey(of: Family, nexthops: readonly string[], mark: number | undefined, hasIds: boolean): string {
  return [of, hasIds, mark ?? '', ...nexthops].join(' ');
}

/** Returns the common data of the policies with a key, see `rerouteKey`. */
export function rerouteTo(key: string): Reroute {
  const [of, ids, mark, ...nexthops] = key.split(' ');
  const [family, hasIds] = [protocolOf(of === 'IPv6' ? of : 'IPv4'), ids === 'true'];
  const shape = new RowShape<Values>('Logical_Router_Policy', ([name, address]) => ({
    action: 'reroute',
    external_ids: hasIds ? policyIds(PRIORITY, name, family) : { name },
    match: matchOf(family, address),
    nexthops,
    ...(mark ? { options: { pkt_mark: mark } } : {}),
    priority: PRIORITY,
  }));
  return { family, keys: hasIds ? keysOf(family) : undefined, shape };
}

function matchOf(family: FamilyKey, address: string): string {
  return `${family}.src == ${address}`;
}

/** Row of a rerouting policy. */
class RerouteRow extends RowOfShape<Values> implements RouterRowDraft {
  readonly key: string;
  readonly cause: Cause;
  readonly #address: string;
  readonly #reroute: Reroute;

  constructor(cause: Cause, key: string, address: string, reroute: Reroute) {
    super();
    this.key = key;
    this.cause = cause;
    this.#address = address;
    this.#reroute = reroute;
  }

  get row(): Row {
    return this;
  }

  get router(): string {
    return clusterRouterName;
  }

  get distinction(): string {
    const { family, keys } = this.#reroute;
    return keys ? matchOf(family, this.#address) : this.cause.name;
  }

  get shape(): RowShape<Values> {
    return this.#reroute.shape;
  }

  get values(): Values {
    return [this.#reroute.keys?.nameIn(this.key) ?? this.cause.name, this.#address];
  }
}

/** Returns the policy that sends the packets of a pod's address to the next hops. */
export function rerouteRow(cause: Cause, pod: Pod, address: string, reroute: Reroute): RouterRowDraft {
  const { family, keys } = reroute;
  const key =
    keys?.keyOf(podRowName(cause, pod)) ?? routerPolicyKey(clusterRouterName, PRIORITY, matchOf(family, address));
  return withPlainNames(new RerouteRow(cause, key, address, reroute), keys ? key : cause.name);
}
