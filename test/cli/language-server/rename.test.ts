import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LanguageClient, openLanguageClient } from '../../rig/language-client.js';

const FILES: Readonly<Record<string, string>> = {
  'weir.yaml': 'manifests: [egress/*.yaml]\ninventory: [inventory/*]\n',
  'weir.lock.yaml': 'egressServices:\n  shop/web: oak\n',
  'expectations.yaml': `expectations:
  - {name: one, egressIPs: {names: [trade], survive: 1}, may-be-empty: true}
  - {name: two, from: "shop/web-0", to: service/shop/web, reachable: true}
  - {name: three, from: {namespace: shop}, to: outside, reachable: true}
`,
  'egress/all.yaml': `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: {name: trade}
spec:
  egressIPs: [192.0.2.10]
  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}
---
apiVersion: k8s.ovn.org/v1
kind: EgressService
metadata: {name: web, namespace: 'shop'}
spec: {sourceIPBy: LoadBalancerIP}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {type: LoadBalancer, ports: [{port: 80}]}
`,
  'inventory/cluster.yaml': `apiVersion: v1
kind: Node
metadata: {name: oak}
---
apiVersion: v1
kind: Pod
metadata: {name: web-0, namespace: shop, labels: {app: web}}
`,
};

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}
interface Changes {
  readonly changes: Readonly<Record<string, readonly { readonly range: Range; readonly newText: string }[]>>;
}

let folder: string;
let client: LanguageClient;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'weir-rename-')));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  client = openLanguageClient(folder);
  await client.request('initialize', { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} });
  client.notify('initialized');
  const path = join(folder, 'egress/all.yaml');
  const text = readFileSync(path, 'utf8');
  client.notify('textDocument/didOpen', {
    textDocument: { uri: pathToFileURL(path).href, languageId: 'yaml', version: 1, text },
  });
  await client.findings(path);
});
afterAll(() => {
  client.kill();
  rmSync(folder, { recursive: true, force: true });
});

const at = (line: number, character: number) => ({
  textDocument: { uri: pathToFileURL(join(folder, 'egress/all.yaml')).href },
  position: { line, character },
});

/** The lines that a rename changes, as they are afterwards. */
async function rename(line: number, character: number, newName: string): Promise<string[]> {
  const { changes } = (await client.request('textDocument/rename', {
    ...at(line, character),
    newName,
  })) as unknown as Changes;
  return Object.entries(changes).flatMap(([uri, edits]) => {
    const path = relative(folder, fileURLToPath(uri));
    const lines = (FILES[path] ?? '').split('\n');
    return edits.map(({ range, newText }) => {
      const text = lines[range.start.line] ?? '';
      return `${path}: ${text.slice(0, range.start.character)}${newText}${text.slice(range.end.character)}`.replace(
        / +/g,
        ' ',
      );
    });
  });
}

describe('a rename in an editor', () => {
  it('changes the name of an object and every name that refers to it', async () => {
    expect((await rename(6, 18, 'ferry')).sort()).toEqual([
      'egress/all.yaml: metadata: {name: ferry}',
      'expectations.yaml: - {name: one, egressIPs: {names: [ferry], survive: 1}, may-be-empty: true}',
    ]);
    expect((await rename(13, 19, 'front')).sort()).toEqual([
      "egress/all.yaml: metadata: {name: front, namespace: 'shop'}",
      'egress/all.yaml: metadata: {name: front, namespace: shop}',
      'expectations.yaml: - {name: two, from: "shop/web-0", to: service/shop/front, reachable: true}',
      'weir.lock.yaml: shop/front: oak',
    ]);
  });

  it('changes the name of a namespace in labels, names and words', async () => {
    expect((await rename(2, 18, 'store')).sort()).toEqual(
      [
        'egress/all.yaml: metadata: {name: store}',
        "egress/all.yaml: metadata: {name: web, namespace: 'store'}",
        'egress/all.yaml: metadata: {name: web, namespace: store}',
        'egress/all.yaml: namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: store}}',
        'expectations.yaml: - {name: three, from: {namespace: store}, to: outside, reachable: true}',
        'expectations.yaml: - {name: two, from: "store/web-0", to: service/shop/web, reachable: true}',
        'expectations.yaml: - {name: two, from: "shop/web-0", to: service/store/web, reachable: true}',
        'weir.lock.yaml: store/web: oak',
      ].sort(),
    );
  });

  it('is offered at names alone, and refused for what is taken, not valid or of the cluster', async () => {
    expect(await client.request('textDocument/prepareRename', at(6, 18))).toMatchObject({ placeholder: 'trade' });
    await expect(client.request('textDocument/prepareRename', at(8, 5))).rejects.toThrow('no name of an object');
    await expect(rename(6, 18, 'Not Valid')).rejects.toThrow('is not a valid name');
    await expect(rename(2, 18, 'a.b')).rejects.toThrow('is not a valid name');
  });
});

describe('symbols of a workspace', () => {
  it('are the objects of the repository whose titles have the words of the query', async () => {
    const names = async (query: string) => {
      const found = (await client.request('workspace/symbol', { query })) as {
        name: string;
        location: { uri: string };
      }[];
      return found.map(({ name, location }) => `${name} ${relative(folder, fileURLToPath(location.uri))}`).sort();
    };
    expect(await names('web shop')).toEqual([
      'EgressService shop/web egress/all.yaml',
      'Pod shop/web-0 inventory/cluster.yaml',
      'Service shop/web egress/all.yaml',
    ]);
    expect(await names('EGRESSIP')).toEqual(['EgressIP trade egress/all.yaml']);
    expect(await names('nothing')).toEqual([]);
  });
});
