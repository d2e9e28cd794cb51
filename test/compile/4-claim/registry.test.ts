import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RangeClaim } from '../../../src/model/claim.js';
import { indexRanges } from '../../../src/compile/4-claim/ranges.js';
import { node } from '../3-index/inventory.js';
import { checkObjects, egressIP, egressRouter, pool } from './inventory.js';
import { checkProperty } from '../../rig/random.js';
import type { JsonObject } from '../../../src/std/json.js';

const lastByte = fc.integer({ min: 1, max: 12 });
const addressOf = (byte: number): string => `203.0.113.${byte}`;

/** Who wants which addresses; every party wants each alone. */
const wishes = fc.record({
  nodes: fc.uniqueArray(lastByte, { maxLength: 3 }),
  pools: fc.array(lastByte, { maxLength: 4 }),
  routers: fc.array(lastByte, { maxLength: 4 }),
  egressIPs: fc.array(fc.uniqueArray(lastByte, { maxLength: 4 }), { maxLength: 4 }),
});

type Wishes = typeof wishes extends fc.Arbitrary<infer T> ? T : never;

function objectsOf({ nodes, pools, routers, egressIPs }: Wishes): JsonObject[] {
  return [
    ...nodes.map((byte, index) => node(`n${index}`, { 'host-cidrs': `["${addressOf(byte)}/32"]` })),
    // Each pool has a range of one address, which therefore nobody else is given.
    ...pools.map((byte, index) =>
      pool(`p${index}-${addressOf(byte)}-32`, `${addressOf(byte)}/32`, { 0: `web/pod-${index}` }),
    ),
    ...routers.map((byte, index) => egressRouter(`r${index}`, `${addressOf(byte)}/32`)),
    ...egressIPs.map((bytes, index) => egressIP(`e${index}`, bytes.map(addressOf))),
  ];
}

/** How many parties want each address. */
function countWishes({ nodes, pools, routers, egressIPs }: Wishes): Map<string, number> {
  const counts = new Map<string, number>();
  for (const byte of [...nodes, ...pools, ...routers, ...egressIPs.flat()]) {
    counts.set(addressOf(byte), (counts.get(addressOf(byte)) ?? 0) + 1);
  }
  return counts;
}

describe('the registry of claimed addresses', () => {
  it('reports an address that several want once for each but the one who keeps it', () => {
    checkProperty(
      fc.property(wishes, (wanted) => {
        const { reports } = checkObjects(objectsOf(wanted));
        const found = new Map<string, number>();
        for (const { code, message } of reports) {
          // whereabouts would make no pool of one address.
          if (!code.startsWith('claims/') || code === 'claims/allocation-not-usable') continue;
          const address = /203\.0\.113\.\d+/.exec(message)?.[0] ?? '';
          found.set(address, (found.get(address) ?? 0) + 1);
        }
        const expected = [...countWishes(wanted)].filter(([, count]) => count > 1);
        expect([...found].sort()).toEqual(expected.map(([address, count]) => [address, count - 1]).sort());
      }),
    );
  });

  it('leaves each egress address to at most one EgressIP', () => {
    checkProperty(
      fc.property(wishes, (wanted) => {
        const { refusals } = checkObjects(objectsOf(wanted));
        for (const [address, count] of countWishes(wanted)) {
          const requesting = wanted.egressIPs.flatMap((bytes, index) =>
            bytes.map(addressOf).includes(address) ? [`e${index}`] : [],
          );
          const kept = requesting.filter((name) => !refusals.isRefused('EgressIP', name, address));
          expect(kept).toHaveLength(requesting.length === count ? 1 : 0);
        }
      }),
    );
  });

  it('finds the same whatever the order of its input', () => {
    const shuffled = wishes.chain((wanted) => {
      const objects = objectsOf(wanted);
      return fc.tuple(fc.constant(objects), fc.shuffledSubarray(objects, { minLength: objects.length }));
    });
    checkProperty(
      fc.property(shuffled, ([objects, others]) => {
        expect(checkObjects(others).said).toEqual(checkObjects(objects).said);
      }),
    );
  });

  it('names the strongest claim first, and points to at most five', () => {
    const { reports } = checkObjects(
      objectsOf({ nodes: [1], pools: [1, 1, 1], routers: [1, 1, 1], egressIPs: [[1], [1], [1]] }),
    );
    const ofEgressIPs = reports.filter(({ resource }) => resource?.kind === 'EgressIP');
    expect(ofEgressIPs.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'claims/address-of-node'));
    expect(ofEgressIPs.map(({ related }) => related?.[0]?.message)).toEqual(
      Array.from({ length: 3 }, () => 'Node n0 claims it here'),
    );
    expect(ofEgressIPs.every(({ related }) => (related ?? []).length <= 5)).toBe(true);
  });
});

describe('ranges', () => {
  const rangeClaim = fc
    .record({
      role: fc.constantFrom('reserved-range' as const, 'allocation-range' as const),
      first: fc.bigInt(0n, 40n),
      size: fc.bigInt(0n, 20n),
    })
    .map(({ role, first, size }): RangeClaim => {
      return { role, family: 'IPv4', first, last: first + size, description: `${role} ${first} ${size}` };
    });

  it('give the reserved and then the narrowest range that holds an address, however they overlap', () => {
    checkProperty(
      fc.property(fc.array(rangeClaim, { maxLength: 12 }), fc.bigInt(0n, 64n), (claims, value) => {
        const holding = claims.filter(({ first, last }) => first <= value && value <= last);
        const reserved = holding.filter(({ role }) => role === 'reserved-range');
        const best = reserved.length > 0 ? reserved : holding;
        const sizes = best.map(({ first, last }) => last - first);
        const found = indexRanges(claims)({ family: 'IPv4', value });
        expect(found?.role).toBe(best[0]?.role);
        expect(found && found.last - found.first).toBe(sizes.sort((a, b) => (a < b ? -1 : 1))[0]);
        expect(!found || (found.first <= value && value <= found.last)).toBe(true);
      }),
    );
  });

  it('of the other family hold nothing', () => {
    const claim: RangeClaim = { role: 'reserved-range', family: 'IPv4', first: 0n, last: 99n, description: '' };
    expect(indexRanges([claim])({ family: 'IPv6', value: 7n })).toBeUndefined();
  });
});
