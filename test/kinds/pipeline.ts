import { readManifests } from '../../src/compile/1-read/read.js';
import { validate } from '../../src/compile/2-validate/index.js';
import { findLive } from '../../src/compile/2-validate/live.js';
import { buildCluster } from '../../src/compile/3-index/cluster.js';
import { resolveKinds } from '../../src/compile/5-lower/resolve.js';
import { kinds } from '../../src/kinds/index.js';
import type { KindInput } from '../../src/kinds/contract/kind-context.js';
import { knownKinds } from '../../src/kinds/known.js';
import { nextLock } from '../../src/settings/lock/next.js';
import { EMPTY_LOCK } from '../../src/settings/lock/parse.js';
import type { Report } from '../../src/model/diagnostic.js';
import type { Intent } from '../../src/model/intent.js';
import type { FilterRule } from '../../src/model/intent/filter.js';
import type { MarkIntent } from '../../src/model/intent/mark.js';
import type { StatusIntent } from '../../src/model/intent/kubernetes-object.js';
import type { AssignmentOrder, Lock } from '../../src/model/lock.js';
import type { SourceFile } from '../../src/model/manifest.js';
import { configurationOf } from '../compile/3-index/inventory.js';
import type { Json, JsonObject } from '../../src/std/json.js';

export interface Outcome {
  readonly filters: readonly FilterRule[];
  readonly marks: readonly MarkIntent[];
  readonly statuses: readonly StatusIntent[];
  readonly intents: readonly Intent[];
  /** The lock that is written afterwards. */
  readonly lock: Lock;
  /** `<severity> <code> <pointer>` of each report. */
  readonly said: readonly string[];
}

/** What else there is beside the manifests. */
export interface Surroundings {
  readonly lock?: Lock;
  /** Custom resources that the inventory holds. */
  readonly observed?: readonly JsonObject[];
  readonly assignmentOrder?: AssignmentOrder;
}

/** The manifests among objects, and all that their kinds are told beside them. */
export function readObjects(
  objects: readonly JsonObject[],
  weirYaml: string,
  { lock = EMPTY_LOCK, observed = [], assignmentOrder = 'lock-first' }: Surroundings,
  report: (one: Report) => void,
): KindInput {
  const configuration = configurationOf(weirYaml);
  const files: SourceFile[] = [
    { path: 'all.yaml', text: textOf(objects) },
    ...(observed.length > 0 ? [{ path: 'live.yaml', role: 'inventory' as const, text: textOf(observed) }] : []),
  ];
  const found = readManifests(files, knownKinds, report);
  const manifests = validate(found.compiled, kinds, report, undefined, undefined, configuration.release.definitions);
  const cluster = buildCluster(found.inventory, manifests, configuration, report);
  const isRefused = () => false;
  const live = findLive(found.observed, manifests, kinds, report, configuration.release.definitions);
  const context = {
    configuration,
    cluster,
    lock,
    assignmentOrder,
    manifests,
    observed: found.observed,
    live,
    isRefused,
    report,
    errorsOnly: false,
    isWrittenOnce: false,
  };
  return { manifests, context };
}

/** What objects mean: everything between reading and emitting. */
export function lowerObjects(objects: readonly JsonObject[], weirYaml = '', surroundings: Surroundings = {}): Outcome {
  const reports: Report[] = [];
  const { context } = readObjects(objects, weirYaml, surroundings, (one) => void reports.push(one));
  const resolved = resolveKinds(kinds, context);
  const intents: readonly Intent[] = resolved.flatMap((one) => one.intents);
  return {
    filters: intents.flatMap((intent) => (intent.effect === 'filter' ? intent.rules() : [])),
    marks: intents.filter((intent) => intent.effect === 'mark'),
    statuses: intents.filter((intent) => intent.effect === 'status'),
    intents,
    lock: nextLock(
      context.lock,
      resolved.map((one) => one.lock),
    ),
    said: reports.map(({ severity, code, location }) =>
      `${severity} ${code} ${'pointer' in location ? location.pointer : ''}`.trim(),
    ),
  };
}

function textOf(objects: readonly JsonObject[]): string {
  return objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
}

/** An EgressFirewall or EgressQoS with the given rules. */
export function resource(kind: 'EgressFirewall' | 'EgressQoS', namespace: string, egress: Json[]): JsonObject {
  return { apiVersion: 'k8s.ovn.org/v1', kind, metadata: { name: 'default', namespace }, spec: { egress } };
}
