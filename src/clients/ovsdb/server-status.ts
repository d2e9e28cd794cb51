import { type JsonObject, asObject } from '../../std/json.js';

/** A server's own word on one of its databases: the row of the table Database in the database `_Server` (ovsdb-server(5)). */
export interface ServerStatus {
  readonly model: string;
  /** Whether the server is joined to the database's cluster. */
  readonly isConnected: boolean;
  readonly isLeader: boolean;
  /** The cluster's identity; undefined outside of clusters. */
  readonly clusterId: string | undefined;
  /** The newest entry of the cluster's log that the server has. */
  readonly index: number;
}

/** How far the cluster was when the client last heard of it. */
export interface ServerProgress {
  readonly clusterId: string;
  readonly index: number;
}

const COLUMNS = ['name', 'model', 'connected', 'leader', 'cid', 'index'];

/** The parameters of the `monitor_cond` that follows the status of a database. Its notifications come as `update2`. */
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
 * The status after the answer to that request or after an `update2` (ovsdb-server(7) §4.1.14), or as a server's deed what
 * is wrong with that. `status` is the one before; undefined: there is none.
 */
export function updateStatus(status: ServerStatus | undefined, updates: unknown): ServerStatus | string {
  const rows = Object.values(membersOf(membersOf(updates).Database)).map(membersOf);
  if (rows.length === 0) return status ?? GONE;
  // A deleted row has none of these; another one may take its place in the same update.
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
 * Why a server with this status will not do, as a server's deed; undefined when it does. `seen` keeps a client from
 * going back in time: a follower can be behind what the client has read from another server.
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
