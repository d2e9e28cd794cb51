import type { JsonObject } from '../../../src/std/json.js';

export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly hasStatus: boolean;
}

/** The answer about what is served, undefined for a path of objects. */
export function discover(kinds: readonly ServedKind[], path: string): JsonObject | undefined {
  const groups = [...new Set(kinds.map(({ apiVersion }) => apiVersion).filter((one) => one.includes('/')))];
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const entries = groups.map((groupVersion) => {
      const version = { groupVersion, version: groupVersion.split('/')[1] ?? '' };
      return { name: groupVersion.split('/')[0] ?? '', versions: [version], preferredVersion: version };
    });
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: entries };
  }
  const groupVersion = path.replace(/^\/apis?\//, '');
  const served = kinds.filter(({ apiVersion }) => apiVersion === groupVersion);
  if (served.length === 0) return undefined;
  const verbs = ['get', 'list', 'watch', 'patch', 'delete'];
  const resources = served.flatMap(({ plural, kind, namespaced, hasStatus }) => [
    { name: plural, singularName: kind.toLowerCase(), kind, namespaced, verbs },
    ...(hasStatus ? [{ name: `${plural}/status`, singularName: '', kind, namespaced, verbs: ['get', 'patch'] }] : []),
  ]);
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}
