import type { ExposeIntent } from '../../model/intent/expose.js';
import { groupBy } from '../../std/group-by.js';

/** A Route that does not get some of its requests, and the one that gets them. */
export interface Shadow {
  readonly hidden: ExposeIntent;
  readonly by: ExposeIntent;
}

/**
 * Paths that others of the same host hide (OpenShift router: HAProxy tries patterns in reverse byte order, which is not the
 * longest first). Looks up each prefix of a path.
 */
export function findShadows(intents: readonly ExposeIntent[]): Shadow[] {
  const isHTTP = ({ termination, insecure }: ExposeIntent): boolean =>
    termination === 'none' || (termination !== 'passthrough' && insecure === 'allow');
  const isTLS = ({ termination }: ExposeIntent): boolean => termination === 'edge' || termination === 'reencrypt';
  const found = [isHTTP, isTLS].flatMap((isInMap) =>
    [...groupBy(intents.filter(isInMap), hostOf).values()].flatMap(shadowsOfHost),
  );
  return [...new Map(found.map((shadow) => [shadow.hidden, shadow])).values()];
}

function hostOf({ host, isWildcard }: ExposeIntent): string {
  return isWildcard ? `*${host.slice(Math.max(host.indexOf('.'), 0))}` : host;
}

function shadowsOfHost(intents: readonly ExposeIntent[]): Shadow[] {
  if (intents.length < 2) return [];
  const byPath = new Map(intents.map((intent) => [intent.path, intent]));
  return [...sameRoot(intents), ...intents.flatMap((intent) => longerPath(intent, byPath))];
}

/** Finds Routes with the same root path: no path and `/` have the same pattern, and the name of the backend decides. */
function sameRoot(intents: readonly ExposeIntent[]): Shadow[] {
  const name = ({ termination, route }: ExposeIntent): string => `${termination} ${route.namespace}:${route.name}`;
  const roots = intents.filter(({ path }) => /^\/*$/.test(path)).sort((a, b) => (name(a) < name(b) ? 1 : -1));
  const [by, ...hidden] = roots;
  return by ? hidden.map((one) => ({ hidden: one, by })) : [];
}

/**
 * Characters that sort before the parenthesis after a path that ends in a slash. Other characters are escaped, and sort
 * after it.
 */
const BEFORE_PARENTHESIS = /^[!"%&']/;

function longerPath(hidden: ExposeIntent, byPath: ReadonlyMap<string, ExposeIntent>): Shadow[] {
  const { path } = hidden;
  for (let slash = path.indexOf('/', 1); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const by = byPath.get(path.slice(0, slash + 1));
    if (by && BEFORE_PARENTHESIS.test(path.slice(slash + 1))) return [{ hidden, by }];
  }
  return [];
}
