import { protocolOf } from '../address-family.js';
import type { Pod } from '../../../../model/cluster.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Columns, Row } from '../../../../model/northbound.js';
import type { Family } from '../../../../net/address.js';
import { renderList } from '../../../../northbound/row-text.js';
import { flat } from '../../../../std/json-text.js';
import { memoize } from '../../../../std/memoize.js';
import { ID_KEY, OWNER_CONTROLLER } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { clusterRouterName } from '../../../../ovn-kubernetes/row-names.js';
import { deferRow } from '../deferred-row.js';
import { routerPolicyKey } from '../keys.js';
import type { RouterRowDraft } from '../router-row.js';
import { type FamilyKey, type PodKeys, podKeys, podRowName, policyIds } from './identity.js';
import { withPlainNames } from './plain-name.js';

/** Common data of policies of one family to the same next hops. */
export interface Reroute {
  readonly family: FamilyKey;
  readonly nexthops: readonly string[];
  /** Packet mark that the policies set, or undefined for none. */
  readonly mark: number | undefined;
  readonly keys: PodKeys;
  /** Texts around the key, the name and the address of a pod. */
  readonly texts: Texts;
}

interface Texts {
  readonly start: string;
  readonly beforeAddress: string;
  readonly end: string;
  /** Bytes of a row without its address and its key, which occurs twice. */
  readonly bytes: number;
}

const PRIORITY = ROUTER_POLICY_PRIORITY.toEgressNode;
const keysOf = memoize((family: FamilyKey) => podKeys([PRIORITY], [family, 'default']));

/**
 * Returns the common data of policies to these next hops. The parts that all policies share are single texts, because a
 * row of few pieces is joined faster.
 */
export function rerouteTo(of: Family, nexthops: readonly string[], mark: number | undefined): Reroute {
  const family = protocolOf(of);
  const start = flat(`{
        "action": "reroute",
        "external_ids": {
          "ip-family": "${family}",
          "${ID_KEY.id}": "`);
  const beforeAddress = flat(`",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${OWNER_TYPE.egressPoint}",
          "network": "default",
          "priority": "${PRIORITY}"
        },
        "match": "${matchOf(family, '')}`);
  const end = flat(`",
        "nexthops": ${renderList(nexthops)},${mark === undefined ? '' : `${OPTIONS_START}${mark}${OPTIONS_END}`}
        "priority": ${PRIORITY}
      }`);
  const keys = keysOf(family);
  const bytes = start.length + BEFORE_NAME.length + beforeAddress.length + end.length - keys.around;
  return { family, nexthops, mark, keys, texts: { start, beforeAddress, end, bytes } };
}

const BEFORE_NAME = flat(`",
          "${ID_KEY.name}": "`);
const OPTIONS_START = `
        "options": { "pkt_mark": "`;
const OPTIONS_END = '" },';

function matchOf(family: FamilyKey, address: string): string {
  return `${family}.src == ${address}`;
}

/**
 * Row of a rerouting policy. A class for the same reason as deferred rows. A template makes its text if the name is
 * plain.
 */
class RerouteRow implements Row, RouterRowDraft {
  readonly key: string;
  readonly cause: Cause;
  readonly #address: string;
  readonly #reroute: Reroute;

  constructor(cause: Cause, key: string, address: string, reroute: Reroute) {
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
    return matchOf(this.#reroute.family, this.#address);
  }

  get columns(): Columns {
    const { family, keys } = this.#reroute;
    const external_ids = policyIds(PRIORITY, keys.nameIn(this.key), family);
    return columnsOf(external_ids, this.distinction, this.#reroute);
  }

  /** Returns the columns as text. */
  render(): string {
    const { keys, texts } = this.#reroute;
    const { start, beforeAddress, end } = texts;
    return `${start}${this.key}${BEFORE_NAME}${keys.nameIn(this.key)}${beforeAddress}${this.#address}${end}`;
  }

  get bytes(): number {
    return this.#reroute.texts.bytes + 2 * this.key.length + this.#address.length;
  }
}

function columnsOf(
  external_ids: Readonly<Record<string, string>>,
  match: string,
  { nexthops, mark }: Reroute,
): Columns {
  const options = mark === undefined ? {} : { options: { pkt_mark: `${mark}` } };
  return { action: 'reroute', external_ids, match, nexthops, ...options, priority: PRIORITY };
}

/**
 * Returns the same policy for releases without ids. It is identified by its match, and has the name of the resource.
 */
export function namedRerouteRow(cause: Cause, address: string, reroute: Reroute): RouterRowDraft {
  const match = matchOf(reroute.family, address);
  const key = routerPolicyKey(clusterRouterName, PRIORITY, match);
  const columns = (): Columns => columnsOf({ name: cause.name }, match, reroute);
  return { router: clusterRouterName, distinction: cause.name, row: deferRow({ key, columns, cause }) };
}

/** Returns the policy that sends the packets of a pod's address to the next hops. */
export function rerouteRow(cause: Cause, pod: Pod, address: string, reroute: Reroute): RouterRowDraft {
  const key = reroute.keys.keyOf(podRowName(cause, pod));
  return withPlainNames(new RerouteRow(cause, key, address, reroute), key);
}
