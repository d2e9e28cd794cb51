import { expect, test } from 'vitest';
import { emitClusterRows } from '../../../src/compile/6-emit/zone-rows.js';
import type { Intent } from '../../../src/model/intent.js';
import { createEngine } from '../../../src/engine/engine.js';
import { joinZone } from '../../../src/northbound/join-rows.js';
import {
  address,
  causeOf,
  clusterOf,
  configurationOf,
  duck,
  egressOf,
  nodesOf,
  pointOf,
  translationsOf,
} from './fixture.js';

test('a gateway of a pod ends the translation of its unchanged EgressIP', () => {
  const nodes = nodesOf(false);
  const cluster = clusterOf(nodes, [duck]);
  const configuration = configurationOf({
    topology: 'external',
    features: new Set(['egressIP', 'multiExternalGateway']),
    disableSnatMultipleGateways: true,
  });
  const egress = egressOf('ferry', [duck], [pointOf(nodes[0], '198.18.0.50')]);
  const cause = causeOf('corp');
  const gateway: Intent = {
    effect: 'route',
    pods: [duck],
    nextHops: [{ address: address('198.18.0.99'), monitored: false, cause }],
    cause,
  };
  const engine = createEngine();
  const translations = (intents: readonly Intent[]): string[] => {
    const { shared, ownOf } = emitClusterRows({ intents, cluster, configuration }, () => undefined, { engine });
    const { rows } = ownOf('global');
    return translationsOf(joinZone([shared.rows, rows], rows));
  };
  expect(translations(egress)).toEqual(['GR_heron: 10.60.2.7 -> 198.18.0.50']);
  expect(translations([...egress, gateway])).toEqual([]);
  expect(translations(egress)).toEqual(['GR_heron: 10.60.2.7 -> 198.18.0.50']);
});
