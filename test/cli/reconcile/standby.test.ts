import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lockNameOf } from '../../../src/apply/northbound/zone-lock.js';
import { createNorthboundTarget } from '../../../src/apply/northbound/target.js';
import { watch } from '../../../src/cli/commands/reconcile/watch.js';
import { type Server, ZONE, firewalls, reason, render, startServer } from '../../apply/northbound/northbound.js';
import { eventually } from '../../rig/eventually.js';

/** So long that only an event starts a cycle. */
const NEVER = 100_000;

describe('the lock of a zone', () => {
  it('has a name that OVSDB takes, and another for each zone', () => {
    expect(lockNameOf('global')).toBe('weir_global');
    const others = ['worker-a', 'worker_a', 'worker.a'].map(lockNameOf);
    expect(new Set(others).size).toBe(3);
    for (const name of others) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_]*$/);
  });
});

describe.skipIf(reason !== undefined)(`two appliers of one zone (${reason ?? 'a real server'})`, () => {
  let server: Server;
  const ends: AbortController[] = [];
  beforeAll(async () => {
    server = await startServer();
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end.abort();
  });
  afterAll(() => {
    server.close();
  });

  const targetOf = (folder: string) =>
    createNorthboundTarget({
      output: folder,
      zone: ZONE,
      source: { remotes: [{ protocol: 'unix', path: server.socket }] },
    });

  /** Starts an applier of a folder with one rule. */
  function start(name: string, rule: string) {
    const folder = join(server.folder, name);
    render(folder, firewalls({ shop: [rule] }));
    const end = new AbortController();
    ends.push(end);
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const options = {
      seconds: NEVER,
      listen: '127.0.0.1:0',
      maximumRemoval: 100,
      force: false,
      signal: end.signal,
      log,
    };
    const ended = watch(targetOf(folder), options);
    const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    const ask = async (path: string): Promise<Response> => {
      const address = /"address":"([^"]+)"/.exec(lines.join(''))?.[1] ?? '';
      return fetch(`http://${address}${path}`);
    };
    return {
      messages,
      ask,
      stop: async () => {
        end.abort();
        await ended;
      },
    };
  }
  const rules = async () => ((await server.dump()).ACL ?? []).map(({ match }) => match);

  it('one changes the rows, the other stands by, and goes on where the first has ended', async () => {
    const first = start('first', 'allow 10.0.0.0/24');
    await eventually('it applies', () => first.messages().includes('applied'));
    const second = start('second', 'allow 10.0.1.0/24');
    await eventually('it stands by', () => second.messages().includes('standby: another applier holds the lock'));
    expect(await rules()).toEqual([expect.stringContaining('10.0.0.0/24')]);
    expect((await second.ask('/readyz')).status).toBe(200);
    const standby = await (await second.ask('/metrics')).text();
    expect(standby).toContain('weir_standby{target="northbound global"} 1');
    expect(await (await first.ask('/metrics')).text()).toContain('weir_standby{target="northbound global"} 0');
    await first.stop();
    await eventually('it applies', () => second.messages().includes('applied'));
    expect(await rules()).toEqual([expect.stringContaining('10.0.1.0/24')]);
    const active = await (await second.ask('/metrics')).text();
    expect(active).toContain('weir_standby{target="northbound global"} 0');
    // What was applied is no drift any more.
    expect(active).toContain('weir_drift{state="missing",target="northbound global"} 0');
    await second.stop();
  });

  it('a commit without the lock is refused', async () => {
    const folder = join(server.folder, 'stolen');
    render(folder, firewalls({ shop: ['allow 10.0.2.0/24'] }));
    const [holder, other] = [targetOf(folder), targetOf(folder)];
    const ignore = () => undefined;
    expect([await holder.stand?.(ignore), await other.stand?.(ignore)]).toEqual(['held', 'waiting']);
    const before = await rules();
    const planned = await other.plan();
    if (planned.result === 'failed') throw new Error(planned.problems.join());
    expect(await planned.plan.apply()).toMatchObject({
      result: 'failed',
      problems: [expect.stringContaining('not owner')],
    });
    expect(await rules()).toEqual(before);
    await Promise.all([holder.close(), other.close()]);
  });

  it('repairs a change by another client as soon as it is committed', async () => {
    const only = start('drift', 'drop 10.0.4.0/24');
    await eventually('it applies', () => only.messages().includes('applied'));
    const isRepaired = async () => ((await server.dump()).ACL ?? []).every(({ action }) => action === 'drop');
    for (let count = 0; count < 3; count++) {
      await server.transact({ op: 'update', table: 'ACL', where: [], row: { action: 'allow' } });
      await eventually('it is repaired', isRepaired);
    }
    await only.stop();
  });

  it('is not ready as soon as the database is away, and applies again when it is back', async () => {
    const only = start('only', 'allow 10.0.3.0/24');
    await eventually('it applies', () => only.messages().includes('applied'));
    expect((await only.ask('/readyz')).status).toBe(200);
    server.kill();
    await eventually('it is not ready', async () => (await only.ask('/readyz')).status === 503);
    expect(only.messages()).toContain('the connection is lost');
    expect(await (await only.ask('/metrics')).text()).toContain('weir_connected{target="northbound global"} 0');
    await server.start();
    await eventually('it is ready', async () => (await only.ask('/readyz')).status === 200);
    await only.stop();
  });
});
