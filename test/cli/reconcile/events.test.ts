import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnnouncer } from '../../../src/cli/commands/reconcile/announcer.js';
import type { LiveInput } from '../../../src/cli/live/live.js';
import { type KubernetesClient, connectKubernetes } from '../../../src/clients/kubernetes/client.js';
import { type ObjectNotice, sendEvent } from '../../../src/clients/kubernetes/event.js';
import type { LockChange } from '../../../src/model/lock.js';
import { type JsonObject, asObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { eventually } from '../../rig/eventually.js';
import { liveInput } from './applier.js';
import { EVENT_KIND, checkEvent } from './event-rules.js';

const REJECTED = { resource: 'EgressIP ferry', code: 'egress-ip/address-taken', message: "'192.0.2.7' is taken" };
const FIREWALL = { resource: 'EgressFirewall shop/default', code: 'egress-firewall/x', message: 'no' };
const MOVED: LockChange = {
  kind: 'EgressIP',
  name: 'ferry',
  what: 'address',
  address: '192.0.2.8',
  from: 'a',
  to: 'b',
};
const NEVER = { repeat: 3_600_000, retry: 3_600_000 };

let rig: Rig;
let client: KubernetesClient;
beforeEach(async () => {
  rig = await startRig();
  rig.server.kinds.push(EVENT_KIND);
  for (const name of ['default', 'shop']) rig.server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  rig.server.put({ apiVersion: 'k8s.ovn.org/v1', kind: 'EgressIP', metadata: { name: 'ferry' } });
  rig.server.put({ apiVersion: 'k8s.ovn.org/v1', kind: 'EgressIP', metadata: { name: 'barge' } });
  rig.server.put({
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressFirewall',
    metadata: { name: 'default', namespace: 'shop' },
  });
  const connected = connectKubernetes({ kubeconfig: rig.kubeconfig, patience: { attempts: 1 } });
  if ('result' in connected) throw new Error(connected.problems.join());
  client = connected;
});
afterEach(async () => {
  client.close();
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

const events = (): readonly JsonObject[] => rig.server.all().filter(({ kind }) => kind === 'Event');
const liveWith = (rejected: LiveInput['rejected'], mismatches: LiveInput['mismatches'] = []): LiveInput => ({
  ...liveInput(),
  rejected,
  mismatches,
});

describe('events of the cluster applier', () => {
  it('say on the resource which part is rejected, and which assignment has left the lock', async () => {
    const announcer = createAnnouncer(client, () => undefined, NEVER);
    announcer.announce(liveWith([REJECTED, FIREWALL], [MOVED]));
    await eventually('they are written', () => events().length === 3);
    await announcer.close();
    expect(events().flatMap((event) => checkEvent(event))).toEqual([]);
    const uid = rig.server.find('EgressIP', 'ferry')?.metadata;
    expect(events()).toMatchObject([
      {
        metadata: { namespace: 'default' },
        reportingController: 'weir-egress/cluster',
        reason: 'PartRejected',
        regarding: { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressIP', name: 'ferry', uid: (uid as JsonObject).uid },
        note: "'192.0.2.7' is taken [egress-ip/address-taken], this part is skipped",
        type: 'Warning',
      },
      { metadata: { namespace: 'shop' }, regarding: { kind: 'EgressFirewall', namespace: 'shop', name: 'default' } },
      { reason: 'LockMismatch', note: expect.stringMatching(/^EgressIP ferry: 192\.0\.2\.8 a → b: /) as string },
    ]);
    // The rights that deploy/README.md names.
    const verbs = rig.server.requests
      .filter((one) => !/^GET \/api(s\/[^/]+)?\/v1$/.test(one))
      .map((one) => one.split('?')[0]);
    expect([...new Set(verbs)].sort()).toEqual([
      'GET /apis/k8s.ovn.org/v1/egressips',
      'GET /apis/k8s.ovn.org/v1/namespaces/shop/egressfirewalls',
      'POST /apis/events.k8s.io/v1/namespaces/default/events',
      'POST /apis/events.k8s.io/v1/namespaces/shop/events',
    ]);
  });

  it('are one for each fact, however many cycles find it, and again when it comes back', async () => {
    const announcer = createAnnouncer(client, () => undefined, NEVER);
    announcer.announce(liveWith([REJECTED]));
    await eventually('it is written', () => events().length === 1);
    const writes = rig.server.writes().length;
    for (let cycle = 0; cycle < 3; cycle++) announcer.announce(liveWith([REJECTED]));
    announcer.announce(liveWith([REJECTED, FIREWALL]));
    await eventually('the next one is written', () => events().length === 2);
    expect(rig.server.writes()).toHaveLength(writes + 1);
    // The cycle that reports a third fact no longer finds the first.
    announcer.announce(liveWith([FIREWALL], [MOVED]));
    await eventually('the third one is written', () => events().length === 3);
    announcer.announce(liveWith([REJECTED, FIREWALL], [MOVED]));
    await eventually('the first one goes on', () => events().some(({ series }) => asObject(series)?.count === 2));
    await announcer.close();
    expect(events().map(({ series }) => asObject(series)?.count)).toEqual([2, undefined, undefined]);
  });

  it('go on as a series in the next process, and while the fact lasts', async () => {
    for (let process = 0; process < 3; process++) {
      const announcer = createAnnouncer(client, () => undefined, NEVER);
      const before = rig.server.writes().length;
      announcer.announce(liveWith([REJECTED]));
      await eventually('it is written', () => rig.server.writes().length > before);
      await announcer.close();
      client = connectKubernetes({ kubeconfig: rig.kubeconfig }) as KubernetesClient;
    }
    expect(events()).toMatchObject([{ series: { count: 3 } }]);
    const announcer = createAnnouncer(client, () => undefined, { repeat: 0, retry: 0 });
    await eventually('it is repeated', () => {
      announcer.announce(liveWith([REJECTED]));
      return Number((events()[0]?.series as JsonObject).count) > 4;
    });
    await announcer.close();
    expect(events()).toHaveLength(1);
    expect(checkEvent(events()[0] ?? {})).toEqual([]);
  });

  it('are none for a resource that the cluster lacks, or that has no name', async () => {
    const announcer = createAnnouncer(client, () => undefined, NEVER);
    const unknown = { ...REJECTED, resource: 'EgressIP nowhere' };
    announcer.announce(
      liveWith([unknown, { ...REJECTED, resource: '' }, { ...REJECTED, resource: 'Frigate x' }, FIREWALL]),
    );
    await eventually('the last one is written', () => events().length === 1);
    await announcer.close();
    expect(events()[0]).toMatchObject({ regarding: { kind: 'EgressFirewall' } });
  });

  it('warn once of a missing right, and stop', async () => {
    rig.server.mishap = (request) => (request.includes('/events') ? { status: 403 } : undefined);
    const warnings: string[] = [];
    const announcer = createAnnouncer(client, (problem) => void warnings.push(problem), NEVER);
    announcer.announce(liveWith([REJECTED, FIREWALL]));
    await eventually('it warns', () => warnings.length > 0);
    const requests = rig.server.requests.length;
    announcer.announce(liveWith([REJECTED, FIREWALL]));
    await announcer.close();
    expect(rig.server.requests).toHaveLength(requests);
    expect(warnings).toEqual([
      expect.stringMatching(/^cannot create the Event about EgressIP ferry: .*a permission is missing/),
    ]);
  });

  it('keep within the limits of the API server, whatever the text and name', async () => {
    const name = `${'a'.repeat(235)}.${'b'.repeat(17)}`;
    const regarding: ObjectNotice['regarding'] = { apiVersion: 'v1', kind: 'Node', namespace: '', name, uid: 'u' };
    const reporter = { controller: 'weir-egress/cluster', instance: 'h'.repeat(300) };
    const note = 'ä→😀'.repeat(400);
    expect(await sendEvent(client, { regarding, reason: 'PartRejected', note }, reporter, Date.now())).toBeUndefined();
    expect(checkEvent(events()[0] ?? {})).toEqual([]);
    expect(events()[0]?.note).toMatch(/^ä→😀.*…$/);
  });
});
