import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dialPort } from '../../../src/clients/node-probe/discard.js';
import type { HealthTls } from '../../../src/clients/node-probe/health.js';
import { probeNode } from '../../../src/clients/node-probe/probe.js';
import { createAuthority, createIdentity } from '../../rig/authority.js';
import { type HealthStatus, startHealthServer } from '../../rig/health-server.js';
import { openWorkspace } from '../../rig/workspace.js';

const NOWHERE = '127.0.0.77';

it('reaches a node whose health check serves, and asks for the service of egress nodes', async () => {
  const server = await startHealthServer('127.0.0.1');
  const options = { port: server.port, timeout: 2000 };
  expect(await probeNode(['127.0.0.1'], options)).toBe(true);
  expect(server.asked).toEqual(['/grpc.health.v1.Health/Check Service_Egress_IP']);
  // One family is enough.
  expect(await probeNode([NOWHERE, '127.0.0.1'], options)).toBe(true);
  await server.stop();
  expect(await probeNode(['127.0.0.1'], { ...options, timeout: 200 })).toBe(false);
});

it.each<[string, HealthStatus]>([
  ['an unknown service', 0],
  ['a service that does not serve', 2],
  ['no answer', 'none'],
])('does not reach a node with %s, within the timeout', async (_, status) => {
  const server = await startHealthServer('127.0.0.1', 0, status);
  const start = performance.now();
  expect(await probeNode(['127.0.0.1'], { port: server.port, timeout: 400 })).toBe(false);
  expect(performance.now() - start).toBeGreaterThan(200);
  expect(performance.now() - start).toBeLessThan(2000);
});

it('reaches a node over TLS only if an authority vouches for the name of its certificate', async () => {
  const workspace = openWorkspace();
  onTestFinished(() => {
    workspace.close();
  });
  for (const name of ['ours', 'other']) await createAuthority(workspace, name);
  await createIdentity(workspace, 'node', 'ours', 'DNS:ovn');
  const pathOf = (file: string): string => join(workspace.folder, file);
  const identity = { key: readFileSync(pathOf('node.key')), cert: readFileSync(pathOf('node.pem')) };
  const server = await startHealthServer('127.0.0.1', 0, 1, identity);
  const probe = (tls: HealthTls | undefined, timeout: number): Promise<boolean> =>
    probeNode(['127.0.0.1'], { port: server.port, tls, timeout });
  const tls = { ca: pathOf('ours.pem'), serverName: 'ovn' };
  expect(await probe(tls, 5000)).toBe(true);
  expect(server.asked).toEqual(['/grpc.health.v1.Health/Check Service_Egress_IP']);
  expect(await probe({ ...tls, ca: pathOf('other.pem') }, 500)).toBe(false);
  expect(await probe({ ...tls, serverName: 'other' }, 500)).toBe(false);
  for (const unusable of ['missing.pem', 'node.key'])
    expect(await probe({ ...tls, ca: pathOf(unusable) }, 500), unusable).toBe(false);
  expect(await probe(undefined, 500)).toBe(false);
});

it('does not take another protocol for health', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await probeNode(['127.0.0.1'], { port, timeout: 300 })).toBe(false);
});

it('reaches a node without health checks if it accepts or refuses a connection', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await dialPort('127.0.0.1', port, 2000)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
  expect(await dialPort('127.0.0.1', port, 2000)).toBe(true);
  expect(await probeNode(['127.0.0.1'], { timeout: 2000 })).toBe(true);
});

it('does not reach an address that does not answer, nor a node without addresses', async () => {
  // An address for documentation: no host has it.
  expect(await probeNode(['2001:db8::77'], { timeout: 300 })).toBe(false);
  expect(await probeNode([], { timeout: 300 })).toBe(false);
});
