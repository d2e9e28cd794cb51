import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/compile/compile.js';
import type { SourceFile } from '../../src/model/manifest.js';
import { readChunks } from '../../src/std/byte-writer.js';
import { configurationOf, namespace, node } from '../compile/3-index/inventory.js';
import { checkProperty } from '../rig/random.js';
import type { JsonObject } from '../../src/std/json.js';

const host = fc.integer({ min: 2, max: 9 });
const address = fc.oneof(
  host.map((last) => ({ ip: `192.0.2.${last}/24`, gateway: '192.0.2.1' })),
  host.map((last) => ({ ip: `192.0.2.${last}/25` })),
  host.map((last) => ({ ip: `2001:db8:9::${last}/64`, gateway: '2001:db8:9::1' })),
  fc.constantFrom({ ip: '192.0.2.7' }, { ip: '198.51.100.9/24', gateway: '2001:db8::1' }),
);
const destination = fc.constantFrom('203.0.113.10', '198.51.100.7', '2001:db8::10', '127.0.0.1');
const rule = fc.record(
  {
    destinationIP: destination,
    port: fc.integer({ min: 80, max: 83 }),
    protocol: fc.constantFrom('TCP', 'UDP', 'SCTP'),
    targetPort: fc.integer({ min: 1, max: 65535 }),
  },
  { requiredKeys: ['destinationIP', 'port', 'protocol'] },
);
const spec = fc.record({
  redirect: fc.record(
    { redirectRules: fc.array(rule, { maxLength: 6 }), fallbackIP: destination },
    { requiredKeys: ['redirectRules'] },
  ),
  networkInterface: fc.record({
    macvlan: fc.record(
      { mode: fc.constantFrom('Bridge', 'Private', 'VEPA', 'Passthru'), master: fc.constantFrom('ens3', 'a b') },
      { requiredKeys: ['mode'] },
    ),
  }),
  addresses: fc.array(address, { maxLength: 4 }),
});
const routers = fc.array(spec, { minLength: 1, maxLength: 5 }).map((specs) =>
  specs.map((one, index): JsonObject => ({
    apiVersion: 'network.operator.openshift.io/v1',
    kind: 'EgressRouter',
    metadata: { name: `router-${index}`, namespace: index % 2 === 0 ? 'harbor' : 'mill' },
    spec: one,
  })),
);
const weirYaml = fc.constantFrom(
  'ipFamilies: [IPv4, IPv6]\negressRouter: {image: router}\n',
  'egressRouter: {implementation: openshift}\n',
);

/** Routers in files, in any order of both. */
const arranged = routers.chain((objects) => {
  const all = [...objects, node('heron'), namespace('harbor'), namespace('mill')];
  return fc.record({
    all: fc.constant(all),
    shuffled: fc.shuffledSubarray(all, { minLength: all.length }),
    files: fc.integer({ min: 1, max: 4 }),
    yaml: weirYaml,
  });
});

function compileTexts(objects: readonly JsonObject[], count: number, yaml: string): Map<string, string> {
  const files = Array.from({ length: count }, (_, file): SourceFile => {
    const own = objects.filter((__, index) => index % count === file);
    return { path: `${count - file}.yaml`, text: own.map((object) => `---\n${JSON.stringify(object)}\n`).join('') };
  });
  const { artefacts } = compile({
    configuration: configurationOf(yaml),
    files: files.filter(({ text }) => text !== ''),
  });
  expect(artefacts.length).toBeGreaterThan(0);
  return new Map(artefacts.map(({ path, content }) => [path, readChunks(content)]));
}

describe('the output for egress routers', () => {
  it('does not change a byte with the order of files and documents', () => {
    checkProperty(
      fc.property(arranged, ({ yaml, all, shuffled, files }) => {
        expect(compileTexts(shuffled, files, yaml)).toEqual(compileTexts(all, 1, yaml));
      }),
      { numRuns: 60 },
    );
  });

  it('gives no address to two routers', () => {
    checkProperty(
      fc.property(arranged, weirYaml, ({ all }, yaml) => {
        const files = [...compileTexts(all, 1, yaml)].filter(([path]) => path.endsWith('/routes.json'));
        const own = files.flatMap(([, text]) =>
          (JSON.parse(text) as { addresses: { address: string }[] }).addresses.map(
            (each) => each.address.split('/', 1)[0] ?? '',
          ),
        );
        expect(new Set(own).size).toBe(own.length);
      }),
      { numRuns: 60 },
    );
  });
});
