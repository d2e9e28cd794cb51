import { confirmNodeChange, rollBackNodeChange } from '../../../apply/node/target.js';
import { reportProblems } from './plan.js';

/**
 * `weir confirm` and `weir rollback`: the answer to a change of this node that waits for one. Exit code 0, or 1 when there is
 * none, or it was too late.
 */
export async function answerNodeChange(answer: 'confirm' | 'rollback', stateFolder: string): Promise<number> {
  const refusal = answer === 'confirm' ? confirmNodeChange(stateFolder) : undefined;
  const problems =
    answer === 'confirm' ? (refusal === undefined ? [] : [refusal]) : await rollBackNodeChange(stateFolder);
  return problems.length === 0 ? 0 : reportProblems('node', problems);
}
