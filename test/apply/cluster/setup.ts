import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeYaml } from '../../../src/compile/6-emit/shared/yaml-text.js';
import { reconcile } from '../../../src/apply/reconcile.js';
import { createClusterTarget } from '../../../src/apply/cluster/target.js';
import { writeRenderedFolder } from '../../rig/rendered-folder.js';
import { type ApiServer, startApiServer } from './api-server.js';
import type { ServedKind } from './discovery.js';
import type { JsonObject } from '../../../src/std/json.js';

export const TOKEN = 'secret-token-that-nobody-may-see';
const OVN = 'k8s.ovn.org/v1';

export const KINDS: readonly ServedKind[] = [
  { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false, hasStatus: true },
  { apiVersion: 'v1', kind: 'Node', plural: 'nodes', namespaced: false, hasStatus: true },
  { apiVersion: 'v1', kind: 'Pod', plural: 'pods', namespaced: true, hasStatus: true },
  { apiVersion: 'v1', kind: 'Service', plural: 'services', namespaced: true, hasStatus: true },
  { apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true, hasStatus: false },
  { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', plural: 'leases', namespaced: true, hasStatus: false },
  { apiVersion: 'apps/v1', kind: 'Deployment', plural: 'deployments', namespaced: true, hasStatus: true },
  { apiVersion: OVN, kind: 'EgressIP', plural: 'egressips', namespaced: false, hasStatus: false },
  { apiVersion: OVN, kind: 'EgressFirewall', plural: 'egressfirewalls', namespaced: true, hasStatus: true },
  { apiVersion: OVN, kind: 'UserDefinedNetwork', plural: 'userdefinednetworks', namespaced: true, hasStatus: true },
  {
    apiVersion: OVN,
    kind: 'ClusterUserDefinedNetwork',
    plural: 'clusteruserdefinednetworks',
    namespaced: false,
    hasStatus: true,
  },
];

export interface Rig {
  readonly server: ApiServer;
  readonly folder: string;
  readonly kubeconfig: string;
}

/** A server with its kubeconfig, and a folder for the desired state. */
export async function startRig(): Promise<Rig> {
  const server = await startApiServer(KINDS, TOKEN);
  const folder = mkdtempSync(join(tmpdir(), 'weir-cluster-'));
  mkdirSync(join(folder, 'cluster'));
  const kubeconfig = join(folder, 'kubeconfig');
  const authority = Buffer.from(server.certificate).toString('base64');
  const cluster = { server: server.url, 'certificate-authority-data': authority };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'test', user: { token: TOKEN } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  return { server, folder, kubeconfig };
}

/** Makes the folder ask for objects and statuses, as `weir compile` writes it. */
export function desire(folder: string, objects: readonly JsonObject[], statuses: readonly JsonObject[] = []): void {
  const texts = [
    ['cluster/manifests.yaml', objects.map((one) => `${writeYaml(one, 0)}\n`).join('---\n')],
    ['cluster/status.yaml', statuses.map((one) => `- ${writeYaml(one, 2)}\n`).join('')],
  ] as const;
  writeRenderedFolder(
    folder,
    texts.filter(([, text]) => text !== ''),
  );
}

/** Reconciles once, with short pauses between attempts. */
export async function applyOnce({ folder, kubeconfig }: Rig, pageSize = 500) {
  const target = createClusterTarget({ output: folder, kubeconfig, pageSize, patience: { firstPause: 1 } });
  try {
    return await reconcile(target, { maximumRemoval: 100, force: true });
  } finally {
    await target.close();
  }
}
