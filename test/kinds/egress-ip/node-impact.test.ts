import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placingOf } from '../../../src/kinds/egress-ip/what-if.js';
import { assessNodeImpact } from '../../../src/kinds/shared/node-impact.js';
import { drainNode } from '../../../src/kinds/shared/node-change.js';
import { checkProperty } from '../../rig/random.js';
import { readObjects } from '../pipeline.js';
import { INTERCONNECT, egressIP, egressNode, lockOf, shop, statusOf } from './objects.js';

const CLOUD = `${INTERCONNECT}platform: Azure\n`;
const COUNT = 6;

const node = (id: number) =>
  fc
    .record({
      labelled: fc.constantFrom(true, true, false),
      isSecondary: fc.boolean(),
      capacity: fc.constantFrom<Record<string, number>>({}, { ip: 1 }, { ip: 2 }),
    })
    .map(({ labelled, isSecondary, capacity }) =>
      egressNode(`n${id}`, id, {
        labelled,
        others: isSecondary ? [`10.20.0.${id}/16`] : [],
        cloud: [{ interface: 'nic0', ifaddr: { ipv4: '192.168.10.0/24' }, capacity }],
      }),
    );
const nodes = fc.tuple(...Array.from({ length: COUNT }, (_, index) => node(index + 1)));

const address = fc.oneof(
  fc.integer({ min: 100, max: 106 }).map((last) => `192.168.10.${last}`),
  fc.integer({ min: 100, max: 103 }).map((last) => `10.20.0.${last}`),
);
const place = fc.tuple(address, fc.integer({ min: 1, max: COUNT })).map(([text, id]) => `${text} n${id}`);
/** Some have a status of an earlier placement, and some are refused as a whole. */
const egressIPs = fc
  .array(
    fc.record({
      addresses: fc.array(fc.oneof({ weight: 20, arbitrary: address }, fc.constant('nonsense')), { maxLength: 4 }),
      status: fc.array(place, { maxLength: 3 }),
    }),
    { maxLength: 7 },
  )
  .map((all) =>
    all.map(({ addresses, status }, index) => egressIP(`eip-${index}`, addresses, { status: statusOf(...status) })),
  );
const lock = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 6 }), place), { maxLength: 5 })
  .map((items) => lockOf(items.map(([index, text]) => `eip-${index} ${text}`)));

describe('the loss of a node', () => {
  it('strands the addresses that a placement of everything without the node leaves without one', () => {
    checkProperty(
      fc.property(nodes, egressIPs, lock, fc.constantFrom(INTERCONNECT, CLOUD), (hosts, objects, known, yaml) => {
        const { manifests, context } = readObjects(
          [shop, ...hosts, ...objects],
          yaml,
          { lock: known },
          () => undefined,
        );
        const own = manifests.filter(({ kind }) => kind === 'EgressIP');
        const { findLost, ...placing } = placingOf(own);
        expect(findLost).toBeDefined();
        const change = drainNode('n1');
        expect(assessNodeImpact(placingOf(own), context, change)).toEqual(assessNodeImpact(placing, context, change));
      }),
      { numRuns: 200 },
    );
  });
});
