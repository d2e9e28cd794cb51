import type { Manifest } from '../../model/manifest.js';
import { canonicalAddress } from '../../net/address.js';
import { type AddressClaim, titleOf } from '../claim.js';
import { type ClaimInputs, ofKind, resourceOf } from '../inputs.js';

/** The address and the gateway of each EgressRouter; the operator uses only the first entry. */
export function readEgressRouterClaims({ manifests }: ClaimInputs): AddressClaim[] {
  return ofKind(manifests, 'EgressRouter').flatMap((manifest) => {
    const { address, gateway } = firstEntry(manifest);
    const title = titleOf(manifest);
    const common = { claimant: resourceOf(manifest), party: title };
    const at = (field: string) => ({ origin: manifest.origin, pointer: `/spec/addresses/0/${field}` });
    const claims: AddressClaim[] = [];
    if (address !== undefined) {
      const words = `the address of ${title}`;
      claims.push({ role: 'address-of-egress-router', address, ...common, words, place: at('ip'), exclusive: true });
    }
    if (gateway !== undefined) {
      const words = `the gateway of ${title}`;
      claims.push({ role: 'gateway', address: gateway, ...common, words, place: at('gateway'), exclusive: false });
    }
    return claims;
  });
}

/** `<namespace> <address>` of every EgressRouter → its party. */
export function routersByAddress({ manifests }: ClaimInputs): ReadonlyMap<string, string> {
  return new Map(
    ofKind(manifests, 'EgressRouter').flatMap((manifest) => {
      const { address } = firstEntry(manifest);
      return address === undefined ? [] : [[partyOfRouter(manifest.namespace, address), titleOf(manifest)]];
    }),
  );
}

/** The key of `routersByAddress`. */
export function partyOfRouter(namespace: string, address: string): string {
  return `${namespace} ${address}`;
}

/** Canonical texts; the mask of `ip` is removed. */
function firstEntry({ object }: Manifest): { readonly address?: string; readonly gateway?: string } {
  const spec = object.spec as { readonly addresses?: readonly { readonly ip: string; readonly gateway?: string }[] };
  const [entry] = spec.addresses ?? [];
  const address = canonicalAddress(entry?.ip.split('/', 1)[0] ?? '');
  const gateway = canonicalAddress(entry?.gateway ?? '');
  return { ...(address === undefined ? {} : { address }), ...(gateway === undefined ? {} : { gateway }) };
}
