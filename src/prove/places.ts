import type { ExpectationContext } from '../expectations/world.js';
import type { Pod } from '../model/cluster.js';
import { type Family, formatAddress, parseAddress } from '../net/address.js';
import { formatGaps, findGaps } from '../ovn-kubernetes/paths.js';
import { managementPortName, podPortName } from '../ovn-kubernetes/row-names.js';
import { memoizeWeak } from '../std/memoize.js';
import type { RouterFilters, TracedNetwork, ZonePort } from '../trace/network.js';
import type { RuleIndex, TraceRule } from '../trace/rules.js';
import type { Zone } from '../trace/zone.js';
import {
  type AddressRange,
  complement,
  intersectAscending,
  mergeRanges,
  rangeOfAddress,
  rangeOfPrefix,
} from '../traffic/filters/address-range.js';
import type { Region } from '../traffic/filters/classify.js';
import type { PodClass } from '../traffic/policies/model.js';
import { samplePacket } from '../traffic/sample.js';
import type { ProofPacket } from './proof.js';
import type { PlacedRules } from './row-lists.js';
import { type RowPlace, type RuleReader, createRuleReader } from './row-rules.js';
import { type Synthetic, createSynthetic, rangeOfMulticast } from './synthetic.js';

/** Both readings, with what their comparisons share. */
export interface ProofContext {
  readonly world: ExpectationContext;
  readonly network: TracedNetwork;
  readonly reader: RuleReader;
  readonly synthetic: Synthetic;
  /** Addresses of the hosts of nodes on the pod network. */
  readonly hosts: Readonly<Record<Family, readonly AddressRange[]>>;
}

type IndexName = keyof RouterFilters;

/** Creates the context of a proof. `network`: the rows. */
export function createProofContext(world: ExpectationContext, network: TracedNetwork): ProofContext {
  const synthetic = createSynthetic();
  return { world, network, synthetic, reader: createRuleReader(synthetic.rangeOf), hosts: hostsOf(world, network) };
}

/** Returns the addresses of the hosts of nodes on the pod network, from which policies drop nothing on the same node. */
function hostsOf({ cluster }: ExpectationContext, network: TracedNetwork): ProofContext['hosts'] {
  const addresses = cluster.nodes
    .flatMap(({ name }) => network.findPort(managementPortName(name))?.port.addresses ?? [])
    .flatMap((text) => parseAddress(text) ?? []);
  const ofFamily = (family: Family): readonly AddressRange[] =>
    mergeRanges(addresses.filter((address) => address.family === family).map(rangeOfAddress));
  return { IPv4: ofFamily('IPv4'), IPv6: ofFamily('IPv6') };
}

/** A pod with its port, and its address in a family. */
export interface PlacedPod {
  readonly pod: Pod;
  readonly podClass: PodClass;
  readonly found: ZonePort;
  readonly family: Family;
  /** Canonical text. */
  readonly own: string;
}

/** Yields the pods that can be compared, once for each family. Calls `skip` for all others. */
export function* listPlaced(
  { world, network }: ProofContext,
  skip: (reason: string, pods: readonly Pod[]) => void,
): Generator<PlacedPod> {
  for (const [pod, podClass] of world.model.classOf) {
    const found = network.findPort(podPortName(pod.namespace, pod.name));
    if (pod.addresses.length === 0) skip('the address of the pod is unknown', [pod]);
    else if (!found) skip(reasonWithoutPort(pod, world), [pod]);
    for (const family of found ? world.configuration.ipFamilies : []) {
      const own = pod.addresses.find((address) => address.family === family)?.text;
      if (own !== undefined && found) yield { pod, podClass, found, family, own };
    }
  }
}

/** Returns why a pod has no port, by the gaps of the inventory. */
function reasonWithoutPort({ nodeName }: Pod, { paths }: ExpectationContext): string {
  const gaps = paths.incomplete.find(({ node }) => node === nodeName);
  const missing = gaps ? findGaps([{ gaps, part: 'pods' }]) : [];
  return missing.length > 0 ? formatGaps(missing) : 'no row is for the port of the pod';
}

/**
 * Creates the function that returns the rules at each place: those of the switch on input, and on output to the router,
 * where some releases have EgressFirewalls, or on output to the pod. Ports of a switch in the same port groups share
 * lists, except for rules that require an address set with the pod.
 */
export function createNearby(
  context: ProofContext,
  indexesOf: (zone: Zone, datapath: string) => Readonly<Partial<Record<IndexName, RuleIndex>>>,
): (found: ZonePort, at: RowPlace) => readonly PlacedRules[] {
  const concerned = createConcerned(context);
  const others = memoizeWeak<RuleIndex, Map<string, SplitRules>>(() => new Map());
  const known = memoizeWeak<RuleIndex, Map<string, readonly TraceRule[]>>(() => new Map());
  return ({ zone, port: { name, datapath } }, at) => {
    const groups = zone.groupsOf(name);
    const own = parseAddress(at.own)?.value ?? 0n;
    const indexes = indexesOf(zone, datapath);
    const near = (index: IndexName, ports: Pick<RowPlace, 'inport' | 'outport'>): PlacedRules => {
      const place = { ...at, ...ports };
      const rules = indexes[index];
      if (!rules) return { at: place, rules: [] };
      const scope = `${at.direction} ${at.family}`;
      const split = others(rules).get(scope) ?? splitRules(rules.others(), place, context, concerned);
      others(rules).set(scope, split);
      const near = [...groups, ...groupsOfOther(zone, name, ports)];
      const key = `${scope} ${near.join()}`;
      const shared = known(rules).get(key) ?? [...split.common, ...[...new Set(near)].flatMap(rules.ofGroup)];
      known(rules).set(key, shared);
      const additional = split.byOwner.get(own);
      return { at: place, rules: additional ? [...shared, ...additional] : shared };
    };
    if (at.direction === 'from') return [near('leaving', { outport: name })];
    const router = zone.portsOfSwitch(datapath).find(({ type }) => type === 'router');
    const sent = [near('entering', { inport: name }), near('balanced', { inport: name })];
    return router ? [...sent, near('leaving', { inport: name, outport: router.name })] : sent;
  };
}

/** Returns the port groups of the other port of a place. */
function groupsOfOther(
  zone: Zone,
  name: string,
  { inport, outport }: Pick<RowPlace, 'inport' | 'outport'>,
): readonly string[] {
  const other = [inport, outport].find((port) => port !== undefined && port !== name);
  return other === undefined ? [] : zone.groupsOf(other);
}

/** Rules without a port group, by the address of the pods that they apply to. */
interface SplitRules {
  readonly common: readonly TraceRule[];
  readonly byOwner: ReadonlyMap<bigint, readonly TraceRule[]>;
}

function splitRules(
  rules: readonly TraceRule[],
  place: RowPlace,
  { reader }: ProofContext,
  concerned: (rule: TraceRule, place: RowPlace) => boolean,
): SplitRules {
  const common: TraceRule[] = [];
  const byOwner = new Map<bigint, TraceRule[]>();
  for (const rule of rules) {
    const owners = reader.ownersOf(rule, place);
    if (!owners) {
      if (!reader.isCommon(rule, place) || concerned(rule, place)) common.push(rule);
      continue;
    }
    for (const owner of new Set(owners)) {
      const own = byOwner.get(owner);
      if (own) own.push(rule);
      else byOwner.set(owner, [rule]);
    }
  }
  return { common, byOwner };
}

/** Creates the function that checks whether a rule that applies to all pods alike matches any packet that is compared. */
function createConcerned(context: ProofContext): (rule: TraceRule, at: RowPlace) => boolean {
  return (rule, at) => {
    const boxes = context.reader.boxesOf(rule, at);
    const compared = comparedAddresses(at, context);
    return boxes?.some(({ addresses }) => intersectAscending(addresses, compared).length > 0) ?? true;
  };
}

/**
 * Returns the addresses of peers that are compared: those of pods and of the outside. Excludes multicast groups, the
 * networks of Services and routers, and hosts of nodes as sources.
 */
export function comparedAddresses(
  { direction, family }: Pick<RowPlace, 'direction' | 'family'>,
  { world: { configuration }, hosts, synthetic }: ProofContext,
): readonly AddressRange[] {
  const { serviceCIDRs, joinSubnets, transitSubnets, masqueradeSubnets } = configuration;
  const networks = [...serviceCIDRs, ...joinSubnets, ...transitSubnets, ...masqueradeSubnets];
  const inside = networks.filter((prefix) => prefix.family === family).map(rangeOfPrefix);
  const excluded = [...inside, rangeOfMulticast(family), ...(direction === 'from' ? hosts[family] : [])];
  return mergeRanges([...complement(family, mergeRanges(excluded)), ...synthetic.ranges(family)]);
}

/** Returns one of the packets of a region. */
export function samplePacketOf(
  region: Region<string>,
  pod: Pod,
  direction: RowPlace['direction'],
  { world, synthetic }: ProofContext,
): ProofPacket | undefined {
  const sample = samplePacket({ ...region, names: [] }, []);
  if (!sample) return undefined;
  const name = synthetic.nameAt(rangeOfAddress(sample.address));
  const address = formatAddress(sample.address);
  const peer = world.findPod(address);
  return {
    ...{ pod, direction, address, protocol: sample.protocol, port: sample.port },
    ...(peer ? { peer } : {}),
    ...(name === undefined ? {} : { name }),
  };
}
