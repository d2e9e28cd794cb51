import { readManifests } from '../../../compile/1-read/read.js';
import { type DiffFormat, renderReport, shownFlows } from '../../../compare/render/formats.js';
import { boundFindings } from '../../../diagnostics/collect.js';
import { knownKinds } from '../../../kinds/known.js';
import type { Report } from '../../../model/diagnostic.js';
import { createEngine } from '../../../engine/engine.js';
import { readFile } from '../../../sources/collect.js';
import { listNames } from '../../../std/list-text.js';
import { pathFromHere } from '../../process/folder.js';
import { printLines, printMessage, printRendered } from '../../process/print.js';
import { type AssumedChange, assumeChange } from './assumed-change.js';
import { MAX_FINDINGS, printErrors } from '../../run/diagnostics.js';
import { compareRead } from '../diff.js';
import { type InputOptions, readInput } from '../../run/input.js';
import { describeNodeFailure, findNodeFailure } from './node-failure.js';
import { showProgress } from '../../run/progress.js';

export interface WhatIfDiffOptions extends InputOptions, Omit<AssumedChange, 'added'> {
  /** Paths of files with objects to apply. */
  readonly add: readonly string[];
  readonly format: string;
}

/**
 * Runs `weir whatif` with `--down`, `--remove`, `--add`, `--label` or `--scale`: compares the input with itself after the
 * change, and prints the answer of `weir diff`. With `--down`, also prints what the node takes with it. Returns exit code
 * 0, or 1 for errors in the input and unknown objects.
 */
export async function whatIfDiffCommand({
  down,
  remove,
  label,
  scale,
  add,
  format,
  ...options
}: WhatIfDiffOptions): Promise<number> {
  const progress = showProgress();
  const engine = createEngine();
  const read = await readInput({ ...options, allowEmpty: true });
  const sources = add.map((path) => readFile('.', path));
  const errors = [...read.reports, ...sources.flatMap(({ reports }) => reports)].filter(isError);
  const { configuration, root } = read;
  if (!configuration || errors.length > 0) {
    printErrors(boundFindings(errors, MAX_FINDINGS));
    return 1;
  }
  const added = sources.flatMap(({ files }) => files);
  const paths = new Set(added.map(({ path }) => path));
  const files = [...read.files.filter(({ path }) => !paths.has(path)), ...added];
  const change: AssumedChange = {
    added,
    ...(down === undefined ? {} : { down }),
    ...(remove ? { remove } : {}),
    ...(label ? { label } : {}),
    ...(scale ? { scale } : {}),
  };
  const found = readManifests(read.files, knownKinds, () => undefined, engine);
  const alter = assumeChange(found, change);
  if (typeof alter === 'string') {
    printMessage(alter);
    return 1;
  }
  const before = { ...read, configuration };
  const folder = pathFromHere(root);
  const compared = compareRead(
    {
      titles: { before: 'the input', after: titleOfChange(change, add) },
      folders: { before: folder, after: folder },
      reports: { before: read.reports, after: read.reports },
      isBorrowed: false,
      inputs: { before, after: { ...before, files, alter } },
    },
    progress,
    engine,
    shownFlows(toFormat(format)),
  );
  if (!compared) return 1;
  const { report, sides } = compared;
  const failure = down === undefined ? undefined : findNodeFailure(sides, report, down);
  if (failure && format !== 'json') printLines([...describeNodeFailure(failure), '']);
  const shown = { ...report, ...(failure ? { failure } : {}) };
  printRendered(renderReport(shown, toFormat(format)));
  return 0;
}

function isError({ severity }: Report): boolean {
  return severity === 'error';
}

function toFormat(format: string): DiffFormat {
  return format === 'json' ? 'json' : 'text';
}

function titleOfChange({ down, remove = [], label = [], scale = [] }: AssumedChange, add: readonly string[]): string {
  const [target, ...labels] = label;
  const parts = [
    ...(down === undefined ? [] : [`node ${down} down`]),
    ...(remove.length === 0 ? [] : [`without ${listNames(remove)}`]),
    ...(add.length === 0 ? [] : [`with ${listNames(add)}`]),
    ...(target === undefined ? [] : [`${target} with ${labels.join(' ')}`]),
    ...scale.map((word) => word.replace('=', ' scaled to ')),
  ];
  return parts.join(', ');
}
