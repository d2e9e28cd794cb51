import type { Manifest } from '../../../model/manifest.js';
import { canonicalAddress } from '../../../net/address.js';
import type { AddressClaim } from '../claim.js';
import { type ClaimInputs, ofKind, resourceOf } from '../inputs.js';
import { readCloudAssignments } from './cloud-private-ip-config.js';

/**
 * The addresses that EgressIPs request, each of an object once, while the feature is on. An object with a text that is no
 * address is refused as a whole (OVN-Kubernetes v1.3) and claims nothing. A status item only adds the node: one that the
 * spec does not list is about to go.
 */
export function readEgressIPClaims(inputs: ClaimInputs): AddressClaim[] {
  if (!inputs.configuration.features.has('egressIP')) return [];
  const observed = new Map(ofKind(inputs.observed, 'EgressIP').map((manifest) => [manifest.name, manifest]));
  const owners = new Map(readCloudAssignments(inputs).map(({ address, owner }) => [address, owner]));
  return ofKind(inputs.manifests, 'EgressIP').flatMap((manifest) => {
    const { name, origin } = manifest;
    const items = readItems(observed.get(name) ?? manifest);
    const locked = inputs.lock.egressIPs.get(name)?.addresses;
    return readAddresses(manifest).map(({ address, index }): AddressClaim => {
      const node = items.get(address);
      const seniority = owners.get(address) === name ? 0 : locked?.has(address) ? 1 : node === undefined ? 3 : 2;
      return {
        role: 'requested-by-egress-ip',
        address,
        claimant: { ...resourceOf(manifest), namespace: '' },
        words: `requested by EgressIP ${name}`,
        place: { origin, pointer: `/spec/egressIPs/${index}` },
        party: `EgressIP ${name}`,
        ...(node === undefined ? {} : { node }),
        exclusive: true,
        seniority,
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

/** Canonical address → node. Objects found in the inventory have not been validated. */
function readItems({ object }: Manifest): ReadonlyMap<string, string> {
  const { items } = (object.status ?? {}) as { readonly items?: unknown };
  if (!Array.isArray(items)) return new Map();
  return new Map(
    items.flatMap((item: unknown) => {
      const { egressIP, node } = (item ?? {}) as { readonly egressIP?: unknown; readonly node?: unknown };
      return typeof egressIP === 'string' && typeof node === 'string' ? [[egressIP, node]] : [];
    }),
  );
}
