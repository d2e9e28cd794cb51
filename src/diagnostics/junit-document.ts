import type { Position } from '../model/diagnostic.js';
import { escapeCharacter, showText } from './visible.js';

/** Test of a JUnit document. Without a failure, it passes. */
export interface JUnitTest {
  readonly name: string;
  /** Location of the tested text. */
  readonly at?: Position;
  /** Code, single-line message, and full text of the failure. */
  readonly failure?: { readonly code: string; readonly message: string; readonly text: string };
}

/** Tests of one file. */
export interface JUnitSuite {
  readonly name: string;
  readonly tests: readonly JUnitTest[];
}

/**
 * Writes tests as JUnit XML, which CI pipelines show as tests. Input text is escaped, so that it contains no character
 * that XML 1.0 forbids, and no markup.
 */
export function writeJUnit(name: string, suites: readonly JUnitSuite[]): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escape(name)}" ${counts(suites.flatMap(({ tests }) => tests))}>`,
    ...suites.flatMap((suite) => [
      `  <testsuite name="${escape(suite.name)}" ${counts(suite.tests)}>`,
      ...suite.tests.flatMap((test) => writeTest(test, suite.name)),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function counts(tests: readonly JUnitTest[]): string {
  return `tests="${tests.length}" failures="${tests.filter(({ failure }) => failure).length}"`;
}

function writeTest({ name, at, failure }: JUnitTest, suite: string): string[] {
  const place = at ? ` file="${escape(at.file)}" line="${at.line}"` : '';
  const head = `    <testcase name="${escape(name)}" classname="${escape(suite)}"${place}`;
  if (!failure) return [`${head}/>`];
  const { code, message, text } = failure;
  return [
    `${head}>`,
    `      <failure type="${escape(code)}" message="${escape(message)}">${text.split('\n').map(escape).join('\n')}</failure>`,
    '    </testcase>',
  ];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes a text. U+FFFE and U+FFFF are not characters of XML 1.0 (§2.2). Its other forbidden characters are invisible.
 */
function escape(text: string): string {
  return showText(text).replace(
    /[&<>"\ufffe\uffff]/g,
    (character) => ENTITIES[character] ?? escapeCharacter(character),
  );
}
