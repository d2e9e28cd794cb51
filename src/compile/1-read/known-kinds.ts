import type { TrafficSubject } from '../../model/unread.js';
import { type KindName, keyOfKind } from '../../model/kubernetes-object.js';

/** A kind that OVN-Kubernetes clusters ignore, and what to write instead. */
export interface RetiredKind extends KindName {
  readonly instead: string;
}

/** Kinds that a run reads, and the function that suggests similar names. */
export interface KnownKinds {
  readonly compiled: readonly KindName[];
  readonly inventory: readonly KindName[];
  /** Kinds in the API groups of the compiled ones that exist, but are not compiled. */
  readonly foreign: readonly KindName[];
  readonly retired: readonly RetiredKind[];
  /** Returns the subject of another project's kind. Undefined for kinds that do not affect traffic. */
  readonly subjectOf: (name: KindName) => TrafficSubject | undefined;
  /** Returns false for kinds whose objects have no namespace. */
  readonly isNamespaced: (kind: string) => boolean;
  readonly suggest: (word: string, choices: readonly string[]) => string | undefined;
}

/** Role of a kind's objects in a run. */
export type Role = 'compiled' | 'inventory' | 'foreign';

/** Look-ups for known kinds. */
export interface KindIndex {
  readonly roleOf: (name: KindName) => Role | undefined;
  readonly findRetired: (name: KindName) => RetiredKind | undefined;
  readonly subjectOf: KnownKinds['subjectOf'];
  /** Returns true if a kind of this name, or a list of it, is read in any API group. */
  readonly isKnown: (kind: string) => boolean;
  /** Returns true if the API group of an apiVersion contains compiled kinds. */
  readonly isOurGroup: (apiVersion: string) => boolean;
  /**
   * Returns the kind most likely meant by an unknown one. A compiled kind of this name in another API group comes
   * first. Otherwise it is one of the same or a similar name in this group, or in a group of a similar name. Without an
   * apiVersion, only compiled kinds are considered.
   */
  readonly findMeant: (kind: string, apiVersion: string | undefined) => KindName | undefined;
}

/** Indexes kinds. Each look-up takes the same time, independent of the number of objects. */
export function indexKinds({ compiled, inventory, foreign, retired, subjectOf, suggest }: KnownKinds): KindIndex {
  const byRole = { foreign, inventory, compiled };
  const roles = new Map(
    (['foreign', 'inventory', 'compiled'] as const).flatMap((role) =>
      byRole[role].map((name) => [keyOfKind(name), role]),
    ),
  );
  const ownGroups = new Set(compiled.map(({ apiVersion }) => groupOf(apiVersion)));
  const groups = new Map<string, KindName[]>();
  for (const name of [...compiled, ...inventory]) {
    const group = groupOf(name.apiVersion);
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  const findSimilar = (kind: string, choices: readonly KindName[]): KindName | undefined => {
    const word = suggest(
      kind,
      choices.map((choice) => choice.kind),
    );
    return isNear(kind, word) ? choices.find((choice) => choice.kind === word) : undefined;
  };
  const findMeant = (kind: string, apiVersion: string | undefined): KindName | undefined => {
    const namesake = compiled.find((name) => name.kind === kind);
    if (namesake || apiVersion === undefined) return namesake ?? findSimilar(kind, compiled);
    const group = groupOf(apiVersion);
    const similar = groups.has(group) ? group : suggest(group, [...groups.keys()]);
    return similar === undefined ? undefined : findSimilar(kind, groups.get(similar) ?? []);
  };
  const meantBy = new Map<string, KindName | undefined>();
  const names = new Set([...compiled, ...inventory].flatMap(({ kind }) => [kind, `${kind}List`]));
  const retiredOf = new Map(retired.map((name) => [keyOfKind(name), name]));
  return {
    roleOf: (name) => roles.get(keyOfKind(name)),
    subjectOf,
    findRetired: (name) => retiredOf.get(keyOfKind(name)),
    isKnown: (kind) => kind === 'List' || names.has(kind),
    isOurGroup: (apiVersion) => ownGroups.has(groupOf(apiVersion)),
    findMeant: (kind, apiVersion) => {
      const id = `${apiVersion ?? ''} ${kind}`;
      if (!meantBy.has(id)) meantBy.set(id, findMeant(kind, apiVersion));
      return meantBy.get(id);
    },
  };
}

/**
 * Minimum letters of a suggested name. A shorter one must equal the unknown name except for case, because it is similar
 * to too many names.
 */
const SHORTEST = 6;

function isNear(kind: string, word: string | undefined): boolean {
  return word !== undefined && (word.length >= SHORTEST || word.toLowerCase() === kind.toLowerCase());
}

/** Returns the API group of an apiVersion, or '' for the core group, whose apiVersions contain only a version. */
function groupOf(apiVersion: string): string {
  return /^v\d/i.test(apiVersion) ? '' : (apiVersion.split('/', 1)[0] ?? '');
}
