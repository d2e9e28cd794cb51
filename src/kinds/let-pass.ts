import type { DroppedConnection } from '../model/dropped-connection.js';
import { familyOfText } from '../net/address.js';

/** An address as a network of its own. */
export function aloneText(address: string): string {
  return `${address}/${familyOfText(address) === 'IPv4' ? 32 : 128}`;
}

/** `, ports: […]` with the port of a connection, as policies and firewalls write it; nothing for ICMP, which has none. */
export function portsText({ protocol, port }: DroppedConnection): string {
  return protocol === 'ICMP' ? '' : `, ports: [{protocol: ${protocol}, port: ${port}}]`;
}

/** `/spec/egress/2/to` is about `/spec/egress/2`. */
export function ruleText({ pointer, direction }: DroppedConnection): string {
  return /^\/spec\/(egress|ingress)\/\d+/.exec(pointer)?.[0] ?? `/spec/${direction}/0`;
}
