import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.js';
import { inNamespace } from './ovn.js';
import type { Workspace } from './workspace.js';

/** How long a packet may take to be answered before it counts as dropped, in milliseconds. */
const PATIENCE = { allowed: 60_000, dropped: 1_000 };

const SERVER = fileURLToPath(new URL('traffic-server.mjs', import.meta.url));
const PROBE_CLIENT = fileURLToPath(new URL('probe-client.mjs', import.meta.url));
const CLIENT = fileURLToPath(new URL('traffic-client.mjs', import.meta.url));

/** A connection attempt; `port` counts for TCP and UDP. */
export interface Probe {
  readonly protocol: 'tcp' | 'udp' | 'icmp';
  readonly address: string;
  readonly port?: number;
}

/** Starts a server in a namespace that tells every TCP and UDP client which address it has seen it from. */
export async function startServer(
  workspace: Workspace,
  namespace: string,
  addresses: readonly string[],
  ports: readonly number[],
): Promise<void> {
  const name = `server-${namespace}`;
  const command = inNamespace(namespace, [process.execPath, SERVER, addresses.join(','), ports.join(',')]);
  const server = workspace.start(name, command);
  await eventually(`${name} listens`, () => server.log().includes('ready'));
}

/**
 * Sends a probe from a namespace and gives the address that the server saw it from ('' for ICMP, whose answer does not
 * say), or undefined when nothing came back. `expectation` says how long to wait, not what must happen.
 */
export async function send(
  workspace: Workspace,
  namespace: string,
  { protocol, address, port = 0 }: Probe,
  expectation: keyof typeof PATIENCE = 'allowed',
): Promise<string | undefined> {
  const patience = PATIENCE[expectation];
  if (protocol === 'icmp') {
    const seconds = String(patience / 1000);
    const ping = [
      'ping',
      '-n',
      '-q',
      '-c',
      '1',
      '-W',
      seconds,
      '-w',
      String(Math.ceil(patience / 1000)),
      address,
    ] as const;
    return (await workspace.attempt(inNamespace(namespace, ping))).code === 0 ? '' : undefined;
  }
  const client = [process.execPath, CLIENT, protocol, address, String(port), String(patience)] as const;
  const answer = await workspace.run(inNamespace(namespace, client));
  if (answer === '') return undefined;
  const [peer] = answer.split(' ');
  return peer === 'error' ? undefined : peer;
}

/**
 * Sends many TCP and UDP probes at once from a namespace, each from a port of its own, the first from `source`: a
 * connection tracker takes none for a part of another. Gives whether each was answered; `isExpected` says how long to wait.
 */
export async function sendAll(
  workspace: Workspace,
  namespace: string,
  probes: readonly (Probe & { readonly isExpected: boolean })[],
  source: number,
): Promise<readonly boolean[]> {
  const tasks = probes.map(({ isExpected, ...probe }, index) => ({
    ...probe,
    source: source + index,
    wait: isExpected ? PATIENCE.allowed : PATIENCE.dropped,
  }));
  const client = [process.execPath, PROBE_CLIENT, JSON.stringify(tasks)] as const;
  return JSON.parse(await workspace.run(inNamespace(namespace, client))) as boolean[];
}

/** Whether a TCP connection is answered by a reset: somebody is there, and nobody listens. */
export async function isRefused(
  workspace: Workspace,
  namespace: string,
  address: string,
  port: number,
): Promise<boolean> {
  const client = [process.execPath, CLIENT, 'tcp', address, String(port), String(PATIENCE.allowed)] as const;
  return (await workspace.run(inNamespace(namespace, client))) === 'error ECONNREFUSED';
}

/**
 * Records the DSCP value (0–63) of the first packet that matches a pcap filter on an interface of a namespace, while `act`
 * runs. Rejects when no such packet arrives.
 */
export async function captureDscp(
  workspace: Workspace,
  namespace: string,
  interfaceName: string,
  filter: string,
  act: () => Promise<unknown>,
): Promise<number> {
  captures++;
  const tcpdump = ['tcpdump', '-n', '-v', '-l', '--immediate-mode', '-i', interfaceName, filter] as const;
  const capture = workspace.start(`capture-${captures}`, inNamespace(namespace, tcpdump));
  try {
    await eventually('tcpdump listens', () => capture.log().includes('listening on'));
    await act();
    // Printed as `IP (tos 0xb8, …` and `IP6 (class 0xb8, …`, where a class of zero is left out.
    const packet = await eventually(
      `a packet of ${filter}`,
      () => /IP6? \((?:(?:tos|class) 0x([0-9a-f]+))?/.exec(capture.log()) ?? false,
    );
    return parseInt(packet[1] ?? '0', 16) >> 2;
  } finally {
    capture.stop();
  }
}

/**
 * Counts the first packets of TCP connections that a namespace sends and those that some others receive, while `act` runs. A
 * client whose first packet is lost sends another one, so as many received as sent mean that none was.
 */
export async function countFirstPackets(
  workspace: Workspace,
  sender: string,
  receivers: readonly string[],
  act: () => Promise<unknown>,
): Promise<{ readonly sent: number; readonly received: readonly number[] }> {
  const table = 'table inet weir-test';
  const hooks = [[sender, 'output'] as const, ...receivers.map((namespace) => [namespace, 'input'] as const)];
  const nft = (namespace: string, ...words: string[]): Promise<string> =>
    workspace.run(inNamespace(namespace, ['nft', ...words]));
  for (const [namespace, hook] of hooks) {
    const chain = `add chain inet weir-test first { type filter hook ${hook} priority 0; }`;
    await nft(
      namespace,
      `add ${table}; ${chain}; add rule inet weir-test first tcp flags & (syn | ack) == syn counter`,
    );
  }
  try {
    await act();
    const counts = await Promise.all(
      hooks.map(async ([namespace]) =>
        Number(/counter packets ([0-9]+)/.exec(await nft(namespace, 'list', ...table.split(' ')))?.[1]),
      ),
    );
    const [sent = 0, ...received] = counts;
    return { sent, received };
  } finally {
    for (const [namespace] of hooks) await nft(namespace, 'delete', ...table.split(' '));
  }
}

let captures = 0;
