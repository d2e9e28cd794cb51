import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApplyOutcome, ApplyTarget } from '../../../src/model/change.js';
import { createNorthboundTarget } from '../../../src/apply/northbound/target.js';
import { checkAsyncProperty } from '../../rig/random.js';
import { type Cluster, startCluster } from './cluster.js';
import { interpose } from './interpose.js';
import { ZONE, type ZoneFile, dump, firewalls, reason, render } from './northbound.js';

const ROUNDS = 6;
/** A client that loses one link after the other waits longer each time: after so many rounds comes another one. */
const ROUNDS_OF_CLIENT = 3;
/** An apply of a round passes about as many pieces of data. */
const PIECES = 60;

/** Firewalls of forty namespaces; every rule is another in every round. */
function zoneOf(round: number): ZoneFile {
  const rules = (index: number): string[] => [
    `allow 10.${round}.${index}.0/24`,
    ...(index % 3 === round % 3 ? [`allow 10.${round}.0.${index}/32`] : []),
    'drop 0.0.0.0/0',
  ];
  const indexes = Array.from({ length: 40 }, (_, index) => index).filter((index) => index % 7 !== round % 7);
  return firewalls(Object.fromEntries(indexes.map((index) => [`team-${index}`, rules(index)])));
}

/** The rules that are there, each `<id> <match>`: one that was applied twice is there twice. */
async function rulesOn(socket: string): Promise<string[]> {
  const { ACL = [] } = await dump(socket);
  return ACL.map(({ external_ids, match }) => {
    const ids = new Map((external_ids as [string, [string, string][]])[1]);
    return `${ids.get('k8s.ovn.org/id') ?? ''} ${JSON.stringify(match)}`;
  }).sort();
}

function rulesIn({ rows }: ZoneFile): string[] {
  return Object.entries(rows.ACL ?? {})
    .map(([key, { match }]) => `${key} ${JSON.stringify(match)}`)
    .sort();
}

/** Plans and applies until there is nothing left to do, as a watch does. Gives the outcomes on the way. */
async function settle(target: ApplyTarget): Promise<ApplyOutcome[]> {
  const outcomes: ApplyOutcome[] = [];
  for (let cycle = 0; cycle < 10; cycle++) {
    const planned = await target.plan();
    if (planned.result === 'planned' && planned.plan.changes.length === 0) return outcomes;
    outcomes.push(planned.result === 'planned' ? await planned.plan.apply() : planned);
  }
  throw new Error(`it does not settle: ${JSON.stringify(outcomes)}`);
}

describe.skipIf(reason !== undefined)(`a cluster of three servers (${reason ?? 'real ones'})`, () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster();
  });

  afterAll(() => {
    cluster.close();
  });

  it('takes a large change in pieces, also where only the server that leads is named', async () => {
    const folder = join(cluster.folder, 'large');
    render(
      folder,
      firewalls(Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`ns-${index}`, ['drop 0.0.0.0/0']]))),
    );
    const { socket: path } = await cluster.leader();
    const target = createNorthboundTarget({
      output: folder,
      zone: ZONE,
      source: { remotes: [{ protocol: 'unix', path }] },
    });
    const planned = await target.plan();
    const done = planned.result === 'planned' ? await planned.plan.apply() : planned;
    await target.close();
    expect(done.result === 'applied' ? done.writes : done).toBeGreaterThan(1);
  });

  it.each([
    ['selects its rows', false],
    ['has a replica', true],
  ])(
    `holds the desired rows, each once, after its leader was killed while an applier that %s was applying (${ROUNDS} times)`,
    async (name, isFollowed) => {
      const folder = join(cluster.folder, name);
      let onPiece = (): void => undefined;
      const listeners = cluster.sockets.map((socket) =>
        interpose(`${socket}.proxy`, socket, () => {
          onPiece();
          return true;
        }),
      );
      const remotes = cluster.sockets.map((socket) => ({ protocol: 'unix', path: `${socket}.proxy` }) as const);
      // Small transactions: many moments at which the leader may go.
      const limits = { operations: 12, bytes: 1e6 };
      // A member that is about to go takes a connection and says nothing.
      const timeouts = { attempt: 500 };
      const connectTarget = (): ApplyTarget => {
        const made = createNorthboundTarget({ output: folder, zone: ZONE, source: { remotes }, limits, timeouts });
        if (isFollowed) made.follow?.(() => undefined);
        return made;
      };
      let target = connectTarget();
      let round = 0;
      let killed = 0;
      const holds = fc.asyncProperty(fc.noShrink(fc.integer({ min: 1, max: PIECES })), async (last) => {
        if (round > 0 && round % ROUNDS_OF_CLIENT === 0) {
          await target.close();
          target = connectTarget();
        }
        const zone = zoneOf(++round % 256);
        render(folder, zone);
        const leader = await cluster.leader();
        let pieces = 0;
        onPiece = () => {
          if (++pieces !== last) return;
          leader.kill();
          killed++;
        };
        const outcomes = await settle(target);
        onPiece = () => undefined;
        for (const outcome of outcomes)
          if (outcome.result === 'failed') expect(outcome).toMatchObject({ transient: true });
        leader.kill();
        await leader.start();
        expect(await rulesOn((await cluster.leader()).socket)).toEqual(rulesIn(zone));
      });
      await checkAsyncProperty(holds, { numRuns: ROUNDS });
      expect(killed).toBeGreaterThan(0);
      await target.close();
      for (const listener of listeners) listener.close();
    },
  );
});
