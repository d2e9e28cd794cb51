import type { DroppedConnection } from '../../model/dropped-connection.js';
import { aloneText, portsText } from '../let-pass.js';

/** Whatever one policy allows passes. */
export function letPass(dropped: DroppedConnection): string {
  const { direction, source, destination } = dropped;
  const [side, peer] = direction === 'ingress' ? ['from', source] : ['to', destination];
  return `add {${side}: [{ipBlock: {cidr: ${aloneText(peer)}}}]${portsText(dropped)}} to spec.${direction}`;
}
