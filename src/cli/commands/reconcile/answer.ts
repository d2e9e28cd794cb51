import { confirmNodeChange, rollBackNodeChange } from '../../../apply/node/target.js';
import { reportProblems } from './plan.js';

/**
 * Runs `weir confirm` and `weir rollback`: ends a pending change of this node. Returns exit code 0, or 1 if there is
 * none or its timer has expired.
 */
export async function answerNodeChange(answer: 'confirm' | 'rollback', stateFolder: string): Promise<number> {
  const refusal = answer === 'confirm' ? confirmNodeChange(stateFolder) : undefined;
  const problems =
    answer === 'confirm' ? (refusal === undefined ? [] : [refusal]) : await rollBackNodeChange(stateFolder);
  return problems.length === 0 ? 0 : reportProblems('node', problems);
}
