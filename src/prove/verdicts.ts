import type { Pod } from '../model/cluster.js';
import type { PolicyIntent } from '../model/intent/policy.js';
import type { Family } from '../net/address.js';
import { decidedBy } from '../trace/decider.js';
import type { TraceRule } from '../trace/rules.js';
import { NO_RULE, type Region, classify } from '../traffic/filters/classify.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { verdictOf } from '../traffic/policies/address-lists.js';
import { decidersOf } from '../traffic/policies/describe.js';
import type { PodClass } from '../traffic/policies/model.js';
import type { ClassResult, ProofCollector } from './collector.js';
import { createNearby } from './nearby.js';
import { type ProofContext, comparedAddresses, hairpinAddresses, listPlaced, samplePacketOf } from './places.js';
import type { ProofDifference } from './proof.js';
import { type ResourceLists, type ResourceValue, createResourceReader } from './resource-rules.js';
import { type PlacedRules, type TierList, decideTiers, toTierLists } from './row-lists.js';
import type { RowPlace } from './row-place.js';
import { compareTracking } from './tracking.js';

/** Pods whose packets in a direction the resources and the rows treat alike. */
interface VerdictClass {
  readonly podClass: PodClass;
  readonly pods: Pod[];
  readonly direction: RowPlace['direction'];
  readonly family: Family;
  /** The places that packets of the first pod pass. */
  readonly places: readonly PlacedRules[];
}

/**
 * Compares the verdicts of policies and firewalls with those of ACLs, for the packets that pods send and receive. Each
 * direction is compared alone, so that no rule hides behind one of the other pod.
 */
export function proveVerdicts(context: ProofContext, { skip, add }: ProofCollector): void {
  const { world, synthetic } = context;
  const resources = createResourceReader(world, world.model, world.vocabulary, synthetic.rangeOf);
  for (const one of collectClasses(context, skip).values()) {
    const result = compareClass(one, context, resources);
    if (!('classes' in result)) {
      skip(`the match of ACL ${result.row.key} cannot be read`, one.pods);
      continue;
    }
    if (result.isUndefined) skip(UNDEFINED_ORDER, one.pods);
    add(one.pods, result);
  }
}

function collectClasses(context: ProofContext, skip: ProofCollector['skip']): ReadonlyMap<string, VerdictClass> {
  const { network, reader } = context;
  const nearby = createNearby(context, network.filters);
  const classes = new Map<string, VerdictClass>();
  for (const { pod, podClass, found, family, own, value } of listPlaced(context, skip)) {
    for (const direction of ['to', 'from'] as const) {
      const places = nearby(found, { direction, family, own, value });
      const { ingress, egress, firewall, ports } = podClass;
      const profile = direction === 'to' ? `${egress.number} ${firewall.number}` : `${ingress.number} ${ports.key}`;
      const key = [
        direction,
        family,
        profile,
        ...places.map(({ lists, at }) => lists.map((list) => reader.keyOf(list, at)).join()),
      ].join('|');
      const known = classes.get(key);
      if (known) known.pods.push(pod);
      else classes.set(key, { podClass, pods: [pod], direction, family, places });
    }
  }
  return classes;
}

const UNDEFINED_ORDER = 'AdminNetworkPolicies of equal priority decide differently, and OVN defines no order';

interface VerdictResult extends ClassResult {
  /** If true, the order of policies is undefined for some packets. */
  readonly isUndefined: boolean;
}

/** Compares the packets of a class. Returns a rule if its match cannot be read. */
function compareClass(
  one: VerdictClass,
  context: ProofContext,
  readResources: ReturnType<typeof createResourceReader>,
): VerdictResult | TraceRule {
  const { podClass, direction, family, places } = one;
  const resources = readResources(podClass, direction, family);
  const tiers = toTierLists(places, context.reader, context.reader.actionOf);
  if ('row' in tiers) return tiers;
  const compared = [comparedAddresses(one, context), hairpinAddresses(one, context)].map((addresses) => ({
    ...{ addresses, transport: ALL_TRANSPORT, value: undefined },
  }));
  const seen = new Set<string>();
  let isUndefined = false;
  const lists = resources.flat().filter(({ length }) => length > 0);
  const regions = classify([...lists, ...tiers.map(({ rules }) => rules), compared], family, (deciders) => {
    if (deciders.at(-1) === NO_RULE) return undefined;
    const key = deciders.join();
    seen.add(key);
    const { said, rows } = decisionsOf(deciders, resources, tiers, context);
    if (rows.verdicts.length === 1 && rows.verdicts[0] === said.verdict) return undefined;
    if (rows.verdicts.length === 1 || !isAmong(said.value, resources)) return key;
    isUndefined = true;
    return undefined;
  });
  const differences = regions.flatMap((region) => toDifference(region, one, resources, tiers, context));
  const tracking = compareTracking(one, resources, tiers, context);
  return { classes: seen.size, isUndefined, differences: [...differences, ...tracking] };
}

/** Index of the rule for packets that pods send to themselves through a Service. No policy drops them. */
const HAIRPIN_RULE = 1;

interface Decisions {
  readonly said: { readonly verdict: 'allow' | 'drop'; readonly value?: ResourceValue };
  readonly rows: ReturnType<typeof decideTiers>;
}

function decisionsOf(
  deciders: readonly number[],
  resources: readonly ResourceLists[],
  tiers: readonly TierList[],
  { reader }: ProofContext,
): Decisions {
  let at = 0;
  const stages = resources.map((lists) => {
    const values = lists.map((rules) => (rules.length === 0 ? undefined : rules[deciders[at++] ?? NO_RULE]?.value));
    const value = values.find((one) => one !== undefined && one.verdict !== 'pass');
    return { verdict: verdictOf(values.map((one) => one?.verdict)), ...(value ? { value } : {}) };
  });
  const said = stages.find(({ verdict }) => verdict === 'drop') ?? stages.find(({ value }) => value) ?? stages[0];
  const rules = tiers.map((list) => list.rules[deciders[at++] ?? NO_RULE]?.value);
  const isHairpin = deciders[at] === HAIRPIN_RULE;
  return {
    said: (isHairpin ? undefined : said) ?? { verdict: 'allow' },
    rows: decideTiers(tiers, rules, reader.actionOf),
  };
}

/** Returns true if another AdminNetworkPolicy has the priority of the deciding one. */
function isAmong(value: ResourceValue | undefined, resources: readonly ResourceLists[]): boolean {
  const policyOf = (one: ResourceValue | undefined): PolicyIntent | undefined =>
    one?.rule?.source.type === 'rule' ? one.rule.source.policy : undefined;
  const own = policyOf(value);
  if (own?.layer !== 'admin') return false;
  return resources.flat().some((rules) =>
    rules.some((one) => {
      const other = policyOf(one.value);
      return other !== undefined && other !== own && other.layer === 'admin' && other.priority === own.priority;
    }),
  );
}

const WORDS = { allow: 'allowed', drop: 'dropped' } as const;

function toDifference(
  region: Region<string>,
  { podClass, pods, direction, places }: VerdictClass,
  resources: readonly ResourceLists[],
  tiers: readonly TierList[],
  context: ProofContext,
): (readonly [string, ProofDifference])[] {
  const [pod] = pods;
  const zone = places[0]?.at.zone.name ?? '';
  const packet = pod && samplePacketOf(region, pod, direction, context);
  if (!packet) return [];
  const { said, rows } = decisionsOf(region.label.split(',').map(Number), resources, tiers, context);
  const deciders = said.value ? decidersOf(said.value) : [];
  const difference: ProofDifference = {
    packet,
    pods,
    resources: { text: WORDS[said.verdict], by: deciders },
    rows: {
      text: rows.verdicts.map((verdict) => WORDS[verdict]).join(' or '),
      by: rows.by.map(({ row }) => decidedBy(zone, 'ACL', row)),
    },
  };
  const causes = deciders.map(({ cause, text }) => [cause.kind, cause.namespace, cause.name, text]);
  const keys = rows.by.map(({ row }) => row.key);
  return [[JSON.stringify([direction, podClass.egress.number, said.verdict, causes, rows.verdicts, keys]), difference]];
}
