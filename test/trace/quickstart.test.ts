import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { emitTracedState } from '../../src/compile/6-emit/traced-state.js';
import { interpret, compiledStateOf } from '../../src/compile/compile.js';
import { prepare } from '../../src/compile/prepare.js';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { judge } from '../../src/expectations/report.js';
import { type ExpectationContext, createWorld } from '../../src/expectations/world.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { renderTraceText } from '../../src/trace/query/render-text.js';
import { askTrace } from '../../src/trace/query/ask.js';
import { endsOfCluster } from '../../src/trace/query/ends-of-cluster.js';
import { createTracer } from '../../src/trace/trace.js';
import { configurationOf } from '../compile/3-index/inventory.js';

const folder = new URL('../../fixtures/quickstart/', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

/** The quickstart with its inventory changed. */
function quickstart(change: (inventory: string) => string = (text) => text): ExpectationContext {
  const files = [
    { path: 'egress/shop.yaml', text: textOf('egress/shop.yaml') },
    { path: 'inventory/cluster.yaml', text: change(textOf('inventory/cluster.yaml')) },
  ];
  const input = { configuration: configurationOf(textOf('weir.yaml')), files };
  const nothing = (): void => undefined;
  const prepared = prepare(input, nothing, nothing);
  return createWorld(compiledStateOf(prepared, interpret(prepared, input).intents));
}

function trace({ cluster, intents, configuration }: ExpectationContext): string {
  const question = { from: 'shop/checkout-0', to: 'shop/web-0', transport: '80/TCP' };
  const makeTracer = (): ReturnType<typeof createTracer> =>
    createTracer(emitTracedState({ intents, cluster, configuration }));
  const answer = askTrace(question, endsOfCluster(cluster), makeTracer);
  if (typeof answer === 'string') return answer;
  return renderTraceText(answer, { places: () => undefined, letPasses: new Map(), podWith: () => undefined }).join(
    '\n',
  );
}

function prove(world: ExpectationContext, claim: string): readonly string[] {
  const end = (app: string): string => `{namespace: shop, labels: {app: ${app}}}`;
  const text = `expectations: [{name: one, from: ${end('checkout')}, to: ${end('web')}, ${claim}: true}]`;
  const [expectation] = parseExpectations([{ path: 'expectations.yaml', text }], checkConfiguration, () => undefined);
  if (!expectation) throw new Error('the expectation is lost');
  return judge(expectation, evaluate(expectation, world), world).reports.map(
    ({ code, message }) => `${code}: ${message}`,
  );
}

it('traces a packet between zones and proves that it arrives, without annotations of tunnel endpoints', () => {
  const world = quickstart();
  expect(trace(world)).toContain('shop/checkout-0 → shop/web-0 80/TCP: delivered to pod shop/web-0');
  expect(prove(world, 'reachable')).toEqual([]);
});

it.each([
  ['node-chassis-id', 'k8s.ovn.org/node-chassis-id'],
  ['zone-name', 'k8s.ovn.org/zone-name'],
  ['node-transit-switch-port-ifaddr', 'k8s.ovn.org/node-transit-switch-port-ifaddr'],
])('says in traces and expectations that the path is unknown if a Node lacks %s', (name, annotation) => {
  const lines = (text: string): string[] => text.split('\n');
  const world = quickstart((text) => {
    const [first, second] = [...lines(text).entries()].filter(([, line]) => line.includes(annotation));
    expect(first).toBeDefined();
    return lines(text)
      .filter((_, index) => index !== second?.[0])
      .join('\n');
  });
  expect(trace(world)).toContain('shop/checkout-0 → shop/web-0 80/TCP: unknown');
  expect(trace(world)).toContain(`Node worker-b lacks k8s.ovn.org/${name}`);
  for (const claim of ['reachable', 'unreachable']) {
    const [report = ''] = prove(world, claim);
    expect(report).toMatch(/^expectation\/undecided: cannot verify 'one'/);
    expect(report).toContain(`Node worker-b lacks k8s.ovn.org/${name}`);
  }
});
