import { type JUnitTest, writeJUnit } from '../../../diagnostics/junit-document.js';
import { renderFindingsText } from '../../../diagnostics/text.js';
import { groupBy } from '../../../std/group-by.js';
import type { ExpectationAnswer } from './answer.js';

/** Renders results as JUnit XML: a suite for each file, a test for each expectation. */
export function renderExpectationsJUnit(answers: readonly ExpectationAnswer[]): string {
  const suites = [...groupBy(answers, ({ at }) => at?.file ?? '')].map(([name, own]) => ({
    name,
    tests: own.map(toTest),
  }));
  return writeJUnit('weir expect', suites);
}

function toTest({ name, at, findings }: ExpectationAnswer): JUnitTest {
  const [first] = findings;
  const text = (): string => renderFindingsText({ diagnostics: findings, omitted: [] }, { color: false });
  return {
    name,
    ...(at ? { at } : {}),
    ...(first ? { failure: { code: first.code, message: first.message, text: text() } } : {}),
  };
}
