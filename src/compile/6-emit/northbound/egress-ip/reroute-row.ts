import type { Cause } from '../../../../model/intent/cause.js';
import type { Columns, Row } from '../../../../model/northbound.js';
import { renderList } from '../../../../northbound/row-text.js';
import { ID_KEY, OWNER_CONTROLLER, objectId } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { withPlainName } from './plain-name.js';
import { type FamilyKey, policyIds } from './identity.js';

/** What the policies of one resource and family have in common. */
export interface Reroute {
  readonly family: FamilyKey;
  readonly nexthops: readonly string[];
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
    this.key = objectId(OWNER_TYPE.egressPoint, PRIORITY, name, reroute.family, 'default');
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
    const { family, nexthops } = this.#reroute;
    return `{
        "action": "reroute",
        "external_ids": {
          "ip-family": "${family}",
          "${ID_KEY.id}": "${this.key}",
          "${ID_KEY.name}": "${this.#name}",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${OWNER_TYPE.egressPoint}",
          "network": "default",
          "priority": "${PRIORITY}"
        },
        "match": "${this.#match}",
        "nexthops": ${renderList(nexthops)},
        "priority": ${PRIORITY}
      }`;
  }
}

/** The policy that sends the packets that match to the next hops; `name` is that of what the resource has for a pod. */
export function rerouteRow(cause: Cause, name: string, match: string, reroute: Reroute): Row {
  return withPlainName(new RerouteRow(cause, name, match, reroute), name);
}
