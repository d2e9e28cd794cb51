import type { Pod } from '../../model/cluster.js';
import type { MarkIntent } from '../../model/intent/mark.js';
import type { Manifest } from '../../model/manifest.js';
import type { LabelSelector } from '../../selectors/selector.js';
import { readDestination, suspectCIDR } from '../cidr.js';
import type { KindContext } from '../kind.js';
import { relatedNetwork } from '../related-network.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { type EgressQoSRule, MOST_RULES, type RuleProblem, checkPodSelector } from './check.js';
import { messages } from './messages.js';

/** A rule with its destination parsed and its pods found. */
export interface ResolvedRule {
  readonly index: number;
  readonly dscp: number;
  readonly destination?: NonNullable<MarkIntent['destination']>;
  readonly pods: readonly Pod[];
  /** As written. Absent: every pod. */
  readonly podSelector?: LabelSelector;
}

/** An EgressQoS whose rules all hold, or the error that takes it out of service as a whole. */
export interface ResolvedQoS {
  readonly manifest: Manifest;
  readonly rules: readonly ResolvedRule[];
  /** In the words of the live controllers. */
  readonly error?: string;
}

/** Resolves the rules of every EgressQoS; what the live controllers refuse is reported and kept as an error. */
export function resolveQoS(manifests: readonly Manifest[], context: KindContext): ResolvedQoS[] {
  return manifests.map((manifest) => {
    const reportAt = createReportAt(manifest, context.report);
    const network = context.cluster.namespaces.get(manifest.namespace)?.primaryNetwork;
    if (network) {
      const related = [relatedNetwork(manifest.namespace, network)];
      reportAt(messages.userDefinedNetwork(network.name), '/metadata/namespace', related);
    }
    return resolveObject(manifest, context, reportAt);
  });
}

function resolveObject(manifest: Manifest, context: KindContext, reportAt: ReportAt): ResolvedQoS {
  const spec = manifest.object.spec as unknown as { readonly egress?: readonly EgressQoSRule[] } | undefined;
  const egress = spec?.egress ?? [];
  if (egress.length > MOST_RULES) {
    reportAt(messages.tooManyRules(egress.length, MOST_RULES), `/spec/egress/${MOST_RULES}`);
    return {
      manifest,
      rules: [],
      error: `cannot create EgressQoS with ${egress.length} rules - maximum is ${MOST_RULES}`,
    };
  }
  const candidates = (context.cluster.podsByNamespace.get(manifest.namespace) ?? []).filter(mayBeMarked);
  const select = createPodSelection(candidates);
  const errors: string[] = [];
  const rules: ResolvedRule[] = [];
  for (const [index, rule] of egress.entries()) {
    const pointer = `/spec/egress/${index}`;
    const resolved = resolveRule(rule, index, select, context, (finding, inRule) => {
      reportAt(finding, pointer + inRule);
    });
    if ('finding' in resolved) {
      reportAt(resolved.finding, pointer + resolved.pointer);
      errors.push(ruleError(rule, manifest.namespace, resolved));
    } else {
      rules.push(resolved);
    }
  }
  if (errors.length === 0) return { manifest, rules };
  return { manifest, rules: [], error: errors.length > 1 ? `[${errors.join(', ')}]` : (errors[0] ?? '') };
}

/** OVN-Kubernetes v1.3: pods on the pod network that have not ended, once they are scheduled and have an address. */
function mayBeMarked({ hostNetwork, completed }: Pod): boolean {
  return !hostNetwork && !completed;
}

function isMarked({ nodeName, addresses }: Pod): boolean {
  return nodeName !== '' && addresses.length > 0;
}

type PodSelection = (selector: LabelSelector | undefined) => readonly Pod[] | RuleProblem;

/** Picks pods of a namespace; rules often share a selector, so each is asked once. */
function createPodSelection(candidates: readonly Pod[]): PodSelection {
  const selections = new Map<string, readonly Pod[] | RuleProblem>();
  return (selector) => {
    const key = JSON.stringify(selector ?? {});
    let selection = selections.get(key);
    if (selection === undefined) {
      const compiled = checkPodSelector(selector);
      if ('finding' in compiled) selection = compiled;
      else selection = compiled.isEmpty ? candidates : candidates.filter(({ labels }) => compiled.matches(labels));
      selections.set(key, selection);
    }
    return selection;
  };
}

function resolveRule(
  rule: EgressQoSRule,
  index: number,
  select: PodSelection,
  { configuration, cluster }: KindContext,
  reportAt: ReportAt,
): ResolvedRule | RuleProblem {
  const { dscp, dstCIDR, podSelector } = rule;
  const destination = dstCIDR === undefined ? undefined : resolveDestination(dstCIDR, configuration, reportAt);
  if (destination && destination !== 'none' && 'finding' in destination) return destination;
  const pods = select(podSelector);
  if ('finding' in pods) return pods;
  // Of an inventory without pods one finding says so.
  if (pods.length === 0 && podSelector && cluster.podsByNamespace.size > 0) reportAt(messages.noPod(), '/podSelector');
  return {
    index,
    dscp,
    pods: pods.every(isMarked) ? pods : pods.filter(isMarked),
    ...(podSelector ? { podSelector } : {}),
    ...(destination ? { destination } : {}),
  };
}

/** None where OVN does not read the CIDR: the rule is then the only one without effect. */
function resolveDestination(
  text: string,
  { ipFamilies }: KindContext['configuration'],
  reportAt: ReportAt,
): NonNullable<ResolvedRule['destination']> | RuleProblem {
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
