import { parseExpectations } from '../../../expectations/parse.js';
import { evaluate } from '../../../expectations/evaluate.js';
import type { Expectation } from '../../../expectations/expectation.js';
import { createEngine } from '../../../engine/engine.js';
import { checkConfiguration } from '../../../schema/configuration.js';
import type { JsonObject } from '../../../std/json.js';
import { diffLines } from '../../../std/line-diff.js';
import { plural } from '../../../std/plural.js';
import type { OpenedConnections } from '../../../suggest/count-opened.js';
import { pathFromHere } from '../../process/folder.js';
import { printJson, printLines, printMessage, printText } from '../../process/print.js';
import type { InputOptions } from '../../run/input.js';
import { readValid } from '../../run/prepared.js';
import { compileState } from './queried-input.js';
import { type Fix, findFixes } from './find-fixes.js';

export interface ProposeFixesOptions extends InputOptions {
  readonly format: string;
  /** An expectation to fix instead of those of the repository, with the fields of the file. */
  readonly expectation?: JsonObject;
}

/** A failed expectation and the edits by which it holds. */
interface FixedExpectation {
  readonly name: string;
  readonly fixes: readonly Fix[];
}

/**
 * Runs `--fix` of `weir expect` and `weir trace`: prints the smallest edits of existing objects by which each failed
 * expectation holds. Returns exit code 0 if none failed, 2 if some did, or 1 for errors in the input.
 */
export async function proposeFixesCommand({
  format,
  expectation: given,
  ...options
}: ProposeFixesOptions): Promise<number> {
  const found = await readValid({ ...options, allowEmpty: true }, (input, report, read) => {
    const engine = createEngine();
    const before = compileState(input, report, engine);
    const expectations = parseExpectations(read.expectations, checkConfiguration, report);
    const file = { path: '', text: JSON.stringify({ expectations: [given] }) };
    const chosen = given ? parseExpectations([file], checkConfiguration, report) : expectations;
    const failed = chosen.filter((one) => evaluate(one, before.world).length > 0);
    const fix = (one: Expectation): FixedExpectation => ({
      name: one.name,
      fixes: findFixes({ input, expectations, before, engine }, one),
    });
    return { root: read.root, failed: failed.map(fix), isEmpty: chosen.length === 0 };
  });
  if (!found || (given && found.isEmpty)) return 1;
  const { failed, root } = found;
  if (format === 'json') printJson(failed.map(toData));
  else
    failed.forEach((one) => {
      printFixes(one, pathFromHere(root));
    });
  if (failed.length === 0) printMessage(given ? 'the packets pass, there is nothing to fix' : 'no expectation failed');
  return failed.length === 0 ? 0 : 2;
}

function toData({ name, fixes }: FixedExpectation): object {
  return {
    name,
    fixes: fixes.map(({ files, ...rest }) => ({
      ...rest,
      files: files.map(({ path, after }) => ({ path, text: after })),
    })),
  };
}

function printFixes({ name, fixes }: FixedExpectation, here: string): void {
  printLines([name]);
  if (fixes.length === 0) {
    printLines(['  no edit of existing objects fixes it, `weir suggest policy` suggests new ones', '']);
    return;
  }
  for (const [index, { edits, files, opens, closes }] of fixes.entries()) {
    const effects = [describeCount('opens', opens), describeCount('closes', closes)].filter((text) => text !== '');
    const effect = effects.length > 0 ? effects.join(', ') : 'changes nothing else';
    printLines([`  ${index + 1}. ${edits.join(', then ')}: ${effect}`]);
    for (const { path, before = '', after = '' } of files)
      printText(diffLines(here === '' ? path : `${here}/${path}`, before, after));
  }
  printLines(['']);
}

function describeCount(verb: string, { pairs, outside }: OpenedConnections): string {
  const parts = [
    ...(pairs > 0 ? [plural(pairs, 'other pair of pods', 'other pairs of pods')] : []),
    ...(outside > 0 ? [`other addresses of ${plural(outside, 'pod')}`] : []),
  ];
  return parts.length > 0 ? `${verb} ${parts.join(' and ')}` : '';
}
