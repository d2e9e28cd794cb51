import { kinds } from '../../kinds/index.js';
import type { Namespace } from '../../model/cluster.js';
import { keyOfKind, titleOf } from '../../model/kubernetes-object.js';
import type { Manifest, SourceFile } from '../../model/manifest.js';
import { digestDocuments } from '../../output-index/input-digest.js';

/** The namespace-local objects and namespaces of files that contain only these (see `Kind`), sorted, by file. */
export type LocalObjects = ReadonlyMap<SourceFile, readonly string[]>;

/** Valid objects of an input, and its namespaces. */
export interface SoundObjects {
  readonly manifests: readonly Manifest[];
  readonly namespaces: Iterable<Namespace>;
}

/** Finds such files, optionally among given ones. Ignores invalid objects. */
export function findLocal({ manifests, namespaces }: SoundObjects, among?: ReadonlySet<SourceFile>): LocalObjects {
  const kindOf = new Map(kinds.map((kind) => [keyOfKind(kind), kind]));
  const isAsked = ({ origin }: Manifest): boolean => among?.has(origin.file) !== false;
  const isLocal = (manifest: Manifest): boolean =>
    kindOf.get(keyOfKind(manifest))?.isNamespaceLocal?.(manifest) === true;
  const titles = new Map<SourceFile, Map<number, string>>();
  const add = (manifest: Manifest): void => {
    const { file, start, pointer } = manifest.origin;
    const own = titles.get(file) ?? new Map<number, string>();
    titles.set(file, own);
    if (pointer === '') own.set(start, titleOf(manifest.kind, nameIn(manifest)));
  };
  for (const manifest of manifests) if (isAsked(manifest) && isLocal(manifest)) add(manifest);
  for (const { manifest } of namespaces) if (manifest && isAsked(manifest)) add(manifest);
  const whole = [...titles].filter(([file, own]) => own.size === digestDocuments(file).length);
  return new Map(whole.map(([file, own]) => [file, [...own.values()].sort()]));
}

/** Returns the name of an object, without the namespace of a Namespace, which has no effect. */
function nameIn({ kind, namespace, name }: Manifest): Pick<Manifest, 'namespace' | 'name'> {
  return { namespace: kind === NAMESPACE ? '' : namespace, name };
}

const NAMESPACE = 'Namespace';

/** Returns true if an object is a Namespace. */
export function isNamespace(title: string): boolean {
  return title.startsWith(`${NAMESPACE} `);
}

/** Returns the namespace of a namespace-local object, or the Namespace itself. */
export function namespaceOfTitle(title: string): string {
  const start = title.indexOf(' ') + 1;
  const end = title.indexOf('/', start);
  return title.slice(start, end < 0 ? undefined : end);
}
