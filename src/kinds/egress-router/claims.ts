import type { AddressClaim } from '../../model/claim.js';
import { resourceOf, titleOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, readAddress } from '../../net/address.js';
import type { ClaimContext } from '../contract/kind-context.js';
import { readEntries } from './addresses.js';
import type { EgressRouterSpec } from './check.js';

/** The addresses in an entry of `spec.addresses`, and its index there. */
interface Entry {
  readonly index: number;
  readonly address?: CanonicalAddress;
  readonly gateway?: CanonicalAddress;
}

/** Returns the addresses and the gateways of each EgressRouter that are in use. */
export function claimRouterAddresses(manifests: readonly Manifest[], context: ClaimContext): AddressClaim[] {
  return manifests.flatMap((manifest) => {
    const title = titleOf(manifest.kind, manifest);
    const common = { claimant: resourceOf(manifest), owner: title };
    const claims: AddressClaim[] = [];
    for (const { index, address, gateway } of entriesOf(manifest, context)) {
      const at = (field: string) => ({ origin: manifest.origin, pointer: `/spec/addresses/${index}/${field}` });
      if (address !== undefined) {
        const description = `the address of ${title}`;
        claims.push({
          role: 'address-of-egress-router',
          address,
          ...common,
          description,
          location: at('ip'),
          exclusive: true,
        });
      }
      if (gateway !== undefined) {
        const description = `the gateway of ${title}`;
        claims.push({
          role: 'gateway',
          address: gateway,
          ...common,
          description,
          location: at('gateway'),
          exclusive: false,
        });
      }
    }
    return claims;
  });
}

/** Returns the entries, with the mask of `ip` removed. */
function entriesOf({ object }: Manifest, { configuration }: ClaimContext): Entry[] {
  return readEntries(object.spec as unknown as EgressRouterSpec, configuration).map(
    ({ ip, gateway: writtenGateway }, index) => {
      const address = readAddress(ip.split('/', 1)[0] ?? '');
      const gateway = readAddress(writtenGateway ?? '');
      return { index, ...(address === undefined ? {} : { address }), ...(gateway === undefined ? {} : { gateway }) };
    },
  );
}
