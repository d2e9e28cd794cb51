import type { Remote } from './remote.js';

/** Identity of a client, and the authorities that it trusts. Each field is PEM text or the path of a PEM file. */
export interface TlsIdentity {
  readonly privateKey: string;
  readonly certificate: string;
  /** Certificates of the authorities that sign server certificates. */
  readonly ca: string;
  /**
   * Expected name in the server certificate: this DNS name or IP address, or with `host` that of each remote. If unset,
   * any certificate of the authorities is accepted, as by OVN's own programs, because `ovs-pki` puts no host names into
   * certificates.
   */
  readonly serverName?: { readonly name: string } | 'host';
}

/** Timeouts in milliseconds. */
export interface Timeouts {
  /** Time to connect to one remote and read its schema. Default: 5,000. */
  readonly attempt?: number;
  /**
   * Time to search for a server in `connectOvsdb`, and in a request while the connection is broken. Default: 30,000.
   * With 0, every remote is tried once.
   */
  readonly connect?: number;
  /** Time until the response to a request. Default: 120,000. */
  readonly request?: number;
  /** Silence after which the server is queried. Default: 5,000. */
  readonly idle?: number;
  /**
   * Silence after that query after which the server counts as dead. Default: 60,000, because a server is silent while
   * it commits.
   */
  readonly silence?: number;
}

/** Options of a client. */
export interface OvsdbOptions {
  /** Servers of one database, tried in this order: a single one, or those of a cluster. */
  readonly remotes: readonly Remote[];
  /** Required for `ssl:` remotes. */
  readonly tls?: TlsIdentity;
  readonly database: string;
  /**
   * True to accept only the leader of a cluster. Its reads are never stale, and its writes take one hop less. Default:
   * true.
   */
  readonly leaderOnly?: boolean;
  readonly timeouts?: Timeouts;
  /** Maximum bytes of a message of the server. Default: 256 MiB, which is enough for half a million ACLs. */
  readonly messageLimit?: number;
  /** When aborted, closes the client, or ends the attempt to connect. */
  readonly signal?: AbortSignal;
}

/** Options of a client with all defaults. Times are in milliseconds, sizes in bytes. */
export interface OvsdbSettings extends Required<Timeouts> {
  readonly remotes: readonly Remote[];
  readonly tls: TlsIdentity | undefined;
  readonly database: string;
  readonly leaderOnly: boolean;
  readonly messageLimit: number;
}

/** Returns the options of a client with all defaults. */
export function settingsOf(options: OvsdbOptions): OvsdbSettings {
  const { attempt = 5000, connect = 30_000, request = 120_000, idle = 5000, silence = 60_000 } = options.timeouts ?? {};
  const { remotes, tls, database, leaderOnly = true, messageLimit = 256 * 1024 * 1024 } = options;
  return { remotes, tls, database, leaderOnly, messageLimit, attempt, connect, request, idle, silence };
}
