import type { Row } from '../model/northbound.js';
import { memoize, memoizeWeak, once } from '../std/memoize.js';
import { indexRows } from './row-index.js';
import { isShaped } from './row-shape.js';
import type { MatchNames } from './match/match.js';
import { sameList } from '../std/same-items.js';

/** Address sets, with the bits of their widest address, and port groups by name. Evaluated on demand. */
export interface RowNames {
  readonly hasSet: (name: string) => boolean;
  /** 0 if there is no address. */
  readonly bitsOf: (name: string) => number;
  readonly hasGroup: (name: string) => boolean;
  /** Rows with these names and bits, in the order given. Other columns may be older. */
  readonly list: () => { readonly sets: readonly Row[]; readonly groups: readonly Row[] };
}

/** Returns the names of rows. The key of a row of a shape is its name. */
export function namesOf(rowsOf: (table: string) => readonly Row[]): RowNames {
  // Read at once: the names can be compared when the rows are other ones.
  const [setRows, groupRows] = [rowsOf('Address_Set'), rowsOf('Port_Group')];
  const finderOf = (rows: readonly Row[]) => {
    const byKey = once(() => indexRows(rows));
    const byName = once(() => new Map(rows.filter((row) => !isShaped(row)).map((row) => [nameOf(row), row])));
    return (name: string): Row | undefined => {
      const row = byKey().get(name);
      return row && isShaped(row) ? row : byName().get(name);
    };
  };
  const [findSet, findGroup] = [finderOf(setRows), finderOf(groupRows)];
  return {
    hasSet: (name) => findSet(name) !== undefined,
    bitsOf: memoize((name) => {
      const row = findSet(name);
      return row ? bitsOf(row) : 0;
    }),
    hasGroup: (name) => findGroup(name) !== undefined,
    list: () => ({ sets: setRows, groups: groupRows }),
  };
}

/** Returns true if names have the same answers. Rows that are the same objects are not asked for theirs. */
export function sameNames(a: RowNames, b: RowNames): boolean {
  const [before, after] = [a.list(), b.list()];
  return (
    sameList(before.groups, after.groups, (one, other) => nameOf(one) === nameOf(other)) &&
    sameList(
      before.sets,
      after.sets,
      (one, other) => nameOf(one) === nameOf(other) && knownBitsOf(one) === knownBitsOf(other),
    )
  );
}

/** Returns the names that matches may refer to: those of a zone's own rows and of the rows that all zones share. */
export function matchNames(layers: readonly RowNames[], allowsUnknown: boolean): Required<MatchNames> {
  const hasSet = (name: string): boolean => layers.some((names) => names.hasSet(name));
  const hasGroup = (name: string): boolean => layers.some((names) => names.hasGroup(name));
  // Returns true for an address set of a port group. For each port group, ovn-northd creates two with the addresses of
  // its ports.
  const hasPortsOf = (name: string): boolean => /_ip[46]$/.test(name) && hasGroup(name.slice(0, -4));
  return {
    hasPortGroup: (name) => allowsUnknown || hasGroup(name),
    hasAddressSet: (name) => allowsUnknown || hasSet(name) || hasPortsOf(name),
    addressBits: (name) => (hasSet(name) ? Math.max(...layers.map(({ bitsOf }) => bitsOf(name))) : undefined),
  };
}

/** Returns the name of a row. An addition to a shared row has no name column, and its key is the name. */
function nameOf(row: Row): string {
  const { key } = row;
  const name = isShaped(row) ? undefined : row.columns.name;
  return typeof name === 'string' ? name : key;
}

/** Returns the bits of the widest address in an address set. */
function bitsOf({ columns }: Row): number {
  const { addresses = [] } = columns;
  const list = Array.isArray(addresses) ? (addresses as readonly unknown[]) : [addresses];
  return list.reduce<number>((widest, address) => Math.max(widest, widthOf(String(address))), 0);
}

const knownBitsOf = memoizeWeak(bitsOf);

function widthOf(address: string): number {
  if (!address.includes(':')) return 32;
  return /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(address) ? 48 : 128;
}
