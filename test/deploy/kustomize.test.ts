import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { load } from 'js-yaml';
import { parseAllDocuments } from 'yaml';
import { MANAGED_KINDS } from '../../src/apply/cluster/diff/ownership.js';
import { policyInventoryKinds } from '../../src/cli/live/compile-policy.js';
import type { Json } from '../../src/std/json.js';
import { whyNoKubectl } from '../rig/kubectl.js';
import { findTypeProblems, modelOf } from './api-types.js';
import {
  type Resource,
  ROOT,
  build,
  buildOverlay,
  helpOf,
  imagesOf,
  resourceOfKind,
  rightsOf,
  workloadsOf,
} from './manifests.js';

const reason = whyNoKubectl();
const BASES = ['base', 'central', 'interconnect'];
const TOPOLOGIES = ['central', 'interconnect'];
const COMPONENTS = readdirSync(`${ROOT}deploy/components`).sort();
/** The components that the topologies have. Every other one is a choice. */
const INCLUDED = ['database-tls', 'network-policies', 'node-lease-admission', 'zone-central', 'zone-interconnect'];
const CHOICES = COMPONENTS.filter((name) => !INCLUDED.includes(name));
const API_SERVER = 'configMapGenerator: [{ name: weir-api-server, literals: [host=192.0.2.1, port=6443] }]';
const GOLDEN = `${ROOT}golden`;

/** Each topology with no choice, with each, and with all of them. */
const VARIANTS = TOPOLOGIES.flatMap((folder) =>
  [[], ...CHOICES.map((choice) => [choice]), CHOICES].map((choices) => [folder, choices] as const),
);

const LINES = ['namespace: net', API_SERVER]; // the same in all tests, so that each variant is built once

const inventory = policyInventoryKinds.flatMap((kind) =>
  ['list', 'watch'].map((verb) => `${verb} ${resourceOfKind(kind)}`),
);

/** An item of `cluster/status.yaml`. */
interface StatusPatch {
  readonly target: { readonly apiVersion: string; readonly kind: string };
  readonly subresource: string;
}

/** The rights that the golden files of clusters need, without the kinds that no policy has. */
function neededRights(): ReadonlySet<string> {
  const needed = new Set<string>();
  const kinds = new Set(policyInventoryKinds.map(resourceOfKind));
  const files = readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => path.endsWith('cluster/status.yaml'))) {
    for (const { target, subresource } of load(readFileSync(join(GOLDEN, file), 'utf8')) as StatusPatch[]) {
      const resource = resourceOfKind(target);
      if (kinds.has(resource)) needed.add(`patch ${resource}${subresource === '' ? '' : `/${subresource}`}`);
    }
  }
  for (const kind of MANAGED_KINDS) {
    for (const verb of ['list', 'get', 'create', 'patch', 'delete']) needed.add(`${verb} ${resourceOfKind(kind)}`);
  }
  return needed.add('patch /nodes').add('get /namespaces');
}

it('a field that a type of the API lacks is found, and a value of another type', () => {
  const spec = { replica: 1, replicas: '2', selector: { matchLabels: { app: 1 } } };
  expect(findTypeProblems({ spec }, 'V1Deployment', '')).toEqual([
    '.spec.replica is no field of V1DeploymentSpec',
    '.spec.replicas is a string, expected number',
    '.spec.selector.matchLabels.app is a number, expected string',
  ]);
});

describe.skipIf(reason !== undefined)(`the manifests of deploy${reason ? ` (${reason})` : ''}`, () => {
  it.each([
    ['base', ['weir-cluster', 'weir-node']],
    ['interconnect', ['weir-cluster', 'weir-node', 'weir-zone']],
    ['central', ['weir-cluster', 'weir-node', 'weir-zone']],
  ])('%s has its appliers, all in one namespace', (folder, names) => {
    const resources = build(folder);
    expect(
      workloadsOf(resources)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names);
    const namespaced = resources.filter(({ kind }) => kind !== 'Namespace' && !/^(Cluster|Validating)/.test(kind));
    expect(new Set(namespaced.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['weir']));
  });

  it('have every component in a topology, or as a choice that the tests build', () => {
    const listed = TOPOLOGIES.flatMap((name) => readFileSync(`${ROOT}deploy/${name}/kustomization.yaml`, 'utf8'));
    for (const name of INCLUDED) expect(listed.join()).toContain(`components/${name}\n`);
    for (const name of CHOICES) expect(listed.join()).not.toContain(`components/${name}\n`);
  });

  it('are in the README: each component, and an overlay whose paths exist', () => {
    const text = readFileSync(`${ROOT}deploy/README.md`, 'utf8');
    const listed = [...text.matchAll(/^\| `([a-z-]+)` +\|.*\|.*\|$/gm)].map(([, name]) => name);
    expect(listed.filter((name) => !name?.startsWith('weir-')).sort()).toEqual(COMPONENTS);
    const { resources, components } = load(readme('## Overlay')) as Readonly<Record<string, readonly string[]>>;
    for (const path of [...(resources ?? []), ...(components ?? [])])
      expect(existsSync(`${ROOT}${path.replace(/^weir\//, '')}/kustomization.yaml`), path).toBe(true);
  });

  it.each(VARIANTS)('%s with %j has only fields of the API, and no name of another namespace', (folder, choices) => {
    const resources = buildOverlay(folder, choices, LINES);
    for (const resource of resources) {
      // Of the Prometheus operator.
      if (resource.apiVersion.startsWith('monitoring.coreos.com/')) continue;
      expect(findTypeProblems(resource as unknown as Json, modelOf(resource), resource.kind)).toEqual([]);
      for (const { namespace } of resource.subjects ?? []) expect(namespace).toBe('net');
    }
    expect(JSON.stringify(resources)).not.toContain('"namespace":"weir"');
  });

  it.each(BASES)('%s names no image that can be pulled until an overlay sets it', (folder) => {
    const images = imagesOf(build(folder));
    expect(images.length).toBeGreaterThan(0);
    // No digest: the kubelet refuses the name before it asks anybody for it.
    for (const image of images) expect(image).toBe('weir@sha256:set-the-digest-in-an-overlay');
  });

  it.each(TOPOLOGIES)('an overlay of %s sets the one image of all containers by its digest', (folder) => {
    const digest = `sha256:${'ab'.repeat(32)}`;
    const images = `images: [{ name: weir, newName: images.example/weir, digest: '${digest}' }]`;
    expect(new Set(imagesOf(buildOverlay(folder, [], [images])))).toEqual(new Set([`images.example/weir@${digest}`]));
  });

  it.each(VARIANTS)('%s with %j has containers that may do no more than they need', (folder, choices) => {
    for (const { name, pod, applier } of workloadsOf(buildOverlay(folder, choices, LINES))) {
      const { securityContext } = applier;
      expect({ name, ...securityContext }).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(securityContext.privileged).toBeUndefined();
      const hasNoUserNamespaces = choices.includes('node-without-user-namespaces');
      const isNode = name === 'weir-node';
      const profile = securityContext.seccompProfile ?? pod.securityContext?.seccompProfile;
      expect(profile?.type).toBe(isNode && !hasNoUserNamespaces ? 'Unconfined' : 'RuntimeDefault');
      const added = [...(isNode ? ['NET_ADMIN'] : []), ...(isNode && hasNoUserNamespaces ? ['SYS_ADMIN'] : [])];
      expect(securityContext.capabilities?.add ?? []).toEqual(added);
    }
  });

  it.each(TOPOLOGIES)(
    '%s lets zone appliers list and watch the inventory and read the policy, and no more',
    (folder) => {
      expect(rightsOf(build(folder), 'weir-zone')).toEqual([...inventory, 'get /configmaps'].sort());
    },
  );

  it('let node appliers also write Leases', () => {
    const leases = ['create', 'get', 'update'].map((verb) => `${verb} coordination.k8s.io/leases`);
    expect(rightsOf(build('base'), 'weir-node')).toEqual([...inventory, 'get /configmaps', ...leases].sort());
  });

  it('let the cluster applier write what the golden files have, its Lease and Events, and no more', () => {
    const leases = [
      'create coordination.k8s.io/leases',
      'get coordination.k8s.io/leases/weir-cluster',
      'update coordination.k8s.io/leases/weir-cluster',
    ];
    const events = ['create', 'get', 'update'].map((verb) => `${verb} events.k8s.io/events`);
    const all = buildOverlay('central', ['egress-routers', 'cloud-addresses']);
    const needed = new Set([...inventory, ...neededRights(), 'get /configmaps', ...leases, ...events]);
    expect(rightsOf(all, 'weir-cluster')).toEqual([...needed].sort());
    const writes = rightsOf(build('central'), 'weir-cluster').filter((right) => !/^(list|watch|get) /.test(right));
    expect(writes.filter((right) => !/^patch (.*\/status|k8s\.ovn\.org\/egressips|\/nodes)$/.test(right))).toEqual([
      leases[0],
      events[0],
      leases[2],
      events[2],
    ]);
  });

  it.each(TOPOLOGIES)('%s is not evicted before the pods that it serves', (folder) => {
    for (const { kind, pod } of workloadsOf(build(folder))) {
      expect(pod.priorityClassName).toBe(kind === 'DaemonSet' ? 'system-node-critical' : 'system-cluster-critical');
      if (kind === 'DaemonSet') expect(pod.tolerations).toEqual([{ operator: 'Exists' }]);
    }
  });

  it.each(TOPOLOGIES)('%s has a standby for each Deployment, and an eviction takes one of both at most', (folder) => {
    const resources = build(folder);
    const budgets = resources.filter(({ kind }) => kind === 'PodDisruptionBudget');
    for (const { spec, metadata } of resources.filter(({ kind }) => kind === 'Deployment')) {
      expect(spec?.replicas).toBe(2);
      const budget = budgets.find((one) => one.metadata.name === metadata.name);
      expect(budget?.spec).toMatchObject({
        maxUnavailable: 1,
        unhealthyPodEvictionPolicy: 'AlwaysAllow',
        selector: spec?.selector,
      });
      expect(spec).toMatchObject({ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } });
    }
    expect(budgets).toHaveLength(folder === 'central' ? 2 : 1);
  });

  it.each(VARIANTS)('%s with %j starts Weir with options that it has, and serves what is probed', (folder, choices) => {
    for (const { applier, pod } of workloadsOf(buildOverlay(folder, choices, LINES))) {
      const { args = [], env = [], ports = [] } = applier;
      const [verb = '', target = ''] = args;
      const help = helpOf(`${verb} ${target}`);
      expect(args.filter((word) => word.startsWith('--') && !help.includes(`${word} `))).toEqual([]);
      // A variable can refer to those before it.
      const known = new Map<string, string>();
      const expand = (text: string): string =>
        text.replace(/\$\((\w+)\)/g, (all, name: string) => known.get(name) ?? all);
      for (const { name, value } of env) known.set(name, value === undefined ? `<${name}>` : expand(value));
      expect(args.map(expand).join(' ')).not.toContain('$(');
      const [, address = '', port = ''] = /^(.*):(\d+)$/.exec(known.get('LISTEN') ?? '') ?? [];
      expect(ports).toEqual([{ name: 'metrics', containerPort: Number(port) }]);
      const isScraped = choices.includes('metrics');
      expect(address).toBe(!pod.hostNetwork ? '0.0.0.0' : isScraped ? '<HOST_IP>' : '127.0.0.1');
      const host = address === '127.0.0.1' ? { host: address } : {};
      for (const { httpGet } of [applier.livenessProbe, applier.readinessProbe]) {
        expect({ host: httpGet.host, port: httpGet.port }).toEqual({
          ...{ host: undefined },
          ...host,
          port: Number(port),
        });
      }
    }
  });

  it.each(TOPOLOGIES)('%s has its appliers of the network on the host network, with ports of their own', (folder) => {
    const workloads = workloadsOf(build(folder));
    const onHost = workloads.filter(({ pod }) => pod.hostNetwork);
    expect(onHost.map(({ name }) => name).sort()).toEqual(['weir-node', 'weir-zone']);
    const ports = onHost.flatMap(({ applier }) => applier.ports ?? []).map(({ containerPort }) => containerPort);
    expect(new Set(ports).size).toBe(2);
  });

  it('connect the database of central OVN over TLS, or at the place that OpenShift has it', () => {
    const remoteOf = (resources: readonly Resource[]): string => {
      const zone = workloadsOf(resources).find(({ name }) => name === 'weir-zone');
      const values = new Map(zone?.applier.env?.map(({ name, value = '' }) => [name, value]));
      return (values.get('OVN_NB') ?? '').replace(/\$\((\w+)\)/g, (_, name: string) => values.get(name) ?? '');
    };
    expect(remoteOf(buildOverlay('base', ['zone-central']))).toBe('tcp:ovnkube-db.ovn-kubernetes.svc:6641');
    expect(remoteOf(build('central'))).toBe('ssl:ovnkube-db.ovn-kubernetes.svc:6641');
    expect(remoteOf(buildOverlay('central', ['openshift']))).toBe('ssl:ovnkube-db.openshift-ovn-kubernetes.svc:9641');
  });

  it.each(TOPOLOGIES)(
    '%s closes pods of its namespace but for the API server, and metrics for its scraper',
    (folder) => {
      const policiesOf = (resources: readonly Resource[]) =>
        new Map(
          resources.filter(({ kind }) => kind === 'NetworkPolicy').map(({ metadata, spec }) => [metadata.name, spec]),
        );
      const policies = policiesOf(build(folder));
      expect([...policies.keys()].sort()).toEqual(['weir', 'weir-cluster']);
      expect(policies.get('weir')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
      const [cluster] = workloadsOf(build(folder)).filter(({ pod }) => !pod.hostNetwork);
      expect(policies.get('weir-cluster')).toMatchObject({ podSelector: { matchLabels: cluster?.labels } });
      const patch = readme('network policy');
      const narrowed = policiesOf(buildOverlay(folder, [], patch.split('\n')));
      const egress = [{ to: [{ ipBlock: { cidr: '192.0.2.1/32' } }] }, { ports: [{ port: 9 }, { port: 9107 }] }];
      expect(narrowed.get('weir-cluster')).toMatchObject({ egress });
      const scraped = policiesOf(buildOverlay(folder, ['metrics', 'openshift'])).get('weir-metrics');
      const labels = { 'kubernetes.io/metadata.name': 'openshift-user-workload-monitoring' };
      expect(scraped).toMatchObject({ ingress: [{ from: [{ namespaceSelector: { matchLabels: labels } }] }] });
    },
  );

  it('let the applier of a node write no Lease but that of its node', () => {
    const policy = build('central').find(({ kind }) => kind === 'ValidatingAdmissionPolicy') as unknown as {
      spec: { matchConditions: [{ expression: string }]; validations: [{ expression: string }] };
    };
    const [condition] = policy.spec.matchConditions;
    const [validation] = policy.spec.validations;
    // The expressions are in the part of CEL that JavaScript has as well.
    const isAllowed = (username: string, extra: object, name: string): boolean => {
      const context = { request: { namespace: 'weir', userInfo: { username, extra } }, object: { metadata: { name } } };
      if (runInNewContext(condition.expression, context) !== true) return true;
      return runInNewContext(validation.expression, context) === true;
    };
    const account = 'system:serviceaccount:weir:weir-node';
    const heron = { 'authentication.kubernetes.io/node-name': ['heron'] };
    expect(isAllowed(account, heron, 'weir-node-heron')).toBe(true);
    expect(isAllowed(account, heron, 'weir-node-otter')).toBe(false);
    expect(isAllowed(account, heron, 'weir-cluster')).toBe(false);
    expect(isAllowed(account, {}, 'weir-node-heron')).toBe(false);
    expect(isAllowed('system:serviceaccount:weir:weir-cluster', {}, 'weir-cluster')).toBe(true);
  });
});

/** The block of YAML in the README of deploy below a heading or sentence that contains some words. */
function readme(words: string): string {
  const text = readFileSync(`${ROOT}deploy/README.md`, 'utf8');
  const [, block = ''] = /```yaml\n([^]*?)```/.exec(text.slice(text.indexOf(words))) ?? [];
  expect(parseAllDocuments(block)).toHaveLength(1);
  return block;
}
