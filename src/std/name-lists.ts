/** Lists of names by key. Most keys have one name, which takes no list. */
export interface NameLists {
  /** Returns the names of a key in the order in which they were added. */
  readonly of: (key: string) => readonly string[];
  readonly add: (key: string, name: string) => void;
  readonly remove: (key: string, name: string) => void;
}

const NONE: readonly never[] = [];

/** Creates empty lists. */
export function createNameLists(): NameLists {
  const lists = new Map<string, string | readonly string[]>();
  const of = (key: string): readonly string[] => {
    const names = lists.get(key);
    if (names === undefined) return NONE;
    return typeof names === 'string' ? [names] : names;
  };
  const set = (key: string, names: readonly string[]): void => {
    const [first] = names;
    if (first === undefined) lists.delete(key);
    else lists.set(key, names.length === 1 ? first : names);
  };
  return {
    of,
    add: (key, name) => {
      set(key, [...of(key), name]);
    },
    remove: (key, name) => {
      set(
        key,
        of(key).filter((one) => one !== name),
      );
    },
  };
}
