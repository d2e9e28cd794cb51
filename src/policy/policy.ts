import { kinds } from '../kinds/index.js';
import { type KindName, keyOfKind } from '../model/kubernetes-object.js';
import type { Lock } from '../model/lock.js';
import type { Manifest, SourceFile } from '../model/manifest.js';
import { renderLock } from '../settings/lock/render.js';
import { compareText } from '../std/compare-text.js';
import { type JsonObject, asObject } from '../std/json.js';
import { sortedJson } from '../std/json-text.js';
import { compose } from '../yaml/compose.js';

/** Desired state of a repository for its cluster, independent of pods and nodes. */
export interface Policy {
  /** Facts of the cluster in weir.yaml. */
  readonly configuration: JsonObject;
  /** Text of weir.lock.yaml. Empty if nothing is locked. */
  readonly lock: string;
  /** Custom resources, in byte order of kind, namespace and name. */
  readonly objects: readonly JsonObject[];
}

/** Sources of a policy: the resources of a run without errors, the configuration and the lock. */
export interface PolicyInput {
  readonly configurationFile?: SourceFile | undefined;
  readonly lock: Lock;
  readonly manifests: readonly Manifest[];
}

/** Fields of weir.yaml about the repository (file locations, severity overrides) and about routers. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['manifests', 'sources', 'inventory', 'expectations', 'output', 'transactions', 'findings'],
  ...['ingressControllers', 'clusterIngressDomain', 'certificateExpiry'],
]);

const WITH_SECRETS: ReadonlySet<string> = new Set(kinds.filter(({ needsSecrets }) => needsSecrets).map(keyOfKind));

/**
 * Returns true if a policy includes a kind. It excludes kinds with which it would contain keys, and an applier would
 * read Secrets.
 */
export function isOfPolicy(name: KindName): boolean {
  return !WITH_SECRETS.has(keyOfKind(name));
}

/**
 * Returns the policy of a repository. Kinds that need Secrets are excluded, because a policy is distributed further
 * than its repository.
 */
export function collectPolicy({ configurationFile, lock, manifests }: PolicyInput): Policy {
  const objects = manifests.filter(isOfPolicy).map(({ apiVersion, kind, namespace, name, object }) => ({
    order: [kind, namespace, name] as const,
    // Items of a list may omit their version and kind.
    object: { ...object, apiVersion, kind },
  }));
  return {
    configuration: configurationFile ? readClusterFields(configurationFile) : {},
    lock: renderLock(lock),
    objects: objects.sort((a, b) => compareOrder(a.order, b.order)).map(({ object }) => object),
  };
}

/** Returns the mapping of weir.yaml, which has been validated, without the excluded fields. */
function readClusterFields({ text }: SourceFile): JsonObject {
  const written =
    compose(text)
      .values.map(asObject)
      .find((value) => value !== undefined) ?? {};
  return Object.fromEntries(Object.entries(written).filter(([field]) => !LEFT_OUT.has(field)));
}

function compareOrder(a: readonly string[], b: readonly string[]): number {
  return a.reduce((order, text, index) => order || compareText(text, b[index] ?? ''), 0);
}

/** Returns the content of a policy, one object per line. Equal policies have equal content. */
export function contentOfPolicy({ configuration, lock, objects }: Policy): string {
  const lines = objects.map((object) => sortedJson(object)).join(',\n');
  const list = lines === '' ? '[]' : `[\n${lines}\n]`;
  return `"configuration":${sortedJson(configuration)},\n"lock":${JSON.stringify(lock)},\n"objects":${list}}\n`;
}
