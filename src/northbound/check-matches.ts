import type { Columns, NorthboundRows, Row } from '../model/northbound.js';
import { checkMatch, type MatchNames, type MatchProblem, type MatchStage } from './match/match.js';
import { type Memo, noMemo } from '../engine/memo.js';
import { indexInOrder } from './row-index.js';
import { problemOf, type RowProblem } from './row-problem.js';
import { once, memoize } from '../std/memoize.js';

const TABLES: ReadonlySet<string> = new Set(['ACL', 'QoS', 'Logical_Router_Policy']);

const TO_LPORT: MatchStage = {};
const FROM_LPORT: MatchStage = { lacksOutport: true };
/** ovn-northd combines the match of an ACL with others and therefore encloses it in parentheses. */
const ACL_TO_LPORT: MatchStage = { isEnclosed: true };
const ACL_FROM_LPORT: MatchStage = { isEnclosed: true, lacksOutport: true };

/** A row whose match refers to an address set. */
export interface Mention {
  readonly name: string;
  readonly table: string;
  readonly row: Row;
}

/** Checks matches. Ignores tables without matches. */
export interface MatchCheck {
  /**
   * Checks the match of a row, and adds the address sets in it to `mentions`. `original`: the row before its columns
   * were computed once.
   */
  readonly checkRow: (table: string, row: Row, original: Row, mentions: Mention[], problems: RowProblem[]) => void;
  /** Checks matches of shared rows again if they refer to address sets of these rows. */
  readonly finish: (mentions: () => ReadonlyMap<string, readonly Mention[]>, problems: RowProblem[]) => void;
}

/** Creates checks for the rows that all zones share, and then for those of each zone. */
export interface MatchChecks {
  readonly of: (rows: NorthboundRows, isShared: boolean) => MatchCheck;
  /** The names of shared rows. Memoized: the same object for the same rows. */
  readonly sharedNames: object;
}

/**
 * Creates checks of matches. OVSDB accepts any text, and ovn-controller only logs a match that it cannot parse. With
 * `allowsUnknown`, matches may refer to address sets and port groups that are not among the rows.
 *
 * The rows that all zones share are checked first. They are checked again for a zone that adds addresses of another
 * width to their address sets.
 */
export function createMatchChecks(
  shared: NorthboundRows,
  { allowsUnknown, isTrusted }: { readonly allowsUnknown: boolean; readonly isTrusted: (row: Row) => boolean },
  memo: Memo = noMemo,
): MatchChecks {
  const named = ['Address_Set', 'Port_Group'].map((table) => shared.rows.get(table));
  const sharedNames = memo('names of rows', undefined, named, () => namesOf(shared, isTrusted));
  const verified = new Set<string>();
  const of: MatchChecks['of'] = (rows, isShared) => {
    const names = matchNames(isShared ? [sharedNames] : [namesOf(rows, isTrusted), sharedNames], allowsUnknown);
    const watch = createWatch(names);
    const check = (table: string, row: Row, original: Row, problems: RowProblem[]): readonly Asked[] => {
      const { match = '' } = row.columns;
      if (typeof match !== 'string' || original.isUnreadable) return [];
      const stage = stageOf(table, row);
      const task = original.render ? `match of ${table} of a template` : 'match';
      const known = memo(task, row, [], () => watch(match, stage));
      // As long as all results of lookups are the same, so is the result of the check.
      const isSame = known.asked.every(({ about, name, answer }) => names[about](name) === answer);
      const { problem, asked } = isSame ? known : watch(match, stage);
      if (problem) problems.push(problemOf(table, row, `${problem.message} (at offset ${problem.offset})`, 'match'));
      return asked;
    };
    return {
      checkRow: (table, row, original, mentions, problems) => {
        if (!TABLES.has(table)) return;
        for (const { about, name } of check(table, row, original, problems)) {
          if (isShared && about === 'hasAddressSet') mentions.push({ name, table, row: original });
        }
      },
      finish: (mentions, problems) => {
        for (const { key } of rows.rows.get('Address_Set') ?? []) {
          const waiting = mentions().get(key);
          if (!waiting) continue;
          const width = `${key} ${names.addressBits(key) ?? 0}`;
          if (verified.size === verified.add(width).size) continue;
          for (const { table, row } of waiting) check(table, row, row, problems);
        }
      },
    };
  };
  return { of, sharedNames };
}

/** A lookup of a name during the check of a match. */
interface Asked {
  readonly about: keyof MatchNames;
  readonly name: string;
  readonly answer: boolean | number | undefined;
}

/** The result of a check and its lookups. */
interface WatchedMatch {
  readonly problem: MatchProblem | undefined;
  readonly asked: readonly Asked[];
}

/** Creates a check that records its lookups. */
function createWatch(names: Required<MatchNames>): (match: string, stage: MatchStage) => WatchedMatch {
  let asked: Asked[] = [];
  const watch =
    <Answer extends Asked['answer']>(about: keyof MatchNames, ask: (name: string) => Answer) =>
    (name: string): Answer => {
      const answer = ask(name);
      asked.push({ about, name, answer });
      return answer;
    };
  const watched = {
    hasPortGroup: watch('hasPortGroup', names.hasPortGroup),
    hasAddressSet: watch('hasAddressSet', names.hasAddressSet),
    addressBits: watch('addressBits', names.addressBits),
  };
  return (match, stage) => {
    asked = [];
    return { problem: checkMatch(match, watched, stage), asked };
  };
}

function stageOf(table: string, { columns }: Row): MatchStage {
  const isEarly = columns.direction === 'from-lport';
  if (table === 'ACL') return isEarly ? ACL_FROM_LPORT : ACL_TO_LPORT;
  return isEarly ? FROM_LPORT : TO_LPORT;
}

/** Lookup of address sets, with the bits of their widest address, and port groups by name. Evaluated on demand. */
interface Names {
  readonly hasSet: (name: string) => boolean;
  /** 0 if there is no address. */
  readonly bitsOf: (name: string) => number;
  readonly hasGroup: (name: string) => boolean;
}

/** Returns the names of rows. The key of a trusted row is its name. */
function namesOf({ rows }: NorthboundRows, isTrusted: (row: Row) => boolean): Names {
  const index = once(() => indexInOrder({ rows }));
  const finderOf = (table: string) => {
    const untrusted = once(() => {
      const others = (rows.get(table) ?? []).filter((row) => !isTrusted(row));
      return new Map(others.map((row) => [nameOf(row.key, row.columns), row]));
    });
    return (name: string): Row | undefined => {
      const trusted = index().rowsOf(table).get(name);
      return trusted && isTrusted(trusted) ? trusted : untrusted().get(name);
    };
  };
  const findSet = finderOf('Address_Set');
  const findGroup = finderOf('Port_Group');
  return {
    hasSet: (name) => findSet(name) !== undefined,
    bitsOf: memoize((name) => bitsOf(findSet(name)?.columns ?? {})),
    hasGroup: (name) => findGroup(name) !== undefined,
  };
}

/** Returns the name of a row. An addition to a shared row has no name column, and its key is the name. */
function nameOf(key: string, { name }: Columns): string {
  return typeof name === 'string' ? name : key;
}

/** Returns the names that matches may refer to: those of a zone's own rows and of the rows that all zones share. */
function matchNames(layers: readonly Names[], allowsUnknown: boolean): Required<MatchNames> {
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

/** Returns the bits of the widest address in an address set. */
function bitsOf({ addresses = [] }: Columns): number {
  const list = Array.isArray(addresses) ? (addresses as readonly unknown[]) : [addresses];
  return list.reduce<number>((widest, address) => Math.max(widest, widthOf(String(address))), 0);
}

function widthOf(address: string): number {
  if (!address.includes(':')) return 32;
  return /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(address) ? 48 : 128;
}
