import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../../src/schema/configuration.js';
import { findViolations } from '../../../src/schema/schema.js';
import { editorSchema } from '../../../src/settings/configuration/editor-schema.js';
import { parseConfiguration } from '../../../src/settings/configuration/parse.js';
import { compose } from '../../../src/yaml/compose.js';
import { checkProperty } from '../../rig/random.js';
import type { JsonObject } from '../../../src/std/json.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));

/** Whether an editor marks nothing in a configuration. */
function isUnmarked(configuration: JsonObject): boolean {
  return findViolations(configuration, editorSchema).length === 0;
}

/** Whether Weir compiles with a configuration. */
function isTaken(text: string): boolean {
  return parseConfiguration({ path: 'weir.yaml', text }, checkConfiguration, () => undefined) !== undefined;
}

/** `<pointer>` of each place that an editor marks. */
function marks(text: string): string[] {
  const [configuration = {}] = compose(text).values;
  return findViolations(configuration as JsonObject, editorSchema).map(({ instancePath }) => instancePath);
}

const interfaceOf = (facts: object, name = 'ens4'): JsonObject => ({
  nodes: { heron: { interfaces: { [name]: { index: 5, ...facts } } } },
});

describe('what an editor marks in weir.yaml', () => {
  it.each([
    ['clusterSubnets: [10.128.0.0]', '/clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/14/23/1]', '/clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/40/41]', '/clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/14/x]', '/clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/14/]', '/clusterSubnets/0'],
    ['serviceCIDRs: [172.16.1.0/24, 172.16.2.0/33]', '/serviceCIDRs/1'],
    ['joinSubnets: [100.64.0.0.0/16]', '/joinSubnets/0'],
    ['joinSubnets: [100.064.0.0/16]', '/joinSubnets/0'],
    ['transitSubnets: ["fd97::/129"]', '/transitSubnets/0'],
    ['masqueradeSubnets: ["fd69:/64"]', '/masqueradeSubnets/0'],
    ['dns: {a/b: [192.0.2.1, 192.0.2.256]}', '/dns/a~1b/1'],
    ['dns: {a: [192.0.2.0/24]}', '/dns/a/0'],
    ['ephemeralPortRange: 0-10', '/ephemeralPortRange'],
    ['ephemeralPortRange: 1-65536', '/ephemeralPortRange'],
    ['ovnSchemaVersion: 6.9.9', '/ovnSchemaVersion'],
    ['nodes: {heron: {interfaces: {"a/b": {index: 5}}}}', '/nodes/heron/interfaces'],
    ['nodes: {heron: {interfaces: {a: {index: 5, addresses: [10.20.30.1]}}}}', '/nodes/heron/interfaces/a/addresses/0'],
    [
      'nodes: {heron: {interfaces: {a: {index: 5, routes: [{destination: all, via: 10.0.0.0/8}]}}}}',
      '/nodes/heron/interfaces/a/routes/0/destination',
      '/nodes/heron/interfaces/a/routes/0/via',
    ],
  ])('%s', (text, ...places) => {
    expect(isTaken(text)).toBe(false);
    expect(marks(text)).toEqual(expect.arrayContaining(places));
  });
});

describe('what Weir takes, an editor never marks', () => {
  const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('weir.yaml'),
  );

  it('in the fixtures', () => {
    const texts = files.map((path) => readFileSync(join(FIXTURES, path), 'utf8')).filter(isTaken);
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.flatMap(marks)).toEqual([]);
  });

  const group = fc.stringMatching(/^[0-9A-Fa-f]{1,4}$/);
  const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });
  const tail = fc.oneof(fc.constant(''), fc.ipV4());
  /** IPv6 addresses in every spelling: with `::` anywhere, and with an IPv4 address at the end. */
  const ipv6 = fc
    .tuple(fc.nat(8), fc.nat(8), tail)
    .chain(([before, after, end]) => {
      const room = end === '' ? 8 : 6;
      const head = Math.min(before, room);
      const rest = Math.min(after, room - head);
      return fc.tuple(groups(head), groups(rest), fc.constant(end), fc.constant(head + rest < room));
    })
    .map(([head, rest, end, isShort]) => {
      const last = [...rest, ...(end === '' ? [] : [end])];
      return isShort ? `${head.join(':')}::${last.join(':')}` : [...head, ...last].join(':');
    });
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), ipv6);
  const length = fc
    .oneof({ arbitrary: fc.nat(32), weight: 5 }, fc.nat(130), fc.constantFrom('08', '032', ''))
    .map(String);
  const noise = fc.string({ unit: fc.constantFrom(...Array.from('0127.:/afF x')), maxLength: 12 });
  const network = fc.oneof(
    fc.tuple(address, length).map((parts) => parts.join('/')),
    noise,
    fc.constant('default'),
  );
  const text = fc.oneof(
    { arbitrary: network, weight: 2 },
    address,
    fc.tuple(network, length).map((parts) => parts.join('/')),
  );

  /** Holds that of these configurations none is marked that is taken; gives how many were taken. */
  const hold = (configurations: fc.Arbitrary<JsonObject>): number => {
    let taken = 0;
    checkProperty(
      fc.property(configurations, (configuration) => {
        if (!isTaken(JSON.stringify(configuration))) return;
        taken++;
        expect(isUnmarked(configuration)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    return taken;
  };

  it('in cluster subnets', () => {
    // An IPv4 and an IPv6 network of every field, so that no family is missed; those behind overlap nothing.
    const others = {
      serviceCIDRs: ['255.255.255.0/28', 'ffff:ffff::10/124'],
      joinSubnets: ['255.255.255.16/28', 'ffff:ffff::20/124'],
      transitSubnets: ['255.255.255.32/28', 'ffff:ffff::30/124'],
      masqueradeSubnets: ['255.255.255.48/28', 'ffff:ffff::40/124'],
    };
    expect(hold(text.map((one) => ({ ...others, clusterSubnets: [one] })))).toBeGreaterThan(20);
  });

  it.each(['serviceCIDRs', 'joinSubnets', 'transitSubnets', 'masqueradeSubnets'])('in %s', (field) => {
    const sound = { serviceCIDRs: '172.16.1.0/24', joinSubnets: '100.64.0.0/16' };
    const first = { ...sound, transitSubnets: '100.88.0.0/16', masqueradeSubnets: '169.254.169.0/29' }[field] ?? '';
    expect(hold(text.map((one) => ({ [field]: [first, one] })))).toBeGreaterThan(20);
  });

  it('in answers, addresses, routes and next hops', () => {
    expect(hold(text.map((one) => ({ dns: { 'a.example': [one] } })))).toBeGreaterThan(20);
    expect(hold(text.map((one) => interfaceOf({ addresses: [one] })))).toBeGreaterThan(20);
    expect(hold(text.map((one) => interfaceOf({ routes: [{ destination: one }] })))).toBeGreaterThan(20);
    expect(hold(text.map((via) => interfaceOf({ routes: [{ destination: 'default', via }] })))).toBeGreaterThan(20);
  });

  it('in names of interfaces', () => {
    const name = fc.oneof(fc.string({ maxLength: 17 }), fc.string({ unit: 'binary', maxLength: 17 }));
    const proper = name.filter((one) => one !== '__proto__');
    expect(hold(proper.map((one) => interfaceOf({}, one)))).toBeGreaterThan(20);
  });

  it('in ranges of ports and versions', () => {
    const port = fc.oneof(fc.nat(70_000).map(String), fc.stringMatching(/^[0-9]{0,6}$/));
    expect(hold(fc.tuple(port, port).map((ports) => ({ ephemeralPortRange: ports.join('-') })))).toBeGreaterThan(20);
    const part = fc.stringMatching(/^[0-9]{1,3}$/);
    expect(hold(fc.tuple(part, part, part).map((parts) => ({ ovnSchemaVersion: parts.join('.') })))).toBeGreaterThan(
      100,
    );
  });
});
