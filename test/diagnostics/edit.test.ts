import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import type { Diagnostic } from '../../src/model/diagnostic.js';
import { compose } from '../../src/yaml/compose.js';
import { writeScalar } from '../../src/yaml/write-scalar.js';
import { checkProperty } from '../rig/random.js';

const OTHERS = `apiVersion: v1
kind: Node
metadata: {name: worker-a}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
`;
const HEAD = 'apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: shop}\n';

function editsOf(text: string, path = 'a.yaml'): string[] {
  const files = [
    { path: 'others.yaml', text: OTHERS },
    { path, text },
  ];
  const found: readonly Diagnostic[] = check({ configuration: 'features: [egressFirewall]\n', files });
  return found.flatMap(({ edit }) => {
    if (!edit) return [];
    const line = text.split('\n')[edit.at.line - 1] ?? '';
    const [start, end] = [edit.at.column - 1, edit.at.column - 1 + edit.at.length];
    return [`${line.slice(start, end)} → ${edit.text}`];
  });
}

describe('the edit of a finding', () => {
  it('clears host bits, in the quotes that are there', () => {
    const spec = (cidr: string) => `${HEAD}spec: {egress: [{type: Deny, to: {cidrSelector: ${cidr}}}]}\n`;
    expect(editsOf(spec('10.1.2.3/8'))).toEqual(['10.1.2.3/8 → 10.0.0.0/8']);
    expect(editsOf(spec("'10.1.2.3/8'"))).toEqual(["'10.1.2.3/8' → '10.0.0.0/8'"]);
    expect(editsOf(spec('"10.1.2.3/8"'))).toEqual(['"10.1.2.3/8" → "10.0.0.0/8"']);
  });

  it('is made for JSON too', () => {
    const object = {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressFirewall',
      metadata: { name: 'default', namespace: 'shop' },
      spec: { egress: [{ type: 'deny', to: { cidrSelector: '0.0.0.0/0' } }] },
    };
    expect(editsOf(JSON.stringify(object, null, 2), 'a.json')).toEqual(['"deny" → "Deny"']);
  });

  it('corrects the name of a field that only one field is like, and that is not there yet', () => {
    const spec = (text: string) => `${HEAD}spec:\n  egress:\n    - ${text}\n`;
    expect(editsOf(spec('{typ: Deny, to: {cidrSelector: 0.0.0.0/0}}'))).toEqual(['typ → type']);
    expect(editsOf(spec('{type: Deny, typ: Deny, to: {cidrSelector: 0.0.0.0/0}}'))).toEqual([]);
    expect(editsOf(spec('{type: Deny, to: {something: 0.0.0.0/0}}'))).toEqual([]);
  });

  it('corrects a choice in which one letter is wrong after the first, and no shorter word', () => {
    const spec = (type: string, protocol = 'TCP') =>
      `${HEAD}spec: {egress: [{type: ${type}, to: {cidrSelector: 0.0.0.0/0}, ports: [{protocol: ${protocol}, port: 1}]}]}\n`;
    expect(editsOf(spec('Alow'))).toEqual(['Alow → Allow']);
    expect(editsOf(spec('"Denny"'))).toEqual(['"Denny" → "Deny"']);
    expect(editsOf(spec('Aloww'))).toEqual([]);
    expect(editsOf(spec('Llow'))).toEqual([]);
    expect(editsOf(spec('Deny', 'CTP'))).toEqual([]);
    expect(editsOf(spec('Deny', 'TCPP'))).toEqual(['TCPP → TCP']);
  });

  it('takes numbers out of their quotes, where the field takes them', () => {
    const spec = (port: string) =>
      `${HEAD}spec: {egress: [{type: Deny, to: {cidrSelector: 0.0.0.0/0}, ports: [{protocol: TCP, port: ${port}}]}]}\n`;
    expect(editsOf(spec('"443"'))).toEqual(['"443" → 443']);
    expect(editsOf(spec("'443'"))).toEqual(["'443' → 443"]);
    expect(editsOf(spec('"0443"'))).toEqual([]);
    expect(editsOf(spec('"70000"'))).toEqual([]);
    const policy = `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: web, namespace: shop}\nspec: {ingress: [{ports: [{port: "443"}]}]}\n`;
    expect(editsOf(policy)).toEqual(['"443" → 443']);
  });

  it('gives no field a value that it does not take', () => {
    const spec = (text: string) =>
      `${HEAD}spec:\n  egress:\n    - {type: Deny, to: {cidrSelector: 0.0.0.0/0}, ${text}}\n`;
    expect(editsOf(spec('port: 443'))).toEqual([]);
    expect(editsOf(spec('port: [{protocol: TCP, port: 443}]'))).toEqual(['port → ports']);
  });

  it('makes no selector of pods of one that is for nodes', () => {
    const spec =
      'spec: {egressIPs: [192.0.2.10], namespaceSelector: {}, nodeSelector: {matchLabels: {egress: "true"}}}';
    expect(editsOf(`apiVersion: k8s.ovn.org/v1\nkind: EgressIP\nmetadata: {name: shop}\n${spec}\n`)).toEqual([]);
  });

  it('is not made where the value stands elsewhere, or is more than a line', () => {
    const anchored = `${HEAD}spec:\n  egress:\n    - {type: Deny, to: &net {cidrSelector: 10.1.2.3/8}}\n    - {type: Allow, to: *net}\n`;
    expect(editsOf(anchored)).toEqual(['10.1.2.3/8 → 10.0.0.0/8']);
    const folded = `${HEAD}spec:\n  egress:\n    - type: Deny\n      to:\n        cidrSelector: >-\n          10.1.2.3/8\n`;
    expect(editsOf(folded)).toEqual([]);
  });
});

describe('a scalar that is written in the place of another', () => {
  it('reads as the string that is meant, in block and flow collections', () => {
    const styles = fc.constantFrom('plain', '"double"', "'single'");
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom('true', '1e3', '::1/64', 'fd00::', '0x1f', 'a: b', '# x', '- a'),
    );
    checkProperty(
      fc.property(words, styles, (value, instead) => {
        fc.pre(instead !== "'single'" || /^[ -~]*$/.test(value));
        const text = writeScalar(value, instead);
        expect(compose(`{a: ${text}}`).values).toEqual([{ a: value }]);
        expect(compose(`a: ${text}\n`).values).toEqual([{ a: value }]);
      }),
    );
  });
});
