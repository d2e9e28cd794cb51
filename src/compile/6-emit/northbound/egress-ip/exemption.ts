import { protocolOf } from '../address-family.js';
import { hashedNameOf } from '../../../../ovn-kubernetes/object-ids.js';
import type { Cluster } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Row } from '../../../../model/northbound.js';
import { type Family, type Prefix } from '../../../../net/address.js';
import { formatPrefix, ofFamily } from '../../../../net/prefix.js';
import { POD_TO_NODE_MARK } from '../../../../ovn-kubernetes/numbers.js';
import { QOS_PRIORITY, ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { clusterRouterName } from '../../../../ovn-kubernetes/row-names.js';
import { deferRow } from '../deferred-row.js';
import { type RouterRow, type RouterRowDraft, finishRouterRows } from '../router-row.js';
import { clusterPrefixes } from '../topology/networks.js';
import { type FamilyKey, policyIds } from './identity.js';
import { nodeAddressesIds, servedPodsIds, servicePodsIds } from './served-sets.js';

/** OVN-Kubernetes v1.3: the mark of replies, set on the switch and read on the router. */
const REPLY_MARK = 42;

/** The policies that leave traffic inside the cluster alone, whatever is rerouted: the same in every zone. */
export function emitExemptions(cluster: Cluster, configuration: Configuration): readonly RouterRow[] {
  const families = configuration.ipFamilies.flatMap((family) => familyExemptions(family, cluster, configuration));
  const replies = exemption('EIP-No-Reroute-reply-traffic', 'ip', `pkt.mark == ${REPLY_MARK}`);
  return finishRouterRows([...families, replies]);
}

function familyExemptions(family: Family, { nodes }: Cluster, configuration: Configuration): RouterRowDraft[] {
  const field = protocolOf(family);
  const subnets = clusterSubnets(family, configuration);
  const join = ofFamily(configuration.joinSubnets, family);
  const toPods = subnets.flatMap((from) =>
    subnets.map((to) =>
      exemption('EIP-No-Reroute-Pod-To-Pod', field, `${field}.src == ${from} && ${field}.dst == ${to}`),
    ),
  );
  const toJoin = subnets.flatMap((from) =>
    join
      ? exemption(
          'EIP-No-Reroute-Pod-To-Join',
          field,
          `${field}.src == ${from} && ${field}.dst == ${formatPrefix(join)}`,
        )
      : [],
  );
  const hasNodes = nodes.some(({ hostAddresses }) => hostAddresses?.some((address) => address.family === family));
  const pods = `(${field}.src == $${hashedNameOf(servedPodsIds(family))} || ${field}.src == $${hashedNameOf(servicePodsIds(family))})`;
  const toNodes = exemption(
    'EIP-No-Reroute-Pod-To-Node',
    field,
    `${pods} && ${field}.dst == $${hashedNameOf(nodeAddressesIds(family))}`,
    { pkt_mark: `${POD_TO_NODE_MARK}` },
  );
  return [...toPods, ...toJoin, ...(hasNodes ? [toNodes] : [])];
}

function clusterSubnets(family: Family, configuration: Configuration): readonly string[] {
  const own = (prefix: Prefix): boolean => prefix.family === family;
  return [...new Set(clusterPrefixes(configuration).filter(own).map(formatPrefix))];
}

function exemption(
  name: string,
  family: FamilyKey,
  match: string,
  options?: Readonly<Record<string, string>>,
): RouterRowDraft {
  const priority = ROUTER_POLICY_PRIORITY.exemption;
  const ids = policyIds(priority, name, family);
  return {
    router: clusterRouterName,
    distinction: match,
    row: deferRow({
      key: ids['k8s.ovn.org/id'],
      columns: () => ({ action: 'allow', external_ids: ids, match, ...(options ? { options } : {}), priority }),
    }),
  };
}

/**
 * The rules that mark replies of served pods, for every node switch: what came in from outside goes back where it came
 * from. `cause`: a resource that serves pods, without which nothing needs the rules.
 */
export function emitReplyMarks({ ipFamilies }: Configuration, cause: Cause | undefined): readonly Row[] {
  return ipFamilies.map((family) => {
    const field = protocolOf(family);
    const ids = policyIds(QOS_PRIORITY.markReplies, 'EgressIP-Mark-Reply-Traffic', field);
    return {
      key: ids['k8s.ovn.org/id'],
      columns: {
        action: { mark: REPLY_MARK },
        direction: 'from-lport',
        external_ids: ids,
        match: `${field}.src == $${hashedNameOf(servedPodsIds(family))} && ct.trk && ct.rpl`,
        priority: QOS_PRIORITY.markReplies,
      },
      ...(cause ? { cause } : {}),
    };
  });
}
