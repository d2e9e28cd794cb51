import { describe, expect, it } from 'vitest';
import type { AssignmentOrder } from '../../../src/model/lock.js';
import type { JsonObject } from '../../../src/std/json.js';
import { INTERCONNECT, egressIP, egressNode, lockOf, place, shop, shopPod, statusOf } from './objects.js';

const NODES = [egressNode('n1', 11), egressNode('n2', 12), egressNode('n3', 13)];
const FIRST = '192.168.10.100';
const SECOND = '192.168.10.101';

interface Given {
  readonly spec?: readonly string[];
  readonly status?: JsonObject;
  readonly mark?: string;
  readonly nodes?: readonly JsonObject[];
  readonly locked?: readonly string[];
}

/** Addresses with their nodes, and the mark, of the EgressIP `a` with a live object. */
function assigned(assignmentOrder: AssignmentOrder, given: Given) {
  const { spec = [FIRST], status, mark, nodes = NODES, locked = [] } = given;
  const annotations = mark === undefined ? {} : { annotations: { 'k8s.ovn.org/egressip-mark': mark } };
  const observed = [egressIP('a', spec, { ...annotations, ...(status ? { status } : {}) })];
  const objects = [...nodes, shop, shopPod('web-0', 'n1', ['10.128.22.7']), egressIP('a', spec)];
  const lock = lockOf(locked, { a: 50_003 });
  const { items, lock: next, translations } = place(objects, INTERCONNECT, { lock, observed, assignmentOrder });
  return { items, mark: next.egressIPs.get('a')?.mark, translations };
}

describe('an EgressIP whose assignments another applier makes', () => {
  const follow = (given: Given) => assigned('status-only', given);

  it('has the nodes and the mark of the live object, also if the lock has others', () => {
    const found = follow({ status: statusOf(`${FIRST} n2`), mark: '50007', locked: [`a ${FIRST} n3`] });
    expect(found).toMatchObject({ items: [`a ${FIRST} n2`], mark: 50_007 });
    expect(found.translations.map(({ point }) => point.node.name)).toEqual(['n2']);
  });

  it('has no rows until the live object has a status', () => {
    for (const locked of [[], [`a ${FIRST} n3`]]) {
      expect(follow({ locked })).toEqual({ items: [], mark: 50_003, translations: [] });
    }
  });

  it.each([
    ['is not ready', egressNode('n2', 12, { ready: false })],
    ['is no longer labelled', egressNode('n2', 12, { labelled: false })],
    ['also has the address as its own', egressNode('n2', 12, { others: [`${FIRST}/24`] })],
  ])('stays on a node that %s', (_, changed) => {
    const nodes = NODES.map((node, index) => (index === 1 ? changed : node));
    const found = follow({ status: statusOf(`${FIRST} n2`), nodes });
    expect(found.items).toEqual([`a ${FIRST} n2`]);
    expect(found.translations).toHaveLength(1);
  });

  it('has no rows for what the status and the policy or the cluster disagree on', () => {
    const stale = statusOf(`${FIRST} n2`, `${SECOND} n1`, '192.168.10.102 gone');
    expect(follow({ spec: [SECOND, '192.168.10.102'], status: stale }).items).toEqual([`a ${SECOND} n1`]);
    const elsewhere = NODES.map((node, index) =>
      index === 1 ? egressNode('n2', 12, { primary: ['10.0.0.2/24'] }) : node,
    );
    expect(follow({ status: statusOf(`${FIRST} n2`), nodes: elsewhere }).items).toEqual([]);
  });
});

it('keeps the status before the lock where the lock is to be renewed, and assigns the rest', () => {
  const spec = [FIRST, SECOND];
  const locked = [`a ${FIRST} n3`, `a ${SECOND} n1`];
  const renewed = (given: Given) => assigned('status-first', { spec, locked, ...given });
  expect(renewed({ status: statusOf(`${FIRST} n2`), mark: '50007' })).toMatchObject({
    items: [`a ${FIRST} n2`, `a ${SECOND} n1`],
    mark: 50_007,
  });
  expect(renewed({})).toMatchObject({ items: [`a ${FIRST} n3`, `a ${SECOND} n1`], mark: 50_003 });
});
