import type { OvsdbOperation } from './operation.js';
import type { DatabaseSchema } from './schema.js';
import { createGapFinder, type SchemaGap } from './schema-gaps.js';

/** Why a server cannot take operations, as a sentence; `gaps` holds what its schema lacks for them, if that is why. */
export interface Defect {
  readonly problem: string;
  readonly gaps: readonly SchemaGap[];
}

/** Operations as the text of the parameters of `transact` (RFC 7047 §4.1.3), made piece by piece. */
export interface TransactionText {
  /** Ends early at a defect. The first piece of few operations is all there is. */
  readonly pieces: Iterator<string, undefined> & Iterable<string>;
  /** What the operations so far are. */
  readonly ops: readonly OvsdbOperation['op'][];
  readonly defect: () => Defect | undefined;
}

/** Some tens of kilobytes: as much as a socket takes at once. */
const OPERATIONS_A_PIECE = 64;

/**
 * Writes operations as JSON and holds them against the server's schema on the way; those of an array, all of them before
 * the first piece.
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

/** The JSON text; undefined when it would be longer than a string can be. */
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
 * Returns true if a JSON text has one of the characters for which ovsdb-server drops the connection: it would look like
 * a failure that a second try may help against. JSON.stringify writes them as escapes, an even number of backslashes
 * before them.
 */
function hasForbiddenCharacter(json: string): boolean {
  if (!json.includes('\\u0000') && !json.includes('\\ud')) return false;
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json);
}
