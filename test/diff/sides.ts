import { compare } from '../../src/compare.js';
import type { Comparison } from '../../src/6-diff/comparison.js';
import type { Both, Side } from '../../src/6-diff/side.js';
import { buildReport } from '../../src/6-diff/render/build.js';
import type { DiffReport } from '../../src/6-diff/render/report.js';
import type { Json, JsonObject } from '../../src/model/manifest.js';
import { configurationOf } from '../resolve/inventory.js';

/** What a repository holds. */
export interface Repository {
  readonly objects: readonly JsonObject[];
  readonly weirYaml?: string;
  readonly lock?: string;
}

/** The comparison of two repositories, each in one file `all.yaml` with one object a line. */
export function compareRepositories(
  before: Repository,
  after: Repository,
): { comparison: Comparison; sides: Both<Side> } {
  const result = compare({ before: inputOf(before), after: inputOf(after) });
  if ('errors' in result) {
    const all = [...result.errors.before, ...result.errors.after];
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

function inputOf({ objects, weirYaml = '', lock }: Repository) {
  return {
    configuration: configurationOf(weirYaml),
    files: [{ path: 'all.yaml', text: objects.map((object) => `--- ${JSON.stringify(object)}\n`).join('') }],
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
