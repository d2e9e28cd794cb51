import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROGRAM } from '../../../src/cli/cache/program.js';
import { PACKAGE_FOLDER } from '../../../src/package-folder.js';

it('what tells the cache of the program names the script of the program, whose name holds its digest', () => {
  const text = readFileSync(new URL(PROGRAM, PACKAGE_FOLDER), 'utf8');
  const names = text.match(/program-[0-9A-Z]{8}\.cjs/g) ?? [];
  const scripts = readdirSync(new URL('dist/', PACKAGE_FOLDER)).filter((name) => name.endsWith('.cjs'));
  expect(scripts).toHaveLength(1);
  expect(new Set(names)).toEqual(new Set(scripts));
});
