import type { Condition, OvsdbOperation } from '../../../clients/ovsdb/index.js';
import type { OvsdbRow } from '../../../clients/ovsdb/notation.js';
import type { DesiredRow } from './desired.js';
import { whereIs } from '../wire/row-condition.js';
import { type RowStep, changedBy } from './step.js';
import { tableOfReference } from './row-references.js';

/** Root tables whose names are identities without an index. */
const UNINDEXED: ReadonlySet<string> = new Set(['Logical_Router', 'Logical_Switch']);

/** State of the rows that the steps expect. */
export interface Expected {
  /** UUID of a row that an earlier transaction inserted. */
  readonly learned: ReadonlyMap<DesiredRow, string>;
  /** Last known version of a row, by UUID. */
  readonly versions: ReadonlyMap<string, string>;
}

/**
 * Returns the comparisons that fail a transaction after a concurrent change: `wait` with the timeout 0 (RFC 7047
 * §5.2.6). They check that no switch or router has the name of a new one, as no index does this. They also check the
 * version of each changed or removed row.
 */
export function compareFirst(steps: readonly RowStep[], expected: Expected): OvsdbOperation[] {
  return [...waitsForAbsence(steps), ...waitForVersions(steps, expected)];
}

function waitForVersions(steps: readonly RowStep[], { learned, versions }: Expected): OvsdbOperation[] {
  const waits = new Map<string, OvsdbOperation>();
  for (const step of steps) {
    const target = changedBy(step);
    if (target === undefined) continue;
    const uuid = 'live' in target ? target.live.uuid : learned.get(target.inserted);
    const version = uuid === undefined ? undefined : versions.get(uuid);
    if (uuid === undefined || version === undefined || waits.has(uuid)) continue;
    const seen: OvsdbRow = { _version: ['uuid', version] };
    const wait = { op: 'wait', table: tableOfReference(target), where: whereIs(['uuid', uuid]), timeout: 0 } as const;
    waits.set(uuid, { ...wait, columns: ['_version'], until: '==', rows: [seen] });
  }
  return [...waits.values()];
}

function waitsForAbsence(steps: readonly RowStep[]): OvsdbOperation[] {
  const waits: OvsdbOperation[] = [];
  for (const step of steps) {
    if (step.type === 'insert' && UNINDEXED.has(step.row.table)) waits.push(waitForAbsence(step.row));
  }
  return waits;
}

function waitForAbsence({ table, identity }: DesiredRow): OvsdbOperation {
  const where: Condition[] = [['name', '==', identity ?? '']];
  return { op: 'wait', table, where, timeout: 0, columns: ['name'], until: '==', rows: [] };
}
