import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILY_WORDS, type FamilyValues, renderRuleset } from '../../../src/nftables/ruleset.js';
import { type Workspace, openWorkspace } from '../../rig/workspace.js';
import { type Host, findTools, openHost } from './host.js';

const available = findTools();
if (available.length === 0) it.skip('services: left out, making network namespaces needs root', () => undefined);

/** A table as a host of an EgressService has it: a translation with the service's name beside it. */
function rulesetOf(...services: FamilyValues['services'][number][]): string {
  const families = [
    { ...FAMILY_WORDS.IPv4, translations: [], services },
    { ...FAMILY_WORDS.IPv6, translations: [], services: [] },
  ];
  return renderRuleset({ families, hasEgressIP: false, hasServices: true, restoresMarks: false });
}

function routesOf(...rules: readonly object[]): string {
  return JSON.stringify({ addresses: [], rules, routes: [], sysctls: {} });
}

describe.each(available)('a host of an EgressService, with $name,', ({ tools }) => {
  let workspace: Workspace;
  let host: Host;
  let before: string;
  beforeAll(async () => {
    workspace = openWorkspace();
    host = await openHost(workspace, 'node', tools);
    await host.run('ip address add 192.0.2.10/32 dev ens4');
    before = await host.snapshot();
  });
  afterAll(() => {
    workspace.close();
  });

  const rule = { family: 'IPv4', priority: 5000, from: '10.60.2.7', table: 'main' };
  const nodePort = { family: 'IPv6', priority: 5000, from: 'fd69::3', sport: 31080, table: 77 };

  it('has its translations, and rules to tables by number and by name', async () => {
    host.render([]);
    host.edit('nftables.nft', () => rulesetOf({ endpoint: '10.60.2.7', comment: 'shop/web', address: '192.0.2.10' }));
    host.edit('routes.json', () => routesOf(rule, nodePort));
    const { changes } = await host.plan();
    expect(changes.map(({ sort, name, owner }) => [sort, name, owner])).toEqual([
      ['ip rule', 'IPv4 5000 from 10.60.2.7', 'EgressIP egress-0'],
      ['ip rule', 'IPv6 5000 from fd69::3 sport 31080', 'EgressIP egress-0'],
      ['nft map', 'egress-service-snat-v4 10.60.2.7', 'EgressService shop/web'],
      ['nft table', 'inet weir', 'EgressIP egress-0'],
    ]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.run('ip -4 rule show priority 5000')).toContain('from 10.60.2.7 lookup main');
    expect(await host.run('ip -6 rule show priority 5000')).toContain('from fd69::3 sport 31080 lookup 77');
    expect((await host.plan()).changes).toEqual([]);
  });

  it('moves a translation and a rule, and what stays keeps what is beside it', async () => {
    host.edit('nftables.nft', () =>
      rulesetOf(
        { endpoint: '10.60.3.7', comment: 'shop/web', address: '192.0.2.11' },
        { endpoint: '10.60.2.7', comment: 'shop/other', address: '192.0.2.10' },
      ),
    );
    host.edit('routes.json', () => routesOf({ ...rule, table: 78 }, nodePort));
    const { changes } = await host.plan();
    expect(changes.map(({ drift, sort, fields }) => [drift, sort, fields])).toEqual([
      ['changed', 'ip rule', [{ name: 'table', live: '254', desired: '78' }]],
      ['changed', 'nft map', [{ name: 'comment', live: 'shop/web', desired: 'shop/other' }]],
      ['missing', 'nft map', []],
    ]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect((await host.plan()).changes).toEqual([]);
    expect(await host.run('nft list map inet weir egress-service-snat-v4')).toContain('comment "shop/other"');
  });

  it('has no rule to a table that nobody knows', async () => {
    host.edit('routes.json', () => routesOf({ ...rule, table: 'nowhere' }));
    await expect(host.plan()).rejects.toThrow("no route table 'nowhere'");
  });

  it('keeps an address of the service that is not ours when everything of ours goes', async () => {
    host.render([]);
    const { changes } = await host.plan();
    expect(changes.map(({ drift, sort, owner }) => [drift, sort, owner])).toContainEqual([
      'stale',
      'nft map',
      'EgressService shop/web',
    ]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.snapshot()).toBe(before);
  });
});
