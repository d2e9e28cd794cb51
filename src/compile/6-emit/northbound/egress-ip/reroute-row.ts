import type { Cause } from '../../../../model/intent/cause.js';
import type { Columns, Row } from '../../../../model/northbound.js';
import { renderList } from '../../../../northbound/row-text.js';
import { flat } from '../../../../std/json-text.js';
import { remember } from '../../../../std/remember.js';
import { ID_KEY, OWNER_CONTROLLER, objectId } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { withPlainName } from './plain-name.js';
import { type FamilyKey, policyIds } from './identity.js';

/** What the policies of one resource and family have in common. */
export interface Reroute {
  readonly family: FamilyKey;
  readonly nexthops: readonly string[];
  /** What they have as text. */
  readonly nexthopsText: string;
}

/** What is common to policies that go to these next hops. */
export function rerouteTo(family: FamilyKey, nexthops: readonly string[]): Reroute {
  return { family, nexthops, nexthopsText: flat(renderList(nexthops)) };
}

const PRIORITY = ROUTER_POLICY_PRIORITY.toEgressNode;

/** A class for the same reason as rows that are deferred; its text is made by a template where the name is plain. */
class RerouteRow implements Row {
  readonly key: string;
  readonly cause: Cause;
  readonly #name: string;
  readonly #match: string;
  readonly #reroute: Reroute;

  constructor(cause: Cause, name: string, match: string, reroute: Reroute) {
    this.key = flat(objectId(OWNER_TYPE.egressPoint, PRIORITY, name, reroute.family, 'default'));
    this.cause = cause;
    this.#name = name;
    this.#match = match;
    this.#reroute = reroute;
  }

  get columns(): Columns {
    const { family, nexthops } = this.#reroute;
    const external_ids = policyIds(PRIORITY, this.#name, family);
    return { action: 'reroute', external_ids, match: this.#match, nexthops, priority: PRIORITY };
  }

  /** The columns again. */
  render(): string {
    const { family, nexthopsText } = this.#reroute;
    return `${startOf(family)}${this.key}${BEFORE_NAME}${this.#name}${BEFORE_MATCH}${this.#match}${BEFORE_NEXT_HOPS}${nexthopsText}${END}`;
  }
}

// What is the same in all is one text: a row of few pieces is put together faster.
const startOf = remember((family: FamilyKey) =>
  flat(`{
        "action": "reroute",
        "external_ids": {
          "ip-family": "${family}",
          "${ID_KEY.id}": "`),
);
const BEFORE_NAME = flat(`",
          "${ID_KEY.name}": "`);
const BEFORE_MATCH = flat(`",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${OWNER_TYPE.egressPoint}",
          "network": "default",
          "priority": "${PRIORITY}"
        },
        "match": "`);
const BEFORE_NEXT_HOPS = `",
        "nexthops": `;
const END = flat(`,
        "priority": ${PRIORITY}
      }`);

/** The policy that sends the packets that match to the next hops; `name` is that of what the resource has for a pod. */
export function rerouteRow(cause: Cause, name: string, match: string, reroute: Reroute): Row {
  return withPlainName(new RerouteRow(cause, name, match, reroute), name);
}
