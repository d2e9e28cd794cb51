import { isDeepStrictEqual } from 'node:util';
import type { Query } from '../../engine/query.js';
import type { Node } from '../../model/cluster.js';
import type { Destination, NamedAddresses } from '../../model/intent/filter.js';
import type { Configuration } from '../../model/configuration.js';
import type { ReportAt } from '../../model/report-at.js';
import type { EgressFirewallForms } from '../../model/release.js';
import { type CanonicalAddress, type Prefix, compareAddressText } from '../../net/address.js';
import { isLikeIPv4 } from '../../net/bad-address.js';
import { normalizeName } from '../../net/dns-name.js';
import { contains, overlaps } from '../../net/prefix.js';
import type { LabelSelector } from '../../selectors/selector.js';
import { readDestination, suspectCIDR } from '../shared/cidr.js';
import type { ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { adviseOnNodes } from '../shared/label-advice.js';
import { type EgressFirewallRule, type RuleProblem, checkDNSName, checkNodeSelector } from './check.js';
import { messages } from './messages.js';

/** The settings that decide what rules mean. They are read once for a firewall, because rules are many. */
export interface RuleSettings extends Pick<
  Configuration,
  'ipFamilies' | 'dnsNameResolver' | 'release' | 'clusterSubnets'
> {
  /** The prefixes of the cluster subnets. */
  readonly subnets: readonly Prefix[];
}

export const ruleSettings: Query<undefined, RuleSettings> = {
  name: 'settings of EgressFirewalls',
  run: (db) => {
    const { ipFamilies, dnsNameResolver, release, clusterSubnets } = contextOf(db).configuration;
    return {
      ipFamilies,
      dnsNameResolver,
      release,
      clusterSubnets,
      subnets: clusterSubnets.map(({ prefix }) => prefix),
    };
  },
};

/** What the rules of a firewall are resolved by. */
export interface DestinationContext extends Pick<ResolveContext, 'db' | 'cluster'> {
  readonly settings: RuleSettings;
}

/** Returns the meaning of the destination of a rule. `pointer` is that of the rule. */
export function resolveDestination(
  rule: EgressFirewallRule,
  pointer: string,
  context: DestinationContext,
  reportAt: ReportAt,
): readonly Destination[] | RuleProblem {
  const { dnsName, cidrSelector, nodeSelector } = rule.to;
  if (dnsName !== undefined) {
    if (isLikeIPv4(dnsName)) reportAt(messages.addressAsName(dnsName), `${pointer}/to/dnsName`);
    return resolveName(dnsName, context);
  }
  if (cidrSelector) return resolveCIDR(cidrSelector, pointer, context, reportAt);
  if (nodeSelector) return resolveNodes(nodeSelector, pointer, context, reportAt);
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
  { settings }: DestinationContext,
  reportAt: ReportAt,
): readonly Destination[] | RuleProblem {
  const place = '/to/cidrSelector';
  const cidr = readDestination(text, messages);
  if (!cidr) return { text: `invalid CIDR address: ${text}`, finding: messages.badCIDR(text), pointer: place };
  if ('unread' in cidr) {
    reportAt(cidr.unread, pointer + place);
    return [];
  }
  for (const finding of suspectCIDR(text, cidr, settings.ipFamilies, messages)) reportAt(finding, pointer + place);
  const { prefix } = cidr;
  return [{ type: 'prefix', prefix, text, except: exceptionsOf(prefix, settings) }];
}

/**
 * Returns the cluster subnets that share an address with a network, or all of its family: most often none, without a
 * list for it.
 */
function exceptionsOf(network: Prefix, { subnets, release }: RuleSettings): readonly Prefix[] {
  if (!subnets.some((subnet) => overlaps(subnet, network))) return NO_PREFIXES;
  const { exceptsAllSubnets } = release.egressFirewall;
  return subnets.filter((subnet) => (exceptsAllSubnets ? subnet.family === network.family : overlaps(subnet, network)));
}

const NO_PREFIXES: readonly Prefix[] = [];

/** Returns the destinations of a name. */
function resolveName(name: string, { db, settings }: DestinationContext): readonly Destination[] | RuleProblem {
  const { dnsNameResolver } = settings;
  const problem = checkDNSName(name, dnsNameResolver);
  if (problem) return problem;
  return [{ type: 'name', set: db.get(namedAddresses, dnsNameResolver ? normalizeName(name) : name) }];
}

/** The known addresses of a name. Answers inside the cluster network never count (OVN-Kubernetes). */
const namedAddresses: Query<string, NamedAddresses> = {
  name: 'addresses of a name',
  run: (db, name) => {
    const { ipFamilies, subnets } = db.get(ruleSettings, undefined);
    const answers = contextOf(db).cluster.dnsAnswers.get(normalizeName(name)) ?? [];
    const addresses = answers.filter(
      (address) => ipFamilies.includes(address.family) && !subnets.some((subnet) => contains(subnet, address)),
    );
    return { name, addresses };
  },
  same: isDeepStrictEqual,
};

/** Addresses of the selected nodes of all zones. */
function resolveNodes(
  selector: LabelSelector,
  pointer: string,
  { db, cluster, settings }: DestinationContext,
  reportAt: ReportAt,
): readonly Destination[] | RuleProblem {
  const nodes = db.get(selectedNodes, JSON.stringify(selector));
  if ('finding' in nodes) return nodes;
  if (nodes.length === 0) reportAt(messages.noNode(adviseOnNodes(selector, cluster)), `${pointer}/to/nodeSelector`);
  const { nodeAddresses } = settings.release.egressFirewall;
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

/** The nodes that a selector matches. */
const selectedNodes: Query<string, readonly Node[] | RuleProblem> = {
  name: 'selected nodes',
  run: (db, key) => {
    const { cluster, configuration } = contextOf(db);
    const { errors, egressFirewall } = configuration.release;
    // Its keys are written selectors.
    const compiled = checkNodeSelector(JSON.parse(key) as LabelSelector, errors.valuesText);
    if ('finding' in compiled) return compiled;
    const selected = cluster.nodes.filter(({ labels }) => compiled.matches(labels));
    const reads = egressFirewall.nodeAddresses === 'host' ? selected : [];
    const broken = reads.find((node) => node.hostCIDRsError !== undefined);
    return broken ? addressesProblem(broken) : selected;
  },
  same: isDeepStrictEqual,
};

function addressesProblem({ name, hostCIDRsError = '' }: Node): RuleProblem {
  const why = `failed to get node host CIDRs for ${name}: ${hostCIDRsError}`;
  return {
    text: `unable to get node host CIDRs for egress firewall, node: ${name}: ${why}`,
    finding: messages.badNodeAddresses(name),
    pointer: '/to/nodeSelector',
  };
}
