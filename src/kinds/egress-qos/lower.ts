import type { Db, Query } from '../../engine/query.js';
import type { Intent } from '../../model/intent.js';
import { causeOf } from '../shared/cause.js';
import { contextOf } from '../contract/recorded-context.js';
import type { ResolvedQoS } from './resolve.js';
import type { JsonObject } from '../../std/json.js';

const APPLIED = 'EgressQoS Rules applied';
const NOT_APPLIED = 'EgressQoS Rules not correctly applied';

/** Returns the marks of a valid EgressQoS, and its status if controllers of the release write one. */
export function lowerQoS(db: Db, { manifest, marks, error }: ResolvedQoS): readonly Intent[] {
  if (!contextOf(db).configuration.release.egressQoS.writesStatus) return marks;
  const status = db.get(statusForError, error);
  return status ? [...marks, { effect: 'status', subresource: 'status', status, cause: causeOf(manifest, '') }] : marks;
}

/** The status of objects with an error, or without one. */
const statusForError: Query<string | undefined, JsonObject | undefined> = {
  name: 'status for an error of an EgressQoS',
  run: (db, error) => createStatus([...contextOf(db).cluster.zones.keys()], error),
};

/**
 * Returns the status of objects with an error, or without one: one condition a zone, and their summary. Times are the
 * applier's to write: compiling knows no clock. Undefined if there is no zone.
 */
function createStatus(zones: readonly string[], error: string | undefined): JsonObject | undefined {
  if (zones.length === 0) return undefined;
  const conditions = zones.map((zone): JsonObject => ({
    type: `Ready-In-Zone-${zone}`,
    status: error === undefined ? 'True' : 'False',
    reason: error === undefined ? 'SetupSucceeded' : 'SetupFailed',
    message: error === undefined ? APPLIED : `${NOT_APPLIED}: ${error}`,
  }));
  return { conditions, status: error === undefined ? APPLIED : NOT_APPLIED };
}
