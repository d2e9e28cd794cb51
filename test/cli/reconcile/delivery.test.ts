import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { type Server, reason, startServer } from '../../apply/northbound/northbound.js';
import type { JsonObject } from '../../../src/std/json.js';
import { CLI } from '../../rig/weir.js';

const REPOSITORY = {
  'weir.yaml': 'topology: managed\nfeatures: [egressFirewall]\novnSchemaVersion: 7.0.0\n',
  'nodes.yaml': `apiVersion: v1
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
`,
  'firewall.yaml': `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec:
  egress:
    - type: Deny
      to: {cidrSelector: 203.0.113.0/24}
`,
};

describe.skipIf(reason !== undefined)(`from a repository through a cluster${reason ? ` (${reason})` : ''}`, () => {
  let server: Server;
  let rig: Rig;
  beforeAll(async () => {
    server = await startServer();
    rig = await startRig();
    for (const [path, text] of Object.entries(REPOSITORY)) writeFileSync(join(server.folder, path), text);
  });
  afterAll(async () => {
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
    server.close();
  });

  /** Both servers live in this process: nothing here may wait for a child without letting them answer. */
  function weir(...args: readonly string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
    const env = { PATH: process.env.PATH, ARGOCD_APP_NAMESPACE: 'weir', ARGOCD_ENV_WEIR_DELIVER: 'artefacts' };
    const child = spawn(process.execPath, [CLI, ...args], { cwd: server.folder, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    return new Promise((resolve) => {
      child.on('close', (status) => {
        resolve({ status, stdout, stderr });
      });
    });
  }
  const onZone = () => [
    ...['--zone', 'global', '--remote', `unix:${server.socket}`],
    ...['--configmaps', 'weir', '--kubeconfig', rig.kubeconfig],
  ];

  it('what is generated and synced is what the applier of a zone applies', async () => {
    const early = await weir('plan', 'northbound', ...onZone());
    expect(early).toMatchObject({ status: 1, stdout: '' });
    expect(early.stderr).toContain('the ConfigMap weir-index is missing');
    const { status, stdout } = await weir('generate');
    expect(status).toBe(0);
    for (const document of parseAllDocuments(stdout)) rig.server.put(document.toJS() as JsonObject);
    const applied = await weir('apply', 'northbound', ...onZone());
    expect(applied).toMatchObject({ status: 0, stderr: '' });
    const acls = (await server.dump()).ACL?.map(({ match }) => match);
    expect(acls).toContainEqual(expect.stringContaining('203.0.113.0/24'));
    expect(await weir('audit', 'northbound', ...onZone())).toMatchObject({
      status: 0,
      stdout: 'northbound global: in sync\n',
    });
  });

  it('a watch reads bundles once a cycle', async () => {
    const watching = ['--interval', '3600', '--listen', '', '--log-level', 'debug'];
    const child = spawn(process.execPath, [CLI, 'apply', 'northbound', ...onZone(), ...watching], {
      env: { PATH: process.env.PATH },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let logs = '';
    child.stderr.on('data', (chunk: Buffer) => (logs += chunk.toString()));
    const cycles = () => logs.split('"msg":"in sync"').length - 1;
    await vi.waitFor(
      () => {
        expect(cycles()).toBe(1);
      },
      { timeout: 120_000 },
    );
    // As long as two looks at a folder, of which another cycle would come.
    await sleep(2500);
    expect(cycles()).toBe(1);
  });
});
