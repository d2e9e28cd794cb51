import type { Query } from '../../engine/query.js';
import type { Intent } from '../../model/intent.js';
import { causeOf } from '../shared/cause.js';
import type { Manifest } from '../../model/manifest.js';
import type { ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { resolvedFirewall } from './resolve.js';
import type { ResolvedFirewall } from './resolved.js';
import type { JsonObject } from '../../std/json.js';

const APPLIED = 'EgressFirewall Rules applied';
const NOT_APPLIED = 'EgressFirewall Rules not correctly applied';

/** Returns the filter of each valid firewall, and the status of every firewall. */
export function lowerFirewalls(firewalls: readonly ResolvedFirewall[], { db }: ResolveContext): Intent[] {
  const intents: Intent[] = [];
  for (const { manifest, count } of firewalls) {
    const filter = count > 0 ? db.get(filterOfFirewall, manifest) : undefined;
    const status = db.get(statusOfFirewall, manifest);
    if (filter) intents.push(filter);
    if (status) intents.push(status);
  }
  return intents;
}

const filterOfFirewall: Query<Manifest, Intent | undefined> = {
  name: 'filter of an EgressFirewall',
  hasOneReader: true,
  run: (db, manifest) => {
    const firewall = db.get(resolvedFirewall, manifest);
    return firewall && filterOf(firewall);
  },
};

const statusOfFirewall: Query<Manifest, Intent | undefined> = {
  name: 'status of an EgressFirewall',
  hasOneReader: true,
  run: (db, manifest) => {
    const firewall = db.get(resolvedFirewall, manifest);
    return firewall && statusIntent(firewall, db.get(statusForError, errorOf(firewall)));
  },
};

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
