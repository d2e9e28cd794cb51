import { expect, test } from 'vitest';
import type { Row } from '../../src/model/northbound.js';
import { listOf } from '../../src/northbound/row-columns.js';
import { packetOf } from '../../src/trace/packet.js';
import { type TracedState, createTracer } from '../../src/trace/trace.js';
import { egressIP } from '../ovn/egress.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { compileRows } from './compile-rows.js';

const CRANE = '10.128.2.5';

/** The state of a cluster in which a pod has an EgressIP on another node, with changed columns of its policies. */
function stateWith(columns: Row['columns'], interconnect: boolean): TracedState {
  const resources = [egressIP('ferry', '192.168.50.100', 'harbor')];
  const { state } = compileRows({ ...TWO_NODES, interconnect, resources }, '7.11.0');
  const change = (row: Row): Row =>
    row.columns.action === 'reroute' ? { key: row.key, columns: { ...row.columns, ...columns } } : row;
  return changeRows(state, 'Logical_Router_Policy', (rows) => rows.map(change));
}

function changeRows(state: TracedState, table: string, change: (rows: readonly Row[]) => readonly Row[]): TracedState {
  return {
    ...state,
    zones: state.zones.map((zone) => ({
      ...zone,
      rows: new Map([...zone.rows].map(([name, rows]) => [name, name === table ? change(rows) : rows])),
    })),
  };
}

/** Adds a policy for all packets to all routers. */
function withPolicy(columns: Row['columns'], state: TracedState): TracedState {
  const added = { key: 'added', columns: { match: 'ip', action: 'reroute', ...columns } };
  const routers = changeRows(state, 'Logical_Router', (rows) =>
    rows.map(({ key, columns: own }) => ({
      key,
      columns: { ...own, policies: [...listOf(own, 'policies'), added.key] },
    })),
  );
  return changeRows(routers, 'Logical_Router_Policy', (rows) => [...rows, added]);
}

function trace(columns: Row['columns'], interconnect = true) {
  return endsIn(stateWith(columns, interconnect));
}

function endsIn(state: TracedState) {
  const { tracePacket } = createTracer(state);
  const { paths } = tracePacket(
    { type: 'pod', namespace: 'harbor', name: 'crane' },
    packetOf(CRANE, '203.0.113.10', 'TCP', 443),
  );
  return paths.map(({ end }) => [end.type, end.node, end.packet.source, end.packet.mark]);
}

test('a policy reroutes a packet only if a port of the router reaches its next hop', () => {
  expect(trace({})).toEqual([['outside', 'elm', '192.168.50.100', 0]]);
  expect(trace({ nexthops: ['192.0.2.99'] })).toEqual([['outside', 'oak', '192.168.50.12', 0]]);
});

test('a policy that reroutes packets to no next hop has no effect', () => {
  expect(trace({ nexthops: [] })).toEqual([['outside', 'oak', '192.168.50.12', 0]]);
});

test.each([{}, { nexthops: [] }, { nexthops: ['192.0.2.99'] }, { nexthop: '192.0.2.99' }])(
  'a policy of lower priority applies if no port reaches the next hop of the best one: %j',
  (columns) => {
    expect(endsIn(withPolicy({ priority: 1, ...columns }, stateWith({}, true)))).toEqual([
      ['outside', 'elm', '192.168.50.100', 0],
    ]);
    expect(endsIn(withPolicy({ priority: 2000, ...columns }, stateWith({}, true)))).toEqual([
      ['outside', 'elm', '192.168.50.100', 0],
    ]);
  },
);

test('OVN ignores the single next hop of a policy that has a list', () => {
  expect(trace({ nexthop: '192.0.2.99' })).toEqual([['outside', 'elm', '192.168.50.100', 0]]);
});

test.each([true, false])('the mark of a policy does not reach another node, with interconnect: %s', (interconnect) => {
  expect(trace({ options: { pkt_mark: '50000' } }, interconnect)).toEqual([['outside', 'elm', '192.168.50.100', 0]]);
});

test('a gateway router drops new connections to its own address', () => {
  const { tracePacket } = createTracer(withPolicy({ priority: 2000, nexthops: ['100.64.0.2'] }, stateWith({}, false)));
  const origin = { type: 'pod', namespace: 'harbor', name: 'crane' } as const;
  const { paths } = tracePacket(origin, packetOf(CRANE, '192.168.50.12', 'TCP', 443));
  expect(paths.map(({ verdict, end }) => [verdict, end.type, end.name])).toEqual([['dropped', 'nowhere', 'GR_oak']]);
});
