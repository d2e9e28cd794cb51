import { nameOf, pathOfName, textOf } from '../../model/kubernetes-object.js';
import type { SourceFile } from '../../model/manifest.js';
import { concatenate } from '../../std/concatenate.js';
import { findChange } from '../../std/find-change.js';
import type { JsonObject } from '../../std/json.js';
import { renderObject } from '../inventory/render-object.js';
import { type Inventory, type InventoryFile, fileOf } from '../inventory/pull.js';

/** The objects of a kind, and the file of each. */
interface KnownFiles {
  readonly objects: readonly JsonObject[];
  readonly files: readonly SourceFile[];
}

/**
 * Creates a function that returns the objects of an inventory as files with one object each, in the order of the inventory.
 * An object that is in the last inventory, too, has the same file, so what was made of it is known. If all objects are, the
 * list is the same.
 */
export function createObjectFiles(): (inventory: Inventory) => readonly SourceFile[] {
  let known: ReadonlyMap<string, KnownFiles> = new Map();
  let all: readonly SourceFile[] = [];
  return ({ files }) => {
    const kinds = files.map((file) => [file.path, listFiles(file, known.get(file.path))] as const);
    const isSame = kinds.length === known.size && kinds.every(([path, one]) => known.get(path) === one);
    if (isSame) return all;
    known = new Map(kinds);
    return (all = concatenate(kinds.map(([, one]) => one.files)));
  };
}

/** Returns the files of sorted objects. Compares names only between the first and the last object that has changed. */
function listFiles({ objects }: InventoryFile, last: KnownFiles | undefined): KnownFiles {
  if (last?.objects === objects) return last;
  if (!last) return { objects, files: objects.map((object) => new ObjectFile(object)) };
  const { start, end, endBefore } = findChange(last.objects, objects);
  const between: KnownFiles = {
    objects: last.objects.slice(start, endBefore),
    files: last.files.slice(start, endBefore),
  };
  const changed = listChanged(objects.slice(start, end), between);
  return { objects, files: concatenate([last.files.slice(0, start), changed, last.files.slice(endBefore)]) };
}

/** Returns the files of sorted objects. Walks through the last ones in step. */
function listChanged(objects: readonly JsonObject[], last: KnownFiles): readonly SourceFile[] {
  const { objects: before } = last;
  let at = 0;
  return objects.map((object) => {
    if (before[at] !== object) {
      const name = keyOf(object);
      for (let one = before[at]; one && one !== object && keyOf(one) < name; one = before[at]) at++;
    }
    const known = before[at] === object ? last.files[at++] : undefined;
    return known ?? new ObjectFile(object);
  });
}

const keyOf = (object: JsonObject): string => pathOfName(nameOf(object));

/** A file of one object, which has a text only for findings. A class, because there are many with an accessor. */
class ObjectFile implements SourceFile {
  readonly path: string;
  readonly role = 'inventory';
  readonly object: JsonObject;

  constructor(object: JsonObject) {
    this.path = `${fileOf(textOf(object.kind))}/${keyOf(object)}`;
    this.object = object;
  }

  get text(): string {
    return renderObject(this.object);
  }
}
