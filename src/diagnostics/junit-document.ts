import type { Position } from '../model/diagnostic.js';
import { escapeCharacter, showText } from './visible.js';

/** One test of a JUnit document; without a failure it passes. */
export interface JUnitTest {
  readonly name: string;
  /** Where what is tested is written. */
  readonly at?: Position;
  /** What is wrong: its code, in a line, and in full. */
  readonly failure?: { readonly code: string; readonly message: string; readonly text: string };
}

/** The tests of one file. */
export interface JUnitSuite {
  readonly name: string;
  readonly tests: readonly JUnitTest[];
}

/**
 * Writes tests as JUnit XML, which pipelines show as tests. Nothing from the input gets into it that XML 1.0 does not take, or
 * that its reader could take for markup.
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

/** U+FFFE and U+FFFF are no characters of XML 1.0 (§2.2); the others that are none are invisible. */
function escape(text: string): string {
  return showText(text).replace(
    /[&<>"\ufffe\uffff]/g,
    (character) => ENTITIES[character] ?? escapeCharacter(character),
  );
}
