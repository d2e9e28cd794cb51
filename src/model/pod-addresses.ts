import type { Pod } from './cluster.js';

const NONE: readonly string[] = [];

/** Returns the addresses of a running pod, as canonical texts. Those of pods on the host network are their node's. */
export function ownAddressesOf({ hostNetwork, completed, addresses }: Pod): readonly string[] {
  return hostNetwork || completed ? NONE : addresses.map(({ text }) => text);
}
