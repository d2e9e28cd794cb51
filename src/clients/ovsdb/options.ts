import type { Remote } from './remote.js';

/** What a client proves its identity by, and whom it trusts: each is PEM text or the path of a PEM file. */
export interface TlsIdentity {
  readonly privateKey: string;
  readonly certificate: string;
  /** Certificates of the authorities that sign servers. */
  readonly ca: string;
  /**
   * Whom the server's certificate must be for: this DNS name or IP address, or with `host` that of each remote. Without it
   * any certificate of the authorities will do, as for OVN's own programs: `ovs-pki` puts no host name into certificates.
   */
  readonly serverName?: { readonly name: string } | 'host';
}

/** Milliseconds. */
export interface Timeouts {
  /** How long one remote may take to be reached and to tell its schema. Default 5,000. */
  readonly attempt?: number;
  /**
   * How long `connect`, and a request while the connection is broken, goes on looking for a server before it fails.
   * Default 30,000; with 0 every remote is tried once.
   */
  readonly connect?: number;
  /** How long the answer to a request may take. Default 120,000. */
  readonly request?: number;
  /** The silence after which the server is asked whether it is there. Default 5,000. */
  readonly idle?: number;
  /** The silence after that question which means that it is not. Default 60,000: a server that commits is silent. */
  readonly silence?: number;
}

/** How a client reaches a database. */
export interface OvsdbOptions {
  /** Servers of one database: one, or those of a cluster. They are tried in this order. */
  readonly remotes: readonly Remote[];
  /** For `ssl:` remotes, which need it. */
  readonly tls?: TlsIdentity;
  readonly database: string;
  /** Whether only the leader of a cluster will do: its reads are never stale, and its writes take one hop less. Default: true. */
  readonly leaderOnly?: boolean;
  readonly timeouts?: Timeouts;
  /** Bytes that one message of the server may have. Default 256 MiB, which half a million ACLs fit into. */
  readonly messageLimit?: number;
  /** Closes the client, or ends the attempt to connect, when it is aborted. */
  readonly signal?: AbortSignal;
}

/** The options of a client with every default filled in. Times in ms, sizes in bytes. */
export interface OvsdbSettings extends Required<Timeouts> {
  readonly remotes: readonly Remote[];
  readonly tls: TlsIdentity | undefined;
  readonly database: string;
  readonly leaderOnly: boolean;
  readonly messageLimit: number;
}

/** Fills in the defaults of a client's options. */
export function settingsOf(options: OvsdbOptions): OvsdbSettings {
  const { attempt = 5000, connect = 30_000, request = 120_000, idle = 5000, silence = 60_000 } = options.timeouts ?? {};
  const { remotes, tls, database, leaderOnly = true, messageLimit = 256 * 1024 * 1024 } = options;
  return { remotes, tls, database, leaderOnly, messageLimit, attempt, connect, request, idle, silence };
}
