import fc from 'fast-check';
import { expect, it } from 'vitest';
import { interpret, compiledStateOf } from '../../src/compile/compile.js';
import { prepare } from '../../src/compile/prepare.js';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { createWorld } from '../../src/expectations/world.js';
import type { Lock } from '../../src/model/lock.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { renderLock } from '../../src/settings/lock/render.js';
import type { JsonObject } from '../../src/std/json.js';
import { configurationOf } from '../compile/3-index/inventory.js';
import { INTERCONNECT, egressIP, egressNode, lockOf, shop, statusOf } from '../kinds/egress-ip/objects.js';
import { checkProperty } from '../rig/random.js';

const CONFIGURATIONS = [INTERCONNECT, `${INTERCONNECT}platform: Azure\n`].map((yaml) =>
  configurationOf(`${yaml}ipFamilies: [IPv4, IPv6]\nallowEmpty: true\n`),
);
const CLAIMS = [['*'], ['eip-0'], ['eip-1', 'eip-2'], ['eip-*'], ['other']];
const COUNT = 4;

/** A node of a small cluster; of one that has failed before, nothing is placed on it. */
interface TestHost {
  readonly id: number;
  readonly labelled: boolean;
  readonly ready: boolean;
  readonly isSecondary: boolean;
  readonly capacity: Readonly<Record<string, number>>;
}

/** Inventory and EgressIPs, and the lock of an earlier run. */
interface TestWorld {
  readonly hosts: readonly TestHost[];
  readonly objects: readonly JsonObject[];
  readonly lock: Lock;
  readonly configuration: (typeof CONFIGURATIONS)[number];
}

const host = (id: number): fc.Arbitrary<TestHost> =>
  fc.record({
    id: fc.constant(id),
    labelled: fc.constantFrom(true, true, true, false),
    ready: fc.constantFrom(true, true, true, true, false),
    isSecondary: fc.boolean(),
    capacity: fc.constantFrom<Record<string, number>>({}, { ip: 1 }, { ip: 2 }, { ipv4: 1, ipv6: 1 }),
  });
const hosts = fc
  .integer({ min: 1, max: COUNT })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => host(index + 1))));
/** So few that two EgressIPs ask for the same. */
const sound = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 100, max: 106 }).map((last) => `192.168.10.${last}`) },
  { weight: 4, arbitrary: fc.integer({ min: 100, max: 103 }).map((last) => `10.20.0.${last}`) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }).map((last) => `fd00:10::${last}00`) },
);
/** With one that a node has itself, those that no host can have, and what makes the whole EgressIP unusable. */
const address = fc.oneof(
  { weight: 18, arbitrary: sound },
  { weight: 1, arbitrary: fc.constantFrom('192.168.10.1', '127.0.0.1', 'ff02::1', 'nonsense') },
);
const place = fc.tuple(sound, fc.integer({ min: 1, max: COUNT })).map(([text, id]) => `${text} n${id}`);
const objects = fc
  .array(fc.record({ addresses: fc.array(address, { maxLength: 4 }), status: fc.array(place, { maxLength: 2 }) }), {
    maxLength: 4,
  })
  .map((all) =>
    all.map(({ addresses, status }, index) => egressIP(`eip-${index}`, addresses, { status: statusOf(...status) })),
  );
const lock = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3 }), place), { maxLength: 3 })
  .map((items) => lockOf(items.map(([index, text]) => `eip-${index} ${text}`)));
const worlds: fc.Arbitrary<TestWorld> = fc.record({
  hosts,
  objects,
  lock,
  configuration: fc.constantFrom(...CONFIGURATIONS),
});

function prepareWorld({ hosts, objects, lock, configuration }: TestWorld) {
  const nodes = hosts.map(({ id, labelled, ready, isSecondary, capacity }) =>
    egressNode(`n${id}`, id, {
      ...{ labelled, ready },
      primary: [`192.168.10.${id}/24`, `fd00:10::${id}/64`],
      subnets: [`10.128.${id * 2}.0/23`, `fd01:0:0:${id}::/64`],
      others: isSecondary ? [`10.20.0.${id}/16`] : [],
      cloud: [{ interface: 'nic0', ifaddr: { ipv4: '192.168.10.0/24', ipv6: 'fd00:10::/64' }, capacity }],
    }),
  );
  const text = [shop, ...nodes, ...objects].map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const input = {
    configuration,
    files: [{ path: 'all.yaml', text }],
    lock: { path: 'weir.lock.yaml', text: renderLock(lock) },
  };
  const nothing = (): void => undefined;
  const prepared = prepare(input, nothing, nothing);
  return { prepared, ...interpret(prepared, input) };
}

type Prepared = ReturnType<typeof prepareWorld>;

/** The addresses that have a node, as `<EgressIP> <family>`. */
function servedIn({ intents }: Prepared): Set<string> {
  return new Set(
    intents.flatMap((intent) => {
      if (intent.effect !== 'status' || intent.cause.kind !== 'EgressIP') return [];
      const items = intent.status.items as { egressIP: string }[];
      return items.map((item) => `${intent.cause.name} ${familyOf(item.egressIP)}`);
    }),
  );
}

function familyOf(text: string): string {
  return text.includes(':') ? 'IPv6' : 'IPv4';
}

/** What an EgressIP asks for, as `<EgressIP> <family>`; one that can have nothing asks for something all the same. */
function askedIn({ objects }: TestWorld): { readonly name: string; readonly families: readonly string[] }[] {
  return objects.map((object) => {
    const { name } = object.metadata as { name: string };
    const { egressIPs } = object.spec as { egressIPs: string[] };
    const families = egressIPs.includes('nonsense') ? [] : [...new Set(egressIPs.map(familyOf))];
    return { name, families };
  });
}

/** Who has no address of a family: now (no node), and without each node, by a new placement with the lock of this one. */
function loseEach(world: TestWorld, now: Prepared): ReadonlyMap<string | undefined, ReadonlySet<string>> {
  const after = (failed: number): Prepared =>
    prepareWorld({
      ...world,
      lock: now.lock.after,
      hosts: world.hosts.map((one) => (one.id === failed ? { ...one, ready: false } : one)),
    });
  return new Map<string | undefined, ReadonlySet<string>>([
    [undefined, servedIn(now)],
    ...world.hosts.map(({ id }): [string, ReadonlySet<string>] => [`n${id}`, servedIn(after(id))]),
  ]);
}

it('EgressIPs survive exactly where a placement without each of the nodes leaves them an address of each family', () => {
  const seen = new Map<string, number>();
  checkProperty(
    fc.property(worlds, (world) => {
      const now = prepareWorld(world);
      const compiled = createWorld(compiledStateOf(now.prepared, now.intents));
      const served = loseEach(world, now);
      const asked = askedIn(world);
      for (const names of CLAIMS) {
        const own = asked.filter(({ name }) => names.some((glob) => name.startsWith(glob.replace('*', ''))));
        const broken = own.filter(
          ({ name, families }) =>
            families.length === 0 ||
            [...served.values()].some((some) => families.some((family) => !some.has(`${name} ${family}`))),
        );
        const breaches = evaluate(survive(names), compiled);
        if (own.length === 0) {
          expect(breaches).toEqual([{ type: 'nobody', field: 'egressIPs' }]);
          continue;
        }
        const losses = breaches.flatMap((breach) => (breach.type === 'lost' ? [breach.loss] : []));
        expect(losses.map(({ name }) => name).sort()).toEqual(broken.map(({ name }) => name));
        for (const { name, node, address } of losses) {
          const left = served.get(node);
          const families = address === '' ? ['IPv4', 'IPv6'] : [familyOf(address)];
          expect(left && families.some((family) => left.has(`${name} ${family}`)), JSON.stringify({ name, node })).toBe(
            false,
          );
        }
        for (const { node } of losses) count(seen, node === undefined ? 'has none' : 'loses it');
        count(seen, losses.length === 0 ? 'holds' : 'broken');
      }
    }),
    { numRuns: 300 },
  );
  expect([...seen.keys()].sort()).toEqual(['broken', 'has none', 'holds', 'loses it']);
});

function survive(names: readonly string[]) {
  const text = JSON.stringify({ expectations: [{ name: 'any node may fail', egressIPs: { names, survive: 1 } }] });
  const [expectation] = parseExpectations([{ path: 'expectations.yaml', text }], checkConfiguration, ({ message }) => {
    throw new Error(message);
  });
  if (!expectation) throw new Error('the expectation is lost');
  return expectation;
}

function count(seen: Map<string, number>, key: string): void {
  seen.set(key, (seen.get(key) ?? 0) + 1);
}
