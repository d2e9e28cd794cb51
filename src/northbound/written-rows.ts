import type { Row } from '../model/northbound.js';
import type { Piece } from '../std/byte-writer.js';
import type { LastNames, RowNames, TableNames } from './row-names.js';

/** Where the bytes of a row are in the two files of an earlier zone, and what they depend on. */
export interface WrittenRow {
  /** Its place in its table. */
  readonly index: number;
  readonly pretty: Piece;
  readonly compact: Piece;
  /** The names of the tables that it refers to. */
  readonly names: readonly TableNames[];
}

/**
 * What earlier zones wrote. Most rows of a cluster with a zone per node are in every zone: their bytes are made once, and
 * the files of all zones together take little more memory than those of one.
 */
export interface WrittenRows {
  readonly names: LastNames;
  readonly add: (row: Row, written: WrittenRow) => void;
  /** The bytes of a row that are right at a place of a zone with these names. */
  readonly find: (row: Row, index: number, names: RowNames) => WrittenRow | undefined;
}

/** Starts with nothing written. */
export function createWrittenRows(): WrittenRows {
  const rows = new WeakMap<Row, WrittenRow>();
  return {
    names: new Map(),
    add: (row, written) => void rows.set(row, written),
    find: (row, index, names) => {
      const known = rows.get(row);
      const holds = known?.index === index && known.names.every((one) => names.in(one.table) === one);
      return holds ? known : undefined;
    },
  };
}
