import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dualStack } from '../../compile/6-emit/fixture.js';
import { eventually } from '../../rig/eventually.js';
import { type Workspace, openWorkspace } from '../../rig/workspace.js';
import { COOT, DUCK, type Host, type Translations, findTools, holdTimer, openHost } from './host.js';

const available = findTools();
if (available.length === 0) it.skip('traffic: left out, making network namespaces needs root', () => undefined);

const PORT = '9000';
const SERVERS = { IPv4: '203.0.113.9', IPv6: '2001:db8::9' } as const;
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

describe.each(available)('while a node is changed with $name', ({ tools }) => {
  let workspace: Workspace;
  let host: Host;
  let pods: string;
  let server: ChildProcess;
  const seen: string[] = [];

  beforeAll(async () => {
    workspace = openWorkspace();
    const outside = await workspace.addNamespace('outside');
    pods = await workspace.addNamespace('pods');
    host = await openHost(workspace, 'node', tools, outside);
    const link = `ip -n ${host.namespace} link add pods type veth peer name eth0 netns ${pods}`;
    // The outside has a way back to the pods, so that a connection which is not translated is seen as well.
    const commands = [
      link,
      `ip -n ${host.namespace} link set pods up`,
      `ip -n ${host.namespace} address add 10.60.0.1/16 dev pods`,
      `ip -n ${host.namespace} address add fd60::1/64 dev pods nodad`,
      `ip -n ${host.namespace} route add default via 10.20.30.1`,
      `ip -n ${host.namespace} route add default via fd20::1`,
      `ip netns exec ${host.namespace} sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1`,
      `ip -n ${pods} link set eth0 up`,
      ...[DUCK, COOT].flatMap(([v4, v6]) => [
        `ip -n ${pods} address add ${v4}/16 dev eth0`,
        `ip -n ${pods} address add ${v6}/64 dev eth0 nodad`,
      ]),
      `ip -n ${pods} route add default via 10.60.0.1`,
      `ip -n ${pods} route add default via fd60::1`,
      `ip -n ${outside} address add 10.20.30.1/24 dev to-node`,
      `ip -n ${outside} address add fd20::1/64 dev to-node nodad`,
      `ip -n ${outside} address add ${SERVERS.IPv4}/32 dev lo`,
      `ip -n ${outside} address add ${SERVERS.IPv6}/128 dev lo`,
      `ip -n ${outside} address add ${SERVERS.IPv6}/128 dev to-node nodad`,
      `ip -n ${outside} route add 10.60.0.0/16 via 10.20.30.13`,
      `ip -n ${outside} route add fd60::/64 via fd20::13`,
    ];
    for (const command of commands) await workspace.run(command.split(' ') as [string, ...string[]]);
    server = spawn('ip', ['netns', 'exec', outside, process.execPath, script('stream-server.mjs'), PORT]);
    server.stdout?.on('data', (chunk: Buffer) => seen.push(...chunk.toString().split('\n').filter(Boolean)));
    await eventually('the server listens', () => seen.includes('listening'));
  });
  afterAll(() => {
    server.kill();
    workspace.close();
  });

  /** Connects from a pod again and again while `part` runs: the sources that were seen, and how connections ended. */
  async function stream(pod: string, destination: string, part: () => Promise<void>) {
    const command = ['netns', 'exec', pods, process.execPath, script('stream-client.mjs'), PORT, pod, destination];
    const start = seen.length;
    const client = spawn('ip', command, { stdio: ['pipe', 'pipe', 'inherit'] });
    const output: Buffer[] = [];
    client.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    const ended = new Promise((resolve) => client.once('close', resolve));
    await eventually('connections are made', () => seen.length > start + 10);
    await part();
    client.stdin.end();
    await ended;
    const sources = new Set(seen.slice(start).map((address) => address.replace(/^::ffff:/, '')));
    return { sources, counts: JSON.parse(Buffer.concat(output).toString()) as { answered: number; failed: number } };
  }

  const cases = [
    { family: 'IPv4', pod: DUCK[0], one: '10.20.30.200', other: '10.20.30.201' },
    { family: 'IPv6', pod: DUCK[1], one: 'fd20::200', other: 'fd20::201' },
  ] as const;

  it.each(cases)('a connection has the old source or the new one: $family', async ({ family, pod, one, other }) => {
    const before: Translations = [[one, DUCK]];
    const after: Translations = [[other, DUCK, COOT]];
    host.render(before);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    const { sources, counts } = await stream(pod, SERVERS[family], async () => {
      for (const step of [after, before, after, before]) {
        host.render(step);
        expect(await host.apply()).toMatchObject({ result: 'applied' });
      }
    });
    expect(sources).toEqual(new Set([one, other]));
    expect(counts.failed).toBe(0);
  });

  it.each(cases)('also where the table is replaced as a whole: $family', async ({ family, pod, one, other }) => {
    host.render([[one, DUCK]]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    const { sources } = await stream(pod, SERVERS[family], async () => {
      for (const [index, address] of [other, one, other, one].entries()) {
        host.render([[address, DUCK]], { ...dualStack, gatewayMode: index % 2 === 0 ? 'local' : 'shared' });
        expect(await host.apply()).toMatchObject({ result: 'applied' });
      }
    });
    expect(sources).toEqual(new Set([one, other]));
  });

  it.each(cases)('and when it is rolled back: $family', async ({ family, pod, one, other }) => {
    host.render([[one, DUCK]]);
    expect(await host.apply()).toMatchObject({ result: 'applied' });
    const before = await host.snapshot();
    const { sources } = await stream(pod, SERVERS[family], async () => {
      host.render([[other, DUCK]]);
      const { timer, expire } = holdTimer(host);
      expect(await host.apply({ confirm: true, timer })).toMatchObject({ result: 'applied' });
      expire();
      await eventually('the timer has taken it back', async () => (await host.snapshot()) === before);
    });
    expect(sources).toEqual(new Set([one, other]));
  });
});
