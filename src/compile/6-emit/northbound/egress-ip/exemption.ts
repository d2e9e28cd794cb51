import { protocolOf } from '../address-family.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Row, RowIdentity } from '../../../../model/northbound.js';
import type { CanonicalAddress, Family, Prefix } from '../../../../net/address.js';
import { formatPrefix, ofFamily } from '../../../../net/prefix.js';
import { POD_TO_NODE_MARK, REPLY_MARK } from '../../../../ovn-kubernetes/numbers.js';
import { QOS_PRIORITY, ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { clusterRouterName } from '../../../../ovn-kubernetes/row-names.js';
import { deferRow } from '../deferred-row.js';
import { type RouterRow, type RouterRowDraft, finishRouterRows } from '../router-row.js';
import { clusterPrefixes } from '../topology/networks.js';
import { routerPolicyKey } from '../keys.js';
import { servicePods } from './served-sets.js';
import { EXEMPTION_NAME } from '../../../../ovn-kubernetes/egress-ip-forms.js';

const PRIORITY = ROUTER_POLICY_PRIORITY.exemption;

/**
 * Returns the policies that exempt cluster-internal traffic from rerouting. They are the same in every zone, for any
 * rerouted traffic.
 */
export function emitExemptions(
  addressesOfNodes: readonly CanonicalAddress[],
  configuration: Configuration,
): readonly RouterRow[] {
  const families = configuration.ipFamilies.flatMap((family) =>
    familyExemptions(family, addressesOfNodes, configuration),
  );
  const { egressIP } = configuration.release;
  const replies = egressIP.policy(PRIORITY, EXEMPTION_NAME.replies, 'ip');
  return finishRouterRows([
    ...families,
    ...(egressIP.marksReplies ? [exemption(replies, `pkt.mark == ${REPLY_MARK}`)] : []),
  ]);
}

function familyExemptions(
  family: Family,
  addressesOfNodes: readonly CanonicalAddress[],
  configuration: Configuration,
): RouterRowDraft[] {
  const field = protocolOf(family);
  const { release, joinSubnets } = configuration;
  const { policy, identifiesExemptions, exemptsOtherSubnets, servedPods, nodeAddresses } = release.egressIP;
  const subnets = clusterSubnets(family, configuration);
  const join = ofFamily(joinSubnets, family);
  const exempt = (name: string, match: string, options?: Options): RouterRowDraft => {
    const identity = identifiesExemptions ? policy(PRIORITY, name, field) : undefined;
    return exemption(identity, match, options);
  };
  const toPods = subnets.flatMap((from) =>
    subnets
      .filter((to) => exemptsOtherSubnets || to === from)
      .map((to) => exempt(EXEMPTION_NAME.toPods, `${field}.src == ${from} && ${field}.dst == ${to}`)),
  );
  const toJoin = subnets.flatMap((from) =>
    join ? exempt(EXEMPTION_NAME.toJoinSubnet, `${field}.src == ${from} && ${field}.dst == ${formatPrefix(join)}`) : [],
  );
  const hasNodes = addressesOfNodes.some((address) => address.family === family);
  const pods = `(${field}.src == $${servedPods(family).key} || ${field}.src == $${servicePods(family).key})`;
  const toNodes = exempt(EXEMPTION_NAME.toNodes, `${pods} && ${field}.dst == $${nodeAddresses(family).key}`, {
    pkt_mark: `${POD_TO_NODE_MARK}`,
  });
  return [...toPods, ...toJoin, ...(hasNodes ? [toNodes] : [])];
}

function clusterSubnets(family: Family, configuration: Configuration): readonly string[] {
  const own = (prefix: Prefix): boolean => prefix.family === family;
  return [...new Set(clusterPrefixes(configuration).filter(own).map(formatPrefix))];
}

type Options = Readonly<Record<string, string>>;

/** Returns a policy that allows packets, identified by its identity or else by its match. */
function exemption(identity: RowIdentity | undefined, match: string, options?: Options): RouterRowDraft {
  return {
    router: clusterRouterName,
    distinction: match,
    row: deferRow({
      key: identity?.key ?? routerPolicyKey(clusterRouterName, PRIORITY, match),
      columns: () => ({
        action: 'allow',
        ...(identity ? { external_ids: identity.external_ids } : {}),
        match,
        ...(options ? { options } : {}),
        priority: PRIORITY,
      }),
    }),
  };
}

/**
 * Returns the rules that mark replies of served pods, for every node switch. Replies to outside clients then return the
 * way the requests came. `cause`: a resource that serves pods. Without one, the rules are not needed.
 */
export function emitReplyMarks({ ipFamilies, release }: Configuration, cause: Cause | undefined): readonly Row[] {
  const { marksReplies, policy, servedPods } = release.egressIP;
  if (!marksReplies) return [];
  return ipFamilies.map((family) => {
    const field = protocolOf(family);
    const { key, external_ids } = policy(QOS_PRIORITY.markReplies, EXEMPTION_NAME.markReplies, field);
    return {
      key,
      columns: {
        action: { mark: REPLY_MARK },
        direction: 'from-lport',
        external_ids,
        match: `${field}.src == $${servedPods(family).key} && ct.trk && ct.rpl`,
        priority: QOS_PRIORITY.markReplies,
      },
      ...(cause ? { cause } : {}),
    };
  });
}
