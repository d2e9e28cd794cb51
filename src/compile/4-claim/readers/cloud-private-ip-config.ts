import type { Manifest } from '../../../model/manifest.js';
import { formatAddress } from '../../../net/address.js';
import { type AddressClaim, titleOf } from '../claim.js';
import { addressOfCloudName } from '../../../cloud/name.js';
import { type ClaimInputs, ofKind, resourceOf } from '../inputs.js';
import { nodeNameOf, ownerOf } from '../../../cloud/object.js';
import { isCloud } from '../../../cloud/platform.js';

/** A CloudPrivateIPConfig, of the repository or live. */
export interface CloudAssignment {
  /** Canonical text. */
  readonly address: string;
  /** The EgressIP that it says it is for. */
  readonly owner?: string;
  readonly node: string;
  readonly manifest: Manifest;
}

/** The CloudPrivateIPConfigs by name, each once: those of the repository first. None where the platform is no cloud. */
export function readCloudAssignments({ configuration, manifests, observed }: ClaimInputs): CloudAssignment[] {
  if (!isCloud(configuration.platform)) return [];
  const byName = new Map<string, CloudAssignment>();
  for (const manifest of [...ofKind(manifests, 'CloudPrivateIPConfig'), ...ofKind(observed, 'CloudPrivateIPConfig')]) {
    const address = addressOfCloudName(manifest.name);
    if (!address || byName.has(manifest.name)) continue;
    const owner = ownerOf(manifest);
    byName.set(manifest.name, {
      address: formatAddress(address),
      ...(owner === undefined ? {} : { owner }),
      node: nodeNameOf(manifest),
      manifest,
    });
  }
  return [...byName.values()];
}

/** The addresses that the cloud has attached, or shall attach, to nodes; a party with the EgressIP that owns them. */
export function readCloudClaims(inputs: ClaimInputs): AddressClaim[] {
  return readCloudAssignments(inputs).map(({ address, owner, node, manifest }) => {
    const title = titleOf({ ...resourceOf(manifest), namespace: '' });
    return {
      role: 'held-by-cloud',
      address,
      claimant: { ...resourceOf(manifest), namespace: '' },
      words: `held by ${title}${owner === undefined ? '' : ` of EgressIP ${owner}`} on node ${node}`,
      place: { origin: manifest.origin, pointer: '/metadata/name' },
      party: owner === undefined ? title : `EgressIP ${owner}`,
      node,
      exclusive: true,
    };
  });
}
