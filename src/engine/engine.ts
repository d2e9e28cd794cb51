import type { Report, Reporter } from '../model/diagnostic.js';
import {
  type QueryNode,
  type Trace,
  WHOLE,
  adopt,
  createNode,
  markReaders,
  listReads,
  suspectPlaces,
  listReporting,
} from './node.js';
import { changedKeys } from './changed-keys.js';
import { checkNodes } from './check-nodes.js';
import { forget, listAsked } from './forget.js';
import { type RelationIndex, createRelationIndex } from './relation.js';
import { sameItems } from '../std/same-items.js';
import type { Db, MapInput, QueryInput, Query, RelationInput } from './query.js';

/** Sets inputs and asks queries. Work is done again only if something that it has read has changed. */
export interface Engine {
  /** See `EngineOptions`. */
  readonly isForOneRound: boolean;
  /** Sets an input. An equal value changes nothing. Must not be called by a query. */
  readonly set: <Value>(input: QueryInput<Value>, value: Value) => void;
  /** Sets a map. Entries with equal values do not change. Takes time linear in the entries. */
  readonly setMap: <Value>(input: MapInput<Value>, map: ReadonlyMap<string, Value>) => void;
  /** Sets the groups of items of a relation. Takes time linear in the groups, and in the items of those that changed. */
  readonly setRelation: <Item>(relation: RelationInput<Item>, groups: ReadonlyMap<string, readonly Item[]>) => void;
  /** Returns the result of a query for a key. Reports all findings of it, and of what it was made from. */
  readonly ask: <Key, Value>(query: Query<Key, Value>, key: Key, report: Reporter) => Value;
  /** Call after each set of questions. Forgets what the last rounds have not asked for. */
  readonly endRound: () => void;
}

export interface EngineOptions {
  /** Rounds after which an unused result is forgotten. */
  readonly keptRounds?: number;
  /** Results that are kept for a query and a key: more than one if inputs alternate. */
  readonly results?: number;
  /** If true, inputs are set once, and each question is asked once. */
  readonly isForOneRound?: boolean;
  /** If true, each question runs all queries again that it depends on, and throws if one has another result. */
  readonly isChecked?: boolean;
}

/** After so many rounds without a use for it a result is forgotten: rounds that end with errors use few of them. */
const KEPT_ROUNDS = 8;

/** Results are few enough to be looked through each time. */
const FEW = 1000;
/** Unused ones among more are looked for if one of so many is new, or after so many times the rounds that they are kept. */
const MOST_NEW = 16;
const LONGEST_WALK = 16;

const NO_REPORTS: readonly Report[] = [];
const NO_READS: readonly QueryNode[] = [];

/** The run of a query: what it has read and reported so far. */
interface Frame {
  /** Distinguishes runs. Nodes refer to a run by it, so that they do not keep what it has read. */
  readonly number: number;
  // Unset until something is read or reported: most runs only read their key.
  reads: QueryNode[] | undefined;
  seen: unknown[] | undefined;
  reports: Report[] | undefined;
}

/**
 * Creates an engine without inputs.
 *
 * A set input marks the results that were made from it, directly or not, as stale. A question verifies a stale result:
 * if all that it has read has the same values, it is valid, otherwise its query runs again. An equal result takes the
 * place of the new one, so that its readers are valid in turn.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const { keptRounds = KEPT_ROUNDS, results = 1, isForOneRound = false, isChecked = false } = options;
  const nodes = new Map<QueryNode['task'], Map<unknown, QueryNode>>();
  const relations = new Map<object, unknown>();
  let frame: Frame | undefined;
  let isComparing = false;
  let [round, visit, runs] = [0, 0, 0];
  /** Nodes that exist, those created since the last walk over all nodes, and the round of that walk. */
  let [existing, created, walked] = [0, 0, 0];

  const nodeOf = (task: QueryNode['task'], key: unknown): QueryNode => {
    let byKey = nodes.get(task);
    if (!byKey) nodes.set(task, (byKey = new Map<unknown, QueryNode>()));
    let node = byKey.get(key);
    if (node) return node;
    byKey.set(key, (node = createNode(task, key)));
    existing++;
    created++;
    return node;
  };
  const record = (node: QueryNode, value: unknown): void => {
    // An engine for one round verifies nothing, so only findings are of interest.
    if (!frame || node.recordedBy === frame.number || (isForOneRound && node.isSilent)) return;
    node.recordedBy = frame.number;
    (frame.reads ??= []).push(node);
    (frame.seen ??= []).push(value);
  };
  const runQuery = (query: Query<unknown, unknown>, key: unknown, before?: unknown): Trace => {
    const outer = frame;
    const own: Frame = { number: ++runs, reads: undefined, seen: undefined, reports: undefined };
    frame = own;
    try {
      const value = query.run(db, key, before);
      const { reads, seen, reports = NO_REPORTS } = own;
      // Copies have no room for more items: there are many traces.
      return { value, reads: reads?.slice() ?? NO_READS, seen: seen?.slice() ?? NO_READS, reports, round };
    } finally {
      frame = outer;
    }
  };
  const checkSet = (what: string, isChange: boolean): void => {
    if (frame) throw new Error(`a query must not set ${what}`);
    // Its results do not know what they were made from.
    if (isForOneRound && isChange) throw new Error(`an engine for one round must not change ${what}`);
  };
  const setNode = (node: QueryNode, value: unknown): void => {
    adopt(node, { value, reads: NO_READS, seen: NO_READS, reports: NO_REPORTS, round }, 1, round);
    markReaders(node);
  };
  // The whole of a map is set with the map.
  const wholeOf = <Value>(input: MapInput<Value>): ReadonlyMap<string, Value> =>
    refresh(nodeOf(input, WHOLE)).value as ReadonlyMap<string, Value>;
  // A relation has items of its own.
  const findIndex = <Item>(relation: RelationInput<Item>): RelationIndex<Item> | undefined =>
    relations.get(relation) as RelationIndex<Item> | undefined;
  const indexOf = <Item>(relation: RelationInput<Item>): RelationIndex<Item> => {
    const index = findIndex(relation);
    if (!index) throw new Error(`the relation ${relation.name} has not been set`);
    return index;
  };
  const isValid = ({ reads, seen }: Trace): boolean =>
    reads.every((read, index) => Object.is(refresh(read).value, seen[index]));
  /** The same, in time linear in the reads that may have changed if these are known. */
  const isStillValid = ({ reads, seen }: Trace, places: readonly number[]): boolean =>
    places.every((place) => {
      const read = reads[place];
      return read !== undefined && Object.is(refresh(read).value, seen[place]);
    });
  // A value that still reads would be compared as it is now, not as it was.
  const reuse: typeof reuseValue = (...parts) => {
    isComparing = true;
    try {
      return reuseValue(...parts);
    } finally {
      isComparing = false;
    }
  };
  const refresh = (node: QueryNode): Trace => {
    if (isComparing) throw new Error(`a comparison must not read ${node.task.name}`);
    const { current, others, task } = node;
    if (current && node.state === 'fresh') return current;
    if (!('run' in task)) throw new Error(`the input ${task.name} has not been set`);
    if (node.state === 'running') throw new Error(`the query ${task.name} depends on itself`);
    node.state = 'running';
    try {
      const places = suspectPlaces(node);
      const isStill = current && (places ? isStillValid(current, places) : isValid(current));
      const known = current ? [current, ...others] : others;
      const valid = isStill ? current : others.find(isValid);
      // A query is only called with keys of its own.
      const trace = valid ?? reuse(runQuery(task as Query<unknown, unknown>, node.key, current?.value), known, task);
      adopt(node, trace, results, round);
      const news = isStill && node.isSilent && places ? places.map((place) => trace.reads[place]) : trace.reads;
      node.isSilent = trace.reports.length === 0 && news.every((read) => read?.isSilent);
      return trace;
    } catch (thrown) {
      // The next question runs it again.
      node.state = 'stale';
      throw thrown;
    }
  };
  const readNode = (node: QueryNode): unknown => {
    // What a result still reads later would be the inputs of then, and no dependency. Inputs of one round stay as they are.
    if (!frame && !isForOneRound && !isComparing)
      throw new Error(`${node.task.name} must not be read outside of a query`);
    const { value } = refresh(node);
    record(node, value);
    return value;
  };
  const askOnce = <Key, Value>(query: Query<Key, Value>, key: Key, report: Reporter): Value => {
    // A query is only called with keys of its own.
    const { value, reads, reports } = runQuery(query as Query<unknown, unknown>, key);
    for (const found of reports) report(found);
    for (const one of listReporting(reads, ++visit)) for (const found of one.current?.reports ?? []) report(found);
    return value as Value;
  };
  // A node has only results of its query, or values of its input.
  const db: Db = {
    isForOneRound,
    get: <Key, Value>(query: Query<Key, Value>, key: Key) =>
      isForOneRound && query.hasOneReader ? query.run(db, key, undefined) : (readNode(nodeOf(query, key)) as Value),
    read: <Value>(input: QueryInput<Value>) => readNode(nodeOf(input, undefined)) as Value,
    entry: <Value>(input: MapInput<Value>, key: string) => {
      if (isForOneRound) return wholeOf(input).get(key);
      const node = nodeOf(input, key);
      if (!node.current) setNode(node, wholeOf(input).get(key));
      return readNode(node) as Value | undefined;
    },
    members: <Item>(relation: RelationInput<Item>, key: string) => {
      const index = indexOf(relation);
      if (isForOneRound) return index.membersOf(key);
      const node = nodeOf(relation, key);
      if (!node.current) setNode(node, index.membersOf(key));
      return readNode(node) as readonly Item[];
    },
    map: <Value>(input: MapInput<Value>) => readNode(nodeOf(input, WHOLE)) as ReadonlyMap<string, Value>,
    report: (one) => {
      if (frame) (frame.reports ??= []).push(one);
    },
  };
  return {
    isForOneRound,
    set: (input, value) => {
      const node = nodeOf(input, undefined);
      const isEqual = node.current !== undefined && isSame(input, node.current.value, value);
      checkSet(`the input ${input.name}`, node.current !== undefined && !isEqual);
      if (!isEqual) setNode(node, value);
    },
    setRelation: (relation, groups) => {
      checkSet(`the relation ${relation.name}`, false);
      const index = findIndex(relation);
      if (!index) {
        relations.set(relation, createRelationIndex(relation, groups));
        return;
      }
      index.update(groups, (key) => {
        const node = nodes.get(relation)?.get(key);
        if (!node) return;
        const members = index.membersOf(key);
        if (!sameItems(node.current?.value as readonly unknown[], members)) setNode(node, members);
      });
    },
    setMap: (input, map) => {
      const whole = nodeOf(input, WHOLE);
      const before = whole.current?.value;
      checkSet(`the input ${input.name}`, whole.current !== undefined && before !== map);
      if (before === map) return;
      const entries = nodes.get(input);
      // The node of the whole has only maps of its input.
      for (const key of before ? changedKeys(before as typeof map, map) : []) {
        const node = entries?.get(key);
        const value = map.get(key);
        if (node?.current && !isSame(input, node.current.value, value)) setNode(node, value);
      }
      setNode(whole, map);
    },
    ask: <Key, Value>(query: Query<Key, Value>, key: Key, report: Reporter) => {
      if (isForOneRound && query.hasOneReader) return askOnce(query, key, report);
      const node = nodeOf(query, key);
      const value = refresh(node).value as Value;
      node.asked = round;
      for (const one of listReporting([node], ++visit)) for (const found of one.current?.reports ?? []) report(found);
      if (isChecked) checkNodes(listReads([node], ++visit), runQuery);
      return value;
    },
    endRound: () => {
      round++;
      if (round % keptRounds !== 0) return;
      // If little is new, little is out of use.
      if (existing > FEW && created * MOST_NEW < existing && round - walked < LONGEST_WALK * keptRounds) return;
      const oldest = round - keptRounds;
      listReads(listAsked(nodes, oldest), ++visit);
      // Earlier results may have been made from entries of maps: these would not be set again.
      existing -= forget(nodes, oldest, ({ visited, task }) => visited === visit || (results > 1 && !('run' in task)));
      [created, walked] = [0, round];
    },
  };
}

/** Returns true if a value is equal to the one before it, for all readers. */
function isSame(task: QueryNode['task'], before: unknown, after: unknown): boolean {
  // A task is only called with values of its own.
  return Object.is(before, after) || (task as QueryInput<unknown>).same?.(before, after) === true;
}

/** Returns a trace with the known value that is equal to its value, if there is one. */
function reuseValue(trace: Trace, known: readonly Trace[], task: QueryNode['task']): Trace {
  const equal = known.find(({ value }) => isSame(task, value, trace.value));
  return equal ? { ...trace, value: equal.value } : trace;
}
