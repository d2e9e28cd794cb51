import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DEFAULT_NETWORKS, USER_DEFINED_JOIN_SUBNETS } from '../../src/ovn-kubernetes/networks.js';
import { RELEASES } from '../../src/ovn-kubernetes/releases/index.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLACE = join('src', 'ovn-kubernetes');

/** Files that may name something of OVN-Kubernetes anyway, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/diagnostics/junit-document.ts: "1.0"': 'the version of XML',
};

function listTexts(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);
}

const others = ['src', 'templates'].flatMap(listTexts).filter(([path]) => !path.startsWith(PLACE));

/** `<path>: <what was found>` of all files outside of the folder. */
function findOutside(pattern: RegExp, textOf = (text: string): string => text): string[] {
  return others
    .flatMap(([path, text]) => Array.from(textOf(text).matchAll(pattern), ([found]) => `${path}: ${found}`))
    .filter((found) => !(found in ALLOWED));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}

const NUMBER = /(?<![\w.':/])(?:0x[0-9a-f_]+|[0-9][0-9_]*)n?(?![\w.]*\w)/gi;

function valueOf(number: string): number {
  return Number(number.replace(/[_n]/g, ''));
}

/** Numbers of three digits or more that are not round: others mean something else nearly everywhere. */
function listUpstreamNumbers(): Set<number> {
  const files = ['control-plane', 'filter-rows', 'numbers', 'priorities'].map((name) => join(PLACE, `${name}.ts`));
  const texts = files.map((path) => withoutComments(readFileSync(join(ROOT, path), 'utf8')));
  const numbers = texts.flatMap((text) => Array.from(text.matchAll(NUMBER), ([number]) => valueOf(number)));
  return new Set(numbers.filter((number) => number >= 100 && !/^[0-9]0+$/.test(`${number}`)));
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

describe('outside of src/ovn-kubernetes', () => {
  it('no API group, annotation, label or id of OVN-Kubernetes is spelled', () => {
    expect(findOutside(/[\w.-]*ovn\.org[\w/~.-]*/g)).toEqual([]);
  });

  it('no release is named, as a value or as the source of a rule', () => {
    const names = RELEASES.map(({ name }) => escapeForRegExp(name)).join('|');
    expect(findOutside(new RegExp(`["'\`](?:${names})["'\`]`, 'g'), withoutComments)).toEqual([]);
    expect(findOutside(/OVN-Kubernetes\s(?:\* )?v?[0-9][\w.]*|openshift-[0-9][\w.]*/g)).toEqual([]);
  });

  it('no code compares the name of a release', () => {
    expect(findOutside(/[rR]elease\??\.name\s*[=!]==?.*|[=!]==?\s*[\w.]*[rR]elease\??\.name\b.*/g)).toEqual([]);
  });

  it('no priority, mark, table or other number of OVN-Kubernetes is repeated', () => {
    const upstream = listUpstreamNumbers();
    expect(upstream.size).toBeGreaterThan(10);
    const found = others.flatMap(([path, text]) =>
      Array.from(withoutComments(text).matchAll(NUMBER), ([number]) => number)
        .filter((number) => upstream.has(valueOf(number)))
        .map((number) => `${path}: ${number}`),
    );
    expect(found.filter((one) => !(one in ALLOWED))).toEqual([]);
  });

  it('no default network of OVN-Kubernetes is repeated', () => {
    const networks = [
      ...Object.values(DEFAULT_NETWORKS).flatMap((networks) => Object.values<string>(networks)),
      ...USER_DEFINED_JOIN_SUBNETS,
    ];
    const pattern = new RegExp(`["'\`](?:${networks.map(escapeForRegExp).join('|')})["'\`]`, 'g');
    expect(findOutside(pattern, withoutComments)).toEqual([]);
  });

  it('no base row is named', () => {
    const text = withoutComments(readFileSync(join(ROOT, PLACE, 'row-names.ts'), 'utf8'));
    const prefixes = Array.from(text.matchAll(/`([\w-]+[-_])\$\{/g), ([, prefix = '']) => prefix);
    expect(prefixes).toContain('rtos-');
    const start = new RegExp(`["'\`](?:${prefixes.join('|')})(?:["'\`]|\\$\\{)`, 'g');
    expect(findOutside(start, withoutComments)).toEqual([]);
  });

  it('every exception is still needed', () => {
    const isThere = (one: string): boolean => {
      const [path = '', what = ''] = one.split(': ');
      return readFileSync(join(ROOT, path), 'utf8').includes(what);
    };
    expect(Object.keys(ALLOWED).filter((one) => !isThere(one))).toEqual([]);
  });
});
