import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotate } from '../../../src/clients/github/annotations.js';
import { boundParts } from '../../../src/clients/github/bound.js';
import { readPullRequest } from '../../../src/clients/github/environment.js';
import type { Diagnostic } from '../../../src/model/diagnostic.js';
import { checkProperty } from '../../rig/random.js';

const event = '{"pull_request":{"number":7,"head":{"sha":"c0ffee"},"base":{"sha":"ba5e"}}}';
const environment = { GITHUB_TOKEN: 'secret-token', GITHUB_REPOSITORY: 'acme/egress' };

describe('the environment of a job', () => {
  it('says which pull request it is for', () => {
    const more = {
      GITHUB_API_URL: 'https://ghe.example/api/v3',
      GITHUB_SERVER_URL: 'https://ghe.example',
      GITHUB_RUN_ID: '9',
    };
    expect(readPullRequest({ ...environment, ...more }, event)).toEqual({
      owner: 'acme',
      repository: 'egress',
      number: 7,
      commit: 'c0ffee',
      base: 'ba5e',
      token: 'secret-token',
      apiUrl: 'https://ghe.example/api/v3',
      jobUrl: 'https://ghe.example/acme/egress/actions/runs/9',
      summaryFile: '',
    });
  });

  it.each([
    ['no token', { GITHUB_REPOSITORY: 'acme/egress' }, event],
    ['no repository', { GITHUB_TOKEN: 'x' }, event],
    ['a repository that is none', { GITHUB_TOKEN: 'x', GITHUB_REPOSITORY: 'a/b/c' }, event],
    ['a push', environment, '{"pusher":{}}'],
    ['no event', environment, ''],
    ['an event that is none', environment, 'null'],
  ])('with %s is refused in words', (_, some, json) => {
    expect(readPullRequest(some, json)).toBeTypeOf('string');
  });
});

describe('a bounded text', () => {
  const pointer = (leftOut: number) => `${leftOut} left out`;

  it('is whole where it fits', () => {
    expect(boundParts({ head: 'head', sections: ['a', 'b'] }, 100, pointer)).toBe('head\n\na\n\nb');
  });

  it('holds whole sections only, within the limit, and says how many are left out', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((some) => some.replaceAll('\n', ' '));
    checkProperty(
      fc.property(
        text,
        fc.array(text, { maxLength: 8 }),
        fc.integer({ min: 30, max: 200 }),
        (head, sections, limit) => {
          const bounded = boundParts({ head, sections }, limit, pointer, (some) => Buffer.byteLength(some));
          expect(Buffer.byteLength(bounded)).toBeLessThanOrEqual(limit);
          const leftOut = Number(/(\d) left out$/.exec(bounded)?.[1] ?? 0);
          if (bounded.startsWith(head)) {
            expect(bounded.startsWith([head, ...sections.slice(0, sections.length - leftOut)].join('\n\n'))).toBe(true);
          }
        },
      ),
    );
  });
});

describe('annotations', () => {
  const diagnostic = (severity: Diagnostic['severity'], file?: string): Diagnostic => ({
    code: `${severity}/code`,
    severity,
    message: 'words\u001b[2J',
    help: 'help',
    related: [],
    ...(file === undefined ? {} : { at: { file, line: 3, column: 5, length: 4 }, excerpt: 'some text here' }),
  });

  it('are the gravest first, and none for what has no place in the repository', () => {
    const some = [
      diagnostic('warning', 'a'),
      diagnostic('error', 'b'),
      diagnostic('error'),
      diagnostic('rejected', '../c'),
    ];
    expect(
      annotate([...some, diagnostic('rejected', 'd')]).map(({ path, annotation_level }) => [path, annotation_level]),
    ).toEqual([
      ['b', 'failure'],
      ['d', 'failure'],
      ['a', 'warning'],
    ]);
  });

  it('say what the finding says, without characters that drive a terminal', () => {
    const [only] = annotate([diagnostic('error', 'a')]);
    expect(only).toMatchObject({ start_line: 3, start_column: 5, end_column: 9, title: 'error/code' });
    expect(only?.message).not.toContain('\u001b');
    expect(only?.message).toContain('help');
  });
});
