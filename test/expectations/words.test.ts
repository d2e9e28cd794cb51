import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { judge } from '../../src/expectations/report.js';
import { createWorld } from '../../src/expectations/world.js';
import { compiledStateOf, interpret } from '../../src/compile/compile.js';
import { prepare } from '../../src/compile/prepare.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { configurationOf } from '../compile/3-index/inventory.js';

const pod = (namespace: string, name: string, owner: string, address: string) => `
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: ${namespace}
  labels: {app: ${owner}}
  ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: ${owner}, controller: true}]
status: {phase: Running, podIPs: [{ip: ${address}}]}
---`;
const INPUT = `${pod('shop', 'web-0', 'web', '10.128.2.5')}${pod('shop', 'db-0', 'db', '10.128.2.6')}${pod('quay', 'db-0', 'db', '10.128.2.7')}
apiVersion: v1
kind: Node
metadata: {name: oak, annotations: {k8s.ovn.org/host-cidrs: '["192.168.50.12/24"]'}}
status: {addresses: [{type: InternalIP, address: 192.168.50.12}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db, namespace: shop}
spec: {podSelector: {matchLabels: {app: db}}, policyTypes: [Ingress], ingress: [{from: [{podSelector: {matchLabels: {app: web}}}]}]}
`;

const files = [{ path: 'all.yaml', text: INPUT }];
const input = { configuration: configurationOf('inventory: ["*"]'), files, purpose: 'answers' } as const;
const prepared = prepare(
  input,
  () => undefined,
  () => undefined,
);
const world = createWorld(compiledStateOf(prepared, interpret(prepared, input).intents));

function breachesOf(expectation: object): string[] {
  const codes: string[] = [];
  const text = JSON.stringify({ expectations: [{ name: 'one', ...expectation }] });
  const found = parseExpectations([{ path: 'expectations.yaml', text }], checkConfiguration, ({ code }) => {
    codes.push(code);
  });
  return [...codes, ...found.flatMap((one) => evaluate(one, world).map(({ type }) => type))];
}

describe('an expectation that names its ends by words', () => {
  it.each([
    [{ from: 'shop/web', to: 'shop/db', reachable: true }],
    [{ from: 'pod/shop/web-0', to: 'statefulset/shop/db', reachable: true }],
    [{ from: 'shop/app=web', to: { peer: 'shop/db[StatefulSet]', ports: ['5432/TCP'] }, reachable: true }],
    [{ from: 'quay', to: 'shop/db', unreachable: true }],
    [{ from: 'outside', to: 'shop/app=db', unreachable: true }],
    [{ from: '203.0.113.0/24', to: 'shop/db', unreachable: true }],
    [{ to: 'shop/db', 'only-from': ['shop/web'] }],
    [{ from: 'shop', to: 'oak', reachable: true }],
    [{ from: 'shop', to: 'node/oak', reachable: true }],
  ])('holds as it does with fields: %j', (expectation) => {
    expect(breachesOf(expectation)).toEqual([]);
  });

  it.each([
    [{ from: 'app=db', to: 'shop/db', reachable: true }, ['filtered']],
    [{ from: 'quay/db', to: 'shop/db', reachable: true }, ['filtered']],
    [{ from: 'shop/wep', to: 'shop/db', reachable: true }, ['nobody']],
    [{ from: 'oak', to: 'outside', reachable: true }, ['nobody']],
    [{ from: 'app=web!', reachable: true }, ['expectation/bad-labels']],
    [{ from: 'shop', to: 'node/oak', source: ['192.0.2.1'] }, ['expectation/bad-peer']],
    [{ from: 'service/shop/db', reachable: true }, ['expectation/bad-peer']],
  ])('fails for the reasons for which it does with fields: %j', (expectation, breaches) => {
    expect(breachesOf(expectation)).toEqual(breaches);
  });
});

function adviceOn(expectation: object): (string | undefined)[] {
  const text = JSON.stringify({ expectations: [{ name: 'one', ...expectation }] });
  const found = parseExpectations([{ path: 'expectations.yaml', text }], checkConfiguration, () => undefined);
  return found.flatMap((one) => judge(one, evaluate(one, world), world).reports.map(({ help }) => help));
}

describe('an end of one word that selects nothing', () => {
  it.each([
    ['shop/wep', "the inventory has no workload, pod or Service shop/wep: did you mean 'shop/web'?"],
    ['shpo/web', "the inventory has no workload, pod or Service shpo/web: did you mean 'shop/web'?"],
    ['pod/shop/web-1', "the inventory has no pod shop/web-1: did you mean 'shop/web-0'?"],
    ['statefulset/shop/dp', "the inventory has no statefulset shop/dp: did you mean 'shop/db'?"],
    ['oaks', "the inventory has no namespace or node oaks: did you mean 'oak'?"],
    ['payments/till', 'the inventory has no namespace payments'],
  ])('gets advice: %s', (word, advice) => {
    expect(adviceOn({ from: word, to: 'outside', reachable: true })).toEqual([`${advice} (or set may-be-empty: true)`]);
  });

  it('gets advice as a destination, too', () => {
    expect(adviceOn({ from: 'shop', to: 'node/oaks', reachable: true })[0]).toContain("did you mean 'oak'?");
  });

  it('gets none if what it names exists', () => {
    expect(adviceOn({ from: 'oak', to: 'outside', reachable: true })[0]).not.toContain('inventory');
  });
});
