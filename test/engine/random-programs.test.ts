import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EngineOptions, createEngine } from '../../src/engine/engine.js';
import type { Query, QueryInput } from '../../src/engine/query.js';
import { checkProperty } from '../rig/random.js';
import { finding } from './finding.js';

/** A query of a random program: reads its first source, and by its value one of the two others. */
interface Step {
  readonly sources: readonly [number, number, number];
  readonly modulus: number;
}

const INPUTS = 4;

/** Steps that read inputs (negative numbers) and steps before them. */
const programs = fc.array(
  fc.record({ sources: fc.tuple(fc.nat(), fc.nat(), fc.nat()), modulus: fc.integer({ min: 1, max: 5 }) }),
  { minLength: 1, maxLength: 20 },
);

const edits = fc.array(fc.record({ input: fc.nat(INPUTS - 1), value: fc.nat(6), asked: fc.nat() }), { maxLength: 30 });

/** Runs a random program with an engine and, after each edit, anew. Returns the number of runs and what they read. */
function compareWithNewRuns(
  steps: readonly Step[],
  changes: readonly { input: number; value: number; asked: number }[],
  options: EngineOptions,
) {
  const inputs = Array.from({ length: INPUTS }, (_, index): QueryInput<number> => ({ name: `input ${index}` }));
  const values = inputs.map(() => 0);
  const placeOf = (source: number, step: number): number => (source % (step + INPUTS)) - INPUTS;
  const evaluate = (step: number, read: (place: number) => number, report: (code: string) => void): number => {
    const { sources, modulus } = steps[step] ?? { sources: [0, 0, 0], modulus: 1 };
    const first = read(placeOf(sources[0], step));
    const second = read(placeOf(sources[first % 2 === 0 ? 1 : 2], step));
    const value = (first + second) % modulus;
    if (value === 0) report(`${step} is 0`);
    return value;
  };
  const lastReads = new Map<number, string>();
  let idle = 0;
  const query: Query<number, number> = {
    name: 'step',
    run: (db, step) => {
      const seen: number[] = [];
      const read = (place: number): number => {
        const input = inputs[place + INPUTS];
        const value = place < 0 && input ? db.read(input) : db.get(query, place);
        seen.push(value);
        return value;
      };
      const value = evaluate(step, read, (code) => {
        db.report(finding(code));
      });
      const reads = JSON.stringify(seen);
      if (lastReads.get(step) === reads) idle++;
      lastReads.set(step, reads);
      return value;
    },
  };
  const engine = createEngine(options);
  for (const [index, input] of inputs.entries()) engine.set(input, values[index] ?? 0);
  for (const { input, value, asked } of changes) {
    const changed = inputs[input];
    if (changed) engine.set(changed, value);
    values[input] = value;
    const codes = new Set<string>();
    const expected = new Set<string>();
    const again = (step: number): number =>
      evaluate(
        step,
        (place) => (place < 0 ? (values[place + INPUTS] ?? 0) : again(place)),
        (code) => expected.add(code),
      );
    const step = asked % steps.length;
    const actual = engine.ask(query, step, ({ code }) => void codes.add(code));
    engine.endRound();
    expect([actual, [...codes].sort()]).toEqual([again(step), [...expected].sort()]);
  }
  return { idle };
}

describe('random programs', () => {
  it('have the results and findings of a new run after any edits, and run no query again that has read the same', () => {
    checkProperty(
      fc.property(programs, edits, (steps, changes) => {
        expect(compareWithNewRuns(steps, changes, { isChecked: false, keptRounds: 1000 })).toEqual({ idle: 0 });
      }),
      { numRuns: 300 },
    );
  });

  it('have them too if results alternate, are forgotten and are checked', () => {
    checkProperty(
      fc.property(programs, edits, (steps, changes) => {
        compareWithNewRuns(steps, changes, { isChecked: true, keptRounds: 2, results: 3 });
      }),
      { numRuns: 200 },
    );
  });
});
