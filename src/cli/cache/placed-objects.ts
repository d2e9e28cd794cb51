import { type CompileInput, type Prepared, prepare } from '../../compile/compile.js';
import { refusalsOf } from '../../compile/4-claim/check.js';
import { kinds } from '../../kinds/index.js';
import type { Kind, KindInput } from '../../kinds/kind.js';
import { inputOf, manifestsOf } from '../../kinds/manifests-of.js';
import type { Manifest } from '../../model/manifest.js';
import { asObject } from '../../std/json.js';

/** Of an input without errors: all that decides, beside the lock, which nodes objects get that are placed by nodes alone. */
export interface KnownPlacing {
  /** Who does not get which address, see `Refusals`. */
  readonly refused: readonly string[];
  /** Paths of the files that hold nodes, or objects of those kinds. */
  readonly files: readonly string[];
}

/** The place in a cache for what is known of an input. */
export const PLACING = { of: 'placing' };

/** Whoever can make the seal of an entry is this user, with this program: its shape is that which was kept. */
export function isKnownPlacing(value: unknown): value is KnownPlacing {
  const { refused, files } = asObject(value) ?? {};
  return Array.isArray(refused) && Array.isArray(files);
}

/** What is known once the objects of an input are read and checked; undefined if they have errors or are incomplete, or none is placed. */
export function summarisePlacing({
  manifests,
  context,
  refusals,
  hasError,
  assumed,
}: Prepared): KnownPlacing | undefined {
  if (hasError() || assumed.withoutNamespace + assumed.incomplete > 0) return undefined;
  const placed = kinds.filter(({ dependsOnlyOnNodes }) => dependsOnlyOnNodes === true);
  const own = placed.flatMap((kind) => [...manifestsOf(kind, manifests), ...manifestsOf(kind, context.observed)]);
  if (own.length === 0) return undefined;
  const read: readonly Manifest[] = [...context.cluster.nodes.map(({ manifest }) => manifest), ...own];
  const files = new Set(read.map(({ origin }) => origin.file.path));
  return { refused: [...refusals.refused], files: [...files].sort() };
}

/** The objects of a kind that is placed by nodes alone, and what decides about them. Nothing else of the input is read. */
export function preparePlaced(kind: Kind, input: CompileInput, known: KnownPlacing): KindInput {
  const paths = new Set(known.files);
  const nothing = (): void => undefined;
  const files = input.files.filter(({ path }) => paths.has(path));
  const { manifests, context } = prepare({ ...input, files }, nothing, nothing);
  const { isRefused } = refusalsOf(new Set(known.refused));
  return inputOf(kind, { manifests, context: { ...context, isRefused } });
}
