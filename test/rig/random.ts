import fc from 'fast-check';

/** The seed of a run that does not ask for another: the same in every run, so that a red run can be had again. */
const FIXED_SEED = 20_261_122;

/** Environment variables by which a run asks for more (`npm run test:seeds` sets them). */
const { WEIR_SEED, WEIR_SEEDS, WEIR_RUNS } = process.env;

/** The seed of the run, or the first of several. */
export const firstSeed = Number(WEIR_SEED ?? FIXED_SEED);
const count = Number(WEIR_SEEDS ?? 1);
const limit = Number(WEIR_RUNS ?? Infinity);

/** How many values a property is checked with, for each seed. */
interface Runs {
  readonly numRuns?: number;
}

/** Checks a property with random values, for each seed of the run, which it prints. Throws the smallest value that fails. */
export function checkProperty<Values>(property: fc.IProperty<Values>, runs: Runs = {}): void {
  for (const seed of printSeeds()) fc.assert(property, parametersOf(seed, runs));
}

/** Like `checkProperty`, for a property that is asynchronous. */
export async function checkAsyncProperty<Values>(property: fc.IAsyncProperty<Values>, runs: Runs = {}): Promise<void> {
  for (const seed of printSeeds()) await fc.assert(property, parametersOf(seed, runs));
}

/** So many random values for each seed of the run, which it prints. */
export function sampleOf<Value>(values: fc.Arbitrary<Value>, numRuns: number): Value[] {
  return printSeeds().flatMap((seed) => fc.sample(values, parametersOf(seed, { numRuns })));
}

/** Numbers from 0 to below a limit; whoever asks it in the same order gets the same ones. */
export type Random = (limit: number) => number;

/** Generators for what no arbitrary of fast-check describes. */
export const generators: fc.Arbitrary<Random> = fc.noShrink(fc.nat()).map(createRandom);

/** A generator that depends on its seed alone: a linear congruence modulo 2^32, of which the upper bits are used. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function parametersOf(seed: number, { numRuns = 100 }: Runs) {
  return { seed, numRuns: Math.min(numRuns, limit) };
}

/** The seeds of the run. Vitest prints the name of the test before them. */
function printSeeds(): number[] {
  process.stdout.write(count === 1 ? `seed ${firstSeed}\n` : `seeds ${firstSeed} to ${firstSeed + count - 1}\n`);
  return Array.from({ length: count }, (_, index) => firstSeed + index);
}
