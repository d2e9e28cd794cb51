import { once } from '../std/memoize.js';
import { explainHaproxy } from './explain-haproxy.js';
import { type NameAddress, explainNft, explainRoute, explainRule } from './explain-lines.js';
import { explainLog } from './explain-log.js';
import { explainMark, explainTable } from './explain-number.js';
import { type NamedObject, explainObject } from './explain-object.js';
import { createRowExplainer } from './explain-rows.js';
import type { SubjectExplanation } from './explanation.js';
import { collectLines } from './made-lines.js';
import { collectMadeObjects } from './made-objects.js';
import type { CompiledInput } from '../model/compiled-input.js';
import { createRowFinder } from './made-rows.js';
import type { Subject } from './subject.js';

/** A subject that the input alone answers: a UUID needs its database, which turns it into a row. */
export type KnownSubject = Exclude<Subject, { form: 'uuid' }> | ObjectSubject;

/** An object, or one of its rules. */
export interface ObjectSubject extends NamedObject {
  readonly form: 'object';
}

/** Returns the objects behind a subject. */
export type ExplainSubject = (subject: KnownSubject) => SubjectExplanation;

/** Creates a function that finds the objects behind rows, logs, marks, and lines of a host. */
export function createExplainer(input: CompiledInput, nameAddress: NameAddress): ExplainSubject {
  const finder = createRowFinder(input);
  const rows = createRowExplainer(input, finder);
  const lines = once(() => collectLines(input));
  const objects = once(() => collectMadeObjects(input));
  return (subject) => {
    switch (subject.form) {
      case 'row':
        return rows.explainName(subject.name, subject.table);
      case 'log':
        return explainLog(subject.entry, finder, rows, nameAddress);
      case 'number':
        return explainNumber(subject);
      case 'rule':
        return explainRule(lines(), subject.rule, nameAddress);
      case 'route':
        return explainRoute(lines(), subject.route, nameAddress);
      case 'haproxy':
        return explainHaproxy(input, subject.query);
      case 'nft':
        return explainNft(lines(), subject.text, nameAddress);
      case 'iptables':
        return { answers: [], notes: ["not Weir's: Weir writes nftables and no iptables rules"] };
      case 'object':
        return explainObject(subject, { finder, lines, objects });
    }
  };

  function explainNumber({ value, as }: Extract<Subject, { form: 'number' }>): SubjectExplanation {
    const asMark = as === 'table' ? undefined : explainMark(value, finder, lines());
    const asTable = as === 'mark' ? undefined : explainTable(value, lines(), nameAddress);
    const all = [asMark, asTable].filter((one) => one !== undefined);
    const answers = all.flatMap((one) => one.answers);
    return { answers, notes: answers.length > 0 ? [] : all.flatMap(({ notes }) => notes) };
  }
}
