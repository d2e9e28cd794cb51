import type { AddressClaim } from '../../model/claim.js';
import { resourceOf, titleOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import type { ClaimContext } from '../contract/kind-context.js';
import { memoizeWeak } from '../../std/memoize.js';
import { readLiveState } from './placement/live-state.js';
import { readEgressAddresses, specOf } from './parse.js';

/**
 * Returns the addresses that EgressIPs request, each of an object once. An object with a text that is no address is
 * refused as a whole (OVN-Kubernetes) and claims nothing. A status item only adds the node: one that the spec does not
 * list is about to go.
 */
export function claimRequestedAddresses(
  manifests: readonly Manifest[],
  { lock, observed }: ClaimContext,
): AddressClaim[] {
  const live = readLiveState(manifests, observed);
  return manifests.flatMap((manifest) => {
    const { kind, name, origin } = manifest;
    const title = titleOf(kind, { namespace: '', name });
    const items = live.items.get(name);
    const nodes = items && new Map(items.map(({ egressIP, node }) => [egressIP, node]));
    const locked = lock.egressIPs.get(name)?.addresses;
    const claimant = { ...resourceOf(manifest), namespace: '' };
    const description = `requested by ${title}`;
    return requestedAddresses(manifest).map((address): AddressClaim => {
      const { text, index } = address;
      const node = nodes?.get(text);
      return {
        role: 'requested-by-egress-ip',
        address,
        claimant,
        description,
        location: { origin, pointer: `/spec/egressIPs/${index}` },
        owner: title,
        ...(node === undefined ? {} : { node }),
        exclusive: true,
        seniority: locked?.has(text) ? 1 : node === undefined ? 3 : 2,
      };
    });
  });
}

/** Remembered with the object, because statuses change more often. */
const requestedAddresses = memoizeWeak(
  (manifest: Manifest) => readEgressAddresses(specOf(manifest).egressIPs, () => undefined) ?? [],
);
