import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '../../src/apply/reconcile.js';
import { createNodeTarget } from '../../src/apply/node/target.js';
import { DUCK, type Host, type Translations, findTools, openHost } from '../apply/node/host.js';
import { type Output, type Workspace, openWorkspace } from '../rig/workspace.js';
import { CLI } from '../rig/weir.js';

const available = findTools();
if (available.length === 0) it.skip('ownership: left out, making network namespaces needs root', () => undefined);

/** Things of others that have the form of ours. */
const STRANGERS = [
  'ip rule add priority 5000 from 10.98.0.7 lookup 77',
  'ip -6 rule add priority 5000 from fd98::7 lookup 77',
  'ip rule add priority 5999 fwmark 0x3f0 lookup main',
  'ip rule add priority 6000 from 10.99.0.7 lookup 1005',
  'ip route add 192.0.2.0/24 dev ens4 table 1005',
  'ip -6 route add fd98::/64 dev ens4 table 1005',
  'ip address add 10.20.30.99/32 dev ens4',
];
const DESIRED: Translations = [
  ['10.20.30.200', DUCK],
  ['fd20::200', DUCK],
];

describe.each(available)('an applier of a node, with $name,', ({ tools }) => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = openWorkspace();
  });
  afterAll(() => {
    workspace.close();
  });

  function weir(host: Host, verb: string): Promise<Output> {
    const args = [verb, 'node', host.folder, '--node', 'egret', '--state', host.stateFolder];
    return workspace.attempt(['ip', 'netns', 'exec', host.namespace, process.execPath, CLI, ...args]);
  }

  it('leaves rules, routes and addresses of others that have the form of ours', async () => {
    const host = await openHost(workspace, 'strangers', tools);
    for (const command of STRANGERS) await host.run(command);
    const before = await host.snapshot();
    host.render(DESIRED);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect((await host.plan()).changes).toEqual([]);
    host.render([]);
    const { changes, apply } = await host.plan();
    expect(changes.filter(({ name }) => /77|10\.9[89]|192\.0\.2|fd98|fwmark|\.99/.test(name))).toEqual([]);
    expect(await apply()).toMatchObject({ result: 'applied' });
    expect(await host.snapshot()).toBe(before);
  });

  it('says them in a plan, and shows them as foreign in an audit', async () => {
    const host = await openHost(workspace, 'shown', tools);
    for (const command of STRANGERS) await host.run(command);
    host.render([]);
    const plan = await weir(host, 'plan');
    expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining('in sync') as string });
    expect(plan.stderr.match(/^weir: node egret: warning: .*$/gm)).toHaveLength(6);
    expect(plan.stderr).toContain('kept ip rule IPv4 5000 from 10.98.0.7, which resembles a managed object');
    const audit = await weir(host, 'audit');
    expect(audit).toMatchObject({ code: 2, stdout: expect.stringContaining('6 foreign') as string });
  });

  it('leaves an address that was there before it was needed', async () => {
    const host = await openHost(workspace, 'address', tools);
    await host.run('ip address add 10.20.30.200/32 dev ens4');
    const before = await host.snapshot();
    for (const desired of [DESIRED, [], DESIRED, []]) {
      host.render(desired);
      expect(await host.apply()).toMatchObject({ result: 'applied' });
    }
    expect(await host.snapshot()).toBe(before);
  });

  it('stops where the source of a rule of ours leads to another table, and where our route is replaced by another', async () => {
    const host = await openHost(workspace, 'in-the-way', tools);
    host.render(DESIRED);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    await host.run('ip rule add priority 6000 from 10.60.2.7 table 1006');
    await host.run('ip route replace default dev ens4 table 1005 proto static');
    const crowded = await host.snapshot();
    const { changes, apply } = await host.plan();
    expect(changes.map(({ drift, sort, name }) => `${drift} ${sort} ${name}`)).toEqual([
      'foreign ip route IPv4 table 1005 0.0.0.0/0',
      'foreign ip rule IPv4 6000 from 10.60.2.7',
    ]);
    expect(await apply()).toMatchObject({ result: 'failed' });
    expect(await host.snapshot()).toBe(crowded);
  });

  it('takes what it finds as desired for its own where its record is lost, and nothing else', async () => {
    const host = await openHost(workspace, 'lost', tools);
    const empty = await host.snapshot();
    host.render([['10.20.30.200', DUCK]]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    const record = join(host.stateFolder, 'owned.json');
    rmSync(record);
    await host.run('ip rule add priority 6000 from 10.99.0.7 lookup 1005');
    const options = { maximumRemoval: 100, force: false };
    expect(await reconcile(createNodeTarget(host.options), options)).toMatchObject({ result: 'in-sync' });
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({
      rules: ['IPv4 priority 6000 from 10.60.2.7/32 table 1005'],
      addresses: [],
    });
    host.render([]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(await host.run('ip rule show priority 6000')).toContain('from 10.99.0.7 lookup 1005');
    await host.run('ip rule del priority 6000 from 10.99.0.7');
    await host.run('ip address del 10.20.30.200/32 dev ens4');
    expect(await host.snapshot()).toBe(empty);
  });

  it('has the record of before when a change was rolled back', async () => {
    const host = await openHost(workspace, 'taken-back', tools);
    host.render(DESIRED);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    const record = readFileSync(join(host.stateFolder, 'owned.json'), 'utf8');
    host.render([['10.20.30.201', DUCK]]);
    host.edit('routes.json', (text) => {
      const routes = JSON.parse(text) as { routes: unknown[] };
      const bad = { family: 'IPv6', table: 1005, destination: 'fd77::/64', via: 'fd20::13', interface: 'ens4' };
      return JSON.stringify({ ...routes, routes: [...routes.routes, bad] });
    });
    expect(await host.apply()).toMatchObject({ result: 'failed' });
    expect(readFileSync(join(host.stateFolder, 'owned.json'), 'utf8')).toBe(record);
  });

  it('refuses a record that is cut off, and touches nothing', async () => {
    const host = await openHost(workspace, 'cut', tools);
    host.render(DESIRED);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    const before = await host.snapshot();
    host.render([]);
    for (const text of ['', '{"rules":', 'null', '{"rules": [1], "routes": [], "addresses": []}']) {
      writeFileSync(join(host.stateFolder, 'owned.json'), text);
      await expect(host.plan()).rejects.toThrow('is not a valid record of the objects that Weir owns');
    }
    expect(await host.snapshot()).toBe(before);
  });
});
