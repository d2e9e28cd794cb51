import { fileURLToPath } from 'node:url';
import { eventually } from '../eventually.js';
import { inNamespace } from '../ovn.js';
import type { Daemon, Workspace } from '../workspace.js';

const SENDER = fileURLToPath(new URL('sender.sh', import.meta.url));
const RECEIVER = fileURLToPath(new URL('receiver.mjs', import.meta.url));
const PORT = 5000;

/** A packet that arrived. */
export interface ReceivedPacket {
  readonly source: string;
  /** Name of its sender. */
  readonly sender: string;
  readonly number: number;
}

/** A packet that was sent. */
export interface SentPacket {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A program that receives packets. */
export interface Receiver {
  readonly received: () => readonly ReceivedPacket[];
}

/** A program that sends packets. */
export interface Sender {
  readonly sent: () => readonly SentPacket[];
  readonly hasEnded: () => boolean;
  readonly stop: () => void;
}

/** Starts a receiver in a network namespace. It also takes packets from sources to which the namespace has no route. */
export async function startReceiver(workspace: Workspace, namespace: string, address: string): Promise<Receiver> {
  const settings = 'for file in /proc/sys/net/ipv4/conf/*/rp_filter; do echo 0 >"$file"; done';
  await workspace.run(inNamespace(namespace, ['sh', '-ec', settings]));
  const command = inNamespace(namespace, [process.execPath, RECEIVER, address, String(PORT)]);
  const program = workspace.start('receiver', command);
  await eventually('the receiver listens', () => program.log().startsWith('ready'));
  return {
    received: () =>
      linesOf(program).flatMap((line) => {
        const [, source = '', sender = '', number] = /^(\S+) (\S+) (\d+)$/.exec(line) ?? [];
        return number === undefined ? [] : [{ source, sender, number: Number(number) }];
      }),
  };
}

/** Starts to send packets from a network namespace. `pause`: milliseconds between two of them. */
export function startSender(
  workspace: Workspace,
  namespace: string,
  name: string,
  address: string,
  { count, pause }: { readonly count: number; readonly pause: number },
): Sender {
  const words = [name, address, String(PORT), String(count), String(pause / 1000)];
  const program = workspace.start(`sender-${name}-${count}`, inNamespace(namespace, ['bash', SENDER, ...words]));
  return {
    sent: () =>
      linesOf(program).flatMap((line) => {
        const [, number, at] = /^(\d+) (\d+\.\d+)$/.exec(line) ?? [];
        return number === undefined ? [] : [{ number: Number(number), at: 1000 * Number(at) }];
      }),
    hasEnded: () => linesOf(program).at(-1) === 'end',
    stop: program.stop,
  };
}

/** Complete lines of a log. */
function linesOf(program: Daemon): string[] {
  return program.log().split('\n').slice(0, -1);
}
