import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

/** Names that only tests use, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  renderFindingPage: 'a test writes docs/findings.md, and compares it',
};

it('every exported name of src is used in src', () => {
  const texts = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'));
  const uses = new Map<string, number>();
  for (const text of texts) for (const [word] of text.matchAll(/\w+/g)) uses.set(word, (uses.get(word) ?? 0) + 1);
  const exported = texts.flatMap((text) =>
    Array.from(
      text.matchAll(/^export (?:async )?(?:function\*?|const|interface|type|class) (\w+)/gm),
      ([, name = '']) => name,
    ),
  );
  expect(exported.length).toBeGreaterThan(1000);
  expect(exported.filter((name) => uses.get(name) === 1 && !(name in ALLOWED))).toEqual([]);
});
