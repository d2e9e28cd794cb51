/** Names a kind: its apiVersion and kind. */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that a run reads, and how it finds the word that was meant. */
export interface KnownKinds {
  readonly compiled: readonly KindName[];
  readonly inventory: readonly KindName[];
  /** Kinds in the API groups of the compiled ones that exist, but are not compiled. */
  readonly foreign: readonly KindName[];
  readonly suggest: (word: string, choices: readonly string[]) => string | undefined;
}

/** What a run does with the objects of a kind. */
export type Role = 'compiled' | 'inventory' | 'foreign';

/** The same, to look kinds up in. */
export interface KindIndex {
  readonly roleOf: (name: KindName) => Role | undefined;
  /** Whether a kind of this name is compiled, whatever its apiVersion. */
  readonly isCompiled: (kind: string) => boolean;
  /** Whether the API group of an apiVersion has kinds that are compiled. */
  readonly isOurGroup: (apiVersion: string) => boolean;
  /** The compiled kind that is most likely meant: one of the same name, or of a similar one. */
  readonly findMeant: (kind: string) => KindName | undefined;
}

/** Indexes kinds: each look-up takes the same time however many there are, but for that of a misspelt one. */
export function indexKinds({ compiled, inventory, foreign, suggest }: KnownKinds): KindIndex {
  const byRole = { foreign, inventory, compiled };
  const roles = new Map(
    (['foreign', 'inventory', 'compiled'] as const).flatMap((role) => byRole[role].map((name) => [idOf(name), role])),
  );
  const groups = new Set(compiled.map(({ apiVersion }) => groupOf(apiVersion)));
  const names = new Map(compiled.map((name) => [name.kind, name]));
  return {
    roleOf: (name) => roles.get(idOf(name)),
    isCompiled: (kind) => names.has(kind),
    isOurGroup: (apiVersion) => groups.has(groupOf(apiVersion)),
    findMeant: (kind) => names.get(kind) ?? names.get(suggest(kind, [...names.keys()]) ?? ''),
  };
}

function idOf({ apiVersion, kind }: KindName): string {
  return `${apiVersion} ${kind}`;
}

function groupOf(apiVersion: string): string {
  return apiVersion.split('/', 1)[0] ?? '';
}
