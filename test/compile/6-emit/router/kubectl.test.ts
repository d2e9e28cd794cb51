import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoKubectl } from '../../../rig/kubectl.js';
import { compileRouters, egressRouter, objectsOf } from './compiled.js';

/** Resources that an API server has, by group and version; kubectl asks for these even to do nothing. */
const RESOURCES: Readonly<Record<string, readonly (readonly [plural: string, kind: string])[]>> = {
  v1: [
    ['configmaps', 'ConfigMap'],
    ['services', 'Service'],
  ],
  'apps/v1': [['deployments', 'Deployment']],
  'k8s.cni.cncf.io/v1': [['network-attachment-definitions', 'NetworkAttachmentDefinition']],
};

const ROUTERS = ['ferry', 'barge'].map((name, index) =>
  egressRouter(name, {
    redirect: {
      redirectRules: [
        { destinationIP: '203.0.113.10', port: 80, protocol: 'TCP' },
        { destinationIP: '2001:db8::10', port: 53, protocol: 'UDP', targetPort: 5353 },
      ],
      ...(index === 0 ? {} : { fallbackIP: '203.0.113.99' }),
    },
    addresses: [
      { ip: `192.0.2.${9 + index}/24`, gateway: '192.0.2.1' },
      { ip: `2001:db8:9::${9 + index}/64`, gateway: '2001:db8:9::1' },
    ],
  }),
);
const reason = whyNoKubectl();

describe.skipIf(reason !== undefined)(`cluster/manifests.yaml${reason ? ` (${reason})` : ''}`, () => {
  let folder: string;
  let server: Server;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'weir-kubectl-'));
    server = createServer((request, response) => {
      const answer = discover(request.url ?? '');
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The names that `kubectl create` would give, sorted. */
  const create = async (files: ReadonlyMap<string, string>): Promise<readonly string[]> => {
    const manifests = join(folder, 'manifests.yaml');
    writeFileSync(manifests, files.get('cluster/manifests.yaml') ?? '');
    const { port } = server.address() as AddressInfo;
    const options = ['--dry-run=client', '--validate=false', '-f', manifests, '-o', 'name'];
    const output = await runKubectl(['create', '--server', `http://127.0.0.1:${port}`, ...options], folder);
    return output.trim().split('\n').sort();
  };

  it('is a list of objects that kubectl takes: four of each router, called like it', async () => {
    const files = compileRouters(ROUTERS, 'ipFamilies: [IPv4, IPv6]\negressRouter: {image: router}\n');
    expect(await create(files)).toEqual(
      ['barge', 'ferry']
        .flatMap((name) => [
          `configmap/${name}`,
          `deployment.apps/${name}`,
          `networkattachmentdefinition.k8s.cni.cncf.io/${name}`,
          `service/${name}`,
        ])
        .sort(),
    );
  });

  it("is likewise what OpenShift's operator makes", async () => {
    const spec = { redirect: {}, addresses: [{ ip: '192.0.2.9/24', gateway: '192.0.2.1' }] };
    const files = compileRouters([egressRouter('ferry', spec)], 'egressRouter: {implementation: openshift}\n');
    expect(objectsOf(files)).toHaveLength(2);
    expect(await create(files)).toEqual([
      'deployment.apps/egress-router-cni-deployment',
      'networkattachmentdefinition.k8s.cni.cncf.io/egress-router-cni-nad',
    ]);
  });
});

/** Runs kubectl without any settings of the user. Rejects when it fails. */
function runKubectl(args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const environment = { PATH: process.env.PATH, HOME: folder, KUBECONFIG: join(folder, 'none') };
    const child = spawn('kubectl', args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const text = Buffer.concat(chunks).toString();
      if (code === 0) resolve(text);
      else reject(new Error(text));
    });
  });
}

/** An API server's answer to the question what it has (the discovery API of Kubernetes). */
function discover(url: string): object | undefined {
  const [path] = url.split('?', 1);
  const groups = Object.keys(RESOURCES).filter((name) => name !== 'v1');
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const list = groups.map((groupVersion) => {
      const [name = '', version = ''] = groupVersion.split('/');
      const preferred = { groupVersion, version };
      return { name, versions: [preferred], preferredVersion: preferred };
    });
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: list };
  }
  const groupVersion = /^\/apis?\/(.+)$/.exec(path ?? '')?.[1] ?? '';
  const own = Object.hasOwn(RESOURCES, groupVersion) ? RESOURCES[groupVersion] : undefined;
  if (!own) return undefined;
  const resources = own.map(([name, kind]) => ({
    name,
    singularName: kind.toLowerCase(),
    kind,
    namespaced: true,
    verbs: ['create', 'get'],
  }));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}
