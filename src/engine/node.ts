import type { Report } from '../model/diagnostic.js';
import type { MapInput, QueryInput, Query, RelationInput } from './query.js';

/** A result, and what it was made from. */
export interface Trace {
  readonly value: unknown;
  /** What the query has read, in order, each once. */
  readonly reads: readonly QueryNode[];
  /** The values that it has read, in the same order. */
  readonly seen: readonly unknown[];
  readonly reports: readonly Report[];
  /** The last round in which it was the current result. */
  round: number;
}

/** The results of a query for a key, or the value of an input, of an entry of a map, or of a key of a relation. */
export interface QueryNode {
  readonly task: Query<never, unknown> | QueryInput<never> | MapInput<never> | RelationInput<never>;
  readonly key: unknown;
  /** `fresh`: the current result is valid. `stale`: something that it was made from may have changed. */
  state: 'fresh' | 'stale' | 'running';
  current: Trace | undefined;
  /** Results for other inputs, the latest first. */
  others: readonly Trace[];
  /** Nodes whose current result was made from this one: most often one. */
  readers: QueryNode | Set<QueryNode> | undefined;
  /**
   * What the current result has read and what may have another value since, in any order. All else still has the value that
   * was read. Unset: anything may have.
   */
  suspects: QueryNode[] | undefined;
  /** The number of the last run that recorded a read of it. */
  recordedBy: number;
  /** The last round in which it was asked for from outside, or -1. */
  asked: number;
  /** The last walk that has visited it. */
  visited: number;
  /** True if neither the current result nor what it was made from has reports. Valid while the state is `fresh`. */
  isSilent: boolean;
}

/** The key of the node for all entries of a map. */
export const WHOLE = Symbol('whole map');

export function createNode(task: QueryNode['task'], key: unknown): QueryNode {
  return {
    task,
    key,
    state: 'stale',
    current: undefined,
    others: NONE,
    readers: undefined,
    suspects: undefined,
    recordedBy: 0,
    asked: -1,
    visited: 0,
    isSilent: true,
  };
}

const NONE: readonly Trace[] = [];

function addReader(node: QueryNode, reader: QueryNode): void {
  const { readers } = node;
  if (readers === undefined) node.readers = reader;
  else if (readers instanceof Set) readers.add(reader);
  else if (readers !== reader) node.readers = new Set([readers, reader]);
}

/** Removes a node from the readers of another one. */
export function removeReader(node: QueryNode, reader: QueryNode): void {
  if (node.readers instanceof Set) node.readers.delete(reader);
  else if (node.readers === reader) node.readers = undefined;
}

/** Marks all nodes as stale whose results may change with that of a node. Takes time linear in those that were fresh. */
export function markReaders(node: QueryNode): void {
  const changed = [node];
  for (let one = changed.pop(); one; one = changed.pop()) {
    const { readers } = one;
    for (const reader of readers instanceof Set ? readers : readers ? [readers] : []) {
      suspect(reader, one);
      if (reader.state !== 'fresh') continue;
      reader.state = 'stale';
      changed.push(reader);
    }
  }
}

/** To find more suspects among the reads would take as long as to compare all reads. */
const MAX_SUSPECTS = 32;

/** Notes that a node has read another one whose value may change. */
function suspect(node: QueryNode, read: QueryNode): void {
  if (node.state === 'fresh') node.suspects = [read];
  else if (node.suspects && node.suspects.push(read) > MAX_SUSPECTS) node.suspects = undefined;
}

/** Returns the places of the reads of the current result that may have another value since, in order. */
export function suspectPlaces({ suspects, current }: QueryNode): readonly number[] | undefined {
  if (!suspects || !current) return undefined;
  const places = suspects.map((read) => current.reads.indexOf(read)).sort((a, b) => a - b);
  return places[0] === -1 ? undefined : places;
}

/** Makes a trace the current one of a node. The one before it is kept, with the latest of the others up to `kept`. */
export function adopt(node: QueryNode, trace: Trace, kept: number, round: number): void {
  const before = node.current;
  trace.round = round;
  node.state = 'fresh';
  node.suspects = undefined;
  if (before === trace) return;
  for (const read of trace.reads) addReader(read, node);
  node.current = trace;
  if (!before) return;
  before.round = round;
  const still = new Set(trace.reads);
  for (const read of before.reads) if (!still.has(read)) removeReader(read, node);
  if (kept > 1) node.others = [before, ...node.others.filter((one) => one !== trace)].slice(0, kept - 1);
}

/** Returns the nodes with reports among nodes and what their results were made from, see `listReads`. */
export function listReporting(roots: Iterable<QueryNode>, visit: number): QueryNode[] {
  return listReads(roots, visit, ({ isSilent }) => isSilent);
}

/**
 * Returns all nodes that results were made from, and their own nodes, each once: those read first come first. Omits the
 * nodes that `isOmitted` returns true for, with what only they were made from.
 */
export function listReads(
  roots: Iterable<QueryNode>,
  visit: number,
  isOmitted: (node: QueryNode) => boolean = () => false,
): QueryNode[] {
  const found: QueryNode[] = [];
  const open = [...roots].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.visited === visit || isOmitted(node)) continue;
    node.visited = visit;
    found.push(node);
    const reads = node.current?.reads ?? [];
    for (let index = reads.length - 1; index >= 0; index--) {
      const read = reads[index];
      if (read && read.visited !== visit && !isOmitted(read)) open.push(read);
    }
  }
  return found;
}
