import { readManifests } from '../../../src/compile/1-read/read.js';
import { checkConfiguration } from '../../../src/schema/configuration.js';
import { buildCluster } from '../../../src/compile/3-index/cluster.js';
import { parseConfiguration } from '../../../src/settings/configuration/parse.js';
import { locateReports } from '../../../src/diagnostics/place.js';
import { knownKinds } from '../../../src/kinds/known.js';
import type { Cluster } from '../../../src/model/cluster.js';
import type { Configuration } from '../../../src/model/configuration.js';
import type { Report } from '../../../src/model/diagnostic.js';
import type { JsonObject } from '../../../src/std/json.js';

/** The configuration of a `weir.yaml` that is sound. */
export function configurationOf(text: string): Configuration {
  const reports: Report[] = [];
  const file = { path: 'weir.yaml', text };
  const configuration = parseConfiguration(file, checkConfiguration, (report) => reports.push(report));
  if (!configuration) throw new Error(JSON.stringify(reports));
  return configuration;
}

export function node(name: string, annotations: JsonObject = {}, labels: JsonObject = {}): JsonObject {
  const prefixed = Object.entries(annotations).map(([key, value]) => [`k8s.ovn.org/${key}`, value]);
  const metadata = { name, labels, annotations: Object.fromEntries(prefixed) as JsonObject };
  return { apiVersion: 'v1', kind: 'Node', metadata };
}

export function namespace(name: string, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...metadata } };
}

/** A pod of the namespace `shop`. */
export function pod(name: string, spec: JsonObject, status: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop', ...metadata }, spec, status };
}

/** The cluster that objects tell of; `said` are the warnings as `<code> <text it points to>`. */
export function clusterOf(
  objects: readonly JsonObject[],
  weirYaml = '',
): { cluster: Cluster; said: string[]; reports: Report[] } {
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const files = objects.length === 0 ? [] : [{ path: 'inventory.yaml', text }];
  // No object at all is the reader's concern.
  const found = readManifests(files, knownKinds, objects.length === 0 ? () => undefined : report);
  const cluster = buildCluster(found.inventory, found.compiled, configurationOf(weirYaml), report);
  const said = locateReports(reports).map(({ code, at, excerpt = '' }) => {
    const start = (at?.column ?? 1) - 1;
    return `${code} ${excerpt.slice(start, start + (at?.length ?? 0))}`.trim();
  });
  return { cluster, said, reports };
}
