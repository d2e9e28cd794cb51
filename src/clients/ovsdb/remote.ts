import { formatSocket } from '../../net/address.js';

/** Address of a server. */
export type Remote =
  | { readonly protocol: 'unix'; readonly path: string }
  | { readonly protocol: 'tcp' | 'ssl'; readonly host: string; readonly port: number };

/** The remotes of a text, or the problem as a sentence. */
export type ParsedRemotes =
  | { readonly result: 'remotes'; readonly remotes: readonly Remote[] }
  | { readonly result: 'invalid'; readonly problem: string };

/** Port that IANA registered for OVSDB (RFC 7047 §6). */
const REGISTERED_PORT = 6640;

/**
 * Parses a list of remotes in the notation of Open vSwitch for `--db`: `unix:<path>`, `tcp:<host>[:<port>]` and
 * `ssl:<host>[:<port>]`, separated by commas. An IPv6 address is in brackets. The list must not be empty.
 */
export function parseRemotes(text: string): ParsedRemotes {
  const remotes: Remote[] = [];
  for (const part of text.split(',')) {
    const remote = parseRemote(part.trim());
    if (typeof remote === 'string') return { result: 'invalid', problem: remote };
    remotes.push(remote);
  }
  return { result: 'remotes', remotes };
}

/** Formats a remote in the notation of `parseRemotes`. */
export function formatRemote(remote: Remote): string {
  if (remote.protocol === 'unix') return `unix:${remote.path}`;
  return `${remote.protocol}:${formatSocket(remote.host, remote.port)}`;
}

/** Returns the remote, or the problem of the text. */
function parseRemote(text: string): Remote | string {
  const name = JSON.stringify(text);
  const [, protocol, rest = ''] = /^([a-z]+):(.*)$/s.exec(text) ?? [];
  if (protocol === 'unix') {
    // The kernel accepts 108 bytes, including a final zero.
    if (rest === '' || rest.includes('\0') || Buffer.byteLength(rest) > 107) {
      return `${name} needs the path of a socket, of at most 107 bytes, after 'unix:'`;
    }
    return { protocol, path: rest };
  }
  if (protocol !== 'tcp' && protocol !== 'ssl') {
    return `${name} is not an OVSDB remote: it begins with neither 'unix:' nor 'tcp:' nor 'ssl:'`;
  }
  const [, bracketed, plain, digits] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]]+))(?::([0-9]{1,5}))?$/.exec(rest) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? REGISTERED_PORT : Number(digits);
  if (host === undefined || port < 1 || port > 65535) {
    return `${name} needs '<host>:<port>' after '${protocol}:', with an IPv6 address in brackets`;
  }
  return { protocol, host, port };
}
