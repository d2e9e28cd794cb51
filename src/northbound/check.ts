import { createEngine } from '../engine/engine.js';
import type { Query, QueryInput } from '../engine/query.js';
import type { NorthboundRows, ZoneRows } from '../model/northbound.js';
import { type OwnChecks, createOwnChecks } from './check-own.js';
import { createSharedChecks } from './check-shared.js';
import type { RowProblem } from './row-problem.js';
import type { SoundnessOptions } from './row-rules.js';
import { type SharedRowSource, createSharedRowSource } from './shared-rows.js';
import type { TableSourceOptions } from './table-source.js';

export type { RowProblem } from './row-problem.js';
export type { SoundnessOptions } from './row-rules.js';

/**
 * Checks of the rows of a cluster. They find problems that OVSDB only finds at commit (types, indexes, references), rows
 * that it would silently drop, and matches that ovn-controller cannot parse.
 */
export interface RowChecks<Zone> {
  readonly options: QueryInput<SoundnessOptions>;
  /** Problems of the rows that all zones share. */
  readonly shared: Query<undefined, readonly RowProblem[]>;
  readonly own: OwnChecks<Zone>;
}

/** Creates checks of the rows of a source, and of those of single zones, which `ownIn` returns. */
export function createRowChecks<Zone>(
  source: SharedRowSource,
  ownIn: TableSourceOptions<Zone>['rowsIn'],
): RowChecks<Zone> {
  const shared = createSharedChecks(source);
  return { options: shared.options, shared: shared.problems, own: createOwnChecks(source, shared, ownIn) };
}

/** Checks of the rows of a cluster that are made once. */
export interface ClusterCheck {
  /** Problems of the rows that all zones share. */
  readonly problems: readonly RowProblem[];
  /** See `OwnChecks`. */
  readonly checkOwn: (own: NorthboundRows) => readonly RowProblem[];
}

const source = createSharedRowSource('rows to check');
const checks = createRowChecks<NorthboundRows>(source, (_, own) => own);

/** Checks the rows of many zones like `checkRows`, but their shared rows only once. */
export function checkShared(shared: NorthboundRows, options: SoundnessOptions): ClusterCheck {
  const engine = createEngine({ isForOneRound: true });
  engine.set(source.rows, shared);
  engine.set(checks.options, options);
  return {
    problems: engine.ask(checks.shared, undefined, () => undefined),
    checkOwn: (own) => engine.ask(checks.own.problems, own, () => undefined),
  };
}

/** Returns the problems of the rows of a zone, see `RowChecks`. The order is that of tables and rows. */
export function checkRows(zone: ZoneRows, options: SoundnessOptions): readonly RowProblem[] {
  return checkShared({ rows: new Map(), attachments: [], absent: new Map() }, options).checkOwn(zone);
}
