import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Server, reason, startServer } from '../../apply/northbound/northbound.js';
import { CLI, weir as runWeir } from '../../rig/weir.js';

const WEIR = 'topology: managed\nfeatures: [egressFirewall]\novnSchemaVersion: 7.0.0\ninventory: [nodes.yaml]\n';
const NODE = `apiVersion: v1
kind: Node
metadata:
  name: heron
  annotations:
    k8s.ovn.org/node-id: "11"
    k8s.ovn.org/node-subnets: '{"default": ["10.128.22.0/23"]}'
    k8s.ovn.org/node-primary-ifaddr: '{"ipv4": "192.168.10.11/24"}'
    k8s.ovn.org/host-cidrs: '["192.168.10.11/24"]'
    k8s.ovn.org/node-chassis-id: chassis-heron
    k8s.ovn.org/l3-gateway-config: '{"default": {"mode": "shared", "interface-id": "br-ex_heron", "mac-address": "52:54:00:00:00:11", "ip-addresses": ["192.168.10.11/24"], "next-hops": ["192.168.10.1"]}}'
`;
/** Where a watch says that it serves its metrics. */
const addressIn = (logs: string) => /"address":"([^"]+)"/.exec(logs)?.[1] ?? '';

const firewall = (cidr: string) => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec:
  egress:
    - type: Deny
      to: {cidrSelector: ${cidr}}
`;

describe.skipIf(reason !== undefined)(`the commands on a real ovsdb-server${reason ? ` (${reason})` : ''}`, () => {
  let server: Server;
  let folder = '';
  let gone: Promise<unknown>;
  beforeAll(async () => {
    server = await startServer();
    folder = server.folder;
    writeFileSync(join(folder, 'weir.yaml'), WEIR);
    writeFileSync(join(folder, 'nodes.yaml'), NODE);
    await compile('203.0.113.0/24');
    // Half a minute passes until it gives up.
    const words = ['plan', 'northbound', '--zone', 'global', '--remote', 'unix:/nonexistent'];
    gone = promisify(execFile)(process.execPath, [CLI, ...words], { cwd: folder });
    gone.catch(() => undefined);
  });
  afterAll(() => {
    server.close();
  });

  const weir = (...words: readonly string[]) => runWeir(folder, words);
  async function compile(cidr: string): Promise<void> {
    writeFileSync(join(folder, 'firewall.yaml'), firewall(cidr));
    expect(await weir('compile')).toMatchObject({ code: 0, err: '' });
  }
  const at = () => ['--zone', 'global', '--remote', `unix:${server.socket}`];
  const matches = async () =>
    (await server.dump()).ACL?.flatMap(({ match }) =>
      typeof match === 'string' && match.includes('203.0') ? [match] : [],
    );

  it('plan says what would change, keeps the plan, and apply does just that', async () => {
    const planned = await weir('plan', 'northbound', ...at(), '--out', 'plan.json');
    expect(planned.code).toBe(2);
    expect(planned.out).toMatch(/^northbound global: \d+ to create, 1 to change\n/);
    expect(planned.out).toContain(
      'EgressFirewall shop/default\n  + ACL default-network-controller:EgressFirewall:shop:0',
    );
    expect(await matches()).toEqual([]);
    const applied = await weir('apply', 'northbound', ...at(), '--plan', 'plan.json');
    const done = planned.out.replace(/(\d+) to create, 1 to change/, '$1 created, 1 changed');
    expect(applied).toMatchObject({ code: 0, err: '', out: done });
    expect(await matches()).toHaveLength(1);
    expect(await weir('plan', 'northbound', ...at())).toMatchObject({ code: 0, out: 'northbound global: in sync\n' });
  });

  it('a plan that was overtaken is refused', async () => {
    const { err, code } = await weir('apply', 'northbound', ...at(), '--plan', 'plan.json');
    expect(code).toBe(1);
    expect(err).toContain('the live state has changed since the plan');
    expect(await matches()).toHaveLength(1);
  });

  it('audit reports drift, and of a file too', async () => {
    await server.transact({
      op: 'update',
      table: 'ACL',
      where: [['priority', '==', 10_000]],
      row: { action: 'allow' },
    });
    const live = await weir('audit', 'northbound', ...at());
    expect(live).toMatchObject({ code: 2, out: expect.stringMatching(/^northbound global: 1 changed\n/) as string });
    expect(live.out).toContain('action  allow → drop');
    const file = await weir('audit', 'northbound', '--zone', 'global', '--file', server.database);
    expect(file).toMatchObject({ code: 2, out: live.out });
    expect((await weir('apply', 'northbound', ...at())).code).toBe(0);
    expect((await weir('audit', 'northbound', ...at())).code).toBe(0);
  });

  it('a removal beyond the limit needs force', async () => {
    writeFileSync(join(folder, 'firewall.yaml'), '# none\n');
    expect((await weir('compile', '--allow-empty')).code).toBe(0);
    const before = await server.dump();
    const refused = await weir('apply', 'northbound', ...at(), '--max-removal', '1');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('more than 1 %') as string });
    expect(await server.dump()).toEqual(before);
    expect((await weir('apply', 'northbound', ...at(), '--max-removal', '1', '--force')).code).toBe(0);
    expect(await matches()).toEqual([]);
    await compile('203.0.113.0/24');
    expect((await weir('apply', 'northbound', ...at())).code).toBe(0);
  });

  it('a watch follows the rendered folder, and ends with its signal', async () => {
    const child = spawn(
      process.execPath,
      [CLI, 'apply', 'northbound', ...at(), '--interval', '3600', '--listen', '127.0.0.1:0', '--log-level', 'debug'],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    let logs = '';
    child.stderr.on('data', (chunk: Buffer) => (logs += chunk.toString()));
    const ended = new Promise((resolve) => child.on('close', resolve));
    await vi.waitFor(
      () => {
        expect(logs).toContain('"msg":"in sync"');
      },
      { timeout: 120_000 },
    );
    await compile('203.0.114.0/24');
    await vi.waitFor(
      async () => {
        expect(await matches()).toEqual([expect.stringContaining('203.0.114.0/24')]);
        expect(await (await fetch(`http://${addressIn(logs)}/metrics`)).text()).toContain('weir_writes_total');
      },
      { timeout: 120_000 },
    );
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    for (const line of logs.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ name: 'weir', target: 'northbound global' });
  });

  it('a watch takes no plan to which it could not keep, and no pause that no timer can hold', async () => {
    expect(await weir('apply', 'northbound', ...at(), '--interval', '5', '--plan', 'plan.json')).toMatchObject({
      code: 1,
      err: expect.stringContaining("'--plan <file>' cannot be used with option '--interval") as string,
    });
    expect(await weir('apply', 'node', '--node', 'heron', '--interval', '5', '--confirm')).toMatchObject({
      code: 1,
      err: expect.stringContaining("'--confirm' cannot be used with option '--interval") as string,
    });
    expect((await weir('apply', 'northbound', ...at(), '--interval', '2147484')).err).toContain('up to 1000000');
  });

  it('says what is wrong in words', async () => {
    const problem = expect.stringMatching(/^weir: northbound global: .*\/nonexistent/) as unknown;
    await expect(gone).rejects.toMatchObject({ code: 1, stdout: '', stderr: problem });
    expect((await weir('plan', 'northbound', '--zone', 'other', '--remote', `unix:${server.socket}`)).err).toContain(
      "knows no zone 'other'",
    );
    expect((await weir('plan', 'northbound', '--zone', 'global', '--remote', 'telnet:x')).code).toBe(1);
    expect(readFileSync(join(folder, 'plan.json'), 'utf8')).toContain('"weirPlan": 1');
  });
});
