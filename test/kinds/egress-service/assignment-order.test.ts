import { expect, it } from 'vitest';
import type { AssignmentOrder } from '../../../src/model/lock.js';
import { INTERCONNECT, host, lockOf, objectsOf, serviceNode } from './objects.js';

const SERVICE = objectsOf({ number: 1, endpoints: ['10.128.1.5 n1'], nodeLabel: 'edge' });
const NODES = [serviceNode(1, 'edge'), serviceNode(2, 'edge'), serviceNode(3, 'edge')];

/** The host of the service, whose live object has this one. */
function hostOf(assignmentOrder: AssignmentOrder, live: string | undefined, locked?: string, nodes = NODES) {
  const egressService = SERVICE.filter(({ kind }) => kind === 'EgressService');
  const observed = live === undefined ? [] : egressService.map((one) => ({ ...one, status: { host: live } }));
  const lock = lockOf(locked === undefined ? {} : { 'shop/s1': locked });
  const { only } = host([...nodes, ...SERVICE], INTERCONNECT, { lock, observed, assignmentOrder });
  return only('reroute-through-host').map((intent) => intent.host.name);
}

it('has the host of its status if another applier assigns it, ready, selected or not, and no other', () => {
  expect(hostOf('status-only', 'n2', 'n3')).toEqual(['n2']);
  expect(hostOf('status-only', undefined, 'n3')).toEqual([]);
  expect(hostOf('status-only', 'gone')).toEqual([]);
  for (const changed of [serviceNode(2, 'edge', false), serviceNode(2, 'core')]) {
    const nodes = NODES.map((node, index) => (index === 1 ? changed : node));
    expect(hostOf('status-only', 'n2', undefined, nodes)).toEqual(['n2']);
    expect(hostOf('lock-first', 'n2', undefined, nodes)).toEqual(['n1']);
  }
});

it('keeps the status before the lock where the lock is to be renewed', () => {
  expect(hostOf('lock-first', 'n2', 'n3')).toEqual(['n3']);
  expect(hostOf('status-first', 'n2', 'n3')).toEqual(['n2']);
  expect(hostOf('status-first', undefined, 'n3')).toEqual(['n3']);
});
