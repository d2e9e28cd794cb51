import type { Address } from '../net/address.js';

/** A request of a client to a router. */
export interface Request {
  readonly scheme: 'http' | 'https';
  /** Value of the header Host, with an optional port. Empty if the header is missing. */
  readonly host: string;
  /** Path with the query, as the client sends it. */
  readonly path: string;
  /** Name in the TLS handshake. Empty if the client sends none. */
  readonly sni: string;
  /** Protocols that the client offers in the handshake. */
  readonly alpn: readonly string[];
  /** Source address of the request. If unset, any address, and no allow list rejects it. */
  readonly client?: Address;
}

/** Returns the path of a request without its query. */
export function urlPathOf({ path }: Pick<Request, 'path'>): string {
  const [plain = ''] = path.split('?', 1);
  return plain;
}

/** Returns the key for routes: the host in lower case, and the path. */
export function baseOf({ host, path }: Pick<Request, 'host' | 'path'>): string {
  return host.toLowerCase() + urlPathOf({ path });
}
