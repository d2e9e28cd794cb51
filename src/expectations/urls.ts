import { matchesGlob } from './match-glob.js';

/** URLs in an expectation. */
export interface UrlPattern {
  /** If unset, both schemes. */
  readonly scheme?: 'http' | 'https';
  /** `*` matches any characters. */
  readonly host: string;
  /** This path and all paths below it. `/` for all paths. */
  readonly path: string;
}

const HOST = /^[a-z0-9*][-a-z0-9.*]*$/;

/** Parses `[http://|https://]host[/path]`. Returns undefined for any other text. */
export function parseUrlPattern(text: string): UrlPattern | undefined {
  const [, scheme, rest = text] = /^(https?):\/\/(.*)$/.exec(text) ?? [];
  const slash = rest.indexOf('/');
  const [host, path] = slash < 0 ? [rest, '/'] : [rest.slice(0, slash), rest.slice(slash)];
  if (!HOST.test(host) || !/^[!"$-~]*$/.test(path)) return undefined;
  return { ...(scheme === 'http' || scheme === 'https' ? { scheme } : {}), host, path };
}

/** Returns true if a pattern covers all requests for a URL and the paths below it, or all URLs of another pattern. */
export function coversUrl({ scheme, host, path }: UrlPattern, url: UrlPattern): boolean {
  if (scheme !== undefined && scheme !== url.scheme) return false;
  if (!matchesGlob(host, url.host)) return false;
  return url.path === path || url.path.startsWith(path.endsWith('/') ? path : `${path}/`);
}
