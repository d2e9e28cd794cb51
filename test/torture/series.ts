import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { textOf } from '../../src/model/kubernetes-object.js';
import { renderPolicy } from '../../src/policy/render.js';
import { replaceFile } from '../../src/rendered/replace-file.js';
import type { JsonObject } from '../../src/std/json.js';
import { type Server, startServer } from '../apply/northbound/northbound.js';
import { type Rig, startRig } from '../apply/cluster/setup.js';
import { MORE_KINDS } from '../cli/live/cluster.js';
import { eventually } from '../rig/eventually.js';
import { type Random, createRandom } from '../rig/random.js';
import { schemaFileOf } from '../rig/schema-file.js';
import { type Applier, createApplier, isInSync, setClock, setUnreachable } from './appliers.js';
import { type FailingDatabase, SCHEMA_VERSION, startDatabase } from './database.js';
import { compileCold, configurationOf, findOtherStatuses, textsOfRows } from './expected.js';
import { FAULTS, NODE_LOSS } from './faults.js';
import { FOREIGN } from './foreign.js';
import { type Event, NODES, type World, type Zone, begin, choose, follow, keyOf, pick } from './world.js';
import { judgeStep } from './judge-step.js';

const TORTURED_KINDS = [
  ...MORE_KINDS,
  ...[
    ['networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies', true, false] as const,
    ['policy.networking.k8s.io/v1alpha1', 'AdminNetworkPolicy', 'adminnetworkpolicies', false, true] as const,
    ['k8s.ovn.org/v1', 'EgressService', 'egressservices', true, true] as const,
  ].map(([apiVersion, kind, plural, namespaced, hasStatus]) => ({ apiVersion, kind, plural, namespaced, hasStatus })),
];

/** What a series has seen. */
export interface SeriesResult {
  readonly history: readonly string[];
  readonly commits: number;
  /** What was wrong, with the step in which it was. */
  readonly violations: readonly string[];
}

export interface SeriesOptions {
  readonly seed: number;
  /** Steps: each has events and faults, and ends when all is quiet. */
  readonly steps: number;
}

interface Torture {
  readonly zone: Zone;
  readonly random: Random;
  readonly rig: Rig;
  readonly folder: string;
  readonly database: FailingDatabase;
  readonly scratch: Server;
  readonly appliers: readonly Applier[];
  readonly foreign: ReadonlySet<string>;
  readonly history: string[];
  readonly violations: string[];
}

/** Runs a series of events and faults. Everything that is random depends on the seed, except the moments. */
export async function runSeries({ seed, steps }: SeriesOptions): Promise<SeriesResult> {
  // Numbers of seeds that follow each other would be alike.
  const random = createRandom(Math.imul(seed, 0x9e37_79b1));
  const torture = await startTorture(random);
  torture.rig.server.watchLists = seed % 3 === 0 ? 'forbidden' : 'allowed';
  const { database, appliers, history } = torture;
  let commits = 0;
  try {
    let world = begin(torture.zone, random);
    for (const object of world.inventory.values()) torture.rig.server.put(object);
    deliver(torture, world, [{ name: '', policy: Object.fromEntries(world.policy) }]);
    for (const applier of appliers) applier.start();
    await settle(torture);
    database.commits();
    for (let step = 0; step < steps; step++) {
      const before = world;
      const events: Event[] = [];
      for (let left = pick([1, 1, 1, 2, 2, 3], random); left > 0; left--) {
        const event = choose(world, random);
        // A pod that is deleted and created again has another address, and does not send from the first one any more.
        if (events.some((one) => keysOf(one).some((key) => keysOf(event).includes(key)))) continue;
        events.push(event);
        world = follow(world, [event]);
      }
      const resources = resourcesOf(torture);
      const { lost } = await runStep(torture, before, events);
      await settle(torture);
      const seen = database.commits();
      commits += seen.length;
      const { foreign } = torture;
      const found = judgeStep({ before, events, lost, resources, later: resourcesOf(torture), commits: seen, foreign });
      torture.violations.push(...found.map((text) => `step ${step + 1}: ${text}`));
    }
    await expectQuiet(torture);
    const warnings = appliers.flatMap(({ logs }) => logs().match(/^\(node:.*Warning.*$/gm) ?? []);
    torture.violations.push(...warnings);
  } catch (error) {
    const logs = appliers.map(({ role, logs }) => `${role}:\n${logs().split('\n').slice(-30).join('\n')}`);
    throw new Error(`seed ${seed}: ${history.join('\n')}\n${logs.join('\n')}`, { cause: error });
  } finally {
    await stopTorture(torture);
  }
  return { history, commits, violations: torture.violations };
}

async function startTorture(random: Random): Promise<Torture> {
  const [isClustered, zones, clusters] = [random(4) === 0, 1 + random(2), 1 + random(2)];
  const zone = pick<Zone>(['global', 'global', 'heron'], random);
  const rig = await startRig();
  rig.server.kinds.push(...TORTURED_KINDS);
  const folder = join(rig.folder, 'repository');
  mkdirSync(join(folder, 'egress'), { recursive: true });
  const settings = { ...configurationOf(zone), manifests: ['egress/*.json'], inventory: ['cluster/*.yaml'] };
  writeFileSync(join(folder, 'weir.yaml'), JSON.stringify(settings));
  writeFileSync(join(folder, 'nb.ovsschema'), schemaFileOf(SCHEMA_VERSION));
  setClock(folder, 0);
  setUnreachable(folder, []);
  const database = await startDatabase(isClustered);
  const scratch = await startServer(join(folder, 'nb.ovsschema'));
  await database.transact(...FOREIGN);
  const operations = pick([0, 0, 1, 3, 12], random);
  const options = {
    folder,
    zone,
    kubeconfig: rig.kubeconfig,
    remote: database.remote,
    ...(operations ? { operations } : {}),
  };
  const appliers = [
    ...Array.from({ length: zones }, () => createApplier('zone', options)),
    ...Array.from({ length: clusters }, () => createApplier('cluster', options)),
  ];
  const foreign = new Set(
    database
      .commits()
      .flatMap(({ changed }) => changed.filter(({ table }) => table !== 'NB_Global').map(({ uuid }) => uuid)),
  );
  const history = [
    `the zone ${zone}, ${isClustered ? 'a cluster' : 'one server'}, appliers: ${zones} of the zone, ${clusters} of the cluster, ${operations || 'all'} operations a transaction`,
  ];
  return { zone, random, rig, folder, database, scratch, appliers, foreign, history, violations: [] };
}

async function stopTorture({ appliers, rig, database, scratch }: Torture): Promise<void> {
  await Promise.all(appliers.map((applier) => applier.kill()));
  await rig.server.close();
  database.close();
  scratch.close();
  rmSync(rig.folder, { recursive: true });
}

/** Lets events happen, and one or two faults at the same time. Returns the node that was lost, if one was. */
async function runStep(
  torture: Torture,
  before: World,
  events: readonly Event[],
): Promise<{ readonly lost: string | undefined }> {
  const { random, history, rig, folder, database, appliers } = torture;
  const names = Array.from({ length: random(8) === 0 ? 0 : 1 + random(2) }, () => pick(Object.keys(FAULTS), random));
  const faults = [...new Set(names)];
  history.push(`${events.map(({ name }) => name).join('; ')} | ${faults.join('; ')}`);
  const run = async (): Promise<void> => {
    let world = before;
    for (const event of events) {
      await pause(random(3) * 120);
      world = follow(world, [event]);
      deliver(torture, world, [event]);
    }
  };
  const victims = { appliers, api: rig.server, database, folder, node: pick(NODES, random) };
  await Promise.all([run(), ...faults.map((name) => FAULTS[name]?.(victims, random))]);
  return { lost: faults.includes(NODE_LOSS) ? victims.node : undefined };
}

/** Brings events into the cluster, and their policies into the repository, the bundle and the cluster. */
function deliver({ rig, folder }: Torture, world: World, events: readonly Event[]): void {
  const { server } = rig;
  for (const { inventory, policy } of events) {
    for (const [key, object] of Object.entries(inventory ?? {})) {
      if (object) server.put(object);
      else drop(server, key);
    }
    for (const [key, object] of Object.entries(policy ?? {})) {
      const file = join(folder, 'egress', `${key.replaceAll(/\W/g, '-')}.json`);
      if (object) {
        server.edit(object);
        writeFileSync(file, JSON.stringify(object));
      } else {
        drop(server, key);
        rmSync(file);
      }
    }
    if (!policy) continue;
    const bundle = renderPolicy({ configuration: configurationOf(world.zone), lock: '', objects: sorted(world) });
    replaceFile(join(folder, 'weir.policy.json'), bundle.text);
  }
}

function drop(server: Rig['server'], key: string): void {
  const [kind = '', path = ''] = key.split(' ');
  const [namespace = '', name = ''] = path.split('/');
  server.drop(kind, name, namespace);
}

function keysOf({ inventory = {}, policy = {} }: Event): string[] {
  return [...Object.keys(inventory), ...Object.keys(policy)];
}

function sorted({ policy }: World): JsonObject[] {
  return [...policy].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
}

/** Returns the resources of the cluster, with the statuses that they have now. */
function resourcesOf({ rig }: Torture): JsonObject[] {
  const kinds = ['EgressIP', 'EgressService'];
  return rig.server.all().filter(({ kind }) => kinds.includes(textOf(kind)));
}

/** Waits until all appliers are in sync, and all is as a compilation in a new process makes it. */
async function settle({ zone, appliers, rig, folder, database, scratch }: Torture): Promise<void> {
  const find = (kind: string, namespace: string, name: string): JsonObject | undefined =>
    rig.server.all().find((one) => keyOf(one) === `${kind} ${namespace}/${name}`);
  let difference: unknown;
  const check = async (): Promise<boolean> => {
    const states = await Promise.all(appliers.map(async (one) => ({ role: one.role, state: await one.state() })));
    const isReady = ['zone', 'cluster'].every((role) =>
      states.some((one) => one.role === role && one.state && isInSync(one.state)),
    );
    difference = states.map(({ role, state }) => ({ role, standing: state?.standing, cycle: state?.cycle }));
    if (!isReady) return false;
    await pause(150);
    const cold = await compileCold(zone, folder, rig.kubeconfig, scratch);
    const rows = await textsOfRows(database, zone);
    const [missing, stale] = [
      cold.rows.filter((row) => !rows.includes(row)),
      rows.filter((row) => !cold.rows.includes(row)),
    ];
    const statuses = findOtherStatuses(cold, find);
    difference = { stale: stale.slice(0, 5), missing: missing.slice(0, 5), statuses };
    return missing.length + stale.length + statuses.length === 0 && rows.length === cold.rows.length;
  };
  try {
    await eventually('all is as compiled', check, Number(process.env.WEIR_TORTURE_PATIENCE ?? 60_000));
  } catch (cause) {
    throw new Error(`not in sync: ${JSON.stringify(difference)}`, { cause });
  }
}

/** Nothing changes without an event, however many cycles pass. */
async function expectQuiet({ database, violations }: Torture): Promise<void> {
  database.commits();
  await pause(1500);
  const commits = database.commits();
  if (commits.length > 0) violations.push(`${commits.length} commits without an event`);
}
