import type { AddressClaim } from '../../model/claim.js';
import { resourceOf, titleOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { canonicalAddress } from '../../net/address.js';
import type { ClaimContext } from '../kind.js';
import { readLiveState } from './placement/live-state.js';

/**
 * The addresses that EgressIPs request, each of an object once. An object with a text that is no address is refused as a
 * whole (OVN-Kubernetes v1.3) and claims nothing. A status item only adds the node: one that the spec does not list is
 * about to go.
 */
export function claimRequestedAddresses(
  manifests: readonly Manifest[],
  { lock, observed }: ClaimContext,
): AddressClaim[] {
  const live = readLiveState(manifests, observed);
  return manifests.flatMap((manifest) => {
    const { kind, name, origin } = manifest;
    const title = titleOf(kind, { namespace: '', name });
    const nodes = new Map(live.items.get(name)?.map(({ egressIP, node }) => [egressIP, node]));
    const locked = lock.egressIPs.get(name)?.addresses;
    return readAddresses(manifest).map(({ address, index }): AddressClaim => {
      const node = nodes.get(address);
      return {
        role: 'requested-by-egress-ip',
        address,
        claimant: { ...resourceOf(manifest), namespace: '' },
        words: `requested by ${title}`,
        location: { origin, pointer: `/spec/egressIPs/${index}` },
        party: title,
        ...(node === undefined ? {} : { node }),
        exclusive: true,
        seniority: locked?.has(address) ? 1 : node === undefined ? 3 : 2,
      };
    });
  });
}

function readAddresses({ object }: Manifest): { readonly address: string; readonly index: number }[] {
  const { egressIPs = [] } = object.spec as { readonly egressIPs?: readonly string[] };
  const seen = new Set<string>();
  const found: { address: string; index: number }[] = [];
  for (const [index, text] of egressIPs.entries()) {
    const address = canonicalAddress(text);
    if (address === undefined) return [];
    if (seen.has(address)) continue;
    seen.add(address);
    found.push({ address, index });
  }
  return found;
}
