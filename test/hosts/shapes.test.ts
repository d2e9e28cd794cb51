import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { crossHost } from '../../src/trace/host.js';
import { type Protocol, packetOf } from '../../src/trace/packet.js';
import { startOf } from '../../src/trace/path.js';
import { podAddress } from '../ovn/cluster.js';
import { compilePlugin, compilePortable } from '../ovn/routers.js';
import { compileRows } from '../trace/compile-rows.js';
import { MODES, OTHERS, SCHEMA } from './mixed-cluster.js';
import { shapesOf } from './shape-of.js';
import { HOST_SHAPES, ROUTER_SHAPES } from './shapes.js';

const TESTS = fileURLToPath(new URL('..', import.meta.url));
const GOLDEN = fileURLToPath(new URL('../../golden', import.meta.url));
const golden = readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' });

function sorted(shapes: Iterable<string>): string[] {
  return [...new Set(shapes)].sort();
}

function goldenShapes(folder: RegExp): string[] {
  const own = golden.filter((path) => folder.test(path) && /\.(nft|batch|json)$/.test(path));
  return sorted(own.flatMap((path) => shapesOf(path, readFileSync(join(GOLDEN, path), 'utf8'))));
}

const loads = {
  host: () => MODES.flatMap(([, cluster]) => [...compileRows(cluster, SCHEMA).hostFiles]),
  router: () => [...compilePortable(), ...compilePlugin()].filter(([path]) => path.startsWith('routers/')),
};

describe.each([
  ['host', /\/nodes\//, HOST_SHAPES, loads.host],
  ['router', /\/routers\//, ROUTER_SHAPES, loads.router],
] as const)('what a %s loads', (_, folder, table, files) => {
  const listed = table.flatMap(({ shapes }) => shapes);

  it('has a line in the table for each shape, and each shape once', () => {
    expect([...listed].sort()).toEqual(sorted(listed));
    const emitted = sorted(files().flatMap(([path, text]) => shapesOf(path, text)));
    expect(sorted(listed)).toEqual(emitted);
  });

  it('holds no shape in golden files that the tests with real packets do not load', () => {
    const known = new Set(listed);
    expect(goldenShapes(folder).filter((shape) => !known.has(shape))).toEqual([]);
  });

  it.each(table)('is shown by $file: $test', ({ file, test }) => {
    expect(readFileSync(join(TESTS, file), 'utf8').replaceAll("\\'", "'")).toContain(test);
  });
});

describe('a host', () => {
  it('loads no line that names a protocol, and asks for ports only of what it keeps local', () => {
    const shapes = sorted(loads.host().flatMap(([path, text]) => shapesOf(path, text)));
    expect(shapes.filter((shape) => /\b(tcp|udp|sctp|icmp\w*|l4proto|ipproto|th|dport)\b/.test(shape))).toEqual([]);
    expect(shapes.filter((shape) => shape.includes('sport')).every((shape) => /priority 500[01] /.test(shape))).toBe(
      true,
    );
    expect(shapes.length).toBeGreaterThan(20);
  });

  it.each(MODES)('treats SCTP and ICMP as UDP, of which real packets are sent, with %s', (_, cluster) => {
    const { hosts = [] } = compileRows(cluster, SCHEMA).state;
    const leaving = (source: string, to: string, protocol: Protocol): unknown =>
      hosts
        .flatMap((host) => crossHost(host, host.node, '', startOf(packetOf(source, to, protocol, 8080))))
        .map(({ verdict, end: { packet, ...end } }) => ({ verdict, end, source: packet.source }));
    const pairs = cluster.pods.flatMap((pod) =>
      cluster.families.flatMap((family) =>
        OTHERS.filter((to) => to.includes(':') === (family === 'IPv6')).map(
          (to) => [podAddress(cluster, pod, family), to] as const,
        ),
      ),
    );
    for (const [source, to] of pairs) {
      const expected = leaving(source, to, 'UDP');
      expect((['SCTP', 'ICMP'] as const).map((protocol) => leaving(source, to, protocol))).toEqual([
        expected,
        expected,
      ]);
    }
    expect(pairs.length).toBeGreaterThan(10);
  });

  it.each(['admin-policy-based-external-route', 'egress-firewall', 'egress-qos', 'network-policy', 'services'])(
    'gets nothing for %s, which is in rows alone',
    (kind) => {
      // Some cases have an EgressService beside it.
      const own = golden.filter((path) => path.startsWith(`${kind}/`) && !path.includes('egress-service'));
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter((path) => /\/(nodes|routers)\//.test(path))).toEqual([]);
    },
  );
});
