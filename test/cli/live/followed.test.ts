import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyInventoryKinds } from '../../../src/cli/live/compile-policy.js';
import {
  type InventorySource,
  createFollowedSource,
  createPulledSource,
} from '../../../src/cli/live/inventory-source.js';
import { type KubernetesClient, connectKubernetes } from '../../../src/clients/kubernetes/client.js';
import { nameOf } from '../../../src/model/kubernetes-object.js';
import { isListOf } from '../../apply/cluster/watch-options.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { eventually } from '../../rig/eventually.js';
import { CLUSTER, MORE_KINDS, pod } from './cluster.js';

describe.each(['allowed', 'forbidden'] as const)(
  'an inventory that is followed (lists by watches: %s)',
  (watchLists) => {
    let rig: Rig;
    let client: KubernetesClient;
    let source: InventorySource;
    beforeEach(async () => {
      rig = await startRig();
      rig.server.watchLists = watchLists;
      rig.server.kinds.push(...MORE_KINDS);
      for (const object of CLUSTER) rig.server.put(object);
      for (let number = 1; number < 4; number++) rig.server.put(pod(`till-${number}`, `10.128.22.${number + 5}`));
      const connected = connectKubernetes({ kubeconfig: rig.kubeconfig, patience: { attempts: 1, firstPause: 1 } });
      if ('result' in connected) throw new Error(connected.problems.join());
      client = connected;
      source = createFollowedSource(client, policyInventoryKinds, { firstPause: 0.05, absence: 0.2, audit: 3600 });
    });
    afterEach(async () => {
      source.close();
      client.close();
      await rig.server.close();
      rmSync(rig.folder, { recursive: true });
    });

    /** Names of the pods, or the problems. */
    async function pods(): Promise<string> {
      const read = await source.read(undefined);
      return read.result === 'ok' ? [...(read.names.get('pod.yaml')?.keys() ?? [])].join() : read.problems.join();
    }

    const shows = (expected: string): Promise<true> => eventually(expected, async () => (await pods()) === expected);
    const ALL = 'shop/till-0,shop/till-1,shop/till-2,shop/till-3';

    it('is the inventory that a list of all objects gives', async () => {
      const followed = await source.read(undefined);
      const pulled = await createPulledSource(client, policyInventoryKinds).read(undefined);
      if (followed.result !== 'ok' || pulled.result !== 'ok') throw new Error(JSON.stringify([followed, pulled]));
      expect(followed.inventory).toEqual(pulled.inventory);
      const namesIn = ({ names }: typeof pulled) => [...names].map(([path, one]) => [path, one.size, [...one.keys()]]);
      expect(namesIn(followed)).toEqual(namesIn(pulled));
    });

    it('is the same object until a change, which it tells', async () => {
      let told = 0;
      source.follow?.(() => told++);
      await shows(ALL);
      await eventually('all kinds are watched', () => rig.server.watches.count() === rig.server.kinds.length - 3);
      const [first, before] = [await source.read(undefined), told];
      const second = await source.read(undefined);
      expect(first.result === 'ok' && second.result === 'ok' && first.inventory === second.inventory).toBe(true);
      expect(told).toBe(before);
      rig.server.drop('Pod', 'till-3');
      await shows('shop/till-0,shop/till-1,shop/till-2');
      expect(told).toBe(before + 1);
    });

    it('fails as a whole while one kind cannot be followed', async () => {
      await shows(ALL);
      rig.server.mishap = (request) => (request.includes('/egressips?') ? { status: 500 } : undefined);
      rig.server.watches.cut();
      await eventually('it fails', async () => (await pods()).includes('egressips'));
      rig.server.mishap = () => undefined;
      await shows(ALL);
    });

    it('does not believe a first list that is short', async () => {
      let isDone = false;
      rig.server.hide = (request) => {
        if (isDone || !isListOf(request, 'pods')) return () => false;
        isDone = true;
        return (object) => ['till-1', 'till-2'].includes(nameOf(object).name);
      };
      expect(await pods()).toBe('the list of pods has 2 objects, and the server counts 4');
      await shows(ALL);
    });

    it('does not believe a first list that is short after the server was away', async () => {
      let lists = 0;
      rig.server.mishap = (request) => (isListOf(request, 'pods') && ++lists === 1 ? { status: 500 } : undefined);
      rig.server.hide = (request) => (object) =>
        lists === 2 && isListOf(request, 'pods') && ['till-1', 'till-2'].includes(nameOf(object).name);
      expect(await pods()).toContain('pods');
      const seen = new Set<string>();
      source.follow?.(() => void pods().then((text) => seen.add(text)));
      await shows(ALL);
      expect([...seen].filter((text) => text.startsWith('shop/') && text !== ALL)).toEqual([]);
    });

    it('does not believe a list that is short once', async () => {
      await shows(ALL);
      await eventually('pods are watched', () =>
        rig.server.requests.some((one) => /pods\?watch=true.*&resourceVersion=/.test(one)),
      );
      const lost = rig.server.all().filter((one) => ['till-1', 'till-2'].includes(nameOf(one).name));
      let lists = 0;
      rig.server.mishap = (request) => {
        if (!isListOf(request, 'pods')) return undefined;
        lists++;
        if (lists === 1) for (const one of lost) rig.server.drop('Pod', nameOf(one).name);
        if (lists === 2) for (const one of lost) rig.server.put(one);
        return undefined;
      };
      const seen = new Set<string>();
      source.follow?.(() => void pods().then((text) => seen.add(text)));
      // A change of something else, so that all watches are behind.
      rig.server.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'tide', namespace: 'shop' } });
      rig.server.compact();
      rig.server.watches.cut();
      await eventually('the lists differ', () => lists >= 3);
      await shows(ALL);
      expect([...seen].filter((text) => text.startsWith('shop/') && text !== ALL)).toEqual([]);
    });
  },
);
