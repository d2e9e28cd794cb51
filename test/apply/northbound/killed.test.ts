import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interpose } from './interpose.js';
import {
  type Server,
  ZONE,
  bring,
  contentOf,
  firewalls,
  planOf,
  reason,
  render,
  startServer,
  targetOf,
} from './northbound.js';

const CHILD = fileURLToPath(new URL('apply-child.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../../../build/apply/northbound/target.js', import.meta.url));
const why = reason ?? (existsSync(BUILT) ? undefined : 'it is not built');

const BEFORE = firewalls(
  Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`team-${index}`, ['allow 192.0.2.0/24', 'drop 0.0.0.0/0']]),
  ),
);
const AFTER = firewalls(
  Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `team-${index + 3}`,
      ['drop 192.0.2.0/25', 'allow 192.0.2.0/24', 'drop 0.0.0.0/0'],
    ]),
  ),
);

describe.skipIf(why !== undefined)(`an apply that is killed (${why ?? 'by SIGKILL'})`, () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(() => {
    server.close();
  });

  /** Starts an apply and kills it at a step. Whether it came that far. */
  const killAt = async (step: number, passes: boolean): Promise<boolean> => {
    const proxy = join(server.folder, 'proxy');
    let child: ChildProcess | undefined;
    let isKilled = false;
    let pieces = 0;
    const listener = interpose(proxy, server.socket, () => {
      if (++pieces !== step) return true;
      isKilled = child?.kill('SIGKILL') === true;
      return passes;
    });
    try {
      child = spawn(process.execPath, [CHILD, join(server.folder, 'rendered'), ZONE, proxy], { stdio: 'ignore' });
      await new Promise((resolve) => child?.on('exit', resolve));
    } finally {
      listener.close();
    }
    return isKilled;
  };

  it.each([
    ['before its server', false],
    ['after its server', true],
  ])('is completed by the next one, whichever message is the last: %s has it', async (_, passes) => {
    await server.reset();
    await bring(server, AFTER);
    const desired = contentOf(await server.dump());
    let step = 1;
    for (; ; step++) {
      await bring(server, BEFORE);
      render(join(server.folder, 'rendered'), AFTER);
      if (!(await killAt(step, passes))) break;
      const target = targetOf(server);
      const outcome = await (await planOf(target)).apply();
      expect([step, outcome]).toMatchObject([step, { result: 'applied' }]);
      expect((await planOf(target)).changes).toEqual([]);
      await target.close();
      expect(contentOf(await server.dump())).toEqual(desired);
    }
    expect(step).toBeGreaterThan(10);
  });
});
