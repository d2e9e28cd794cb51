import type { Operation } from './operation.js';
import type { DatabaseSchema } from './schema.js';

/** Something that operations need and a server's schema lacks. */
export interface SchemaGap {
  readonly table: string;
  /** Absent when the table itself is missing. */
  readonly column?: string;
  /** Present when the column is there but its enumeration lacks this value. */
  readonly value?: string;
  /** Index of the first operation that needs it. */
  readonly operation: number;
  /** All of it as a sentence, with the schema's version. */
  readonly problem: string;
}

/**
 * Holds operations against a server's schema: which tables, columns and enumeration values do they need that it lacks?
 * Each gap is told once. Empty: the server knows everything that the operations name.
 */
export declare function findSchemaGaps(schema: DatabaseSchema, operations: readonly Operation[]): readonly SchemaGap[];
