import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fail } from '../../../src/model/change.js';
import { type Workspace, openWorkspace } from '../../rig/workspace.js';
import { COOT, DUCK, type Host, findTools, noteWrites, openHost } from './host.js';

const available = findTools();
if (available.length === 0) it.skip('applying a node: left out, making network namespaces needs root', () => undefined);

describe.each(available)('applying a node with $name', ({ tools }) => {
  let workspace: Workspace;
  let host: Host;
  let empty: string;
  beforeAll(async () => {
    workspace = openWorkspace();
    host = await openHost(workspace, 'node', tools);
    empty = await host.snapshot();
  });
  afterAll(() => {
    workspace.close();
  });

  const both = [
    ['10.20.30.200', DUCK, COOT],
    ['fd20::200', DUCK, COOT],
  ] as const;

  it('says what it would make and touches nothing', async () => {
    host.render(both);
    const { changes, owned } = await host.plan();
    expect(new Set(changes.map(({ drift }) => drift))).toEqual(new Set(['missing']));
    expect(changes.filter(({ sort }) => sort !== 'nft set').map(({ sort, name }) => `${sort} ${name}`)).toEqual([
      'ip address ens4 10.20.30.200',
      'ip address ens4 fd20::200',
      'ip route IPv4 table 1005 0.0.0.0/0',
      'ip route IPv4 table 1005 10.20.30.0/24',
      'ip route IPv6 table 1005 ::/0',
      'ip route IPv6 table 1005 fd20::/64',
      'ip rule IPv4 6000 from 10.60.2.7',
      'ip rule IPv4 6000 from 10.60.3.7',
      'ip rule IPv6 6000 from fd60::2:7',
      'ip rule IPv6 6000 from fd60::3:7',
      'nft map egress-ip-snat-v4 10.60.2.7 . "ens4"',
      'nft map egress-ip-snat-v4 10.60.3.7 . "ens4"',
      'nft map egress-ip-snat-v6 fd60::2:7 . "ens4"',
      'nft map egress-ip-snat-v6 fd60::3:7 . "ens4"',
      'nft table inet weir',
    ]);
    expect(owned).toBe(0);
    expect(await host.snapshot()).toBe(empty);
  });

  it('restores the host when the right to change it is lost before the last command', async () => {
    let checks = 0;
    const mayWriteOften = 3;
    const lease = {
      stand: () => Promise.resolve('held' as const),
      check: () => Promise.resolve(++checks > mayWriteOften ? fail('the Lease is lost', true) : undefined),
      release: () => Promise.resolve(),
    };
    const { words, log } = noteWrites(workspace, 'lost');
    const access = { enter: [...(host.options.access?.enter ?? []), ...words], tools };
    expect(await host.apply({ lease, access })).toMatchObject({
      result: 'failed',
      transient: true,
      problems: ['the Lease is lost', 'the change was rolled back'],
    });
    // One check is that of the whole change.
    expect(checks).toBe(mayWriteOften + 1);
    expect(readFileSync(log, 'utf8')).not.toBe('');
    expect(await host.snapshot()).toBe(empty);
  });

  it('makes all of it, and then has nothing to do and writes nothing', async () => {
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.run('ip -4 rule show priority 6000')).toContain('from 10.60.2.7 lookup 1005');
    expect(await host.run('ip -6 route show table 1005')).toContain('default dev ens4');
    expect(await host.run('ip address show dev ens4')).toMatch(/inet6 fd20::200\/128 .*deprecated/);
    expect(await host.run('nft list map inet weir egress-ip-snat-v4')).toContain('10.60.2.7 . "ens4" : 10.20.30.200');
    const { words, log } = noteWrites(workspace, 'no-op');
    const access = { enter: [...(host.options.access?.enter ?? []), ...words], tools };
    expect((await host.plan({ access })).changes).toEqual([]);
    expect(await host.apply({ access })).toEqual({ result: 'applied', writes: 0 });
    expect(readFileSync(log, 'utf8')).toBe('');
  });

  it('moves only the elements that differ, in one transaction', async () => {
    host.render([both[0], ['fd20::201', DUCK, COOT]]);
    const { words, log } = noteWrites(workspace, 'elements');
    const access = { enter: [...(host.options.access?.enter ?? []), ...words], tools };
    const handle = await host.run('nft -a list chain inet weir egress-ip-snat');
    const { changes } = await host.plan();
    expect(changes.filter(({ drift }) => drift === 'changed').map(({ name, fields }) => [name, fields])).toEqual(
      ['fd60::2:7', 'fd60::3:7'].map((pod) => [
        `egress-ip-snat-v6 ${pod} . "ens4"`,
        [{ name: 'data', live: 'fd20::200', desired: 'fd20::201' }],
      ]),
    );
    expect(await host.apply({ access })).toMatchObject({ result: 'applied' });
    expect(readFileSync(log, 'utf8').match(/nft -f/g)).toHaveLength(1);
    expect(await host.run('nft -a list chain inet weir egress-ip-snat')).toBe(handle);
    expect(await host.run('nft list map inet weir egress-ip-snat-v6')).not.toContain('fd20::200');
    expect(await host.run('ip address show dev ens4')).not.toContain('fd20::200/128');
  });

  it('takes away what nothing explains', async () => {
    host.render([['10.20.30.200', DUCK]]);
    const { changes } = await host.plan();
    expect(new Set(changes.map(({ drift }) => drift))).toEqual(new Set(['stale']));
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.run('ip -6 rule')).not.toContain('6000:');
    expect(await host.run('ip -4 rule')).not.toContain('10.60.3.7');
    expect(await host.run('ip -6 route show table all')).not.toContain('table 1005');
  });

  it('repairs what somebody has changed', async () => {
    const whole = await host.snapshot();
    await host.run('ip rule del priority 6000 from 10.60.2.7');
    await host.run('ip route replace default via 10.20.30.9 dev ens4 table 1005');
    await host.run('nft flush chain inet weir egress-ip-snat');
    await host.run('ip address del 10.20.30.200/32 dev ens4');
    const { changes } = await host.plan();
    expect(changes.map(({ drift, sort }) => `${drift} ${sort}`)).toEqual([
      'missing ip address',
      'changed ip route',
      'missing ip rule',
      'changed nft table',
    ]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.snapshot()).toBe(whole);
  });

  it('leaves nothing of ours when nothing is desired', async () => {
    host.render([]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.snapshot()).toBe(empty);
    expect((await host.plan()).changes).toEqual([]);
  });
});
