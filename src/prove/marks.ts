import type { Pod } from '../model/cluster.js';
import type { MarkIntent } from '../model/intent/mark.js';
import type { Family } from '../net/address.js';
import { mapOf } from '../northbound/row-columns.js';
import { decidedBy } from '../trace/decider.js';
import type { TraceRule } from '../trace/rules.js';
import { describeMark } from '../traffic/describe.js';
import { NO_RULE, type Region, classify } from '../traffic/filters/classify.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import type { MarkRules } from '../traffic/marks.js';
import type { ClassResult, ProofCollector } from './collector.js';
import { createNearby } from './nearby.js';
import { type ProofContext, comparedAddresses, listPlaced, samplePacketOf } from './places.js';
import type { ProofDifference } from './proof.js';
import { type PlacedRules, type TierList, toTierLists } from './row-lists.js';

/** Pods whose packets the resources and the rows mark alike. */
interface MarkClass {
  readonly marks: MarkRules;
  readonly pods: Pod[];
  readonly family: Family;
  readonly places: readonly PlacedRules[];
}

/** Compares the DSCP values of marks with those of QoS rules, for the packets that pods send, at the switch of the pod. */
export function proveMarks(context: ProofContext, { skip, add }: ProofCollector): void {
  for (const one of collectClasses(context).values()) {
    const result = compareClass(one, context);
    if ('classes' in result) add(one.pods, result);
    else skip(`the match of QoS rule ${result.row.key} cannot be read`, one.pods);
  }
}

function collectClasses(context: ProofContext): ReadonlyMap<string, MarkClass> {
  const { world, network, reader } = context;
  const nearby = createNearby(context, network.marks);
  const classes = new Map<string, MarkClass>();
  // The other comparison reports pods that cannot be compared.
  for (const { pod, found, family, own, value } of listPlaced(context, () => undefined)) {
    const marks = world.marksOf(pod);
    const places = nearby(found, { direction: 'to', family, own, value });
    const orders = marks.map(({ order }) => `${pod.namespace} ${order}`).join();
    const key = [
      family,
      orders,
      ...places.map(({ lists, at }) => lists.map((list) => reader.keyOf(list, at)).join()),
    ].join('|');
    const known = classes.get(key);
    if (known) known.pods.push(pod);
    else classes.set(key, { marks: world.markEffects.rulesOf(marks, OWN_SWITCH), pods: [pod], family, places });
  }
  return classes;
}

/** The place of all pods: only the switch of their own node counts. */
const OWN_SWITCH = { zone: '', families: [] };

/** Compares the packets of a class. Returns a rule if its match cannot be read. */
function compareClass(one: MarkClass, context: ProofContext): ClassResult | TraceRule {
  const { marks, family, places } = one;
  const tiers = toTierLists(places, context.reader, ({ row }) => JSON.stringify(row.columns.action));
  if ('row' in tiers) return tiers;
  const scope = { direction: 'to', family } as const;
  const compared = [{ addresses: comparedAddresses(scope, context), transport: ALL_TRANSPORT, value: undefined }];
  const seen = new Set<string>();
  const regions = classify([marks, ...tiers.map(({ rules }) => rules), compared], family, (deciders) => {
    if (deciders.at(-1) === NO_RULE) return undefined;
    const key = deciders.join();
    seen.add(key);
    const { mark, rows } = decide(deciders, marks, tiers);
    return rows.values.length === 1 && rows.values[0] === mark?.dscp ? undefined : key;
  });
  return { classes: seen.size, differences: regions.flatMap((region) => toDifference(region, one, tiers, context)) };
}

interface Decisions {
  readonly mark: MarkIntent | undefined;
  readonly rows: {
    /** The possible values. If undefined, the packet keeps its value. */
    readonly values: readonly (number | undefined)[];
    readonly by: readonly TraceRule[];
  };
}

function decide(deciders: readonly number[], marks: MarkRules, tiers: readonly TierList[]): Decisions {
  const [first = NO_RULE, ...others] = deciders;
  const values = new Set<number | undefined>();
  const by = new Set<TraceRule>();
  for (const order of [0, 1] as const) {
    const own = tiers.flatMap((list, index) =>
      list.order === order ? [list.rules[others[index] ?? NO_RULE]?.value] : [],
    );
    if (own.length === 0 && order === 1) continue;
    // The last place on the path writes the value.
    const rule = own.findLast((one) => one !== undefined && dscpOf(one) !== undefined);
    values.add(rule && dscpOf(rule));
    if (rule) by.add(rule);
  }
  return { mark: marks[first]?.value, rows: { values: [...values], by: [...by] } };
}

function dscpOf({ row }: TraceRule): number | undefined {
  const { dscp } = mapOf(row.columns, 'action');
  return dscp === undefined ? undefined : Number(dscp);
}

function toDifference(
  region: Region<string>,
  { marks, pods, places }: MarkClass,
  tiers: readonly TierList[],
  context: ProofContext,
): (readonly [string, ProofDifference])[] {
  const [pod] = pods;
  const packet = pod && samplePacketOf(region, pod, 'to', context);
  if (!packet) return [];
  const { mark, rows } = decide(region.label.split(',').map(Number), marks, tiers);
  const zone = places[0]?.at.zone.name ?? '';
  const difference: ProofDifference = {
    packet,
    pods,
    resources: { text: describeValue(mark?.dscp), by: mark ? [describeMark(mark)] : [] },
    rows: {
      text: rows.values.map(describeValue).join(' or '),
      by: rows.by.map(({ row }) => decidedBy(zone, 'QoS', row)),
    },
  };
  const keys = rows.by.map(({ row }) => row.key);
  return [[JSON.stringify(['mark', mark?.cause.namespace, mark?.order, rows.values, keys]), difference]];
}

function describeValue(dscp: number | undefined): string {
  return dscp === undefined ? 'unmarked' : `DSCP ${dscp}`;
}
