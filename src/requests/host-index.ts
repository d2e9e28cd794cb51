import type { ExposeIntent } from '../model/intent/expose.js';

/** Routes of a host, or of the domain of a wildcard. */
interface HostRoutes {
  readonly all: ExposeIntent[];
  /** Path → Routes. All paths that consist of slashes only are equivalent, with the key ''. */
  readonly byPath: Map<string, ExposeIntent[]>;
  /** Lengths of the paths. */
  readonly lengths: Set<number>;
}

/** Finds Routes by host, optional port, and path of a request. */
export interface HostIndex {
  /** Returns all Routes for the host. */
  readonly ofHost: (base: string) => readonly ExposeIntent[];
  /** Returns the Routes whose path is a prefix of that of the request. These include all that match it. */
  readonly candidates: (base: string) => readonly ExposeIntent[];
}

/** Indexes Routes, so that a request is compared only with those of its host. */
export function indexHosts(intents: readonly ExposeIntent[]): HostIndex {
  const single = new Map<string, HostRoutes>();
  const wildcards = new Map<string, HostRoutes>();
  // A wildcard without a domain is for all names that end with its host.
  const bare: ExposeIntent[] = [];
  for (const intent of intents) {
    const { host, isWildcard } = intent;
    const dot = host.indexOf('.');
    if (!isWildcard) add(single, host, intent);
    else if (dot < 0) bare.push(intent);
    else add(wildcards, host.slice(dot + 1), intent);
  }
  const find = (base: string): (readonly [HostRoutes, string])[] => {
    const dot = base.indexOf('.');
    const [host, path] = splitHost(base);
    const [domain, rest] = splitHost(dot < 0 ? '' : base.slice(dot + 1));
    return [[single.get(host), path] as const, [wildcards.get(domain), rest] as const].flatMap(([routes, tail]) =>
      routes ? [[routes, tail] as const] : [],
    );
  };
  return {
    ofHost: (base) => [...find(base).flatMap(([{ all }]) => all), ...bare],
    candidates: (base) => [...find(base).flatMap(([routes, path]) => prefixesOf(routes, path)), ...bare],
  };
}

function add(index: Map<string, HostRoutes>, name: string, intent: ExposeIntent): void {
  const routes = index.get(name) ?? { all: [], byPath: new Map<string, ExposeIntent[]>(), lengths: new Set<number>() };
  index.set(name, routes);
  routes.all.push(intent);
  const path = /^\/*$/.test(intent.path) ? '' : intent.path;
  routes.lengths.add(path.length);
  const own = routes.byPath.get(path);
  if (own) own.push(intent);
  else routes.byPath.set(path, [intent]);
}

/** Returns the host without a final dot and a port, and the path. */
function splitHost(base: string): readonly [host: string, path: string] {
  const [text = ''] = /^[^/:]*/.exec(base) ?? [];
  const path = base.slice(text.length).replace(/^:[0-9]+/, '');
  return [text.replace(/\.$/, ''), path];
}

/** Returns the Routes whose path is a prefix of the request's path and ends at a slash or at its end. */
function prefixesOf({ byPath, lengths }: HostRoutes, path: string): ExposeIntent[] {
  return [...lengths].flatMap((end) => {
    const isEnd = end === 0 || end === path.length || path[end] === '/' || path[end - 1] === '/';
    return isEnd && end <= path.length ? (byPath.get(path.slice(0, end)) ?? []) : [];
  });
}
