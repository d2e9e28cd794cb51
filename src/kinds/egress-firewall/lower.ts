import type { Intent } from '../../model/intent.js';
import type { FilterIntent } from '../../model/intent/filter.js';
import { causeOf } from '../cause.js';
import type { KindContext } from '../kind.js';
import type { ResolvedFirewall } from './resolved.js';

const APPLIED = 'EgressFirewall Rules applied';
const NOT_APPLIED = 'EgressFirewall Rules not correctly applied';

/** A filter for each rule of each firewall that holds, and the status of every firewall. */
export function lowerFirewalls(firewalls: readonly ResolvedFirewall[], { cluster }: KindContext): Intent[] {
  const zones = [...cluster.zones.keys()];
  return firewalls.flatMap((firewall) => [...filtersOf(firewall), ...statusOf(firewall, zones)]);
}

function filtersOf({ manifest, namespace, rules }: ResolvedFirewall): FilterIntent[] {
  const { allow, deny } = namespace.aclLogging;
  return rules.map(({ index, verdict, destinations, ports }) => {
    const log = verdict === 'allow' ? allow : deny;
    return {
      effect: 'filter',
      source: { namespace: namespace.name },
      order: index,
      verdict,
      destinations,
      ports,
      ...(log ? { log } : {}),
      cause: causeOf(manifest, `/spec/egress/${index}`),
    };
  });
}

/** One message a zone, and their summary: every zone compiles every firewall, so they all say the same. */
function statusOf({ manifest, errors }: ResolvedFirewall, zones: readonly string[]): Intent[] {
  if (zones.length === 0) return [];
  const text = errors.length > 1 ? `[${errors.join(', ')}]` : errors[0];
  const outcome = text === undefined ? APPLIED : `${NOT_APPLIED}: ${text}`;
  return [
    {
      effect: 'status',
      subresource: 'status',
      status: {
        messages: zones.map((zone) => `${zone}: ${outcome}`),
        status: text === undefined ? APPLIED : NOT_APPLIED,
      },
      cause: causeOf(manifest, ''),
    },
  ];
}
