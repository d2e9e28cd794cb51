import { join } from 'node:path';
import type { CompileInput } from '../../compile/compile-input.js';
import { type KubernetesClient, type KubernetesOptions, connectKubernetes } from '../../clients/kubernetes/client.js';
import { boundFindings } from '../../diagnostics/collect.js';
import { compareLocks } from '../../kinds/locks.js';
import { type Failure, fail } from '../../model/change.js';
import type { Lock } from '../../model/lock.js';
import type { Policy } from '../../policy/policy.js';
import { replaceFile } from '../../rendered/replace-file.js';
import { LOCK_PATH } from '../../settings/lock/parse.js';
import { pullInventory } from '../inventory/pull.js';
import { compilePolicy, inputOfPolicy, policyInventoryKinds } from '../live/compile-policy.js';
import { collectNames, findInventoryProblem } from '../live/inventory-problem.js';
import { printNext } from '../process/next.js';
import { printMessage, printText } from '../process/print.js';
import { nextLockText } from './compile.js';
import { MAX_FINDINGS, printFindings } from '../run/diagnostics.js';
import { createObjectFiles } from '../live/inventory-files.js';
import { explainLockChanges } from '../run/lock-changes.js';
import { runForPolicy } from './policy.js';

export interface LockOptions extends KubernetesOptions {
  readonly path: string;
  readonly config?: string;
  /** If true, uses the live inventory of the cluster instead of that of the repository. */
  readonly fromCluster: boolean;
  /** If true, writes the pending changes. */
  readonly write: boolean;
}

/** A pending lock, and the input that leads to it. */
interface Proposal {
  readonly lock: { readonly before: Lock; readonly after: Lock };
  readonly input: CompileInput;
}

/**
 * Runs `weir lock`: prints the pending changes to weir.lock.yaml with their reasons, or writes them. Returns exit code
 * 0 if there are none or all were written. Returns 2 if some are pending, or 1 for errors in the input or the cluster.
 */
export async function lockCommand({ fromCluster, write, path, config, ...cluster }: LockOptions): Promise<number> {
  const options = { path, strict: false, ...(config === undefined ? {} : { config }) };
  const { root, folder, input, compilation, findings, policyFor } = await runForPolicy(options, 'findings');
  if (!input || !compilation || !policyFor) {
    printFindings(findings, 'text', 'stderr');
    return 1;
  }
  const own = { lock: compilation.lock, input };
  const proposal = fromCluster ? await askCluster(policyFor(compilation.lock.before), cluster) : own;
  if ('result' in proposal) {
    proposal.problems.forEach(printMessage);
    return 1;
  }
  const { before, after } = proposal.lock;
  const changes = compareLocks(before, after);
  if (changes.length === 0) return 0;
  printText(explainLockChanges(changes, proposal.input));
  if (!write) {
    const words = ['lock', ...(fromCluster ? ['--from-cluster'] : []), '--write'];
    printNext(folder, words, 'writes these changes to weir.lock.yaml');
    return 2;
  }
  const text = (await nextLockText(input, { before, after })) ?? '';
  const failures = replaceFile(join(root, LOCK_PATH), text);
  if (failures.length > 0) printFindings(boundFindings(failures, MAX_FINDINGS), 'text', 'stderr');
  return failures.length > 0 ? 1 : 0;
}

/** Proposes a lock with the assignments that the cluster has now, as its statuses show them. */
async function askCluster(policy: Policy, options: KubernetesOptions): Promise<Proposal | Failure> {
  const client = connectKubernetes(options);
  if ('result' in client) return client;
  try {
    return await propose(policy, client);
  } finally {
    client.close();
  }
}

async function propose(policy: Policy, client: KubernetesClient): Promise<Proposal | Failure> {
  const inventory = await pullInventory(client, policyInventoryKinds);
  if (inventory.result === 'failed') return inventory;
  const problem = findInventoryProblem(collectNames(inventory), undefined);
  if (problem !== undefined) return fail(problem);
  const files = createObjectFiles()(inventory);
  const assignmentOrder = 'status-first';
  const input = inputOfPolicy(policy, files);
  const compilation = compilePolicy(policy, files, { assignmentOrder });
  if ('result' in input) return input;
  return 'result' in compilation ? compilation : { lock: compilation.lock, input: { ...input, assignmentOrder } };
}
