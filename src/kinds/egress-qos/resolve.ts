import type { Query } from '../../engine/query.js';
import type { Cluster, Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Cause } from '../../model/intent/cause.js';
import type { MarkIntent } from '../../model/intent/mark.js';
import type { Manifest } from '../../model/manifest.js';
import type { LabelSelector } from '../../selectors/selector.js';
import { memoize } from '../../std/memoize.js';
import { causeOf } from '../shared/cause.js';
import { readDestination, suspectCIDR } from '../shared/cidr.js';
import { contextOf } from '../contract/recorded-context.js';
import { adviseOnPods } from '../shared/label-advice.js';
import { createSelectorCompiler } from '../shared/pod-selection.js';
import { namespaceSettingsOf } from '../shared/namespace-settings.js';
import { relatedNetwork } from '../shared/related-network.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { type EgressQoSRule, MAX_RULES, type RuleProblem, explainSelector } from './check.js';
import { messages } from './messages.js';

/** An EgressQoS with valid rules, as marks, or the error that takes it out of service as a whole. */
export interface ResolvedQoS {
  readonly manifest: Manifest;
  readonly marks: readonly MarkIntent[];
  /** In the words of the live controllers. */
  readonly error?: string;
}

/** What the rules of an object are resolved by. The settings are read once, because rules are many. */
interface RuleContext {
  readonly cluster: Cluster;
  readonly ipFamilies: Configuration['ipFamilies'];
  readonly compileSelector: ReturnType<typeof createSelectorCompiler>;
}

type Destination = Exclude<MarkIntent['destination'], 'none' | undefined>;

/** An EgressQoS with its pods. One that the live controllers reject is reported and kept as an error. */
export const resolvedQoS: Query<Manifest, ResolvedQoS> = {
  name: 'EgressQoS',
  hasOneReader: true,
  run: (db, manifest) => {
    const { cluster, configuration } = contextOf(db);
    const reportAt = createReportAt(manifest, db.report);
    const network = db.get(namespaceSettingsOf, manifest.namespace)?.primaryNetwork;
    if (network) {
      const related = [relatedNetwork(manifest.namespace, network)];
      reportAt(messages.userDefinedNetwork(network.name), '/metadata/namespace', related);
    }
    const { ipFamilies } = configuration;
    return resolveObject(manifest, { cluster, ipFamilies, compileSelector: createSelectorCompiler() }, reportAt);
  },
};

/** Pointers of rules, memoized by index, because rules are many. */
const pointerAt = memoize((index: number) => `/spec/egress/${index}`);

function resolveObject(manifest: Manifest, context: RuleContext, reportAt: ReportAt): ResolvedQoS {
  const spec = manifest.object.spec as unknown as { readonly egress?: readonly EgressQoSRule[] } | undefined;
  const egress = spec?.egress ?? [];
  if (egress.length > MAX_RULES) {
    reportAt(messages.tooManyRules(egress.length, MAX_RULES), `/spec/egress/${MAX_RULES}`);
    return {
      manifest,
      marks: [],
      error: `cannot create EgressQoS with ${egress.length} rules - maximum is ${MAX_RULES}`,
    };
  }
  const select = createPodSelection(manifest.namespace, context);
  const errors: string[] = [];
  const marks: MarkIntent[] = [];
  for (const [order, rule] of egress.entries()) {
    const pointer = pointerAt(order);
    const resolved = resolveRule(rule, select, context, (finding, inRule) => {
      reportAt(finding, pointer + inRule);
    });
    if ('finding' in resolved) {
      reportAt(resolved.finding, pointer + resolved.pointer);
      errors.push(ruleError(rule, manifest.namespace, resolved));
    } else {
      marks.push(markOf(rule, order, resolved, causeOf(manifest, pointer)));
    }
  }
  if (errors.length === 0) return { manifest, marks };
  return { manifest, marks: [], error: errors.length > 1 ? `[${errors.join(', ')}]` : (errors[0] ?? '') };
}

/** Returns the mark of a rule as one literal, because spread objects take more memory. */
function markOf({ dscp }: EgressQoSRule, order: number, { source, destination }: Resolved, cause: Cause): MarkIntent {
  if (!destination) return { effect: 'mark', source, order, dscp, cause };
  return { effect: 'mark', source, order, dscp, destination, cause };
}

/** Returns true for scheduled, active pods on the pod network with an address (OVN-Kubernetes). */
function mayBeMarked({ hostNetwork, completed }: Pod): boolean {
  return !hostNetwork && !completed;
}

function isMarked({ nodeName, addresses }: Pod): boolean {
  return nodeName !== '' && addresses.length > 0;
}

/** The pods of a rule. */
interface Selection {
  readonly source: MarkIntent['source'];
  /** True if no pod is selected, marked or not. */
  readonly isEmpty: boolean;
}

type SelectPods = (selector: LabelSelector | undefined) => Selection | RuleProblem;

/** Returns a function that selects pods of a namespace, memoized by selector. */
function createPodSelection(namespace: string, { cluster, compileSelector }: RuleContext): SelectPods {
  const candidates = (cluster.podsByNamespace.get(namespace) ?? []).filter(mayBeMarked);
  const select = (podSelector: LabelSelector | undefined): Selection | RuleProblem => {
    const selector = compileSelector(podSelector ?? {});
    if (!('compiled' in selector)) return explainSelector(selector);
    const { compiled } = selector;
    const selected = compiled.isEmpty ? candidates : candidates.filter(({ labels }) => compiled.matches(labels));
    const pods = selected.every(isMarked) ? selected : selected.filter(isMarked);
    const source = podSelector ? { namespace, podSelector, pods } : { namespace, pods };
    return { source, isEmpty: selected.length === 0 };
  };
  const selections = new Map<string, Selection | RuleProblem>();
  return (selector) => {
    const key = selector ? JSON.stringify(selector) : '';
    let selection = selections.get(key);
    if (!selection) selections.set(key, (selection = select(selector)));
    return selection;
  };
}

/** Source of the packets that a rule marks, and their destination if it is limited. */
interface Resolved {
  readonly source: MarkIntent['source'];
  readonly destination: MarkIntent['destination'];
}

function resolveRule(
  { dstCIDR, podSelector }: EgressQoSRule,
  select: SelectPods,
  context: RuleContext,
  reportAt: ReportAt,
): Resolved | RuleProblem {
  const destination = dstCIDR === undefined ? undefined : resolveDestination(dstCIDR, context, reportAt);
  if (destination && destination !== 'none' && 'finding' in destination) return destination;
  const selection = select(podSelector);
  if ('finding' in selection) return selection;
  // An inventory without pods gets one finding.
  const { cluster } = context;
  if (selection.isEmpty && podSelector && cluster.podsByNamespace.size > 0)
    reportAt(messages.noPod(adviseOnPods({ podSelector }, selection.source.namespace, cluster)), '/podSelector');
  return { source: selection.source, destination };
}

/** Returns the destination, or none if OVN cannot read the CIDR. Then only this rule has no effect. */
function resolveDestination(
  text: string,
  { ipFamilies }: RuleContext,
  reportAt: ReportAt,
): Destination | 'none' | RuleProblem {
  const pointer = '/dstCIDR';
  const cidr = readDestination(text, messages);
  if (!cidr) return { text: `invalid CIDR address: ${text}`, finding: messages.badCIDR(text), pointer };
  if ('unread' in cidr) {
    reportAt(cidr.unread, pointer);
    return 'none';
  }
  for (const finding of suspectCIDR(text, cidr, ipFamilies, messages)) reportAt(finding, pointer);
  return { prefix: cidr.prefix, text };
}

function ruleError({ dstCIDR }: EgressQoSRule, namespace: string, { text, pointer }: RuleProblem): string {
  const destination = pointer === '/dstCIDR' ? dstCIDR : (dstCIDR ?? 'any');
  return `cannot create egressqos Rule to destination ${destination ?? ''} for namespace ${namespace}: ${text}`;
}
