import type { Reporter } from '../../model/diagnostic.js';
import type { Claims } from './claims.js';
import { ofKind, resourceOf } from './inputs.js';
import { messages } from './messages.js';
import { readCloudAssignments } from './readers/cloud-private-ip-config.js';

/** Reports CloudPrivateIPConfigs that no EgressIP asks for; nobody but their owner may release them. */
export function checkCloudOwners(claims: Claims, report: Reporter): void {
  const names = new Set(ofKind(claims.inputs.manifests, 'EgressIP').map(({ name }) => name));
  for (const { address, owner, manifest } of readCloudAssignments(claims.inputs)) {
    const { name, origin } = manifest;
    const isRequested = claims.byAddress
      .get(address)
      ?.some((claim) => claim.role === 'requested-by-egress-ip' && claim.claimant.name === owner);
    if (isRequested) continue;
    const resource = { ...resourceOf(manifest), namespace: '' };
    if (owner === undefined || !names.has(owner)) {
      report({ ...messages.unownedCloudAddress(name), target: { origin, pointer: '/metadata/name' }, resource });
    } else {
      const target = { origin, pointer: '/metadata/annotations/k8s.ovn.org~1egressip-owner-ref' };
      report({ ...messages.unrequestedCloudAddress(name, owner), target, resource });
    }
  }
}
