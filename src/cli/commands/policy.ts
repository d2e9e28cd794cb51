import { join, relative, resolve } from 'node:path';
import type { Compilation, Prepared } from '../../compile/compile.js';
import { messages as inventoryMessages } from '../../compile/3-index/messages.js';
import { boundFindings } from '../../diagnostics/collect.js';
import { exitCodeOf } from '../../diagnostics/verdict.js';
import { compareLocks } from '../../kinds/locks.js';
import type { Lock } from '../../model/lock.js';
import type { Purpose } from '../../model/purpose.js';
import type { Report } from '../../model/diagnostic.js';
import { parsePolicy } from '../../policy/parse.js';
import { type Policy, collectPolicy } from '../../policy/policy.js';
import { POLICY_PATH, type PolicyBundle, renderPolicy } from '../../policy/render.js';
import { replaceFile } from '../../rendered/replace-file.js';
import { LOCK_PATH } from '../../settings/lock/parse.js';
import { plural } from '../../std/plural.js';
import { readPolicyFile } from '../live/read-policy-file.js';
import { printNext } from '../next.js';
import { printLines, printMessage } from '../print.js';
import { type CompileOptions, nextLockText, reportLockChanges } from './compile.js';
import { type BaselineOptions, applyBaseline } from './baseline.js';
import { MAX_FINDINGS, printFindings } from './diagnostics.js';
import { type Run, type RunOptions, run } from './run.js';

/** A run, and the policy of its repository for a lock; absent where its findings have errors. */
export interface PolicyRun extends Run {
  readonly policyFor?: (lock: Lock) => Policy;
}

/** Reads a repository, finds what is wrong with it, and collects its policy. */
export async function runForPolicy(
  options: RunOptions & BaselineOptions & { readonly strict: boolean },
  purpose: Purpose,
): Promise<PolicyRun> {
  let prepared: Prepared | undefined;
  const inspect = (found: Prepared): void => void (prepared = found);
  const limit = options.baseline === undefined ? {} : { maxFindings: 0 };
  const found = withoutNodes(await run({ ...options, ...limit, inspect }, purpose));
  const findings = applyBaseline(found, options);
  if (!findings) return { ...found, findings: { diagnostics: [], omitted: [] } };
  const done = { ...found, findings };
  if (!prepared || exitCodeOf(done.findings, options) !== 0) return done;
  const { manifests } = prepared;
  const configurationFile = done.input?.configurationFile;
  return { ...done, policyFor: (lock) => collectPolicy({ configurationFile, lock, manifests }) };
}

/** What is said of an inventory without a Node, with one zone per node and with one zone. */
const NO_NODES: ReadonlySet<string> = new Set(
  [inventoryMessages.noZones(), inventoryMessages.noNodes()].map(({ code }) => code),
);

/** A run without the finding that its inventory has no Node: a policy meets those of its cluster. */
function withoutNodes(done: Run): Run {
  return {
    ...done,
    findings: { ...done.findings, diagnostics: done.findings.diagnostics.filter(({ code }) => !NO_NODES.has(code)) },
  };
}

/**
 * `weir compile --policy`: writes what a repository asks of its cluster whatever pods there are, and the lock. Exit code 0, 1
 * for problems in the input, 2 when `check` finds another policy in the file or `locked` finds that the lock would change.
 */
export async function compilePolicyCommand({ out, ...options }: CompileOptions): Promise<number> {
  const { root, folder, isWhole, input, compilation, findings, policyFor } = await runForPolicy(options, 'findings');
  printFindings(findings, options.format, 'stderr');
  if (!input || !compilation || !policyFor) return 1;
  if (input.isPart === true) {
    printMessage('--policy requires a repository, not a file');
    return 1;
  }
  const { lock } = compilation;
  const changes = compareLocks(lock.before, lock.after);
  if (options.locked && changes.length > 0) return reportLockChanges(changes, input, folder);
  const path = out === undefined ? join(root, POLICY_PATH) : resolve(out);
  // Which assignments would be made depends on the nodes and pods of the day.
  if (options.check) return compareWithFile(path, folder, renderPolicy(policyFor(lock.before)));
  const bundle = renderPolicy(policyFor(isWhole ? lock.after : lock.before));
  const failures = writeBoth(path, bundle, isWhole ? await nextLockText(input, lock) : undefined, root);
  if (failures.length > 0) {
    printFindings(boundFindings(failures, MAX_FINDINGS), options.format, 'stderr');
    return 1;
  }
  printLines([describePolicy(path, bundle, compilation)]);
  return 0;
}

function writeBoth(path: string, { text }: PolicyBundle, lock: string | undefined, root: string): Report[] {
  const failures = replaceFile(path, text);
  return failures.length > 0 || lock === undefined ? failures : replaceFile(join(root, LOCK_PATH), lock);
}

function describePolicy(path: string, { sha256 }: PolicyBundle, { resources }: Compilation): string {
  return `${relative('.', path)}: policy ${sha256} of ${plural(resources, 'resource')}`;
}

/** Equal digests are equal policies. */
function compareWithFile(path: string, folder: string, { sha256 }: PolicyBundle): number {
  const found = readPolicyFile(path);
  const policy = 'result' in found ? found : parsePolicy(found, path);
  if (policy.result === 'ok' && policy.sha256 === sha256) return 0;
  const change = policy.result === 'ok' ? 'changed' : 'missing';
  if (policy.result === 'failed') policy.problems.forEach(printMessage);
  printLines([`${change.padEnd(8)}${relative('.', path)}`]);
  printNext(folder, ['compile', '--policy'], 'updates it');
  return 2;
}
