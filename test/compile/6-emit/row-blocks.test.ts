import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compile } from '../../../src/compile/compile.js';
import { createEngine } from '../../../src/engine/engine.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { checkProperty } from '../../rig/random.js';
import { configurationOf } from '../3-index/inventory.js';
import { cidr } from './shape-input.js';

const NAMESPACES = ['ibis', 'ibis-a', 'stork'];
/** So many rules of a firewall take more than one file. */
const MANY = 200;

const rule = fc.record({
  type: fc.constantFrom('Allow', 'Deny'),
  to: fc.oneof(
    { weight: 9, arbitrary: cidr.map((cidrSelector) => ({ cidrSelector })) },
    fc.constantFrom({ dnsName: 'heron.example.org' }, { nodeSelector: {} }),
  ),
});
const firewalls = fc.tuple(...NAMESPACES.map(() => fc.array(rule, { maxLength: 8 })));
const hasMany = fc.subarray(NAMESPACES, { maxLength: 1 });

function inputOf(all: readonly (readonly object[])[], many: readonly string[]) {
  const more = Array.from({ length: MANY }, (_, index) => ({
    type: 'Allow',
    to: { cidrSelector: `100.64.${index}.0/24` },
    ports: [{ protocol: 'TCP', port: 1000 + index }],
  }));
  const objects = NAMESPACES.flatMap((namespace, index) => [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressFirewall',
      metadata: { name: 'default', namespace },
      spec: { egress: [...(all[index] ?? []), ...(many.includes(namespace) ? more : [])] },
    },
  ]);
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'heron' } };
  const text = [node, ...objects].map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const configuration = configurationOf('ipFamilies: [IPv4, IPv6]\nfeatures: [egressFirewall]\n');
  return { configuration, files: [{ path: 'all.yaml', text }], purpose: 'artefacts' as const };
}

it('what is made of rows when they are written, and found of their rules, is what is made and found of rows that are kept', () => {
  const counts = new Set<number>();
  const property = fc.property(firewalls, hasMany, (all, many) => {
    const input = inputOf(all, many);
    const written = compile(input);
    const kept = compile({ ...input, engine: createEngine() });
    const show = ({ artefacts }: typeof written): object[] =>
      artefacts.map(({ content, ...artefact }) => ({ ...artefact, text: readChunks(content) }));
    expect(show(written)).toEqual(show(kept));
    expect(written.diagnostics).toEqual(kept.diagnostics);
    const parts = written.artefacts.filter(({ path }) => path.startsWith('northbound/shared/namespace-'));
    counts.add(parts.length);
  });
  checkProperty(property);
  // Some firewalls take several files.
  expect(Math.max(...counts)).toBeGreaterThan(NAMESPACES.length);
});
