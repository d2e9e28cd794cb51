import type { Diagnostic, Findings, OmittedFindings } from '../model/diagnostic.js';
import { groupBy } from '../std/group-by.js';
import { plural } from '../std/plural.js';
import { describeContext } from './context.js';
import { type JUnitSuite, type JUnitTest, writeJUnit } from './junit-document.js';
import { FILE_OF_NONE, SHOW_ALL } from './renderer.js';
import { renderFindingsText } from './text.js';

/**
 * Renders diagnostics as JUnit XML: a suite for each file, and a test for each finding, which fails unless it is
 * `info`. The name of a test has no line, so that pipelines match findings even if lines move. Without findings, one
 * test passes, because JUnit readers reject a document without tests.
 */
export function renderFindingsJUnit({ diagnostics, omitted }: Findings): string {
  const suites: JUnitSuite[] = [...groupBy(diagnostics, ({ at }) => at?.file ?? FILE_OF_NONE)].map(([name, own]) => ({
    name,
    tests: own.map(toTest),
  }));
  if (omitted.length > 0) suites.push({ name: 'not shown', tests: omitted.map(toOmittedTest) });
  return writeJUnit('weir', suites.length > 0 ? suites : [{ name: 'weir', tests: [{ name: 'no findings' }] }]);
}

function toTest(diagnostic: Diagnostic): JUnitTest {
  const { code, severity, message, at } = diagnostic;
  const context = describeContext(diagnostic);
  const text = renderFindingsText({ diagnostics: [diagnostic], omitted: [] }, { color: false });
  return {
    name: `${code}: ${message}${context === '' ? '' : ` ${context}`}`,
    ...(at ? { at } : {}),
    ...(severity === 'info' ? {} : { failure: { code, message, text } }),
  };
}

function toOmittedTest({ code, severity, count }: OmittedFindings): JUnitTest {
  const message = `${plural(count, 'more finding')} of this code`;
  return { name: `${code}: more findings`, failure: { code, message, text: `${severity}: ${message}: ${SHOW_ALL}` } };
}
