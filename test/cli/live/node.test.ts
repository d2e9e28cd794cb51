import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../../../src/model/kubernetes-object.js';
import { type JsonObject, asObject } from '../../../src/std/json.js';
import { findTools } from '../../apply/node/host.js';
import { inventoryOf } from '../../ovn/manifests.js';
import { eventually } from '../../rig/eventually.js';
import { aCycle } from './cluster.js';
import { CLUSTER, EGRESS, type LiveHost, assign, openLiveHost } from './host.js';
import { type Running, run, startWatch, weir } from './run.js';

if (findTools().length === 0) it.skip('nodes: left out, making network namespaces needs root', () => undefined);

describe.skipIf(findTools().length === 0)('a live applier of a node', () => {
  let host: LiveHost;
  beforeAll(async () => {
    host = await openLiveHost();
    expect(await weir(host.folder, 'compile', '--policy')).toMatchObject({ status: 0, err: '' });
  });
  afterAll(() => host.close());

  const live = (): string[] => ['--live', '--policy-bundle', 'weir.policy.json', '--kubeconfig', host.rig.kubeconfig];
  const apply = () => run(host.start, 'apply', ...host.words, ...live());
  const watch = (): Running => {
    const watching = startWatch(host.start, ...host.words, ...live(), '--no-lease');
    onTestFinished(async () => {
      watching.kill('SIGKILL');
      await watching.ended;
    });
    return watching;
  };
  /** Puts a pod there that is like the first, with another number. */
  const addPod = (name: string, number: number): void => {
    const pods = [{ namespace: 'depot', name, node: 'oak', number }];
    const pod = inventoryOf({ ...CLUSTER, pods }).at(-1);
    host.rig.server.put(pod as JsonObject);
  };
  const senders = async (): Promise<string[]> =>
    [...(await host.on('ip -4 rule show priority 6000')).matchAll(/from (\S+)/g)].map(([, address = '']) => address);

  it('makes what compile makes of the same inventory in files', async () => {
    expect(await apply()).toMatchObject({ status: 0, err: '' });
    expect(await senders()).toEqual(['10.128.2.5']);
    expect(await host.on('ip -o address show dev ens4')).toContain(EGRESS);
    expect(await weir(host.folder, 'inventory', '--out', 'cluster', '--kubeconfig', host.rig.kubeconfig)).toMatchObject(
      { status: 0 },
    );
    const files = join(host.folder, 'weir.yaml');
    const configuration = JSON.parse(readFileSync(files, 'utf8')) as JsonObject;
    writeFileSync(files, JSON.stringify({ ...configuration, inventory: ['cluster/*.yaml'] }));
    expect(await weir(host.folder, 'compile')).toMatchObject({ status: 0 });
    expect(await run(host.start, 'audit', ...host.words)).toMatchObject({ status: 0, out: 'node oak: in sync\n' });
  });

  it('leads a pod to the egress address in the first cycle that lists it', async () => {
    const watching = watch();
    await aCycle(watching);
    addPod('rack', 6);
    await aCycle(watching);
    expect(await senders()).toEqual(['10.128.2.5', '10.128.2.6']);
    expect(await host.on('nft list map inet weir egress-ip-snat-v4')).toContain(`10.128.2.6 . "ens4" : ${EGRESS}`);
  });

  it('leaves the host as it is while there is no API server, and serves what came meanwhile', async () => {
    const watching = watch();
    await aCycle(watching);
    const before = await host.snapshot();
    host.rig.server.mishap = () => 'reset';
    host.rig.server.watches.cut();
    addPod('shelf', 7);
    await eventually('the failure is logged', () => watching.logs().includes('nothing is changed'));
    expect(await host.snapshot()).toBe(before);
    host.rig.server.mishap = () => undefined;
    await eventually('the pod is served', async () => (await senders()).includes('10.128.2.7'));
    // An applier that is killed in the middle of a change takes it back.
    await aCycle(watching);
    expect(await senders()).toEqual(['10.128.2.5', '10.128.2.6', '10.128.2.7']);
  });

  it.each([
    ['pods', 'Pod', 'no Pod found, expected at least one'],
    ['nodes', 'Node', 'no nodes found'],
  ])('leaves the host as it is where the list of %s is empty, also as its first', async (_, kind, problem) => {
    const before = await host.snapshot();
    const taken = host.rig.server.all().filter((object) => object.kind === kind);
    for (const { metadata } of taken) host.rig.server.drop(kind, textOf(asObject(metadata)?.name));
    const { status, err } = await apply();
    for (const object of taken) host.rig.server.put(object);
    expect(status).toBe(1);
    expect(err).toContain(problem);
    expect(await host.snapshot()).toBe(before);
  });

  it('takes back a change in whose middle it was killed, though the inventory cannot be read', async () => {
    const before = await host.snapshot();
    addPod('crate', 8);
    const { status } = await run(withoutReturn(host), 'apply', ...host.words, ...live());
    expect(status).toBe(null);
    expect(await host.snapshot()).not.toBe(before);
    host.rig.server.mishap = () => ({ status: 403 });
    expect(await apply()).toMatchObject({ status: 1, out: '' });
    expect(await host.snapshot()).toBe(before);
    host.rig.server.mishap = () => undefined;
    expect(await apply()).toMatchObject({ status: 0 });
    expect(await senders()).toContain('10.128.2.8');
  });

  it('keeps the egress address until its status assigns it to another node, and says that this is not the lock', async () => {
    const watching = watch();
    await aCycle(watching);
    const oak = host.rig.server.find('Node', 'oak') as JsonObject & { readonly metadata: JsonObject };
    host.rig.server.put({ ...oak, metadata: { ...oak.metadata, labels: {} } });
    await aCycle(watching);
    expect(await host.on('ip -o address show dev ens4')).toContain(EGRESS);
    assign(host.rig, 'elm');
    await aCycle(watching);
    expect(await host.on('ip -o address show dev ens4')).not.toContain(EGRESS);
    const logged = 'EgressIP depot: 10.20.30.200 oak → elm';
    await eventually('the mismatch is logged', () => watching.logs().includes(logged));
  });
});

/** How the command starts on a host where the first change by `ip` ends it. */
function withoutReturn({ start, workspace }: LiveHost): LiveHost['start'] {
  const tools = join(workspace.folder, 'tools');
  mkdirSync(tools);
  const script = '#!/bin/sh\ncase "$*" in *-batch*) exec kill -9 "$PPID";; esac\nPATH=${PATH#*:} exec ip "$@"\n';
  writeFileSync(join(tools, 'ip'), script);
  chmodSync(join(tools, 'ip'), 0o755);
  return { ...start, enter: [...(start.enter ?? []), 'env', `PATH=${tools}:${process.env.PATH ?? ''}`] };
}
