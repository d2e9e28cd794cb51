import type { ExpectationContext } from '../expectations/world.js';
import type { Pod } from '../model/cluster.js';
import type { PolicyIntent } from '../model/intent/policy.js';
import { type Family, formatAddress, parseAddress } from '../net/address.js';
import { formatGaps, findGaps } from '../ovn-kubernetes/paths.js';
import { managementPortName, podPortName } from '../ovn-kubernetes/row-names.js';
import { decidedBy } from '../trace/decider.js';
import type { TracedNetwork, ZonePort } from '../trace/network.js';
import { type TraceRule, listNear } from '../trace/rules.js';
import {
  type AddressRange,
  complement,
  intersectAscending,
  mergeRanges,
  rangeOfAddress,
  rangeOfPrefix,
} from '../traffic/filters/address-range.js';
import { NO_RULE, type Region, classify } from '../traffic/filters/classify.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { verdictOf } from '../traffic/policies/address-lists.js';
import { decidersOf } from '../traffic/policies/describe.js';
import type { PodClass } from '../traffic/policies/model.js';
import { samplePacket } from '../traffic/sample.js';
import type { Proof, ProofDifference, ProofPacket } from './proof.js';
import { type ResourceLists, type ResourceValue, createResourceReader } from './resource-rules.js';
import { type PlacedRules, type TierList, decideTiers, toTierLists } from './row-lists.js';
import { type RowPlace, type RuleReader, createRuleReader } from './row-rules.js';
import { type Synthetic, createSynthetic, rangeOfMulticast } from './synthetic.js';

/** Pods whose packets in a direction the resources and the rows treat alike. */
interface VerdictClass {
  readonly podClass: PodClass;
  readonly pods: Pod[];
  readonly direction: RowPlace['direction'];
  readonly family: Family;
  /** The places that packets of the first pod pass. */
  readonly places: readonly PlacedRules[];
}

interface Proving {
  readonly world: ExpectationContext;
  readonly network: TracedNetwork;
  readonly reader: RuleReader;
  readonly resources: ReturnType<typeof createResourceReader>;
  readonly synthetic: Synthetic;
  readonly hosts: Readonly<Record<Family, readonly AddressRange[]>>;
}

/**
 * Compares the verdicts of policies and firewalls with those of ACLs, for the packets that pods send and receive. Each
 * direction is compared alone, so that no rule hides behind one of the other pod.
 */
export function proveVerdicts(world: ExpectationContext, network: TracedNetwork): Proof {
  const synthetic = createSynthetic();
  const proving: Proving = {
    ...{ world, network, synthetic },
    reader: createRuleReader(synthetic.rangeOf),
    resources: createResourceReader(world, world.model, world.vocabulary, synthetic.rangeOf),
    hosts: hostsOf(world, network),
  };
  const uncompared = new Map<string, Pod[]>();
  const skip = (reason: string, pods: readonly Pod[]): void => {
    uncompared.set(reason, [...(uncompared.get(reason) ?? []), ...pods]);
  };
  const compared = new Set<Pod>();
  let count = 0;
  const found = new Map<string, ProofDifference & { readonly pods: Pod[] }>();
  for (const one of collectClasses(proving, skip).values()) {
    const result = compareClass(one, proving);
    if (!('classes' in result)) {
      skip(`the match of ACL ${result.row.key} cannot be read`, one.pods);
      continue;
    }
    if (result.isUndefined) skip(UNDEFINED_ORDER, one.pods);
    count += result.classes;
    for (const pod of one.pods) compared.add(pod);
    for (const [key, difference] of result.differences) {
      const known = found.get(key);
      if (known) known.pods.push(...one.pods);
      else found.set(key, { ...difference, pods: [...one.pods] });
    }
  }
  return {
    pods: compared.size,
    classes: count,
    differences: [...found.values()],
    uncompared: Array.from(uncompared, ([reason, pods]) => ({ reason, pods: [...new Set(pods)] })),
  };
}

/** Returns the addresses of the hosts of nodes on the pod network, from which policies drop nothing on the same node. */
function hostsOf({ cluster }: ExpectationContext, network: TracedNetwork): Proving['hosts'] {
  const addresses = cluster.nodes
    .flatMap(({ name }) => network.findPort(managementPortName(name))?.port.addresses ?? [])
    .flatMap((text) => parseAddress(text) ?? []);
  const ofFamily = (family: Family): readonly AddressRange[] =>
    mergeRanges(addresses.filter((address) => address.family === family).map(rangeOfAddress));
  return { IPv4: ofFamily('IPv4'), IPv6: ofFamily('IPv6') };
}

function collectClasses(
  proving: Proving,
  skip: (reason: string, pods: readonly Pod[]) => void,
): ReadonlyMap<string, VerdictClass> {
  const { world, network, reader } = proving;
  const nearby = createNearby(proving);
  const classes = new Map<string, VerdictClass>();
  for (const [pod, podClass] of world.model.classOf) {
    const found = network.findPort(podPortName(pod.namespace, pod.name));
    if (pod.addresses.length === 0) skip('the address of the pod is unknown', [pod]);
    else if (!found) skip(reasonWithoutPort(pod, world), [pod]);
    for (const family of found ? world.configuration.ipFamilies : []) {
      const own = pod.addresses.find((address) => address.family === family)?.text;
      if (own === undefined || !found) continue;
      for (const direction of ['to', 'from'] as const) {
        const places = nearby(found, { zone: found.zone, direction, family, own });
        const { ingress, egress, firewall, ports } = podClass;
        const profile = direction === 'to' ? `${egress.number} ${firewall.number}` : `${ingress.number} ${ports.key}`;
        const key = [direction, family, profile, ...places.map(({ rules, at }) => reader.keyOf(rules, at))].join('|');
        const known = classes.get(key);
        if (known) known.pods.push(pod);
        else classes.set(key, { podClass, pods: [pod], direction, family, places });
      }
    }
  }
  return classes;
}

function reasonWithoutPort({ nodeName }: Pod, { paths }: ExpectationContext): string {
  const gaps = paths.incomplete.find(({ node }) => node === nodeName);
  const missing = gaps ? findGaps([{ gaps, part: 'pods' }]) : [];
  return missing.length > 0 ? formatGaps(missing) : 'no row is for the port of the pod';
}

/**
 * Creates the function that returns the ACLs at each place: those of the switch on input, and on output to the router,
 * where some releases have EgressFirewalls, or on output to the pod. Ports of a switch in the same port groups share
 * lists.
 */
function createNearby(proving: Proving): (found: ZonePort, at: RowPlace) => readonly PlacedRules[] {
  const { network, reader } = proving;
  const known = new Map<string, readonly TraceRule[]>();
  return ({ zone, port: { name, datapath } }, at) => {
    const groups = [...zone.groupsOf(name)].sort().join();
    const near = (
      index: 'entering' | 'balanced' | 'leaving',
      ports: Pick<RowPlace, 'inport' | 'outport'>,
    ): PlacedRules => {
      const place = { ...at, ...ports };
      const key = [at.direction, at.family, index, zone.name, datapath, groups].join(' ');
      const isRelevant = (rule: TraceRule): boolean => !reader.isCommon(rule, place) || concerns(rule, place, proving);
      const rules = known.get(key) ?? listNear(network.filters(zone, datapath)[index], ports, zone).filter(isRelevant);
      known.set(key, rules);
      return { at: place, rules };
    };
    if (at.direction === 'from') return [near('leaving', { outport: name })];
    const router = zone.portsOfSwitch(datapath).find(({ type }) => type === 'router');
    const sent = [near('entering', { inport: name }), near('balanced', { inport: name })];
    return router ? [...sent, near('leaving', { inport: name, outport: router.name })] : sent;
  };
}

/** Returns true if a rule matches any packet that is compared. */
function concerns(rule: TraceRule, at: RowPlace, proving: Proving): boolean {
  const boxes = proving.reader.boxesOf(rule, at);
  const compared = comparedAddresses(at, proving);
  return boxes?.some(({ addresses }) => intersectAscending(addresses, compared).length > 0) ?? true;
}

/**
 * Returns the addresses of peers that are compared: those of pods and of the outside. Excludes multicast groups, the
 * networks of Services and routers, and hosts of nodes as sources.
 */
function comparedAddresses(
  { direction, family }: Pick<RowPlace, 'direction' | 'family'>,
  { world: { configuration }, hosts, synthetic }: Proving,
): readonly AddressRange[] {
  const { serviceCIDRs, joinSubnets, transitSubnets, masqueradeSubnets } = configuration;
  const networks = [...serviceCIDRs, ...joinSubnets, ...transitSubnets, ...masqueradeSubnets];
  const inside = networks.filter((prefix) => prefix.family === family).map(rangeOfPrefix);
  const excluded = [...inside, rangeOfMulticast(family), ...(direction === 'from' ? hosts[family] : [])];
  return mergeRanges([...complement(family, mergeRanges(excluded)), ...synthetic.ranges(family)]);
}

const UNDEFINED_ORDER = 'AdminNetworkPolicies of equal priority decide differently, and OVN defines no order';

interface ClassResult {
  readonly classes: number;
  /** If true, the order of policies is undefined for some packets. */
  readonly isUndefined: boolean;
  /** By a text for both decisions. */
  readonly differences: readonly (readonly [key: string, difference: ProofDifference])[];
}

/** Compares the packets of a class. Returns a rule if its match cannot be read. */
function compareClass(one: VerdictClass, proving: Proving): ClassResult | TraceRule {
  const { podClass, direction, family, places } = one;
  const resources = proving.resources(podClass, direction, family);
  const tiers = toTierLists(places, proving.reader);
  if ('row' in tiers) return tiers;
  const compared = [{ addresses: comparedAddresses(one, proving), transport: ALL_TRANSPORT, value: undefined }];
  const seen = new Set<string>();
  let isUndefined = false;
  const regions = classify([...resources.flat(), ...tiers.map(({ rules }) => rules), compared], family, (deciders) => {
    if (deciders.at(-1) === NO_RULE) return undefined;
    const key = deciders.join();
    seen.add(key);
    const { said, rows } = decisionsOf(deciders, resources, tiers);
    if (rows.verdicts.length === 1 && rows.verdicts[0] === said.verdict) return undefined;
    if (rows.verdicts.length === 1 || !isAmong(said.value, resources)) return key;
    isUndefined = true;
    return undefined;
  });
  const differences = regions.flatMap((region) => toDifference(region, one, resources, tiers, proving));
  return { classes: seen.size, isUndefined, differences };
}

interface Decisions {
  readonly said: { readonly verdict: 'allow' | 'drop'; readonly value?: ResourceValue };
  readonly rows: ReturnType<typeof decideTiers>;
}

function decisionsOf(
  deciders: readonly number[],
  resources: readonly ResourceLists[],
  tiers: readonly TierList[],
): Decisions {
  let at = 0;
  const stages = resources.map((lists) => {
    const values = lists.map((rules) => rules[deciders[at++] ?? NO_RULE]?.value);
    const value = values.find((one) => one !== undefined && one.verdict !== 'pass');
    return { verdict: verdictOf(values.map((one) => one?.verdict)), ...(value ? { value } : {}) };
  });
  const said = stages.find(({ verdict }) => verdict === 'drop') ?? stages.find(({ value }) => value) ?? stages[0];
  const rules = tiers.map((list) => list.rules[deciders[at++] ?? NO_RULE]?.value);
  return { said: said ?? { verdict: 'allow' }, rows: decideTiers(tiers, rules) };
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
  { world, synthetic }: Proving,
): (readonly [string, ProofDifference])[] {
  const sample = samplePacket({ ...region, names: [] }, []);
  const [pod] = pods;
  const zone = places[0]?.at.zone.name ?? '';
  if (!sample || !pod) return [];
  const { said, rows } = decisionsOf(region.label.split(',').map(Number), resources, tiers);
  const name = synthetic.nameAt(rangeOfAddress(sample.address));
  const address = formatAddress(sample.address);
  const peer = world.findPod(address);
  const packet: ProofPacket = {
    ...{ pod, direction, address, protocol: sample.protocol, port: sample.port },
    ...(peer ? { peer } : {}),
    ...(name === undefined ? {} : { name }),
  };
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
