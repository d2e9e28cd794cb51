import { domainToASCII } from 'node:url';
import { parseAddress } from '../../../net/address.js';
import type { Request } from '../../../requests/request.js';
import { asObject, parseJson } from '../../../std/json.js';

/** Options of a request in addition to its URL. */
export interface RequestFlags {
  /** TLS server name. If unset, the host. '' for none. */
  readonly sni?: string;
  /** Address of the client. */
  readonly client?: string;
}

/**
 * Parses a URL as clients do: no fragment, `/` for an empty path, percent signs for non-ASCII characters, and IDNA in
 * the host. A client offers HTTP/2, and sends no address in the handshake. Returns an error message if the URL is
 * invalid.
 */
export function parseUrl(url: string, flags: RequestFlags): Request | string {
  const [, scheme = '', authority = '', rest = ''] = /^(https?):\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  const host = toAsciiHost(authority.slice(authority.lastIndexOf('@') + 1));
  if (host === '') return `'${url}' has no host: write http://HOST/PATH or https://HOST/PATH`;
  const path = encode(rest.startsWith('/') ? rest : `/${rest}`);
  const name = hostName(host);
  const isAddress = parseAddress(name.replace(/^\[(.*)\]$/, '$1')) !== undefined;
  return finish({
    scheme: scheme.toLowerCase() === 'http' ? 'http' : 'https',
    host,
    path,
    sni: flags.sni ?? (isAddress ? '' : name),
    alpn: ['h2', 'http/1.1'],
    client: flags.client,
  });
}

/**
 * Parses a request in JSON: scheme, host, path, client, and optionally sni and alpn. Returns an error message if it is
 * invalid.
 */
export function parseRequestJson(text: string): Request | string {
  const { scheme, host, path, sni, alpn, client } = asObject(parseJson(text)) ?? {};
  if (scheme !== 'http' && scheme !== 'https') return '--request takes JSON with scheme (http or https), host and path';
  const asked = typeof host === 'string' ? host : '';
  return finish({
    scheme,
    host: asked,
    path: typeof path === 'string' ? path : '/',
    sni: typeof sni === 'string' ? sni : hostName(asked),
    alpn: Array.isArray(alpn) ? alpn.filter((word) => typeof word === 'string') : [],
    client: typeof client === 'string' ? client : undefined,
  });
}

function finish({
  client,
  ...request
}: Omit<Request, 'client'> & { readonly client: string | undefined }): Request | string {
  if (client === undefined) return request;
  const address = parseAddress(client);
  return address ? { ...request, client: address } : `'${client}' is no address of a client`;
}

/** Returns a host without its port. */
function hostName(host: string): string {
  return host.replace(/:[0-9]*$/, '');
}

function toAsciiHost(authority: string): string {
  const [, host = '', port = ''] = /^(.*?)(:[0-9]*)?$/.exec(authority) ?? [];
  return /^[!-~]*$/.test(host) ? authority : domainToASCII(host) + port;
}

function encode(path: string): string {
  return path.replace(/[^!-~]+/g, (run) =>
    Array.from(Buffer.from(run), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
