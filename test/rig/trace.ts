import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Databases } from './databases.js';
import { call } from './json-rpc.js';
import type { OvnRelease } from './ovn.js';
import { type Workspace, warningsIn } from './workspace.js';

/** What ovn-trace says happens to a packet. */
export interface Trace {
  /** Names of the ports that the packet leaves the logical network through. */
  readonly outputs: readonly string[];
  /** The DSCP value that was written last, if one was. */
  readonly dscp?: number;
  readonly text: string;
}

/** An ovn-trace that has read a Southbound database. */
export interface Tracer {
  /** Follows a packet from a datapath on; ovn-trace(8) says how a microflow is written. */
  readonly trace: (datapath: string, microflow: string) => Promise<Trace>;
  /** What ovn-trace could not read: matches that do not parse, and the like. */
  readonly warnings: () => readonly string[];
}

let count = 0;

/** What conntrack says of a packet: the first of a connection, or an answer to one. */
export type Tracked = 'new' | 'est,rpl';

/** Starts an ovn-trace on what the Southbound database holds now; later changes are not seen. */
export async function startTracer(
  workspace: Workspace,
  release: OvnRelease,
  databases: Databases,
  tracked: Tracked = 'new',
): Promise<Tracer> {
  count++;
  const socket = join(workspace.folder, `trace-${count}.ctl`);
  const log = join(workspace.folder, `trace-${count}.log`);
  const options = [`--db=${databases.remote}`, `--unixctl=${socket}`, `--log-file=${log}`, '-vfile:warn'];
  // Each of these options holds for one look into conntrack, over all packets.
  const looks = Array.from({ length: 20_000 }, () => `--ct=${tracked}`);
  // Only as a daemon does it wait for more than one packet; it answers once it has read the database.
  await workspace.run(release.command('ovn-trace', '--detach', ...looks, ...options));
  return {
    trace: async (datapath, microflow) => {
      const text = await call(socket, 'trace', [datapath, microflow]);
      return readTrace(typeof text === 'string' ? text : JSON.stringify(text));
    },
    warnings: () => warningsIn(readFileSync(log, 'utf8')),
  };
}

function readTrace(text: string): Trace {
  const outputs = [...text.matchAll(/\/\* output to "([^"]+)"/g)].map((match) => match[1] ?? '');
  const dscp = [...text.matchAll(/ip\.dscp = ([0-9]+);/g)].at(-1)?.[1];
  return { outputs, text, ...(dscp === undefined ? {} : { dscp: Number(dscp) }) };
}
