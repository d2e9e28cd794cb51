import { addressOfCIDR } from '../../../net/prefix.js';
import { parseAddress } from '../../../net/address.js';
import type { FlowEnd } from '../../../traffic/flows/list.js';

/**
 * Which ends a word of the command line names: `shop/web[Deployment]`, the same without the kind, a namespace, `ingress-controller`, or an
 * address: that of a pod, or one in a range outside. Absent: every end.
 */
export function parseEnd(word: string | undefined): (end: FlowEnd) => boolean {
  if (word === undefined) return () => true;
  const address = word.includes('/') ? addressOfCIDR(word) : parseAddress(word);
  if (address) {
    return ({ pods, range }) => {
      if (pods) return pods.pods.some(({ addresses }) => addresses.includes(word));
      if (range?.family !== address.family) return false;
      return BigInt(range.first) <= address.value && address.value < BigInt(range.end);
    };
  }
  return ({ name, pods }) =>
    pods !== undefined &&
    (name === word ||
      name.replace(/\[\w+\]$/, '') === word ||
      name === `{${word}}` ||
      pods.namespace === word ||
      pods.pods.some((pod) => `${pod.namespace}/${pod.name}` === word));
}
