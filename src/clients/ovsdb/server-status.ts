import { type JsonObject, asObject } from '../../std/json.js';

/**
 * Status of a server for one of its databases: the row of the table Database in the database `_Server`
 * (ovsdb-server(5)).
 */
export interface ServerStatus {
  readonly model: string;
  /** True if the server is connected to the cluster of the database. */
  readonly isConnected: boolean;
  readonly isLeader: boolean;
  /** ID of the cluster. Undefined outside a cluster. */
  readonly clusterId: string | undefined;
  /** Index of the newest entry of the cluster's log on the server. */
  readonly index: number;
}

/** Progress of the cluster that the client saw last. */
export interface ServerProgress {
  readonly clusterId: string;
  readonly index: number;
}

const COLUMNS = ['name', 'model', 'connected', 'leader', 'cid', 'index'];

/** Returns the parameters of the `monitor_cond` for the status of a database. Its notifications are `update2`. */
export function statusRequest(monitorId: string, database: string): string {
  return JSON.stringify([
    '_Server',
    monitorId,
    { Database: [{ columns: COLUMNS, where: [['name', '==', database]] }] },
  ]);
}

const GONE = 'no longer serves the database';

const UNKNOWN: ServerStatus = { model: '', isConnected: false, isLeader: false, clusterId: undefined, index: 0 };

/**
 * Returns the status after the response to that request, or after an `update2` (ovsdb-server(7) §4.1.14). Returns a
 * description if the server no longer serves the database. `status`: the previous status, or undefined at first.
 */
export function updateStatus(status: ServerStatus | undefined, updates: unknown): ServerStatus | string {
  const rows = Object.values(membersOf(membersOf(updates).Database)).map(membersOf);
  if (rows.length === 0) return status ?? GONE;
  // A deleted row has none of these. The same update can replace it by another row.
  const columns = rows
    .map(({ initial, insert, modify }) => initial ?? insert ?? modify)
    .find((row) => row !== undefined);
  return columns === undefined ? GONE : merge(status ?? UNKNOWN, membersOf(columns));
}

function merge(status: ServerStatus, columns: JsonObject): ServerStatus {
  const { model, connected, leader, cid, index } = columns;
  return {
    model: typeof model === 'string' ? model : status.model,
    isConnected: typeof connected === 'boolean' ? connected : status.isConnected,
    isLeader: typeof leader === 'boolean' ? leader : status.isLeader,
    clusterId: cid === undefined ? status.clusterId : uuidIn(cid),
    index: typeof index === 'number' ? index : status.index,
  };
}

function uuidIn(value: unknown): string | undefined {
  const [tag, uuid] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return tag === 'uuid' && typeof uuid === 'string' ? uuid : undefined;
}

function membersOf(json: unknown): JsonObject {
  return asObject(json) ?? {};
}

/**
 * Returns the reason why a server with this status is not suitable, or undefined if it is. `seen` prevents stale reads:
 * a follower can be behind what the client read from another server.
 */
export function unfitness(status: ServerStatus, leaderOnly: boolean, seen?: ServerProgress): string | undefined {
  if (status.model === 'standalone') return undefined;
  if (!status.isConnected) return 'is not connected to its cluster';
  if (leaderOnly && !status.isLeader) return 'is not the leader of its cluster';
  if (seen !== undefined && seen.clusterId === status.clusterId && status.index < seen.index) {
    return 'is behind what was read before';
  }
  return undefined;
}
