import type { OvsdbRow, OvsdbValue } from './notation.js';

/** A <function> (RFC 7047 §5.1). */
export type ConditionFunction = '<' | '<=' | '==' | '!=' | '>=' | '>' | 'includes' | 'excludes';

/**
 * A <condition> (RFC 7047 §5.1): column, function, value. All conditions of a list must be true. An empty list matches
 * every row.
 */
export type Condition = readonly [column: string, comparison: ConditionFunction, value: OvsdbValue];

/** A <mutation> (RFC 7047 §5.1): column, mutator, value. */
export type Mutation = readonly [
  column: string,
  mutator: '+=' | '-=' | '*=' | '/=' | '%=' | 'insert' | 'delete',
  value: OvsdbValue,
];

/** An operation of a transaction (RFC 7047 §5.2). */
export type OvsdbOperation =
  | { readonly op: 'insert'; readonly table: string; readonly row: OvsdbRow; readonly 'uuid-name'?: string }
  | {
      readonly op: 'select';
      readonly table: string;
      readonly where: readonly Condition[];
      readonly columns?: readonly string[];
    }
  | { readonly op: 'update'; readonly table: string; readonly where: readonly Condition[]; readonly row: OvsdbRow }
  | {
      readonly op: 'mutate';
      readonly table: string;
      readonly where: readonly Condition[];
      readonly mutations: readonly Mutation[];
    }
  | { readonly op: 'delete'; readonly table: string; readonly where: readonly Condition[] }
  | {
      readonly op: 'wait';
      readonly table: string;
      readonly where: readonly Condition[];
      readonly columns: readonly string[];
      readonly until: '==' | '!=';
      readonly rows: readonly OvsdbRow[];
      /**
       * Timeout in milliseconds. 0 compares once, so that the `wait` is a compare-and-swap. If unset, it waits without
       * a limit.
       */
      readonly timeout?: number;
    }
  | { readonly op: 'commit'; readonly durable: boolean }
  | { readonly op: 'abort' }
  | { readonly op: 'comment'; readonly comment: string }
  /** Fails with `not owner` unless this connection owns the lock. */
  | { readonly op: 'assert'; readonly lock: string };
