import type { FindExits } from '../expectations/exits.js';
import type { ExpectationContext } from '../expectations/world.js';
import type { Pod } from '../model/cluster.js';
import { type Family, formatAddress, parseAddress } from '../net/address.js';
import { masqueradeAddress } from '../ovn-kubernetes/addresses.js';
import { managementPortName, podPortName } from '../ovn-kubernetes/row-names.js';
import { memoize, once } from '../std/memoize.js';
import type { TracedNetwork, ZonePort } from '../trace/network.js';
import type { TraceRule } from '../trace/rules.js';
import {
  type AddressRange,
  type Point,
  complement,
  intersectAscending,
  mergeRanges,
  rangeOfAddress,
  rangeOfPrefix,
} from '../traffic/filters/address-range.js';
import type { Region } from '../traffic/filters/classify.js';
import type { PodClass } from '../traffic/policies/model.js';
import { samplePacket } from '../traffic/sample.js';
import type { PodPacket } from './proof.js';
import type { RowPlace } from './row-place.js';
import { type RuleReader, createRuleReader } from './row-rules.js';
import { type Synthetic, createSynthetic, rangeOfMulticast } from './synthetic.js';

/** Both readings, with what their comparisons share. */
export interface ProofContext {
  readonly world: ExpectationContext;
  readonly network: TracedNetwork;
  readonly reader: RuleReader;
  /** Returns the egress of a pod, as the resources determine it. Memoized. */
  readonly exitsOf: FindExits;
  /** Returns true if any policy is stateless. */
  readonly hasStateless: () => boolean;
  readonly synthetic: Synthetic;
  /** Addresses of the hosts of nodes on the pod network. */
  readonly hosts: Readonly<Record<Family, readonly AddressRange[]>>;
}

/** Creates the context of a proof. `network`: the rows. */
export function createProofContext(world: ExpectationContext, network: TracedNetwork): ProofContext {
  const synthetic = createSynthetic();
  const ofPod = memoize((pod: Pod) => memoize((family: Family) => world.exitsOf(pod, family)));
  const exitsOf: FindExits = (pod, family) => ofPod(pod)(family);
  return {
    exitsOf,
    world,
    network,
    synthetic,
    reader: createRuleReader(synthetic.rangeOf),
    hosts: hostsOf(world, network),
    hasStateless: once(() => world.intents.some((intent) => intent.effect === 'policy' && intent.stateless)),
  };
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
  readonly value: Point;
}

/** Yields the pods that can be compared, once for each family. Calls `skip` for all others. */
export function* listPlaced(
  { world, network }: ProofContext,
  skip: (reason: string, pods: readonly Pod[]) => void,
): Generator<PlacedPod> {
  for (const [pod, podClass] of world.model.classOf) {
    const found = network.findPort(podPortName(pod.namespace, pod.name));
    if (pod.addresses.length === 0) skip('the address of the pod is unknown', [pod]);
    else if (!found) skip('no row is for the port of the pod', [pod]);
    for (const family of found ? world.configuration.ipFamilies : []) {
      const own = pod.addresses.find((address) => address.family === family);
      if (own && found) yield { pod, podClass, found, family, own: own.text, value: rangeOfAddress(own).first };
    }
  }
}

/** Creates the function that checks whether a rule that applies to all pods alike matches any packet that is compared. */
export function createConcerned(context: ProofContext): (rule: TraceRule, at: RowPlace) => boolean {
  return (rule, at) => {
    const boxes = context.reader.boxesOf(rule, at);
    const compared = mergeRanges([...comparedAddresses(at, context), ...hairpinAddresses(at, context)]);
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

/** Returns the source addresses of packets that pods send to themselves through a Service, as they receive them. */
export function hairpinAddresses(
  { direction, family }: Pick<RowPlace, 'direction' | 'family'>,
  { world: { configuration } }: ProofContext,
): readonly AddressRange[] {
  const address = direction === 'from' ? masqueradeAddress(configuration, family, 'serviceHairpin') : undefined;
  return address ? [rangeOfAddress(address)] : [];
}

/** Returns one of the packets of a region. */
export function samplePacketOf(
  region: Region<string>,
  pod: Pod,
  direction: RowPlace['direction'],
  { world, synthetic }: ProofContext,
): PodPacket | undefined {
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
