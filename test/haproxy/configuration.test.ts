import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPatternProblem } from '../../src/haproxy/pattern-syntax.js';
import { GOLDEN } from '../golden/cases.js';
import { checkProperty } from '../rig/random.js';
import { findObjection, layOut, makePem } from './proxy.js';

/** The folders of all controllers in the golden files. */
const controllers = ['route', 'ingress', 'ingress-controller'].flatMap((kind) =>
  readdirSync(join(GOLDEN, kind)).flatMap((name) => {
    const folder = join(GOLDEN, kind, name, 'ingress');
    const found = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { withFileTypes: true }) : [];
    return found.filter((entry) => entry.isDirectory()).map((entry) => `${kind}/${name}/ingress/${entry.name}`);
  }),
);

/** What our findings call fatal, and weir.yaml says is there all the same. */
const REFUSED = ['route/proxy-refuses-what-is-kept/ingress/default'];

let folder = '';
let pem = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-haproxy-'));
  pem = makePem(folder);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a real proxy', () => {
  it.each(controllers)('takes the configuration %s, or our findings call it fatal', (name) => {
    // Paths of sockets are short.
    const configuration = layOut(join(GOLDEN, name), join(folder, String(controllers.indexOf(name))), pem);
    const objection = findObjection(configuration);
    if (REFUSED.includes(name)) expect(objection).toContain('replace-path');
    else expect(objection).toBeUndefined();
  });

  /** Whether the proxy refuses a pattern. */
  const refuses = (pattern: string): boolean => {
    const file = join(folder, 'pattern.cfg');
    const rule = `http-request replace-path '${pattern}' '/'`;
    const timeouts = ['connect', 'client', 'server'].map((word) => `timeout ${word} 1s\n`).join('');
    const lines = `defaults\nmode http\n${timeouts}frontend f\nbind :1\n${rule}\n`;
    writeFileSync(file, lines);
    return findObjection(file) !== undefined;
  };

  it('takes a path as a pattern exactly where our check has nothing against it', () => {
    const characters = fc.constantFrom(...'ab/()[]{}*+?|^$.\\-1,:QEzy'.split(''));
    const paths = fc.array(characters, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
    checkProperty(
      fc.property(paths, (path) => {
        const pattern = `^${path}(.*)$`;
        expect([path, findPatternProblem(pattern) !== undefined]).toEqual([path, refuses(pattern)]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '(*:a)',
    '(*:)',
    '(*MARK)',
    '(*PRUNE:)',
    '(*F:x)',
    '(*NONE:x)',
    '(*nla:a)',
    '(*negative_lookbehind:a)',
    '\\b?',
    '\\R?',
  ])('takes %s exactly where our check has nothing against it', (verb) => {
    expect(findPatternProblem(`^/${verb}$`) !== undefined).toBe(refuses(`^/${verb}$`));
  });

  it('does not take a line break in the value of a header', () => {
    const file = join(folder, 'header.cfg');
    const rule = "http-response set-header Strict-Transport-Security 'max-age=1;\npreload'";
    writeFileSync(file, `defaults\nmode http\nfrontend f\nbind :1\n${rule}\n`);
    expect(findObjection(file)).toContain('unmatched quote');
  });

  it('is given no private key', () => {
    const texts = controllers.map((name) => readFileSync(join(GOLDEN, name, 'haproxy.config'), 'utf8'));
    expect(texts.filter((text) => text.includes('PRIVATE KEY'))).toEqual([]);
  });
});
