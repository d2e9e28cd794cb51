import { transportPointOf } from '../traffic/filters/transport-range.js';
import { createIntegerTable } from '../std/integer-table.js';
import type { FlowRecord } from './flow-record.js';

/** Maximum number of different flows. Further ones are only counted, so memory is bounded. */
const MAX_FLOWS = 2 ** 21;

/** Counters and times of equal flows. */
export interface FlowCounts {
  /** Records from client to server. */
  readonly requests: number;
  /** Records from server to client. */
  readonly replies: number;
  /** Records that the source marks as allowed, or as dropped. */
  readonly allowed: number;
  readonly dropped: number;
  /** Milliseconds since 1970. NaN if unknown. */
  readonly first: number;
  readonly last: number;
}

/** Folds equal flows into one, and keeps their counts and times. */
export interface FlowTable {
  /** Adds a record, with client and server swapped if `isReply`. */
  readonly add: (record: FlowRecord, isReply: boolean) => void;
  readonly size: () => number;
  /** Number of records that were not kept. */
  readonly omitted: () => number;
  /** Calls `visit` with each flow, in the order of first occurrence. `place` is a place of the line of transports. */
  readonly forEach: (visit: (source: number, destination: number, place: number, counts: FlowCounts) => void) => void;
}

const COLUMNS = 6;
const FIRST_ROWS = 512;

/** Creates an empty table. */
export function createFlowTable(maxFlows = MAX_FLOWS): FlowTable {
  const keys = createIntegerTable();
  let values = new Float64Array(COLUMNS * FIRST_ROWS);
  let omitted = 0;
  const rowOf = (client: number, server: number, place: number): number => {
    const size = keys.size();
    const row = size < maxFlows ? keys.add(client, server, place) : keys.find(client, server, place);
    if (row !== size || row < 0) return row;
    if (COLUMNS * (row + 1) > values.length) {
      const larger = new Float64Array(2 * values.length);
      larger.set(values);
      values = larger;
    }
    values[COLUMNS * row + 4] = values[COLUMNS * row + 5] = NaN;
    return row;
  };
  return {
    size: keys.size,
    omitted: () => omitted,
    add: (record, isReply) => {
      const { source, destination, count, verdict, first, last } = record;
      const place = placeOfRecord(record, isReply ? record.sourcePort : record.destinationPort);
      const row = isReply ? rowOf(destination, source, place) : rowOf(source, destination, place);
      if (row < 0) {
        omitted += count;
        return;
      }
      const at = COLUMNS * row;
      values[at + (isReply ? 1 : 0)] = (values[at + (isReply ? 1 : 0)] ?? 0) + count;
      if (verdict === 'allowed') values[at + 2] = (values[at + 2] ?? 0) + count;
      else if (verdict === 'dropped') values[at + 3] = (values[at + 3] ?? 0) + count;
      // A comparison with NaN is false, so an unknown time replaces nothing and is replaced.
      if (!((values[at + 4] ?? NaN) <= first) && first === first) values[at + 4] = first;
      if (!((values[at + 5] ?? NaN) >= last) && last === last) values[at + 5] = last;
    },
    forEach: (visit) => {
      for (let row = 0; row < keys.size(); row++) {
        const value = (column: number): number => values[COLUMNS * row + column] ?? 0;
        visit(keys.at(row, 0), keys.at(row, 1), keys.at(row, 2), {
          requests: value(0),
          replies: value(1),
          allowed: value(2),
          dropped: value(3),
          first: value(4),
          last: value(5),
        });
      }
    },
  };
}

/** Returns the place of the protocol of a record and a port on the line of transports. */
export function placeOfRecord({ protocol }: Pick<FlowRecord, 'protocol'>, port: number): number {
  if (protocol === 6) return transportPointOf('TCP', port);
  if (protocol === 17) return transportPointOf('UDP', port);
  if (protocol === 132) return transportPointOf('SCTP', port);
  return transportPointOf(protocol === 1 || protocol === 58 ? 'ICMP' : 'other', 0);
}
