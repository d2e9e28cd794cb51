import { CLOUD_EGRESS_ANNOTATION, isCloud } from '../../../cloud/platform.js';
import { reservedAddresses } from '../../../cloud/reserved.js';
import type { Node } from '../../../model/cluster.js';
import type { CanonicalAddress } from '../../../net/address.js';
import { formatPrefix } from '../../../net/prefix.js';
import { annotationPointer } from '../../../yaml/locate.js';
import type { AddressClaim } from '../../../model/claim.js';
import { resourceOf } from '../../../model/kubernetes-object.js';
import type { ClaimInputs } from './inputs.js';

const SUBNETS = annotationPointer(CLOUD_EGRESS_ANNOTATION);

/**
 * Returns the addresses that a cloud reserves in the subnets of the nodes. Each subnet occurs once, at the first node
 * by name.
 */
export function readCloudReservations({ cluster, configuration: { platform } }: ClaimInputs): AddressClaim[] {
  if (!isCloud(platform)) return [];
  const seen = new Set<string>();
  return cluster.nodes.flatMap((node) =>
    (node.cloudEgress?.subnets ?? []).flatMap((subnet) => {
      const text = formatPrefix(subnet);
      const isNew = !seen.has(text);
      seen.add(text);
      return isNew ? reservedAddresses(subnet, platform).map((address) => claimOf(node, address, text)) : [];
    }),
  );
}

function claimOf({ manifest }: Node, address: CanonicalAddress, subnet: string): AddressClaim {
  return {
    role: 'reserved-by-cloud',
    address,
    claimant: { ...resourceOf(manifest), namespace: '' },
    description: `reserved in ${subnet}`,
    location: { origin: manifest.origin, pointer: SUBNETS },
    owner: `subnet ${subnet}`,
    exclusive: false,
  };
}
