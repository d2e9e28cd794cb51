import { describe, expect, it } from 'vitest';
import { diffZone } from '../../../../src/apply/northbound/diff/index.js';
import { objectIds } from '../../../../src/ovn-kubernetes/object-ids.js';
import type { ZoneFile } from '../northbound.js';
import { databaseOf, zoneOf } from './live.js';

const CLUSTER_ROUTER = 'ovn_cluster_router';
const PODS = ['10.128.0.5', '10.128.0.6'];

/** The address of a pod, and the gateway router that translates it. */
type Served = readonly [address: string, router: string];

/** A zone that leads pods to the gateway routers of their egress addresses. `isLive`: as the database has it. */
function zone(served: readonly Served[], isLive: boolean): ZoneFile {
  const ids = (address: string, what: string) => objectIds('EgressIP', ['name', `${what} ${address}`]);
  const keyOf = (address: string, what: string): string => ids(address, what)['k8s.ovn.org/id'];
  const policies = Object.fromEntries(
    served.map(([address, router]) => [
      keyOf(address, 'policy'),
      {
        ...{ action: 'reroute', priority: 100, match: `ip4.src == ${address}` },
        nexthops: [router === 'GR_oak' ? '100.64.0.2' : '100.64.0.3'],
        external_ids: ids(address, 'policy'),
      },
    ]),
  );
  const nats = Object.fromEntries(
    served.map(([address, router]) => [
      `${router}|${keyOf(address, 'nat')}`,
      { type: 'snat', external_ip: '192.168.10.50', logical_ip: address, external_ids: ids(address, 'nat') },
    ]),
  );
  const sets = (router: string): Readonly<Record<string, readonly string[]>> =>
    router === CLUSTER_ROUTER
      ? { policies: Object.keys(policies).sort() }
      : {
          nat: Object.keys(nats)
            .filter((key) => key.startsWith(`${router}|`))
            .sort(),
        };
  const routers = [CLUSTER_ROUTER, 'GR_oak', 'GR_elm'];
  const rows = { Logical_Router_Policy: policies, NAT: nats };
  if (isLive)
    return {
      rows: { ...rows, Logical_Router: Object.fromEntries(routers.map((name) => [name, { name, ...sets(name) }])) },
    };
  const attachments = routers.flatMap((name) =>
    Object.entries(sets(name)).flatMap(([column, keys]) =>
      keys.length > 0 ? [[name, { [column]: keys }] as const] : [],
    ),
  );
  return { rows, attachments: { Logical_Router: Object.fromEntries(attachments) } };
}

/** What each transaction does, and '…' where nodes must have installed what was committed before. */
function stagesOf(before: readonly Served[], after: readonly Served[], isStaged = true): string[] {
  const { transactions, problems } = diffZone(zoneOf(zone(after, false)), databaseOf(zoneOf(zone(before, true))));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const series = transactions({ operations: 1e6, bytes: 1e9 }, isStaged);
  const seen: string[] = [];
  for (;;) {
    const mustSettle = series.mustSettle();
    const prepared = series.next();
    if (!prepared) return seen;
    if (mustSettle) seen.push('…');
    const operations = [...prepared.operations];
    for (const { uuid } of prepared.committed(operations.map((_, index) => ({ uuid: `${seen.length} ${index}` })))) {
      series.see(uuid, 'later');
    }
    const words = operations.flatMap((one) => {
      if (one.op === 'insert') return [`makes ${one.table}`];
      if (one.op === 'update') return [`changes ${one.table}`];
      return one.op === 'mutate' && one.mutations.some(([, mutator]) => mutator === 'delete') ? ['takes NAT'] : [];
    });
    seen.push([...new Set(words)].join(', '));
  }
}

const at = (router: string): Served[] => PODS.map((address) => [address, router]);

describe('a change that fits into one transaction', () => {
  it('has new translations before the reroutes that move to them, and takes the stale ones afterwards', () => {
    expect(stagesOf(at('GR_oak'), at('GR_elm'))).toEqual([
      'makes NAT',
      '…',
      'changes Logical_Router_Policy',
      '…',
      'takes NAT',
    ]);
  });

  it('is one transaction if no reroute moves', () => {
    const [first] = at('GR_oak');
    expect(stagesOf([], at('GR_oak'))).toEqual(['makes NAT, makes Logical_Router_Policy']);
    expect(stagesOf(at('GR_oak'), first ? [first] : [])).toHaveLength(1);
  });

  it('is one transaction if it is written to a file', () => {
    expect(stagesOf(at('GR_oak'), at('GR_elm'), false)).toHaveLength(1);
  });

  it('does nothing twice if a pod is new while others move', () => {
    const stages = stagesOf(at('GR_oak').slice(0, 1), at('GR_elm'));
    expect(stages).toEqual([
      'makes NAT',
      '…',
      'makes Logical_Router_Policy, changes Logical_Router_Policy',
      '…',
      'takes NAT',
    ]);
  });
});
