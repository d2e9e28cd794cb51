import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderLock } from '../../../src/settings/lock/render.js';
import { INTERCONNECT, type ServiceFacts, host, objectsOf, serviceName, serviceNode } from './objects.js';
import { checkArrangements } from '../arranged.js';
import { checkProperty } from '../../rig/random.js';
import type { JsonObject } from '../../../src/std/json.js';

interface NodeFacts {
  readonly id: number;
  readonly pool: string;
  readonly ready: boolean;
}

const pool = fc.constantFrom('edge', 'core');
const nodeOf = (id: number): fc.Arbitrary<NodeFacts> =>
  fc.record({ id: fc.constant(id), pool, ready: fc.constantFrom(true, true, true, false) });
const nodes = fc
  .integer({ min: 1, max: 5 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => nodeOf(index + 1))));
const endpoint = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 5, max: 12 }))
  .map(([id, last]) => `10.128.${id}.${last} n${id}`);
const services = fc
  .array(
    fc.record(
      {
        endpoints: fc.array(endpoint, { maxLength: 4 }),
        nodeLabel: pool,
        local: fc.boolean(),
        byNetwork: fc.constantFrom(false, false, true),
      },
      { requiredKeys: ['endpoints'] },
    ),
    { maxLength: 6 },
  )
  .map((list) => list.map((facts, index): ServiceFacts => ({ ...facts, number: index + 1 })));
const LOCAL = `${INTERCONNECT}gatewayMode: local\n`;
const weirYaml = fc.constantFrom(INTERCONNECT, LOCAL);

function all(hosts: readonly NodeFacts[], own: readonly ServiceFacts[]): JsonObject[] {
  return [...hosts.map(({ id, pool: label, ready }) => serviceNode(id, label, ready)), ...own.flatMap(objectsOf)];
}

describe('the host of an EgressService', () => {
  it('is ready, selected, and with local traffic has an endpoint; there is none only where no node is', () => {
    checkProperty(
      fc.property(nodes, services, (hosts, own) => {
        const { hosts: chosen } = host(all(hosts, own));
        for (const facts of own) {
          const { endpoints, nodeLabel, local = false, byNetwork = false } = facts;
          const possible = hosts
            .filter(({ id, pool: label, ready }) => {
              const hasEndpoint = endpoints.some((text) => text.endsWith(` n${id}`));
              return ready && (nodeLabel ?? label) === label && (!local || hasEndpoint);
            })
            .map(({ id }) => `n${id}`);
          const name = chosen.get(serviceName(facts)) ?? '';
          if (byNetwork || endpoints.length === 0 || possible.length === 0) expect(name).toBe('');
          else expect(possible).toContain(name);
        }
      }),
    );
  });

  it('is the same again from its own lock', () => {
    checkProperty(
      fc.property(nodes, services, weirYaml, (hosts, own, yaml) => {
        const first = host(all(hosts, own), yaml);
        const second = host(all(hosts, own), yaml, { lock: first.lock });
        expect(second.hosts).toEqual(first.hosts);
        expect(renderLock(second.lock)).toBe(renderLock(first.lock));
      }),
    );
  });

  it('does not move when a node or a service joins', () => {
    checkProperty(
      fc.property(nodes, nodeOf(9), services, (hosts, joining, own) => {
        const { lock } = host(all(hosts, own.slice(1)));
        const { lock: after } = host(all([...hosts, joining], own), INTERCONNECT, { lock });
        for (const [key, node] of lock.egressServices) expect(after.egressServices.get(key)).toBe(node);
      }),
    );
  });

  it('moves only from a node that is not ready any more', () => {
    checkProperty(
      fc.property(nodes, fc.nat(4), services, (hosts, which, own) => {
        const failed = hosts[which % hosts.length]?.id;
        const { lock } = host(all(hosts, own));
        const changed = hosts.map((node) => (node.id === failed ? { ...node, ready: false } : node));
        const { lock: after } = host(all(changed, own), INTERCONNECT, { lock });
        for (const [key, node] of lock.egressServices) {
          if (node === `n${failed ?? 0}`) expect(after.egressServices.get(key)).not.toBe(node);
          else expect(after.egressServices.get(key)).toBe(node);
        }
      }),
    );
  });

  it('serves each address for one service only', () => {
    checkProperty(
      fc.property(nodes, services, (hosts, own) => {
        const { only } = host(all(hosts, own));
        const served = only('reroute-through-host').flatMap(({ sources }) => sources.map(({ address }) => address));
        expect(new Set(served).size).toBe(served.length);
      }),
    );
  });
});

describe('the output for EgressServices', () => {
  it('does not change a byte with the order of files, documents, nodes and slices', () => {
    checkArrangements(
      fc.tuple(nodes, services, weirYaml).map(([hosts, own, yaml]) => ({ objects: all(hosts, own), yaml })),
    );
  });
});
