import { isDeepStrictEqual } from 'node:util';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { load } from 'js-yaml';
import { type JsonObject, asObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { eventually } from '../../rig/eventually.js';
import { type HealthServer, startHealthServer } from '../../rig/health-server.js';
import { CLUSTER, MORE_KINDS, REPOSITORY, node, writeRepository } from './cluster.js';
import { type Running, run, startWatch, weir } from './run.js';

const ADDRESS = '192.168.10.50';
const LOCK = `egressIPs:\n  ferry:\n    mark: 50000\n    addresses:\n      ${ADDRESS}: otter\n`;
/** Seconds between probes. */
const PERIOD = 2;
/** The management ports of the nodes: the second address of their subnets. */
const [HERON, OTTER] = ['127.0.11.2', '127.0.12.2'];

let rig: Rig;
let folder: string;
let health: { readonly heron: HealthServer; otter: HealthServer };
beforeEach(async () => {
  rig = await startRig();
  rig.server.kinds.push(...MORE_KINDS);
  for (const object of CLUSTER) rig.server.put(object);
  for (const [name, index] of [['heron', 11] as const, ['otter', 12] as const]) rig.server.put(probedNode(name, index));
  rig.server.put(load(REPOSITORY['egress/egressip.yaml']) as JsonObject);
  rig.server.put(load(REPOSITORY['egress/qos.yaml']) as JsonObject);
  const settings = `${REPOSITORY['weir.yaml']}clusterSubnets: [10.128.0.0/14/23, 127.0.0.0/16/24]\n`;
  folder = writeRepository(rig, { ...REPOSITORY, 'weir.yaml': settings, 'weir.lock.yaml': LOCK });
  expect(await weir(folder, 'compile', '--policy')).toMatchObject({ status: 0 });
  const heron = await startHealthServer(HERON);
  health = { heron, otter: await startHealthServer(OTTER, heron.port) };
});
afterEach(async () => {
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

/** A node whose management port is on the loopback of this host. */
function probedNode(name: string, index: number): JsonObject {
  const plain = node(name, index);
  const metadata = asObject(plain.metadata) ?? {};
  const annotations = {
    ...asObject(metadata.annotations),
    'k8s.ovn.org/node-subnets': `{"default": ["127.0.${index}.0/24"]}`,
  };
  return { ...plain, metadata: { ...metadata, annotations } };
}

function watch(): Running {
  const watching = startWatch(
    { cwd: folder, interval: 3600 },
    ...['cluster', '--live', '--policy-bundle', 'weir.policy.json', '--kubeconfig', rig.kubeconfig, '--no-lease'],
    ...['--probe-port', `${health.heron.port}`, '--probe-interval', `${PERIOD}`, '--probe-timeout', '0.5'],
  );
  onTestFinished(async () => {
    watching.kill('SIGKILL');
    await watching.ended;
  });
  return watching;
}

const isAt = (name: string) => (): boolean => {
  const items = asObject(rig.server.find('EgressIP', 'ferry')?.status)?.items;
  return isDeepStrictEqual(items, [{ egressIP: ADDRESS, node: name }]);
};

/** Number of cycles that have ended. */
const endsOf = ({ logs }: Running): number => logs().match(/"msg":"(?:in sync|applied)"/g)?.length ?? 0;

async function readMetric({ logs }: Running, name: string): Promise<string | undefined> {
  const [, address = ''] = /"address":"([^"]+)"/.exec(logs()) ?? [];
  const text = await (await fetch(`http://${address}/metrics`)).text();
  return new RegExp(`^${name}\\{.*\\} (.*)$`, 'm').exec(text)?.[1];
}

it('moves an address within two periods after its node has stopped answering, and back when the node has answered for two', async () => {
  const watching = watch();
  await eventually('the address is placed', isAt('otter'));
  await eventually('the node is probed again', () => health.otter.asked.length > 1);
  const lost = performance.now();
  await health.otter.stop();
  await eventually('it moves', isAt('heron'));
  expect((performance.now() - lost) / 1000).toBeLessThan(2 * PERIOD);
  // The API server still says that the node is ready.
  expect(asObject(rig.server.find('Node', 'otter')?.status)?.conditions).toEqual([{ type: 'Ready', status: 'True' }]);
  await eventually('it is logged', () => watching.logs().includes('"nodes":["otter"],"msg":"unreachable nodes"'));
  expect(await readMetric(watching, 'weir_unreachable_nodes')).toBe('1');
  health.otter = await startHealthServer(OTTER, health.heron.port);
  const back = performance.now();
  await eventually('it is back', isAt('otter'));
  expect((performance.now() - back) / 1000).toBeGreaterThan(2 * PERIOD);
  await eventually(
    'the metric counts none',
    async () => (await readMetric(watching, 'weir_unreachable_nodes')) === '0',
  );
});

it('does not move an address because it is restarted while its node in the lock is unreachable', async () => {
  const first = watch();
  await eventually('the address is placed', isAt('otter'));
  await health.otter.stop();
  await eventually('it moves', isAt('heron'));
  await eventually('that cycle has ended', () => first.logs().includes('"nodes":["otter"]'));
  first.kill('SIGKILL');
  await first.ended;
  const writes = rig.server.writes().length;
  const second = watch();
  await eventually('a cycle has ended', () => second.logs().includes('"msg":"in sync"'));
  expect(rig.server.writes()).toHaveLength(writes);
  expect(isAt('heron')()).toBe(true);
});

it.each([
  [
    ['--probe-ca-cert', 'weir.yaml'],
    'health checks over TLS need --probe-port, --probe-ca-cert and --probe-server-name',
  ],
  [
    ['--probe-ca-cert', 'weir.yaml', '--probe-server-name', 'ovn', '--probe-port', '9107'],
    'weir.yaml has no certificates that can be read',
  ],
])('does not start with %j, which would let all probes fail', async (options, problem) => {
  const words = [
    'cluster',
    '--live',
    '--policy-bundle',
    'weir.policy.json',
    '--kubeconfig',
    rig.kubeconfig,
    '--no-lease',
  ];
  const { status, err } = await run({ cwd: folder }, 'apply', ...words, '--interval', '30', ...options);
  expect(status).toBe(1);
  expect(err).toContain(problem);
});

it('moves no address while no node answers', async () => {
  const watching = watch();
  await eventually('the address is placed', isAt('otter'));
  await eventually('that cycle has ended', () => endsOf(watching) > 0);
  const writes = rig.server.writes().length;
  // Both stop between two rounds of probes: in one round, one would still answer.
  const rounds = health.heron.asked.length;
  await eventually('a round begins', () => health.heron.asked.length > rounds);
  await pause(PERIOD * 500);
  await Promise.all([health.heron.stop(), health.otter.stop()]);
  await pause(2 * PERIOD * 1000);
  const ended = endsOf(watching);
  rig.server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } });
  await eventually('a cycle has read it', () => endsOf(watching) > ended);
  expect(rig.server.writes()).toHaveLength(writes);
  expect(await readMetric(watching, 'weir_unreachable_nodes')).toBe('0');
});
