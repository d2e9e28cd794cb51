import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHostRoutes, tableNamesIn } from '../../../src/apply/node/diff/host-routes.js';
import { createNodeTarget } from '../../../src/apply/node/target.js';
import { type Workspace, openWorkspace } from '../../rig/workspace.js';
import { DUCK, type Host, findTools, openHost, writeScript } from './host.js';

const EMPTY = { addresses: [], rules: [], routes: [], sysctls: {} };
const ADDRESS = { interface: 'ens4', address: '10.20.30.200/32' };
const RULE = { family: 'IPv4', priority: 6000, from: '10.60.2.7', table: 1005 };
const ROUTE = { family: 'IPv4', table: 1005, destination: '10.20.30.0/24', interface: 'ens4' };

function parse(part: object): ReturnType<typeof parseHostRoutes> {
  return parseHostRoutes(JSON.stringify({ ...EMPTY, ...part }), new Map());
}

describe('routes.json', () => {
  it('is read in canonical form', () => {
    const rule = { family: 'IPv6', priority: 5000, from: 'FD60:0::7', sport: 31080, table: 77 };
    expect(parse({ addresses: [{ interface: 'ens4', address: 'FD20::0200/128' }], rules: [rule] })).toMatchObject({
      addresses: [{ interface: 'ens4', family: 'IPv6', address: 'fd20::200' }],
      rules: [{ ...rule, from: 'fd60::7' }],
    });
  });

  it('takes the largest number of a table', () => {
    const table = 2 ** 32 - 1;
    expect(parse({ rules: [{ ...RULE, priority: 5000, table }] })).toMatchObject({ rules: [{ table }] });
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no lists', '{}'],
    ['an interface with a line break', { addresses: [{ ...ADDRESS, interface: 'a\nlink del b' }] }],
    ['an interface that is an option', { routes: [{ ...ROUTE, interface: '-force' }] }],
    ['an interface with a quote', { routes: [{ ...ROUTE, interface: 'a"b' }] }],
    ['an interface of the prototype', { routes: [{ ...ROUTE, interface: ['ens4'] }] }],
    ['an address of a whole network', { addresses: [{ ...ADDRESS, address: '10.20.30.0/24' }] }],
    ['an address with words after it', { addresses: [{ ...ADDRESS, address: '10.20.30.200/32 dev lo' }] }],
    ['a source with words after it', { rules: [{ ...RULE, from: '10.60.2.7 table 254' }] }],
    ['a source of the other family', { rules: [{ ...RULE, from: 'fd60::7' }] }],
    ['a rule of a priority that is not ours', { rules: [{ ...RULE, priority: 100 }] }],
    ['a rule for everybody', { rules: [{ family: 'IPv4', priority: 6000, table: 1005 }] }],
    ['a rule of a pod to the main table', { rules: [{ ...RULE, table: 254 }] }],
    ['a rule with a table whose number is not known', { rules: [{ ...RULE, priority: 5000, table: 'main' }] }],
    ['a rule with a table number above 32 bits', { rules: [{ ...RULE, priority: 5000, table: 2 ** 32 }] }],
    ['a number that is none', { rules: [{ ...RULE, priority: 5000, sport: 1.5 }] }],
    ['a gateway with words after it', { routes: [{ ...ROUTE, via: '10.20.30.1 table 254' }] }],
    ['a destination by name', { routes: [{ ...ROUTE, destination: 'default' }] }],
    ['a setting of something else', { sysctls: { 'kernel.panic': '1' } }],
    ['a setting out of its folder', { sysctls: { 'net.ipv4.conf.all.../../kernel': '1' } }],
    ['a setting of all interfaces that Weir does not make', { sysctls: { 'net.ipv4.conf.all.rp_filter': '0' } }],
    ['a setting with another value', { sysctls: { 'net.ipv4.conf.all.src_valid_mark': '0' } }],
    ['a setting with a text', { sysctls: { 'net.ipv4.conf.all.src_valid_mark': '1\n2' } }],
  ])('is refused with a sentence where it has %s', (_, part) => {
    expect(typeof part === 'string' ? parseHostRoutes(part, new Map()) : parse(part)).toEqual(expect.any(String));
  });
});

describe('the names of tables in routes.json', () => {
  const names = (table: string) => tableNamesIn(JSON.stringify({ rules: [{ ...RULE, priority: 5000, table }] }));

  it('are words', () => {
    expect(names('blue')).toEqual(['blue']);
    expect(names('blue; reboot')).toEqual(expect.any(String));
    expect(names('-blue')).toEqual(expect.any(String));
    expect(names('7\n')).toEqual(expect.any(String));
  });
});

describe('a rendered folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-node-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const plan = () => createNodeTarget({ output: folder, node: 'egret' }).plan();

  it('without an index is an error, and not a wish for nothing', async () => {
    expect(await plan()).toMatchObject({ result: 'failed' });
    writeFileSync(join(folder, 'index.json'), '');
    expect(await plan()).toMatchObject({ result: 'failed' });
    writeFileSync(join(folder, 'index.json'), '{"weir": 1, "zones": [], "nodes": [], "artefacts": []}');
    expect(await plan()).toMatchObject({ result: 'failed' });
  });

  it('with a file that its index does not list so is an error', async () => {
    const artefacts = [{ path: 'nodes/egret/routes.json', sha256: '00', sources: [] }];
    writeFileSync(join(folder, 'index.json'), JSON.stringify({ weir: 2, zones: [], nodes: ['egret'], artefacts }));
    expect(await plan()).toMatchObject({ result: 'failed', transient: true });
  });
});

const available = findTools();
if (available.length === 0) it.skip('rulesets: left out, making network namespaces needs root', () => undefined);

describe.each(available)('a ruleset, with $name,', ({ tools }) => {
  let workspace: Workspace;
  let host: Host;
  let before: string;
  beforeAll(async () => {
    workspace = openWorkspace();
    host = await openHost(workspace, 'node', tools);
    await host.run('nft add table ip nat');
    before = await host.snapshot();
  });
  afterAll(() => {
    workspace.close();
  });

  it('comes to a host whose kernel has no IPv6', async () => {
    const refuse =
      'case "$*" in *" -6 "*) echo "RTNETLINK answers: Address family not supported by protocol" >&2; exit 2;; esac';
    const enter = [...(host.options.access?.enter ?? []), writeScript(workspace, 'no-ipv6', refuse)];
    host.render([['10.20.30.200', DUCK]]);
    expect(await host.apply({ access: { enter, tools } })).toMatchObject({ result: 'applied' });
    expect(await host.run('ip -4 rule show priority 6000')).toContain('from 10.60.2.7 lookup 1005');
    host.render([]);
    expect(await host.apply({ access: { enter, tools } })).toMatchObject({ result: 'applied' });
    expect(await host.snapshot()).toBe(before);
  });

  it('for an interface that is not there, or has another index, is not applied', async () => {
    host.render([['10.20.30.200', DUCK]]);
    host.edit('routes.json', (text) => text.replaceAll('ens4', 'ens9'));
    await expect(host.plan()).rejects.toThrow('no interface ens9');
    host.render([['10.20.30.200', DUCK]]);
    host.edit('routes.json', (text) => text.replaceAll('1005', '1006'));
    await expect(host.plan()).rejects.toThrow('index 5');
  });

  it('in local gateway mode comes with its setting and its rule of marked traffic', async () => {
    host.render([['10.20.30.200', DUCK]], { gatewayMode: 'local' });
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.run('cat /proc/sys/net/ipv4/conf/all/src_valid_mark')).toBe('1\n');
    expect(await host.run('ip rule show priority 5999')).toContain('fwmark 0x3f0 lookup main');
    expect((await host.plan()).changes).toEqual([]);
    host.render([]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.snapshot()).toBe(before);
  });
});
