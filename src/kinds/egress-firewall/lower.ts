import type { Intent } from '../../model/intent.js';
import type { FilterIntent } from '../../model/intent/filter.js';
import { causeOf } from '../cause.js';
import type { KindContext } from '../kind.js';
import { type ResolvedFirewall, pointerOf } from './resolved.js';

const APPLIED = 'EgressFirewall Rules applied';
const NOT_APPLIED = 'EgressFirewall Rules not correctly applied';

/** A filter for each rule of each firewall that holds, and the status of every firewall. */
export function lowerFirewalls(firewalls: readonly ResolvedFirewall[], { cluster }: KindContext): Intent[] {
  const zones = [...cluster.zones.keys()];
  return firewalls.flatMap((firewall) => [...filtersOf(firewall), ...statusOf(firewall, zones)]);
}

function filtersOf({ manifest, namespace, rules }: ResolvedFirewall): FilterIntent[] {
  const { allow, deny } = namespace.aclLogging;
  const source = { namespace: namespace.name };
  return rules.map((rule) => {
    const { index, verdict, destinations, ports } = rule;
    const log = verdict === 'allow' ? allow : deny;
    const cause = causeOf(manifest, pointerOf(rule));
    if (!log) return { effect: 'filter', source, order: index, verdict, destinations, ports, cause };
    return { effect: 'filter', source, order: index, verdict, destinations, ports, log, cause };
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
