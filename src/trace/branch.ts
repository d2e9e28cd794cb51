import type { Progress, Path } from './path.js';

/** A path that goes on, or one that has ended. */
export type Branch = Progress | Path;

/** A pipeline step: returns the possible branches of a path. */
export type Step = (progress: Progress) => readonly Branch[];

/** Follows steps one after the other, on every branch that goes on. */
export function follow(branch: Branch, ...steps: readonly Step[]): readonly Branch[] {
  return steps.reduce<readonly Branch[]>(
    (branches, step) => branches.flatMap((one) => (isEnded(one) ? [one] : step(one))),
    [branch],
  );
}

/** Returns the paths that branches lead to. `goOn` finishes those that have not ended. */
export function finishBranches(branches: readonly Branch[], goOn: (progress: Progress) => readonly Path[]): Path[] {
  return branches.flatMap((branch) => (isEnded(branch) ? [branch] : goOn(branch)));
}

function isEnded(branch: Branch): branch is Path {
  return 'verdict' in branch;
}
