import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KubernetesClient, connectKubernetes } from '../../../src/clients/kubernetes/client.js';
import type { Resource } from '../../../src/clients/kubernetes/discovery.js';
import { nameOf } from '../../../src/model/kubernetes-object.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { eventually } from '../../rig/eventually.js';

const NAMESPACES: Resource = {
  ...{ apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false, hasStatus: true },
};
const NODES: Resource = { ...NAMESPACES, kind: 'Node', plural: 'nodes' };

let rig: Rig;
let client: KubernetesClient;
beforeEach(async () => {
  rig = await startRig();
  for (const name of ['a', 'b', 'c']) rig.server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  client = connect();
});
afterEach(async () => {
  client.close();
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

function connect(largestList = {}): KubernetesClient {
  const patience = { attempts: 3, firstPause: 1, silence: 1000 };
  const connected = connectKubernetes({ kubeconfig: rig.kubeconfig, pageSize: 2, patience, largestList });
  if ('result' in connected) throw new Error(connected.problems.join());
  return connected;
}

/** Names of the namespaces and the version of their list, or the problems. */
async function list(one = client): Promise<string> {
  const listed = await one.listVersioned(NAMESPACES);
  if (listed.result !== 'ok') return listed.result === 'failed' ? listed.problems.join() : listed.result;
  const { objects, resourceVersion } = listed.value;
  return `${objects.map((object) => nameOf(object).name).join()} at ${resourceVersion}`;
}

/** Requests for namespaces: how they begin a list. */
const requests = (): string[] =>
  rig.server.requests
    .filter((one) => one.includes('/namespaces?'))
    .map((one) => (one.includes('sendInitialEvents') ? 'stream' : 'page'));

it('is one request, at the version of the server, and leaves no watch open', async () => {
  expect(await list()).toBe('a,b,c at 4');
  expect(requests()).toEqual(['stream']);
  const [, query = ''] = rig.server.requests.at(-1)?.split('?') ?? [];
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    watch: 'true',
    allowWatchBookmarks: 'true',
    sendInitialEvents: 'true',
    resourceVersionMatch: 'NotOlderThan',
    timeoutSeconds: '300',
  });
  await eventually('no watch is open', () => rig.server.watches.total() === 0);
});

it('is empty at a version if there is no object', async () => {
  for (const name of ['a', 'b', 'c']) rig.server.drop('Namespace', name);
  expect(await list()).toBe(' at 7');
});

it.each(['forbidden', 'unknown'] as const)('consists of pages if the server has it %s, also later', async (how) => {
  rig.server.watchLists = how;
  expect(await list()).toBe('a,b,c at 4');
  expect(await list()).toBe('a,b,c at 4');
  expect(requests()).toEqual(['stream', 'page', 'page', 'page', 'page']);
  // All kinds of an API version are served by one server.
  await client.listVersioned(NODES);
  expect(rig.server.requests.filter((one) => one.includes('/nodes?'))).toEqual(['GET /api/v1/nodes?limit=2']);
});

it('consists of pages if the server ignores the parameters and sends a bookmark without an annotation', async () => {
  rig.server.watchLists = 'unknown';
  const listed = list();
  await eventually('a watch is open', () => rig.server.watches.total() === 1);
  rig.server.watches.bookmark();
  expect(await listed).toBe('a,b,c at 4');
  expect(requests()).toEqual(['stream', 'page', 'page']);
});

it('is attempted again if the connection breaks or the server is overloaded', async () => {
  let attempts = 0;
  rig.server.mishap = () => [undefined, 'reset' as const, { status: 429, retryAfter: 0.01 }][++attempts];
  expect(await list()).toBe('a,b,c at 4');
  expect(requests()).toEqual(['stream', 'stream', 'stream']);
});

describe('fails, and consists of pages in no attempt,', () => {
  it.each([
    ['without the permission to watch', 403, 'watch namespaces: HTTP 403: a permission is missing'],
    ['if it is refused as expired', 410, 'the list of namespaces expires before it is read'],
    ['if the server fails', 500, 'watch namespaces: HTTP 500'],
  ])('%s', async (_, status, problem) => {
    rig.server.mishap = () => ({ status });
    expect(await list()).toContain(problem);
    expect(new Set(requests())).toEqual(new Set(['stream']));
  });

  it('if it is larger than the limit', async () => {
    const small = connect({ containers: 5 });
    expect(await list(small)).toBe('the list of namespaces is longer than that of any cluster');
    small.close();
  });

  it('if the server ends it before the bookmark', async () => {
    rig.server.watchLists = 'unknown';
    let attempts = 0;
    const cut = setInterval(() => {
      if (rig.server.watches.total() > 0) {
        attempts++;
        rig.server.watches.end();
      }
    }, 5);
    expect(await list()).toBe('the list of namespaces ended before it was complete');
    clearInterval(cut);
    expect(attempts).toBe(3);
  });
});

it('is missing if the server does not serve the kind', async () => {
  rig.server.kinds.splice(0, 1);
  expect(await list()).toBe('missing');
});
