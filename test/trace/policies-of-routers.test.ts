import { expect, test } from 'vitest';
import type { Row } from '../../src/model/northbound.js';
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
  return {
    ...state,
    zones: state.zones.map((zone) => ({
      ...zone,
      rows: new Map(
        [...zone.rows].map(([table, rows]) => [table, table === 'Logical_Router_Policy' ? rows.map(change) : rows]),
      ),
    })),
  };
}

function trace(columns: Row['columns'], interconnect = true) {
  const { tracePacket } = createTracer(stateWith(columns, interconnect));
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

test.each([true, false])('the mark of a policy does not reach another node, with interconnect: %s', (interconnect) => {
  expect(trace({ options: { pkt_mark: '50000' } }, interconnect)).toEqual([['outside', 'elm', '192.168.50.100', 0]]);
});
