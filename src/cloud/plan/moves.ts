import { type Address, type Family, FAMILIES } from '../../net/address.js';
import type { Slots } from './slots.js';

/** Address that moves from one node to another. */
export interface CloudMove {
  /** Id of the operation. */
  readonly id: string;
  /** Index of the address among all. It decides if the free slots do not. */
  readonly order: number;
  readonly address: Address;
  readonly family: Family;
  readonly fromNode: string;
  readonly toNode: string;
}

/** Moves in an order in which each finds a slot, and those that had to be split. */
export interface OrderedMoves<T extends CloudMove> {
  readonly moves: readonly { readonly move: T; readonly dependsOn: readonly string[] }[];
  /** Moves that become a release before, and an assignment after, all others. */
  readonly broken: readonly T[];
}

/**
 * Orders moves between nodes of which some are full. Full nodes that wait for each other are a cycle. Its first move is
 * split by `release`, which returns the id of the release. A move is re-examined only when a slot on its target becomes
 * free. Therefore the work grows with the number of moves and cycles.
 */
export function orderMoves<T extends CloudMove>(
  moves: readonly T[],
  slots: Slots,
  release: (move: T) => string,
): OrderedMoves<T> {
  const sorted = [...moves].sort((a, b) => a.order - b.order);
  const ordered: { readonly move: T; readonly dependsOn: readonly string[] }[] = [];
  const broken: T[] = [];
  const waiting = createWaiting(sorted);
  const carryOut = (move: T): void => {
    ordered.push({ move, dependsOn: slots.take(move.toNode, move.family) });
    slots.leave(move.fromNode, move.family, move.id);
    waiting.remove(move);
  };
  const settle = (start: string): void => {
    const freed = [start];
    for (let node = freed.pop(); node !== undefined; node = freed.pop()) {
      for (const family of FAMILIES) {
        for (let move = waiting.nextTo(node, family); move && slots.hasPlace(node, family);) {
          carryOut(move);
          freed.push(move.fromNode);
          move = waiting.nextTo(node, family);
        }
      }
    }
  };
  for (const move of sorted) if (slots.hasPlace(move.toNode, move.family)) carryOut(move);
  for (const { toNode } of sorted) settle(toNode);
  for (let first = waiting.first(); first; first = waiting.first()) {
    const move = findInCycle(first, waiting);
    broken.push(move);
    slots.leave(move.fromNode, move.family, release(move));
    waiting.remove(move);
    settle(move.fromNode);
  }
  return { moves: ordered, broken };
}

interface Waiting<T> {
  readonly first: () => T | undefined;
  readonly nextTo: (node: string, family: Family) => T | undefined;
  readonly nextFrom: (node: string) => T | undefined;
  readonly remove: (move: T) => void;
}

/** Creates queues of the pending moves, by target and by source. Each list is read only from its start. */
function createWaiting<T extends CloudMove>(moves: readonly T[]): Waiting<T> {
  const done = new Set<T>();
  const lists = new Map<string, T[]>();
  const heads = new Map<string, number>();
  const add = (key: string, move: T): void => {
    const list = lists.get(key);
    if (list) list.push(move);
    else lists.set(key, [move]);
  };
  for (const move of moves) {
    add('all', move);
    add(`to ${move.family} ${move.toNode}`, move);
    add(`from ${move.fromNode}`, move);
  }
  const head = (key: string): T | undefined => {
    const list = lists.get(key) ?? [];
    let at = heads.get(key) ?? 0;
    for (let move = list[at]; move && done.has(move); move = list[at]) at++;
    heads.set(key, at);
    return list[at];
  };
  return {
    first: () => head('all'),
    nextTo: (node, family) => head(`to ${family} ${node}`),
    nextFrom: (node) => head(`from ${node}`),
    remove: (move) => void done.add(move),
  };
}

/** Returns the first move of a cycle. Follows the moves away from each target until a node repeats. */
function findInCycle<T extends CloudMove>(start: T, waiting: Waiting<T>): T {
  const path: T[] = [];
  const seen = new Map<string, number>();
  let move: T | undefined = start;
  while (move && !seen.has(move.fromNode)) {
    seen.set(move.fromNode, path.length);
    path.push(move);
    move = waiting.nextFrom(move.toNode);
  }
  const cycle = move ? path.slice(seen.get(move.fromNode)) : path;
  return cycle.reduce((first, one) => (one.order < first.order ? one : first), cycle[0] ?? start);
}
