import type { Row, ZoneRows } from '../model/northbound.js';
import { checkMatch, type MatchNames, type MatchStage } from './match/match.js';
import { problemOf, type RowProblem } from './row-problem.js';

/** A name that a match mentioned, and how it stood when the match was found good. */
interface Mention {
  readonly isAddressSet: boolean;
  readonly name: string;
  readonly bits: number | undefined;
}

/** What is known of rows from zones before; rows are shared by many zones. */
export interface MatchCache {
  /** Rows whose matches were found good, with what they depend on; absent where nobody asks twice. */
  readonly good?: WeakMap<Row, readonly Mention[]>;
  /** Address set → bits of its widest address. */
  readonly widths: WeakMap<Row, number>;
}

/** Knows nothing yet. */
export function createMatchCache(sharedRows: boolean): MatchCache {
  return { widths: new WeakMap(), ...(sharedRows ? { good: new WeakMap() } : {}) };
}

const TABLES: ReadonlySet<string> = new Set(['ACL', 'QoS', 'Logical_Router_Policy']);

const TO_LPORT: MatchStage = {};
const FROM_LPORT: MatchStage = { lacksOutport: true };
/** ovn-northd combines the match of an ACL with others and so encloses it. */
const ACL_TO_LPORT: MatchStage = { isEnclosed: true };
const ACL_FROM_LPORT: MatchStage = { isEnclosed: true, lacksOutport: true };

/** Checks the match of a row of a table; rows of tables without matches pass. `original` is what the cache knows it by. */
export type MatchCheck = (table: string, row: Row, original: Row) => void;

/**
 * Starts a check of a zone's matches: OVSDB takes any text, and a match that ovn-controller cannot parse is only a line
 * in its log. With `allowsUnknown` they may mention address sets and port groups that are not in the zone's rows.
 */
export function createMatchCheck(
  zone: ZoneRows,
  allowsUnknown: boolean,
  { good, widths }: MatchCache,
  problems: RowProblem[],
): MatchCheck {
  const names = namesOf(zone, allowsUnknown, widths);
  let mentions: Mention[] = [];
  const recorder: MatchNames = {
    hasPortGroup: (name) => {
      mentions.push({ isAddressSet: false, name, bits: undefined });
      return names.hasPortGroup(name);
    },
    hasAddressSet: (name) => {
      mentions.push({ isAddressSet: true, name, bits: names.addressBits(name) });
      return names.hasAddressSet(name);
    },
    addressBits: (name) => names.addressBits(name),
  };
  return (table, row, original) => {
    if (!TABLES.has(table)) return;
    if (good?.get(original)?.every((mention) => isSame(mention, names)) === true) return;
    const { match } = row.columns;
    if (match !== undefined && typeof match !== 'string') return;
    mentions = [];
    const problem = checkMatch(match ?? '', recorder, stageOf(table, row));
    if (problem === undefined) good?.set(original, mentions);
    else problems.push(problemOf(table, row, `${problem.message} (at offset ${problem.offset})`, 'match'));
  };
}

function isSame({ isAddressSet, name, bits }: Mention, names: ZoneNames): boolean {
  if (!isAddressSet) return names.hasPortGroup(name);
  return names.hasAddressSet(name) && names.addressBits(name) === bits;
}

function stageOf(table: string, { columns }: Row): MatchStage {
  const isEarly = columns.direction === 'from-lport';
  if (table === 'ACL') return isEarly ? ACL_FROM_LPORT : ACL_TO_LPORT;
  return isEarly ? FROM_LPORT : TO_LPORT;
}

type ZoneNames = Required<MatchNames>;

function namesOf(zone: ZoneRows, allowsUnknown: boolean, widths: WeakMap<Row, number>): ZoneNames {
  const sets = rowsByName(zone.rows.get('Address_Set'));
  const groups = rowsByName(zone.rows.get('Port_Group'));
  // For each port group ovn-northd makes two address sets with the addresses of its ports.
  const hasPortsOf = (name: string): boolean => /_ip[46]$/.test(name) && groups.has(name.slice(0, -4));
  return {
    hasPortGroup: (name) => allowsUnknown || groups.has(name),
    hasAddressSet: (name) => allowsUnknown || sets.has(name) || hasPortsOf(name),
    addressBits: (name) => {
      const row = sets.get(name);
      return row && bitsOf(row, widths);
    },
  };
}

function rowsByName(rows: readonly Row[] = []): ReadonlyMap<string, Row> {
  const byName = new Map<string, Row>();
  for (const row of rows) {
    if (typeof row.columns.name === 'string') byName.set(row.columns.name, row);
  }
  return byName;
}

/** Bits of the widest address in an address set. */
function bitsOf(row: Row, widths: WeakMap<Row, number>): number {
  let bits = widths.get(row);
  if (bits === undefined) {
    const addresses = row.columns.addresses ?? [];
    const list = Array.isArray(addresses) ? (addresses as readonly unknown[]) : [addresses];
    bits = list.reduce<number>((widest, address) => Math.max(widest, widthOf(String(address))), 0);
    widths.set(row, bits);
  }
  return bits;
}

function widthOf(address: string): number {
  if (!address.includes(':')) return 32;
  return /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(address) ? 48 : 128;
}
