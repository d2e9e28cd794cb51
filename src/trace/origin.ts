import { managementPortName, podPortName } from '../ovn-kubernetes/row-names.js';

/** The source of a packet. */
export type PacketOrigin =
  /** `node`: its node, if known. */
  | { readonly type: 'pod'; readonly namespace: string; readonly name: string; readonly node?: string }
  /** The host of a node, by its management port. */
  | { readonly type: 'node'; readonly name: string }
  /** The physical network of a node. */
  | { readonly type: 'outside'; readonly node: string };

/** Returns the logical port of a sender, or '' for the outside. */
export function portNameOf(origin: PacketOrigin): string {
  if (origin.type === 'pod') return podPortName(origin.namespace, origin.name);
  return origin.type === 'node' ? managementPortName(origin.name) : '';
}
