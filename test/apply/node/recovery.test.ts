import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmNodeChange, rollBackNodeChange } from '../../../src/apply/node/target.js';
import { eventually } from '../../rig/eventually.js';
import { type Workspace, openWorkspace } from '../../rig/workspace.js';
import {
  COOT,
  DUCK,
  type Host,
  type Translations,
  findTools,
  holdTimer,
  killAt,
  openHost,
  writeScript,
} from './host.js';

const available = findTools().slice(0, 1);
if (available.length === 0) it.skip('taking back: left out, making network namespaces needs root', () => undefined);

const APPLY = fileURLToPath(new URL('./apply.mjs', import.meta.url));
const BEFORE: Translations = [
  ['10.20.30.200', DUCK],
  ['fd20::200', DUCK, COOT],
];
const AFTER: Translations = [
  ['10.20.30.201', DUCK, COOT],
  ['fd20::201', DUCK],
];

describe.each(available)('a change of a node', () => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = openWorkspace();
  });
  afterAll(() => {
    workspace.close();
  });

  /** A host in the state before, with a folder that desires the one after. */
  async function openChanging(name: string): Promise<{ readonly host: Host; readonly before: string }> {
    const host = await openHost(workspace, name);
    host.render(BEFORE);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    const before = await host.snapshot();
    host.render(AFTER);
    return { host, before };
  }

  function through(host: Host, words: readonly string[]) {
    return { enter: [...(host.options.access?.enter ?? []), ...words], tools: [] };
  }

  it('that the kernel refuses halfway is rolled back', async () => {
    const { host, before } = await openChanging('refused');
    host.edit('routes.json', (text) => {
      const routes = JSON.parse(text) as { routes: unknown[] };
      const bad = { family: 'IPv6', table: 1005, destination: 'fd77::/64', via: 'fd20::13', interface: 'ens4' };
      return JSON.stringify({ ...routes, routes: [...routes.routes, bad] });
    });
    const outcome = await host.apply();
    expect(outcome).toMatchObject({ result: 'failed' });
    expect(JSON.stringify(outcome)).toContain('the change was rolled back');
    expect(await host.snapshot()).toBe(before);
    expect(readdirSync(host.stateFolder)).toEqual(['owned.json']);
  });

  it('that does not read back as desired is rolled back', async () => {
    const { host, before } = await openChanging('unverified');
    const spoil = [
      'if [ "$*" = "ip -4 -batch -" ]; then',
      '"$@" || exit; ip rule del priority 6000 from 10.60.3.7 2>/dev/null; exit 0; fi',
    ].join('\n');
    const access = through(host, [writeScript(workspace, 'spoil', spoil)]);
    const outcome = await host.apply({ access });
    expect(outcome).toMatchObject({ result: 'failed' });
    expect(JSON.stringify(outcome)).toContain('ip rule IPv4 6000 from 10.60.3.7 is missing');
    expect(await host.snapshot()).toBe(before);
  });

  it('does not begin when the timer does not start', async () => {
    const { host, before } = await openChanging('unarmed');
    expect(await host.apply({ timer: ['/nonexistent'] })).toMatchObject({ result: 'failed', transient: false });
    expect(await host.snapshot()).toBe(before);
    expect(readdirSync(host.stateFolder)).toEqual(['owned.json']);
  });

  it('whose commands hang is rolled back before the deadline', async () => {
    const { host, before } = await openChanging('hanging');
    const hang = 'case "$*" in *"nft -f"*) if [ ! -e "$0.done" ]; then touch "$0.done"; exec sleep 100; fi;; esac';
    const access = through(host, [writeScript(workspace, 'hang', hang)]);
    const { timer } = holdTimer(host);
    expect(await host.apply({ access, timer, timeout: 4 })).toMatchObject({ result: 'failed' });
    expect(await host.snapshot()).toBe(before);
  });

  it('is not begun when the host has changed since the plan', async () => {
    const { host } = await openChanging('moved');
    const { apply } = await host.plan();
    await host.run('ip rule del priority 6000 from 10.60.2.7');
    const moved = await host.snapshot();
    expect(await apply()).toMatchObject({ result: 'failed', transient: true });
    expect(await host.snapshot()).toBe(moved);
  });

  // An apply of this change has seven commands that write.
  it.concurrent.each(['before 1', 'before 2', 'before 3', 'before 4', 'before 5', 'before 6', 'before 7', 'after 7'])(
    'whose process is killed %s of its commands is rolled back by the timer',
    async (moment) => {
      const [when = '', count = ''] = moment.split(' ');
      const { host, before } = await openChanging(`killed-${when}-${count}`);
      const access = through(host, killAt(workspace, `kill-${when}-${count}`, Number(count), when === 'after'));
      const { timer, expire } = holdTimer(host);
      const options = JSON.stringify({ ...host.options, access, timer });
      const signal = await new Promise((resolve) => {
        spawn(process.execPath, [APPLY, options], { stdio: 'inherit' }).once('exit', (_, how) => {
          resolve(how);
        });
      });
      expect(signal).toBe('SIGKILL');
      expire();
      const record = join(host.stateFolder, 'rolled-back.json');
      const isWritten = () => existsSync(record) && readFileSync(record, 'utf8').endsWith('}\n');
      await eventually('the timer has recorded that it rolled the change back', isWritten);
      await eventually('it is done', () => readdirSync(host.stateFolder).length === 2);
      expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({
        problems: [],
      });
      expect(await host.snapshot()).toBe(before);
      expect(await host.apply()).toMatchObject({ result: 'applied' });
      expect((await host.plan()).changes).toEqual([]);
    },
  );

  it('that was interrupted is rolled back by the next apply, whose plan is void then', async () => {
    const { host, before } = await openChanging('orphan');
    const access = through(host, killAt(workspace, 'kill-orphan', 4, false));
    const timer = [process.execPath, '-e', 'process.stdout.write("armed")'];
    const options = JSON.stringify({ ...host.options, access, timer });
    await new Promise((resolve) => spawn(process.execPath, [APPLY, options]).once('exit', resolve));
    expect(await host.snapshot()).not.toBe(before);
    expect(await host.apply()).toMatchObject({
      result: 'failed',
      transient: true,
      problems: [expect.stringContaining('was rolled back: run plan again')],
    });
    expect(await host.snapshot()).toBe(before);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect((await host.plan()).changes).toEqual([]);
    expect(readdirSync(host.stateFolder)).toEqual(['owned.json']);
  });

  it('that is to be confirmed stays when it is, and hinders others until then', async () => {
    const { host } = await openChanging('confirmed');
    expect(await host.apply({ confirm: true })).toMatchObject({ result: 'applied' });
    const after = await host.snapshot();
    host.render(BEFORE);
    expect(await host.apply()).toMatchObject({ result: 'failed', transient: true });
    expect(confirmNodeChange(host.stateFolder)).toBeUndefined();
    expect(await host.snapshot()).toBe(after);
    expect(confirmNodeChange(host.stateFolder)).toContain('no change waits');
    expect(await host.apply()).toMatchObject({ result: 'applied' });
  });

  it('that is to be confirmed hinders nobody once its timer is gone, as when a container has ended', async () => {
    const { host, before } = await openChanging('abandoned');
    const timer = [process.execPath, '-e', 'process.stdout.write("armed")'];
    expect(await host.apply({ confirm: true, timer })).toMatchObject({ result: 'applied' });
    host.render([['10.20.30.202', DUCK]]);
    expect(await host.apply()).toMatchObject({ result: 'failed', transient: true });
    expect(await host.snapshot()).toBe(before);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    expect(readdirSync(host.stateFolder)).toEqual(['owned.json']);
  });

  it('that is to be confirmed is rolled back by the timer, or at once on request', async () => {
    const { host, before } = await openChanging('unconfirmed');
    const { timer, expire } = holdTimer(host);
    expect(await host.apply({ confirm: true, timer })).toMatchObject({ result: 'applied' });
    expect(await host.snapshot()).not.toBe(before);
    expire();
    await eventually('the timer has taken it back', () => existsSync(join(host.stateFolder, 'rolled-back.json')));
    expect(await host.snapshot()).toBe(before);
    expect(await host.apply({ confirm: true })).toMatchObject({ result: 'applied' });
    expect(await rollBackNodeChange(host.stateFolder)).toEqual([]);
    expect(await host.snapshot()).toBe(before);
  });
});
