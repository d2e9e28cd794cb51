import { type PodPeer, matchPods, namespaceOfPeer } from '../../selectors/peer.js';
import { once } from '../../std/memoize.js';
import { suggestionText, suggest } from '../../std/suggest.js';
import type { EndPod, Ends } from './ends.js';

/** Example addresses for the outside (RFC 5737, RFC 3849). */
export const SAMPLE_ADDRESSES = ['192.0.2.1', '2001:db8::1'];

/** Returns the pods that a peer selects, including completed and planned ones. */
export function podsOf(peer: PodPeer, { namespaces, podsOf: podsIn }: Ends): readonly EndPod[] {
  const namespace = namespaceOfPeer(peer);
  const all = namespace === undefined ? namespaces.flatMap((name) => podsIn(name) ?? []) : (podsIn(namespace) ?? []);
  return all.filter(matchPods(peer));
}

/** Returns the pods with an address of their own. */
export function podsWith(address: string, { namespaces, podsOf: podsIn }: Ends): readonly EndPod[] {
  const all = namespaces.flatMap((name) => podsIn(name) ?? []);
  return all.filter(({ hostNetwork, addresses }) => !hostNetwork && addresses.some(({ text }) => text === address));
}

/** Returns a function that finds the pod that currently has an address of its own. It indexes all pods once. */
export function createEndPodFinder({ namespaces, podsOf: podsIn }: Ends): (address: string) => EndPod | undefined {
  const podByAddress = once(() => {
    const pods = namespaces.flatMap((name) => podsIn(name) ?? []).filter((pod) => !pod.hostNetwork && !pod.isAbsent);
    return new Map(pods.flatMap((pod) => pod.addresses.map(({ text }) => [text, pod] as const)));
  });
  return (address) => podByAddress().get(address);
}

/** Returns the name of a pod: `shop/web-0`. */
export function podTitle({ namespace, name }: EndPod): string {
  return `${namespace}/${name}`;
}

/** Returns the sentence that an object is missing. */
export function notThere(word: string, what: string, near: readonly string[]): string {
  return `there is no ${what} ${word} in the inventory${suggestionText(word, near)}`;
}

/** Returns the pods and workloads of the namespace of a word, or of the most similar namespace. */
export function podsNear(word: string, { namespaces, podsOf: podsIn }: Ends): string[] {
  const [namespace = ''] = word.split('/');
  const meant = podsIn(namespace) ? namespace : (suggest(namespace, namespaces) ?? '');
  const names = (podsIn(meant) ?? []).flatMap(({ name, workload }) => [name, ...(workload ? [workload.name] : [])]);
  return [...new Set(names)].map((name) => `${meant}/${name}`);
}
