import { release12 } from './1.2.js';
import { goValues } from '../admin-policy-forms.js';
import { JOIN_ADDRESSES, JOIN_ADDRESSES_BY_NETWORK } from '../network-annotations.js';
import { differFrom } from './difference.js';

/** Release of tag v1.1.0. */
export const release11 = differFrom(release12, {
  name: '1.1',
  ovnSchemaVersion: '7.11.0',
  nodes: { joinAddresses: [JOIN_ADDRESSES_BY_NETWORK, JOIN_ADDRESSES], prefersJoinAddresses: true },
  egressIP: { servesHostPods: true, exemptsOtherSubnets: false },
  egressFirewall: { exceptsAllSubnets: true },
  services: { targetPorts: 'last' },
  errors: { valuesText: goValues },
});
