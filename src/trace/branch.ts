import type { PathProgress, Path } from './path.js';

/** A path in progress, or a finished one. */
export type Branch = PathProgress | Path;

/** A pipeline step: returns the possible branches of a path. */
export type TraceStep = (progress: PathProgress) => readonly Branch[];

/** Applies steps in order, on every branch in progress. */
export function followBranch(branch: Branch, ...steps: readonly TraceStep[]): readonly Branch[] {
  return steps.reduce<readonly Branch[]>(
    (branches, step) => branches.flatMap((one) => (isEnded(one) ? [one] : step(one))),
    [branch],
  );
}

/** Returns the paths of branches. `goOn` finishes those in progress. */
export function finishBranches(branches: readonly Branch[], goOn: (progress: PathProgress) => readonly Path[]): Path[] {
  return branches.flatMap((branch) => (isEnded(branch) ? [branch] : goOn(branch)));
}

function isEnded(branch: Branch): branch is Path {
  return 'verdict' in branch;
}
