import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../src/sources/glob.js';
import { parsePattern } from '../../src/sources/pattern.js';

/** Offsets that a match looks at: counted, for a clock says nothing on a busy machine. */
function countSteps(glob: string, path: string): number {
  let steps = 0;
  const counted = new Proxy(new String(path), {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...words: unknown[]): unknown => {
        steps++;
        return Reflect.apply(value, path, words);
      };
    },
  });
  compileGlob(glob, false)(counted as unknown as string);
  return steps;
}

describe('a hostile glob', () => {
  it.each([
    ['**/*a*a*/**/*a*a*/**/*a*a*b', (count: number) => `${`${'a'.repeat(30)}/`.repeat(count)}${'a'.repeat(40)}`],
    ['{a,aa}'.repeat(150), (count: number) => `${'a'.repeat(count * 3)}c`],
    ['**/{*a,*b}c', (count: number) => 'ab/'.repeat(count * 3)],
  ])('%s takes time that grows as the path does', (glob, path) => {
    const [short, long] = [countSteps(glob, path(20)), countSteps(glob, path(80))];
    expect(compileGlob(glob, false)(path(80))).toBe(false);
    expect(short).toBeLessThan(2 * (glob.length + 1) * path(20).length * 3);
    expect(long).toBeLessThan(2 * (glob.length + 1) * path(80).length * 3);
  });

  it('is taken by weir.yaml, so that matching it must be cheap', () => {
    expect(parsePattern('**/*a*a*/**/*a*a*/**/*a*a*b', '/repo')).toBeTypeOf('object');
  });

  it('hides no file whose name starts with a dot behind a star for nothing', () => {
    expect(compileGlob('**/*.yaml', false)('a/.yaml')).toBe(false);
    expect(compileGlob('**/*.yaml', true)('a/.yaml')).toBe(true);
  });
});
