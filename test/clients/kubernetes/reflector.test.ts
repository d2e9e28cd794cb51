import { getEventListeners } from 'node:events';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KubernetesClient, connectKubernetes } from '../../../src/clients/kubernetes/client.js';
import { type Reflector, type ReflectorOptions, createReflector } from '../../../src/clients/kubernetes/reflector.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { isListOf } from '../../apply/cluster/watch-options.js';
import { eventually } from '../../rig/eventually.js';

describe.each(['allowed', 'forbidden'] as const)('a reflector (lists by watches: %s)', (watchLists) => {
  let rig: Rig;
  let client: KubernetesClient;
  let end: AbortController;
  let changes = 0;
  beforeEach(async () => {
    rig = await startRig();
    rig.server.watchLists = watchLists;
    const connected = connectKubernetes({
      kubeconfig: rig.kubeconfig,
      pageSize: 2,
      patience: { attempts: 1, firstPause: 1 },
    });
    if ('result' in connected) throw new Error(connected.problems.join());
    client = connected;
    end = new AbortController();
    changes = 0;
  });
  afterEach(async () => {
    end.abort();
    client.close();
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
  });

  const namespace = (name: string, labels: Readonly<Record<string, string>> = {}) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels },
    status: { phase: 'Active' },
  });

  function follow(options: Partial<ReflectorOptions> = {}): Reflector {
    return createReflector(client, {
      apiVersion: 'v1',
      kind: 'Namespace',
      retain: ({ metadata }) => ({ metadata: { labels: (metadata as { labels: object }).labels as never } }),
      list: (resource) => client.listVersioned(resource),
      onChange: () => changes++,
      signal: end.signal,
      times: { firstPause: 0.01, absence: 0.05 },
      ...options,
    });
  }

  /** Number of lists that were begun, without the first one if the server does not allow it. */
  const lists = (): number =>
    rig.server.requests.filter((one) => isListOf(one, 'namespaces')).length - (watchLists === 'allowed' ? 0 : 1);

  async function names(reflector: Reflector): Promise<string> {
    const state = await reflector.read();
    return state.result === 'ok' ? state.objects.map(({ key }) => key).join() : JSON.stringify(state);
  }

  const shows = (reflector: Reflector, expected: string): Promise<true> =>
    eventually(expected, async () => (await names(reflector)) === expected);

  const opened = (): Promise<true> => eventually('a watch is open', () => rig.server.watches.count() === 1);

  it('has the objects of all pages, and then each change, by one list and one watch', async () => {
    for (const name of ['a', 'b', 'c']) rig.server.put(namespace(name));
    const reflector = follow();
    expect(await names(reflector)).toBe('a,b,c');
    await opened();
    rig.server.put(namespace('d'));
    rig.server.drop('Namespace', 'b');
    await shows(reflector, 'a,c,d');
    expect(lists()).toBe(1);
  });

  it('tells of a change of what is kept, and of no other', async () => {
    rig.server.put(namespace('a'));
    const reflector = follow();
    const first = await reflector.read();
    await opened();
    const before = changes;
    rig.server.put({ ...namespace('a'), status: { phase: 'Terminating' } });
    rig.server.put(namespace('b'));
    await shows(reflector, 'a,b');
    expect(changes).toBe(before + 1);
    rig.server.put(namespace('a', { tier: 'gold' }));
    await eventually('the label is known', () => changes === before + 2);
    // What was read stays as it was.
    expect(first.result === 'ok' && first.objects.map(({ key }) => key)).toEqual(['a']);
  });

  it('continues a broken watch from its last version, without a list and without a gap', async () => {
    rig.server.put(namespace('a'));
    const reflector = follow();
    await shows(reflector, 'a');
    for (const name of ['b', 'c', 'd']) {
      await opened();
      rig.server.watches.cut();
      rig.server.put(namespace(name));
      await eventually(name, async () => (await names(reflector)).endsWith(name));
    }
    expect(await names(reflector)).toBe('a,b,c,d');
    expect(lists()).toBe(1);
  });

  it('continues from a bookmark after the changes before it are forgotten', async () => {
    rig.server.put(namespace('a'));
    const reflector = follow();
    await shows(reflector, 'a');
    await opened();
    rig.server.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'oak' } });
    rig.server.watches.bookmark();
    rig.server.put(namespace('b'));
    await shows(reflector, 'a,b');
    rig.server.watches.bookmark();
    rig.server.compact();
    rig.server.watches.cut();
    await opened();
    rig.server.put(namespace('c'));
    await shows(reflector, 'a,b,c');
    expect(lists()).toBe(1);
  });

  it('lists again if its version has expired, and knows what has come and gone meanwhile', async () => {
    for (const name of ['a', 'b']) rig.server.put(namespace(name));
    const reflector = follow();
    await shows(reflector, 'a,b');
    await opened();
    rig.server.mishap = (request) => (request.includes('watch=true') ? 'reset' : undefined);
    rig.server.watches.cut();
    await eventually('the watch is refused', async () => (await reflector.read()).result === 'failed');
    rig.server.drop('Namespace', 'a');
    rig.server.put(namespace('c'));
    rig.server.compact();
    rig.server.mishap = () => undefined;
    await shows(reflector, 'b,c');
    expect(lists()).toBe(2);
  });

  it('fails while the server is away, and is whole again once it answers', async () => {
    rig.server.put(namespace('a'));
    rig.server.mishap = () => ({ status: 503 });
    const reflector = follow();
    expect(await reflector.read()).toMatchObject({ result: 'failed', transient: true });
    rig.server.mishap = () => undefined;
    await shows(reflector, 'a');
    await opened();
    rig.server.mishap = () => 'reset';
    rig.server.watches.cut();
    const sent = (): number => rig.server.requests.length;
    const refused = sent();
    await eventually(
      'it fails again',
      async () => (await reflector.read()).result === 'failed' && sent() > refused + 2,
    );
    // Attempts that fail in the same way are no news.
    const before = changes;
    await eventually('it fails again', () => sent() > refused + 5);
    expect(changes).toBe(before);
    rig.server.mishap = () => undefined;
    await shows(reflector, 'a');
    expect(changes).toBe(before + 1);
  });

  it('names the missing permission of a watch', async () => {
    rig.server.mishap = (request) => (request.includes('watch=true') ? { status: 403 } : undefined);
    const reflector = follow();
    await eventually('it is refused', async () => (await reflector.read()).result === 'failed');
    expect(await reflector.read()).toMatchObject({
      problems: [expect.stringMatching(/^watch namespaces: HTTP 403: a permission is missing/)],
    });
  });

  it('finds a kind that is served later, and loses one that is no longer served', async () => {
    const [served] = rig.server.kinds.splice(0, 1);
    const reflector = follow();
    expect(await reflector.read()).toEqual({ result: 'missing' });
    if (served) rig.server.kinds.unshift(served);
    await shows(reflector, '');
    await opened();
    rig.server.put(namespace('a'));
    await shows(reflector, 'a');
    rig.server.kinds.splice(0, 1);
    rig.server.watches.cut();
    await eventually('it is missing', async () => (await reflector.read()).result === 'missing');
  });

  it('lists again when the audit is due, and finds what no event told', async () => {
    rig.server.put(namespace('a'));
    const reflector = follow({ times: { firstPause: 0.01, audit: 1 } });
    await shows(reflector, 'a');
    await eventually('it has listed twice', () => lists() >= 2);
    expect(await names(reflector)).toBe('a');
  });

  it('sends nothing more after its end', async () => {
    const reflector = follow();
    await shows(reflector, '');
    await opened();
    end.abort();
    await eventually('the watch is closed', () => rig.server.watches.count() === 0);
    const sent = rig.server.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(rig.server.requests).toHaveLength(sent);
  });

  it('leaves no listener on its signal when the connection of a watch is reset', async () => {
    const resource = await client.findResource('v1', 'Namespace');
    if (resource.result !== 'ok') throw new Error(resource.result);
    const onOpen = (): void => undefined;
    const request = { resourceVersion: '0', seconds: 60, signal: end.signal, onOpen, onVersion: onOpen };
    rig.server.mishap = () => 'reset';
    expect(await client.watch(resource.value, request)).toMatchObject({ result: 'failed' });
    expect(getEventListeners(end.signal, 'abort')).toEqual([]);
  });
});
