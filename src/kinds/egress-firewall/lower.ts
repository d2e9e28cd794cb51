import type { Intent } from '../../model/intent.js';
import { causeOf } from '../cause.js';
import type { KindContext } from '../kind.js';
import type { ResolvedFirewall } from './resolved.js';
import type { JsonObject } from '../../std/json.js';
import { memoize } from '../../std/memoize.js';

const APPLIED = 'EgressFirewall Rules applied';
const NOT_APPLIED = 'EgressFirewall Rules not correctly applied';

/** Returns the filter of each valid firewall, and the status of every firewall. */
export function lowerFirewalls(firewalls: readonly ResolvedFirewall[], { cluster, memo }: KindContext): Intent[] {
  const statusOf = memoize(createStatus([...cluster.zones.keys()]));
  const intents: Intent[] = [];
  for (const firewall of firewalls) {
    if (firewall.count > 0) intents.push(memo('filter of an EgressFirewall', firewall, [], () => filterOf(firewall)));
    const status = memo('status of an EgressFirewall', firewall, [cluster], () =>
      statusIntent(firewall, statusOf(errorOf(firewall))),
    );
    if (status) intents.push(status);
  }
  return intents;
}

function filterOf({ manifest, rules, count, names }: ResolvedFirewall): Intent {
  return { effect: 'filter', rules, count, names, cause: causeOf(manifest, '') };
}

function statusIntent({ manifest }: ResolvedFirewall, status: JsonObject | undefined): Intent | undefined {
  return status && { effect: 'status', subresource: 'status', status, cause: causeOf(manifest, '') };
}

/** Returns the error of the live controllers for an invalid firewall, or undefined for a valid one. */
function errorOf({ errors }: ResolvedFirewall): string | undefined {
  return errors.length > 1 ? `[${errors.join(', ')}]` : errors[0];
}

/**
 * Makes the status of the firewalls with an error, or without one: one message a zone, and their summary. Every zone
 * compiles every firewall, so they all say the same. Undefined if there is no zone.
 */
function createStatus(zones: readonly string[]): (error: string | undefined) => JsonObject | undefined {
  return (error) => {
    if (zones.length === 0) return undefined;
    const outcome = error === undefined ? APPLIED : `${NOT_APPLIED}: ${error}`;
    const status = error === undefined ? APPLIED : NOT_APPLIED;
    return { messages: zones.map((zone) => `${zone}: ${outcome}`), status };
  };
}
