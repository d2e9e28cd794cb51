import type { SecondaryAddress } from '../../model/address-inventory.js';
import type { Pod } from '../../model/cluster.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, readAddress } from '../../net/address.js';
import { annotationPointer } from '../../yaml/locate.js';
import { asStrings, parseJsonAnnotation } from './fields.js';
import { type Json, type JsonObject, asObject, asList, asString } from '../../std/json.js';
import { POD_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

const POD_NETWORKS = POD_ANNOTATION.networks;
/** Annotation in which Multus lists the networks of a pod. */
export const NETWORK_STATUS = 'k8s.v1.cni.cncf.io/network-status';

/**
 * Returns the addresses of a pod that `pod`, its reading for the cluster's network, does not contain. They belong to
 * other networks in `pod-networks` and in Multus' `k8s.v1.cni.cncf.io/network-status`. Invalid JSON is skipped here, because
 * `readPod` reports it.
 */
export function readSecondaryAddresses(manifest: Manifest, pod: Pod): SecondaryAddress[] {
  const annotations = annotationsOf(manifest);
  if (!annotations) return [];
  let known: Set<string> | undefined;
  return [POD_NETWORKS, NETWORK_STATUS].flatMap((annotation) => {
    const text = Object.hasOwn(annotations, annotation) ? annotations[annotation] : undefined;
    if (typeof text !== 'string' || repeatsPod(text, pod)) return [];
    const parsed = parseJsonAnnotation(text);
    if ('problem' in parsed) return [];
    known ??= new Set(pod.addresses.map((address) => address.text));
    const networks = annotation === POD_NETWORKS ? Object.values(asObject(parsed.value) ?? {}) : asList(parsed.value);
    const pointer = annotationPointer(annotation);
    return networks.flatMap(addressesOf).flatMap((address) => {
      if (known?.has(address.text)) return [];
      known?.add(address.text);
      return [{ address, annotation, pointer }];
    });
  });
}

/** Returns the annotations of a pod, or undefined if it has none. Without annotations it has no such addresses. */
export function annotationsOf({ object }: Manifest): JsonObject | undefined {
  return asObject(asObject(object.metadata)?.annotations);
}

/**
 * Returns the problem of a `k8s.v1.cni.cncf.io/network-status`, or undefined. Text that only repeats the address of the
 * pod is not parsed.
 */
export function networkStatusProblem(text: string, pod: Pick<Pod, 'addresses'>): string | undefined {
  if (text === '' || repeatsPod(text, pod)) return undefined;
  const parsed = parseJsonAnnotation(text);
  if ('problem' in parsed) return parsed.problem;
  return Array.isArray(parsed.value) ? undefined : 'it is not a list';
}

/**
 * Returns true if an annotation only repeats the address of the pod. Nearly every pod has one network, and parsing JSON
 * for 100,000 pods would take most of the time.
 */
function repeatsPod(text: string, { addresses: [first] }: Pick<Pod, 'addresses'>): boolean {
  // With its quote or slash, because another address may begin with the same text.
  const isThere = first && (text.includes(`"${first.text}"`) || text.includes(`"${first.text}/`));
  return isThere === true && !/\}\s*,/.test(text);
}

function addressesOf(network: Json): CanonicalAddress[] {
  const { ips, ip_addresses: listed, ip_address: single } = asObject(network) ?? {};
  const texts = [...(asStrings(ips) ?? []), ...(asStrings(listed) ?? []), ...(asStrings(single) ?? [])];
  return texts.flatMap((text) => readAddress(asString(text)?.split('/', 1)[0] ?? '') ?? []);
}
