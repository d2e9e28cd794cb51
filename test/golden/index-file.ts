import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { Intent } from '../../src/model/intent.js';
import type { ZoneFile } from './transactions.js';

interface Entry {
  readonly path: string;
  readonly sha256: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly sources: readonly string[];
}

/** Expects of `index.json` that it lists just the other artefacts, each with its SHA-256, what it counts and its causes. */
export function expectIndex(artefacts: ReadonlyMap<string, string>, intents: readonly Intent[]): void {
  const index = JSON.parse(artefacts.get('index.json') ?? '') as { weir: number; artefacts: readonly Entry[] };
  expect(index.weir).toBe(2);
  const others = [...artefacts.keys()].filter((path) => path !== 'index.json');
  expect(index.artefacts.map(({ path }) => path)).toEqual(others.sort());
  const routed = unique(intents.flatMap(causesOfRoutes));
  const causes = unique([...intents.map(({ cause }) => titleOf(cause)), ...routed]);
  for (const { path, sha256, counts, sources } of index.artefacts) {
    const text = artefacts.get(path) ?? '';
    expect(sha256, path).toBe(createHash('sha256').update(text).digest('hex'));
    expect(sources, path).toEqual(unique(sources));
    expect(sources.filter((source) => !causes.includes(source)), `${path}: sources that cause nothing`).toEqual([]);
    const zone = /^zones\/.*\/ovn-nb(\.txn)?\.json$/.test(path) ? zoneIn(artefacts, path) : undefined;
    if (zone) expect(counts, path).toEqual(countRows(zone));
    const unnamed = zone && hasUnowned(zone) ? routed : [];
    const stated = zone ? ownersIn(zone) : statedSources(path, text);
    if (stated) expect(sources.filter((source) => stated.includes(source) || !unnamed.includes(source)), path).toEqual(stated);
  }
  const listed = new Set(index.artefacts.flatMap(({ sources }) => sources));
  const made = intents.filter((intent) => intent.effect !== 'policy' || intent.isCompiled);
  expect(made.filter(({ cause }) => !listed.has(titleOf(cause))), 'intents without an artefact').toEqual([]);
}

/** The resources that may have no rows in a zone but those that name no owner. */
function causesOfRoutes(intent: Intent): string[] {
  if (intent.effect === 'reroute') return [titleOf(intent.cause)];
  return intent.effect === 'route' ? intent.nextHops.map(({ cause }) => titleOf(cause)) : [];
}

/** Whether there is a static route, or a member of the address set of all pods that EgressIPs serve. */
function hasUnowned({ rows: { Logical_Router_Static_Route: routes, Address_Set: sets = {} } }: ZoneFile): boolean {
  const isServed = (ids: unknown) => (ids as Record<string, string>)['k8s.ovn.org/name'] === 'egressip-served-pods';
  return routes !== undefined || Object.values(sets).some((set) => set.addresses && isServed(set.external_ids));
}

function zoneIn(artefacts: ReadonlyMap<string, string>, path: string): ZoneFile {
  return JSON.parse(artefacts.get(path.replace('.txn', '')) ?? '') as ZoneFile;
}

function titleOf({ kind, namespace, name }: { kind: string; namespace?: string; name: string }): string {
  return namespace ? `${kind} ${namespace}/${name}` : `${kind} ${name}`;
}

/** The resources that the text of an artefact names as those that it is for; undefined where it names none. */
function statedSources(path: string, text: string): string[] | undefined {
  const [folder = '', first = '', second = ''] = path.split('/');
  if (folder === 'routers') return [`EgressRouter ${first}/${second}`];
  if (path === 'cluster/status.yaml') {
    const patches = parse(text) as { readonly target: Parameters<typeof titleOf>[0] }[];
    return unique(patches.map(({ target }) => titleOf(target)));
  }
  return undefined;
}

const unique = (items: readonly string[]): string[] => [...new Set(items)].sort();

/** The resources that the `external_ids` of rows name, as OVN-Kubernetes writes them. */
function ownersIn({ rows }: ZoneFile): string[] {
  const ids = Object.values(rows).flatMap((table) => Object.values(table).map(({ external_ids = {} }) => external_ids));
  const owners = (ids as Record<string, string>[]).flatMap((id) => {
    const { 'k8s.ovn.org/owner-type': type = '', 'k8s.ovn.org/name': name = '', EgressSVC: service } = id;
    if (service !== undefined) return [`EgressService ${service.replace(/:ic$/, '')}`];
    if (type === 'NetworkPolicy') return [`${type} ${name.replace(':', '/')}`];
    if (type === 'AdminNetworkPolicy' || type === 'BaselineAdminNetworkPolicy') return [`${type} ${name}`];
    if (type === 'EgressFirewall' || type === 'EgressQoS') return [`${type} ${name}/default`];
    // `<object>_<namespace>/<pod>`; what is common to all objects has other names.
    const object = /^(.+)_[^_/]+\/[^/]+$/.exec(name)?.[1];
    return type === 'EgressIP' && object !== undefined ? [`EgressIP ${object}`] : [];
  });
  return unique(owners);
}

function countRows({ rows }: ZoneFile): Record<string, number> {
  return Object.fromEntries(Object.entries(rows).map(([table, own]) => [table, Object.keys(own).length]));
}

