import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { Intent } from '../../src/model/intent.js';
import { type ZoneFile, joinParts } from '../rig/joined-zone.js';

interface Entry {
  readonly path: string;
  readonly sha256: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly sources: readonly string[];
  readonly moreSources?: number;
}

interface List {
  readonly weir?: number;
  readonly artefacts?: readonly Entry[];
  readonly lists?: readonly Pick<Entry, 'path' | 'sha256'>[];
}

/** Expects of the index that it lists just the other artefacts, each with its SHA-256, what it counts and its causes. */
export function expectIndex(artefacts: ReadonlyMap<string, string>, intents: readonly Intent[]): void {
  const listed = listEntries(artefacts, 'index.json').sort((a, b) => (a.path < b.path ? -1 : 1));
  expect((JSON.parse(artefacts.get('index.json') ?? '') as List).weir).toBe(3);
  const others = [...artefacts.keys()].filter((path) => !/^index(\.json$|\/)/.test(path));
  expect(listed.map(({ path }) => path)).toEqual(others.sort());
  const routed = unique(intents.flatMap(causesOfRoutes));
  const causes = unique([...intents.map(({ cause }) => titleOf(cause)), ...routed]);
  for (const { path, sha256, counts, sources } of listed) {
    const text = artefacts.get(path) ?? '';
    expect(sha256, path).toBe(digestOf(text));
    expect(sources, path).toEqual(unique(sources));
    expect(sources.filter((source) => !causes.includes(source)), `${path}: sources that cause nothing`).toEqual([]);
    if (path.startsWith('northbound/')) {
      const rows = rowsIn(artefacts, path);
      expect(counts, path).toEqual(countRows(rows));
      const part = path.startsWith('northbound/transactions/') ? {} : (JSON.parse(text) as Partial<ZoneFile>);
      const named = ownersIn(part.rows ?? {});
      // What a zone adds to shared rows, and routes, name no owner.
      if (!path.startsWith('northbound/shared/')) expect(sources, path).toEqual(expect.arrayContaining(named));
      else expect(sources.filter((source) => named.includes(source) || !routed.includes(source)), path).toEqual(named);
    }
    const stated = statedSources(path, text);
    if (stated) expect(sources, path).toEqual(stated);
  }
  const known = new Set(listed.flatMap(({ sources }) => sources));
  const made = intents.filter((intent) => intent.effect !== 'policy' || intent.isCompiled);
  expect(made.filter(({ cause }) => !known.has(titleOf(cause))), 'intents without an artefact').toEqual([]);
}

/** All that a file of the index lists, and those below it, which are what it says. */
export function listEntries(artefacts: ReadonlyMap<string, string>, path: string): Entry[] {
  const { artefacts: own = [], lists = [] } = JSON.parse(artefacts.get(path) ?? '') as List;
  const below = lists.flatMap((list) => {
    expect(list.sha256, list.path).toBe(digestOf(artefacts.get(list.path) ?? ''));
    return listEntries(artefacts, list.path);
  });
  return [...own, ...below];
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The rows that a file of `northbound` counts: those of a zone are all that it holds. */
function rowsIn(artefacts: ReadonlyMap<string, string>, path: string): ZoneFile['rows'] {
  const zone = /^northbound\/(?:zones|transactions)\/([^/]+)\.json$/.exec(path)?.[1];
  if (zone === undefined) return (JSON.parse(artefacts.get(path) ?? '') as Partial<ZoneFile>).rows ?? {};
  return joinParts(artefacts, (JSON.parse(artefacts.get(`northbound/zones/${zone}.json`) ?? '') as { zone: string }).zone).rows;
}

/** The resources that may have no rows in a zone but those that name no owner. */
function causesOfRoutes(intent: Intent): string[] {
  if (intent.effect === 'reroute') return [titleOf(intent.cause)];
  return intent.effect === 'route' ? intent.nextHops.map(({ cause }) => titleOf(cause)) : [];
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
function ownersIn(rows: ZoneFile['rows']): string[] {
  const owners = Object.entries(rows).flatMap(([table, own]) =>
    Object.values(own).flatMap(({ external_ids = {} }) => {
      const ids = external_ids as Record<string, string>;
      return ids['k8s.ovn.org/owner-type'] === undefined ? ownerWithoutType(table, ids) : ownerByType(ids);
    }),
  );
  return unique(owners);
}

function ownerByType({ 'k8s.ovn.org/owner-type': type = '', 'k8s.ovn.org/name': name = '' }: Record<string, string>): string[] {
  if (type === 'NetworkPolicy') return [`${type} ${name.replace(':', '/')}`];
  if (type === 'AdminNetworkPolicy' || type === 'BaselineAdminNetworkPolicy') return [`${type} ${name}`];
  if (type === 'EgressFirewall' || type === 'EgressQoS') return [`${type} ${name}/default`];
  // `<object>_<namespace>/<pod>`; what is common to all objects has other names.
  const object = /^(.+)_[^_/]+\/[^/]+$/.exec(name)?.[1];
  return type === 'EgressIP' && object !== undefined ? [`EgressIP ${object}`] : [];
}

/** Rows of OpenShift 4.15 and v1.0 have a name or the name of their kind instead. */
function ownerWithoutType(table: string, { name = '', ...ids }: Record<string, string>): string[] {
  const { EgressSVC: service, EgressQoS: marked } = ids;
  if (service !== undefined) return [`EgressService ${service.replace(/:ic$/, '')}`];
  if (marked !== undefined) return [`EgressQoS ${marked}/default`];
  for (const kind of ['AdminNetworkPolicy', 'BaselineAdminNetworkPolicy']) {
    if (ids[kind] !== undefined) return [`${kind} ${ids[kind]}`];
  }
  if (table === 'NAT' || table === 'Logical_Router_Policy') return name === '' ? [] : [`EgressIP ${name}`];
  // The groups of a default deny begin with a hash.
  if (table !== 'Port_Group' || !name.includes('_') || name.endsWith('DefaultDeny')) return [];
  return [`NetworkPolicy ${name.replace('_', '/')}`];
}

function countRows(rows: ZoneFile['rows']): Record<string, number> {
  return Object.fromEntries(Object.entries(rows).map(([table, own]) => [table, Object.keys(own).length]));
}

