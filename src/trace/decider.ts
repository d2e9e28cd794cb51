import type { Row } from '../model/northbound.js';
import { LOAD_BALANCER_KEY } from '../ovn-kubernetes/object-ids.js';
import { readEntry } from '../northbound/row-columns.js';
import type { PathDecider, PathStage } from './path.js';
import { nameRow } from './path.js';

/** Returns the fields of a stage that name its deciding row. */
export function decidedBy(zone: string, table: string, row: Row): Pick<PathStage, 'row' | 'decidedBy'> {
  const decider = deciderOf(row);
  return { row: nameRow(zone, table, row), ...(decider ? { decidedBy: decider } : {}) };
}

/** Returns the object that caused a row, or the one that its ids name. Returns undefined for a base row. */
function deciderOf({ cause, columns }: Row): PathDecider | undefined {
  if (cause) return { kind: cause.kind, namespace: cause.namespace, name: cause.name, cause };
  const kind = readEntry(columns, 'external_ids', LOAD_BALANCER_KEY.kind);
  const owner = readEntry(columns, 'external_ids', LOAD_BALANCER_KEY.owner);
  if (kind === undefined || owner === undefined) return undefined;
  const slash = owner.indexOf('/');
  return { kind, namespace: owner.slice(0, slash), name: owner.slice(slash + 1) };
}
