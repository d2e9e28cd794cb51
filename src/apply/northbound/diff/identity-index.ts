import type { LiveEntry } from './live-index.js';

/** Live rows by identity. */
export interface IdentityIndex {
  /** Returns the first row of an identity, in the order of UUIDs, that passes a test. */
  readonly find: (identity: string | undefined, test: (entry: LiveEntry) => boolean) => LiveEntry | undefined;
}

/** Groups live rows by identity. Rows without one are in no group. */
export function groupByIdentity(entries: readonly LiveEntry[]): IdentityIndex {
  // Nearly every identity has one row.
  const first = new Map<string, LiveEntry>();
  const groups = new Map<string, LiveEntry[]>();
  for (const entry of entries) {
    const { identity } = entry;
    if (identity === undefined) continue;
    const one = first.get(identity);
    if (!one) first.set(identity, entry);
    else {
      const group = groups.get(identity);
      if (group) group.push(entry);
      else groups.set(identity, [one, entry]);
    }
  }
  for (const group of groups.values()) group.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  return {
    find: (identity, test) => {
      if (identity === undefined) return undefined;
      const group = groups.get(identity);
      if (group) return group.find(test);
      const one = first.get(identity);
      return one && test(one) ? one : undefined;
    },
  };
}
