import { kinds } from '../kinds/index.js';
import { type KindName, keyOfKind } from '../model/kubernetes-object.js';
import type { Lock } from '../model/lock.js';
import type { Manifest, SourceFile } from '../model/manifest.js';
import { renderLock } from '../settings/lock/render.js';
import { compareText } from '../std/compare-text.js';
import { type JsonObject, asObject } from '../std/json.js';
import { sortedJson } from '../std/json-text.js';
import { compose } from '../yaml/compose.js';

/** What a repository asks of its cluster, whatever pods and nodes there are. */
export interface Policy {
  /** What weir.yaml says of the cluster. */
  readonly configuration: JsonObject;
  /** The text of weir.lock.yaml; '' locks nothing. */
  readonly lock: string;
  /** The custom resources, in byte order of kind, namespace and name. */
  readonly objects: readonly JsonObject[];
}

/** What a policy is made of: the resources of a run without errors, and the files beside them. */
export interface PolicyInput {
  readonly configurationFile?: SourceFile | undefined;
  readonly lock: Lock;
  readonly manifests: readonly Manifest[];
}

/** Fields of weir.yaml about the repository (where files are, how findings of a review count) and about routers. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['manifests', 'sources', 'inventory', 'expectations', 'output', 'transactions', 'findings'],
  ...['ingressControllers', 'clusterIngressDomain', 'certificateExpiry'],
]);

const WITH_SECRETS: ReadonlySet<string> = new Set(kinds.filter(({ needsSecrets }) => needsSecrets).map(keyOfKind));

/**
 * Returns true if a policy has to do with a kind: with others it would have to hold keys, and an applier to read
 * Secrets.
 */
export function isOfPolicy(name: KindName): boolean {
  return !WITH_SECRETS.has(keyOfKind(name));
}

/** The policy of a repository. Kinds that need Secrets are left out: a policy travels where its repository does not. */
export function collectPolicy({ configurationFile, lock, manifests }: PolicyInput): Policy {
  const objects = manifests.filter(isOfPolicy).map(({ apiVersion, kind, namespace, name, object }) => ({
    order: [kind, namespace, name] as const,
    // Items of a list need not say their version and kind.
    object: { ...object, apiVersion, kind },
  }));
  return {
    configuration: configurationFile ? readClusterFields(configurationFile) : {},
    lock: renderLock(lock),
    objects: objects.sort((a, b) => compareOrder(a.order, b.order)).map(({ object }) => object),
  };
}

/** The mapping of weir.yaml, which has been validated, without what is left out. */
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

/** The content of a policy, an object a line: equal for equal policies, however they were written. */
export function contentOfPolicy({ configuration, lock, objects }: Policy): string {
  const lines = objects.map((object) => sortedJson(object)).join(',\n');
  const list = lines === '' ? '[]' : `[\n${lines}\n]`;
  return `"configuration":${sortedJson(configuration)},\n"lock":${JSON.stringify(lock)},\n"objects":${list}}\n`;
}
