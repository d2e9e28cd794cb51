import { OWNER_POINTER } from '../../cloud/object.js';
import type { Reporter } from '../../model/diagnostic.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { Claims } from './claims.js';
import { messages } from './messages.js';

/**
 * Reports addresses that the cloud attaches to nodes and that their owners do not request. Only an owner may release
 * them.
 */
export function checkCloudOwners({ inputs, byAddress }: Claims, report: Reporter): void {
  const groups = [...byAddress.values()].filter((claims) => claims.some(({ role }) => role === 'assigned-by-cloud'));
  if (groups.length === 0) return;
  const owners = new Map(inputs.manifests.map((manifest) => [titleOf(manifest.kind, manifest), manifest.name]));
  for (const claims of groups) {
    const requested = new Set(claims.flatMap(({ role, owner }) => (role === 'requested-by-egress-ip' ? [owner] : [])));
    for (const { role, owner, claimant: resource, location: at } of claims) {
      if (role !== 'assigned-by-cloud' || requested.has(owner)) continue;
      // Without an EgressIP, the object owns the address itself.
      const egressIP = owner === titleOf(resource.kind, resource) ? undefined : owners.get(owner);
      if (egressIP === undefined) {
        report({ ...messages.unownedCloudAddress(resource.name), location: at, resource });
      } else {
        const location = { origin: at.origin, pointer: OWNER_POINTER };
        report({ ...messages.unrequestedCloudAddress(resource.name, egressIP), location, resource });
      }
    }
  }
}
