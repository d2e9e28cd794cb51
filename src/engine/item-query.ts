import type { Report, Reporter } from '../model/diagnostic.js';
import type { Db } from './query.js';

/** Returns the result for an item, and reports its findings to the running query. */
export type ItemQuery<Item extends object, Value> = (db: Db, item: Item) => Value;

interface MadeItem<Value> {
  readonly value: Value;
  readonly reports: readonly Report[];
}

/**
 * Creates a function for the many items of a list, whose results depend on their item alone. It keeps each result as long as
 * its item, so that a chunk of the list with one other item has the same results for the rest. A query for each item would
 * cost more than many results.
 */
export function createItemQuery<Item extends object, Value>(
  make: (item: Item, report: Reporter) => Value,
): ItemQuery<Item, Value> {
  const known = new WeakMap<Item, MadeItem<Value>>();
  const remember = (item: Item): MadeItem<Value> => {
    const reports: Report[] = [];
    const value = make(item, (one) => reports.push(one));
    const made = { value, reports: reports.length > 0 ? reports : NO_REPORTS };
    known.set(item, made);
    return made;
  };
  return (db, item) => {
    if (db.isForOneRound) return make(item, db.report);
    const { value, reports } = known.get(item) ?? remember(item);
    for (const one of reports) db.report(one);
    return value;
  };
}

const NO_REPORTS: readonly Report[] = [];
