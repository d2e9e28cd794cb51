import { read } from '../../src/1-read/read.js';
import { validate } from '../../src/2-validate/index.js';
import { suggest } from '../../src/2-validate/suggest.js';
import { buildCluster } from '../../src/3-resolve/cluster.js';
import { resolveKinds } from '../../src/3-resolve/resolve.js';
import { lower } from '../../src/4-lower/lower.js';
import { kinds } from '../../src/kinds/index.js';
import { foreignKinds, inventoryKinds } from '../../src/kinds/inventory.js';
import type { Report } from '../../src/model/diagnostic.js';
import type { FilterIntent, Intent, MarkIntent, StatusIntent } from '../../src/model/intent.js';
import type { Json, JsonObject } from '../../src/model/manifest.js';
import { configurationOf } from '../resolve/inventory.js';

export interface Outcome {
  readonly filters: readonly FilterIntent[];
  readonly marks: readonly MarkIntent[];
  readonly statuses: readonly StatusIntent[];
  /** `<severity> <code> <pointer>` of each report. */
  readonly said: readonly string[];
}

/** What objects mean: everything between reading and emitting. */
export function lowerObjects(objects: readonly JsonObject[], weirYaml = ''): Outcome {
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const configuration = configurationOf(weirYaml);
  const text = objects.map((object) => `--- ${JSON.stringify(object)}\n`).join('');
  const known = { compiled: kinds, inventory: inventoryKinds, foreign: foreignKinds, suggest };
  const found = read([{ path: 'all.yaml', text }], known, report);
  const manifests = validate(found.compiled, kinds, report);
  const cluster = buildCluster(found.inventory, manifests, configuration, report);
  const intents: readonly Intent[] = lower(resolveKinds(manifests, kinds, { configuration, cluster, report }));
  return {
    filters: intents.filter((intent) => intent.effect === 'filter'),
    marks: intents.filter((intent) => intent.effect === 'mark'),
    statuses: intents.filter((intent) => intent.effect === 'status'),
    said: reports.map(({ severity, code, target }) =>
      `${severity} ${code} ${'pointer' in target ? target.pointer : ''}`.trim(),
    ),
  };
}

/** An EgressFirewall or EgressQoS with the given rules. */
export function resource(kind: 'EgressFirewall' | 'EgressQoS', namespace: string, egress: Json[]): JsonObject {
  return { apiVersion: 'k8s.ovn.org/v1', kind, metadata: { name: 'default', namespace }, spec: { egress } };
}
