import type { Json, JsonObject } from '../../../src/std/json.js';
import { groupBy } from '../../../src/std/group-by.js';
import type { Random } from '../../rig/random.js';
import { type FieldEdit, applyEdit, listFieldEdits } from './field-edits.js';
import { type WorldFile, isValid, shapeOf } from './world.js';

/** A file after an edit. */
export interface Edited {
  readonly path: string;
  /** If undefined, the file is removed. */
  readonly document: Json | undefined;
  readonly edits: string;
}

/** Maximum number of edits of a document at a time. */
const EDITS_AT_ONCE = 12;
/** Maximum number of groups of edits that give an invalid document. */
const INVALID_GROUPS = 2;
/** Attempts to find a value that gives a valid document. */
const ATTEMPTS = 3;

/**
 * Edits every field of every kind of object among some files, and of every file of settings, a few fields of one object
 * at a time, and removes each object. Each time the other files are as they were.
 */
export function* sweepFields(files: readonly WorldFile[], random: Random): Generator<Edited> {
  for (const [kind, own] of groupBy(files, (file) => file.kind)) {
    const all = own.map(({ document }) => listValidEdits(kind, document, random));
    const fields = new Set(all.flatMap((edits) => [...edits.keys()]));
    const choose = (field: string): number =>
      chooseObject(
        all.map((edits) => edits.get(field)),
        random,
      );
    const chosen = groupBy([...fields], choose);
    for (const [at, { path, document }] of own.entries()) {
      const edits = (chosen.get(at) ?? []).flatMap((field) => all[at]?.get(field) ?? []);
      for (const group of groupEdits(kind, document, edits))
        yield { path, document: group.document, edits: `${kind}: ${group.edits.map(describe).join(', ')}` };
      yield { path, document: undefined, edits: `without ${path}` };
    }
  }
}

/** Returns an edit of each field of a document, by field. It gives a valid document, if one was found. */
function listValidEdits(kind: string, document: JsonObject, random: Random): ReadonlyMap<string, FieldEdit> {
  const found = new Map<string, FieldEdit>();
  const valid = new Set<string>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    for (const edit of listFieldEdits(document, shapeOf(kind), random)) {
      if (valid.has(edit.field)) continue;
      found.set(edit.field, edit);
      if (isValid(kind, applyEdit(document, edit))) valid.add(edit.field);
    }
  return found;
}

/** Chooses one of the objects that have most of what contains a field. */
function chooseObject(edits: readonly (FieldEdit | undefined)[], random: Random): number {
  const depth = Math.max(...edits.map((edit) => edit?.path.length ?? 0));
  const deepest = [...edits.keys()].filter((index) => edits[index]?.path.length === depth);
  return deepest[random(deepest.length)] ?? 0;
}

interface Group {
  readonly edits: FieldEdit[];
  readonly parts: Set<string>;
  document: Json;
  readonly isValid: boolean;
}

/**
 * Groups edits of different parts of a document. Valid ones are grouped so that the document stays valid, because a
 * document with an error hides the effect of the others.
 */
function groupEdits(kind: string, document: Json, edits: readonly FieldEdit[]): Group[] {
  const groups: Group[] = [];
  for (const edit of edits) {
    const own = isValid(kind, applyEdit(document, edit));
    const part = partOf(edit);
    const isApart = (other: string): boolean =>
      !`${other}/`.startsWith(`${part}/`) && !`${part}/`.startsWith(`${other}/`);
    const group = groups.find((one) => {
      if (one.isValid !== own || one.edits.length >= EDITS_AT_ONCE || ![...one.parts].every(isApart)) return false;
      const joined = applyEdit(one.document, edit);
      if (own && !isValid(kind, joined)) return false;
      one.document = joined;
      return true;
    });
    if (group) group.edits.push(edit);
    else if (own || groups.filter((one) => !one.isValid).length < INVALID_GROUPS)
      groups.push({ edits: [edit], parts: new Set([part]), document: applyEdit(document, edit), isValid: own });
    group?.parts.add(part);
  }
  return groups;
}

/** The fields of an annotation often have one reader, so one of them at a time is edited. */
function partOf({ path }: FieldEdit): string {
  const isInText = path[1] === 'annotations' && path.length > 3;
  return (isInText ? path.slice(0, -1) : path).map(String).join('/');
}

function describe({ field, value }: FieldEdit): string {
  return `${field} ${JSON.stringify(value)}`;
}
