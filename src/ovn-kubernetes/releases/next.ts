import { release13 } from './1.3.js';
import { clusterNodeAddresses } from '../egress-ip-forms.js';
import { EGRESS_IP_SECONDARY_MARK } from '../numbers.js';
import { differFrom } from './difference.js';

/** Upstream's main branch of 21 August 2026. */
export const releaseNext = differFrom(release13, {
  name: 'next',
  ovnSchemaVersion: '7.18.0',
  base: { needsInterconnect: true },
  services: { targetPorts: 'all', joinsRepeated: true },
  externalRoutes: { networkWord: 'network attachment name', readsAnnotations: false },
  egressIP: { nodeAddresses: clusterNodeAddresses, secondaryMark: EGRESS_IP_SECONDARY_MARK },
});
