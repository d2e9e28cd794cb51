import type { Row } from '../model/northbound.js';
import { checkMatch, type MatchNames, type MatchProblem, type MatchStage } from './match/match.js';
import { problemOf, type RowProblem } from './row-problem.js';

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

/** A lookup of a name during the check of a match. */
export interface Asked {
  readonly about: keyof MatchNames;
  readonly name: string;
  readonly answer: boolean | number | undefined;
}

/** The result of a check and its lookups. */
interface WatchedMatch {
  readonly problem: MatchProblem | undefined;
  readonly asked: readonly Asked[];
}

/** The results of matches, by row. */
export type KnownMatches = WeakMap<Row, WatchedMatch>;

/**
 * Checks the match of a row, in tables that have matches. OVSDB accepts any text, and ovn-controller only logs a match
 * that it cannot parse. Returns the lookups of names. `settled`: the row with its columns computed once.
 */
export function checkRowMatch(
  table: string,
  row: Row,
  settled: Row,
  names: Required<MatchNames>,
  known: KnownMatches | undefined,
  problems: RowProblem[],
): readonly Asked[] {
  if (!TABLES.has(table)) return [];
  const { match = '' } = settled.columns;
  if (typeof match !== 'string' || row.isUnreadable) return [];
  let checked = known?.get(row);
  // As long as all results of lookups are the same, so is the result of the check.
  if (!checked?.asked.every(({ about, name, answer }) => names[about](name) === answer)) {
    checked = watchMatch(match, names, stageOf(table, settled));
    known?.set(row, checked);
  }
  const { problem, asked } = checked;
  if (problem) problems.push(problemOf(table, settled, `${problem.message} (at offset ${problem.offset})`, 'match'));
  return asked;
}

/** Checks a match, and records its lookups. */
function watchMatch(match: string, names: Required<MatchNames>, stage: MatchStage): WatchedMatch {
  const asked: Asked[] = [];
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
  return { problem: checkMatch(match, watched, stage), asked };
}

function stageOf(table: string, { columns }: Row): MatchStage {
  const isEarly = columns.direction === 'from-lport';
  if (table === 'ACL') return isEarly ? ACL_FROM_LPORT : ACL_TO_LPORT;
  return isEarly ? FROM_LPORT : TO_LPORT;
}
