import { release13 } from './1.3.js';
import { namespaceAddressSet } from '../namespace-forms.js';
import { podsOfNamespaceSelectors } from '../peer-forms.js';
import { differFrom } from './difference.js';

/** Release of tag v1.2.0. */
export const release12 = differFrom(release13, {
  name: '1.2',
  absentSettings: ['allowIcmpNetworkPolicy'],
  base: { podChassis: 'name', remoteChassis: 'name' },
  namespaces: { addressSet: namespaceAddressSet },
  networkPolicy: { podsOf: podsOfNamespaceSelectors, joinsBlocks: false },
});
