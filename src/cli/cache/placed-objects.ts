import type { CompileInput, Prepared } from '../../compile/compile-input.js';
import { prepare } from '../../compile/prepare.js';
import { refusalsOf } from '../../compile/4-claim/check.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/contract/kind.js';
import type { KindInput } from '../../kinds/contract/kind-context.js';
import { inputOf, manifestsOf } from '../../kinds/contract/manifests-of.js';
import type { Manifest } from '../../model/manifest.js';
import { asObject } from '../../std/json.js';

/**
 * Everything except the lock that determines the assignments of objects placed only by nodes, for an input without
 * errors.
 */
export interface KnownPlacing {
  /** The rejected claims to addresses, see `Refusals`. */
  readonly refused: readonly string[];
  /** Paths of the files with nodes, or with objects of those kinds. */
  readonly files: readonly string[];
}

/** Key of the cache entry. */
export const PLACING = { of: 'placing' };

/**
 * Returns true if a value has the outer shape of an entry. A valid seal proves that this user wrote it with this
 * program.
 */
export function isKnownPlacing(value: unknown): value is KnownPlacing {
  const { refused, files } = asObject(value) ?? {};
  return Array.isArray(refused) && Array.isArray(files);
}

/**
 * Returns the cache entry once the objects of an input are read and checked. Returns undefined if they have errors or
 * are incomplete, or if no object is placed.
 */
export function summarisePlacing({
  manifests,
  context,
  refusals,
  hasError,
  assumed,
}: Prepared): KnownPlacing | undefined {
  if (hasError() || assumed.withoutNamespace + assumed.incomplete + assumed.onlyObserved.size > 0) return undefined;
  const placed = kinds.filter(({ placement }) => placement?.dependsOnlyOnNodes === true);
  const own = placed.flatMap((kind) => [...manifestsOf(kind, manifests), ...manifestsOf(kind, context.observed)]);
  if (own.length === 0) return undefined;
  const read: readonly Manifest[] = [...context.cluster.nodes.map(({ manifest }) => manifest), ...own];
  const files = new Set(read.map(({ origin }) => origin.file.path));
  return { refused: [...refusals.refused], files: [...files].sort() };
}

/**
 * Prepares the objects of a kind that is placed only by nodes, and the objects that determine their placement. Reads no
 * other input.
 */
export function preparePlaced(kind: Kind, input: CompileInput, known: KnownPlacing): KindInput {
  const paths = new Set(known.files);
  const nothing = (): void => undefined;
  const files = input.files.filter(({ path }) => paths.has(path));
  const { manifests, context } = prepare({ ...input, files }, nothing, nothing);
  const { isRefused } = refusalsOf(new Set(known.refused));
  return inputOf(kind, { manifests, context: { ...context, isRefused } });
}
