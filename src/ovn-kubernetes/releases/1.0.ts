import { release11 } from './1.1.js';
import { EGRESS_IP_WITHOUT_NETWORK } from '../egress-ip-forms.js';
import { JOIN_ADDRESSES, MAC, MACS_BY_NETWORK } from '../network-annotations.js';
import { differFrom } from './difference.js';

/** Release of tag v1.0.0. */
export const release10 = differFrom(release11, {
  name: '1.0',
  ovnSchemaVersion: '7.3.0',
  absentSettings: ['allowIcmpNetworkPolicy', 'ephemeralPortRange'],
  nodes: { managementMac: [MAC, MACS_BY_NETWORK], joinAddresses: [JOIN_ADDRESSES] },
  base: {
    hasNodePortMTU: false,
    learnsNeighbours: false,
    remoteRouteIds: {},
    masqueradeRouteIds: {},
    remoteChassis: 'none',
    needsTunnelAddresses: false,
  },
  externalRoutes: { needsReadyGateways: false },
  egressIP: {
    ...EGRESS_IP_WITHOUT_NETWORK,
    displacesBothFamilies: true,
    identifiesExemptions: false,
    identifiesPods: false,
    mixesManagementFamilies: true,
    replacesNodeRoutes: true,
  },
});
