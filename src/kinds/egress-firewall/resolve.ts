import { normalizeName } from '../../net/dns-name.js';
import type { Namespace, Node } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Cause } from '../../model/intent/cause.js';
import type { Destination, FilterRule, NamedAddresses, PortMatch } from '../../model/intent/filter.js';
import type { Manifest, ManifestLocation } from '../../model/manifest.js';
import { type Prefix, compareAddressText } from '../../net/address.js';
import { contains, overlaps } from '../../net/prefix.js';
import type { LabelSelector } from '../../selectors/selector.js';
import { remember } from '../../std/remember.js';
import { causeOf } from '../cause.js';
import { readDestination, suspectCIDR } from '../cidr.js';
import type { KindContext } from '../kind.js';
import { relatedNetwork } from '../related-network.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import {
  type EgressFirewallRule,
  MOST_RULES,
  type RuleProblem,
  checkName,
  checkNodeSelector,
  rulesOf,
} from './check.js';
import { reportIdleRules } from './analyse.js';
import { findEssentials, reportCutOffs } from './essential.js';
import { messages } from './messages.js';
import { type ReportAtRule, type ResolvedFirewall, type ResolvedRule, pointerOf } from './resolved.js';

/** What the rules of all firewalls share, so that a name or selector used often is resolved once. */
interface Shared {
  readonly context: KindContext;
  readonly subnets: readonly Prefix[];
  readonly names: Map<string, NamedAddresses>;
  readonly selections: Map<string, readonly Node[] | RuleProblem>;
}

/**
 * Resolves the destinations of all firewalls; what the live controllers refuse is reported and kept as an error. Firewalls
 * of namespaces on a user-defined network are reported and left out: their pods are in no port group that Weir makes.
 */
export function resolveFirewalls(manifests: readonly Manifest[], context: KindContext): ResolvedFirewall[] {
  const subnets = context.configuration.clusterSubnets.map(({ prefix }) => prefix);
  const essentials = findEssentials(context.cluster, context.configuration);
  const shared: Shared = { context, subnets, names: new Map(), selections: new Map() };
  const { cluster, configuration, errorsOnly, isWrittenOnce, memo } = context;
  return manifests.flatMap((manifest) => {
    const namespace = cluster.namespaces.get(manifest.namespace);
    if (!namespace) return [];
    const { aclLogging, primaryNetwork } = namespace;
    const inputs = [configuration, errorsOnly, aclLogging.allow, aclLogging.deny, primaryNetwork];
    const resolve = (report: Reporter): ResolvedFirewall[] => resolveFirewall(manifest, namespace, shared, report);
    const isOfNetworks = namesNetworksAlone(manifest);
    const resolved = isOfNetworks
      ? memo('EgressFirewall of networks', manifest, inputs, resolve, context.report)
      : memo('EgressFirewall', manifest, [...inputs, cluster], resolve, context.report);
    if (errorsOnly) return resolved;
    for (const firewall of resolved) {
      const say = (report: Reporter): void => {
        reportCutOffs(firewall, essentials, createReportAtRule(manifest, report));
      };
      memo('cut-offs of an EgressFirewall', firewall, [cluster, configuration], say, context.report);
    }
    return isWrittenOnce && isOfNetworks
      ? resolved.map((firewall) => makeAgain(firewall, namespace, shared))
      : resolved;
  });
}

/** A firewall that does not keep its rules: a hundred thousand that wait for their rows cost more than to make them again. */
function makeAgain(firewall: ResolvedFirewall, namespace: Namespace, shared: Shared): ResolvedFirewall {
  // The firewall itself would keep its rules.
  const { manifest } = firewall;
  return { ...firewall, rules: () => resolveRules(manifest, namespace, shared, silent).rules };
}

const silent: ReportAt = () => undefined;

/** Whether nothing of the cluster but the namespace says what the rules mean. */
export function namesNetworksAlone(manifest: Manifest): boolean {
  return rulesOf(manifest).every(({ to }) => to.dnsName === undefined && to.nodeSelector === undefined);
}

function resolveFirewall(
  manifest: Manifest,
  namespace: Namespace,
  shared: Shared,
  report: Reporter,
): ResolvedFirewall[] {
  const reportAt = createReportAt(manifest, report);
  const { primaryNetwork } = namespace;
  if (primaryNetwork) {
    const related = [relatedNetwork(namespace.name, primaryNetwork)];
    reportAt(messages.userDefinedNetwork(primaryNetwork.name), '/metadata/namespace', related);
    return [];
  }
  reportUnanswered(rulesOf(manifest), shared.context, reportAt);
  const { rules, errors } = resolveRules(manifest, namespace, shared, reportAt);
  const { name, aclLogging } = namespace;
  const firewall: ResolvedFirewall = {
    manifest,
    namespace: { name, aclLogging },
    rules: () => rules,
    count: rules.length,
    names: namesIn(rules),
    errors,
  };
  if (!shared.context.errorsOnly) reportIdleRules(firewall, shared.context, createReportAtRule(manifest, report));
  return [firewall];
}

/** The rules of a firewall; none where there are errors. */
function resolveRules(
  manifest: Manifest,
  { name, aclLogging }: Namespace,
  shared: Shared,
  reportAt: ReportAt,
): { readonly rules: readonly ResolvedRule[]; readonly errors: readonly string[] } {
  const egress = rulesOf(manifest);
  const subject = { source: { namespace: name }, aclLogging };
  const errors: string[] = [];
  const rules: ResolvedRule[] = [];
  for (let index = 0; index < egress.length && index < MOST_RULES; index++) {
    const rule = egress[index];
    if (!rule) continue;
    const pointer = pointerAt(index);
    const resolved = resolveDestination(rule, pointer, shared, reportAt);
    if ('finding' in resolved) {
      reportAt(resolved.finding, pointer + resolved.pointer);
      errors.push(ruleError(rule, name, resolved.text));
    } else if (resolved.length > 0) {
      const { dnsName } = rule.to;
      if (rule.type === 'Deny' && dnsName !== undefined)
        reportAt(messages.nameInDeny(dnsName), `${pointer}/to/dnsName`);
      rules.push(filterOf(rule, index, resolved, subject, causeOf(manifest, pointer)));
    }
  }
  if (egress.length > MOST_RULES) {
    reportAt(messages.tooManyRules(egress.length, MOST_RULES), `/spec/egress/${MOST_RULES}`);
    errors.push(`egressFirewall for namespace ${name} has too many rules, max allowed number is 8000`);
  }
  return { rules: errors.length > 0 ? [] : rules, errors };
}

/** The names among the destinations of rules. */
function namesIn(rules: readonly ResolvedRule[]): readonly NamedAddresses[] {
  const names = new Set<NamedAddresses>();
  for (const { destinations } of rules)
    for (const destination of destinations) if (destination.type === 'name') names.add(destination.set);
  return names.size === 0 ? NO_NAMES : [...names];
}

const NO_NAMES: readonly NamedAddresses[] = [];

/** Where rules are: the same text for the same index, since there are as many as there are rules. */
const pointerAt = remember((index: number) => `/spec/egress/${index}`);

/** The filter that a rule is for the pods of a namespace. */
function filterOf(
  { type, ports = NO_PORTS }: EgressFirewallRule,
  order: number,
  destinations: readonly Destination[],
  { source, aclLogging }: Pick<FilterRule, 'source'> & Pick<Namespace, 'aclLogging'>,
  cause: Cause,
): ResolvedRule {
  const verdict = type === 'Allow' ? 'allow' : 'drop';
  const log = type === 'Allow' ? aclLogging.allow : aclLogging.deny;
  if (!log) return { source, order, verdict, destinations, ports, cause };
  return { source, order, verdict, destinations, ports, log, cause };
}

const NO_PORTS: readonly PortMatch[] = [];

function createReportAtRule(manifest: Manifest, report: Reporter): ReportAtRule {
  const reportAt = createReportAt(manifest, report);
  return (finding, rule, related) => {
    const notes = related && [{ message: related.message, location: targetOf(manifest, related.rule) }];
    reportAt(finding, targetOf(manifest, rule).pointer, notes);
  };
}

/** Reports the names whose answers nobody knows, once for all of them, at the first. */
function reportUnanswered(
  egress: readonly EgressFirewallRule[],
  { cluster, configuration }: KindContext,
  reportAt: ReportAt,
): void {
  const names = new Map<string, string>();
  let first: number | undefined;
  for (let index = 0; index < egress.length && index < MOST_RULES; index++) {
    const dnsName = egress[index]?.to.dnsName;
    if (dnsName === undefined || checkName(dnsName, configuration.dnsNameResolver)) continue;
    const normalized = normalizeName(dnsName);
    if (cluster.dnsAnswers.has(normalized) || names.has(normalized)) continue;
    first ??= index;
    names.set(normalized, dnsName);
  }
  if (first !== undefined) reportAt(messages.noAnswers([...names.values()]), `/spec/egress/${first}/to/dnsName`);
}

function targetOf({ origin }: Manifest, rule: ResolvedRule): ManifestLocation {
  return { origin, pointer: pointerOf(rule) };
}

/** Upstream names the CIDR of the rule whatever its destination is, so other rules leave two blanks. */
function ruleError({ to }: EgressFirewallRule, namespace: string, text: string): string {
  return `cannot create EgressFirewall Rule to destination ${to.cidrSelector ?? ''} for namespace ${namespace}: ${text}`;
}

/** `pointer` is that of the rule. */
function resolveDestination(
  rule: EgressFirewallRule,
  pointer: string,
  shared: Shared,
  reportAt: ReportAt,
): readonly Destination[] | RuleProblem {
  const { dnsName, cidrSelector, nodeSelector } = rule.to;
  if (dnsName !== undefined) return resolveName(dnsName, shared);
  if (cidrSelector) return resolveCIDR(cidrSelector, pointer, shared, reportAt);
  if (nodeSelector) return resolveNodes(nodeSelector, pointer, shared, reportAt);
  reportAt(messages.emptyDestination(), `${pointer}/to/cidrSelector`);
  return [];
}

/**
 * No destination where OVN does not read the CIDR: the rule is left out alone. Cluster subnets that the CIDR touches
 * are cut out: pods reach each other whatever the firewall says.
 */
function resolveCIDR(
  text: string,
  pointer: string,
  { subnets, context }: Shared,
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
  return [{ type: 'prefix', prefix, text, except: overlapping(subnets, prefix) }];
}

/** The networks that share an address with another one: most often none, without a list for it. */
function overlapping(networks: readonly Prefix[], other: Prefix): readonly Prefix[] {
  for (const network of networks) {
    if (overlaps(network, other)) return networks.filter((one) => overlaps(one, other));
  }
  return NO_PREFIXES;
}

const NO_PREFIXES: readonly Prefix[] = [];

/** OVN-Kubernetes v1.3: answers inside the cluster network never count. */
function resolveName(name: string, { names, subnets, context }: Shared): readonly Destination[] | RuleProblem {
  const { configuration, cluster } = context;
  const problem = checkName(name, configuration.dnsNameResolver);
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

/** Addresses of the selected nodes of all zones, sorted as text; one that two nodes have stands there twice, as upstream. */
function resolveNodes(
  selector: LabelSelector,
  pointer: string,
  shared: Shared,
  reportAt: ReportAt,
): readonly Destination[] | RuleProblem {
  const nodes = selectNodes(selector, shared);
  if ('finding' in nodes) return nodes;
  if (nodes.length === 0) reportAt(messages.noNode(), `${pointer}/to/nodeSelector`);
  const [unknown, ...more] = nodes.filter((node) => !node.hostAddresses);
  if (unknown) reportAt(messages.nodesWithoutAddresses(unknown.name, more.length), `${pointer}/to/nodeSelector`);
  const addresses = nodes.flatMap((node) => node.hostAddresses ?? []).sort(compareAddressText);
  return addresses.map((address) => ({ type: 'address', address }));
}

function selectNodes(selector: LabelSelector, { selections, context }: Shared): readonly Node[] | RuleProblem {
  const key = JSON.stringify(selector);
  let selection = selections.get(key);
  if (selection === undefined) {
    const compiled = checkNodeSelector(selector);
    selection =
      'finding' in compiled ? compiled : context.cluster.nodes.filter(({ labels }) => compiled.matches(labels));
    const broken = 'finding' in selection ? undefined : selection.find((node) => node.hostCIDRsError !== undefined);
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
