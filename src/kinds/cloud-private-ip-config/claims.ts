import { addressOfCloudName } from '../../cloud/name.js';
import { nodeNameOf, ownerOfCloudObject } from '../../cloud/object.js';
import { isCloud } from '../../cloud/platform.js';
import type { AddressClaim } from '../../model/claim.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, withText } from '../../net/address.js';
import type { ClaimContext } from '../contract/kind-context.js';

/**
 * Returns the addresses that the cloud has attached, or will attach, to nodes. Each has the same owner as the EgressIP
 * that owns it. Of two objects of one name, that of the repository counts. Returns none if the platform is not a cloud.
 */
export function claimHeldAddresses(
  manifests: readonly Manifest[],
  { configuration, observed }: ClaimContext,
): AddressClaim[] {
  if (!isCloud(configuration.platform)) return [];
  const live = observed.filter(({ kind }) => kind === 'CloudPrivateIPConfig');
  const byName = new Map([...manifests, ...live].reverse().map((manifest) => [manifest.name, manifest]));
  return [...byName.values()].flatMap((manifest) => {
    const address = addressOfCloudName(manifest.name);
    return address ? [claimOf(manifest, withText(address))] : [];
  });
}

function claimOf(manifest: Manifest, address: CanonicalAddress): AddressClaim {
  const { kind, name, origin } = manifest;
  const claimant = { kind, namespace: '', name };
  const title = titleOf(kind, claimant);
  const owner = ownerOfCloudObject(manifest.object);
  const node = nodeNameOf(manifest);
  return {
    role: 'assigned-by-cloud',
    address,
    claimant,
    description: `assigned to node ${node} by ${title}${owner === undefined ? '' : ` of EgressIP ${owner}`}`,
    location: { origin, pointer: '/metadata/name' },
    owner: owner === undefined ? title : titleOf('EgressIP', { namespace: '', name: owner }),
    node,
    exclusive: true,
  };
}
