import type { Db, Query } from '../../engine/query.js';
import type { Intent } from '../../model/intent.js';
import { causeOf } from '../shared/cause.js';
import { contextOf } from '../contract/recorded-context.js';
import { reportEssentials } from './resolve.js';
import type { ResolvedFirewall } from './resolved.js';
import type { JsonObject } from '../../std/json.js';
import { present } from '../../std/present.js';

const APPLIED = 'EgressFirewall Rules applied';
const NOT_APPLIED = 'EgressFirewall Rules not correctly applied';

/**
 * Returns the filter of a valid firewall, and its status. Reports the rules that block what pods need: apart from the
 * firewall, because nodes decide it too.
 */
export function lowerFirewall(db: Db, firewall: ResolvedFirewall, before: readonly Intent[]): readonly Intent[] {
  reportEssentials(db, firewall);
  const status = statusIntent(firewall, db.get(statusForError, errorOf(firewall)));
  // The rows of a filter stay if only the status changes.
  const known = before.find((one) => one.effect === 'filter' && one.rules === firewall.rules);
  return present([firewall.count > 0 ? (known ?? filterOf(firewall)) : undefined, status]);
}

/** The status of firewalls with an error, or without one. */
const statusForError: Query<string | undefined, JsonObject | undefined> = {
  name: 'status for an error of an EgressFirewall',
  run: (db, error) => createStatus([...contextOf(db).cluster.zones.keys()], error),
};

function filterOf({ manifest, rules, count, names }: ResolvedFirewall): Intent {
  return { effect: 'filter', rules, count, names, cause: causeOf(manifest, '') };
}

function statusIntent({ manifest }: ResolvedFirewall, status: JsonObject | undefined): Intent | undefined {
  return status && { effect: 'status', subresource: 'status', status, cause: causeOf(manifest, '') };
}

/** Returns the error of the live controllers for an invalid firewall, or undefined for a valid one. */
function errorOf({ errors }: ResolvedFirewall): string | undefined {
  return errors.length > 1 ? `[${errors.join(', ')}]` : errors[0];
}

/**
 * Returns the status of firewalls with an error, or without one: one message a zone, and their summary. Every zone
 * compiles every firewall, so they all say the same. Undefined if there is no zone.
 */
function createStatus(zones: readonly string[], error: string | undefined): JsonObject | undefined {
  if (zones.length === 0) return undefined;
  const outcome = error === undefined ? APPLIED : `${NOT_APPLIED}: ${error}`;
  const status = error === undefined ? APPLIED : NOT_APPLIED;
  return { messages: zones.map((zone) => `${zone}: ${outcome}`), status };
}
