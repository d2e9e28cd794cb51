import { nameOf, pathOfName } from '../../model/kubernetes-object.js';
import type { Inventory, InventoryFile } from './pull.js';

/** Formats the changes of a snapshot, a line for each kind: `pod.yaml: 3 added, 1 removed, 2 changed`. */
export function describeRenewal(before: Inventory, after: Inventory): string[] {
  const filesOf = ({ files }: Inventory): ReadonlyMap<string, InventoryFile> =>
    new Map(files.map((file) => [file.path, file]));
  const [old, now] = [filesOf(before), filesOf(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path) => {
    const counts = compareObjects(old.get(path), now.get(path));
    const told = counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`);
    return told.length === 0 ? [] : [`${path}: ${told.join(', ')}`];
  });
}

function compareObjects(before?: InventoryFile, after?: InventoryFile): readonly (readonly [string, number])[] {
  const textsOf = (file?: InventoryFile): ReadonlyMap<string, string> =>
    new Map((file?.objects ?? []).map((object) => [pathOfName(nameOf(object)), JSON.stringify(object)]));
  const [old, now] = [textsOf(before), textsOf(after)];
  const [oldNames, newNames] = [[...old.keys()], [...now.keys()]];
  return [
    ['added', newNames.filter((name) => !old.has(name)).length],
    ['removed', oldNames.filter((name) => !now.has(name)).length],
    ['changed', newNames.filter((name) => old.has(name) && old.get(name) !== now.get(name)).length],
  ];
}
