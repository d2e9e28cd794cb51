import type { ManifestLocation } from '../model/manifest.js';
import { implies } from '../selectors/implication.js';
import type { WrittenSelector } from '../selectors/namespaces.js';
import { type Family, FAMILIES } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import { listNames } from '../std/list-text.js';
import { type AddressRange, comparePoints, mergeRanges } from '../traffic/filters/address-range.js';
import { NO_TRANSPORT, subtractTransport } from '../traffic/filters/transport-set.js';
import type { ExpectedClaim, ExpectationPeer, Expectation, PacketExpectation } from './expectation.js';
import { matchesGlob } from './match-glob.js';
import { coversUrl } from './urls.js';

/** A respect in which an expectation requires less than an earlier one of its name. */
export interface Weakening {
  /** A clause. */
  readonly text: string;
  readonly place: ManifestLocation;
}

type Say = (text: string, field: string) => void;

/**
 * Returns the respects in which an expectation requires less than before, independent of the cluster. It can select
 * less, allow more, or also hold if it selects nothing. If it cannot be shown to require as much, it counts as weaker.
 */
export function findWeakenings(before: Expectation, after: Expectation): Weakening[] {
  const found: Weakening[] = [];
  const { origin, pointer } = after.place;
  const say: Say = (text, field) => {
    found.push({ text, place: { origin, pointer: `${pointer}${field}` } });
  };
  if (after.mayBeEmpty && !before.mayBeEmpty) {
    say('`may-be-empty: true`: it also holds if it selects nothing', '/may-be-empty');
  }
  weigh(before, after, say);
  return found;
}

/** Returns the content of an expectation without its name and location. Equal texts mean equal expectations. */
export function contentOfExpectation(expectation: Expectation): string {
  return JSON.stringify({ ...expectation, name: '', place: '' }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

function weigh(before: Expectation, after: Expectation, say: Say): void {
  if (before.type === 'packets' && after.type === 'packets') weighPackets(before, after, say);
  else if (before.type === 'survival' && after.type === 'survival') {
    const lost = before.names.filter((name) => !after.names.some((glob) => matchesGlob(glob, name)));
    if (lost.length > 0) say(`\`egressIPs\` no longer selects ${listNames(lost)}`, '/egressIPs/names');
  } else if (before.type === 'exposure' && after.type === 'exposure') {
    const index = after.only.findIndex((url) => !before.only.some((one) => coversUrl(one, url)));
    if (index >= 0) say('`exposed` allows more', `/exposed/only/${index}`);
  } else if (before.type === 'request' && after.type === 'request') {
    const [old, now] = [before.url, after.url];
    if (old.scheme !== now.scheme || old.host !== now.host || old.path !== now.path) say('`host` is another', '/host');
    sayMore('reaches', before.services, after.services, say);
  } else say('it says something else', '');
}

function weighPackets(before: PacketExpectation, after: PacketExpectation, say: Say): void {
  for (const field of ['from', 'to'] as const) {
    if (!createCover([after[field]])(before[field])) say(`\`${field}\` selects less`, `/${field}`);
  }
  for (const claim of before.claims) weighClaim(claim, after.claims, say);
}

function weighClaim(claim: ExpectedClaim, claims: readonly ExpectedClaim[], say: Say): void {
  const now = claims.find(({ field }) => field === claim.field);
  if (!now) {
    // If nothing passes, nothing else passes either.
    const isImplied = (claim.type === 'only' || claim.type === 'only-from') && claims.some(isUnreachable);
    if (!isImplied) say(`\`${claim.field}\` is removed`, '');
  } else if ('values' in claim && 'values' in now) sayMore(claim.field, claim.values, now.values, say);
  else if ('ends' in claim && 'ends' in now) {
    const covers = createCover(claim.ends);
    const index = now.ends.findIndex((end) => !covers(end));
    if (index >= 0) say(`\`${claim.field}\` allows more`, `/${claim.field}/${index}`);
  } else if ('value' in claim && 'value' in now && claim.value !== now.value) {
    say(`\`${claim.field}\` is ${now.value}, not ${claim.value}`, `/${claim.field}`);
  }
}

function isUnreachable({ type }: ExpectedClaim): boolean {
  return type === 'unreachable';
}

function sayMore(field: string, before: readonly string[], after: readonly string[], say: Say): void {
  const more = after.filter((value) => !before.includes(value));
  if (more.length > 0) say(`\`${field}\` also allows ${listNames(more)}`, `/${field}`);
}

/** Creates the function that returns true if all packets of a peer are certainly packets of one of these peers. */
function createCover(ends: readonly ExpectationPeer[]): (end: ExpectationPeer) => boolean {
  const groups = [...groupBy(ends, ({ transport }) => transport.map(({ first, end }) => `${first}-${end}`).join())];
  const joined = groups.map(([, own]) => ({
    transport: own[0]?.transport ?? NO_TRANSPORT,
    ends: own,
    // Adjacent networks are merged.
    ranges: FAMILIES.flatMap((family) => mergeRanges(own.flatMap((end) => rangesIn(end, family)))),
  }));
  return (end) =>
    joined.some(
      ({ transport, ends: own, ranges }) =>
        subtractTransport(end.transport, transport).length === 0 &&
        ((end.type === 'cidr' && ranges.some((range) => contains(range, end.range))) ||
          own.some((one) => coversPlace(one, end))),
    );
}

function rangesIn(end: ExpectationPeer, family: Family): readonly AddressRange[] {
  return end.type === 'cidr' && end.range.family === family ? [end.range] : [];
}

function contains(wide: AddressRange, narrow: AddressRange): boolean {
  return (
    wide.family === narrow.family &&
    comparePoints(wide.first, narrow.first) <= 0 &&
    comparePoints(narrow.end, wide.end) <= 0
  );
}

function coversPlace(wide: ExpectationPeer, narrow: ExpectationPeer): boolean {
  // Packets to a Service must pass a load balancer, which is more than reaching its pods.
  if (wide.type === 'anywhere') return narrow.type !== 'service';
  if (wide.type === 'pods' && narrow.type === 'pods') {
    return coversNamespaces(wide.namespaces, narrow.namespaces) && coversLabels(wide.pods, narrow.pods);
  }
  if (wide.type === 'service' && narrow.type === 'service') {
    return wide.namespace === narrow.namespace && wide.name === narrow.name;
  }
  if (wide.type === 'name' && narrow.type === 'name') return wide.name === narrow.name;
  if (wide.type === 'word' && narrow.type === 'word') return wide.word === narrow.word;
  return wide.type === 'outside' && narrow.type === 'outside';
}

function coversNamespaces(wide: string | WrittenSelector, narrow: string | WrittenSelector): boolean {
  if (typeof wide === 'string') return wide === narrow;
  return wide.compiled.isEmpty || (typeof narrow !== 'string' && implies(narrow.written, wide.written));
}

function coversLabels(wide: WrittenSelector | undefined, narrow: WrittenSelector | undefined): boolean {
  return wide === undefined || (narrow !== undefined && implies(narrow.written, wide.written));
}
