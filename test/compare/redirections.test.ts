import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RedirectionChange } from '../../src/traffic/change.js';
import { compareRedirections } from '../../src/compare/traffic/redirections.js';
import type { RedirectIntent, Redirection } from '../../src/model/intent/redirect.js';
import { type Random, checkProperty, generators } from '../rig/random.js';
import { addressOf, read } from '../traffic/router-address.js';

const PROTOCOLS = ['TCP', 'UDP'] as const;
const PORTS = [1, 2, 3];
/** Ports that no redirection here names stand for all others. */
const OTHER_PORT = 9;
const TARGETS = ['203.0.113.1', '203.0.113.2'];

const UPLINK = addressOf('192.168.50.10', 24, '192.168.50.1');
const OTHERS = [addressOf('192.168.60.10', 24), addressOf('192.168.70.10', 24), addressOf('203.0.113.9', 30)];

function routerOf(parts: Partial<RedirectIntent>): RedirectIntent {
  const origin = { file: { path: '', text: '' }, start: 0, pointer: '' };
  const cause = { apiVersion: '', kind: 'EgressRouter', namespace: 'shop', name: 'mail', origin, pointer: '' };
  return {
    ...{ effect: 'redirect', interface: { mode: 'Bridge' }, addresses: [UPLINK], redirections: [], fallbacks: [] },
    ...parts,
    cause: cause as unknown as RedirectIntent['cause'],
  };
}

/** With redirections that an earlier one of the same port hides. */
function randomRouter(random: Random): RedirectIntent {
  const redirections = [...PROTOCOLS, ...PROTOCOLS].flatMap((protocol) =>
    PORTS.flatMap((port): Redirection[] => {
      if (random(2) === 0) return [];
      const address = read(TARGETS[random(TARGETS.length)] ?? '');
      const targetPort = [undefined, port, PORTS[random(3)]][random(3)];
      return [{ protocol, port, address, ...(targetPort === undefined ? {} : { targetPort }) }];
    }),
  );
  const fallback = TARGETS[random(TARGETS.length + 1)];
  return routerOf({ redirections, fallbacks: fallback === undefined ? [] : [read(fallback)] });
}

/** Where a packet goes, found without tables: the redirection of its port, or else the fallback, or nowhere. */
function sendTo({ redirections, fallbacks }: RedirectIntent, protocol: string, port: number): string {
  const own = redirections.find((one) => one.protocol === protocol && one.port === port);
  if (own) return `${own.address.text} ${own.targetPort ?? port}`;
  const [fallback] = fallbacks;
  return fallback ? `${fallback.text} ${port}` : '';
}

const compare = (before: RedirectIntent[], after: RedirectIntent[]): RedirectionChange[] =>
  compareRedirections({ before, after });

describe('what changes behind a router', () => {
  it('is exactly what is sent elsewhere, for every packet of random routers', () => {
    let found = 0;
    checkProperty(
      fc.property(generators, (random) => {
        const [before, after] = [randomRouter(random), randomRouter(random)];
        const named = [...before.redirections, ...after.redirections].map(
          ({ protocol, port }) => `${protocol} ${port}`,
        );
        const ports = compare([before], [after]).flatMap((one) => one.ports);
        const said = new Set(ports.map(({ protocol, port }) => (protocol ? `${protocol} ${port ?? ''}` : 'other')));
        for (const protocol of PROTOCOLS) {
          for (const port of [...PORTS, OTHER_PORT]) {
            const place = `${protocol} ${port}`;
            const isOther = sendTo(before, protocol, port) !== sendTo(after, protocol, port);
            expect(said.has(named.includes(place) ? place : 'other'), place).toBe(isOther);
            if (isOther) found++;
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(found).toBeGreaterThan(500);
  });

  it('is nothing where a redirection says what the fallback does anyway', () => {
    const fallbacks = [read('203.0.113.1')];
    const own: Redirection = { protocol: 'TCP', port: 25, address: read('203.0.113.1'), targetPort: 25 };
    expect(compare([routerOf({ fallbacks })], [routerOf({ fallbacks, redirections: [own] })])).toEqual([]);
  });

  it('is nothing where addresses of different networks that are no gateway change places', () => {
    const fallbacks = [read('203.0.113.1')];
    const [left, right] = [OTHERS, [...OTHERS].reverse()].map((others) =>
      routerOf({ fallbacks, addresses: [UPLINK, ...others] }),
    );
    expect(left && right && compare([left], [right])).toEqual([]);
  });

  it('names the source of a destination on a network of the router', () => {
    const fallbacks = [read('203.0.113.10')];
    const addresses = [UPLINK, addressOf('203.0.113.9', 30)];
    expect(compare([], [routerOf({ fallbacks, addresses })])[0]?.example).toEqual({
      packet: 'TCP port 443 of the router',
      before: 'refused',
      after: 'to 203.0.113.10 port 443 from 203.0.113.9',
    });
  });

  it('says of a family without an address nothing at all', () => {
    const fallbacks = [read('2001:db8::1')];
    expect(compare([], [routerOf({ fallbacks })])).toEqual([]);
  });
});
