import { nameOf, pathOfName, textOf } from '../../model/kubernetes-object.js';
import type { SourceFile } from '../../model/manifest.js';
import type { JsonObject } from '../../std/json.js';
import { memoizeWeak } from '../../std/memoize.js';
import { renderObject } from '../commands/inventory.js';
import { type Inventory, fileOf } from '../inventory/pull.js';

/**
 * Returns the objects of an inventory as files with one object each, in the order of the inventory. An object that is
 * the same has the same file, so what was made of it is known.
 */
export function listObjectFiles({ files }: Inventory): SourceFile[] {
  return files.flatMap(({ objects }) => objects.map(toFile));
}

const toFile = memoizeWeak((object: JsonObject): SourceFile => ({
  path: `${fileOf(textOf(object.kind))}/${pathOfName(nameOf(object))}`,
  text: renderObject(object),
  role: 'inventory',
}));
