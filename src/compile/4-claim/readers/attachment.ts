import type { AddressSpan, AttachmentRange } from '../../../model/address-inventory.js';
import type { ManifestLocation } from '../../../model/manifest.js';
import { formatPrefix, sizeOf } from '../../../net/prefix.js';
import type { AddressClaim, RangeClaim } from '../../../model/claim.js';
import { resourceOf, titleOf } from '../../../model/kubernetes-object.js';
import type { ClaimInputs } from './inputs.js';

/** Returns the fixed addresses and the gateways of attached networks. */
export function readAttachmentClaims({ addresses }: ClaimInputs): AddressClaim[] {
  return addresses.attachments.flatMap(({ manifest, addresses: fixed, gateways }) => {
    const claimant = resourceOf(manifest);
    const title = titleOf(claimant.kind, claimant);
    const common = { claimant, location: { origin: manifest.origin, pointer: '/spec/config' }, owner: title };
    return [
      ...fixed.map((address): AddressClaim => {
        const description = `assigned to every pod of ${title}`;
        return { role: 'address-of-attachment', address, ...common, description, exclusive: false };
      }),
      ...gateways.map((address): AddressClaim => {
        return { role: 'gateway', address, ...common, description: `the gateway of ${title}`, exclusive: false };
      }),
    ];
  });
}

/**
 * Returns the ranges that whereabouts may still allocate: those of attachments, and those of pools without a matching
 * attachment.
 */
export function readAllocationRanges({ addresses }: ClaimInputs): RangeClaim[] {
  const explained = new Set<string>();
  const ofAttachments = addresses.attachments.flatMap(({ manifest, ranges }) =>
    ranges.flatMap((range) => {
      explained.add(formatPrefix(range.network));
      const location = { origin: manifest.origin, pointer: '/spec/config' };
      return remainingSpans(range).map((span) => claimOf(span, range.text, resourceOf(manifest), location));
    }),
  );
  const ofPools = addresses.pools.flatMap(({ manifest, range, rangeText }) => {
    const size = sizeOf(range);
    if (size <= 2n || explained.has(formatPrefix(range))) return [];
    const span = { family: range.family, first: range.base + 1n, last: range.base + size - 2n };
    const location = { origin: manifest.origin, pointer: '/spec/range' };
    return [claimOf(span, rangeText, resourceOf(manifest), location)];
  });
  return [...ofAttachments, ...ofPools];
}

function claimOf(
  span: AddressSpan,
  text: string,
  claimant: RangeClaim['claimant'],
  location: ManifestLocation,
): RangeClaim {
  return {
    role: 'allocation-range',
    ...span,
    ...(claimant ? { claimant } : {}),
    description: `in the range ${text} of whereabouts, which may allocate it to a pod`,
    location,
  };
}

/** Returns the usable part without the exclusions. */
function remainingSpans({ usable, excluded }: AttachmentRange): AddressSpan[] {
  const cuts = excluded
    .filter(({ family }) => family === usable.family)
    .sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const spans: AddressSpan[] = [];
  let next = usable.first;
  for (const { first, last } of cuts) {
    if (first > usable.last) break;
    if (first > next) spans.push({ family: usable.family, first: next, last: first - 1n });
    if (last >= next) next = last + 1n;
  }
  if (next <= usable.last) spans.push({ family: usable.family, first: next, last: usable.last });
  return spans;
}
