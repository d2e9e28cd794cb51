import type { AddressClaim } from '../../../model/claim.js';
import { resourceOf } from '../../../model/kubernetes-object.js';
import type { ClaimInputs } from './inputs.js';

/** Returns the virtual addresses of the platform. */
export function readPlatformVIPClaims({ addresses }: ClaimInputs): AddressClaim[] {
  return addresses.platformVIPs.map(({ address, role, pointer, manifest }) => ({
    role: 'platform-vip',
    address,
    claimant: { ...resourceOf(manifest), namespace: '' },
    description: `the ${role} VIP of the cluster`,
    location: { origin: manifest.origin, pointer },
    owner: `${role} VIP`,
    exclusive: false,
  }));
}
