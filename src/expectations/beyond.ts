import type { Configuration } from '../model/configuration.js';
import type { Family } from '../net/address.js';
import { normalizeName } from '../net/dns-name.js';
import type { AddressRange } from '../traffic/filters/address-range.js';
import { NO_RULE, type Region, type SweepRule, classify } from '../traffic/filters/classify.js';
import { classifyByValue } from '../traffic/filters/classify-by-value.js';
import { namesInFilter, toRules } from '../traffic/filters/filter-rules.js';
import type { TransportSet } from '../traffic/filters/transport-set.js';
import { type RuleVerdict, toAddressLists, verdictOf } from '../traffic/policies/address-lists.js';
import { toOneWay } from '../traffic/policies/connections.js';
import type { PodClass } from '../traffic/policies/model.js';
import type { Profile } from '../traffic/policies/profiles.js';
import { memoize } from '../std/memoize.js';
import type { RuleSource } from '../traffic/policies/stage-rules.js';

type Lists = readonly (readonly SweepRule<RuleVerdict>[])[];

/** Packets between pods and addresses: to the addresses, or from them. */
export interface CheckedPackets {
  readonly direction: 'to' | 'from';
  readonly family: Family;
  readonly ranges: readonly AddressRange[];
  readonly transport: TransportSet;
  /** Excluded packets. */
  readonly exceptions: readonly SweepRule<undefined>[];
  /** A normalized DNS name that resolves to all of the addresses. */
  readonly name?: string;
}

/**
 * Finds packets between pods of a class and addresses. With `allow`, those that filters allow, regardless of replies.
 * With `drop`, those that filters drop, and those whose replies are lost.
 */
export type FindBeyond = (
  podClass: PodClass,
  packets: CheckedPackets,
  verdict: 'allow' | 'drop',
) => readonly Region<string>[];

/** Creates the function that finds exactly the packets that filters allow or drop. */
export function createBeyondFinder(configuration: Configuration): FindBeyond {
  const listsOf = memoize((profile: Profile) => toAddressLists(profile.stage));
  return (podClass, packets, verdict) => {
    const { ranges, transport, exceptions, family, name } = packets;
    const { egress, firewall, ingress } = verdict === 'allow' ? toOneWay(podClass) : podClass;
    const firewallLists = (): Lists =>
      name === undefined ? listsOf(firewall) : [withName(firewall, name, configuration)];
    const stages = packets.direction === 'to' ? [listsOf(egress), firewallLists()] : [listsOf(ingress)];
    const own = ranges.filter((range) => range.family === family);
    if (own.length === 0 || transport.length === 0) return [];
    const wanted: SweepRule<RuleVerdict | 'wanted'> = { addresses: own, transport, value: 'wanted' };
    const regions = classifyByValue<RuleVerdict | 'wanted', 'found'>([...stages.flat(), [wanted]], family, (values) => {
      if (values.at(-1) === undefined) return undefined;
      return passes(stages, values) === (verdict === 'allow') ? 'found' : undefined;
    });
    return regions.length > 0 ? withoutExceptions(regions, exceptions, family) : regions;
  };
}

/** Returns true if packets pass every stage. `values`: the deciding rule of each list of all stages. */
function passes(stages: readonly Lists[], values: readonly (RuleVerdict | 'wanted' | undefined)[]): boolean {
  let at = 0;
  return stages.every((lists) => {
    const own = values.slice(at, at + lists.length);
    at += lists.length;
    return verdictOf(own.map((value) => (value === 'wanted' ? undefined : value))) === 'allow';
  });
}

/**
 * Returns the packets without the exceptions. Large clusters have many exceptions, which are only needed if there are
 * packets.
 */
export function withoutExceptions(
  packets: readonly Pick<SweepRule<unknown>, 'addresses' | 'transport'>[],
  exceptions: readonly SweepRule<undefined>[],
  family: Family,
): readonly Region<string>[] {
  return classify([exceptions, packets.map((one) => ({ ...one, value: undefined }))], family, (deciders) => {
    const [exception = NO_RULE, found = NO_RULE] = deciders;
    return exception === NO_RULE && found !== NO_RULE ? 'left' : undefined;
  });
}

/** Returns the rules of an EgressFirewall for the addresses of a name without known answers. */
function withName({ stage }: Profile, name: string, configuration: Configuration): SweepRule<RuleVerdict>[] {
  return stage.flatMap(({ rules }) =>
    rules.map(({ source, ranges, transport, verdict }) => {
      const named = isOpenSource(source, name)
        ? toRules([source.filter], namesInFilter(source.filter), configuration)
        : [];
      return {
        addresses: [...ranges.IPv4, ...ranges.IPv6, ...named.flatMap(({ addresses }) => addresses)],
        transport,
        value: verdict,
      };
    }),
  );
}

/** Returns the normalized names in an EgressFirewall without known answers. */
export function openNamesOf({ stage }: Profile): string[] {
  const sources = stage.flatMap(({ rules }) => rules.map(({ source }) => source));
  return [...new Set(sources.flatMap(openNamesOfRule))];
}

/** Returns true if a rule refers to this name and the answers of the name are unknown. */
export function isOpenSource(source: RuleSource, name: string): source is RuleSource & { readonly type: 'filter' } {
  return openNamesOfRule(source).includes(name);
}

/** Returns the normalized names in a rule of an EgressFirewall without known answers. */
export function openNamesOfRule(source: RuleSource): string[] {
  if (source.type !== 'filter') return [];
  return source.filter.destinations.flatMap((target) =>
    target.type === 'name' && target.set.addresses.length === 0 ? [normalizeName(target.set.name)] : [],
  );
}
