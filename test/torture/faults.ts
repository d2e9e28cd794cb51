import { setTimeout as pause } from 'node:timers/promises';
import { nameOf } from '../../src/model/kubernetes-object.js';
import type { ApiServer } from '../apply/cluster/api-server.js';
import { isListOf } from '../apply/cluster/watch-options.js';
import type { Random } from '../rig/random.js';
import { type Applier, PROBE_SECONDS, setClock, setUnreachable } from './appliers.js';
import type { FailingDatabase } from './database.js';
import { managementAddressOf, pick } from './world.js';

/** What fails in a series. */
export interface Victims {
  readonly appliers: readonly Applier[];
  readonly api: ApiServer;
  readonly database: FailingDatabase;
  /** Folder with the clock of the appliers, and the nodes that they do not reach. */
  readonly folder: string;
  /** The node that is lost, if one is. */
  readonly node: string;
}

/** Makes something fail, and ends when it works again. */
export type Fault = (victims: Victims, random: Random) => Promise<void>;

/** Milliseconds for which a server is away, or at most away. */
const AWAY = Number(process.env.WEIR_TORTURE_AWAY ?? 1500);

const KINDS = ['pods', 'namespaces', 'nodes', 'egressips', 'endpointslices', 'services', 'networkpolicies'];

/** The fault by which a node answers no probes. Its egress addresses move, and its packets go on. */
export const NODE_LOSS = 'lose a node';

export const FAULTS: Readonly<Record<string, Fault>> = {
  kill: async ({ appliers }, random) => {
    const applier = pick(appliers, random);
    await pause(random(600));
    await applier.kill();
    await pause(random(3) * 150);
    applier.start();
  },
  'kill in the middle': async ({ appliers, database }, random) => {
    await awaitCommits(database, 1 + random(6));
    await Promise.all(appliers.map((applier) => applier.kill()));
    for (const applier of appliers) applier.start();
  },
  'restart the database in the middle': async ({ database }, random) => {
    await awaitCommits(database, 1 + random(6));
    await database.kill('leader');
    await pause(random(300));
    await database.restart();
  },
  'kill all': async ({ appliers }, random) => {
    await pause(random(600));
    await Promise.all(appliers.map((applier) => applier.kill()));
    await pause(random(3) * 150);
    for (const applier of appliers) applier.start();
  },
  'restart the database': async ({ database }, random) => {
    await pause(random(400));
    await database.kill('leader');
    await pause(random(AWAY));
    await database.restart();
  },
  'be without the database': async ({ database }) => {
    await database.kill('majority');
    await pause(AWAY);
    await database.restart();
  },
  'compact the database': async ({ database }, random) => {
    await pause(random(400));
    await database.compact(random);
  },
  'lose the API server': async ({ api }, random) => {
    await pause(random(200));
    api.mishap = () => 'reset';
    api.watches.cut();
    await pause(random(AWAY));
    api.mishap = () => undefined;
  },
  'be without the API server': async ({ api }) => {
    api.mishap = () => 'reset';
    api.watches.cut();
    await pause(AWAY);
    // Nothing that the appliers know is new enough to go on with.
    api.compact();
    api.mishap = () => undefined;
  },
  'cut the watches': async ({ api }, random) => {
    await pause(random(200));
    api.watches.cut();
  },
  'expire the watches (410)': async ({ api }, random) => {
    await pause(random(200));
    expire(api);
  },
  'expire lists (410)': async ({ api }, random) => {
    let left = 1 + random(4);
    api.mishap = (request) => (/limit=|sendInitialEvents=/.test(request) && left-- > 0 ? { status: 410 } : undefined);
    expire(api);
    await pause(random(400));
    api.mishap = () => undefined;
  },
  'too many requests (429)': async ({ api }, random) => {
    api.mishap = (request, count) =>
      count % 3 < 2 && request.startsWith('GET') ? { status: 429, retryAfter: 1 } : undefined;
    expire(api);
    await pause(random(AWAY));
    api.mishap = () => undefined;
  },
  'refuse writes (429)': async ({ api }, random) => {
    api.mishap = (request) => (request.startsWith('GET') ? undefined : { status: 429, retryAfter: 1 });
    await pause(random(AWAY));
    api.mishap = () => undefined;
  },
  'short list': async ({ api }, random) => {
    await pause(random(200));
    shorten(api, random);
    expire(api);
    await pause(random(600));
    api.hide = () => () => false;
  },
  [NODE_LOSS]: async ({ folder, node }, random) => {
    await pause(random(400));
    setUnreachable(folder, [managementAddressOf(node)]);
    // A node is lost at the second probe without an answer.
    await pause(3000 * PROBE_SECONDS + random(AWAY));
    setUnreachable(folder, []);
  },
  'set the clock': async ({ folder }, random) => {
    await pause(random(200));
    setClock(folder, (random(2) === 0 ? -1 : 1) * random(100_000_000));
    await pause(100);
  },
};

/** Waits for a number of commits, or until there are none for a second. */
async function awaitCommits({ size }: FailingDatabase, count: number): Promise<void> {
  let seen = size();
  let last = performance.now();
  for (let left = count; left > 0 && performance.now() - last < 1000;) {
    await pause(1);
    const now = size();
    if (now === seen) continue;
    [seen, last] = [now, performance.now()];
    left--;
  }
}

/** All watches end, and none can go on where it was. */
function expire(api: ApiServer): void {
  api.compact();
  api.watches.cut();
}

/** Makes the next list of a kind lack some objects, or all. */
function shorten(api: ApiServer, random: Random): void {
  const kind = pick(KINDS, random);
  const share = 1 + random(4);
  let isDone = false;
  api.hide = (request) => {
    if (isDone || !isListOf(request, kind)) return () => false;
    isDone = true;
    return (object) => nameOf(object).name.length > 0 && (share === 4 || random(share) === 0);
  };
}
