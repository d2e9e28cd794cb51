import type { Pod } from '../../model/cluster.js';
import { type CanonicalAddress, readAddress } from '../../net/address.js';
import { type Json, isObject } from '../../std/json.js';

/** The addresses that a pod has in a network, or that it is not there, or what is wrong with the annotation. */
export type NetworkAddresses =
  | { readonly addresses: readonly CanonicalAddress[] }
  | { readonly problem: 'not in the network' }
  | { readonly problem: 'not a list'; readonly text: string };

/** Reason why a pod is not a gateway. */
export type GatewayProblem = Extract<ReturnType<typeof gatewayAddresses>, { readonly problem: string }>['problem'];

/**
 * Returns the addresses that a pod has as a gateway (OVN-Kubernetes): those in the named network. Without a name, those
 * of its status, if it is on the host's network.
 */
export function gatewayAddresses(
  { hostNetwork, podIPs, networkStatus = '' }: Pod,
  network: string,
): NetworkAddresses | { readonly problem: 'not on its host' } {
  if (network === '') return hostNetwork ? { addresses: podIPs } : { problem: 'not on its host' };
  return addressesInNetwork(networkStatus, network);
}

/**
 * Finds the addresses of a network in the annotation `k8s.v1.cni.cncf.io/network-status`: those of the first entry with
 * its name, without invalid texts. `text` of a problem approximates the words of Go's JSON decoder.
 */
function addressesInNetwork(annotation: string, network: string): NetworkAddresses {
  const parsed = parseList(annotation);
  if (typeof parsed === 'string') return { problem: 'not a list', text: parsed };
  for (const entry of parsed) {
    if (!isObject(entry) || entry.name !== network) continue;
    const ips = Array.isArray(entry.ips) ? entry.ips : [];
    return { addresses: ips.flatMap((ip) => (typeof ip === 'string' ? (readAddress(ip) ?? []) : [])) };
  }
  return { problem: 'not in the network' };
}

function parseList(text: string): readonly Json[] | string {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    const [first] = text.trimStart();
    if (first === undefined) return 'unexpected end of JSON input';
    return /[[{"0-9tfn-]/.test(first) ? 'invalid JSON' : `invalid character '${first}' looking for beginning of value`;
  }
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  return `json: cannot unmarshal ${typeof value === 'boolean' ? 'bool' : typeof value} into Go value of type []v1.NetworkStatus`;
}
