import { locateCauses } from '../../diagnostics/locate-causes.js';
import type { Position } from '../../model/diagnostic.js';
import type { ManifestLocation } from '../../model/manifest.js';
import type { Json } from '../../std/json.js';
import { createLocator, escapePointer } from '../../yaml/locate.js';
import type { DocumentPosition } from './answers.js';
import { keyReferenceAt, referenceAt } from './references.js';
import { type WrittenSubject, listSubjects, readSubjects } from './subjects.js';
import { type Defined, listEditorTargets } from './targets.js';

/** Maximum number of locations returned. */
const MAX_PLACES = 200;

/**
 * Finds the definitions of the objects that the value under the cursor names or selects, in files of the repository.
 * Returns an empty list for other values, and for objects without a file.
 */
export function findDefinitions(place: DocumentPosition): Position[] {
  return locateAll(targetsAt(place).flatMap(({ defined }) => defined ?? []));
}

/**
 * Finds the resources, expectations and fields of weir.yaml and the lock that refer to an object under the cursor. With
 * `definitions`, includes the definitions.
 */
export function findReferences(place: DocumentPosition, definitions: boolean): Position[] {
  const targets = targetsAt(place);
  if (!place.known || targets.length === 0) return [];
  const defined = targets.flatMap((target) => target.defined ?? []);
  const own = new Set(defined.map(keyOf));
  const found: ManifestLocation[] = [];
  for (const subject of listSubjects(place.known)) {
    visit(subject.object, [], (path, value) => {
      const place = { origin: subject.origin, pointer: pointerOfPath(path) };
      const [byValue, byKey] = [referenceAt(subject, path, value), keyReferenceAt(subject, path)];
      if (byValue && targets.some(byValue)) found.push(place);
      if (byKey && targets.some(byKey)) found.push({ ...place, part: 'key' });
    });
  }
  const others = found.filter((one) => !own.has(keyOf(one)));
  return locateAll(definitions ? [...defined, ...others] : others);
}

function targetsAt(place: DocumentPosition): readonly Defined[] {
  return findDefinitionTargets(place)?.targets ?? [];
}

/** The value that refers to objects, its place, and the objects. */
export interface FoundTargets {
  /** The text of the value, or of the key. */
  readonly value: Json;
  readonly place: ManifestLocation;
  readonly targets: readonly Defined[];
}

/** Returns what the innermost value refers to that is, or contains, the one under the cursor. */
export function findDefinitionTargets(place: DocumentPosition): FoundTargets | undefined {
  const { known, offset } = place;
  if (!known) return undefined;
  for (const subject of readSubjects(place, known)) {
    const { origin, object } = subject;
    if (offset < origin.start || offset > origin.end) continue;
    const { steps, isKey } = findPath(subject, object, offset);
    for (const [index, { path, value }] of steps.entries()) {
      const byKey = index === 0 && isKey ? keyReferenceAt(subject, path) : undefined;
      const refers = byKey ?? referenceAt(subject, path, value);
      if (!refers) continue;
      const place = { origin, pointer: pointerOfPath(path), ...(byKey ? { part: 'key' as const } : {}) };
      return {
        value: byKey ? (path.at(-1) ?? '') : value,
        place,
        targets: [...listEditorTargets(known)].filter(refers),
      };
    }
  }
  return undefined;
}

interface Step {
  readonly path: readonly string[];
  readonly value: Json;
}

/**
 * Returns the value whose text or key contains an offset, then its parents. Returns an empty list if there is no text.
 */
function findPath(
  { origin }: WrittenSubject,
  object: Json,
  offset: number,
): { readonly steps: readonly Step[]; readonly isKey: boolean } {
  const locate = createLocator(origin);
  const holds = (pointer: string, part: Pick<ManifestLocation, 'part'>): boolean => {
    const extent = locate({ origin, pointer, ...part });
    return extent.isExact && offset >= extent.offset && offset <= extent.offset + extent.length;
  };
  const steps = new Map<string, Step>();
  let found: readonly string[] = [];
  let isKey = false;
  visit(object, [], (path, value) => {
    const pointer = pointerOfPath(path);
    steps.set(pointer, { path, value });
    if (found.length > 0 || path.length === 0) return;
    isKey = holds(pointer, { part: 'key' });
    if (isKey || holds(pointer, {})) found = path;
  });
  const around = found.map((_, index) => steps.get(pointerOfPath(found.slice(0, found.length - index))));
  return { steps: around.filter((step) => step !== undefined), isKey };
}

/** Visits a value, then all values in it. */
export function visit(value: Json, path: readonly string[], see: (path: readonly string[], value: Json) => void): void {
  see(path, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key], see);
}

/** Returns the JSON pointer of a path. */
export function pointerOfPath(path: readonly string[]): string {
  return path.map((part) => `/${escapePointer(part)}`).join('');
}

function keyOf({ origin, pointer }: ManifestLocation): string {
  return JSON.stringify([origin.file.path, origin.start, origin.pointer + pointer]);
}

function locateAll(places: readonly ManifestLocation[]): Position[] {
  return [...locateCauses(places.slice(0, MAX_PLACES), '').values()];
}
