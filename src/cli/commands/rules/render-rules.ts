import { showText } from '../../../diagnostics/visible.js';
import { titleOf } from '../../../model/kubernetes-object.js';
import { alignColumns } from '../../../std/columns.js';
import { plural } from '../../../std/plural.js';
import { renderCSV } from '../egress/csv.js';
import type { ListedRule, ObservedUse } from './rule-data.js';

/** Returns rules as a text table. The column of observed flows is omitted without them. */
export function ruleTable(rules: readonly ListedRule[]): string[] {
  if (rules.length === 0) return [];
  const hasFlows = rules.some(({ observed }) => observed !== undefined);
  return alignColumns([
    ['OBJECT', 'RULE', 'USE', ...(hasFlows ? ['OBSERVED'] : []), 'LOCATION'],
    ...rules.map((one) => [
      ...[titleOf(one.kind, one), one.rule, one.use].map(showText),
      ...(one.observed ? [describeUse(one.observed)] : []),
      showText(one.at ? `${one.at.file}:${one.at.line}` : ''),
    ]),
  ]);
}

function describeUse({ count, last, unusedSince, isPossible }: ObservedUse): string {
  if (count === 0) return unusedSince === undefined ? 'unused' : `unused since ${unusedSince}`;
  return `${isPossible ? 'possibly ' : ''}${plural(count, 'record')}${last === undefined ? '' : `, last ${last}`}`;
}

const HEADER = [
  'kind',
  'namespace',
  'name',
  'rule',
  'use',
  'file',
  'line',
  'observed',
  'possible',
  'last',
  'unused_since',
];

/** Returns rules as CSV. */
export function ruleCSV(rules: readonly ListedRule[]): string {
  return renderCSV(
    HEADER,
    rules.map(({ kind, namespace, name, rule, use, at, observed }) => [
      ...[kind, namespace, name, rule, use, at?.file ?? '', `${at?.line ?? ''}`],
      ...[`${observed?.count ?? ''}`, observed?.isPossible ? 'true' : ''],
      ...[observed?.last ?? '', observed?.unusedSince ?? ''],
    ]),
  );
}
