import { compareInputs } from '../../src/compare/compare.js';
import type { Comparison } from '../../src/compare/comparison.js';
import type { Both, Side } from '../../src/traffic/side.js';
import { buildReport } from '../../src/compare/render/build.js';
import type { DiffReport } from '../../src/compare/render/report.js';
import { configurationOf } from '../compile/3-index/inventory.js';
import type { Json, JsonObject } from '../../src/std/json.js';

/** What a repository holds. */
export interface Repository {
  readonly objects: readonly JsonObject[];
  /** Objects of its inventory alone. */
  readonly inventory?: readonly JsonObject[];
  readonly weirYaml?: string;
  readonly lock?: string;
}

/** The comparison of two repositories, each in one file `all.yaml` with one object a line. */
export function compareRepositories(
  before: Repository,
  after: Repository,
): { comparison: Comparison; sides: Both<Side> } {
  const result = compareInputs({ before: inputOf(before), after: inputOf(after) });
  if ('errors' in result) {
    const all = [...result.errors.before.diagnostics, ...result.errors.after.diagnostics];
    throw new Error(all.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  }
  return result;
}

/** The report of the comparison, with the sides called `main` and `topic`. */
export function reportOf(before: Repository, after: Repository): DiffReport {
  const { comparison, sides } = compareRepositories(before, after);
  const titles = { before: 'main', after: 'topic' };
  return buildReport(comparison, sides, { titles, folders: { before: '', after: '' } });
}

/** The input of a repository, as `weir diff` reads it. */
export function inputOf({ objects, inventory = [], weirYaml = '', lock }: Repository) {
  const textOf = (all: readonly JsonObject[]): string => all.map((object) => `${JSON.stringify(object)}\n`).join('');
  return {
    // As `weir diff` reads both sides: a first resource, and the last one that goes, are to be seen.
    configuration: { ...configurationOf(weirYaml), allowEmpty: true },
    files: [
      { path: 'all.yaml', text: textOf(objects) },
      ...(inventory.length > 0
        ? [{ path: 'inventory.yaml', text: textOf(inventory), role: 'inventory' as const }]
        : []),
    ],
    ...(lock === undefined ? {} : { lock: { path: 'weir.lock.yaml', text: lock } }),
    reports: [],
  };
}

/** An EgressFirewall of a namespace. */
export function firewall(namespace: string, ...egress: Json[]): JsonObject {
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressFirewall',
    metadata: { name: 'default', namespace },
    spec: { egress },
  };
}

/** An EgressQoS of a namespace. */
export function qos(namespace: string, ...egress: Json[]): JsonObject {
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressQoS',
    metadata: { name: 'default', namespace },
    spec: { egress },
  };
}

/** A pod that runs on a node. */
export function pod(
  namespace: string,
  name: string,
  ips: readonly string[],
  labels: JsonObject = {},
  nodeName = 'worker-a',
): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels },
    spec: { nodeName },
    status: { podIPs: ips.map((ip) => ({ ip })) },
  };
}
