import type { Node } from '../../model/cluster.js';
import type { Destination, NamedAddresses } from '../../model/intent/filter.js';
import type { ReportAt } from '../../model/report-at.js';
import type { EgressFirewallForms } from '../../model/release.js';
import { type CanonicalAddress, type Prefix, compareAddressText } from '../../net/address.js';
import { isLikeIPv4 } from '../../net/bad-address.js';
import { normalizeName } from '../../net/dns-name.js';
import { contains, overlaps } from '../../net/prefix.js';
import type { LabelSelector } from '../../selectors/selector.js';
import { readDestination, suspectCIDR } from '../cidr.js';
import type { KindContext } from '../kind.js';
import { adviseOnNodes } from '../label-advice.js';
import { type EgressFirewallRule, type RuleProblem, checkDNSName, checkNodeSelector } from './check.js';
import { messages } from './messages.js';

/** State shared by the rules of all firewalls, so that repeated names and selectors are resolved once. */
export interface SharedDestinations {
  readonly context: KindContext;
  readonly subnets: readonly Prefix[];
  readonly names: Map<string, NamedAddresses>;
  readonly selections: Map<string, readonly Node[] | RuleProblem>;
}

/** Returns the meaning of the destination of a rule. `pointer` is that of the rule. */
export function resolveDestination(
  rule: EgressFirewallRule,
  pointer: string,
  shared: SharedDestinations,
  reportAt: ReportAt,
): readonly Destination[] | RuleProblem {
  const { dnsName, cidrSelector, nodeSelector } = rule.to;
  if (dnsName !== undefined) {
    if (isLikeIPv4(dnsName)) reportAt(messages.addressAsName(dnsName), `${pointer}/to/dnsName`);
    return resolveName(dnsName, shared);
  }
  if (cidrSelector) return resolveCIDR(cidrSelector, pointer, shared, reportAt);
  if (nodeSelector) return resolveNodes(nodeSelector, pointer, shared, reportAt);
  reportAt(messages.emptyDestination(), `${pointer}/to/cidrSelector`);
  return [];
}

/**
 * Returns the destinations of a CIDR, or none if OVN cannot read it: then only this rule is skipped. Overlapping
 * cluster subnets are excluded, because firewalls do not apply between pods.
 */
function resolveCIDR(
  text: string,
  pointer: string,
  { subnets, context }: SharedDestinations,
  reportAt: ReportAt,
): readonly Destination[] | RuleProblem {
  const place = '/to/cidrSelector';
  const cidr = readDestination(text, messages);
  if (!cidr) return { text: `invalid CIDR address: ${text}`, finding: messages.badCIDR(text), pointer: place };
  if ('unread' in cidr) {
    reportAt(cidr.unread, pointer + place);
    return [];
  }
  for (const finding of suspectCIDR(text, cidr, context.configuration.ipFamilies, messages))
    reportAt(finding, pointer + place);
  const { prefix } = cidr;
  return [{ type: 'prefix', prefix, text, except: exceptionsOf(prefix, subnets, context) }];
}

/**
 * Returns the cluster subnets that share an address with a network, or all of its family: most often none, without a
 * list for it.
 */
function exceptionsOf(network: Prefix, subnets: readonly Prefix[], { configuration }: KindContext): readonly Prefix[] {
  if (!subnets.some((subnet) => overlaps(subnet, network))) return NO_PREFIXES;
  const { exceptsAllSubnets } = configuration.release.egressFirewall;
  return subnets.filter((subnet) => (exceptsAllSubnets ? subnet.family === network.family : overlaps(subnet, network)));
}

const NO_PREFIXES: readonly Prefix[] = [];

/** Returns the destinations of a name. Answers inside the cluster network never count (OVN-Kubernetes). */
function resolveName(
  name: string,
  { names, subnets, context }: SharedDestinations,
): readonly Destination[] | RuleProblem {
  const { configuration, cluster } = context;
  const problem = checkDNSName(name, configuration.dnsNameResolver);
  if (problem) return problem;
  const normalized = normalizeName(name);
  const answers = cluster.dnsAnswers.get(normalized);
  const setName = configuration.dnsNameResolver ? normalized : name;
  let set = names.get(setName);
  if (!set) {
    const select = (): NamedAddresses => ({
      name: setName,
      addresses: (answers ?? []).filter(
        (address) =>
          configuration.ipFamilies.includes(address.family) && !subnets.some((subnet) => contains(subnet, address)),
      ),
    });
    set = context.memo('addresses of a name', setName, [cluster, configuration], select);
    names.set(setName, set);
  }
  return [{ type: 'name', set }];
}

/** Addresses of the selected nodes of all zones. */
function resolveNodes(
  selector: LabelSelector,
  pointer: string,
  shared: SharedDestinations,
  reportAt: ReportAt,
): readonly Destination[] | RuleProblem {
  const nodes = selectNodes(selector, shared);
  if ('finding' in nodes) return nodes;
  if (nodes.length === 0)
    reportAt(messages.noNode(adviseOnNodes(selector, shared.context.cluster)), `${pointer}/to/nodeSelector`);
  const { nodeAddresses } = shared.context.configuration.release.egressFirewall;
  const addressesOf = (node: Node) => (nodeAddresses === 'host' ? node.hostAddresses : node.statusAddresses);
  const [unknown, ...more] = nodes.filter((node) => !addressesOf(node));
  if (unknown) {
    reportAt(messages.nodesWithoutAddresses(unknown.name, more.length, nodeAddresses), `${pointer}/to/nodeSelector`);
  }
  const addresses = nodes.flatMap((node) => addressesOf(node) ?? []);
  return arrange(addresses, nodeAddresses).map((address) => ({ type: 'address', address }));
}

/**
 * Returns addresses in their order. Host addresses are sorted as text, and an address of two nodes is repeated, as
 * upstream. Addresses of statuses are unique, in the order of the nodes: upstream's order is random.
 */
function arrange(
  addresses: readonly CanonicalAddress[],
  source: EgressFirewallForms['nodeAddresses'],
): readonly CanonicalAddress[] {
  if (source === 'host') return [...addresses].sort(compareAddressText);
  return [...new Map(addresses.map((address) => [address.text, address])).values()];
}

function selectNodes(
  selector: LabelSelector,
  { selections, context }: SharedDestinations,
): readonly Node[] | RuleProblem {
  const key = JSON.stringify(selector);
  let selection = selections.get(key);
  if (selection === undefined) {
    const { errors, egressFirewall } = context.configuration.release;
    const compiled = checkNodeSelector(selector, errors.valuesText);
    selection =
      'finding' in compiled ? compiled : context.cluster.nodes.filter(({ labels }) => compiled.matches(labels));
    const reads = !('finding' in selection) && egressFirewall.nodeAddresses === 'host' ? selection : [];
    const broken = reads.find((node) => node.hostCIDRsError !== undefined);
    if (broken) selection = addressesProblem(broken);
    selections.set(key, selection);
  }
  return selection;
}

function addressesProblem({ name, hostCIDRsError = '' }: Node): RuleProblem {
  const why = `failed to get node host CIDRs for ${name}: ${hostCIDRsError}`;
  return {
    text: `unable to get node host CIDRs for egress firewall, node: ${name}: ${why}`,
    finding: messages.badNodeAddresses(name),
    pointer: '/to/nodeSelector',
  };
}
