import type { Address } from '../net/address.js';

/** What a client asks a router for. */
export interface Request {
  readonly scheme: 'http' | 'https';
  /** The header Host, perhaps with a port; '' for none. */
  readonly host: string;
  /** With the query, as the client sends it. */
  readonly path: string;
  /** The name that the client gives in the TLS handshake; '' for none. */
  readonly sni: string;
  /** The protocols that the client offers in the handshake. */
  readonly alpn: readonly string[];
  /** Where the request comes from. Absent: any address, and no list of addresses turns it away. */
  readonly client?: Address;
}

/** The path of a request without its query. */
export function urlPathOf({ path }: Pick<Request, 'path'>): string {
  const [plain = ''] = path.split('?', 1);
  return plain;
}

/** What routes are looked up by: host, as the router writes it, and path. */
export function baseOf({ host, path }: Pick<Request, 'host' | 'path'>): string {
  return host.toLowerCase() + urlPathOf({ path });
}
