import { renderText } from '../../../diagnostics/text.js';
import { showText } from '../../../diagnostics/visible.js';
import { groupBy } from '../../../std/group-by.js';
import type { Answer } from './answer.js';

/**
 * Answers as JUnit XML, which pipelines show as tests: a suite for each file, a test for each expectation. Nothing from the
 * input gets into it that XML 1.0 does not take.
 */
export function renderJUnit(answers: readonly Answer[]): string {
  const suites = [...groupBy(answers, ({ at }) => at?.file ?? '')].map(([file, own]) => [
    `  <testsuite name="${escape(file)}" ${counts(own)}>`,
    ...own.flatMap((answer) => renderTest(answer, file)),
    '  </testsuite>',
  ]);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="weir expect" ${counts(answers)}>`,
    ...suites.flat(),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function counts(answers: readonly Answer[]): string {
  return `tests="${answers.length}" failures="${answers.filter(({ findings }) => findings.length > 0).length}"`;
}

function renderTest({ name, at, findings }: Answer, file: string): string[] {
  const place = at ? ` file="${escape(file)}" line="${at.line}"` : '';
  const head = `    <testcase name="${escape(name)}" classname="${escape(file)}"${place}`;
  const [first] = findings;
  if (!first) return [`${head}/>`];
  const text = renderText({ diagnostics: findings, omitted: [] }, { color: false });
  return [
    `${head}>`,
    `      <failure type="${escape(first.code)}" message="${escape(first.message)}">${text.split('\n').map(escape).join('\n')}</failure>`,
    '    </testcase>',
  ];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return showText(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
