import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../src/policy/parse.js';
import { type Policy, contentOfPolicy } from '../../src/policy/policy.js';
import { renderPolicy } from '../../src/policy/render.js';

const POLICY: Policy = {
  configuration: { platform: 'AWS' },
  lock: 'egressIPs: {}\n',
  objects: [{ kind: 'EgressIP', apiVersion: 'k8s.ovn.org/v1', metadata: { name: 'ferry' }, spec: { egressIPs: [] } }],
};
const { text, sha256 } = renderPolicy(POLICY);
const problemsOf = (content: string): unknown => {
  const read = parsePolicy(Buffer.from(content), 'the bundle');
  return read.result === 'failed' ? read.problems : 'readable';
};

describe('a policy bundle', () => {
  it('gives back what was written, and is one JSON object', () => {
    expect(parsePolicy(Buffer.from(text), 'the bundle')).toEqual({ result: 'ok', sha256, ...POLICY });
    expect(JSON.parse(text)).toMatchObject({ weirPolicy: 1, sha256, objects: POLICY.objects });
  });

  it('has a resource a line, and the digest of its content', () => {
    expect(text.split('\n').filter((line) => line.includes('"kind":"EgressIP"'))).toHaveLength(1);
    const reordered = { ...POLICY, objects: [{ ...POLICY.objects[0], kind: 'EgressIP' }].map((one) => ({ ...one })) };
    expect(renderPolicy(reordered).sha256).toBe(sha256);
    expect(renderPolicy({ ...POLICY, lock: '' }).sha256).not.toBe(sha256);
    expect(contentOfPolicy({ ...POLICY, objects: [] })).toContain('"objects":[]');
  });

  it.each([
    ['that was cut', text.slice(0, -20), 'the bundle does not match its digest: it was cut or edited'],
    ['that was edited', text.replace('ferry', 'barge'), 'the bundle does not match its digest: it was cut or edited'],
    [
      'of another version',
      text.replace('"weirPolicy":1', '"weirPolicy":2'),
      'the bundle is of version 2, this version of Weir reads 1: write it again',
    ],
    ['that is none', '{}', 'the bundle is not a policy bundle: `weir compile --policy` writes one'],
    ['that is empty', '', 'the bundle is not a policy bundle: `weir compile --policy` writes one'],
  ])('%s is refused', (_, content, problem) => {
    expect(problemsOf(content)).toEqual([problem]);
  });

  it.each([
    ['nothing', '}\n'],
    ['a list', '"configuration":[],"lock":"","objects":[]}\n'],
    ['objects without a name', '"configuration":{},"lock":"","objects":[{"apiVersion":"v1","kind":"Pod"}]}\n'],
    ['objects too deep', `"configuration":{},"lock":"","objects":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`],
  ])('with a digest that is right and %s in it is refused', async (_, content) => {
    const { shortDigest } = await import('../../src/std/split-by-digest.js');
    expect(problemsOf(`{"weirPolicy":1,"sha256":"${shortDigest(content)}",\n${content}`)).toEqual([
      'the bundle does not hold a policy',
    ]);
  });
});
