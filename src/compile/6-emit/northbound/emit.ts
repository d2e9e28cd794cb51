import type { Db, Query } from '../../../engine/query.js';
import type { Node } from '../../../model/cluster.js';
import type { OwnRows } from '../../../model/northbound.js';
import { type ZoneContext, makeOwnRows, readZoneParts } from './own-rows.js';
import type { RowSource } from './row-inputs.js';
import { createRowParts } from './row-parts.js';
import { type SharedRows, createSharedQueries } from './shared-rows.js';

/** Returns the rows that only a zone contains. What it reads of the cluster counts as read by its caller. */
export type ZonedRows = (zone: string) => OwnRows;

/** Queries of the rows of a cluster. */
export interface RowQueries {
  readonly shared: Query<undefined, SharedRows>;
  /** The rows of single zones. They do not depend on the filters. */
  readonly own: Query<undefined, ZonedRows>;
}

/** Creates queries of the rows of a cluster. */
export function createRowQueries(source: RowSource): RowQueries {
  const parts = createRowParts(source);
  const isManaged = (db: Db): boolean => source.configurationIn(db).topology === 'managed';
  const findNodes = (db: Db): ((zone: string) => readonly Node[]) => {
    const { zones } = source.clusterIn(db);
    const hasSwitch = db.get(parts.switchCheck, undefined);
    return (zone) => (zones.get(zone) ?? []).filter(hasSwitch);
  };
  // Marks are attached to switches, so they need at least one.
  const haveSwitches: Query<undefined, boolean> = {
    name: 'all zones have switches',
    run: (db) => {
      const nodesOf = findNodes(db);
      return [...source.clusterIn(db).zones.keys()].every((zone) => nodesOf(zone).length > 0);
    },
  };
  const { rows, onSwitches, attachments } = createSharedQueries(parts, haveSwitches, isManaged);
  return {
    shared: rows,
    own: {
      name: 'rows of zones',
      run: (db) => {
        const nodesOf = findNodes(db);
        const context: ZoneContext = {
          rowsOf: readZoneParts(db, parts),
          onSwitches: db.get(haveSwitches, undefined) ? undefined : db.get(onSwitches, undefined),
          attachments: isManaged(db) ? db.get(attachments, undefined) : undefined,
        };
        return (zone) => makeOwnRows(zone, nodesOf(zone), context);
      },
    },
  };
}
