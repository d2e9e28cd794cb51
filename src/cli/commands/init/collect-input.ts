import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFromFile } from '../../../apply/northbound/live/database-file.js';
import { listDatabases } from '../../../apply/northbound/live/packed-database.js';
import { type KubernetesOptions, connectKubernetes } from '../../../clients/kubernetes/client.js';
import { discover, settingsObjects } from '../../../discovery/discover.js';
import { takeReleaseOfSchema } from '../../../discovery/release.js';
import { type ClusterSettings, take, takeNetwork } from '../../../discovery/settings.js';
import { type Failure, fail } from '../../../model/change.js';
import { formatPrefix, parsePrefix } from '../../../net/prefix.js';
import { readInventoryFiles, readMustGather, sortInventory } from '../../inventory/dump.js';
import { type Inventory, pullInventory } from '../../inventory/pull.js';
import type { JsonObject } from '../../../std/json.js';
import { clusterRouterName, joinPortOfRouter, transitRouterPortName } from '../../../ovn-kubernetes/row-names.js';

/** Sources of the inventory: at most one of these. */
export interface CollectOptions extends KubernetesOptions {
  readonly fromCluster?: boolean;
  readonly fromMustGather?: string;
  readonly fromInventory?: readonly string[];
  /** A Northbound database, or a dump of one. */
  readonly northbound?: string;
}

/** The collected state of the cluster. */
export interface CollectedInput {
  readonly result: 'ok';
  readonly settings: ClusterSettings;
  /** If unset, no cluster was read. */
  readonly inventory?: Inventory;
  /** The objects of the inventory and the settings objects. */
  readonly objects: readonly JsonObject[];
  /** Notes about missing information. */
  readonly notes: readonly string[];
}

/** Reads the cluster, a must-gather or inventory files. Writes nothing. */
export async function collectInput(options: CollectOptions): Promise<CollectedInput | Failure> {
  const found = await readObjects(options);
  if (found.result === 'failed') return found;
  const settings = discover(found.objects);
  if (options.northbound !== undefined) {
    const failure = await readNorthbound(options.northbound, settings);
    if (failure) return failure;
  } else if (options.fromMustGather !== undefined) {
    const note = await readGatheredDatabase(options.fromMustGather, settings);
    return { ...found, settings, notes: [...found.notes, ...note] };
  }
  return { ...found, settings };
}

async function readObjects(options: CollectOptions): Promise<Omit<CollectedInput, 'settings'> | Failure> {
  const { fromCluster = false, fromMustGather, fromInventory } = options;
  if (fromCluster) return askCluster(options);
  if (fromMustGather === undefined && fromInventory === undefined) return { result: 'ok', objects: [], notes: [] };
  const dump = fromMustGather === undefined ? readInventoryFiles(fromInventory ?? []) : readMustGather(fromMustGather);
  if (dump.result === 'failed') return dump;
  return { result: 'ok', objects: dump.objects, inventory: sortInventory(dump.objects), notes: [] };
}

/** Reads a cluster. If the user may not read settings objects, weir.yaml has fewer settings. */
async function askCluster(options: KubernetesOptions): Promise<Omit<CollectedInput, 'settings'> | Failure> {
  const client = connectKubernetes(options);
  if ('result' in client) return client;
  try {
    const inventory = await pullInventory(client);
    if (inventory.result === 'failed') return inventory;
    const objects = inventory.files.flatMap((file) => file.objects);
    const notes: string[] = [];
    for (const wanted of settingsObjects) {
      const resource = await client.findResource(wanted.apiVersion, wanted.kind);
      if (resource.result !== 'ok') continue;
      const answer = await client.get(resource.value, wanted);
      if (answer.result === 'ok') objects.push({ ...answer.value, apiVersion: wanted.apiVersion, kind: wanted.kind });
      else if (answer.result === 'failed') notes.push(answer.problems.join('; '));
    }
    return { result: 'ok', inventory, objects, notes };
  } finally {
    client.close();
  }
}

/** The ports of the cluster router towards the join and the transit switch (OVN-Kubernetes) have addresses in both networks. */
const PORTS = [
  [joinPortOfRouter(clusterRouterName), 'joinSubnets'],
  [transitRouterPortName(''), 'transitSubnets'],
] as const;

/** Location of the OVN databases in a must-gather, one or more for each node. */
const DATABASES = join('network_logs', 'ovnk_database_store.tar.gz');

/** Maximum depth of an image folder below the given folder: `must-gather.local.1/IMAGE`. */
const DEPTH = 2;

/**
 * Returns the path of the first databases below a folder, up to a depth. Returns undefined if none exist. Does not
 * follow links.
 */
function findDatabases(folder: string, depth: number): string | undefined {
  const path = join(folder, DATABASES);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  if (depth === 0) return undefined;
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = below.map(({ name }) => name).sort();
  for (const name of names) {
    const found = findDatabases(join(folder, name), depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Reads the first database in a must-gather: the needed settings are equal in all. Returns a note about the result.
 * Without a database, the objects are sufficient.
 */
async function readGatheredDatabase(folder: string, settings: ClusterSettings): Promise<string[]> {
  const path = findDatabases(folder, DEPTH);
  if (path === undefined) return [];
  const names = await listDatabases(path);
  if ('result' in names) return [`skipped the OVN databases: ${names.problems.join('; ')}`];
  const [first] = names;
  if (first === undefined) return [];
  const failure = await readNorthbound(`${path}/${first}`, settings);
  if (failure) return [`skipped the OVN databases: ${failure.problems.join('; ')}`];
  const others = names.length === 1 ? '' : `, the first of ${names.length}`;
  return [`read schema version and networks from ${path}/${first}${others}`];
}

async function readNorthbound(path: string, settings: ClusterSettings): Promise<Failure | undefined> {
  const read = await readFromFile(path, (_version, available) =>
    available.has('Logical_Router_Port') ? new Map([['Logical_Router_Port', ['name', 'networks']]]) : new Map(),
  );
  if (read.result === 'failed') return fail(read.problems.join('; '));
  const { schemaVersion, rows } = read.live;
  const from = 'the Northbound database';
  take(settings, 'ovnSchemaVersion', schemaVersion, from);
  takeReleaseOfSchema(settings, schemaVersion, from);
  for (const { name, networks } of rows.get('Logical_Router_Port') ?? []) {
    for (const [prefix, setting] of PORTS) {
      if (typeof name !== 'string' || !name.startsWith(prefix)) continue;
      for (const text of textsOf(networks)) {
        const network = parsePrefix(text);
        if (network) takeNetwork(settings, setting, formatPrefix(network), from);
      }
    }
  }
  return undefined;
}

/** Returns a set of texts in OVSDB notation (RFC 7047 §5.1). A single text may stand for its set. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  const items: unknown = Array.isArray(value) && value[0] === 'set' ? value[1] : [];
  return Array.isArray(items) ? items.filter((item) => typeof item === 'string') : [];
}
