import type { Family } from '../net/address.js';
import type { EgressIPForms } from '../model/release.js';
import { FAMILY_ID, type IdentityKey, byHashedName, byId, objectIds } from './object-ids.js';
import { OWNER_TYPE } from './owner-types.js';

/** Names of the rows that exempt traffic from rerouting. */
export const EXEMPTION_NAME = {
  replies: 'EIP-No-Reroute-reply-traffic',
  toPods: 'EIP-No-Reroute-Pod-To-Pod',
  toJoinSubnet: 'EIP-No-Reroute-Pod-To-Join',
  toNodes: 'EIP-No-Reroute-Pod-To-Node',
  /** Name of the switch's rule that marks replies. */
  markReplies: 'EgressIP-Mark-Reply-Traffic',
} as const;

/** Names of Weir's own rows about traffic of other zones' pods. */
export const TRANSIT_DROP_NAME = { translated: 'EIP-Translated', others: 'EIP-Drop-Untranslated' } as const;

type Key = readonly [IdentityKey, string | number];

const NETWORK: Key = ['network', 'default'];

/** Identities that end with the network. */
export const EGRESS_IP_OF_NETWORK = identitiesWith([NETWORK]);

/** Identities of releases in which rows of EgressIP do not contain the network. */
export const EGRESS_IP_WITHOUT_NETWORK = identitiesWith([]);

function identitiesWith(network: readonly Key[]): Pick<EgressIPForms, 'policy' | 'servedPods' | 'nodeAddresses'> {
  const setOf = (name: string, family: Family) =>
    byHashedName(objectIds(OWNER_TYPE.egressPoint, ['name', name], ['ip-family', FAMILY_ID[family]], ...network));
  return {
    policy: (priority, name, family) =>
      byId(
        objectIds(OWNER_TYPE.egressPoint, ['priority', priority], ['name', name], ['ip-family', family], ...network),
      ),
    servedPods: (family) => setOf('egressip-served-pods', family),
    nodeAddresses: (family) => setOf('node-ips', family),
  };
}

/** Returns Weir's own address set of the pods that a zone translates, with `dropUntranslatedEgress`. */
export const translatedPods: EgressIPForms['servedPods'] = (family) =>
  byHashedName(
    objectIds(OWNER_TYPE.egressPoint, ['name', 'egressip-translated-pods'], ['ip-family', FAMILY_ID[family]], NETWORK),
  );

/** Returns the address set of node addresses in releases in which it belongs to the cluster. */
export const clusterNodeAddresses: EgressIPForms['nodeAddresses'] = (family) =>
  byHashedName(objectIds(OWNER_TYPE.clusterNodes, ['name', 'node-ips'], ['ip-family', FAMILY_ID[family]]));
