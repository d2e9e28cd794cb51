import { pathOfName, titleOf } from '../../model/kubernetes-object.js';
import { joinGaps } from '../../ovn-kubernetes/paths.js';
import { formatTransport, portRangesOf } from '../../traffic/filters/transport-range.js';
import type { Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Position } from '../../model/diagnostic.js';
import type { Cause } from '../../model/intent/cause.js';
import type { Both, Side } from '../../traffic/side.js';
import type {
  Decider,
  Deciders,
  FlowChange,
  FlowChanges,
  FlowException,
  MarkChanges,
  ChangeSource,
  Unknown,
} from '../../traffic/change.js';
import type { PacketClasses } from '../../traffic/packets.js';
import { isLabelledPlaceholder } from '../../traffic/pod-to-come.js';
import { type Sample, hasPort } from '../../traffic/sample.js';
import { coversFamily, describeDestination, listPrefixes } from './destination.js';
import type {
  ExceptionVerdict,
  Example,
  FlowGroup,
  FlowText,
  MarkGroup,
  PacketsText,
  RuleText,
  SourceText,
} from './report.js';

/** Maximum number of ranges printed for a destination. */
export const MAX_RANGES = 8;

/** Context for the texts of a comparison. */
export interface FlowWording {
  readonly sides: Both<Side>;
  /** Returns the position of a rule in a file of its side. */
  readonly place: (cause: Cause, side: keyof Both<unknown>) => Position | undefined;
  /** Maximum number of flows described in a group. */
  readonly mostFlows: number;
}

/** Returns the opened or the closed flows. Sources with equal flows are one group, in the order of the first source. */
export function groupFlows(
  changes: readonly FlowChanges[],
  change: 'opened' | 'closed',
  wording: FlowWording,
): FlowGroup[] {
  return group(
    changes
      .map(({ source, flows, exceptions, missing }) => ({
        source,
        ...(missing ? { missing } : {}),
        flows: joinFamilies(flows.filter((flow) => flow.change === change)),
        exceptions: joinFamilies(exceptionsTo(change, flows, exceptions, wording)),
      }))
      .filter(({ flows }) => flows.length > 0),
    ({ flows, exceptions }) =>
      [...flows.map(keyOf), 'but', ...exceptions.map((one) => `${one.verdict} ${keyOf(one)}`)].join('\n'),
  ).map(([first, all]) => ({
    ...joinMissing(all),
    sources: all.map(({ source }) => describeSource(source, wording)),
    flows: first.flows.slice(0, wording.mostFlows).map((flow) => {
      const [old, now] = change === 'opened' ? ['dropped', 'passes'] : ['passes', 'dropped'];
      return describeFlow(flow, first.source, { before: old, after: now }, wording);
    }),
    ...(first.flows.length > wording.mostFlows ? { omitted: first.flows.length - wording.mostFlows } : {}),
    exceptions: first.exceptions.map((one) => ({ verdict: one.verdict, ...describePackets(one, wording) })),
  }));
}

function joinMissing(all: readonly Unknown[]): Unknown {
  const missing = joinGaps(all.flatMap((one) => (one.missing ? [one.missing] : [])));
  return missing.length > 0 ? { missing } : {};
}

/** Returns the addresses that the changed flows exclude, because of the names of these addresses. */
function exceptionsTo(
  change: FlowChange['change'],
  flows: readonly FlowChange[],
  exceptions: readonly FlowException[],
  { sides }: FlowWording,
): readonly (PacketClasses & { readonly verdict: ExceptionVerdict })[] {
  const reversed = flows.filter((flow) => flow.change !== change && flow.isReversal === true);
  return [
    ...exceptions.filter((one) => one.change === change && (!isAsNow(one) || isOfName(one, sides.after.configuration))),
    ...reversed.map((flow) => ({ ...flow, verdict: 'reversed' as const })),
  ];
}

/** Returns true if packets were treated before as the flows are treated now. */
function isAsNow({ change, verdict }: FlowException): boolean {
  return (change === 'opened') === (verdict === 'allow');
}

/** Returns true if all packets of a family go to one name, or to known answers of it. */
function isOfName({ names, addresses, hasAnswer }: FlowException, configuration: Configuration): boolean {
  return names.length === 1 && (hasAnswer === true || coversFamily(addresses, configuration));
}

/** Returns the changed marks. Sources with equal marks are one group. */
export function groupMarks(changes: readonly MarkChanges[], wording: FlowWording): MarkGroup[] {
  return group(
    changes.map((one) => ({ ...one, marks: joinFamilies(one.marks) })),
    ({ marks }) => marks.map((mark) => `${mark.before ?? ''}>${mark.after ?? ''} ${keyOf(mark)}`).join('\n'),
  ).map(([first, all]) => ({
    sources: all.map(({ source }) => describeSource(source, wording)),
    marks: first.marks.map((mark) => {
      const results = { before: describeMark(mark.before), after: describeMark(mark.after) };
      const text = describeFlow(mark, first.source, results, wording);
      return { ...text, before: mark.before ?? null, after: mark.after ?? null };
    }),
  }));
}

function describeMark(dscp: number | undefined): string {
  return dscp === undefined ? 'the DSCP of the pod' : `DSCP ${dscp}`;
}

function group<T>(items: readonly T[], keyOfItem: (item: T) => string): [T, T[]][] {
  const [only] = items;
  if (only !== undefined && items.length === 1) return [[only, [only]]];
  const groups = new Map<string, [T, T[]]>();
  for (const item of items) {
    const key = keyOfItem(item);
    const known = groups.get(key);
    if (known) known[1].push(item);
    else groups.set(key, [item, [item]]);
  }
  return [...groups.values()];
}

/** Merges packets that differ only in their address family. */
function joinFamilies<T extends PacketClasses>(all: readonly T[]): readonly T[] {
  const family = all[0]?.addresses[0]?.family;
  // Within one family, packets without names never differ in their addresses only.
  if (all.every(({ names, addresses }) => names.length === 0 && addresses[0]?.family === family)) return all;
  return group(all, (one) => {
    const { change, verdict, before, after } = one as Partial<
      Record<'change' | 'verdict' | 'before' | 'after', unknown>
    >;
    return JSON.stringify([one.names, one.transport, change, verdict, before, after]);
  }).flatMap(([first, same]) => {
    const families = new Set(same.map(({ addresses }) => addresses[0]?.family));
    return families.size === same.length ? [{ ...first, addresses: same.flatMap(({ addresses }) => addresses) }] : same;
  });
}

function keyOf({ names, addresses, transport }: PacketClasses): string {
  const ranges = addresses.map(({ family, first, end }) => `${family} ${first}-${end}`);
  return [...names, ...ranges, ...transport.map(({ first, end }) => `${first}-${end}`)].join();
}

/** Returns the number of pods of a source, and their names if they are not all pods of the namespace. */
function describeSource({ namespace, pods }: ChangeSource, { sides }: FlowWording): SourceText {
  const all = sides.after.cluster.podsByNamespace.get(namespace) ?? [];
  return pods
    ? { namespace, pods: pods.map(({ name }) => name), count: countDistinctPods(pods) }
    : {
        namespace,
        count: all.filter(({ hostNetwork, completed, isPlanned }) => !hostNetwork && !completed && !isPlanned).length,
      };
}

/** Returns true if some pods of a source are placeholder pods. */
export function isToCome({ pods = [] }: SourceText): boolean {
  return pods.some((name) => isLabelledPlaceholder({ name }));
}

/** Returns the number of pods without placeholder pods. */
export function countDistinctPods(pods: readonly Pod[]): number {
  return pods.filter((pod) => !isLabelledPlaceholder(pod)).length;
}

/** Returns the name of a pod, such as `shop/web-0` or `a new pod in shop with app=web`. */
export function nameOfPod(pod: Pod): string {
  if (!isLabelledPlaceholder(pod)) return pathOfName(pod);
  return `a ${pod.name.replace('pod', `pod in ${pod.namespace}`)}`;
}

function describePackets(packets: PacketClasses, { sides }: FlowWording): PacketsText {
  return {
    destination: describeDestination(packets, sides.after.configuration, MAX_RANGES),
    transport: formatTransport(packets.transport),
    names: packets.names,
    prefixes: listPrefixes(packets.addresses),
    ports: portRangesOf(packets.transport),
  };
}

/** Packets with a sample, and the rule that decides on it. */
interface Sampled extends PacketClasses {
  readonly sample?: Sample;
  readonly deciders: Deciders;
}

function describeFlow(packets: Sampled, source: ChangeSource, results: Both<string>, wording: FlowWording): FlowText {
  const example = exampleOf(packets, source, results, wording);
  return { ...describePackets(packets, wording), ...(example ? { example } : {}) };
}

function exampleOf(
  packets: Sampled,
  source: ChangeSource,
  results: Both<string>,
  wording: FlowWording,
): Example | undefined {
  const { sample, deciders } = packets;
  const [name] = packets.names;
  if (!sample) return undefined;
  const ruleOf = (side: keyof Both<unknown>) => {
    const decider = deciders[side];
    return decider ? { rule: describeFlowRule(decider, side, wording) } : {};
  };
  return {
    pod: describePod(source, sample.address.family, wording),
    destination: name === undefined ? sample.text : `${name} (${sample.text})`,
    protocol: sample.protocol,
    ...(hasPort(sample) ? { port: sample.port } : {}),
    before: { result: results.before, ...ruleOf('before') },
    after: { result: results.after, ...ruleOf('after') },
  };
}

function describePod({ namespace, pods }: ChangeSource, family: string, { sides }: FlowWording): string {
  const candidates = pods ?? sides.after.cluster.podsByNamespace.get(namespace) ?? [];
  const addressIn = ({ addresses }: Pod): string | undefined => addresses.find((one) => one.family === family)?.text;
  const pod = candidates.find((one) => !one.hostNetwork && !one.completed && addressIn(one) !== undefined);
  if (pod) return `${namespace}/${pod.name} (${addressIn(pod) ?? ''})`;
  const toCome = pods?.find(isLabelledPlaceholder);
  return toCome ? nameOfPod(toCome) : `a pod in ${namespace}`;
}

/** Returns a rule, or the policy of a default deny, with its location. */
export function describeFlowRule(
  { cause, text, isDefaultDeny }: Decider,
  side: keyof Both<unknown>,
  { place }: Pick<FlowWording, 'place'>,
): RuleText {
  const { kind, pointer } = cause;
  const at = place(cause, side);
  return {
    resource: titleOf(kind, cause),
    pointer,
    text,
    ...(isDefaultDeny ? { isDefaultDeny } : {}),
    ...(at ? { at } : {}),
  };
}
