import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../rig/json-rpc.js';
import { type Server, driftOf, firewalls, planOf, reason, render, startServer, targetOf } from './northbound.js';

describe.skipIf(reason !== undefined)(`the transaction of a plan (${reason ?? 'on a real ovsdb-server'})`, () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(() => server.reset());
  afterAll(() => {
    server.close();
  });

  it.each([
    ['an empty database', undefined],
    ['one with other rules', { harbor: ['drop 203.0.113.0/24', 'allow 0.0.0.0/0'], mill: ['drop 0.0.0.0/0'] }],
  ])('brings %s to the desired state, sent by another client', async (_, before) => {
    const transactionTo = async (rules: Record<string, readonly string[]>): Promise<readonly unknown[]> => {
      render(join(server.folder, 'rendered'), firewalls(rules));
      const target = targetOf(server);
      const params = (await planOf(target)).transaction?.() ?? [];
      await target.close();
      if ('result' in params) throw new Error(params.problems.join('\n'));
      return params;
    };
    const send = async (rules: Record<string, readonly string[]>): Promise<void> => {
      const [database, ...operations] = await transactionTo(rules);
      expect(database).toBe('OVN_Northbound');
      await server.transact(...(JSON.parse(JSON.stringify(operations)) as Json[]));
    };
    if (before) await send(before);
    const wanted = { harbor: ['allow-related 198.51.100.0/24', 'drop 0.0.0.0/0'] };
    await send(wanted);
    expect(await driftOf(server, firewalls(wanted))).toEqual([]);
    expect(await transactionTo(wanted)).toEqual(['OVN_Northbound']);
  });
});
