import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Workspace, openWorkspace } from '../../rig/workspace.js';
import { COOT, DUCK, type Host, type Translations, findTools, openHost } from './host.js';

const available = findTools();
if (available.length === 0) it.skip('foreign things: left out, making network namespaces needs root', () => undefined);

const FOREIGN = [
  'nft add table inet other',
  'nft add set inet other weir { type ipv4_addr ; }',
  'nft add element inet other weir { 10.60.2.7 }',
  'nft add table ip weir',
  'nft add chain ip weir egress-ip-snat { type nat hook postrouting priority 100 ; }',
  'nft add rule ip weir egress-ip-snat oifname "none" snat to 10.20.30.99',
  'ip rule add priority 5998 from 10.60.2.7 lookup 77',
  'ip rule add priority 6001 from 10.60.2.7 lookup 1005',
  'ip rule add priority 6000 iif ens4 lookup 77',
  'ip rule add priority 6000 from 10.99.0.0/16 lookup 1005',
  'ip rule add priority 5000 from 10.98.0.0/16 lookup 77',
  'ip -6 rule add priority 6001 from fd60::2:7 lookup 77',
  'ip route add 192.0.2.0/24 dev ens4 table 77',
  'ip route add 192.0.2.0/24 dev ens4 table 1006',
  'ip route add 192.0.2.0/24 dev ens4 table 1005 proto static',
  'ip route add 198.51.100.0/24 dev ens4',
  'ip -6 route add fd99::/64 dev ens4 table 77',
  'ip -6 route add fd98::/64 dev ens4 table 1005 metric 50',
  'ip address add 10.20.30.99/32 dev ens4',
  'ip address add fd20::99/128 dev ens4 nodad',
];

describe.each(available)('beside things of others, with $name,', ({ tools }) => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = openWorkspace();
  });
  afterAll(() => {
    workspace.close();
  });

  async function openCrowded(name: string): Promise<Host> {
    const host = await openHost(workspace, name, tools);
    for (const command of FOREIGN) await host.run(command);
    return host;
  }

  /** The listings without what this test knows to be ours. */
  async function listForeign(host: Host): Promise<string> {
    const tables = [await host.run('nft list table inet other'), await host.run('nft list table ip weir')];
    const lines = (await host.snapshot()).split('\n').slice(1);
    const ours = / (lookup|table) 1005|10\.20\.30\.20[01]|fd20::20[01]/;
    const kept = /6001|10\.99\.0\.0|proto static|metric 50/;
    return [...tables, ...lines.filter((line) => !ours.test(line) || kept.test(line))].join('\n');
  }

  it('an apply, an update and a removal of everything of ours leave them byte-identical', async () => {
    const host = await openCrowded('crowded');
    const before = await host.snapshot();
    const foreign = await listForeign(host);
    const steps: Translations[] = [
      [
        ['10.20.30.200', DUCK, COOT],
        ['fd20::200', DUCK, COOT],
      ],
      [
        ['10.20.30.201', DUCK],
        ['fd20::201', COOT],
      ],
    ];
    for (const step of steps) {
      host.render(step);
      expect(await host.apply()).toMatchObject({ result: 'applied' });
      expect(await listForeign(host)).toBe(foreign);
    }
    host.render([]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.snapshot()).toBe(before);
  });

  it('one that has the identity of ours is shown, and nothing is done', async () => {
    const host = await openHost(workspace, 'conflict', tools);
    await host.run('ip rule add priority 6000 from 10.60.2.7 lookup 77');
    await host.run('ip route add default dev ens4 table 1005 metric 50');
    const before = await host.snapshot();
    host.render([['10.20.30.200', DUCK, COOT]]);
    const { changes, apply } = await host.plan();
    expect(changes.filter(({ drift }) => drift === 'foreign').map(({ sort, name }) => `${sort} ${name}`)).toEqual([
      'ip route IPv4 table 1005 0.0.0.0/0',
      'ip rule IPv4 6000 from 10.60.2.7',
    ]);
    expect(await apply()).toMatchObject({ result: 'failed' });
    expect(await host.snapshot()).toBe(before);
  });
});
