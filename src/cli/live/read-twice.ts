import { type Failure, fail } from '../../model/change.js';
import { plural } from '../../std/plural.js';
import type { Inventory } from '../inventory/pull.js';
import { type ObjectNames, collectNames, findFalls, findInventoryProblem, kindOf } from './inventory-problem.js';

/** An inventory, and the names of its objects. */
export interface BelievedInventory {
  readonly result: 'ok';
  readonly inventory: Inventory;
  readonly names: ObjectNames;
}

/** Reads an inventory as a whole with `read`. Fails if it is implausible. See `readConfirmed`. */
export function readBelievedInventory(
  read: () => Promise<Inventory | Failure>,
  before: ObjectNames | undefined,
): Promise<BelievedInventory | Failure> {
  return readConfirmed(() => readPlausible(read, before), before);
}

/**
 * Reads with `read`. If a kind has lost all of its objects, or more than a tenth, since `before`, it reads again. Fails
 * if an object that the first read lacks is back, because one of the lists was incomplete.
 */
export async function readConfirmed<Read extends { readonly result: 'ok'; readonly names: ObjectNames }>(
  read: () => Promise<Read | Failure>,
  before: ObjectNames | undefined,
): Promise<Read | Failure> {
  const first = await read();
  if (first.result === 'failed' || !before) return first;
  const fallen = findFalls(first.names, before);
  if (fallen.length === 0) return first;
  const second = await read();
  if (second.result === 'failed') return second;
  const contradiction = findContradiction(first.names, second.names, before);
  return contradiction === undefined ? second : fail(contradiction, true);
}

async function readPlausible(
  read: () => Promise<Inventory | Failure>,
  before: ObjectNames | undefined,
): Promise<BelievedInventory | Failure> {
  const inventory = await read();
  if (inventory.result === 'failed') return inventory;
  const names = collectNames(inventory);
  const problem = findInventoryProblem(names, before);
  return problem === undefined ? { result: 'ok', inventory, names } : fail(problem, true);
}

/** Returns a sentence about a kind for which two reads differ by more than objects that come and go. */
function findContradiction(first: ObjectNames, second: ObjectNames, before: ObjectNames): string | undefined {
  for (const [path, known] of before) {
    const [once, again] = [first.get(path), second.get(path)];
    const back = [...known.keys()].filter((name) => !once?.has(name) && again?.has(name)).length;
    if (back > 0) return `the list of ${kindOf(path)} lacked ${plural(back, 'object')} that a second read has`;
  }
  const [lost] = findFalls(second, first);
  return lost === undefined
    ? undefined
    : `the list of ${kindOf(lost)} has ${second.get(lost)?.size ?? 0} objects in a second read, ${first.get(lost)?.size ?? 0} in the first`;
}
