import type { Manifest } from '../../../model/manifest.js';
import { canonicalAddress } from '../../../net/address.js';
import { type AddressClaim, titleOf } from '../claim.js';
import { type ClaimInputs, ofKind, resourceOf } from '../inputs.js';

/** Canonical texts of an entry of `spec.addresses`, and its index there. */
interface Entry {
  readonly index: number;
  readonly address?: string;
  readonly gateway?: string;
}

/** The addresses and the gateways of each EgressRouter that are in use. */
export function readEgressRouterClaims(inputs: ClaimInputs): AddressClaim[] {
  return ofKind(inputs.manifests, 'EgressRouter').flatMap((manifest) => {
    const title = titleOf(manifest);
    const common = { claimant: resourceOf(manifest), party: title };
    const claims: AddressClaim[] = [];
    for (const { index, address, gateway } of entriesOf(manifest, inputs)) {
      const at = (field: string) => ({ origin: manifest.origin, pointer: `/spec/addresses/${index}/${field}` });
      if (address !== undefined) {
        const words = `the address of ${title}`;
        claims.push({ role: 'address-of-egress-router', address, ...common, words, place: at('ip'), exclusive: true });
      }
      if (gateway !== undefined) {
        const words = `the gateway of ${title}`;
        claims.push({ role: 'gateway', address: gateway, ...common, words, place: at('gateway'), exclusive: false });
      }
    }
    return claims;
  });
}

/** `<namespace> <address>` of every EgressRouter → its party. */
export function routersByAddress(inputs: ClaimInputs): ReadonlyMap<string, string> {
  return new Map(
    ofKind(inputs.manifests, 'EgressRouter').flatMap((manifest) =>
      entriesOf(manifest, inputs).flatMap(({ address }): [string, string][] =>
        address === undefined ? [] : [[partyOfRouter(manifest.namespace, address), titleOf(manifest)]],
      ),
    ),
  );
}

/** The key of `routersByAddress`. */
export function partyOfRouter(namespace: string, address: string): string {
  return `${namespace} ${address}`;
}

/** The mask of `ip` is removed. OpenShift's operator (4.15) uses only the first entry. */
function entriesOf({ object }: Manifest, { configuration }: ClaimInputs): Entry[] {
  const spec = object.spec as { readonly addresses?: readonly { readonly ip: string; readonly gateway?: string }[] };
  const written = spec.addresses ?? [];
  const used = configuration.egressRouter.implementation === 'openshift' ? written.slice(0, 1) : written;
  return used.map(({ ip, gateway: writtenGateway }, index) => {
    const address = canonicalAddress(ip.split('/', 1)[0] ?? '');
    const gateway = canonicalAddress(writtenGateway ?? '');
    return { index, ...(address === undefined ? {} : { address }), ...(gateway === undefined ? {} : { gateway }) };
  });
}
