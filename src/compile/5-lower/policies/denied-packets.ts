import type { Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { PodSelection, PolicyIntent } from '../../../model/intent/policy.js';
import type { Family } from '../../../net/address.js';
import { type AddressRange, rangeOfPrefix, wholeFamily } from '../../../traffic/filters/address-range.js';
import { NO_RULE, classify } from '../../../traffic/filters/classify.js';
import type { SweepRule } from '../../../traffic/filters/sweep.js';
import { ALL_TRANSPORT } from '../../../traffic/filters/transport-range.js';
import { intersectTransport } from '../../../traffic/filters/transport-set.js';
import { NO_PORTS, type PeerView, type PodPorts } from '../../../traffic/policies/peer.js';
import type { Profile } from '../../../traffic/policies/profiles.js';
import type { StageRule } from '../../../traffic/policies/stage.js';
import { readPorts, viewsOf } from '../../../traffic/policies/views.js';
import type { Vocabulary } from '../../../traffic/policies/vocabulary.js';
import { type Coverage, type RuleWithPolicy, selectionsOfRule } from './coverage.js';
import type { MembersOf } from './members.js';

type Verdict = StageRule<unknown>['verdict'];

/** Denied packet: its peer, the named ports of its destination, and its place on the line of transports. */
export interface Denied {
  readonly view: PeerView;
  readonly ports: PodPorts;
  readonly place: number;
}

/**
 * Returns a packet of a rule if a profile denies all its packets. Returns undefined if it allows some, or if there are
 * none. `ports` are those of the subject for incoming connections.
 */
export type FindDenied = (rule: RuleWithPolicy, profile: Profile, ports: PodPorts | undefined) => Denied | undefined;

/** At least one packet is not denied. */
const OPEN = 'open';
type Answer = Denied | typeof OPEN | undefined;

const NO_SELECTIONS: ReadonlySet<number> = new Set();

/** Creates the search for denied packets in profiles that contain only AdminNetworkPolicies. */
export function createFindDenied(
  policies: readonly PolicyIntent[],
  coverage: Coverage,
  membersOf: MembersOf,
  vocabulary: Vocabulary,
  configuration: Configuration,
): FindDenied {
  const pickedBy = collectMembers(policies, membersOf, vocabulary);
  const everything = vocabulary.setOf(ALL_TRANSPORT);
  const testView = (view: PeerView, rule: RuleWithPolicy, profile: Profile, ports: PodPorts): Answer => {
    const passing = profile.pass(view, ports);
    if (passing === everything) return OPEN;
    const { transport } = coverage.matchOf(rule);
    if (intersectTransport(passing, transport).length > 0) return OPEN;
    return { view, ports, place: transport[0]?.first ?? 0 };
  };
  const testPod = (pod: Pod, rule: RuleWithPolicy, profile: Profile, subject: PodPorts | undefined): Answer => {
    const selections = new Set(profile.selections.filter((number) => pickedBy(number).has(pod)));
    const views = Object.values(viewsOf(pod, vocabulary.pointsOf(pod), selections, configuration));
    return joinAnswers(views, (view) => testView(view, rule, profile, subject ?? readPorts(pod)));
  };
  const known = new Map<string, Answer>();
  const testSelection = (
    selection: PodSelection,
    rule: RuleWithPolicy,
    profile: Profile,
    subject: PodPorts | undefined,
  ): Answer => {
    // Rules match pods on the host network by address.
    const ask = (pod: Pod): Answer => (pod.hostNetwork ? undefined : testPod(pod, rule, profile, subject));
    const [first] = selection.pods;
    // Mostly the first pod decides. Many rules share a selection in which a later pod decides.
    if (!first || ask(first) === OPEN) return first && OPEN;
    const text = coverage
      .matchOf(rule)
      .transport.map((range) => `${range.first}-${range.end}`)
      .join();
    const key = `${profile.number} ${vocabulary.selectionOf(selection)} ${text} ${subject?.key ?? ''}`;
    if (!known.has(key)) known.set(key, joinAnswers(selection.pods, ask));
    return known.get(key);
  };
  const testAddresses = createAddressTest(testView, coverage, configuration);
  return (rule, profile, subject) => {
    if (profile.stage.every(({ rules }) => rules.every(({ verdict }) => verdict !== 'drop'))) return undefined;
    const ofPods = joinAnswers(selectionsOfRule(rule.rule), (one) => testSelection(one, rule, profile, subject));
    if (ofPods === OPEN) return undefined;
    const ofAddresses = testAddresses(rule, profile, subject);
    return ofAddresses === OPEN || !coverage.isInUse(rule) ? undefined : (ofPods ?? ofAddresses);
  };
}

/** Returns the first denied packet if none is allowed. */
function joinAnswers<Item>(items: readonly Item[], ask: (item: Item) => Answer): Answer {
  let denied: Denied | undefined;
  for (const item of items) {
    const answer = ask(item);
    if (answer === OPEN) return OPEN;
    denied ??= answer;
  }
  return denied;
}

/** Returns a look-up from the number of a peer's selection to its pods. */
function collectMembers(
  policies: readonly PolicyIntent[],
  membersOf: MembersOf,
  vocabulary: Vocabulary,
): (number: number) => ReadonlySet<Pod> {
  const selections = new Map<number, PodSelection>();
  for (const { rules } of policies) {
    for (const peer of rules.flatMap(({ peers }) => peers)) {
      if (peer.type === 'pods') selections.set(vocabulary.selectionOf(peer.selection), peer.selection);
    }
  }
  const none: ReadonlySet<Pod> = new Set();
  return (number) => {
    const selection = selections.get(number);
    return selection ? membersOf(selection) : none;
  };
}

/** Creates the query of a profile for the addresses of a rule, regardless of the pods that have some of them. */
function createAddressTest(
  testView: (view: PeerView, rule: RuleWithPolicy, profile: Profile, ports: PodPorts) => Answer,
  { matchOf }: Coverage,
  { ipFamilies, clusterSubnets }: Configuration,
) {
  const network = clusterSubnets.map(({ prefix }) => rangeOfPrefix(prefix));
  const toList = ({ stage }: Profile): SweepRule<Verdict>[] =>
    stage.flatMap(({ rules }) =>
      rules.map(({ isAny, ranges, selections, transport, named, verdict }): SweepRule<Verdict> => {
        const mayLetPass = verdict !== 'drop';
        const pods = mayLetPass && selections.length > 0 ? network : [];
        return {
          addresses: isAny ? ipFamilies.map(wholeFamily) : [...ranges.IPv4, ...ranges.IPv6, ...pods],
          transport: mayLetPass && named.length > 0 ? ALL_TRANSPORT : transport,
          value: verdict,
        };
      }),
    );
  const lists = new Map<Profile, readonly SweepRule<Verdict>[]>();
  const listOf = (profile: Profile): readonly SweepRule<Verdict>[] => {
    const list = lists.get(profile) ?? toList(profile);
    lists.set(profile, list);
    return list;
  };
  return (rule: RuleWithPolicy, profile: Profile, ports: PodPorts = NO_PORTS): Answer => {
    const ask = ({ family, first }: AddressRange): Answer =>
      testView({ family, selections: NO_SELECTIONS, point: first }, rule, profile, ports);
    // Mostly the first address decides.
    if (firstRangesOf(rule, ipFamilies).some((range) => ask(range) === OPEN)) return OPEN;
    const { isAny, ranges, transport } = matchOf(rule);
    const addresses = ipFamilies.flatMap((family) => (isAny ? [wholeFamily(family)] : ranges[family]));
    const [first] = addresses;
    if (!first) return undefined;
    const list = listOf(profile);
    const own = [{ addresses, transport, value: undefined }];
    const passes = ([decider = NO_RULE, match = NO_RULE]: readonly number[]) =>
      match !== NO_RULE && list[decider]?.value !== 'drop' ? OPEN : undefined;
    return ipFamilies.some((family) => classify([list, own], family, passes).length > 0) ? OPEN : ask(first);
  };
}

/** Returns addresses that a rule is for, without evaluating the rest of it. */
function firstRangesOf({ rule: { peers } }: RuleWithPolicy, ipFamilies: readonly Family[]): AddressRange[] {
  if (peers.length === 0) return ipFamilies.map(wholeFamily);
  const [peer] = peers;
  const isPlain = peer?.type === 'block' && peer.except.length === 0 && ipFamilies.includes(peer.prefix.family);
  return isPlain ? [rangeOfPrefix(peer.prefix)] : [];
}
