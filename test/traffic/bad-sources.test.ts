import { describe, expect, it } from 'vitest';
import { interpret, compiledStateOf } from '../../src/compile/compile.js';
import { prepare } from '../../src/compile/prepare.js';
import { compareInputs } from '../../src/compare/compare.js';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { createWorld } from '../../src/expectations/world.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { listFlows } from '../../src/traffic/flows/list.js';
import { configurationOf } from '../compile/3-index/inventory.js';

/** Addresses that no host sends from; routers drop their packets. */
const BAD = ['0.0.0.0/8', '127.0.0.0/8', '224.0.0.0/4', '255.255.255.255/32'];

function inputOf(cidrs: readonly string[]) {
  const ingress = cidrs.map((cidr) => `{from: [{ipBlock: {cidr: ${cidr}}}]}`).join(', ');
  const text = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: Pod
metadata: {namespace: shop, name: web-0}
spec: {nodeName: oak}
status: {phase: Running, podIPs: [{ip: 10.128.2.5}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {namespace: shop, name: web}
spec: {podSelector: {}, policyTypes: [Ingress], ingress: [${ingress}]}
`;
  return { configuration: configurationOf('inventory: ["*"]'), files: [{ path: 'all.yaml', text }], reports: [] };
}

function worldOf(cidrs: readonly string[]) {
  const nothing = (): void => undefined;
  const input = { ...inputOf(cidrs), purpose: 'answers' } as const;
  const prepared = prepare(input, nothing, nothing);
  return createWorld(compiledStateOf(prepared, interpret(prepared, input).intents));
}

describe('addresses that no host sends from', () => {
  it('are no source outside in a list of flows, and go with their neighbours', () => {
    const { model, configuration, vocabulary } = worldOf([...BAD, '198.51.100.0/24']);
    const flows = [...listFlows(model, configuration, vocabulary)].filter(({ from }) => from.range);
    expect(flows.map(({ from, allow }) => [from.name, allow.length > 0])).toEqual([
      ['0.0.0.0-198.51.99.255', false],
      ['198.51.100.0-198.51.100.255', true],
      ['198.51.101.0-255.255.255.255', false],
    ]);
  });

  it('open and close nothing in a comparison', () => {
    const compared = compareInputs({ before: inputOf([]), after: inputOf(BAD) });
    if (!('comparison' in compared)) throw new Error('a side has errors');
    expect(compared.comparison.traffic.connections.changes).toEqual([]);
    const more = compareInputs({ before: inputOf([]), after: inputOf([...BAD, '198.51.100.0/24']) });
    if (!('comparison' in more)) throw new Error('a side has errors');
    expect(more.comparison.traffic.connections.changes.map(({ addresses }) => addresses.length)).toEqual([1]);
  });

  it.each(BAD)('select nobody as the source of an expectation: %s', (cidr) => {
    const world = worldOf(BAD);
    const claims = ['reachable', 'unreachable'].map((claim) => ({
      name: claim,
      from: cidr,
      to: 'shop',
      [claim]: true,
    }));
    const file = { path: 'expectations.yaml', text: JSON.stringify({ expectations: claims }) };
    const found = parseExpectations([file], checkConfiguration, () => undefined);
    expect(found.flatMap((one) => evaluate(one, world).map(({ type }) => type))).toEqual(['nobody', 'nobody']);
  });
});
