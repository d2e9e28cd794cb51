import { selectFields, selectPosition } from '../../../diagnostics/json.js';
import { printFindings } from '../../run/diagnostics.js';
import { printJson, printLines, printRendered } from '../../process/print.js';
import { type ExpectationAnswer, stateOf } from './answer.js';
import { renderExpectationsJUnit } from './junit.js';

const STATES: Readonly<Record<ReturnType<typeof stateOf>, string>> = {
  holds: 'holds',
  broken: 'failed',
  'not proven': 'unknown',
};

/** Prints results to standard output. The formats of findings contain only failed and ineffective expectations. */
export function printAnswers(answers: readonly ExpectationAnswer[], format: string): void {
  const diagnostics = answers.flatMap(({ findings, notes }) => [...findings, ...notes]);
  switch (format) {
    case 'json':
      printJson(answers.map(toData));
      return;
    case 'junit':
      printRendered(renderExpectationsJUnit(answers));
      return;
    case 'text':
      printLines(answers.map((answer) => `${STATES[stateOf(answer)].padEnd(7)}  ${answer.name}`));
      if (diagnostics.length > 0) {
        printLines(['']);
        printFindings({ diagnostics, omitted: [] }, format, 'stdout');
      }
      if (answers.length > 0) printLines(['', count(answers)]);
      return;
    default:
      printFindings({ diagnostics, omitted: [] }, format, 'stdout');
  }
}

function toData(answer: ExpectationAnswer): object {
  const { name, source, at, findings, notes } = answer;
  return {
    ...{ name, source, state: stateOf(answer) },
    ...(at ? { at: selectPosition(at) } : {}),
    findings: findings.map(selectFields),
    ...(notes.length > 0 ? { notes: notes.map(selectFields) } : {}),
  };
}

/** Formats the number of expectations that hold: `3 of 4 expectations hold`. */
function count(answers: readonly ExpectationAnswer[]): string {
  const holding = answers.filter((answer) => stateOf(answer) === 'holds').length;
  return `${holding} of ${answers.length} ${answers.length === 1 ? 'expectation holds' : 'expectations hold'}`;
}
