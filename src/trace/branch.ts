import type { PathProgress, Path } from './path.js';

/** A path that goes on, or one that has ended. */
export type Branch = PathProgress | Path;

/** A pipeline step: returns the possible branches of a path. */
export type TraceStep = (progress: PathProgress) => readonly Branch[];

/** Follows steps one after the other, on every branch that goes on. */
export function followBranch(branch: Branch, ...steps: readonly TraceStep[]): readonly Branch[] {
  return steps.reduce<readonly Branch[]>(
    (branches, step) => branches.flatMap((one) => (isEnded(one) ? [one] : step(one))),
    [branch],
  );
}

/** Returns the paths that branches lead to. `goOn` finishes those that have not ended. */
export function finishBranches(branches: readonly Branch[], goOn: (progress: PathProgress) => readonly Path[]): Path[] {
  return branches.flatMap((branch) => (isEnded(branch) ? [branch] : goOn(branch)));
}

function isEnded(branch: Branch): branch is Path {
  return 'verdict' in branch;
}
