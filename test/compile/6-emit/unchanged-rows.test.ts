import { describe, expect, it } from 'vitest';
import { createEgressIPQueries } from '../../../src/compile/6-emit/northbound/egress-ip/index.js';
import { createMarkQueries } from '../../../src/compile/6-emit/northbound/mark.js';
import { createRowSource } from '../../../src/compile/6-emit/northbound/row-inputs.js';
import { compile } from '../../../src/compile/compile.js';
import { createEngine } from '../../../src/engine/engine.js';
import type { JsonObject } from '../../../src/std/json.js';
import { memoize } from '../../../src/std/memoize.js';
import { INTERCONNECT, egressIP, egressNode, shop, shopPod } from '../../kinds/egress-ip/objects.js';
import { configurationOf } from '../3-index/inventory.js';

const CONFIGURATION = configurationOf(INTERCONNECT);

const QOS: JsonObject = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressQoS',
  metadata: { name: 'default', namespace: 'shop' },
  spec: { egress: [{ dscp: 40, podSelector: { matchLabels: { app: 'web' } } }] },
};

const objectsOf = (label: string, isReady: boolean): readonly JsonObject[] => [
  egressNode('n1', 1),
  egressNode('n2', 2, { ready: isReady }),
  shop,
  shopPod('web-1', 'n1', ['10.128.2.4'], { labels: { app: 'web' } }),
  shopPod('web-2', 'n1', ['10.128.2.5'], { labels: { app: label } }),
  egressIP('shop', ['192.168.10.100']),
  QOS,
];

describe('rows that all zones share', () => {
  const engine = createEngine();
  const source = createRowSource('a test', false);
  const marks = createMarkQueries(source);
  const egressIPs = createEgressIPQueries(source, () => new Set());

  // An unchanged object is in the same file, so it has the same manifest.
  const fileOf = memoize((text: string) => {
    const [index = '', ...rest] = text.split(' ');
    return { path: `${index}.yaml`, text: rest.join(' ') };
  });
  const sharedRows = (label: string, isReady: boolean) => {
    const files = objectsOf(label, isReady).map((object, index) => fileOf(`${index} ${JSON.stringify(object)}`));
    const { intents, cluster } = compile({ configuration: CONFIGURATION, files, engine });
    source.set(engine, { intents, cluster, configuration: CONFIGURATION, inBlocks: false });
    const ask = <Value>(query: Parameters<typeof engine.ask<undefined, Value>>[0]): Value =>
      engine.ask(query, undefined, () => undefined);
    return { marks: ask(marks.shared), egressIPs: ask(egressIPs.shared) };
  };

  it('stay the same objects if a pod gets another label, or a node is not ready', () => {
    const first = sharedRows('db', true);
    expect(first.marks.qos).toHaveLength(1);
    expect(first.egressIPs?.rows.get('Logical_Router_Policy')?.length).toBeGreaterThan(0);
    for (const later of [sharedRows('web', true), sharedRows('web', false)]) {
      expect(later.marks).toBe(first.marks);
      expect(later.egressIPs).toBe(first.egressIPs);
    }
  });
});
