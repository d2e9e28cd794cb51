import type { OvsdbRow, OvsdbValue } from './notation.js';

/** RFC 7047 §5.1 <function>. */
export type ConditionFunction = '<' | '<=' | '==' | '!=' | '>=' | '>' | 'includes' | 'excludes';

/** RFC 7047 §5.1 <condition>: column, function, value. All of a list must hold; an empty list takes every row. */
export type Condition = readonly [column: string, comparison: ConditionFunction, value: OvsdbValue];

/** RFC 7047 §5.1 <mutation>: column, mutator, value. */
export type Mutation = readonly [
  column: string,
  mutator: '+=' | '-=' | '*=' | '/=' | '%=' | 'insert' | 'delete',
  value: OvsdbValue,
];

/** RFC 7047 §5.2: one operation of a transaction. */
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
      /** Milliseconds; 0 compares once: with it a `wait` is a compare-and-swap. Absent: as long as it takes. */
      readonly timeout?: number;
    }
  | { readonly op: 'commit'; readonly durable: boolean }
  | { readonly op: 'abort' }
  | { readonly op: 'comment'; readonly comment: string }
  /** Fails with `not owner` unless this connection owns the lock. */
  | { readonly op: 'assert'; readonly lock: string };
