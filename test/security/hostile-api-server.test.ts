import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { inventoryCommand } from '../../src/cli/commands/inventory.js';
import { type KubernetesClient, connectKubernetes } from '../../src/clients/kubernetes/client.js';
import type { Resource } from '../../src/clients/kubernetes/discovery.js';
import { type Reply, http, json, startRawServer } from './raw-server.js';

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weir-hostile-'));
  closing.push(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** The kubeconfig of a server that replies to each path, without its query, as it is told. */
async function serve(replyTo: (path: string) => Reply): Promise<string> {
  const { url: server, close } = await startRawServer(({ url = '' }) => replyTo(url.split('?', 1)[0] ?? ''));
  closing.push(close);
  const kubeconfig = join(temporaryFolder(), 'kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    // Plain HTTP is only spoken to servers that need no proof of who they are.
    clusters: [{ name: 'test', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'test', user: {} }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  return kubeconfig;
}

/** A client that asks once, of a server that has one reply. */
async function connectTo(reply: Reply, longest = 120_000): Promise<KubernetesClient> {
  const client = connectKubernetes({ kubeconfig: await serve(() => reply), patience: { attempts: 1, longest } });
  if ('result' in client) throw new Error(client.problems.join());
  closing.push(client.close);
  return client;
}

const FIREWALL: Resource = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressFirewall',
  plural: 'egressfirewalls',
  namespaced: true,
  hasStatus: true,
};
const NAME = { namespace: 'harbour', name: 'default' };
const OBJECT = { apiVersion: FIREWALL.apiVersion, kind: FIREWALL.kind, metadata: NAME };
const DEEP = 100_000;
const nested = (levels: number): string => `{"a":`.repeat(levels) + '1' + '}'.repeat(levels);
const text = (body: string, status = '200 OK'): Reply => http(status, 'application/json', body);

const NONSENSE: readonly (readonly [string, Reply])[] = [
  ['HTML', http('200 OK', 'text/html', '<html>sign in</html>')],
  ['nothing', text('')],
  ['no content', http('204 No Content', 'application/json', '')],
  ['JSON that is cut', text('{"items":[')],
  ['two objects', text('{"kind":"List"}{"kind":"List"}')],
  ['null', json(null)],
  ['a list', json([])],
  ['an empty object', json({})],
  ['a success that says nothing', json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 500 })],
  ['an object of another kind', json({ apiVersion: 'v1', kind: 'Secret', metadata: NAME })],
  ['objects in objects without end', text(nested(DEEP))],
  ['lists in lists without end', text(`{"items":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)],
  ['a redirect to another host', http('302 Found', 'text/html', '', 'location: http://192.0.2.1/')],
  ['a redirect to itself', http('307 Temporary Redirect', 'text/html', '', 'location: /')],
  ['an unchanged answer', http('304 Not Modified', 'text/html', '')],
  ['that something else is not found', http('404 Not Found', 'text/html', '<html>no such page</html>')],
  ['a refusal that says null', json(null, '422 Unprocessable Entity')],
  ['a refusal of another shape', json({ message: 7, details: { causes: [null, 7] } }, '422 Unprocessable Entity')],
  ['a status that does not exist', http('999 Hello', 'text/html', '')],
  [
    'another protocol',
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
  ['no HTTP', (socket) => socket.end('no HTTP at all\r\n\r\n')],
  ['the end of the connection', (socket) => socket.destroy()],
  ['less than it promised', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{')],
];

describe('a Kubernetes API server that answers', () => {
  it.each(NONSENSE)('%s to any request has failed', async (_, reply) => {
    const client = await connectTo(reply);
    const answers = [
      await client.findResource(FIREWALL.apiVersion, FIREWALL.kind),
      await client.get(FIREWALL, NAME),
      await client.listAll(FIREWALL),
      await client.serverSideApply(FIREWALL, OBJECT),
      await client.jsonPatch(FIREWALL, NAME, []),
      await client.remove(FIREWALL, OBJECT),
    ];
    expect(answers.map(({ result }) => result)).toEqual(answers.map(() => 'failed'));
  });

  it.each([
    ['a byte now and then', 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', ' '],
    ['that it will answer', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('%s without an end has failed', async (_, head, drop) => {
    const client = await connectTo((socket: Socket) => {
      socket.write(head);
      const timer = setInterval(() => socket.write(drop), 10);
      socket.on('close', () => {
        clearInterval(timer);
      });
    }, 500);
    expect(await client.get(FIREWALL, NAME)).toMatchObject({ result: 'failed', transient: true });
  });
});

describe('a list', () => {
  const EMPTY_LIST = { apiVersion: FIREWALL.apiVersion, kind: 'EgressFirewallList', items: [] };
  const listOf = (items: unknown, others: object = {}) =>
    json({ apiVersion: FIREWALL.apiVersion, kind: 'EgressFirewallList', metadata: {}, items, ...others });
  const resultOf = async (reply: Reply) => (await (await connectTo(reply)).listAll(FIREWALL)).result;

  it.each([
    ['no items', undefined],
    ['items that are no list', {}],
    ['an item that is no object', [{ metadata: NAME }, 'x']],
    ['an item without a name', [{ metadata: { namespace: 'harbour' } }]],
    ['an item without its namespace', [{ metadata: { name: 'default' } }]],
    ['an item of another kind', [{ kind: 'Secret', metadata: NAME }]],
  ])('with %s has failed', async (_, items) => {
    expect(await resultOf(listOf(items))).toBe('failed');
  });

  it('of another version or kind has failed', async () => {
    expect(await resultOf(listOf([], { apiVersion: 'v1' }))).toBe('failed');
    expect(await resultOf(listOf([], { kind: 'EgressFirewall' }))).toBe('failed');
  });

  it('that is empty is empty', async () => {
    expect(await (await connectTo(listOf([]))).listAll(FIREWALL)).toEqual({ result: 'ok', value: [] });
  });

  it.each([
    ['pages', { pages: 50 }],
    ['bytes', { bytes: 50_000 }],
    ['values', { containers: 1000 }],
  ])('without an end has failed after so many %s: every page names another one', async (_, largestList) => {
    let pages = 0;
    const kubeconfig = await serve(() =>
      json({ ...EMPTY_LIST, metadata: { continue: `page-${++pages}` }, x: [{}, {}] }),
    );
    const client = connectKubernetes({ kubeconfig, largestList });
    if ('result' in client) throw new Error(client.problems.join());
    closing.push(client.close);
    expect(await client.listAll(FIREWALL)).toMatchObject({ result: 'failed', transient: false });
    expect(pages).toBeGreaterThan(40);
    expect(pages).toBeLessThan(1000);
  });

  it.each([
    ['objects', '{},'],
    ['numbers', '1,'],
  ])(
    'with too many %s in one answer has failed',
    async (_, value) => {
      const values = `[${value.repeat(17_000_000)}1]`;
      expect(
        await resultOf(
          text(`{"apiVersion":"${FIREWALL.apiVersion}","kind":"EgressFirewallList","items":[],"x":${values}}`),
        ),
      ).toBe('failed');
    },
    120_000,
  );

  it('of objects with deep fields is read', async () => {
    const spec: unknown = JSON.parse(nested(100));
    const answer = await (await connectTo(listOf([{ metadata: NAME, spec }]))).listAll(FIREWALL);
    expect(answer).toEqual({ result: 'ok', value: [{ ...OBJECT, spec }] });
  });
});

describe('an object', () => {
  it.each([
    ['name', { ...OBJECT, metadata: { ...NAME, name: 'other' } }],
    ['namespace', { ...OBJECT, metadata: { ...NAME, namespace: 'other' } }],
    ['kind', { ...OBJECT, kind: 'EgressIP' }],
    ['version', { ...OBJECT, apiVersion: 'k8s.ovn.org/v2' }],
  ])('of another %s is not the one that was asked for', async (_, object) => {
    const client = await connectTo(json(object));
    expect((await client.get(FIREWALL, NAME)).result).toBe('failed');
    expect((await client.serverSideApply(FIREWALL, OBJECT)).result).toBe('failed');
    expect((await client.jsonPatch(FIREWALL, NAME, [])).result).toBe('failed');
    expect((await client.remove(FIREWALL, OBJECT)).result).toBe('failed');
  });
});

describe('the kinds of a version', () => {
  const kinds = (others: object) =>
    json({ apiVersion: 'v1', kind: 'APIResourceList', groupVersion: 'k8s.ovn.org/v1', ...others });
  const entry = { name: 'egressfirewalls', kind: 'EgressFirewall', namespaced: true };
  const resultOf = async (reply: Reply) =>
    (await (await connectTo(reply)).findResource('k8s.ovn.org/v1', 'EgressFirewall')).result;

  it.each([
    ['without a list of them', {}],
    ['that are no list', { resources: {} }],
    ['one of which is no object', { resources: [entry, null] }],
    ['one of which has no kind', { resources: [{ name: 'egressfirewalls', namespaced: true }] }],
    ['one of which does not say whether it has namespaces', { resources: [{ ...entry, namespaced: 'true' }] }],
    ['of another version', { resources: [], groupVersion: 'v1' }],
    ['of another type', { resources: [], kind: 'List' }],
  ])('%s are no answer', async (_, others) => {
    expect(await resultOf(kinds(others))).toBe('failed');
  });

  it('do not have the one that is not served', async () => {
    expect(await resultOf(kinds({ resources: [] }))).toBe('missing');
    expect(await resultOf(http('404 Not Found', 'text/plain', '404 page not found\n'))).toBe('missing');
    expect(await resultOf(kinds({ resources: [entry] }))).toBe('ok');
  });
});

describe('weir inventory', () => {
  it('leaves the folder as it was where one list has no items', async () => {
    const say = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const folder = join(temporaryFolder(), 'cluster');
    let isHostile = false;
    const kubeconfig = await serve((path) => {
      const list = (kind: string, items: unknown) =>
        json({ apiVersion: 'v1', kind: `${kind}List`, metadata: {}, items });
      if (path === '/api/v1') {
        const resources = [
          { name: 'nodes', kind: 'Node', namespaced: false },
          { name: 'pods', kind: 'Pod', namespaced: true },
        ];
        return json({ kind: 'APIResourceList', groupVersion: 'v1', resources });
      }
      if (path === '/api/v1/nodes') return list('Node', [{ metadata: { name: 'otter' } }]);
      if (path === '/api/v1/pods') return list('Pod', isHostile ? undefined : [{ metadata: NAME }]);
      return http('404 Not Found', 'text/plain', '404 page not found\n');
    });
    const contents = () => readdirSync(folder).map((path) => `${path}\n${readFileSync(join(folder, path), 'utf8')}`);
    expect(await inventoryCommand({ out: folder, kubeconfig })).toBe(0);
    const before = contents();
    expect(before.join()).toContain('name: default');
    isHostile = true;
    expect(await inventoryCommand({ out: folder, kubeconfig })).toBe(1);
    expect(contents()).toEqual(before);
    expect(say.mock.calls.join()).toContain('all pods');
  });
});
