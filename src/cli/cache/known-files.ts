import type { Prepared } from '../../compile/compile.js';
import { kinds } from '../../kinds/index.js';
import { keyOfKind, titleOf } from '../../model/kubernetes-object.js';
import type { Manifest, SourceFile } from '../../model/manifest.js';
import { digestDocuments } from '../../rendered/input-digest.js';
import { asObject, isText } from '../../std/json.js';
import type { Run } from '../commands/run.js';
import type { InputCache, InputDigests, Slot } from './input-cache.js';
import type { RunScope } from './known-run.js';

/** A file of an input as later runs know it. */
export interface KnownFile {
  /** Digest of its text. */
  readonly text: string;
  /** Digests of its documents. */
  readonly documents: readonly string[];
  /** Its objects, sorted, where it holds nothing but namespaces and objects that are local (see `Kind`); else none. */
  readonly local: readonly string[];
}

/** The last run on the same files, whatever their texts. */
export interface KnownFiles {
  /** Tells of the input of that run. */
  readonly input: string;
  readonly files: readonly KnownFile[];
}

/** The place for the files of the last run on the same paths, with the same configuration. */
export function fileSlot({ slot, digests }: InputCache, { purpose, maxFindings }: RunScope): Slot<KnownFiles> {
  return slot({ of: 'files', purpose, maxFindings }, isKnownFiles, digests.frame);
}

/** Whoever can make the seal of an entry is this user, with this program: its shape is that which was kept. */
function isKnownFiles(value: unknown): value is KnownFiles {
  const { input, files } = asObject(value) ?? {};
  return isText(input) && Array.isArray(files);
}

/** The local objects of files, by file. */
export type LocalObjects = ReadonlyMap<SourceFile, readonly string[]>;

/** Finds the files that hold nothing but local objects and namespaces. What is not sound is no object. */
export function findLocal({ manifests, context }: Prepared): LocalObjects {
  const kindOf = new Map(kinds.map((kind) => [keyOfKind(kind), kind]));
  const local = manifests.filter((manifest) => kindOf.get(keyOfKind(manifest))?.isLocal?.(manifest) === true);
  const namespaces = [...context.cluster.namespaces.values()].flatMap(({ manifest }) => manifest ?? []);
  const titles = new Map<SourceFile, Map<number, string>>();
  for (const manifest of [...local, ...namespaces]) {
    const { file, start, pointer } = manifest.origin;
    const own = titles.get(file) ?? new Map<number, string>();
    titles.set(file, own);
    if (pointer === '') own.set(start, titleOf(manifest.kind, nameIn(manifest)));
  }
  const whole = [...titles].filter(([file, own]) => own.size === digestDocuments(file).length);
  return new Map(whole.map(([file, own]) => [file, [...own.values()].sort()]));
}

/** Whatever a namespace says of a namespace that it is in. */
function nameIn({ kind, namespace, name }: Manifest): Pick<Manifest, 'namespace' | 'name'> {
  return { namespace: kind === NAMESPACE ? '' : namespace, name };
}

const NAMESPACE = 'Namespace';

/** Whether an object is a namespace itself. */
export function isNamespace(title: string): boolean {
  return title.startsWith(`${NAMESPACE} `);
}

/** The namespace of a local object, or the one that it is. */
export function namespaceOf(title: string): string {
  return title.slice(title.indexOf(' ') + 1).split('/')[0] ?? '';
}

/** Compiling more than such a part of the characters of an input, which may be in vain, gains too little. */
const MOST = 1 / 4;

/** Whether some files of an input are so few that compiling them alone is worth a try. */
export function areFew(some: readonly SourceFile[], files: readonly SourceFile[]): boolean {
  return sizeOf(some) <= sizeOf(files) * MOST;
}

function sizeOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * What is kept of the files of a run. Undefined where a change of a local object may change more than what is its own: where
 * there are policies, expectations or transactions, or findings that are not all shown. Undefined too where little is local.
 */
export function summariseFiles(
  { compilation, input }: Run,
  local: LocalObjects,
  digests: InputDigests,
): KnownFiles | undefined {
  if (!compilation || !input || local.size === 0) return undefined;
  const { intents, omitted, ignoredFindings = 0 } = compilation;
  const { configuration, expectations = [], files } = input;
  const others = files.filter((file) => !local.has(file));
  if (configuration.transactions || expectations.length > 0 || omitted.length > 0 || ignoredFindings > 0)
    return undefined;
  if (intents.some(({ effect }) => effect === 'policy') || !areFew(others, files)) return undefined;
  return {
    input: digests.input,
    files: files.map((file, index) => ({
      text: digests.texts[index] ?? '',
      documents: digestDocuments(file),
      local: local.get(file) ?? [],
    })),
  };
}
