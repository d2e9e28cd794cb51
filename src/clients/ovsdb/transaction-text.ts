import type { OvsdbOperation } from './operation.js';
import type { DatabaseSchema } from './schema.js';
import { createGapFinder, type SchemaGap } from './schema-gaps.js';

/**
 * The reason, as a sentence, why a server cannot accept operations. `gaps`: what its schema lacks for them, if that is
 * the reason.
 */
export interface Defect {
  readonly problem: string;
  readonly gaps: readonly SchemaGap[];
}

/** Operations as the text of the parameters of `transact` (RFC 7047 §4.1.3), produced in pieces. */
export interface TransactionText {
  /** Ends early at a defect. A few operations fit into the first piece. */
  readonly pieces: Iterator<string, undefined> & Iterable<string>;
  /** Types of the operations so far. */
  readonly ops: readonly OvsdbOperation['op'][];
  readonly defect: () => Defect | undefined;
}

/** Operations per piece. Some tens of kilobytes, which a socket accepts at once. */
const OPERATIONS_A_PIECE = 64;

/**
 * Formats operations as JSON, and checks them against the server's schema. An array is checked as a whole before the
 * first piece. Any other iterable is checked on the way.
 */
export function writeOperations(
  database: string,
  operations: Iterable<OvsdbOperation>,
  schema: DatabaseSchema,
): TransactionText {
  const ops: OvsdbOperation['op'][] = [];
  const finder = createGapFinder(schema);
  const isLooked = Array.isArray(operations);
  let defect: Defect | undefined;
  function* write(): Generator<string, undefined> {
    let text = `[${JSON.stringify(database)}`;
    let batch: OvsdbOperation[] = [];
    const flush = (): boolean => {
      const gaps = finder.gaps();
      const json = gaps.length > 0 || batch.length === 0 ? '' : textOf(batch);
      const problem = gaps.length > 0 ? gaps.map((gap) => gap.problem).join('; ') : problemOf(json);
      if (problem !== undefined) defect = { problem, gaps };
      if (json) text += `,${json.slice(1, -1)}`;
      batch = [];
      return defect === undefined;
    };
    if (isLooked) operations.forEach(finder.look);
    for (const operation of operations) {
      ops.push(operation.op);
      if (!isLooked) finder.look(operation);
      if (batch.push(operation) < OPERATIONS_A_PIECE) continue;
      if (!flush()) return;
      yield text;
      text = '';
    }
    if (flush()) yield `${text}]`;
  }
  return { pieces: write(), ops, defect: () => defect };
}

/** Returns the JSON text, or undefined if it would exceed the maximum length of a string. */
function textOf(json: readonly unknown[]): string | undefined {
  try {
    return JSON.stringify(json);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function problemOf(json: string | undefined): string | undefined {
  if (json === undefined) return 'it is too large for one text: split it';
  return hasForbiddenCharacter(json) ? 'a text has a NUL or half a surrogate pair, which OVSDB cannot hold' : undefined;
}

/**
 * Returns true if a JSON text contains a character for which ovsdb-server drops the connection. That would look like a
 * transient failure. JSON.stringify writes such a character as an escape, after an even number of backslashes.
 */
function hasForbiddenCharacter(json: string): boolean {
  if (!json.includes('\\u0000') && !json.includes('\\ud')) return false;
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json);
}
