import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PADDING, repositoryOf } from './repository.js';

const EGRESS_IPS = `${PADDING}apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: { name: web }
spec: { egressIPs: [192.168.126.10, 192.168.126.11], namespaceSelector: {} }
---
apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: { name: mail }
spec: { egressIPs: [192.168.126.12, 192.168.126.13], namespaceSelector: {} }
`;
const HOST = `apiVersion: v1
kind: Node
metadata:
  name: ferry
  labels: { k8s.ovn.org/egress-assignable: '' }
  annotations:
    k8s.ovn.org/node-primary-ifaddr: '{"ipv4":"192.168.126.2/24"}'
    k8s.ovn.org/node-subnets: '{"default": ["10.128.0.0/23"]}'
    k8s.ovn.org/host-cidrs: '["192.168.126.2/24"]'
`;
const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: harbor
  annotations:
    k8s.v1.cni.cncf.io/network-status: '[{"name": "lan", "interface": "net1", "ips": ["192.168.126.13"]}]'
spec: { nodeName: ferry }
status: { podIPs: [{ ip: 10.128.0.7 }] }
`;

/** A repository with two EgressIPs, of which an address of the second one is that of a pod; it has been compiled. */
async function compiled() {
  const repo = repositoryOf({
    'weir.yaml': 'features: [egressIP]\nmanifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n',
    'egress/a.yaml': EGRESS_IPS,
    'inventory/nodes.yaml': HOST,
    'inventory/pods.yaml': POD,
  });
  // The first run writes the lock, which is read by the second one.
  await repo.run('compile');
  await repo.run('compile');
  expect(repo.entries()).toHaveLength(2);
  return repo;
}

const ask = (name: string, ...words: readonly string[]) => ['explain', 'egressip', name, ...words];

test('explain tells of each EgressIP of a compiled input what it tells without the cache, and keeps nothing more', async () => {
  const { run, versions } = await compiled();
  const kept = versions();
  for (const name of ['web', 'mail', 'other']) {
    const cold = await run(...ask(name, '--no-cache'));
    expect(cold.code).toBe(name === 'other' ? 1 : 0);
    expect(await run(...ask(name))).toEqual(cold);
  }
  expect((await run(...ask('mail'))).out).toContain('192.168.126.13 → no node: another object owns the address');
  expect(versions()).toEqual(kept);
});

test('explain sees a pod, a node and an EgressIP that have changed since', async () => {
  const { folder, run } = await compiled();
  const change = async (file: string, text: string, name: string): Promise<string> => {
    writeFileSync(join(folder, file), text);
    const warm = await run(...ask(name));
    expect(warm).toEqual(await run(...ask(name, '--no-cache')));
    return warm.out;
  };
  expect(await change('inventory/pods.yaml', POD.replace('126.13', '126.10'), 'web')).toContain(
    '192.168.126.10 → no node: another object owns the address',
  );
  expect((await run(...ask('mail'))).out).toContain('192.168.126.12 → ferry');
  expect(await change('inventory/nodes.yaml', HOST.replace('-assignable', ''), 'mail')).not.toContain('→ ferry');
  expect(await change('egress/a.yaml', EGRESS_IPS.replace('126.12', '126.99'), 'mail')).toContain('192.168.126.99');
});

test('explain keeps by itself what the next question needs, and makes it anew where it was edited', async () => {
  const { cache, entries, run, versions } = await compiled();
  rmSync(cache, { recursive: true });
  const first = await run(...ask('mail'));
  expect(entries()).toHaveLength(1);
  const kept = versions();
  expect(await run(...ask('mail'))).toEqual(first);
  expect(versions()).toEqual(kept);
  const file = join(cache, entries()[0] ?? '');
  const text = readFileSync(file, 'utf8');
  for (const damage of [
    () => {
      writeFileSync(file, text.replace('"refused":["EgressIP mail 192.168.126.13"]', '"refused":[]'));
    },
    () => {
      truncateSync(file, 100);
    },
  ]) {
    damage();
    expect(readFileSync(file, 'utf8')).not.toBe(text);
    expect(await run(...ask('mail'))).toEqual(first);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

test('explain prints the errors of an input, and keeps nothing of it', async () => {
  const { cache, folder, run } = await compiled();
  rmSync(cache, { recursive: true });
  writeFileSync(join(folder, 'inventory/pods.yaml'), POD.replace('10.128.0.7', '192.168.9.7'));
  const cold = await run(...ask('mail', '--no-cache'));
  expect(cold.code).toBe(1);
  expect(await run(...ask('mail'))).toEqual(cold);
  expect(existsSync(cache)).toBe(false);
});
