import { matchesGlob } from './match-glob.js';

/** URLs, as an expectation writes them. */
export interface UrlPattern {
  /** Absent: both. */
  readonly scheme?: 'http' | 'https';
  /** `*` stands for any characters. */
  readonly host: string;
  /** This path and all below it; `/` for all paths. */
  readonly path: string;
}

const HOST = /^[a-z0-9*][-a-z0-9.*]*$/;

/** Reads `[http://|https://]host[/path]`; undefined for any other text. */
export function parseUrlPattern(text: string): UrlPattern | undefined {
  const [, scheme, rest = text] = /^(https?):\/\/(.*)$/.exec(text) ?? [];
  const slash = rest.indexOf('/');
  const [host, path] = slash < 0 ? [rest, '/'] : [rest.slice(0, slash), rest.slice(slash)];
  if (!HOST.test(host) || !/^[!"$-~]*$/.test(path)) return undefined;
  return { ...(scheme === 'http' || scheme === 'https' ? { scheme } : {}), host, path };
}

/** Returns true if all requests for a URL and what is below it, or for all URLs of another pattern, are meant. */
export function coversUrl({ scheme, host, path }: UrlPattern, url: UrlPattern): boolean {
  if (scheme !== undefined && scheme !== url.scheme) return false;
  if (!matchesGlob(host, url.host)) return false;
  return url.path === path || url.path.startsWith(path.endsWith('/') ? path : `${path}/`);
}
