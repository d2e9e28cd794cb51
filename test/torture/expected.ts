import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { inputOfPolicy } from '../../src/cli/live/compile-policy.js';
import { emitTracedState } from '../../src/compile/6-emit/traced-state.js';
import { compile } from '../../src/compile/compile.js';
import type { AssignmentOrder } from '../../src/model/lock.js';
import type { ZoneRows } from '../../src/model/northbound.js';
import type { JsonObject } from '../../src/std/json.js';
import { type Row, type Server, contentOf } from '../apply/northbound/northbound.js';
import type { Json } from '../rig/json-rpc.js';
import { weir } from '../rig/weir.js';
import { SCHEMA_VERSION } from './database.js';
import { FOREIGN } from './foreign.js';
import type { World, Zone } from './world.js';

/** Returns the configuration of a repository for a zone. */
export const configurationOf = (zone: Zone): JsonObject => ({
  interconnect: zone !== 'global',
  topology: 'managed',
  ovnSchemaVersion: SCHEMA_VERSION,
  serviceCIDRs: ['10.96.0.0/16'],
  features: [
    ...['egressFirewall', 'egressQoS', 'egressIP', 'egressService'],
    ...['networkPolicy', 'adminNetworkPolicy', 'services'],
  ],
});

/**
 * Returns the rows of the zone of a world, for traces. `resources`: those of the cluster with their statuses. By `status-only` an
 * address is where its status says, as for the applier of a zone.
 */
export function rowsOfWorld(
  { zone, inventory, policy }: World,
  resources: readonly JsonObject[],
  assignmentOrder: AssignmentOrder,
): readonly ZoneRows[] {
  const objects = [...inventory.values(), ...resources];
  const files = objects.map((object, index) => ({
    path: `cluster/${index}.yaml`,
    text: JSON.stringify(object),
    role: 'inventory' as const,
  }));
  const input = inputOfPolicy({ configuration: configurationOf(zone), lock: '', objects: [...policy.values()] }, files);
  if ('result' in input) throw new Error(input.problems.join('\n'));
  const { configuration } = input;
  const { intents, cluster, diagnostics } = compile({ ...input, assignmentOrder, purpose: 'answers' });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return emitTracedState({ intents, cluster, configuration }).zones.filter((rows) => rows.zone === zone);
}

/** Returns the rows of a database as text, without the marks by which an applier finds its rows. */
export async function textsOfRows({ dump }: Pick<Server, 'dump'>, zone: Zone): Promise<string[]> {
  const mark = JSON.stringify(JSON.stringify(['weir-egress/zone', zone]));
  return contentOf(await dump())
    .map((text) => text.replace(`,${mark}`, '').replace(`${mark},`, '').replace(mark, ''))
    .sort();
}

/** What `weir compile` makes in a new process of the objects that the API server has. */
export interface ColdState {
  /** Rows of the zone, beside foreign ones, as `textsOfRows` shows them. */
  readonly rows: readonly string[];
  readonly statuses: readonly Status[];
}

interface Status {
  readonly target: { readonly kind: string; readonly name: string; readonly namespace?: string };
  readonly patch: JsonObject;
}

/** Exports the inventory, compiles it with the repository, and commits the rows into an empty database. */
export async function compileCold(zone: Zone, folder: string, kubeconfig: string, scratch: Server): Promise<ColdState> {
  const run = async (...words: readonly string[]): Promise<string> => {
    const { code, out, err } = await weir(folder, words);
    if (code !== 0) throw new Error(`weir ${words.join(' ')}: ${err}`);
    return out;
  };
  for (const name of ['cluster', 'rendered', 'weir.lock.yaml'])
    rmSync(join(folder, name), { recursive: true, force: true });
  await run('inventory', '--out', 'cluster', '--kubeconfig', kubeconfig);
  await run('compile');
  const [, ...operations] = JSON.parse(
    await run('show', 'northbound', '--zone', zone, '--rendered', 'rendered', '--format', 'transaction'),
  ) as Json[];
  await empty(scratch);
  await scratch.transact(...FOREIGN);
  await scratch.transact(...operations);
  const status = readFileSync(join(folder, 'rendered/cluster/status.yaml'), 'utf8');
  return { rows: await textsOfRows(scratch, zone), statuses: load(status) as readonly Status[] };
}

async function empty(server: Server): Promise<void> {
  const tables: Readonly<Record<string, readonly Row[]>> = await server.dump();
  const filled = Object.keys(tables).filter((table) => table !== 'NB_Global' && (tables[table] ?? []).length > 0);
  const update = {
    op: 'update',
    table: 'NB_Global',
    where: [],
    row: { name: '', options: ['map', []], external_ids: ['map', []], ipsec: false },
  };
  await server.transact(update, ...filled.map((table): Json => ({ op: 'delete', table, where: [] })));
}

/** Returns the statuses that the API server does not have as they are expected. */
export function findOtherStatuses(
  { statuses }: ColdState,
  find: (kind: string, namespace: string, name: string) => JsonObject | undefined,
): string[] {
  return statuses.flatMap(({ target: { kind, namespace = '', name }, patch }) => {
    const live = find(kind, namespace, name);
    return live && contains(live, patch) ? [] : [`${kind} ${namespace}/${name}: ${JSON.stringify(live?.status)}`];
  });
}

function contains(live: Json | undefined, wanted: Json): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(live) && live.length === wanted.length && wanted.every((item, index) => contains(live[index], item))
    );
  if (typeof wanted !== 'object' || wanted === null) return live === wanted;
  if (typeof live !== 'object' || live === null || Array.isArray(live)) return false;
  return Object.entries(wanted).every(([name, value]) => contains(live[name], value));
}
