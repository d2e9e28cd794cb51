import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_GROUPS } from '../../src/cli/overview.js';
import { capturePrinted } from '../../src/cli/process/print.js';
import { runProgram } from '../../src/cli/program.js';
import { isRewriting } from '../golden/cases.js';
import { ALL_COMMANDS, COMMANDS, OPTIONS, renderReference } from './command-reference.js';

const TEXTS = fileURLToPath(new URL('help', import.meta.url));
const MANUAL = fileURLToPath(new URL('../../docs/manual.md', import.meta.url));
/** Around the command reference of the manual. */
const [BEGIN, END] = ['<!-- Generated from the help of the commands. -->\n', '\n<!-- End of the generated part. -->'];

/** The help of each command by the name of its fixture. */
const texts = new Map<string, string>();

beforeAll(async () => {
  for (const { words } of COMMANDS) {
    const { result, stdout, stderr } = await capturePrinted(() => runProgram(['node', 'weir', ...words, '--help']));
    expect([result, stderr]).toEqual([0, '']);
    texts.set(`${['weir', ...words].join('-')}.txt`, stdout);
  }
  if (isRewriting) rewrite();
});

function rewrite(): void {
  rmSync(TEXTS, { recursive: true, force: true });
  mkdirSync(TEXTS);
  for (const [name, text] of texts) writeFileSync(join(TEXTS, name), text);
  const [head = '', rest = ''] = readFileSync(MANUAL, 'utf8').split(BEGIN);
  writeFileSync(MANUAL, `${head}${BEGIN}${renderReference()}${END}${rest.split(END)[1] ?? ''}`);
}

describe('the help', () => {
  it('equals its fixtures', () => {
    expect(readdirSync(TEXTS).sort()).toEqual([...texts.keys()].sort());
    for (const [name, text] of texts) expect(text).toBe(readFileSync(join(TEXTS, name), 'utf8'));
  });

  it('equals the command reference of the manual', () => {
    const [, reference = ''] = readFileSync(MANUAL, 'utf8').split(BEGIN);
    expect(reference.split(END)[0]).toBe(renderReference());
  });

  it('of weir fits 40 lines of 80 columns', () => {
    const lines = (texts.get('weir.txt') ?? '').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('of weir is printed, with exit code 1, if no command is named', async () => {
    const { result, stdout, stderr } = await capturePrinted(() => runProgram(['node', 'weir']));
    expect([result, stdout, stderr]).toEqual([1, '', texts.get('weir.txt')]);
  });

  it('of weir has every command in one group', () => {
    const grouped = Object.values(COMMAND_GROUPS).flat();
    expect([...grouped].sort()).toEqual(COMMANDS.flatMap(({ words }) => (words.length === 1 ? words : [])).sort());
  });

  it('describes a command in 60 characters', () => {
    const long = ALL_COMMANDS.filter(({ words, command }) => words.length > 0 && command.description().length > 60);
    expect(long.map(({ words }) => words.join(' '))).toEqual([]);
  });
});

/** Options that are described by what each command writes, overrides or reads. */
const OWN_DESCRIPTIONS = ['--out', '--force', '--today', '--from-cluster', '--format'];

describe('an option', () => {
  it.each([...OPTIONS.keys()])('%s has the same arity and short form in every command', (name) => {
    const forms = (OPTIONS.get(name) ?? []).map(({ option: { required, optional, variadic, short } }) =>
      JSON.stringify([required, optional, variadic, short]),
    );
    expect(new Set(forms).size).toBe(1);
  });

  it.each([...OPTIONS.keys()].filter((name) => !OWN_DESCRIPTIONS.includes(name)))(
    '%s has the same description in every command',
    (name) => {
      const texts = (OPTIONS.get(name) ?? []).map(({ option }) => `${option.flags} ${option.description}`);
      expect(new Set(texts).size).toBe(1);
    },
  );
});
