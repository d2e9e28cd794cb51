import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderLock } from '../../../src/settings/lock/render.js';
import type { Lock } from '../../../src/model/lock.js';
import { INTERCONNECT, type Placed, egressIP, egressNode, place, shop, shopPod } from './objects.js';
import { checkArrangements } from '../arranged.js';
import { checkProperty } from '../../rig/random.js';
import type { JsonObject } from '../../../src/std/json.js';

const CLOUD = `${INTERCONNECT}platform: Azure\n`;

/** A node of a small cluster: which networks it has, and how much a cloud lets it hold. */
const nodeOf = (id: number): fc.Arbitrary<JsonObject> =>
  fc
    .record({
      labelled: fc.boolean().map((no) => !no || id % 2 === 0),
      ready: fc.constantFrom(true, true, true, false),
      second: fc.boolean(),
      capacity: fc.constantFrom<Record<string, number>>({}, { ip: 1 }, { ip: 2 }, { ipv4: 1 }, { ipv4: 2, ip: 3 }),
    })
    .map(({ labelled, ready, second, capacity }) =>
      egressNode(`n${id}`, id, {
        labelled,
        ready,
        others: second ? [`10.20.0.${id}/16`] : [],
        cloud: [{ interface: 'nic0', ifaddr: { ipv4: '192.168.10.0/24' }, capacity }],
      }),
    );

/** The name of an object. */
function nameOf(object: JsonObject): string {
  const { name } = object.metadata as { name: string };
  return name;
}

const nodes = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => nodeOf(index + 1))));
const address = fc.oneof(
  fc.integer({ min: 100, max: 112 }).map((last) => `192.168.10.${last}`),
  fc.integer({ min: 100, max: 106 }).map((last) => `10.20.0.${last}`),
);
const egressIPs = fc
  .array(fc.array(address, { maxLength: 4 }), { maxLength: 6 })
  .map((lists) => lists.map((list, index) => egressIP(`eip-${index}`, list)));
const weirYaml = fc.constantFrom(INTERCONNECT, CLOUD);

interface Item {
  readonly name: string;
  readonly address: string;
  readonly node: string;
}

function itemsOf({ items }: Placed): Item[] {
  return items.map((text) => {
    const [name = '', at = '', node = ''] = text.split(' ');
    return { name, address: at, node };
  });
}

function capacityOf(node: JsonObject): Record<string, number> {
  const { annotations } = node.metadata as { annotations: Record<string, string> };
  const [first] = JSON.parse(annotations['cloud.network.openshift.io/egress-ipconfig'] ?? '[]') as {
    capacity: Record<string, number>;
  }[];
  return first?.capacity ?? {};
}

/** The node without what a cloud says of it, which contradicts a configuration without a cloud. */
function withoutCloud(node: JsonObject): JsonObject {
  const { annotations, ...metadata } = node.metadata as { annotations: Record<string, string> };
  const others = Object.entries(annotations).filter(([key]) => key !== 'cloud.network.openshift.io/egress-ipconfig');
  return { ...node, metadata: { ...metadata, annotations: Object.fromEntries(others) } };
}

function nodesOfAddresses(lock: Lock): Map<string, string> {
  return new Map(
    [...lock.egressIPs].flatMap(([name, { addresses }]) =>
      [...addresses].map(([at, { node }]) => [`${name} ${at}`, node]),
    ),
  );
}

describe('a placement', () => {
  it('has each address at most once, and of an object at most one on a node', () => {
    checkProperty(
      fc.property(nodes, egressIPs, weirYaml, (hosts, objects, yaml) => {
        const items = itemsOf(place([...hosts, ...objects], yaml));
        expect(new Set(items.map((item) => item.address)).size).toBe(items.length);
        expect(new Set(items.map(({ name, node }) => `${name} ${node}`)).size).toBe(items.length);
      }),
    );
  });

  it('never gives a node more than its capacity', () => {
    checkProperty(
      fc.property(nodes, egressIPs, (hosts, objects) => {
        const items = itemsOf(place([...hosts, ...objects], CLOUD));
        for (const host of hosts) {
          const own = items.filter(({ node }) => node === nameOf(host));
          const { ip = Infinity, ipv4 = Infinity } = capacityOf(host);
          expect(own.length).toBeLessThanOrEqual(Math.min(ip, ipv4));
        }
      }),
    );
  });

  it('is the same again from its own lock', () => {
    checkProperty(
      fc.property(nodes, egressIPs, weirYaml, (hosts, objects, yaml) => {
        const first = place([...hosts, ...objects], yaml);
        const second = place([...hosts, ...objects], yaml, { lock: first.lock });
        expect(renderLock(second.lock)).toBe(renderLock(first.lock));
        expect(second.items).toEqual(first.items);
      }),
    );
  });

  it('moves no locked address when a node joins', () => {
    checkProperty(
      fc.property(nodes, nodeOf(9), egressIPs, weirYaml, (hosts, added, objects, yaml) => {
        const { lock } = place([...hosts, ...objects], yaml);
        const after = nodesOfAddresses(place([...hosts, added, ...objects], yaml, { lock }).lock);
        for (const [key, node] of nodesOfAddresses(lock)) expect(after.get(key)).toBe(node);
      }),
    );
  });

  it('moves only the addresses of a node that leaves', () => {
    checkProperty(
      fc.property(nodes, fc.nat(5), egressIPs, weirYaml, (hosts, which, objects, yaml) => {
        const gone = hosts[which % hosts.length];
        const left = hosts.filter((host) => host !== gone);
        // Without any node nothing is known of the cluster.
        fc.pre(left.length > 0);
        const name = gone && nameOf(gone);
        const { lock } = place([...hosts, ...objects], yaml);
        const after = nodesOfAddresses(place([...left, ...objects], yaml, { lock }).lock);
        for (const [key, node] of nodesOfAddresses(lock)) {
          if (node === name) expect(after.get(key)).not.toBe(name);
          else expect(after.get(key)).toBe(node);
        }
      }),
    );
  });
});

describe('the output', () => {
  it('does not change a byte with the order of files, documents, nodes and pods', () => {
    checkArrangements(
      fc.tuple(nodes, egressIPs, weirYaml).map(([hosts, objects, yaml]) => {
        const pods = hosts.map((host, index) => shopPod(`web-${index}`, nameOf(host), [`10.128.${index}.7`]));
        return { objects: [...(yaml === CLOUD ? hosts : hosts.map(withoutCloud)), ...objects, ...pods, shop], yaml };
      }),
    );
  });
});
