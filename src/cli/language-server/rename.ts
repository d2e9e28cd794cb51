import { locateCauses } from '../../diagnostics/locate-causes.js';
import { locateReports } from '../../diagnostics/place.js';
import type { Edit, Position } from '../../model/diagnostic.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { ManifestLocation, Origin } from '../../model/manifest.js';
import { isLabel, isSubdomain } from '../../net/dns-name.js';
import type { DocumentPosition } from './answers.js';
import { findDefinitionTargets, pointerOfPath, visit } from './definitions.js';
import { keyReferenceAt, referenceAt } from './references.js';
import type { Known } from './session.js';
import { type WrittenSubject, listSubjects } from './subjects.js';
import { type Defined, listEditorTargets } from './targets.js';

/** Label that the API server sets on every namespace. */
const NAME_LABEL = 'kubernetes.io/metadata.name';

/** The objects to rename, which have the name under the cursor. */
interface Renamed {
  readonly name: string;
  readonly at: Position;
  readonly targets: readonly Defined[];
}

/** Returns the name under the cursor and its position, or a sentence if it cannot be renamed. */
export function findRenamed(place: DocumentPosition): Renamed | string {
  const found = findDefinitionTargets(place);
  const [first] = found?.targets ?? [];
  if (!found || !first) return 'there is no name of an object here';
  const isNamed = (value: string): boolean => value === first.name || PATH.exec(value)?.[3] === first.name;
  if (typeof found.value !== 'string' || !isNamed(found.value))
    return 'a selector is not a name, rename an object at its name';
  const { name } = first;
  const targets = found.targets.filter((target) => target.name === name);
  const own = targets.filter(({ defined }) => defined && isOwn(defined.origin));
  if (own.length === 0) return `${titleOf(first.kind, first)} is not in the manifests: only the cluster can rename it`;
  const at = locateCauses([found.place], '').get(found.place);
  return at ? { name, at, targets: own } : 'there is no name of an object here';
}

/** Returns the edits that rename the objects, or a sentence if they cannot have the new name. */
export function findRenameEdits(place: DocumentPosition, name: string): readonly Edit[] | string {
  const renamed = findRenamed(place);
  if (typeof renamed === 'string') return renamed;
  const { known } = place;
  if (!known) return 'the repository has not been read yet';
  const { targets } = renamed;
  const isValid = targets.every(({ kind }) => (kind === 'Namespace' ? isLabel(name) : isSubdomain(name)));
  if (!isValid) return `'${name}' is not a valid name`;
  const taken = [...listEditorTargets(known)].find((one) =>
    targets.some(({ kind, namespace }) => one.kind === kind && one.namespace === namespace && one.name === name),
  );
  if (taken) return `there is already ${titleOf(taken.kind, taken)}`;
  const reports = ownSubjects(known).flatMap((subject) =>
    [...replacementsIn(subject, targets, name)].map(({ location, text }) => ({
      ...{ code: '', severity: 'warning' as const, message: '', help: '' },
      location,
      replacement: text,
    })),
  );
  const placed = locateReports(reports);
  const stuck = placed.find(({ edit }) => !edit);
  if (stuck) return `the name at ${stuck.at?.file ?? ''}:${stuck.at?.line ?? 0} cannot be edited`;
  return placed.flatMap(({ edit }) => edit ?? []);
}

/** Returns the files that users write: manifests and the files of Weir, but not the inventory. */
function ownSubjects(known: Known): WrittenSubject[] {
  return [...listSubjects(known), ...known.found.inventory].filter(({ origin }) => isOwn(origin));
}

function isOwn({ file }: Origin): boolean {
  return file.role !== 'inventory' && file.trace === undefined;
}

interface Replacement {
  readonly location: ManifestLocation;
  readonly text: string;
}

function* replacementsIn(subject: WrittenSubject, targets: readonly Defined[], name: string): Generator<Replacement> {
  const found: Replacement[] = [];
  visit(subject.object, [], (path, value) => {
    const location = { origin: subject.origin, pointer: pointerOfPath(path) };
    const byValue = typeof value === 'string' ? renameValue(subject, path, value, targets, name) : undefined;
    if (byValue !== undefined) found.push({ location, text: byValue });
    const key = path.at(-1) ?? '';
    const refers = keyReferenceAt(subject, path);
    const byKey = refers && renameText(key, refers, targets, name);
    if (byKey !== undefined) found.push({ location: { ...location, part: 'key' }, text: byKey });
  });
  yield* found;
}

function renameValue(
  subject: WrittenSubject,
  path: readonly string[],
  value: string,
  targets: readonly Defined[],
  name: string,
): string | undefined {
  if (path.at(-1) === NAME_LABEL && targets.some((one) => one.kind === 'Namespace' && one.name === value)) return name;
  const refers = referenceAt(subject, path, value);
  return refers && renameText(value, refers, targets, name);
}

/** `shop/web`, `service/shop/web`, `shop/web[Deployment]`. */
const PATH = /^(\w+\/)?([^/[\]]+)\/([^/[\]]+)(\[\w+\])?$/;

/** Returns the text with the new name of the object, or of its namespace. */
function renameText(
  text: string,
  refers: (target: Defined) => boolean,
  targets: readonly Defined[],
  name: string,
): string | undefined {
  const [, before = '', namespace, own = '', after = ''] = PATH.exec(text) ?? [];
  for (const target of targets) {
    if (target.kind === 'Namespace' && namespace === target.name) return `${before}${name}/${own}${after}`;
    if (!refers(target)) continue;
    if (text === target.name) return name;
    if (namespace === target.namespace && own === target.name) return `${before}${namespace}/${name}${after}`;
  }
  return undefined;
}
