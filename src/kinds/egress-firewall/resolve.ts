import { isDeepStrictEqual } from 'node:util';
import type { Db, Query } from '../../engine/query.js';
import { normalizeName } from '../../net/dns-name.js';
import type { Namespace } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Cause } from '../../model/intent/cause.js';
import type { Destination, FilterRule, NamedAddresses, PortMatch } from '../../model/intent/filter.js';
import type { Manifest, ManifestLocation } from '../../model/manifest.js';
import { memoize } from '../../std/memoize.js';
import { causeOf } from '../shared/cause.js';
import type { ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { type NamespaceSettings, namespaceSettingsOf } from '../shared/namespace-settings.js';
import { relatedNetwork } from '../shared/related-network.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { type EgressFirewallRule, MAX_RULES, checkDNSName, rulesOf } from './check.js';
import { reportIneffectiveRules } from './analyse.js';
import { type Essentials, findEssentials, reportCutOffs } from './essential.js';
import { resolveDestination, ruleSettings } from './destinations.js';
import { messages } from './messages.js';
import { type ReportAtRule, type ResolvedFirewall, type ResolvedRule, pointerOfRule } from './resolved.js';

/**
 * A firewall with its destinations. One that the live controllers reject is reported and kept as an error. Undefined without
 * a namespace, or if that is on a user-defined network, which is reported: Weir makes no port group with its pods.
 */
export const resolvedFirewall: Query<Manifest, ResolvedFirewall | undefined> = {
  name: 'EgressFirewall',
  hasOneReader: true,
  run: (db, manifest) => {
    const context = contextOf(db);
    const namespace = db.get(namespaceSettingsOf, manifest.namespace);
    const firewall = namespace && resolveFirewall(manifest, namespace, context);
    if (!firewall || context.errorsOnly) return firewall;
    const reportAtRule = createReportAtRule(manifest, db.report);
    reportIneffectiveRules(firewall, db.get(ruleSettings, undefined), reportAtRule);
    if (!context.isWrittenOnce) return firewall;
    // While it has its rules.
    reportCutOffs(firewall, db.get(essentials, undefined), reportAtRule);
    return namesNetworksAlone(manifest) ? makeAgain(firewall, namespace, context) : firewall;
  },
};

/** Reports the rules of a firewall that block what pods need, unless that was done while the firewall had its rules. */
export function reportEssentials(db: Db, firewall: ResolvedFirewall): void {
  const { errorsOnly, isWrittenOnce } = contextOf(db);
  if (errorsOnly || isWrittenOnce) return;
  reportCutOffs(firewall, db.get(essentials, undefined), createReportAtRule(firewall.manifest, db.report));
}

/** The addresses that pods need. */
const essentials: Query<undefined, Essentials> = {
  name: 'addresses that pods need',
  run: (db) => findEssentials(contextOf(db).cluster, contextOf(db).configuration),
  same: isDeepStrictEqual,
};

/** Returns a firewall that does not store its rules: storing a hundred thousand costs more than making them again. */
function makeAgain(
  firewall: ResolvedFirewall,
  namespace: NamespaceSettings,
  context: ResolveContext,
): ResolvedFirewall {
  // The firewall itself would keep its rules.
  const { manifest } = firewall;
  return { ...firewall, rules: () => resolveRules(manifest, namespace, context, silent).rules };
}

const silent: ReportAt = () => undefined;

/** Returns true if nothing of the cluster but the namespace says what the rules mean. */
export function namesNetworksAlone(manifest: Manifest): boolean {
  return rulesOf(manifest).every(({ to }) => to.dnsName === undefined && to.nodeSelector === undefined);
}

function resolveFirewall(
  manifest: Manifest,
  namespace: NamespaceSettings,
  context: ResolveContext,
): ResolvedFirewall | undefined {
  const reportAt = createReportAt(manifest, context.report);
  const { primaryNetwork } = namespace;
  if (primaryNetwork) {
    const related = [relatedNetwork(namespace.name, primaryNetwork)];
    reportAt(messages.userDefinedNetwork(primaryNetwork.name), '/metadata/namespace', related);
    return undefined;
  }
  reportUnanswered(rulesOf(manifest), context, reportAt);
  const { rules, errors } = resolveRules(manifest, namespace, context, reportAt);
  const { name, aclLogging } = namespace;
  return {
    manifest,
    namespace: { name, aclLogging },
    rules: () => rules,
    count: rules.length,
    names: namesIn(rules),
    errors,
  };
}

/** Returns the rules of a firewall, or none if there are errors. */
function resolveRules(
  manifest: Manifest,
  { name, aclLogging }: NamespaceSettings,
  context: ResolveContext,
  reportAt: ReportAt,
): { readonly rules: readonly ResolvedRule[]; readonly errors: readonly string[] } {
  const egress = rulesOf(manifest);
  const destinationContext = {
    db: context.db,
    cluster: context.cluster,
    settings: context.db.get(ruleSettings, undefined),
  };
  const subject = { source: { namespace: name }, aclLogging };
  const errors: string[] = [];
  const rules: ResolvedRule[] = [];
  for (let index = 0; index < egress.length && index < MAX_RULES; index++) {
    const rule = egress[index];
    if (!rule) continue;
    const pointer = pointerAt(index);
    const resolved = resolveDestination(rule, pointer, destinationContext, reportAt);
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
  if (egress.length > MAX_RULES) {
    reportAt(messages.tooManyRules(egress.length, MAX_RULES), `/spec/egress/${MAX_RULES}`);
    errors.push(`egressFirewall for namespace ${name} has too many rules, max allowed number is 8000`);
  }
  return { rules: errors.length > 0 ? [] : rules, errors };
}

/** Returns the names among the destinations of rules. */
function namesIn(rules: readonly ResolvedRule[]): readonly NamedAddresses[] {
  const names = new Set<NamedAddresses>();
  for (const { destinations } of rules)
    for (const destination of destinations) if (destination.type === 'name') names.add(destination.set);
  return names.size === 0 ? NO_NAMES : [...names];
}

const NO_NAMES: readonly NamedAddresses[] = [];

/** Pointers of rules, memoized by index, because rules are many. */
const pointerAt = memoize((index: number) => `/spec/egress/${index}`);

/** Returns the filter that a rule is for the pods of a namespace. */
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

/** Reports the names without known answers, once for all of them, at the first. */
function reportUnanswered(
  egress: readonly EgressFirewallRule[],
  { cluster, db }: ResolveContext,
  reportAt: ReportAt,
): void {
  const { dnsNameResolver } = db.get(ruleSettings, undefined);
  const names = new Map<string, string>();
  let first: number | undefined;
  for (let index = 0; index < egress.length && index < MAX_RULES; index++) {
    const dnsName = egress[index]?.to.dnsName;
    if (dnsName === undefined || checkDNSName(dnsName, dnsNameResolver)) continue;
    const normalized = normalizeName(dnsName);
    if (cluster.dnsAnswers.has(normalized) || names.has(normalized)) continue;
    first ??= index;
    names.set(normalized, dnsName);
  }
  if (first !== undefined) reportAt(messages.noAnswers([...names.values()]), `/spec/egress/${first}/to/dnsName`);
}

function targetOf({ origin }: Manifest, rule: ResolvedRule): ManifestLocation {
  return { origin, pointer: pointerOfRule(rule) };
}

/**
 * Returns the error of a rule. Upstream prints the CIDR of the rule for every destination, so other rules leave two
 * blanks.
 */
function ruleError({ to }: EgressFirewallRule, namespace: string, text: string): string {
  return `cannot create EgressFirewall Rule to destination ${to.cidrSelector ?? ''} for namespace ${namespace}: ${text}`;
}
