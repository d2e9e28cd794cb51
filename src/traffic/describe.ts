import { formatTransport, transportOf } from './filters/transport-range.js';
import type { Destination, FilterRule } from '../model/intent/filter.js';
import type { MarkIntent } from '../model/intent/mark.js';
import type { Decider } from './change.js';

/** Describes a filter as in its resource: `Deny 0.0.0.0/0`, `Allow api.example.com, TCP 443`. */
export function describeFilter({ verdict, destinations, ports, cause }: FilterRule): Decider {
  const [first, ...more] = destinations;
  const target = first ? `${describeDestination(first)}${more.length > 0 ? ` and ${more.length} more` : ''}` : '';
  const transport = ports.length > 0 ? `, ${formatTransport(transportOf(ports))}` : '';
  return { cause, text: `${verdict === 'allow' ? 'Allow' : 'Deny'} ${target}${transport}` };
}

/** Describes a mark: `DSCP 46 to 203.0.113.0/24`. */
export function describeMark({ dscp, destination, cause }: MarkIntent): Decider {
  return {
    cause,
    text: `DSCP ${dscp}${destination === undefined ? '' : ` to ${destination === 'none' ? 'nothing' : destination.text}`}`,
  };
}

function describeDestination(destination: Destination): string {
  switch (destination.type) {
    case 'name':
      return destination.set.name;
    case 'address':
      return destination.address.text;
    case 'prefix':
      return destination.text;
  }
}
