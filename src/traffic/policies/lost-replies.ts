import type { Cluster, Pod, Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Intent } from '../../model/intent.js';
import type { Family } from '../../net/address.js';
import { memoize } from '../../std/memoize.js';
import { type AddressRange, complement, mergeRanges } from '../filters/address-range.js';
import { type LostConnections, collectLostReplies, createLostFinder } from '../lost-replies.js';
import { rangesBeyond, rangesOfNode } from '../outside.js';
import { createPass } from './pass.js';
import type { FindProfile, Profile } from './profiles.js';
import type { StageRule } from './stage.js';
import { type RuleSource, textOfRule } from './stage-rules.js';
import type { Vocabulary } from './vocabulary.js';

interface PolicyContext {
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

/** The profiles of pods, including lost replies to external clients. */
interface ProfilesWithReplies {
  readonly findProfile: FindProfile;
  /**
   * Returns the profile for packets that a pod receives from clients of a Service. Returns undefined if it is that for
   * all packets.
   */
  readonly findReceived: (pod: Pod, service: Service) => Profile | undefined;
}

/**
 * Adds a layer before the profiles for received packets. It drops connections from outside, except from nodes, if
 * replies get lost.
 */
export function withLostReplies(
  findProfile: FindProfile,
  context: PolicyContext,
  vocabulary: Vocabulary,
): ProfilesWithReplies {
  const lost = collectLostReplies(context);
  const findLost = createLostFinder(context);
  const outsideOf = memoize((family: Family) => rangesOutside(context, family));
  const profiles = new Map<string, Profile>();
  return {
    findProfile:
      lost.size === 0
        ? findProfile
        : (pod, direction) => {
            const profile = findProfile(pod, direction);
            return direction === 'Ingress' ? without(profile, lostOf(pod, lost)) : profile;
          },
    findReceived: (pod, service) => {
      const own = pod.addresses.flatMap(({ text }) => findLost(service, text));
      return own.length === 0 ? undefined : without(findProfile(pod, 'Ingress'), [...own, ...lostOf(pod, lost)]);
    },
  };

  function without(profile: Profile, own: readonly LostConnections[]): Profile {
    if (own.length === 0) return profile;
    const rules = own.map((one) => toRule(one, outsideOf(one.endpoint.family)));
    const text = `profile ${profile.number} without replies ${rules.map(textOfRule).join(';')}`;
    // The number depends on the dropped packets, not on the Service: pods of many EgressServices are one class.
    const key = `${text} by ${own.map(nameCause).join(';')}`;
    let known = profiles.get(key);
    if (!known) profiles.set(key, (known = addLayer(profile, rules, vocabulary.numberOf(text), vocabulary)));
    return known;
  }
}

function lostOf({ addresses }: Pod, lost: ReadonlyMap<string, readonly LostConnections[]>): LostConnections[] {
  return addresses.flatMap(({ text }) => lost.get(text) ?? []);
}

/** Returns a text for the Service whose clients get no replies, and for the reroute and the host that receive these. */
function nameCause({ service, reroute: { cause, host } }: LostConnections): string {
  return `${service ? `${service.namespace}/${service.name}` : ''} ${cause.namespace}/${cause.name} ${host.name}`;
}

function rangesOutside({ cluster, configuration }: PolicyContext, family: Family): readonly AddressRange[] {
  const nodes = cluster.nodes.flatMap(rangesOfNode).filter((range) => range.family === family);
  const inside = [...complement(family, rangesBeyond(configuration, family)), ...nodes];
  return complement(family, mergeRanges(inside));
}

function toRule(lost: LostConnections, outside: readonly AddressRange[]): StageRule<RuleSource> {
  const { transport, endpoint } = lost;
  const isIPv4 = endpoint.family === 'IPv4';
  return {
    isAny: false,
    selections: [],
    ranges: { IPv4: isIPv4 ? outside : [], IPv6: isIPv4 ? [] : outside },
    containsPodNetwork: { IPv4: false, IPv6: false },
    verdict: 'drop',
    transport,
    named: [],
    source: { type: 'lost-replies', lost },
  };
}

function addLayer(
  profile: Profile,
  rules: readonly StageRule<RuleSource>[],
  number: number,
  vocabulary: Vocabulary,
): Profile {
  const { stage, selections, oneWay = profile } = profile;
  const layers = [{ rules, closedBy: [] }, ...stage];
  return { number, stage: layers, selections, pass: createPass(layers, vocabulary), oneWay };
}
