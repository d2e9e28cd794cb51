import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleNodes } from '../../../src/apply/northbound/live/settle.js';
import { type Client, connectOvsdb } from '../../../src/clients/ovsdb/index.js';
import { eventually } from '../../rig/eventually.js';
import type { Json } from '../../rig/json-rpc.js';
import { type Server, reason, startServer } from './northbound.js';

/** Milliseconds that no test takes. */
const FOREVER = 600_000;

describe.skipIf(reason !== undefined)(`an applier that waits for nodes${reason ? ` (${reason})` : ''}`, () => {
  let server: Server;
  let client: Client;
  beforeAll(async () => {
    server = await startServer();
    const connected = await connectOvsdb({
      remotes: [{ protocol: 'unix', path: server.socket }],
      database: 'OVN_Northbound',
    });
    if (connected.result === 'failed') throw new Error(connected.problems.join());
    ({ client } = connected);
  });
  beforeEach(async () => {
    await server.reset();
    await set({ options: ['map', [['mac_prefix', '0a:58:0a']]] });
  });
  afterAll(() => {
    client.close();
    server.close();
  });

  const set = (row: Readonly<Record<string, Json>>) =>
    server.transact({ op: 'update', table: 'NB_Global', where: [], row });
  const numbers = async (): Promise<unknown[]> => {
    const [row] = (await server.dump()).NB_Global ?? [];
    return [row?.nb_cfg, row?.sb_cfg, row?.hv_cfg];
  };
  /** Starts to wait, and tells whether it has ended. */
  const wait = (): { readonly isOver: () => boolean; readonly ended: Promise<void> } => {
    let isOver = false;
    const ended = settleNodes(client, FOREVER).then(() => {
      isOver = true;
    });
    return { isOver: () => isOver, ended };
  };

  it('goes on when the slowest node has installed the rows', async () => {
    await set({ nb_cfg: 4, sb_cfg: 4, hv_cfg: 4 });
    const { isOver, ended } = wait();
    await eventually('it asks for the progress', async () => (await numbers())[0] === 5);
    await set({ sb_cfg: 5 });
    for (let looks = 0; looks < 5; looks++) await numbers();
    expect(isOver()).toBe(false);
    await set({ hv_cfg: 5 });
    await ended;
  });

  it('goes on when ovn-northd has translated them if a node was behind before', async () => {
    await set({ nb_cfg: 4, sb_cfg: 4, hv_cfg: 2 });
    const { isOver, ended } = wait();
    await eventually('it asks for the progress', async () => (await numbers())[0] === 5);
    expect(isOver()).toBe(false);
    await set({ sb_cfg: 5 });
    await ended;
    expect(await numbers()).toEqual([5, 5, 2]);
  });

  it('goes on at once, and asks for nothing, while ovn-northd is behind', async () => {
    await set({ nb_cfg: 4, sb_cfg: 3, hv_cfg: 3 });
    await wait().ended;
    expect(await numbers()).toEqual([4, 3, 3]);
  });

  it('goes on at once in a database that ovn-northd has never seen', async () => {
    await set({ options: ['map', []] });
    await wait().ended;
    expect(await numbers()).toEqual([0, 0, 0]);
  });

  it('goes on after its time', async () => {
    await settleNodes(client, 20);
    expect(await numbers()).toEqual([1, 0, 0]);
  });
});
