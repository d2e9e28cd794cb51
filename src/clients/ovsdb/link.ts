import { greet, STATUS_MONITOR } from './handshake.js';
import type { OvsdbSettings } from './options.js';
import { formatRemote, type Remote } from './remote.js';
import type { DatabaseSchema } from './schema.js';
import { type ServerProgress, type ServerStatus, unfitness, updateStatus } from './server-status.js';
import { openOvsdbSession, type OvsdbSession } from './session.js';
import { openSocket } from './socket.js';

/** A session with a suitable server of the database. It ends when the server is no longer suitable. */
export interface ServerLink {
  readonly session: OvsdbSession;
  /** Remote in the notation of `parseRemotes`. */
  readonly remote: string;
  readonly schema: DatabaseSchema;
  /** True if the server shares the database: as a member of a cluster, or as a relay. */
  readonly isShared: boolean;
  /** Progress of the server's cluster. Returns undefined outside a cluster. */
  readonly progress: () => ServerProgress | undefined;
}

/** Listeners of an open link. `onClose` is called once if `openLink` returned a link. */
export interface LinkListener {
  readonly onNotification: (method: string, params: readonly unknown[]) => string | undefined;
  readonly onClose: (reason: string) => void;
}

/** A link, or the problem as a sentence. `transient`: true if a retry may succeed. */
export type OpenedLink =
  | { readonly result: 'open'; readonly link: ServerLink }
  | { readonly result: 'failed'; readonly problem: string; readonly transient: boolean };

/**
 * Connects to one remote and checks that it is suitable. `seen`: progress of the cluster that the client has read
 * before. A server that is behind it is rejected. Ends early when `signal` is aborted.
 */
export async function openLink(
  remote: Remote,
  settings: OvsdbSettings,
  seen: ServerProgress | undefined,
  signal: AbortSignal,
  listener: LinkListener,
): Promise<OpenedLink> {
  const started = performance.now();
  const opened = await openSocket(remote, settings.tls, settings.attempt, signal);
  if (opened.result === 'failed') return opened;
  let end: { readonly problem: string; readonly transient: boolean } | undefined;
  let isOpen = false;
  let status: ServerStatus | undefined;

  const follow = (rows: unknown, before?: ServerProgress): string | undefined => {
    const next = updateStatus(status, rows);
    if (typeof next === 'string') return next;
    status = next;
    return unfitness(next, settings.leaderOnly, before);
  };
  const session = openOvsdbSession(opened.socket, {
    ...settings,
    name: formatRemote(remote),
    onNotification: (method, params) => {
      if (params[0] === STATUS_MONITOR && method === 'update2') return follow(params[1]);
      return listener.onNotification(method, params);
    },
    onClose: (reason, transient) => {
      end = { problem: reason, transient };
      if (isOpen) listener.onClose(reason);
    },
  });
  const onAbort = (): void => {
    session.close('given up');
  };
  signal.addEventListener('abort', onAbort);
  const timeout = settings.attempt - (performance.now() - started);
  const schema = await greet(session, settings, timeout, (rows) => follow(rows, seen));
  signal.removeEventListener('abort', onAbort);
  if (schema === undefined || end !== undefined) {
    return { result: 'failed', ...(end ?? { problem: 'given up', transient: true }) };
  }
  isOpen = true;
  const progress = (): ServerProgress | undefined =>
    status?.clusterId === undefined ? undefined : { clusterId: status.clusterId, index: status.index };
  const isShared = status !== undefined && status.model !== 'standalone';
  return { result: 'open', link: { session, remote: formatRemote(remote), schema, isShared, progress } };
}
