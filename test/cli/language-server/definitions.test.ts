import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LanguageClient, openLanguageClient } from '../../rig/language-client.js';

const FILES: Readonly<Record<string, string>> = {
  'weir.yaml': `manifests: [egress/*.yaml]
inventory: [inventory/*]
nodes:
  oak: {interfaces: {}}
ingressControllers:
  - {name: default, domain: apps.example.com, deniedSecrets: [shop/tls]}
`,
  'weir.lock.yaml': 'egressServices:\n  shop/web: oak\n',
  'expectations.yaml': `expectations:
  - name: web leaves
    from: {namespace: shop, labels: {app: web}}
    to: {cidr: 203.0.113.0/24}
    reachable: true
  - name: shops leave
    from: {namespace-labels: {team: trade}}
    reachable: true
  - {name: requests, host: shop.example.com, reaches: [shop/web]}
`,
  'egress/service.yaml': `apiVersion: k8s.ovn.org/v1
kind: EgressService
metadata: {name: web, namespace: shop}
spec:
  sourceIPBy: LoadBalancerIP
  nodeSelector: {matchLabels: {wood: hard}}
`,
  'egress/ip.yaml': `apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata:
  name: trade
spec:
  egressIPs: [192.0.2.10]
  namespaceSelector:
    matchLabels:
      team: trade
  podSelector:
    matchLabels:
      app: web
`,
  'egress/route.yaml': `apiVersion: route.openshift.io/v1
kind: Route
metadata: {name: web, namespace: shop}
spec:
  host: web.apps.example.com
  to: {kind: Service, name: web}
  alternateBackends: [{kind: Service, name: old}]
  tls: {termination: edge, externalCertificate: {name: tls}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, namespace: shop}
spec:
  ingressClassName: front
  tls: [{hosts: [a.example.com], secretName: tls}]
  rules:
    - host: a.example.com
      http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: old, port: {number: 80}}}}]}
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: front}
spec: {controller: openshift.io/ingress-to-route}
`,
  'egress/gateway.yaml': `apiVersion: k8s.ovn.org/v1
kind: AdminPolicyBasedExternalRoute
metadata: {name: through}
spec:
  from: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: stock}}}
  nextHops:
    dynamic:
      - podSelector: {matchLabels: {app: web}}
        namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: stock}}
`,
  'egress/qos.yaml': `apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata: {name: default, namespace: shop}
spec:
  egress: [{dscp: 46, podSelector: {matchLabels: {app: later}}}]
`,
  'inventory/cluster.json': JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'List',
      items: [
        { apiVersion: 'v1', kind: 'Node', metadata: { name: 'oak', labels: { wood: 'hard' } } },
        { apiVersion: 'v1', kind: 'Node', metadata: { name: 'elm', labels: { wood: 'hard' } } },
        { apiVersion: 'v1', kind: 'Node', metadata: { name: 'fir', labels: { wood: 'soft' } } },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { team: 'trade' } } },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'stock', labels: { team: 'trade' } } },
      ],
    },
    undefined,
    1,
  ),
  'inventory/workloads.yaml': [
    ...['web', 'old'].map((name) => `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: shop}\n`),
    'apiVersion: v1\nkind: Secret\nmetadata: {name: tls, namespace: shop}\n',
    pod('shop', 'web-0', 'web', 'oak'),
    pod('stock', 'web-1', 'web', 'elm'),
    pod('stock', 'job-0', 'job', 'elm'),
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: later, namespace: shop}\nspec:\n  selector: {matchLabels: {app: later}}\n  template: {metadata: {labels: {app: later}}, spec: {containers: []}}\n`,
  ].join('---\n'),
};

function pod(namespace: string, name: string, app: string, node: string): string {
  return `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ${namespace}, labels: {app: ${app}}}\nspec: {nodeName: ${node}}\n`;
}

interface Location {
  readonly uri: string;
  readonly range: { readonly start: Point; readonly end: Point };
}
interface Point {
  readonly line: number;
  readonly character: number;
}

let folder: string;
let client: LanguageClient;
let version = 2;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'weir-definitions-')));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  client = openLanguageClient('/');
  await client.request('initialize', { processId: process.pid, rootUri: uriOf(''), capabilities: {} });
  client.notify('initialized');
  for (const path of Object.keys(FILES)) open(path, FILES[path] ?? '');
  await Promise.all(Object.keys(FILES).map((path) => client.findings(join(folder, path))));
});
afterAll(() => {
  client.kill();
  rmSync(folder, { recursive: true, force: true });
});

const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;

function open(path: string, text: string): void {
  client.notify('textDocument/didOpen', { textDocument: { uri: uriOf(path), languageId: 'yaml', version: 1, text } });
}

function change(path: string, text: string): void {
  const textDocument = { uri: uriOf(path), version: version++ };
  client.notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
}

/** The place where `|` stands in a part of the text of a file. */
function placeOf(path: string, marked: string): Point {
  const text = FILES[path] ?? '';
  const at = text.indexOf(marked.replace('|', ''));
  expect(at, `${marked} in ${path}`).toBeGreaterThanOrEqual(0);
  const before = text.slice(0, at + marked.indexOf('|')).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** Answers as `<path>:<line> <what stands there>`. */
async function ask(method: string, path: string, marked: string, more = {}): Promise<string[]> {
  const params = { textDocument: { uri: uriOf(path) }, position: { ...placeOf(path, marked) }, ...more };
  const found = (await client.request(`textDocument/${method}`, params)) as unknown as Location[];
  return found.map(({ uri, range: { start, end } }) => {
    const file = fileURLToPath(uri);
    const line = readFileSync(file, 'utf8').split('\n')[start.line] ?? '';
    return `${relative(folder, file)}:${start.line + 1} ${line.slice(start.character, end.character)}`;
  });
}
const define = (path: string, marked: string): Promise<string[]> => ask('definition', path, marked);
const refer = (path: string, marked: string, includeDeclaration = false): Promise<string[]> =>
  ask('references', path, marked, { context: { includeDeclaration } });

const named = (path: string, name: string): string => {
  const lines = (FILES[path] ?? '').split('\n');
  const line = lines.findIndex((one) => one.includes(`name: ${name}`) || one.includes(`"name": "${name}"`));
  return `${path}:${line + 1} ${path.endsWith('.json') ? `"${name}"` : name}`;
};
const CLUSTER = 'inventory/cluster.json';
const WORKLOADS = 'inventory/workloads.yaml';

describe('the definition', () => {
  it.each([
    ['of a namespace', 'egress/service.yaml', 'namespace: sh|op', [named(CLUSTER, 'shop')]],
    [
      'of a node selector is every node that it matches',
      'egress/service.yaml',
      'wood: ha|rd',
      ['elm', 'oak'].map((name) => named(CLUSTER, name)),
    ],
    [
      'of the key of a selector is the same',
      'egress/service.yaml',
      'nodeSel|ector',
      ['elm', 'oak'].map((name) => named(CLUSTER, name)),
    ],
    [
      'of a namespace selector is every namespace that it matches',
      'egress/ip.yaml',
      'namespace|Selector',
      ['shop', 'stock'].map((name) => named(CLUSTER, name)),
    ],
    [
      'of a pod selector is every pod of the namespaces beside it',
      'egress/ip.yaml',
      'app: w|eb',
      ['web-0', 'web-1'].map((name) => named(WORKLOADS, name)),
    ],
    ['of gateway pods', 'egress/gateway.yaml', 'app: w|eb', [named(WORKLOADS, 'web-1')]],
    ['of a Service of a Route', 'egress/route.yaml', 'kind: Service, name: w|eb', [named(WORKLOADS, 'web')]],
    ['of an alternate Service of a Route', 'egress/route.yaml', 'kind: Service, name: o|ld', [named(WORKLOADS, 'old')]],
    ['of a Secret of a Route', 'egress/route.yaml', 'externalCertificate: {name: t|ls', [named(WORKLOADS, 'tls')]],
    ['of a Service of an Ingress', 'egress/route.yaml', 'service: {name: o|ld', [named(WORKLOADS, 'old')]],
    ['of a Secret of an Ingress', 'egress/route.yaml', 'secretName: t|ls', [named(WORKLOADS, 'tls')]],
    ['of an IngressClass', 'egress/route.yaml', 'ingressClassName: fr|ont', [named('egress/route.yaml', 'front')]],
    [
      'of the name of an EgressService is the Service too',
      'egress/service.yaml',
      'name: w|eb',
      [named(WORKLOADS, 'web'), named('egress/service.yaml', 'web')],
    ],
    ['of the node of a pod', WORKLOADS, 'nodeName: o|ak', [named(CLUSTER, 'oak')]],
    ['of the namespace in an expectation', 'expectations.yaml', 'namespace: sh|op', [named(CLUSTER, 'shop')]],
    ['of labels in an expectation', 'expectations.yaml', 'app: w|eb', [named(WORKLOADS, 'web-0')]],
    [
      'of labels of namespaces in an expectation',
      'expectations.yaml',
      'team: tr|ade',
      ['shop', 'stock'].map((name) => named(CLUSTER, name)),
    ],
    ['of a Service in an expectation', 'expectations.yaml', 'reaches: [sh|op', [named(WORKLOADS, 'web')]],
    ['of a node in weir.yaml', 'weir.yaml', 'o|ak', [named(CLUSTER, 'oak')]],
    ['of a Secret in weir.yaml', 'weir.yaml', 'shop/t|ls', [named(WORKLOADS, 'tls')]],
    ['of a resource in the lock', 'weir.lock.yaml', 'shop/|web', [named('egress/service.yaml', 'web')]],
    ['of a node in the lock', 'weir.lock.yaml', 'o|ak', [named(CLUSTER, 'oak')]],
    ['of what names nothing is none', 'egress/ip.yaml', '192.0|.2.10', []],
    ['of a label that is called like a field is none', WORKLOADS, 'labels: {a|pp', []],
  ])('%s', async (_, path, marked, expected) => {
    expect((await define(path, marked)).sort()).toEqual([...expected].sort());
  });

  it('is that of what the editor holds', async () => {
    const path = 'egress/service.yaml';
    const text = (FILES[path] ?? '').replace('namespace: shop', 'namespace: stock');
    change(path, text);
    expect(await define(path, 'namespace: sh|op')).toEqual([named(CLUSTER, 'stock')]);
    change(path, FILES[path] ?? '');
  });
});

describe('references', () => {
  it('to a namespace stand where resources and expectations name it or select it', async () => {
    expect((await refer('expectations.yaml', 'namespace: sh|op')).sort()).toEqual([
      'egress/ip.yaml:7 namespaceSelector',
      'egress/qos.yaml:3 shop',
      'egress/route.yaml:12 shop',
      'egress/route.yaml:3 shop',
      'egress/service.yaml:3 shop',
      'expectations.yaml:3 shop',
      'expectations.yaml:7 namespace-labels',
    ]);
  });

  it('to a Service stand in Routes, in expectations and at the name of its EgressService', async () => {
    expect((await refer('egress/route.yaml', 'kind: Service, name: w|eb')).sort()).toEqual([
      'egress/route.yaml:6 web',
      'egress/service.yaml:3 web',
      'expectations.yaml:9 shop/web',
    ]);
  });

  it('to a node stand in selectors, weir.yaml and the lock, after the node where it is asked for', async () => {
    const others = ['egress/service.yaml:6 nodeSelector', 'weir.lock.yaml:2 oak', 'weir.yaml:4 oak'];
    const [first, ...rest] = await refer(WORKLOADS, 'nodeName: o|ak', true);
    expect([first, rest.sort()]).toEqual([named(CLUSTER, 'oak'), others]);
    expect((await refer(WORKLOADS, 'nodeName: o|ak')).sort()).toEqual(others);
  });

  it('to a pod stand at the selectors that match it', async () => {
    expect((await refer(WORKLOADS, 'name: web|-1')).sort()).toEqual([
      'egress/gateway.yaml:8 podSelector',
      'egress/ip.yaml:10 podSelector',
    ]);
  });

  it('to pods that are not there yet stand at the selectors that match what makes them', async () => {
    expect(await refer(WORKLOADS, 'name: la|ter')).toEqual(['egress/qos.yaml:5 podSelector']);
    expect(await define('egress/qos.yaml', 'app: la|ter')).toEqual([named(WORKLOADS, 'later')]);
  });
});
