import { compareText } from '../../../std/compare-text.js';
import { FIELD_MANAGER } from '../../../model/field-manager.js';
import { nameOf, pathOfName, textOf, titleOf } from '../../../model/kubernetes-object.js';
import type { Change, FieldChange } from '../../../model/change.js';
import { compareFields } from './fields.js';
import { findUnwanted, readOwnedFields } from './owned-fields.js';
import { isManagedKind, isOurs, labelObject, ownerOf } from './ownership.js';
import type { PlannedChange } from '../../../model/cluster-change.js';
import { type JsonObject, asObject } from '../../../std/json.js';

/** Compares an object to apply with the live one. Returns undefined if they match. */
export function compareObject(object: JsonObject, live: JsonObject | undefined): PlannedChange | undefined {
  const isMade = isManagedKind(object);
  if (!live) {
    const name = titleOf(textOf(object.kind), nameOf(object));
    if (!isMade) return { change: changeOf(object, 'missing', []), step: { step: 'await', object: name } };
    return { change: changeOf(object, 'missing', []), step: { step: 'apply', object: labelObject(object) } };
  }
  const isForeign = isMade && !isOurs(live);
  const wanted = isMade && !isForeign ? labelObject(object) : object;
  const owned = readOwnedFields(live, FIELD_MANAGER, '');
  const differences = compareFields(contentOf(wanted), live, owned);
  const fields = [...differences, ...(owned ? findUnwanted(owned, wanted, live) : [])];
  if (fields.length === 0) return undefined;
  if (isForeign) return { change: changeOf(object, 'foreign', fields), step: { step: 'none' } };
  return { change: changeOf(object, 'changed', fields), step: { step: 'apply', object: wanted, live } };
}

/**
 * Returns the stale objects: those that Weir created and that are no longer desired. `isWanted` returns true for
 * desired ones. Objects that wait for finalizers are skipped.
 */
export function findStaleObjects(
  made: readonly JsonObject[],
  isWanted: (live: JsonObject) => boolean,
): PlannedChange[] {
  return made
    .filter((live) => isManagedKind(live) && isOurs(live) && !isGoing(live) && !isWanted(live))
    .map((live) => ({ change: changeOf(live, 'stale', []), step: { step: 'remove', live } }));
}

function isGoing({ metadata }: JsonObject): boolean {
  return textOf(asObject(metadata)?.deletionTimestamp) !== '';
}

/** Returns the Nodes with fields of Weir that are no longer desired. The fields are released, the Nodes stay. */
export function findStaleNodeFields(
  nodes: readonly JsonObject[],
  isWanted: (live: JsonObject) => boolean,
): PlannedChange[] {
  return nodes.flatMap((live): PlannedChange[] => {
    const owned = readOwnedFields(live, FIELD_MANAGER, '');
    if (!owned || isWanted(live)) return [];
    const { apiVersion = '', kind = '' } = live;
    const object = { apiVersion, kind, metadata: { name: nameOf(live).name } };
    const fields = findUnwanted(owned, object, live);
    return fields.length === 0
      ? []
      : [{ change: changeOf(live, 'changed', fields), step: { step: 'apply', object, live } }];
  });
}

function changeOf(object: JsonObject, drift: Change['drift'], fields: readonly FieldChange[]): Change {
  return {
    drift,
    sort: textOf(object.kind),
    name: pathOfName(nameOf(object)),
    owner: ownerOf(object),
    fields: sortFields(fields),
  };
}

/** Sorts fields by name. */
export function sortFields(fields: readonly FieldChange[]): FieldChange[] {
  return [...fields].sort((a, b) => compareText(a.name, b.name));
}

/** Returns the object without its identifying fields. */
function contentOf({ metadata, ...content }: JsonObject): JsonObject {
  const { labels, annotations, ownerReferences } = asObject(metadata) ?? {};
  const own = Object.entries({ labels, annotations, ownerReferences }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...content, metadata: Object.fromEntries(own) };
}
